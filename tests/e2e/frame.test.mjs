// What stands around the panels: undo, compare, from now on, themes, help, the tour, long runs, and a page that breaks down.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    accessibilityProblems, choose, deliveries, dragThumb, headline, openPage, plain, seek, slider, spoken, type,
} from "./harness.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const theSwitch = (page) => page.getByRole("switch", { name: "From now on" });

test("slider_dragged_is_undone_and_redone_in_one_step_each", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    assert.ok(await button(page, "Undo").isDisabled());
    await dragThumb(page, slider(page, "Visibility timeout"), 60);
    const dragged = await spoken(page, "Visibility timeout");
    await dragThumb(page, slider(page, "Visibility timeout"), 20);
    await button(page, "Undo").click();
    assert.equal(await spoken(page, "Visibility timeout"), dragged);
    await button(page, "Undo").click();
    assert.equal(await spoken(page, "Visibility timeout"), "30 seconds");
    assert.ok(await button(page, "Undo").isDisabled());
    await button(page, "Redo").click();
    assert.equal(await spoken(page, "Visibility timeout"), dragged);
});

test("keys_undo_and_redo_a_change_a_fix_and_the_choice_of_a_scenario", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await slider(page, "Visibility timeout").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".verdict").getByRole("button", { name: "Send a heartbeat every 20 s" }).press("Enter");
    assert.equal(await spoken(page, "Heartbeat every"), "20 seconds");
    await choose(page, "Slow videos");
    const title = () => page.getByLabel("Scenario").locator("option:checked").innerText();
    await button(page, "Undo").focus();
    for (const [keys, heartbeat, timeout] of [
        ["Control+z", "20 seconds", "31 seconds"],
        ["Control+z", "off", "31 seconds"],
        ["Control+z", "off", "30 seconds"],
        ["Control+Shift+z", "off", "31 seconds"],
        ["Control+y", "20 seconds", "31 seconds"],
    ]) {
        await page.keyboard.press(keys);
        assert.equal(await title(), "The double-charged order");
        assert.equal(await spoken(page, "Heartbeat every"), heartbeat, keys);
        assert.equal(await spoken(page, "Visibility timeout"), timeout, keys);
    }
    await page.keyboard.press("Control+y");
    assert.equal(await title(), "Slow videos");
});

test("field_being_written_in_keeps_the_undo_of_the_browser", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await type(page, "Visibility timeout", "60");
    await page.getByLabel("Job duration, exact value").focus();
    await page.keyboard.type("7");
    await page.keyboard.press("Control+z");
    assert.equal(await spoken(page, "Visibility timeout"), "1 minute");
});

for (const by of ["mouse", "keyboard"]) {
    test(`run_pinned_by_${by}_is_compared_in_a_sentence_until_it_is_let_go`, async (t) => {
        const page = await openPage(t, { reducedMotion: true });
        const pin = async () => (by === "mouse" ? button(page, "Compare").click() : page.keyboard.press("p"));
        const said = async () => plain(await page.locator(".compared p").innerText());
        await pin();
        assert.match(await said(), /^This run is pinned\./);
        assert.equal(await button(page, "Compare").getAttribute("aria-pressed"), "true");
        await type(page, "Visibility timeout", "60");
        assert.equal(
            await said(),
            "Against the pinned run: 1 duplicate effect fewer; 2 duplicate deliveries fewer; 1 unfinished message fewer.",
        );
        // Both charts stand on one time axis: three deliveries then, one now.
        assert.equal(await deliveries(page), 4);
        assert.deepEqual(await accessibilityProblems(page), []);
        await slider(page, "Time").focus();
        await pin();
        assert.equal(await page.locator(".compared").count(), 0);
        assert.equal(await deliveries(page), 1);
    });

    test(`change_from_now_on_by_${by}_leaves_what_was_before_as_it_was`, async (t) => {
        const page = await openPage(t, { reducedMotion: true });
        await seek(page, 20);
        if (by === "mouse") await theSwitch(page).click();
        else await page.keyboard.press("n");
        assert.equal(await theSwitch(page).getAttribute("aria-checked"), "true");
        await type(page, "Visibility timeout", "60");
        // The first lease keeps its 30 s (R36); the second, from 30 s on, has 60 and is enough for the job.
        assert.equal(await deliveries(page), 2);
        assert.match(await headline(page), /charged twice/);
        await seek(page, 10);
        assert.equal(await spoken(page, "Visibility timeout"), "30 seconds");
        await seek(page, 30);
        assert.equal(await spoken(page, "Visibility timeout"), "1 minute");
        await button(page, "Undo").click();
        assert.equal(await deliveries(page), 3);
    });
}

test("theme_chosen_is_in_force_and_comes_back", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const theme = () => page.locator("html").getAttribute("data-theme");
    for (const name of ["Light", "Dark", "Projector"]) {
        await page.getByLabel("Theme").selectOption(name);
        assert.equal(await theme(), name.toLowerCase());
        assert.deepEqual(await accessibilityProblems(page), [], name);
    }
    await page.reload();
    await page.locator("#app > .whole").waitFor();
    assert.equal(await theme(), "projector");
    assert.equal(await page.getByLabel("Theme").inputValue(), "projector");
    await page.getByLabel("Theme").selectOption("Auto");
    assert.equal(await theme(), null);
});

test("help_opens_and_closes_by_key_and_by_mouse_and_gives_the_focus_back", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const help = page.getByRole("dialog", { name: "Help" });
    await button(page, "Play").focus();
    await page.keyboard.press("?");
    await help.waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    // Keys that are the page's do nothing behind it.
    await page.keyboard.press("p");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "hidden" });
    assert.equal(await page.locator(".compared").count(), 0);
    assert.ok(await button(page, "Play").evaluate((play) => play === document.activeElement));
    await button(page, "Help and keys").click();
    await help.getByRole("button", { name: "Close" }).click();
    await help.waitFor({ state: "hidden" });
    await button(page, "Help and keys").click();
    await help.waitFor();
});

test("tour_is_for_the_first_visit_and_comes_back_only_when_asked_for", async (t) => {
    const page = await openPage(t, { tour: true, reducedMotion: true });
    const tour = page.getByRole("complementary", { name: "Tour" });
    await tour.waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    // It covers nothing that is needed: the page goes on beside it.
    await type(page, "Visibility timeout", "60");
    assert.match(await headline(page), /^All is well/);
    await tour.getByRole("button", { name: "Skip" }).click();
    assert.equal(await tour.count(), 0);
    await page.reload();
    await page.locator("#app > .whole").waitFor();
    assert.equal(await tour.count(), 0);
    // By keyboard, from its start to its end.
    await page.keyboard.press("?");
    await page.getByRole("button", { name: "Take the tour" }).press("Enter");
    for (let step = 1; step <= 5; step += 1) {
        assert.match(await tour.innerText(), new RegExp(`${step} of 5`));
        assert.equal(await page.locator(".pointed-at").count(), 1, `step ${step}`);
        await tour.getByRole("button", { name: step === 5 ? "Done" : "Next" }).press("Enter");
    }
    assert.equal(await tour.count(), 0);
    assert.equal(await page.locator(".pointed-at").count(), 0);
});

/** A scenario of very many events. */
const LONG = {
    title: "Long",
    workers: { count: 50, job: "3s", heartbeat: { every: "1s" } },
    arrivals: [{ count: 60000, every: "50ms" }],
    horizon: "1h",
};

test("long_run_is_made_in_pieces_and_the_page_answers_meanwhile", async (t) => {
    const page = await openPage(t, { scenario: LONG, reducedMotion: true });
    const progress = page.getByRole("progressbar", { name: "Computing the run" });
    await progress.waitFor();
    // Another wish takes its place.
    await button(page, "Undo").click();
    await progress.waitFor({ state: "detached" });
    assert.equal(await headline(page), "The job outlives its lease by 15 s: the order is charged twice.");
    await button(page, "Redo").click();
    await progress.waitFor();
    await button(page, "Help and keys").click();
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await page.keyboard.press("Escape");
    await progress.waitFor({ state: "detached", timeout: 60_000 });
    assert.match(await page.locator(".stage svg").first().getAttribute("aria-label"), /^At 0 s/);
});

test("run_of_too_many_events_is_cut_off_and_says_so", async (t) => {
    const scenario = { ...LONG, arrivals: [{ count: 1000000, every: "3ms" }], workers: { count: 500, job: "1s", heartbeat: { every: "100ms" } } };
    const page = await openPage(t, { scenario, reducedMotion: true });
    await page.getByRole("progressbar", { name: "Computing the run" }).waitFor({ state: "detached", timeout: 60_000 });
    assert.match(plain(await page.locator(".verdict").innerText()), /1,?000,?000 events|cut off/);
});

test("page_that_breaks_down_says_so_and_is_loaded_again_with_what_was_set", async (t) => {
    const page = await openPage(t, { reducedMotion: true, mayComplain: true });
    await type(page, "Visibility timeout", "50");
    // What the program takes for granted of a browser is not there.
    await page.evaluate(() => {
        globalThis.XMLHttpRequest = class {
            constructor() {
                throw new Error("gone");
            }
        };
    });
    await page.getByLabel("Scenario").selectOption({ label: "Slow videos" });
    const message = page.getByRole("alert");
    assert.match(await message.innerText(), /The page has broken down/);
    assert.match(await page.getByLabel("The scenario").inputValue(), /"visibility_timeout": 50/);
    assert.deepEqual(await accessibilityProblems(page), []);
    await button(page, "Load the page again with this scenario").press("Enter");
    await page.locator("#app > .whole").waitFor();
    assert.equal(await spoken(page, "Visibility timeout"), "50 seconds");
    // The chooser names it, though it is not of the library, also when the list is there.
    await page.locator(".chooser optgroup").first().waitFor({ state: "attached" });
    assert.equal(await page.getByLabel("Scenario").locator("option:checked").innerText(), "The double-charged order");
    // Only once: the next load begins afresh.
    await page.reload();
    await page.locator("#app > .whole").waitFor();
    assert.equal(await spoken(page, "Visibility timeout"), "30 seconds");
});

test("page_out_of_sight_asks_for_no_frame", async (t) => {
    const page = await openPage(t);
    await page.evaluate(() => {
        globalThis.asked = 0;
        const ask = globalThis.requestAnimationFrame.bind(globalThis);
        globalThis.requestAnimationFrame = (step) => {
            globalThis.asked += 1;
            return ask(step);
        };
        // As a page in a document that is scrolled past it.
        document.body.style.paddingTop = "300vh";
    });
    const asked = () =>
        page.evaluate(async () => {
            await new Promise((passed) => setTimeout(passed, 300));
            const before = globalThis.asked;
            await new Promise((passed) => setTimeout(passed, 400));
            return globalThis.asked - before;
        });
    await page.evaluate(() => scrollTo(0, 0));
    assert.equal(await asked(), 0);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    assert.ok((await asked()) > 2);
});

test("fifty_changes_of_scenario_leave_the_heap_as_it_was", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const chooser = page.getByLabel("Scenario");
    await page.locator(".chooser optgroup").first().waitFor({ state: "attached" });
    const [some, others] = ["Slow videos", "The double-charged order"];
    const session = await page.context().newCDPSession(page);
    const change = async (times) => {
        for (let time = 0; time < times; time += 1) {
            await choose(page, some);
            await choose(page, others);
        }
        await session.send("HeapProfiler.collectGarbage");
        const { usedSize } = await session.send("Runtime.getHeapUsage");
        const memory = await page.evaluate(() => document.querySelectorAll("*").length);
        return { usedSize, memory };
    };
    // What is kept to be undone grows up to its bound; the first changes fill caches of the browser, too.
    const before = await change(10);
    const after = await change(25);
    assert.equal(after.memory, before.memory, "elements");
    assert.ok(after.usedSize < before.usedSize * 1.15 + 300_000, `${before.usedSize} bytes, then ${after.usedSize}`);
    await chooser.waitFor();
});

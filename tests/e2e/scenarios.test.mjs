// The scenarios that ship with the page, what each one promises, and the settings behind "More".

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { choose, deliveries, drawn, headline, logLines, openMore, openPage, openScenario } from "./harness.mjs";
import { plain, seek, slider, titles, tone, type } from "./harness.mjs";

/** What each scenario that ships is called and comes to, as the machine without a page has it. */
const SHIPPED = JSON.parse(await readFile(new URL("../golden/shipped.json", import.meta.url), "utf8"));
const FIRST = SHIPPED[0].title;

async function openPaused(t, title) {
    const page = await openPage(t, { reducedMotion: true });
    await openScenario(page, title);
    return page;
}

/** What a station of the stage says: its count and its note. */
async function station(page, name) {
    await drawn(page);
    const station = page.locator(`.station.${name}`);
    return [Number(await station.getAttribute("data-count")), await station.locator(".note").textContent()];
}

async function end(page) {
    await page.getByRole("button", { name: "To the end" }).click();
    await drawn(page);
}

/** What the verdict offers to try, without the way back. */
async function suggestions(page) {
    return (await page.locator(".verdict .try.forth").allInnerTexts()).map(plain);
}

/** The title that the chooser shows. */
function shownTitle(page) {
    return page.getByLabel("Scenario").locator("option:checked").innerText();
}

test("chooser_opened_offers_every_scenario_under_its_group", async (t) => {
    const page = await openPage(t);
    assert.deepEqual(await titles(page), SHIPPED.map(({ title }) => title));
    const groups = await page.locator(".chooser optgroup").evaluateAll((groups) =>
        groups.map((group) => [group.label, [...group.children].map((option) => option.value)]),
    );
    const names = (group) => SHIPPED.filter((scenario) => scenario.group === group).map(({ name }) => name);
    const wanted = [...new Set(SHIPPED.map(({ group }) => group))].map((group) => [group, names(group)]);
    assert.deepEqual(groups, wanted);
    assert.equal(await shownTitle(page), FIRST);
});

test("every_scenario_chosen_plays_and_says_what_it_is_and_comes_to", async (t) => {
    const page = await openPage(t);
    await titles(page);
    for (const scenario of SHIPPED) {
        const { title } = scenario;
        await choose(page, title);
        assert.equal(await shownTitle(page), title);
        assert.equal(plain(await page.locator(".about").innerText()), scenario.about, title);
        assert.equal(await tone(page), scenario.tone, title);
        // It plays: it can be paused, and time has passed.
        await page.getByRole("button", { name: "Pause", exact: true }).click();
        assert.ok(Number(await slider(page, "Time").inputValue()) > 0, title);
        assert.equal(await page.getByRole("button", { name: "Back to how it was" }).count(), 0, title);
        assert.equal(await page.getByRole("alert").count(), 0, title);
    }
});

test("scenario_whose_file_is_gone_leaves_the_run_and_says_why", async (t) => {
    const page = await openPage(t, { reducedMotion: true, mayComplain: true });
    await titles(page);
    await seek(page, 40);
    const before = await logLines(page);
    const gone = "**/scenarios/slow-videos.json";
    await page.route(gone, (route) => route.fulfill({ status: 404 }));
    await choose(page, "Slow videos");
    const complaint = page.getByRole("alert");
    assert.match(await complaint.innerText(), /^scenarios\/slow-videos\.json cannot be had: answer 404\. What was open stays/);
    assert.equal(await shownTitle(page), FIRST);
    assert.deepEqual(await logLines(page), before);
    assert.equal(await slider(page, "Time").inputValue(), "40000");
    // Without a network, and with a file that is none, too.
    await page.unroute(gone);
    await page.route(gone, (route) => route.abort());
    await choose(page, "Slow videos");
    assert.match(await complaint.innerText(), /cannot be had: no answer\./);
    await page.unroute(gone);
    await page.route(gone, (route) => route.fulfill({ body: "<!doctype html>" }));
    await choose(page, "Slow videos");
    assert.match(await complaint.innerText(), /slow-videos is no scenario: line 1: expected value/);
    assert.equal(await shownTitle(page), FIRST);
    // When it is back, it opens, and the complaint is over.
    await page.unroute(gone);
    await choose(page, "Slow videos");
    assert.equal(await shownTitle(page), "Slow videos");
    assert.equal(await complaint.count(), 0);
    assert.match(await headline(page), /the video is converted twice/);
});

test("scenario_that_comes_late_does_not_replace_the_one_chosen_after_it", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await titles(page);
    let send;
    const held = new Promise((resolve) => (send = resolve));
    await page.route("**/scenarios/slow-videos.json", async (route) => {
        await held;
        await route.continue();
    });
    const late = page.waitForResponse("**/scenarios/slow-videos.json");
    await page.getByLabel("Scenario").selectOption({ label: "Slow videos" });
    await choose(page, "A poison message");
    send();
    await (await late).finished();
    await drawn(page);
    assert.equal(await shownTitle(page), "A poison message");
    assert.match(await headline(page), /dead-letter queue/);
});

test("page_without_its_list_shows_the_first_scenario_and_says_why", async (t) => {
    const prepare = (page) => page.route("**/scenarios/index.html", (route) => route.abort());
    const page = await openPage(t, { reducedMotion: true, mayComplain: true, prepare });
    assert.match(await page.getByRole("alert").innerText(), /^scenarios\/index\.html cannot be had: no answer\./);
    assert.deepEqual(await page.getByLabel("Scenario").locator("option").allInnerTexts(), [FIRST]);
    assert.equal(await headline(page), "The job outlives its lease by 15 s: the order is charged twice.");
});

test("double_charged_order_at_its_end_was_charged_twice", async (t) => {
    const page = await openPaused(t, "The double-charged order");
    assert.equal(await headline(page), "The job outlives its lease by 15 s: the order is charged twice.");
    await end(page);
    assert.deepEqual(await station(page, "effects"), [2, "order charged twice"]);
    assert.deepEqual(await station(page, "deleted"), [0, "acknowledged"]);
    assert.equal((await logLines(page)).filter((line) => line.includes("charges the card")).length, 2);
});

test("order_with_a_heartbeat_at_its_end_was_charged_once", async (t) => {
    const page = await openPaused(t, "The same order with a heartbeat");
    assert.equal(await headline(page), "All is well: the order is charged once.");
    assert.equal(await tone(page), "well");
    await end(page);
    assert.deepEqual(await station(page, "effects"), [1, "order charged once"]);
    assert.deepEqual(await station(page, "deleted"), [1, "acknowledged"]);
    assert.equal(await page.locator(".plot .mark.beat").count(), 2);
});

test("five_hour_trap_names_the_wait_and_shows_five_hours", async (t) => {
    const page = await openPaused(t, "The five-hour trap");
    assert.match(await headline(page), /stays hidden for another 4 h 59 min/);
    assert.equal(await tone(page), "caution");
    assert.equal((await page.locator(".axis text").allTextContents()).at(-1), "5 h");
    assert.ok((await logLines(page)).includes("t=18000 worker-2 receives the message"));
    // In the middle of the wait, nobody works on it, and nobody can.
    await seek(page, 9000);
    assert.deepEqual(await station(page, "in-flight"), [1, "hidden until the ring runs out"]);
    assert.equal(await page.locator('.worker.down[data-worker="1"] .note').textContent(), "crashed at 10 s");
    assert.equal(await page.locator('.worker.idle[data-worker="2"]').count(), 1);
});

test("five_second_timeout_at_its_end_has_stored_twice", async (t) => {
    const page = await openPaused(t, "The five-second timeout");
    assert.equal(await headline(page), "The job outlives its lease by 5 s: the picture is stored twice.");
    assert.equal(await tone(page), "trouble");
    await end(page);
    assert.deepEqual(await station(page, "effects"), [2, "picture stored twice"]);
    assert.deepEqual(await station(page, "deleted"), [1, "acknowledged"]);
});

test("poison_message_at_its_end_is_a_dead_letter_after_five_receives", async (t) => {
    const page = await openPaused(t, "A poison message");
    assert.equal(await headline(page), "After 5 receives, one of 5 orders ends in the dead-letter queue.");
    const lines = await logLines(page);
    assert.equal(lines.filter((line) => line.endsWith(" receives m1")).length, 5);
    assert.equal(await page.locator('.plot .row[data-message="0"] .lease').count(), 5);
    assert.equal(lines.at(-1), "t=300 m1 moves to the dead-letter queue");
    await end(page);
    assert.deepEqual(await station(page, "dead"), [1, "after 5 receives"]);
    assert.deepEqual(await station(page, "deleted"), [4, "acknowledged"]);
    assert.deepEqual(await station(page, "effects"), [4, "4 orders booked, each once"]);
});

test("suggestion_clicked_turns_the_verdict_and_the_way_back_turns_it_again", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const back = page.getByRole("button", { name: "Back to how it was" });
    for (const title of [
        FIRST,
        "The same order with a heartbeat",
        "The five-hour trap",
        "The five-second timeout",
        "Slow videos",
        "The same file on three machines",
    ]) {
        await openScenario(page, title);
        const [before, toneBefore, offered] = [await headline(page), await tone(page), await suggestions(page)];
        assert.ok(offered.length > 0, title);
        for (const nth of offered.keys()) {
            await page.locator(".verdict .try.forth").nth(nth).click();
            // What went wrong is fixed, and what went well is broken.
            assert.equal((await tone(page)) === "well", toneBefore !== "well", `${title}: ${offered[nth]}`);
            await back.click();
            assert.equal(await headline(page), before);
            assert.deepEqual(await suggestions(page), offered);
            assert.equal(await back.count(), 0);
        }
    }
});

test("stale_delete_that_removes_the_message_ends_the_story_at_75_seconds", async (t) => {
    const page = await openPaused(t, "The double-charged order");
    assert.equal(await deliveries(page), 3);
    await openMore(page, "Queue");
    await page.getByLabel("A delete with an old receipt").selectOption("deletes the message");
    assert.deepEqual(await logLines(page), [
        "t=0 worker-1 receives the message",
        "t=30 worker-2 receives the message",
        "t=45 worker-1 charges the card and deletes",
        "t=75 worker-2 charges the card and deletes",
    ]);
    assert.equal(await deliveries(page), 2);
    await end(page);
    assert.deepEqual(await station(page, "deleted"), [1, "acknowledged"]);
    assert.deepEqual(await station(page, "effects"), [2, "order charged twice"]);
});

test("max_receive_count_of_two_ends_in_the_dead_letter_queue", async (t) => {
    const page = await openPaused(t, "The double-charged order");
    assert.equal(await page.locator(".station.dead.absent").count(), 1);
    await openMore(page, "What protects you");
    await type(page, "Max receive count", "2");
    assert.match(await headline(page), /ends in the dead-letter queue\.$/);
    assert.equal(await deliveries(page), 2);
    assert.match(await page.locator(".more > summary").innerText(), /DLQ after 2/);
    await end(page);
    assert.deepEqual(await station(page, "dead"), [1, "after 2 receives"]);
    await type(page, "Max receive count", "no limit");
    assert.equal(await page.locator(".station.dead.absent").count(), 1);
    assert.equal(await deliveries(page), 3);
});

test("crash_of_worker_1_leaves_the_message_hidden_until_the_lease_runs_out", async (t) => {
    const page = await openPaused(t, "The same order with a heartbeat");
    await openMore(page, "What goes wrong");
    await page.getByRole("button", { name: "Add: crash" }).click();
    await page.getByLabel("Crash 1, after", { exact: true }).fill("10");
    await page.getByLabel("Crash 1, after", { exact: true }).press("Enter");
    const lines = await logLines(page);
    assert.deepEqual(lines.slice(0, 3), [
        "t=0 worker-1 receives the message",
        "t=10 worker-1 crashes",
        "t=30 worker-2 receives the message",
    ]);
    assert.match(await headline(page), /^Worker-1 crashes, and the order stays hidden for another 20 s:/);
    await seek(page, 15);
    assert.equal(await page.locator('.worker.down[data-worker="1"] .note').textContent(), "crashed at 10 s");
});

test("one_worker_alone_has_nobody_to_repeat_the_job", async (t) => {
    const page = await openPaused(t, "The double-charged order");
    await openMore(page, "Workers");
    await slider(page, "Workers").press("ArrowLeft");
    assert.equal(await deliveries(page), 1);
    assert.equal(await page.locator(".worker").count(), 1);
    assert.equal(await tone(page), "caution");
    assert.match(await page.locator(".more > summary").innerText(), /1 worker ·/);
});

test("setting_of_what_a_heartbeat_sets_appears_with_the_heartbeat", async (t) => {
    const page = await openPaused(t, "The double-charged order");
    await openMore(page, "What protects you");
    assert.equal(await slider(page, "A heartbeat sets").count(), 0);
    await type(page, "Heartbeat every", "20");
    // A heartbeat that sets less than the time to the next one loses the lease all the same.
    await type(page, "A heartbeat sets", "10");
    assert.equal(await tone(page), "trouble");
    assert.ok((await logLines(page)).includes("t=20 worker-1 extends visibility to t=30"));
});

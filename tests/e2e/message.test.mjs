// The card of a message: which one, what is true of it now, why it came to that, and what would have prevented it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, choose, drawn, headline, openPage, openScenario, plain, seek, slider, spoken, type } from "./harness.mjs";

const card = (page) => page.locator(".card.message");
const picker = (page) => page.getByLabel("Which message", { exact: true });
const steps = (page) => card(page).locator(".chain li");
const fixes = (page) => card(page).locator(".fixes .try");

async function picked(page) {
    await drawn(page);
    return plain(await picker(page).locator("option:checked").innerText());
}

/** The receipts, newest first: "current receipt 2, worker-2 lease until 1 min; at work since 30 s". */
async function receipts(page) {
    await drawn(page);
    const all = await card(page).locator(".receipts li").allInnerTexts();
    return all.map((text) => plain(text).replaceAll(/\s+/g, " ").trim());
}

async function state(page) {
    await drawn(page);
    return plain(await card(page).locator(".state").innerText());
}

/** The step at the playhead. */
async function currentStep(page) {
    await drawn(page);
    return plain(await card(page).locator("[aria-current=step]").innerText()).replaceAll(/\s+/g, " ");
}

/** Tabs on until the element has the focus. */
async function tabTo(page, element) {
    for (let presses = 0; presses < 90; presses++) {
        if (await element.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press("Tab");
    }
    assert.fail("Tab does not reach it");
}

test("order_charged_twice_is_told_of_step_by_step_and_each_step_leads_to_its_instant", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    assert.equal(await picked(page), "m1: charged twice");
    assert.match(plain(await card(page).locator(".outcome").innerText()), /^m1 is charged twice\. 3 deliveries/);
    const lapse = steps(page).filter({ hasText: "15 s before worker-1 is done" });
    await lapse.getByRole("button").click();
    assert.equal(await slider(page, "Time").inputValue(), "30000");
    const repeat = steps(page).filter({ hasText: "again: twice" });
    await repeat.getByRole("button").click();
    assert.equal(await slider(page, "Time").inputValue(), "75000");
    assert.match(plain(await repeat.innerText()), /by “A second effect”/);
    await seek(page, 31);
    assert.match(await currentStep(page), /^30 s worker-2: receives it, delivery 2/);
    assert.ok((await card(page).locator(".chain .later").count()) > 3, "what is to come is dimmed");
});

test("message_at_any_instant_shows_its_state_and_each_receipt_with_what_it_is_good_for", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    assert.equal(await state(page), "In flight: lent to worker-1, hidden until 30 s.");
    assert.deepEqual(await receipts(page), ["current receipt 1, worker-1 lease until 30 s; at work since 0 s"]);
    await seek(page, 46);
    assert.equal(await state(page), "In flight: lent to worker-2, hidden until 1 min.");
    assert.deepEqual(await receipts(page), [
        "current receipt 2, worker-2 lease until 1 min; at work since 30 s",
        "stale receipt 1, worker-1 lease ended at 30 s; done at 45 s, its delete did nothing",
    ]);
    const fact = (name) => card(page).locator("dl div", { hasText: name }).locator("dd").innerText();
    assert.deepEqual([await fact("Receive count"), await fact("So far")], ["2", "charged once"]);
    await seek(page, 80);
    assert.equal(await fact("So far"), "charged twice");
});

test("fix_clicked_prevents_it_says_what_protects_and_is_undone", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await fixes(page).filter({ hasText: "Send a heartbeat every 20 s" }).click();
    assert.equal(await spoken(page, "Heartbeat every"), "20 seconds");
    assert.match(await headline(page), /^All is well/);
    assert.equal(await fixes(page).count(), 0);
    assert.match(plain(await card(page).locator(".guards").innerText()), /Heartbeats, sent twice, kept the lease open beyond 30 s\./);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    assert.match(await headline(page), /charged twice/);
    assert.ok((await fixes(page).count()) >= 2);
});

test("with_the_keyboard_alone_one_finds_out_why_and_mends_it", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await tabTo(page, page.getByRole("button", { name: "Why?" }));
    await page.keyboard.press("Enter");
    assert.match(await page.evaluate(() => document.activeElement.textContent), /^Why\? m1/);
    const lapse = steps(page).filter({ hasText: "15 s before worker-1 is done" }).getByRole("button");
    await tabTo(page, lapse);
    await page.keyboard.press("Enter");
    assert.equal(await slider(page, "Time").inputValue(), "30000");
    assert.ok(await lapse.evaluate((button) => button === document.activeElement), "the focus stays");
    await tabTo(page, fixes(page).first());
    await page.keyboard.press("Enter");
    assert.match(await headline(page), /^All is well/);
});

test("why_beside_the_verdict_brings_the_chain_into_view_on_a_phone", async (t) => {
    const page = await openPage(t, { reducedMotion: true, width: 390, height: 844 });
    await page.getByRole("button", { name: "Why?" }).click();
    const { y } = await steps(page).first().boundingBox();
    assert.ok(y > 0 && y < 844, `${y}`);
});

test("messages_are_picked_by_list_and_by_the_buttons_beside_it_those_in_trouble_first", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openScenario(page, "Double charges in a busy period");
    const options = await picker(page).locator("option").allInnerTexts();
    assert.deepEqual(options.map(plain), ["m3: charged twice", "m4: charged twice", "m1", "m2", "m5", "m6"]);
    assert.equal(await picked(page), "m3: charged twice");
    await picker(page).selectOption({ label: "m1" });
    assert.equal(await picked(page), "m1");
    assert.match(plain(await card(page).locator(".guards").innerText()), /The lease outlived the job by 18 s/);
    await page.getByRole("button", { name: "The message after" }).press("Enter");
    assert.equal(await picked(page), "m2");
    await page.getByRole("button", { name: "The message before" }).click();
    assert.equal(await picked(page), "m1");
    assert.ok(await page.getByRole("button", { name: "The message before" }).isDisabled());
    await picker(page).focus();
    await page.keyboard.press("Home");
    assert.equal(await picked(page), "m3: charged twice");
});

test("message_followed_says_so_until_it_is_followed_no_more", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const follow = page.getByRole("button", { name: "Follow m1" });
    assert.equal(await follow.getAttribute("aria-pressed"), "false");
    await follow.click();
    assert.equal(await follow.getAttribute("aria-pressed"), "true");
    await follow.press("Enter");
    assert.equal(await follow.getAttribute("aria-pressed"), "false");
});

test("run_without_a_message_says_that_there_is_none", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await page.locator(".more > summary").click();
    await page.locator(".group > summary", { hasText: "Arrivals" }).click();
    await page.getByRole("button", { name: "Remove send 1" }).click();
    assert.match(await card(page).innerText(), /Nothing is sent in this run/);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    assert.equal(await picked(page), "m1: charged twice");
});

test("long_run_finds_its_troubles_a_moment_later_and_fixes_only_when_asked", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await page.locator(".more > summary").click();
    await page.locator(".group > summary", { hasText: "Arrivals" }).click();
    await page.locator(".group > summary", { hasText: "The run" }).click();
    await type(page, "Length", "5h");
    const set = async (name, text) => {
        await page.getByLabel(name, { exact: true }).fill(text);
        await page.getByLabel(name, { exact: true }).press("Enter");
        await drawn(page);
    };
    await set("Send 1, every", "3");
    await set("Send 1, messages", "6000");
    await page.locator(".computing").waitFor({ state: "detached" });
    const ask = page.getByRole("button", { name: /^Find fixes/ });
    await ask.waitFor();
    assert.equal(await fixes(page).count(), 0);
    await ask.click();
    await fixes(page).first().waitFor({ timeout: 60_000 });
});

test("message_card_that_plays_is_drawn_only_when_what_it_says_changes", async (t) => {
    const page = await openPage(t);
    await seek(page, 31);
    // Between 31 and 45 s nothing becomes of the message: about a second at ten times the speed.
    const changes = await page.evaluate(async () => {
        let changes = 0;
        const watch = new MutationObserver((records) => (changes += records.length));
        watch.observe(document.querySelector(".card.message"), { subtree: true, childList: true, attributes: true, characterData: true });
        document.querySelector('button[aria-label="Play"]').click();
        await new Promise((wait) => {
            const look = () => (document.querySelector(".time").textContent.startsWith("4") ? wait() : requestAnimationFrame(look));
            look();
        });
        watch.disconnect();
        return changes;
    });
    assert.equal(changes, 0);
});

for (const [theme, width, height] of [["light", 1440, 900], ["dark", 1440, 900], ["light", 820, 1180], ["dark", 390, 844], ["light", 320, 700]]) {
    test(`message_card_of_${width}_px_${theme}_is_accessible_and_fits`, async (t) => {
        const page = await openPage(t, { reducedMotion: true, theme, width, height });
        for (const title of ["The double-charged order", "FIFO: the same send six minutes later", "Lambda: dead letters that nobody worked on"]) {
            await choose(page, title);
            await seek(page, 40);
            assert.deepEqual(await accessibilityProblems(page), [], title);
            const misfits = await card(page).locator("*").evaluateAll((all) =>
                all.filter((it) => it.checkVisibility() && (it.getBoundingClientRect().right > innerWidth
                    || (it.matches("button, time, .standing, dd") && it.scrollWidth > it.clientWidth + 1)))
                    .map((it) => it.outerHTML.slice(0, 120)),
            );
            assert.deepEqual(misfits, [], title);
            const small = await card(page).locator("button, select").evaluateAll((all) =>
                all.filter((it) => it.getBoundingClientRect().height < 24).map((it) => it.outerHTML.slice(0, 120)),
            );
            assert.deepEqual(small, [], title);
        }
    });
}

// The stage of the whole page: picking messages by mouse and by keyboard, and what it shows of many.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, drawn, openPage, plain, seek } from "./harness.mjs";
import { BATCHES, CROWD, DOZENS, GROUPS, openRun } from "./runs.mjs";

function list(page) {
    return page.getByRole("listbox", { name: "Messages on the stage" });
}

function option(page, name) {
    return list(page).getByRole("option", { name });
}

/** The names of what is marked as picked. */
async function picked(page) {
    await drawn(page);
    const marked = await list(page).locator('[aria-selected="true"]').all();
    return Promise.all(marked.map((spot) => spot.getAttribute("aria-label")));
}

/** The name of what the keyboard is on. */
async function active(page) {
    await drawn(page);
    return list(page).evaluate((list) => document.getElementById(list.getAttribute("aria-activedescendant"))?.ariaLabel);
}

/** What a listener hears. */
async function told(page) {
    await drawn(page);
    return plain(await page.locator(".stage [aria-live]").textContent());
}

async function crewRows(page) {
    await drawn(page);
    return page.locator(".crew .title").allTextContents();
}

test("message_clicked_is_marked_at_every_instant_until_it_is_clicked_again", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await seek(page, 10);
    await option(page, "m1, in flight").click();
    assert.deepEqual(await picked(page), ["m1, in flight"]);
    await seek(page, 40);
    // Its ghost with the worker that lost it, and the message itself.
    assert.deepEqual(await picked(page), ["m1, still worked on without a lease", "m1, in flight"]);
    assert.equal(await page.locator(".token .halo").count(), 2);
    await option(page, "m1, in flight").click();
    assert.deepEqual(await picked(page), []);
});

test("message_reached_by_keys_is_picked_by_enter_and_let_go_by_escape", async (t) => {
    const page = await openRun(t, BATCHES);
    await seek(page, 30);
    await list(page).focus();
    const first = await active(page);
    await page.keyboard.press("ArrowRight");
    const second = await active(page);
    assert.notEqual(second, first);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await active(page), first);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    assert.deepEqual(await picked(page), [second]);
    await page.keyboard.press("Escape");
    assert.deepEqual(await picked(page), []);
    await page.keyboard.press("End");
    const last = await active(page);
    await page.keyboard.press("ArrowRight");
    assert.equal(await active(page), last, "beyond the last there is none");
    // The arrows move on the stage, and not the playhead.
    assert.match(await told(page), /^At 30 s/);
});

test("focus_stays_on_the_stage_when_the_message_leaves", async (t) => {
    const page = await openRun(t, BATCHES);
    await seek(page, 30);
    await option(page, "m2, in flight").click();
    await list(page).focus();
    await page.locator(".scrub").evaluate((scrub) => {
        scrub.value = "45000";
        scrub.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await drawn(page);
    assert.ok(await list(page).evaluate((list) => list === document.activeElement));
    assert.deepEqual(await picked(page), ["m2, deleted"]);
});

test("number_on_a_card_picks_the_first_message_that_it_counts", async (t) => {
    const page = await openRun(t, BATCHES);
    await seek(page, 30);
    const more = option(page, "3 more with worker-1; picks m3");
    await more.click();
    assert.deepEqual(await picked(page), ["3 more with worker-1, m3 among them; picks m3"]);
    assert.equal(await page.locator(".token.stack.selected .words").textContent(), "m3 +2");
});

test("ten_thousand_messages_are_a_few_tokens_a_counted_stack_and_a_row_for_each_state_of_the_workers", async (t) => {
    const page = await openRun(t, CROWD);
    await seek(page, 20);
    // One every 50 ms: 401 by then, of which 200 are with workers and 201 wait.
    assert.equal(await page.locator(".station.visible").getAttribute("data-count"), "201");
    const shapes = await page.locator(".stage svg *").count();
    assert.ok(shapes < 400, `${shapes} shapes`);
    const tokens = await page.locator(".token.disc:not(.stack *)").count();
    const stack = option(page, /more visible; picks/);
    assert.match(await stack.getAttribute("aria-label"), new RegExp(`^${201 - tokens} more visible`));
    assert.deepEqual(await crewRows(page), [
        "200 work under their leases",
        "0 lost their leases and work on",
        "0 wait for messages",
        "0 are down",
    ]);
    await seek(page, 35);
    // Those received up to 5 s have lost their leases: 101 of them, 0 to 5 s at 50 ms.
    assert.equal((await crewRows(page))[1], "101 lost their leases and work on");
});

test("worker_of_a_message_picked_in_a_crowd_has_its_card", async (t) => {
    const page = await openRun(t, CROWD);
    await seek(page, 20);
    assert.equal(await page.locator(".worker").count(), 0);
    await page.getByRole("tab", { name: "Table" }).click();
    await page.getByRole("table", { name: /^The messages/ }).getByRole("button", { name: "m5", exact: true }).click();
    assert.deepEqual(await picked(page), ["m5, in flight"]);
    assert.deepEqual(await page.locator(".worker text").allTextContents(), ["worker-5", "receipt 1, lease has 11 s left"]);
    await seek(page, 35);
    // Its worker lost it at 30.2 s, and the message waits again.
    assert.deepEqual(await page.locator(".worker .title").allTextContents(), ["worker-5"]);
    assert.match((await picked(page)).join(), /still worked on without a lease/);
});

test("group_of_a_fifo_queue_is_locked_while_its_message_is_in_flight", async (t) => {
    const page = await openRun(t, GROUPS);
    await seek(page, 5);
    assert.deepEqual(await page.locator(".lane .title").allTextContents(), [
        "group-1: 1 behind m1",
        "group-2: 1 behind m2",
    ]);
    assert.equal(await page.locator(".lane .lock").count(), 2);
    assert.equal(await option(page, "m3, visible, blocked by its group").count(), 1);
    assert.match(await told(page), /group-1: 1 waits for m1\./);
    await seek(page, 25);
    assert.equal(await page.locator(".lane .lock").count(), 0);
    assert.deepEqual(await page.locator(".lane .title").allTextContents(), ["group-1", "group-2"]);
});

test("two_dozen_workers_have_a_card_with_a_number_and_a_word_each", async (t) => {
    const page = await openRun(t, DOZENS);
    await seek(page, 10);
    assert.equal(await page.locator(".cells .worker").count(), 24);
    assert.deepEqual(await page.locator('[data-worker="24"] text').allTextContents(), ["24", "90 s"]);
});

test("many_messages_on_their_way_make_the_way_thick", async (t) => {
    const page = await openRun(t, { ...CROWD, arrivals: [{ at: "5s", count: 5000, every: 0 }] }, { reducedMotion: false });
    await seek(page, 5);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".link .many").first().waitFor();
    assert.equal(await page.locator(".token.travels").count(), 0);
});

test("stepped_run_tells_what_happened_and_how_things_stand", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await page.getByRole("button", { name: "Next event" }).or(page.locator(".transport button").nth(3)).first().click();
    assert.match(await told(page), /^worker-2 receives the message\. At 30 s: 0 visible, 1 in flight/);
    await page.keyboard.press("ArrowRight");
    assert.match(await told(page), /^worker-1 charges the card and deletes with an old receipt.*At 45 s/);
});

test("playing_run_is_told_in_sentences_now_and_then", async (t) => {
    const page = await openPage(t);
    await page.locator(".stage [aria-live]").filter({ hasText: "receives the message" }).waitFor({ state: "attached", timeout: 20_000 });
    // Not the whole instant: that would change with each frame.
    assert.doesNotMatch(await told(page), /visible, \d+ in flight/);
});

for (const [name, scenario, seconds] of [
    ["crowd", CROWD, 80],
    ["two_dozen_workers", DOZENS, 40],
    ["fifo_queue", GROUPS, 5],
    ["batches", BATCHES, 30],
]) {
    test(`stage_of_a_${name}_has_no_accessibility_problem_and_fits_every_width`, async (t) => {
        const page = await openRun(t, scenario);
        await seek(page, seconds);
        const problems = [];
        for (const theme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
            problems.push(...(await accessibilityProblems(page)).map((problem) => `${theme}: ${problem}`));
        }
        for (const width of [1440, 820, 390, 320]) {
            await page.setViewportSize({ width, height: 900 });
            await drawn(page);
            problems.push(...(await page.evaluate(beyond)).map((problem) => `${width} px wide: ${problem}`));
        }
        assert.deepEqual(problems, []);
    });
}

/** Which texts of the stage stick out of their station or overlap another one; runs in the page. */
function beyond() {
    const problems = [];
    const { right } = document.querySelector(".stage").getBoundingClientRect();
    if (right > innerWidth) problems.push(`the stage ends at ${right} px`);
    const stage = document.querySelector(".stage svg");
    const texts = [...stage.querySelectorAll("text")].filter((text) => text.textContent);
    const frame = stage.getBoundingClientRect();
    const boxes = texts.map((text) => [text.textContent, text.getBoundingClientRect(), text.closest(".token") !== null]);
    for (const [nth, [text, box, isToken]] of boxes.entries()) {
        if (box.left < frame.left - 1 || box.right > frame.right + 1) problems.push(`"${text}" sticks out of the stage`);
        for (const [other, its, isOtherToken] of boxes.slice(nth + 1)) {
            if (isToken && isOtherToken) continue;
            const across = Math.min(box.right, its.right) - Math.max(box.left, its.left);
            const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
            if (across > 2 && down > 2) problems.push(`"${text}" overlaps "${other}"`);
        }
    }
    return problems;
}

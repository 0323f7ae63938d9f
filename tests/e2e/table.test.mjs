// The instant as a table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, drawn, openPage, plain, seek } from "./harness.mjs";
import { BATCHES, CROWD, GROUPS, openRun } from "./runs.mjs";

async function openTable(page) {
    await page.getByRole("tab", { name: "Table" }).click();
    await drawn(page);
}

/** The rows of a table by its caption, each as its cells. */
async function rows(page, caption) {
    await drawn(page);
    const rows = await page.getByRole("table", { name: caption }).locator("tbody tr").all();
    return Promise.all(rows.map(async (row) => (await row.locator("th, td").allInnerTexts()).map(plain)));
}

test("table_opened_with_the_mouse_shows_queue_workers_and_messages_of_the_instant", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await seek(page, 40);
    await openTable(page);
    assert.deepEqual(await rows(page, "The queue at 40 s"), [["0", "1", "0", "2", "2", "0"]]);
    // 40 of 45 s, and 10 of 45 s.
    assert.deepEqual(await rows(page, "The workers at 40 s"), [
        ["worker-1", "works on without a lease", "m1", "1, stale", "none", "88 %", "0"],
        ["worker-2", "works", "m1", "2, current", "20 s", "22 %", "0"],
    ]);
    assert.deepEqual(await rows(page, "The messages at 40 s"), [
        ["m1", "in flight with worker-2; also worked on without a lease", "30 s", "2", "1 min", "0"],
    ]);
    await seek(page, 75);
    assert.equal((await rows(page, "The messages at 1 min 15 s"))[0].at(-1), "2");
});

test("table_opened_with_keys_picks_a_message_for_the_whole_page", async (t) => {
    const page = await openRun(t, BATCHES);
    await seek(page, 30);
    await page.getByRole("tab", { name: "Event log" }).focus();
    await page.keyboard.press("End");
    const pick = page.getByRole("table", { name: /^The messages/ }).getByRole("button", { name: "m4", exact: true });
    await pick.focus();
    await page.keyboard.press("Enter");
    await drawn(page);
    assert.equal(await pick.getAttribute("aria-pressed"), "true");
    assert.match(await page.locator('.stage [aria-selected="true"]').getAttribute("aria-label"), /m4 among them/);
    // The picked one has the first row.
    assert.equal((await rows(page, /^The messages/))[0][0], "m4");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator('.stage [aria-selected="true"]').count(), 0);
});

test("table_of_a_fifo_queue_tells_for_whom_a_message_waits", async (t) => {
    const page = await openRun(t, GROUPS);
    await seek(page, 5);
    await openTable(page);
    const states = (await rows(page, "The messages at 5 s")).map(([name, state]) => `${name}: ${state}`);
    assert.deepEqual(states, [
        "m1: in flight with worker-1",
        "m2: in flight with worker-2",
        "m3: visible, waits for m1 of its group",
        "m4: visible, waits for m2 of its group",
    ]);
});

test("table_of_ten_thousand_messages_shows_those_that_matter_and_counts_the_rest", async (t) => {
    const page = await openRun(t, CROWD);
    await seek(page, 20);
    await openTable(page);
    const messages = await rows(page, "The messages at 20 s");
    assert.equal(messages.length, 51);
    // 401 are sent by then.
    assert.deepEqual(messages.at(-1), ["and 351 more"]);
    assert.equal((await rows(page, "The workers at 20 s")).length, 200);
});

test("table_of_a_run_that_was_paused_shows_that_very_instant", async (t) => {
    const page = await openPage(t);
    await openTable(page);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await drawn(page);
    const end = (await page.locator(".stage [aria-live]").textContent()).match(/At ([^:]*):/)[1];
    const caption = await page.locator(".sheet caption").first().textContent();
    assert.ok(plain(caption).startsWith(`The queue at ${plain(end).split(".")[0].replace(/ s$/, "")}`), `${caption}, ${end}`);
});

test("table_has_no_accessibility_problem_and_does_not_widen_the_page", async (t) => {
    const page = await openRun(t, BATCHES);
    await seek(page, 30);
    await openTable(page);
    const problems = [];
    for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        problems.push(...(await accessibilityProblems(page)).map((problem) => `${theme}: ${problem}`));
    }
    assert.deepEqual(problems, []);
    for (const width of [820, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        const right = await page.locator(".tabs").evaluate((tabs) => tabs.getBoundingClientRect().right);
        assert.ok(right <= width, `the table's card ends at ${right} px of ${width}`);
    }
});

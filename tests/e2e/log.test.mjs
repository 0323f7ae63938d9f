// The event log: its lines, what it shows of them, and how one goes through it with a mouse and with the keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, choose, drawn, logLines, openPage, openScenario, seek, slider } from "./harness.mjs";

const POISON = "A poison message";
const TROUBLE = "charges the card and deletes with an old receipt: 200, and nothing is deleted";

function list(page) {
    return page.getByRole("listbox", { name: "Event log" });
}

/** Those lines that are in the document. */
function lines(page) {
    return list(page).getByRole("option");
}

/** The instant shown, in milliseconds. */
async function instant(page) {
    await drawn(page);
    return Number(await slider(page, "Time").inputValue());
}

/** How many lines there are, in words. */
async function counted(page) {
    await drawn(page);
    return page.locator(".log").getByRole("status").innerText();
}

/** The numbers of the lines that can be seen at least in part, in the order in which they stand. */
async function seen(page) {
    await drawn(page);
    return list(page).evaluate((list) => {
        const view = list.getBoundingClientRect();
        const isSeen = ({ top, bottom }) => bottom > view.top + 1 && top < view.bottom - 1;
        const rows = [...list.querySelectorAll("[role=option]")].filter((row) => isSeen(row.getBoundingClientRect()));
        return rows.map((row) => Number(row.getAttribute("aria-posinset")));
    });
}

/** The number of the line that is read by the keyboard. */
async function active(page) {
    await drawn(page);
    const id = await list(page).getAttribute("aria-activedescendant");
    return Number(await page.locator(`#${id}`).getAttribute("aria-posinset"));
}

function openLog(t, options = {}) {
    return openPage(t, { reducedMotion: true, ...options });
}

/** Opens the page with a run of forty thousand lines: of 20,000 orders, two each second. */
async function openLong(t, options = {}) {
    const scenario = {
        title: "Busy",
        workers: { count: 50, job: 10 },
        arrivals: [{ count: 20_000, every: "500ms" }],
        horizon: "3h",
    };
    const prepare = (page) => page.route("**/scenarios/poison-message.json", (route) => route.fulfill({ json: scenario }));
    const page = await openPage(t, { reducedMotion: true, prepare, ...options });
    page.setDefaultTimeout(60_000);
    await openScenario(page, POISON);
    await page.getByText(/^\d{5} lines$/).waitFor();
    return page;
}

async function inDocument(page) {
    await drawn(page);
    return lines(page).count();
}

// --- Going to a line -------------------------------------------------------------------------------------------------

test("line_clicked_shows_its_instant_and_is_the_current_one", async (t) => {
    const page = await openLog(t);
    await lines(page).filter({ hasText: "t=45" }).click();
    assert.equal(await instant(page), 45_000);
    assert.equal(await list(page).locator("[aria-selected=true] .at").innerText(), "t=45");
    assert.equal(await list(page).locator("[aria-current=time]").count(), 1);
});

test("text_selected_with_the_mouse_is_selected_and_moves_nothing", async (t) => {
    const page = await openLog(t);
    const text = lines(page).filter({ hasText: "t=30" }).locator(".what");
    await text.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await text.boundingBox();
    await page.mouse.move(x + 1, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + Math.min(width, 600) - 1, y + height / 2, { steps: 5 });
    await page.mouse.up();
    assert.equal(await page.evaluate(() => getSelection().toString()), "worker-2 receives the message");
    assert.equal(await instant(page), 0);
});

test("log_is_gone_through_by_the_keyboard_and_enter_goes_to_a_line", async (t) => {
    const page = await openLog(t);
    await page.getByRole("tab", { name: "Event log" }).focus();
    // Worker and kind are between: there is only one message to filter by.
    for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "listbox");
    const heard = [];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "End", "Home", "PageDown"]) {
        await page.keyboard.press(key);
        heard.push(await active(page));
    }
    assert.deepEqual(heard, [2, 3, 2, 5, 1, 5]);
    assert.equal(await instant(page), 0, "reading moves nothing");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    assert.equal(await instant(page), 60_000);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
});

// --- What is shown ---------------------------------------------------------------------------------------------------

test("log_is_filtered_by_kind_worker_and_message_with_the_mouse", async (t) => {
    const page = await openLog(t);
    assert.equal(await counted(page), "5 lines");
    await page.getByRole("combobox", { name: "Kind", exact: true }).selectOption({ label: "Trouble" });
    assert.deepEqual(await logLines(page), [`t=45 worker-1 ${TROUBLE}`, `t=75 worker-2 ${TROUBLE}`]);
    assert.equal(await counted(page), "2 of 5 lines");
    await page.getByRole("combobox", { name: "Worker", exact: true }).selectOption({ label: "worker-2" });
    assert.deepEqual(await logLines(page), [`t=75 worker-2 ${TROUBLE}`]);
    await page.getByRole("button", { name: "All lines" }).click();
    assert.equal(await counted(page), "5 lines");
    assert.equal(await page.getByRole("combobox", { name: "Kind", exact: true }).inputValue(), "");
    assert.equal(await page.getByRole("combobox", { name: "Worker", exact: true }).inputValue(), "");
});

test("log_is_filtered_by_the_keyboard_and_a_message_that_is_none_is_explained", async (t) => {
    const page = await openLog(t);
    await openScenario(page, POISON);
    const all = await logLines(page);
    const message = page.getByRole("textbox", { name: "Message", exact: true });
    await page.getByRole("tab", { name: "Event log" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("m1");
    const only = await logLines(page);
    assert.ok(only.length > 0 && only.length < all.length && only.every((line) => / m1\b/.test(line)), only.join("\n"));
    assert.equal(await counted(page), `${only.length} of ${all.length} lines`);
    await page.keyboard.type("00");
    assert.equal(
        await page.locator(".log").getByRole("alert").innerText(),
        "There is no message m100: they are called m1 to m5. Those of all messages are shown.",
    );
    assert.equal(await message.getAttribute("aria-invalid"), "true");
    assert.deepEqual(await logLines(page), all);
    await message.fill("");
    assert.equal(await message.getAttribute("aria-invalid"), null);
    // The next field is the worker's; the one after that the kind's.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Dead");
    assert.deepEqual(await logLines(page), ["t=300 m1 moves to the dead-letter queue"]);
});

test("message_picked_out_on_the_stage_can_be_the_only_one_in_the_log", async (t) => {
    const page = await openLog(t);
    await openScenario(page, POISON);
    assert.equal(await page.getByRole("button", { name: "Only m1", exact: true }).count(), 0);
    await page.locator(".stage").getByRole("option", { name: "m1, in flight" }).click();
    const only = page.getByRole("button", { name: "Only m1", exact: true });
    await only.focus();
    await page.keyboard.press("Enter");
    await drawn(page);
    assert.equal(await page.getByRole("textbox", { name: "Message", exact: true }).inputValue(), "m1");
    assert.ok((await logLines(page)).every((line) => / m1\b/.test(line)));
    assert.equal(await only.count(), 0);
    // The button is gone, and the focus is where it led.
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Event log");
});

test("filter_that_fits_nothing_says_so", async (t) => {
    const page = await openLog(t);
    await page.getByRole("combobox", { name: "Kind", exact: true }).selectOption({ label: "Lease extended" });
    assert.equal(await counted(page), "None of 5 lines");
    await list(page).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await instant(page), 0);
});

// --- Following the playhead ------------------------------------------------------------------------------------------

test("log_follows_the_playhead_and_the_page_stays_where_it_is", async (t) => {
    const page = await openLong(t);
    await list(page).scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    for (const seconds of [3000, 9000, 10, 10_800]) {
        await slider(page, "Time").evaluate((slider, value) => {
            slider.value = value;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
        }, seconds * 1000);
        const last = Number(await list(page).locator("[aria-selected=true]").getAttribute("aria-posinset"));
        assert.ok((await seen(page)).includes(last), `line ${last} is not seen at ${seconds} s`);
    }
    assert.equal(await page.evaluate(() => scrollY), top);
});

test("log_scrolled_by_hand_stays_there_until_it_is_sent_back", async (t) => {
    const page = await openLong(t);
    await list(page).scrollIntoViewIfNeeded();
    assert.equal(await page.getByRole("button", { name: "Back to now" }).count(), 0);
    await list(page).hover();
    await page.mouse.wheel(0, 2800);
    await page.getByRole("button", { name: "Back to now" }).waitFor();
    const there = await seen(page);
    assert.ok(there[0] > 90 && there[0] < 110, `2800 px are a hundred lines: ${there}`);
    await seek(page, 5000);
    assert.deepEqual(await seen(page), there, "it stays");
    await page.getByRole("button", { name: "Back to now" }).focus();
    await page.keyboard.press("Enter");
    await drawn(page);
    const now = Number(await list(page).locator("[aria-selected=true]").getAttribute("aria-posinset"));
    assert.ok((await seen(page)).includes(now));
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "listbox");
    assert.equal(await page.getByRole("button", { name: "Back to now" }).count(), 0);
});

// --- A long one ------------------------------------------------------------------------------------------------------

test("lines_of_a_long_log_are_in_the_document_where_they_are_seen_and_nowhere_else", async (t) => {
    const page = await openLong(t);
    await list(page).scrollIntoViewIfNeeded();
    const count = Number(await lines(page).first().getAttribute("aria-setsize"));
    assert.ok(count >= 40_000, `${count}`);
    await list(page).hover();
    let last = 0;
    for (const way of [0, 130, 27, 40_000, 500_000, 5_000_000]) {
        await page.mouse.wheel(0, way);
        await drawn(page);
        const there = await seen(page);
        assert.ok((await inDocument(page)) < 100, "few are in the document");
        assert.ok(there.length >= 12, `the view is full: ${there}`);
        assert.deepEqual(there, there.map((_, nth) => there[0] + nth));
        assert.ok(there[0] >= last, `${there[0]} after ${last}`);
        last = there[0];
    }
    assert.equal((await seen(page)).at(-1), count);
});

test("long_log_is_gone_through_by_the_keyboard_from_end_to_end", async (t) => {
    const page = await openLong(t);
    const count = Number(await lines(page).first().getAttribute("aria-setsize"));
    await list(page).focus();
    for (const [key, line] of [["End", count], ["ArrowUp", count - 1], ["Home", 1], ["ArrowDown", 2]]) {
        await page.keyboard.press(key);
        assert.equal(await active(page), line);
        assert.ok((await seen(page)).includes(line), `${line} after ${key}`);
    }
    for (let page_down = 0; page_down < 3; page_down += 1) {
        const before = await active(page);
        await page.keyboard.press("PageDown");
        assert.ok((await seen(page)).includes(await active(page)));
        assert.ok((await seen(page)).includes(before) || (await active(page)) > before + 5);
    }
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await drawn(page);
    assert.equal(await list(page).locator("[aria-selected=true]").getAttribute("aria-posinset"), String(count));
});

// --- For everyone, everywhere ----------------------------------------------------------------------------------------

test("log_has_no_accessibility_problem_filtered_or_roaming", async (t) => {
    const page = await openLog(t);
    await openScenario(page, POISON);
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("m77");
    await list(page).focus();
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Back to now" }).waitFor();
    const problems = [];
    for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme });
        problems.push(...(await accessibilityProblems(page)).map((problem) => `${theme}: ${problem}`));
    }
    assert.deepEqual(problems, []);
});

test("log_on_a_small_phone_breaks_its_lines_and_hides_none_of_them", async (t) => {
    const page = await openLog(t, { width: 320, height: 640 });
    await choose(page, POISON);
    await list(page).scrollIntoViewIfNeeded();
    const cut = await lines(page).evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.textContent));
    assert.deepEqual(cut, []);
    const { width } = await page.locator(".log").boundingBox();
    assert.ok(width <= 320, `${width}`);
    const targets = await page.locator(".filters :is(input, select, button), .lines [role=option]").evaluateAll((targets) =>
        targets.map((target) => target.getBoundingClientRect().height),
    );
    assert.ok(targets.every((height) => height >= 24), `${targets}`);
});

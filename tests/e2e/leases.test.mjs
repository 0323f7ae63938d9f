// The lease chart of the whole page: zoomed, panned, walked through, by message and by worker, with a mouse and with keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, drawn, openPage, openScenario, seek, type } from "./harness.mjs";

/** The instants at the ends of the axis' labels: what is shown, roughly. */
async function labels(page) {
    await drawn(page);
    return page.locator(".strip.under .axis text").allTextContents();
}

function button(page, name) {
    return page.getByRole("button", { name, exact: true });
}

function lease(page, ix) {
    return page.locator(`.this-run .lease[data-lease="${ix}"]`);
}

function story(page) {
    return page.locator(".story");
}

async function time(page) {
    await drawn(page);
    return page.locator(".time").innerText();
}

/** A point on the band of a delivery, so many pixels from its left end. */
async function onBand(page, ix, across) {
    const { x, y } = await lease(page, ix).locator(".band").boundingBox();
    return [x + across, y + 6];
}

/** Where an instant of the whole run is across the page, by the ticks of the double charge: ten seconds apart. */
async function across(page, seconds) {
    const { x } = await page.locator(".this-run .plot").boundingBox();
    const ticks = await page.locator(".this-run .axis line").evaluateAll((ticks) => ticks.map((tick) => Number(tick.getAttribute("x1"))));
    return x + ticks[0] + ((ticks[1] - ticks[0]) * seconds) / 10;
}

/** Sends touches to the chart, as the browser does: each is [identifier, x]. */
async function touch(page, kind, fingers) {
    const { y } = await page.locator(".this-run .plot").boundingBox();
    for (const [pointerId, clientX] of fingers) {
        await page.locator(".this-run .plot").dispatchEvent(kind, {
            pointerId, clientX, clientY: y + 100, pointerType: "touch", button: 0, buttons: kind === "pointerup" ? 0 : 1, bubbles: true,
        });
    }
}

test("chart_zoomed_with_the_buttons_shows_less_time_around_the_playhead_and_all_of_it_again", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await seek(page, 30);
    const whole = await labels(page);
    assert.deepEqual([whole[0], whole.at(-1)], ["0 s", "90 s"]);
    for (let presses = 0; presses < 4; presses++) await button(page, "Zoom in").click();
    // 90 s by 0.625 four times is 13.7 s, of which a third is before 30 s.
    const part = await labels(page);
    assert.deepEqual([part[0], part.at(-1)], ["26 s", "39 s"]);
    assert.match(await page.locator(".shown").innerText(), /^25\.\d+ s to 39\.\d+ s is shown$/);
    await button(page, "Zoom out").click();
    assert.notDeepEqual(await labels(page), part);
    await button(page, "Show the whole run").click();
    assert.deepEqual(await labels(page), whole);
});

test("chart_zoomed_with_keys_goes_down_to_milliseconds_and_pans_and_comes_back", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await seek(page, 45);
    await lease(page, 0).focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("0");
    await button(page, "Legend").focus();
    for (let presses = 0; presses < 30; presses++) await page.keyboard.press("+");
    const finest = await labels(page);
    assert.ok(finest.includes("45.001 s"), `${finest}`);
    await page.keyboard.press("Shift+ArrowRight");
    assert.notDeepEqual(await labels(page), finest);
    await page.keyboard.press("Shift+ArrowLeft");
    assert.deepEqual(await labels(page), finest);
    await page.keyboard.press("-");
    await page.keyboard.press("0");
    const whole = await labels(page);
    assert.deepEqual([whole[0], whole.at(-1)], ["0 s", "90 s"]);
});

test("wheel_zooms_with_ctrl_at_the_pointer_and_alone_scrolls_the_page", async (t) => {
    const page = await openPage(t, { reducedMotion: true, height: 600 });
    await page.locator(".leases").scrollIntoViewIfNeeded();
    const [x, y] = await onBand(page, 0, 20);
    await page.mouse.move(x, y);
    const whole = await labels(page);
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await page.mouse.wheel(0, 100);
    await page.waitForFunction((before) => scrollY !== before, before);
    assert.deepEqual(await labels(page), whole);
    await page.evaluate((before) => scrollTo(0, before), before);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    await page.locator(".shown", { hasText: "is shown" }).waitFor();
    const zoomed = await labels(page);
    assert.ok(zoomed.length > 0 && zoomed.at(-1) !== "90 s", `${zoomed}`);
    assert.equal(await scrolled(), before);
    // Sideways it pans.
    await page.keyboard.down("Shift");
    await page.mouse.wheel(0, 200);
    await page.keyboard.up("Shift");
    assert.notDeepEqual(await labels(page), zoomed);
});

test("axis_dragged_pans_a_part_and_a_press_on_it_seeks", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await seek(page, 45);
    for (let presses = 0; presses < 3; presses++) await button(page, "Zoom in").click();
    const before = await labels(page);
    const { x, y, width } = await page.locator(".strip.under").boundingBox();
    await page.mouse.move(x + width / 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 200, y + 10, { steps: 5 });
    await page.mouse.up();
    const after = await labels(page);
    assert.ok(Number.parseFloat(after[0]) > Number.parseFloat(before[0]), `${before} to ${after}`);
    assert.equal(await time(page), "45.0 s");
    await page.mouse.click(x + width / 2, y + 10);
    assert.notEqual(await time(page), "45.0 s");
    assert.deepEqual(await labels(page), after);
});

test("rows_dragged_with_shift_pan_and_without_it_seek", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    for (let presses = 0; presses < 2; presses++) await button(page, "Zoom in").click();
    const before = await labels(page);
    const { x, y, height } = await page.locator(".this-run .plot").boundingBox();
    const drag = async () => {
        await page.mouse.move(x + 600, y + height - 6);
        await page.mouse.down();
        await page.mouse.move(x + 500, y + height - 6, { steps: 5 });
        await page.mouse.up();
    };
    await page.keyboard.down("Shift");
    await drag();
    await page.keyboard.up("Shift");
    const panned = await labels(page);
    assert.notDeepEqual(panned, before);
    assert.equal(await time(page), "0.0 s");
    await drag();
    assert.deepEqual(await labels(page), panned);
    assert.notEqual(await time(page), "0.0 s");
});

test("two_fingers_that_move_apart_zoom_in_between_them", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const [left, right] = [await across(page, 30), await across(page, 60)];
    const spread = (right - left) / 2;
    await touch(page, "pointerdown", [[11, left]]);
    await touch(page, "pointerdown", [[12, right]]);
    await touch(page, "pointermove", [[11, left - spread], [12, right + spread]]);
    await touch(page, "pointerup", [[11, left - spread], [12, right + spread]]);
    // The 30 s between them are twice as wide: 45 s are shown, with 45 s in the middle.
    const shown = await labels(page);
    assert.deepEqual([shown[0], shown.at(-1)], ["25 s", "65 s"]);
});

test("lease_pointed_at_tells_its_receipt_s_story_until_escape", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await seek(page, 37);
    await page.mouse.move(...(await onBand(page, 0, 40)));
    await story(page).waitFor();
    const told = await story(page).innerText();
    assert.match(told, /m1, receipt 1, worker-1/);
    assert.match(told, /At 37 s: stale: a newer delivery began at 30 s/);
    assert.match(told, /The delete at 45 s used an old receipt: answered 200, and nothing was deleted/);
    // The pointer may go onto the story.
    const { x, y } = await story(page).boundingBox();
    await page.mouse.move(x + 20, y + 20, { steps: 4 });
    await drawn(page);
    assert.equal(await story(page).count(), 1);
    await page.mouse.move(...(await onBand(page, 1, 40)));
    await page.locator(".story", { hasText: "At 37 s: current, 23 s left" }).waitFor();
    await button(page, "Legend").focus();
    await page.keyboard.press("Escape");
    await story(page).waitFor({ state: "detached" });
});

test("lease_pressed_seeks_to_its_start_and_picks_its_message_out", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openScenario(page, "A poison message");
    await page.mouse.click(...(await onBand(page, 1, 20)));
    // The first message's second receive comes when its first lease of 60 s is over; m2 was sent at 20 s.
    const name = await lease(page, 1).getAttribute("aria-label");
    const received = Number(/Received at (\d+) s/.exec(name)[1]);
    assert.equal(await time(page), `${received}.0 s`);
    assert.equal(await page.locator(".plot .picked").count(), 1);
});

test("leases_walked_with_arrow_keys_have_their_story_as_a_name_and_enter_goes_there", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await lease(page, 0).focus();
    const name = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    assert.match(await name(), /^m1, receipt 1, worker-1\. Received at 0 s, hidden until 30 s\./);
    await page.keyboard.press("ArrowRight");
    assert.match(await name(), /^m1, receipt 2, worker-2\./);
    assert.match(await story(page).innerText(), /m1, receipt 2, worker-2/);
    await page.keyboard.press("End");
    assert.match(await name(), /^m1, receipt 3, worker-1\./);
    await page.keyboard.press("Enter");
    assert.equal(await time(page), "60.0 s");
    await page.keyboard.press("Home");
    await page.keyboard.press(" ");
    assert.equal(await time(page), "0.0 s");
    await page.keyboard.press("Escape");
    assert.equal(await story(page).count(), 0);
    // One stop of the Tab key for all of them.
    assert.equal(await page.locator(".this-run .lease[tabindex='0']").count(), 1);
});

test("lease_with_the_focus_keeps_it_when_the_chart_is_zoomed_and_the_next_one_is_brought_into_view", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await lease(page, 0).focus();
    for (let presses = 0; presses < 6; presses++) await page.keyboard.press("+");
    await drawn(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.lease), "0");
    assert.equal(await lease(page, 2).count(), 0);
    await page.keyboard.press("ArrowRight");
    await drawn(page);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.lease), "1");
});

test("arrows_down_and_up_go_to_the_neighbouring_rows", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openScenario(page, "A poison message");
    const row = () => page.evaluate(() => document.activeElement.closest(".row").dataset.message);
    await lease(page, 0).focus();
    const rows = [await row()];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) {
        await page.keyboard.press(key);
        rows.push(await row());
    }
    assert.deepEqual(rows, ["0", "1", "2", "1"]);
});

test("rows_chosen_by_worker_have_what_each_worked_on_and_in_trouble_only_such_messages", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openScenario(page, "A poison message");
    const rows = page.getByLabel("What the rows are");
    assert.equal(await page.locator(".plot .row").count(), 5);
    await rows.selectOption("worker");
    assert.deepEqual(await page.locator(".plot .row-label").allTextContents(), ["worker-1", "worker-2"]);
    await rows.selectOption("trouble");
    assert.deepEqual(await page.locator(".plot .row-label").allTextContents(), ["m1"]);
    // With keys, too.
    await rows.focus();
    await page.keyboard.press("Home");
    await drawn(page);
    assert.equal(await page.locator(".plot .row").count(), 5);
});

test("legend_opened_names_the_signs_of_this_run_and_no_others", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const meanings = () => page.locator(".legend li span").allInnerTexts();
    assert.equal(await button(page, "Legend").getAttribute("aria-expanded"), "false");
    await button(page, "Legend").press("Enter");
    assert.deepEqual(await meanings(), [
        "lease: the message is hidden from others",
        "the job in it",
        "work without a lease",
        "two workers on one message at once",
        "delete with an old receipt: 200, and nothing deleted",
    ]);
    await openScenario(page, "The same order with a heartbeat");
    assert.deepEqual(await meanings(), [
        "lease: the message is hidden from others",
        "the job in it",
        "what was left of the lease at the delete",
        "heartbeat: the deadline moves",
        "deleted",
    ]);
    await button(page, "Legend").click();
    assert.equal(await page.locator(".legend").count(), 0);
});

test("playing_part_turns_its_page_with_the_playhead_and_a_seek_is_shown", async (t) => {
    const page = await openPage(t, { reducedMotion: false });
    await seek(page, 2);
    for (let presses = 0; presses < 6; presses++) await button(page, "Zoom in").click();
    const before = await labels(page);
    await button(page, "Play").click();
    await page.waitForFunction((first) => document.querySelector(".strip.under .axis text").textContent !== first, before[0]);
    await page.keyboard.press(" ");
    await seek(page, 80);
    const shown = (await labels(page)).map(Number.parseFloat);
    assert.ok(shown[0] >= 75 && shown.at(-1) <= 90, `${shown}`);
});

test("playing_chart_draws_its_rows_once_and_not_each_frame", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await page.evaluate(() => {
        globalThis.changes = 0;
        const rows = document.querySelector(".this-run .plot");
        new MutationObserver((records) => {
            globalThis.changes += records.filter(({ target }) => !target.closest?.(".playhead")).length;
        }).observe(rows, { subtree: true, childList: true, attributes: true });
    });
    await seek(page, 5);
    await seek(page, 25);
    await page.keyboard.press("ArrowRight");
    await drawn(page);
    assert.equal(await page.evaluate(() => globalThis.changes), 0);
});

test("pinned_run_stands_under_this_one_on_the_same_axis_and_tells_its_own_stories", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await button(page, "Compare").click();
    await type(page, "Visibility timeout", "60");
    const counts = () =>
        page.evaluate(() => ["this-run", "pinned-run"].map((run) => document.querySelectorAll(`.${run} .lease`).length));
    await drawn(page);
    assert.deepEqual(await counts(), [1, 3]);
    const ticks = (run) => page.locator(`.${run} .axis line`).evaluateAll((ticks) => ticks.map((tick) => tick.getAttribute("x1")));
    assert.deepEqual(await ticks("this-run"), await ticks("pinned-run"));
    await page.locator('.pinned-run .lease[data-lease="0"]').focus();
    assert.match(await story(page).innerText(), /15 s of it without a lease/);
    await page.locator('.this-run .lease[data-lease="0"]').focus();
    await page.locator(".story", { hasText: "The delete at 45 s removed the message." }).waitFor();
    await button(page, "Zoom in").click();
    await drawn(page);
    assert.deepEqual(await ticks("this-run"), await ticks("pinned-run"));
    assert.deepEqual(await accessibilityProblems(page), []);
});

for (const theme of ["light", "dark"]) {
    test(`chart_zoomed_with_legend_and_story_has_no_accessibility_problem_in_the_${theme}`, async (t) => {
        const page = await openPage(t, { reducedMotion: true, theme });
        await button(page, "Legend").click();
        await button(page, "Zoom in").click();
        await lease(page, 1).focus();
        assert.deepEqual(await accessibilityProblems(page), []);
        await page.getByLabel("What the rows are").selectOption("worker");
        assert.deepEqual(await accessibilityProblems(page), []);
    });
}

/** Ten thousand messages and two hundred workers, in the place of a scenario of the library. */
async function withTenThousand(page) {
    const scenario = {
        version: 2,
        title: "Ten thousand",
        about: "Ten thousand orders, two hundred workers.",
        queue: { visibility_timeout: "30s" },
        workers: { count: 200, job: { from: 10, to: 35 } },
        arrivals: [{ count: 10_000, every: "50ms" }],
        horizon: "15m",
    };
    await page.route("**/scenarios/poison-message.json", (route) => route.fulfill({ json: scenario }));
}

test("ten_thousand_messages_have_a_row_each_of_which_the_document_has_those_in_view", async (t) => {
    const page = await openPage(t, { reducedMotion: true, prepare: withTenThousand });
    await page.getByLabel("Scenario").selectOption({ label: "A poison message" });
    // It takes as long as the machine needs for some hundred thousand events.
    await page.locator(".crowd p", { hasText: "All 10000 rows" }).waitFor({ timeout: 60_000 });
    const shapes = () => page.locator(".plot *").count();
    assert.ok((await shapes()) < 1_500, `${await shapes()} shapes`);
    assert.equal(await page.locator('.plot .row[data-message="0"]').count(), 1);
    await page.locator(".rows").evaluate((rows) => rows.scrollTo(0, rows.scrollHeight));
    await page.locator('.plot .row[data-message="9999"]').waitFor({ state: "attached" });
    assert.equal(await page.locator('.plot .row[data-message="0"]').count(), 0);
    assert.ok((await shapes()) < 1_500, `${await shapes()} shapes`);
    // Where the playhead is set, something is in view.
    await page.mouse.move(5, 5);
    await seek(page, 100);
    assert.ok((await page.locator(".plot .lease").count()) > 0);
    await page.getByLabel("What the rows are").selectOption("worker");
    await page.locator(".crowd p", { hasText: "All 200 rows" }).waitFor({ timeout: 60_000 });
    assert.ok((await shapes()) < 6_000, `${await shapes()} shapes`);
});

// Playing, pausing, stepping and scrubbing: the picture of an instant depends on the instant alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dragThumb, drawn, logLines, openPage, seek, slider, stage } from "./harness.mjs";

// What happens in the double-charged order, and its end.
const INSTANTS = [0, 30, 45, 60, 75, 90];

/** The time that the transport shows. */
async function time(page) {
    await drawn(page);
    return page.locator(".time").innerText();
}

function button(page, name) {
    return page.getByRole("button", { name, exact: true });
}

/** Plays what is left of the run as fast as it goes, and waits for its end. */
async function playToTheEnd(page) {
    await page.getByLabel("Speed").selectOption("300×");
    await button(page, "Play").click();
    await button(page, "Play again").waitFor();
    assert.equal(await time(page), "90.0 s");
}

/** Presses the mouse on the lease chart at one instant and lets it go at another. */
async function dragOnChart(page, from, to) {
    const chart = page.locator(".plot");
    await chart.scrollIntoViewIfNeeded();
    const { x, y, height } = await chart.boundingBox();
    // Where the axis has an instant, by its ticks.
    const ticks = await chart.locator(".axis line").evaluateAll((ticks) => ticks.map((tick) => tick.getAttribute("x1")));
    const [first, last] = [Number(ticks[0]), Number(ticks.at(-1))];
    const at = (seconds) => x + first + ((last - first) * seconds) / 90;
    await page.mouse.move(at(from), y + height / 2);
    await page.mouse.down();
    // A drag goes on above and below the chart.
    await page.mouse.move(at(to), y - 40, { steps: 10 });
    await page.mouse.up();
}

test("page_opened_plays_the_double_charged_order_until_worker_2_has_it", async (t) => {
    const page = await openPage(t);
    const playhead = () =>
        page.evaluate(() => ({
            chart: document.querySelector(".playhead line").getAttribute("x1"),
            slider: document.querySelector(".scrub").value,
            clock: document.querySelector(".time").textContent,
        }));
    assert.equal(await page.getByLabel("Scenario").inputValue(), "double-charged-order");
    await button(page, "Pause").waitFor();
    const before = await playhead();
    // Three seconds, each of ten.
    await page.locator('.worker.working[data-worker="2"]').waitFor();
    await page.locator('.worker.overrun[data-worker="1"]').waitFor();
    assert.ok(Number.parseFloat(await time(page)) >= 30);
    const after = await playhead();
    for (const place of Object.keys(before)) assert.notEqual(after[place], before[place], place);
});

test("ended_run_scrubbed_back_with_the_mouse_shows_the_same_stage_as_on_the_way", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await dragThumb(page, slider(page, "Time"), 10_000);
    assert.equal(await time(page), "10.0 s");
    const forward = await stage(page);
    await playToTheEnd(page);
    assert.notDeepEqual(await stage(page), forward);
    await dragThumb(page, slider(page, "Time"), 10_000);
    assert.equal(await time(page), "10.0 s");
    assert.deepEqual(await stage(page), forward);
});

test("ended_run_dragged_back_on_the_chart_shows_the_same_stage_as_on_the_way", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await dragOnChart(page, 0, 10);
    assert.match(await time(page), /^(9\.9|10\.0) s$/);
    const forward = await stage(page);
    await playToTheEnd(page);
    assert.notDeepEqual(await stage(page), forward);
    await dragOnChart(page, 90, 10);
    assert.deepEqual(await stage(page), forward);
});

test("ended_run_taken_back_with_the_keyboard_shows_the_same_stage_as_on_the_way", async (t) => {
    const page = await openPage(t);
    const press = async (key, times = 1) => {
        for (let presses = 0; presses < times; presses++) await page.keyboard.press(key);
    };
    await press(" ");
    await button(page, "Play").waitFor();
    await slider(page, "Time").focus();
    await press("Home");
    assert.equal(await time(page), "0.0 s");
    // A tenth of the run, and ten tenths of a second.
    await press("PageUp");
    await press("ArrowRight", 10);
    assert.equal(await time(page), "10.0 s");
    assert.equal(await slider(page, "Time").getAttribute("aria-valuetext"), "10 seconds");
    const forward = await stage(page);
    await press("End");
    assert.equal(await time(page), "90.0 s");
    await press("PageDown", 8);
    assert.equal(await time(page), "18.0 s");
    await press("ArrowLeft", 80);
    assert.deepEqual(await stage(page), forward);
    await press(" ");
    await button(page, "Pause").waitFor();
});

test("paused_run_stepped_forth_and_back_stops_at_each_event_with_the_same_stage", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const stages = new Map([["0.0 s", await stage(page)]]);
    for (const instant of INSTANTS.slice(1)) {
        await button(page, "Next event").click();
        assert.equal(await time(page), `${instant}.0 s`);
        stages.set(`${instant}.0 s`, await stage(page));
    }
    assert.equal(new Set([...stages.values()].map(String)).size, INSTANTS.length);
    for (const instant of INSTANTS.toReversed().slice(1)) {
        await button(page, "Previous event").click();
        assert.equal(await time(page), `${instant}.0 s`);
        assert.deepEqual(await stage(page), stages.get(`${instant}.0 s`), `at ${instant} s`);
    }
});

test("arrow_keys_on_the_page_step_from_event_to_event", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    for (const instant of INSTANTS.slice(1)) {
        await page.keyboard.press("ArrowRight");
        assert.equal(await time(page), `${instant}.0 s`);
    }
    for (const instant of INSTANTS.toReversed().slice(1)) {
        await page.keyboard.press("ArrowLeft");
        assert.equal(await time(page), `${instant}.0 s`);
    }
});

test("buttons_to_start_and_end_go_there", async (t) => {
    const page = await openPage(t);
    await button(page, "To the end").click();
    assert.equal(await time(page), "90.0 s");
    await button(page, "Play again").waitFor();
    await button(page, "To the start").click();
    assert.equal(await time(page), "0.0 s");
    await button(page, "Play").waitFor();
});

test("log_line_clicked_seeks_to_its_instant", async (t) => {
    const page = await openPage(t);
    const lines = await logLines(page);
    for (const seconds of [60, 0, 45]) {
        const nth = lines.findIndex((line) => line.startsWith(`t=${seconds} `));
        await page.getByRole("option").filter({ has: page.locator(".at") }).nth(nth).click();
        assert.equal(await time(page), `${seconds}.0 s`);
        await button(page, "Play").waitFor();
        assert.equal(await page.locator('.log [aria-current="time"] .at').first().innerText(), `t=${seconds}`);
    }
});

test("paused_page_asks_for_no_frame_and_a_playing_one_does", async (t) => {
    const prepare = (page) =>
        page.addInitScript(() => {
            const ask = globalThis.requestAnimationFrame.bind(globalThis);
            globalThis.framesAsked = 0;
            globalThis.requestAnimationFrame = (step) => {
                globalThis.framesAsked += 1;
                return ask(step);
            };
        });
    const page = await openPage(t, { prepare });
    // By timers, which ask for no frame.
    const framesIn = (ms) =>
        page.evaluate(async (ms) => {
            const before = globalThis.framesAsked;
            await new Promise((passed) => setTimeout(passed, ms));
            return globalThis.framesAsked - before;
        }, ms);
    assert.ok((await framesIn(400)) > 2);
    await page.keyboard.press(" ");
    await framesIn(50);
    assert.equal(await framesIn(400), 0);
    await page.keyboard.press(" ");
    assert.ok((await framesIn(400)) > 2);
});

test("reader_who_wants_less_motion_gets_a_paused_page", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await button(page, "Play").waitFor();
    assert.equal(await time(page), "0.0 s");
});

test("speed_chosen_plays_that_fast", async (t) => {
    const page = await openPage(t);
    await seek(page, 0);
    assert.equal(await page.getByLabel("Speed").locator("option").first().innerText(), "auto (10×)");
    /** How many seconds of the run a second takes, roughly: a busy machine loses frames. */
    const measure = async (speed) => {
        await page.getByLabel("Speed").selectOption(speed);
        await seek(page, 0);
        return page.evaluate(async () => {
            const seconds = () => Number.parseFloat(document.querySelector(".time").textContent);
            document.querySelector(".play").click();
            const began = performance.now();
            await new Promise((passed) => setTimeout(passed, 700));
            return (seconds() * 1000) / (performance.now() - began);
        });
    };
    const [slow, fast] = [await measure("1×"), await measure("60×")];
    assert.ok(slow <= 1.1, `${slow} at 1×`);
    assert.ok(fast > 5 && fast <= 66, `${fast} at 60×`);
});

// The three sliders and their fields: what a setting does to the run, by mouse, by keyboard and by typing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveries, dragThumb, field, headline, logLines, openPage } from "./harness.mjs";
import { shown, slider, spoken, tone, type } from "./harness.mjs";

const TIMEOUT = "Visibility timeout";
const JOB = "Job duration";
const BEAT = "Heartbeat every";

// The sliders go by seconds up to a minute. A job's begins with 1 s, a heartbeat's with "off" and then 1 s.
const jobPosition = (seconds) => seconds - 1;
const beatPosition = (seconds) => seconds;

async function assertChargedTwice(page) {
    assert.equal(await headline(page), "The job outlives its lease by 15 s: the order is charged twice.");
    assert.equal(await tone(page), "trouble");
    // At 60 s the second lease lapses as well, and the third runs to the end of the chart.
    assert.equal(await deliveries(page), 3);
    assert.ok((await logLines(page)).includes("t=30 worker-2 receives the message"));
}

async function assertChargedOnce(page) {
    assert.match(await headline(page), /^All is well: the order is charged once\.$/);
    assert.equal(await tone(page), "well");
    assert.equal(await deliveries(page), 1);
    assert.ok(!(await logLines(page)).some((line) => line.includes("worker-2")));
}

async function assertHeartbeatsShow(page) {
    assert.ok((await page.locator(".plot .mark.beat").count()) > 0);
    assert.ok((await logLines(page)).includes("t=20 worker-1 extends visibility to t=50"));
}

/** Tabs on until the slider has the focus. */
async function tabTo(page, slider) {
    for (let presses = 0; presses < 40; presses++) {
        if (await slider.evaluate((slider) => slider === document.activeElement)) return;
        await page.keyboard.press("Tab");
    }
    assert.fail("Tab does not reach the slider");
}

async function press(page, key, times) {
    for (let presses = 0; presses < times; presses++) await page.keyboard.press(key);
}

test("short_job_dragged_beyond_the_lease_charges_twice", async (t) => {
    const page = await openPage(t);
    await type(page, JOB, "20");
    await assertChargedOnce(page);
    await dragThumb(page, slider(page, JOB), jobPosition(45));
    assert.equal(await spoken(page, JOB), "45 seconds");
    assert.equal(await shown(page, JOB), "45 s");
    await assertChargedTwice(page);
});

test("long_job_with_a_heartbeat_dragged_in_charges_once", async (t) => {
    const page = await openPage(t);
    await assertChargedTwice(page);
    assert.equal(await page.locator(".plot .mark.beat").count(), 0);
    await dragThumb(page, slider(page, BEAT), beatPosition(20));
    assert.equal(await shown(page, BEAT), "20 s");
    await assertChargedOnce(page);
    await assertHeartbeatsShow(page);
    await dragThumb(page, slider(page, BEAT), 0);
    assert.equal(await shown(page, BEAT), "off");
    await assertChargedTwice(page);
});

test("short_job_lengthened_with_the_keyboard_alone_charges_twice", async (t) => {
    const page = await openPage(t);
    await tabTo(page, slider(page, JOB));
    await press(page, "ArrowLeft", 25);
    assert.equal(await spoken(page, JOB), "20 seconds");
    await assertChargedOnce(page);
    await press(page, "ArrowRight", 25);
    assert.equal(await spoken(page, JOB), "45 seconds");
    await assertChargedTwice(page);
});

test("long_job_with_a_heartbeat_by_keyboard_alone_charges_once", async (t) => {
    const page = await openPage(t);
    await tabTo(page, slider(page, BEAT));
    assert.equal(await spoken(page, BEAT), "off");
    await press(page, "ArrowRight", 20);
    assert.equal(await spoken(page, BEAT), "20 seconds");
    await assertChargedOnce(page);
    await assertHeartbeatsShow(page);
    await page.keyboard.press("Home");
    await assertChargedTwice(page);
});

test("focused_slider_given_an_arrow_key_leaves_the_playhead", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await slider(page, TIMEOUT).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await shown(page, TIMEOUT), "31 s");
    assert.equal(await page.locator(".time").innerText(), "0.0 s");
});

test("slider_moved_redraws_the_run_at_once", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const counts = await slider(page, JOB).evaluate(async (slider) => {
        const counts = [];
        for (const position of [19, 44, 19, 44]) {
            slider.value = position;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            // On a busy machine Yew puts off by timers what takes it too long for one frame.
            await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)));
            counts.push(document.querySelectorAll(".plot .lease").length);
        }
        return counts;
    });
    assert.deepEqual(counts, [1, 3, 1, 3]);
});

test("timeout_field_given_nonsense_says_what_it_takes_and_keeps_the_last_good_value", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const timeout = field(page, TIMEOUT);
    const chart = () => page.locator(".plot").evaluate((plot) => plot.outerHTML);
    const before = await chart();
    for (const nonsense of ["abc", "-5", "50000", "", "1h30", "0.5"]) {
        await type(page, TIMEOUT, nonsense);
        assert.equal(await timeout.getAttribute("aria-invalid"), "true", nonsense);
        assert.match(await page.getByRole("alert").innerText(), /^Takes 0 to 43200 s/, nonsense);
        assert.equal(await shown(page, TIMEOUT), nonsense);
        assert.equal(await spoken(page, TIMEOUT), "30 seconds", nonsense);
        assert.equal(await chart(), before, nonsense);
        await timeout.press("Escape");
        assert.equal(await shown(page, TIMEOUT), "30 s", nonsense);
        assert.equal(await timeout.getAttribute("aria-invalid"), null, nonsense);
        assert.equal(await page.getByRole("alert").count(), 0, nonsense);
    }
});

test("timeout_field_given_a_time_in_any_notation_takes_it", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const notations = [
        ["90", "1 min 30 s", "1 minute 30 seconds"],
        ["2m", "2 min", "2 minutes"],
        ["1h30m", "1 h 30 min", "1 hour 30 minutes"],
        ["43200", "12 h", "12 hours"],
        [" 30 s ", "30 s", "30 seconds"],
        ["0", "0 s", "0 seconds"],
    ];
    for (const [typed, inField, aloud] of notations) {
        await type(page, TIMEOUT, typed);
        assert.equal(await shown(page, TIMEOUT), inField, typed);
        assert.equal(await spoken(page, TIMEOUT), aloud, typed);
        assert.equal(await field(page, TIMEOUT).getAttribute("aria-invalid"), null, typed);
    }
});

test("field_left_with_tab_takes_what_was_typed", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await field(page, TIMEOUT).fill("60");
    await page.keyboard.press("Tab");
    assert.equal(await shown(page, TIMEOUT), "1 min");
    assert.equal(await tone(page), "well");
});

test("wrong_field_after_its_slider_moved_shows_the_new_value", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await type(page, TIMEOUT, "abc");
    await slider(page, TIMEOUT).press("ArrowRight");
    assert.equal(await shown(page, TIMEOUT), "31 s");
    assert.equal(await field(page, TIMEOUT).getAttribute("aria-invalid"), null);
});

test("heartbeat_field_given_off_turns_the_heartbeat_off", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await type(page, BEAT, "20");
    await assertChargedOnce(page);
    for (const off of ["off", ""]) {
        await type(page, BEAT, off);
        assert.equal(await shown(page, BEAT), "off");
        await assertChargedTwice(page);
        await type(page, BEAT, "20s");
        await assertChargedOnce(page);
    }
});

test("timeout_slider_covers_zero_to_twelve_hours_and_seconds_at_the_low_end", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const timeout = slider(page, TIMEOUT);
    assert.equal(await spoken(page, TIMEOUT), "30 seconds");
    await timeout.press("End");
    assert.equal(await spoken(page, TIMEOUT), "12 hours");
    assert.equal(await shown(page, TIMEOUT), "12 h");
    assert.equal(await tone(page), "well");
    await timeout.press("Home");
    assert.equal(await spoken(page, TIMEOUT), "0 seconds");
    const steps = [];
    for (let presses = 0; presses < 3; presses++) {
        await timeout.press("ArrowRight");
        steps.push(await spoken(page, TIMEOUT));
    }
    assert.deepEqual(steps, ["1 second", "2 seconds", "3 seconds"]);
});

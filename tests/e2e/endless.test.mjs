// A run without an end: switched on, watched, changed and switched off, with a mouse and with the keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, drawn, openPage, plain, screenshot, seek, slider, type } from "./harness.mjs";
import { openRun } from "./runs.mjs";

/** One message a second for a minute, each done in half a second. */
const STEADY = {
    workers: { count: 1, job: 0.5 },
    queue: { visibility_timeout: 30 },
    arrivals: [{ count: 60, every: 1 }],
    horizon: 60,
};

function endless(page) {
    return page.getByRole("switch", { name: "Endless" });
}

/** What stands beside the switch. */
async function told(page) {
    await drawn(page);
    return plain(await page.locator("#endless-hint").innerText());
}

/** The instant at the playhead, in seconds, as a screen reader hears it: from "1 minute 2.5 seconds". */
async function instant(page) {
    await drawn(page);
    const spoken = plain(await slider(page, "Time").getAttribute("aria-valuetext"));
    const units = { hour: 3600, minute: 60, second: 1 };
    const parts = [...spoken.matchAll(/([\d.]+) (hour|minute|second)/g)];
    assert.ok(parts.length > 0, spoken);
    return parts.reduce((sum, [, number, unit]) => sum + Number(number) * units[unit], 0);
}

/** How many messages the stage says are deleted. */
async function deleted(page) {
    await drawn(page);
    const description = await page.locator(".stage").innerText();
    const svg = await page.locator(".stage svg").first().textContent();
    const count = /Deleted\s*(\d+)/.exec(svg) ?? /(\d+)\s*Deleted/.exec(svg) ?? /Deleted\s*(\d+)/.exec(description);
    assert.ok(count, svg);
    return Number(count[1]);
}

/** Plays until the playhead is past so many seconds. */
async function playPast(page, seconds) {
    await page.waitForFunction((seconds) => {
        const spoken = document.querySelector(".scrub").getAttribute("aria-valuetext").replaceAll("\u00a0", " ");
        const units = { hour: 3600, minute: 60, second: 1 };
        const parts = [...spoken.matchAll(/([\d.]+) (hour|minute|second)/g)];
        return parts.reduce((sum, [, number, unit]) => sum + Number(number) * units[unit], 0) > seconds;
    }, seconds, { timeout: 30_000 });
}

test("steady_run_switched_to_endless_by_mouse_goes_past_its_horizon_and_stops_when_switched_off", async (t) => {
    const page = await openRun(t, STEADY, { reducedMotion: false });
    assert.match(await told(page), /^Lets messages arrive/);
    await endless(page).click();
    assert.equal(await endless(page).getAttribute("aria-checked"), "true");
    await page.getByLabel("Speed").selectOption("20×");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await playPast(page, 330);
    assert.match(await told(page), /goes on while you watch\. What was before .* is forgotten/);
    await page.getByRole("button", { name: "Pause" }).click();
    const t1 = await instant(page);
    const count = await deleted(page);
    // One a second, each deleted half a second after it was sent.
    assert.ok(Math.abs(count - Math.floor(t1 + 0.5)) <= 1, `${count} deleted at ${t1} s`);
    await endless(page).click();
    assert.match(await told(page), /^The run ends here/);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByRole("button", { name: "Play again" }).waitFor({ timeout: 30_000 });
    const last = await instant(page);
    assert.ok(last > t1, `${last}`);
});

test("endless_run_by_keyboard_goes_on_and_its_sliders_act", async (t) => {
    const page = await openRun(t, STEADY);
    await endless(page).focus();
    await page.keyboard.press("Space");
    assert.equal(await endless(page).getAttribute("aria-checked"), "true");
    // Each press goes to the end of what is known, and finds more behind it.
    await page.locator("h1").click();
    for (let press = 0; press < 12; press += 1) {
        await page.keyboard.press("End");
        await drawn(page);
    }
    const late = await instant(page);
    assert.ok(late > 120, `${late}`);
    const before = await deleted(page);
    await type(page, "Job duration", "1.5 s");
    await page.waitForFunction((before) => {
        const text = document.querySelector(".stage svg").textContent;
        const count = /Deleted\s*(\d+)/.exec(text) ?? /(\d+)\s*Deleted/.exec(text);
        return count && Number(count[1]) < before;
    }, before);
    // Two in three are done: a job of 1.5 s for a message a second.
    assert.ok(Math.abs((await deleted(page)) - Math.floor(late / 1.5)) <= 1, `${await deleted(page)} at ${late}`);
    assert.equal(await instant(page), late, "the playhead stays");
    await page.locator("h1").click();
    await page.keyboard.press("Home");
    assert.ok((await instant(page)) > 0, "the start is forgotten");
    await endless(page).focus();
    await page.keyboard.press("Enter");
    assert.equal(await endless(page).getAttribute("aria-checked"), "false");
});

test("run_whose_messages_all_come_at_once_has_an_end_and_no_switch", async (t) => {
    const page = await openPage(t);
    await drawn(page);
    assert.equal(await endless(page).count(), 0);
});

test("endless_run_that_is_paused_asks_for_no_frame", async (t) => {
    const page = await openRun(t, STEADY);
    await endless(page).click();
    await seek(page, 50);
    await drawn(page);
    const frames = await page.evaluate(async () => {
        let asked = 0;
        const ask = globalThis.requestAnimationFrame;
        globalThis.requestAnimationFrame = (callback) => {
            asked += 1;
            return ask(callback);
        };
        await new Promise((done) => setTimeout(done, 300));
        globalThis.requestAnimationFrame = ask;
        return asked;
    });
    assert.equal(frames, 0);
});

test("endless_run_is_accessible_in_both_themes_and_on_a_phone", async (t) => {
    const page = await openRun(t, STEADY, { reducedMotion: false });
    await endless(page).click();
    await page.getByLabel("Speed").selectOption("20×");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await playPast(page, 200);
    await page.getByRole("button", { name: "Pause" }).click();
    for (const [theme, width, height] of [["Light", 1440, 900], ["Dark", 1440, 900], ["Light", 820, 1180], ["Light", 390, 844]]) {
        await page.getByLabel("Theme").selectOption(theme);
        await page.setViewportSize({ width, height });
        await drawn(page);
        await screenshot(page, `endless-${theme.toLowerCase()}-${width}`);
        assert.deepEqual(await accessibilityProblems(page), [], `${theme} at ${width}`);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${overflow} px wider than the screen at ${width}`);
    }
});

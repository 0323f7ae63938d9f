// Nothing overflows, nothing overlaps, and the first view holds what it should, from a phone to a large screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, openMore, openPage, openScenario, screenshot, seek, slider, titles, type } from "./harness.mjs";

const SIZES = [
    [390, 844],
    [820, 1180],
    [1440, 900],
    [1920, 1080],
];
// A little of each scenario: shares of its run.
const SHARES = [0, 0.12, 0.34, 0.5, 0.68, 0.85, 1];

/**
 * What does not fit where it is, as the browser lays it out, as soon as `shown` is there: one line for each find. Runs in
 * the page, so that what is there only for a moment is still there.
 */
async function misfits(shown) {
    for (let frames = 0; !document.querySelector(shown); frames++) {
        if (frames > 600) return [`there never is ${shown}`];
        await new Promise(requestAnimationFrame);
    }
    const finds = [];
    const SLACK = 2;
    const name = (element) => `"${(element.value || element.textContent).trim()}"`;
    // A label in the middle of its token or its pill belongs there.
    const isFree = (text) => text.textContent.trim() && !text.closest(".token, .playhead");
    const texts = (root) => [...root.querySelectorAll("text")].filter(isFree);
    const overlap = (a, b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
    const within = (what, text, box) => {
        const [inner, outer] = [text.getBoundingClientRect(), box.getBoundingClientRect()];
        const beyond = {
            left: outer.left - inner.left,
            right: inner.right - outer.right,
            top: outer.top - inner.top,
            bottom: inner.bottom - outer.bottom,
        };
        for (const [side, by] of Object.entries(beyond)) {
            if (by > SLACK) finds.push(`${name(text)} is ${by.toFixed(1)} px beyond the ${side} of ${what}`);
        }
    };
    const apart = (what, texts, others) => {
        for (const [nth, text] of texts.entries()) {
            for (const other of others ?? texts.slice(nth + 1)) {
                if (overlap(text.getBoundingClientRect(), other.getBoundingClientRect())) {
                    finds.push(`${what}: ${name(text)} overlaps ${name(other)}`);
                }
            }
        }
    };

    const { scrollWidth } = document.scrollingElement;
    if (scrollWidth > innerWidth) finds.push(`the page is ${scrollWidth} px wide in a window of ${innerWidth}`);

    const stage = document.querySelector(".stage svg");
    for (const box of stage.querySelectorAll(".station, .worker")) {
        for (const text of texts(box)) within(box.getAttribute("class"), text, box.querySelector(".box"));
    }
    for (const text of texts(stage)) within("the stage", text, stage);
    apart("stage", texts(stage));
    apart("stage", texts(stage), [...stage.querySelectorAll(".token")]);
    apart("stage", [...stage.querySelectorAll(".link text")], [...stage.querySelectorAll(".box")]);

    const plot = document.querySelector(".plot");
    for (const text of texts(plot)) within("the chart", text, plot);
    apart("chart", texts(plot));

    for (const element of document.querySelectorAll("button, select, .value, .headline, .time")) {
        const isCutOff = element.checkVisibility() && element.scrollWidth > element.clientWidth + SLACK;
        if (isCutOff) finds.push(`${element.className || element.tagName} cuts off ${name(element)}`);
    }
    return finds;
}

/** The misfits of the page, each with where it was found. */
async function misfitsAt(page, where, shown = ".plot") {
    return (await page.evaluate(misfits, shown)).map((find) => `${where}: ${find}`);
}

for (const [width, height] of SIZES) {
    test(`every_scenario_in_a_page_of_${width}_by_${height}_overflows_and_overlaps_nowhere`, async (t) => {
        const page = await openPage(t, { width, height, reducedMotion: true });
        const finds = [];
        // A theme changes no place. Every other scenario is looked at with the settings behind "More".
        for (const [nth, title] of (await titles(page)).entries()) {
            if (nth === 1) await openMore(page, "Queue", "Workers");
            else if (nth > 1) await page.locator(".more > summary").first().click();
            await openScenario(page, title);
            const end = Number(await slider(page, "Time").getAttribute("max"));
            for (const share of SHARES) {
                await seek(page, Math.floor((end * share) / 1000));
                finds.push(...(await misfitsAt(page, `${title}, at ${share} of the run`)));
            }
        }
        assert.deepEqual(finds, []);
    });

    test(`unusual_settings_in_a_page_of_${width}_by_${height}_overflow_and_overlap_nowhere`, async (t) => {
        const page = await openPage(t, { width, height, reducedMotion: true });
        const finds = [];
        await type(page, "Visibility timeout", "1h30m15s");
        await type(page, "Job duration", "3h30m15s");
        await type(page, "Heartbeat every", "1h10m15s");
        finds.push(...(await misfitsAt(page, "long values")));
        await page.getByRole("button", { name: "Back to how it was" }).click();
        await openMore(page, "Workers");
        for (const workers of ["4", "30"]) {
            await type(page, "Workers", workers);
            for (const seconds of [10, 40]) {
                await seek(page, seconds);
                finds.push(...(await misfitsAt(page, `${workers} workers, at ${seconds} s`)));
            }
        }
        await type(page, "Visibility timeout", "10");
        await seek(page, 90);
        finds.push(...(await misfitsAt(page, "the order charged many times")));
        assert.deepEqual(finds, []);
    });

    test(`worker_just_done_in_a_page_of_${width}_by_${height}_says_so_within_its_card`, async (t) => {
        const page = await openPage(t, { width, height });
        const finds = [];
        for (const [title, instant] of [
            ["The double-charged order", 44.9],
            ["The double-charged order", 74.9],
            ["The five-second timeout", 14.9],
        ]) {
            await openScenario(page, title);
            await seek(page, instant);
            await page.getByRole("button", { name: "Play", exact: true }).click();
            const done = ".worker.done, .worker.done-badly";
            finds.push(...(await misfitsAt(page, `${title}, just after ${instant} s`, done)));
        }
        assert.deepEqual(finds, []);
    });
}

test("first_view_of_a_desktop_shows_verdict_sliders_stage_chart_and_play", async (t) => {
    const page = await openPage(t, { width: 1440, height: 900 });
    await drawn(page);
    const shown = [
        page.locator(".verdict"),
        slider(page, "Visibility timeout"),
        slider(page, "Job duration"),
        slider(page, "Heartbeat every"),
        page.locator(".stage svg"),
        page.locator(".plot"),
        page.getByRole("button", { name: "Pause", exact: true }),
        slider(page, "Time"),
    ];
    for (const part of shown) {
        const { x, y, width, height } = await part.boundingBox();
        assert.ok(x >= 0 && y >= 0 && x + width <= 1440 && y + height <= 900, `${part}: ${[x, y, width, height]}`);
    }
});

test("first_view_of_a_phone_shows_verdict_chart_and_what_to_drag", async (t) => {
    const page = await openPage(t, { width: 390, height: 844 });
    await drawn(page);
    const shown = [
        page.locator(".verdict"),
        page.locator(".plot"),
        slider(page, "Visibility timeout"),
        slider(page, "Job duration"),
    ];
    for (const part of shown) {
        const { y, height } = await part.boundingBox();
        assert.ok(y + height <= 844, `${part} ends at ${y + height}`);
    }
    await screenshot(page, "first-view-phone");
});

test("theme_chosen_changes_the_colours_and_the_page_keeps_it", async (t) => {
    const page = await openPage(t, { theme: "light" });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByLabel("Theme").selectOption("Dark");
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    await page.locator(".page.whole").waitFor();
    assert.equal(await ground(), dark);
});

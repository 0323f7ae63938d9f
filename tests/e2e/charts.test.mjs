// The charts: what they show, and how they are read and used with a mouse and with the keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, choose, drawn, openPage, openScenario, seek, slider, titles, type } from "./harness.mjs";

const STATES = "Messages by state";
const WORK = "Deliveries, jobs and effects";
const AGE = "Age of the oldest message";

/** Opens the page with the charts in view. */
async function openCharts(t, options = {}) {
    const page = await openPage(t, { reducedMotion: true, ...options });
    await page.getByRole("tab", { name: "Charts" }).click();
    await plot(page, AGE).locator("svg").waitFor();
    await page.locator(".graphs").scrollIntoViewIfNeeded();
    await drawn(page);
    return page;
}

function chart(page, title) {
    return page.getByRole("figure", { name: title });
}

/** The part of a chart that takes the focus and keys. */
function plot(page, title) {
    return chart(page, title).getByRole("slider");
}

/** What a screen reader says of the instant that is read in a chart. */
async function reading(page, title) {
    await drawn(page);
    return plot(page, title).getAttribute("aria-valuetext");
}

/** The instant shown, in milliseconds. */
async function instant(page) {
    await drawn(page);
    return Number(await slider(page, "Time").inputValue());
}

/** The entries of a chart's legend, after the instant that they are of. */
async function legend(page, title) {
    await drawn(page);
    const entries = await chart(page, title).locator(".legend li").allInnerTexts();
    return entries.map((entry) => entry.replace(/\s+/g, " ").trim());
}

/** Where on the screen an instant is in a chart, in pixels, by its own grid lines: those of 0 s and of 60 s. */
async function placeOf(page, title, seconds) {
    const labels = chart(page, title).locator("text");
    const middle = async (label) => {
        const box = await labels.filter({ hasText: new RegExp(`^${label}$`) }).last().boundingBox();
        return box.x + box.width / 2;
    };
    const [start, minute] = [await middle("0 s"), await middle("60 s")];
    return start + ((minute - start) * seconds) / 60;
}

// --- With a mouse ----------------------------------------------------------------------------------------------------

test("chart_clicked_or_dragged_in_shows_that_instant", async (t) => {
    const page = await openCharts(t);
    await plot(page, STATES).scrollIntoViewIfNeeded();
    const { x, y, width, height } = await plot(page, STATES).boundingBox();
    const at = await placeOf(page, STATES, 45);
    await page.mouse.click(at, y + height / 2);
    const clicked = await instant(page);
    assert.ok(Math.abs(clicked - 45_000) < 500, `${clicked} ms`);
    const line = await chart(page, STATES).locator(".playhead").boundingBox();
    assert.ok(Math.abs(line.x + line.width / 2 - at) < 2, `${line.x} for ${at}`);
    await page.mouse.down();
    await page.mouse.move(x + width + 40, y + height / 2, { steps: 4 });
    await page.mouse.up();
    assert.equal(await instant(page), 90_000);
});

test("chart_with_the_mouse_over_it_tells_that_instant_and_stays_where_it_is", async (t) => {
    const page = await openCharts(t);
    await seek(page, 50);
    assert.deepEqual(await legend(page, WORK), ["now, at 50 s:", "Deliveries 2", "Jobs begun 2", "Effects 1"]);
    await plot(page, WORK).scrollIntoViewIfNeeded();
    const { y, height } = await plot(page, WORK).boundingBox();
    await page.mouse.move(await placeOf(page, WORK, 70), y + height / 2);
    const [when, ...values] = await legend(page, WORK);
    assert.match(when, /^at (69|70)(\.\d)? s:$/);
    assert.deepEqual(values, ["Deliveries 3", "Jobs begun 3", "Effects 1"]);
    assert.equal(await instant(page), 50_000);
    await page.mouse.move(5, 5);
    assert.equal((await legend(page, WORK))[0], "now, at 50 s:");
});

// --- With the keyboard -----------------------------------------------------------------------------------------------

test("chart_in_focus_is_read_from_change_to_change_and_enter_goes_there", async (t) => {
    const page = await openCharts(t);
    await page.getByRole("tab", { name: "Charts" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    // Charts and what unfolds below them take turns.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest("figure").querySelector("figcaption").textContent), WORK);
    const heard = [];
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End"]) {
        await page.keyboard.press(key);
        heard.push(await reading(page, WORK));
    }
    assert.deepEqual(heard, [
        "At 0 s. Deliveries: 1, Jobs begun: 1, Effects: 0",
        "At 30 s. Deliveries: 2, Jobs begun: 2, Effects: 0",
        "At 45 s. Deliveries: 2, Jobs begun: 2, Effects: 1",
        "At 30 s. Deliveries: 2, Jobs begun: 2, Effects: 0",
        "At 90 s. Deliveries: 3, Jobs begun: 3, Effects: 2",
    ]);
    assert.equal(await instant(page), 0, "reading moves nothing");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    assert.equal(await instant(page), 75_000);
    // Other charts show where it went.
    assert.equal(await reading(page, AGE), "At 75 s the oldest message is 75 s old");
    await page.keyboard.press("Home");
    await page.keyboard.press("Escape");
    assert.equal(await plot(page, WORK).getAttribute("aria-valuenow"), "75000");
});

test("chart_in_focus_leaves_space_to_the_page", async (t) => {
    const page = await openCharts(t);
    await plot(page, AGE).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
});

// --- What they show --------------------------------------------------------------------------------------------------

test("chart_is_told_in_words_and_in_figures", async (t) => {
    const page = await openCharts(t);
    await openScenario(page, "A poison message");
    const states = chart(page, STATES);
    assert.equal(
        await states.locator(".told").innerText(),
        "5 messages in all. Most in flight at once: 2, first at 20 s; most visible: 0. " +
            "At the end, at 5 min 30 s: 4 deleted, 1 in the dead-letter queue.",
    );
    const described = await plot(page, STATES).getAttribute("aria-describedby");
    assert.equal(await page.locator(`#${described}`).innerText(), await states.locator(".told").innerText());
    // The table opens by the keyboard, and is not made before.
    assert.equal(await states.getByRole("table").count(), 0);
    await states.locator("summary").focus();
    await page.keyboard.press("Enter");
    await states.getByRole("table").waitFor();
    const rows = await states.getByRole("row").allInnerTexts();
    assert.deepEqual(
        rows.slice(0, 4).map((row) => row.replace(/\s+/g, " ")),
        ["At Deleted Dead letters In flight Visible", "0 s 0 0 1 0", "20 s 0 0 2 0", "30 s 1 0 1 0"],
    );
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), `${STATES}: figures`);
});

test("slider_moved_under_the_charts_draws_the_new_run", async (t) => {
    const page = await openCharts(t);
    // A job of 45 s in a lease of 60 s is done once.
    await type(page, "Visibility timeout", "60");
    await chart(page, WORK).getByText("By the end 1 delivery, 1 job begun and 1 effect: no order was charged twice.").waitFor();
    assert.equal((await legend(page, STATES)).includes("In flight 1"), true);
});

test("areas_and_lines_bear_their_names", async (t) => {
    const page = await openCharts(t);
    assert.deepEqual(await chart(page, STATES).locator("text.name").allTextContents(), ["In flight"]);
    assert.deepEqual(await chart(page, WORK).locator("text.name").allTextContents(), ["Deliveries", "Jobs begun", "Effects"]);
});

test("theme_changed_colours_the_charts_anew_without_drawing_them", async (t) => {
    const page = await openCharts(t, { theme: "light" });
    const colours = () =>
        page.evaluate(() => {
            const of = (part, property) => getComputedStyle(document.querySelector(part))[property];
            return [of(".graph .edge.jobs", "stroke"), of(".graph .grid", "stroke"), of(".graph text", "fill")];
        });
    const drawings = await countDrawings(page);
    const light = await colours();
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await colours();
    assert.ok(
        light.every((colour, nth) => colour !== dark[nth]),
        `${light} and ${dark}`,
    );
    await page.emulateMedia({ forcedColors: "active" });
    const edges = await page.locator(".graph .legend .edge").evaluateAll((edges) =>
        edges.map((edge) => {
            const { stroke, strokeDasharray, strokeWidth } = getComputedStyle(edge);
            return { stroke, line: `${strokeDasharray} ${strokeWidth}` };
        }),
    );
    assert.equal(new Set(edges.map(({ stroke }) => stroke)).size, 1, "in forced colours all have one colour");
    for (const of of [edges.slice(0, 3), edges.slice(3, 6)]) {
        assert.equal(new Set(of.map(({ line }) => line)).size, 3, "and differ by their dashes and their width");
    }
    assert.equal(await drawings(), 0);
});

/** Counts from now on what changes within the drawings. */
async function countDrawings(page) {
    await page.evaluate(() => {
        globalThis.drawings = 0;
        const observer = new MutationObserver((changes) => (globalThis.drawings += changes.length));
        for (const svg of document.querySelectorAll(".graph .frame svg")) {
            observer.observe(svg, { subtree: true, childList: true, attributes: true, characterData: true });
        }
    });
    return () => page.evaluate(() => globalThis.drawings);
}

test("playhead_moving_over_the_charts_does_not_draw_them", async (t) => {
    const page = await openCharts(t, { height: 1400, reducedMotion: false });
    const drawings = await countDrawings(page);
    const place = () => chart(page, STATES).locator(".playhead").evaluate((line) => line.style.transform);
    await slider(page, "Time").fill("0");
    const before = await place();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(([before]) => document.querySelector(".graph .playhead").style.transform !== before, [before]);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    assert.equal(await drawings(), 0);
});

// --- For everyone, everywhere ----------------------------------------------------------------------------------------

test("charts_have_no_accessibility_problem_with_their_figures_open", async (t) => {
    const page = await openCharts(t);
    for (const figures of await page.locator(".figures summary").all()) await figures.click();
    const problems = [];
    for (const theme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: theme });
        problems.push(...(await accessibilityProblems(page)).map((problem) => `${theme}: ${problem}`));
    }
    assert.deepEqual(problems, []);
});

for (const [width, height] of [
    [320, 640],
    [390, 844],
    [820, 1180],
    [1440, 900],
]) {
    test(`charts_in_a_page_of_${width}_by_${height}_overflow_and_overlap_nowhere`, async (t) => {
        const page = await openCharts(t, { width, height });
        const finds = [];
        for (const title of await titles(page)) {
            await choose(page, title);
            const found = await page.evaluate(() => {
                const finds = [];
                if (document.querySelector(".graphs").scrollWidth > document.querySelector(".graphs").clientWidth) {
                    finds.push("the charts are too wide");
                }
                for (const frame of document.querySelectorAll(".graph .frame")) {
                    const outer = frame.getBoundingClientRect();
                    const texts = [...frame.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
                    for (const [nth, [name, box]] of texts.entries()) {
                        if (box.left < outer.left - 1 || box.right > outer.right + 1) finds.push(`"${name}" sticks out`);
                        for (const [other, at] of texts.slice(nth + 1)) {
                            const across = Math.min(box.right, at.right) - Math.max(box.left, at.left);
                            const down = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
                            if (across > 1 && down > 3) finds.push(`"${name}" overlaps "${other}"`);
                        }
                    }
                }
                return finds;
            });
            finds.push(...found.map((find) => `${title}: ${find}`));
        }
        assert.deepEqual(finds, []);
    });
}

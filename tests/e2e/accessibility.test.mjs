// What axe-core finds, and what it does not look at: the words for the picture, and the contrast of what is drawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, openMore, openPage, openScenario, seek, titles } from "./harness.mjs";

const THEMES = ["light", "dark"];

for (const [width, height] of [
    [1440, 900],
    [390, 844],
]) {
    test(`page_of_${width}_by_${height}_has_no_accessibility_problem_at_first_or_with_more_open`, async (t) => {
        const page = await openPage(t, { width, height, reducedMotion: true });
        const problems = [];
        for (const more of ["closed", "open"]) {
            if (more === "open") await openMore(page, "Queue", "What protects you");
            for (const theme of THEMES) {
                await page.emulateMedia({ colorScheme: theme });
                const found = await accessibilityProblems(page);
                problems.push(...found.map((problem) => `${theme}, more ${more}: ${problem}`));
            }
        }
        assert.deepEqual(problems, []);
    });
}

/** The texts of the drawings with too little contrast to what is drawn behind them. Runs in the page. */
function faintTexts() {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
        return [[red, green, blue], alpha / 255];
    };
    const onto = ([colour, alpha], ground) => colour.map((channel, nth) => channel * alpha + ground[nth] * (1 - alpha));
    const luminance = (colour) => {
        const linear = (channel) => (channel <= 10 ? channel / 3295 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
        const [red, green, blue] = colour.map(linear);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const faint = [];
    for (const text of document.querySelectorAll("svg text")) {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        let [ground] = rgba(getComputedStyle(text.closest(".card")).backgroundColor);
        for (const shape of text.ownerSVGElement.querySelectorAll("rect, circle")) {
            const { fill, opacity } = getComputedStyle(shape);
            const box = shape.getBoundingClientRect();
            const isBehind = shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
            const isThere = box.left < x && x < box.right && box.top < y && y < box.bottom;
            if (!isBehind || !isThere || shape.closest("defs") || fill === "none" || fill.startsWith("url")) continue;
            const [colour, alpha] = rgba(fill);
            ground = onto([colour, alpha * Number(opacity)], ground);
        }
        const ink = onto(rgba(getComputedStyle(text).fill), ground);
        const [low, high] = [luminance(ground), luminance(ink)].sort((a, b) => a - b);
        const contrast = (high + 0.05) / (low + 0.05);
        if (text.textContent && contrast < 4.5) faint.push(`"${text.textContent}": ${contrast.toFixed(2)}`);
    }
    return faint;
}

test("text_drawn_in_either_theme_has_contrast", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const faint = [];
    for (const [title, seconds] of [
        ["The double-charged order", 50],
        ["The double-charged order", 80],
        ["The same order with a heartbeat", 50],
        ["The five-hour trap", 100],
        ["A poison message", 320],
    ]) {
        await openScenario(page, title);
        await seek(page, seconds);
        for (const theme of THEMES) {
            await page.emulateMedia({ colorScheme: theme });
            faint.push(...(await page.evaluate(faintTexts)).map((text) => `${title}, ${theme}: ${text}`));
        }
    }
    assert.deepEqual(faint, []);
});

test("every_scenario_paused_in_its_middle_has_no_accessibility_problem", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    const problems = [];
    for (const title of await titles(page)) {
        await openScenario(page, title);
        await seek(page, Math.floor(Number(await page.locator(".scrub").getAttribute("max")) / 2000));
        problems.push(...(await accessibilityProblems(page)).map((problem) => `${title}: ${problem}`));
    }
    assert.deepEqual(problems, []);
});

test("playing_page_has_no_accessibility_problem", async (t) => {
    const page = await openPage(t);
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
});

test("stage_of_a_paused_page_is_told_in_words", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await seek(page, 40);
    const told = await page.locator(".stage [aria-live]").textContent();
    assert.equal(
        told,
        "At 40 s: 0 visible, 1 in flight, 0 deleted, 0 dead letters; no order charged yet. " +
            "worker-1: lease lost at 30 s, works on. worker-2: receipt 2, lease has 20 s left.",
    );
    assert.equal(await page.locator(".stage svg").getAttribute("aria-label"), told);
});

// What the tests of the page share.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { closeBrowser, open } from "./browser.mjs";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PICTURES = fileURLToPath(new URL("../../target/pictures/", import.meta.url));

after(closeBrowser);

/**
 * Opens the page for the test `t` and closes it at the test's end, which fails if the browser complained about anything.
 * The options are those of `open`, and `mayComplain` for a test of what goes wrong.
 */
export async function openPage(t, { mayComplain = false, ...options } = {}) {
    const { page, complaints } = await open(options);
    page.setDefaultTimeout(10_000);
    t.after(async () => {
        await page.context().close();
        if (!mayComplain) assert.deepEqual(complaints, [], "the browser complained");
    });
    return page;
}

/** A slider by the name of its setting, or the one of the playhead: "Time". */
export function slider(page, name) {
    return page.getByRole("slider", { name, exact: true });
}

/** The field of a setting that takes an exact value. */
export function field(page, setting) {
    return page.getByLabel(`${setting}, exact value`);
}

/** What a setting's field shows. */
export async function shown(page, setting) {
    await drawn(page);
    return plain(await field(page, setting).inputValue());
}

/** What a screen reader says of a slider's position. */
export async function spoken(page, name) {
    await drawn(page);
    return slider(page, name).getAttribute("aria-valuetext");
}

/** Types into the field of a setting, as a person would: over what is there, and Enter. */
export async function type(page, setting, text) {
    await field(page, setting).fill(text);
    await field(page, setting).press("Enter");
    await drawn(page);
}

/** A text with ordinary spaces, where the page has no-break spaces between a number and its unit. */
export function plain(text) {
    return text.replaceAll("\u{a0}", " ");
}

/** What the page says came of the run. */
export async function headline(page) {
    await drawn(page);
    return plain(await page.locator(".verdict .headline").innerText());
}

/** How the verdict takes it: "well", "caution" or "trouble". */
export async function tone(page) {
    await drawn(page);
    const classes = await page.locator(".verdict").getAttribute("class");
    return classes.split(" ").find((name) => name !== "verdict");
}

/** How many deliveries the lease chart has. */
export async function deliveries(page) {
    await drawn(page);
    return page.locator(".plot .lease").count();
}

/** The lines of the event log: "t=30 worker-2 receives the message". Of a log so long that it is not all in the document, an error. */
export async function logLines(page) {
    await drawn(page);
    const rows = page.getByRole("listbox", { name: "Event log" }).getByRole("option");
    const [lines, count] = [await rows.allInnerTexts(), await rows.first().getAttribute("aria-setsize")];
    assert.equal(lines.length, Number(count), "not all lines are in the document");
    return lines.map((line) => line.replace(/\s+/g, " "));
}

/**
 * Waits until the page has drawn what happened so far: after the next frame, and after the timer by which Yew puts off what
 * took it too long for one.
 */
export async function drawn(page) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 5))));
}

/** Unfolds "More", and groups of it by their names. */
export async function openMore(page, ...groups) {
    const unfold = async (details) => {
        if (await details.evaluate((details) => !details.open)) await details.locator("> summary").click();
        await drawn(page);
    };
    await unfold(page.locator(".more"));
    for (const group of groups) await unfold(page.locator(".group", { has: page.locator("> summary", { hasText: group }) }));
}

/** Opens one of the page's scenarios by its title, and waits until it is there. */
export async function choose(page, title) {
    await page.getByLabel("Scenario").selectOption({ label: title });
    await page.locator(".chooser select:not([aria-busy])").waitFor();
    await drawn(page);
}

/** The same, and pauses it. */
export async function openScenario(page, title) {
    await choose(page, title);
    await seek(page, 0);
}

/** The titles to choose from, once the page has fetched their list. */
export async function titles(page) {
    await page.locator(".chooser optgroup").first().waitFor({ state: "attached" });
    return page.getByLabel("Scenario").locator("option").allInnerTexts();
}

/** Sets the playhead to so many seconds, which pauses. */
export async function seek(page, seconds) {
    await slider(page, "Time").fill(String(seconds * 1000));
    await drawn(page);
}

/** Every shape and text of the stage, to the last tenth of a pixel: two equal stages show the same. */
export async function stage(page) {
    await drawn(page);
    return page.locator(".stage svg").evaluate((stage) =>
        [stage, ...stage.querySelectorAll("*")].map((shape) => {
            const attributes = [...shape.attributes].map(({ name, value }) => `${name}=${value}`);
            return [shape.tagName, ...attributes.sort(), shape.childElementCount === 0 ? shape.textContent : ""].join(" ");
        }),
    );
}

/** Drags a slider's thumb with the mouse from where it is to a position of the slider, without letting go early. */
export async function dragThumb(page, slider, position) {
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await slider.boundingBox();
    const [from, last] = await slider.evaluate(({ value, max }) => [Number(value), Number(max)]);
    // The middle of the thumb, 18 px wide, stays half a thumb away from either end.
    const at = (position) => x + 9 + (position / last) * (width - 18);
    await page.mouse.move(at(from), y + height / 2);
    await page.mouse.down();
    await page.mouse.move(at(position), y + height / 2, { steps: 10 });
    await page.mouse.up();
    await drawn(page);
}

/** What axe-core finds wrong with the page as it is now: one line for each rule and element. */
export async function accessibilityProblems(page) {
    if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(await readFile(AXE, "utf8"));
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target}`));
}

/** Takes a picture of what is in view, to target/pictures/. */
export async function screenshot(page, name) {
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}${name}.png` });
}

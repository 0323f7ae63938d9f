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
    t.after(async () => {
        await page.context().close();
        if (!mayComplain) assert.deepEqual(complaints, [], "the browser complained");
    });
    return page;
}

/** Drags a range input's thumb from one fraction of its track to another, with the mouse and without letting go early. */
export async function dragSlider(page, slider, from, to) {
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await slider.boundingBox();
    // The centre of the thumb stays half a thumb away from either end.
    const thumb = Math.min(height, 16);
    const at = (fraction) => x + thumb / 2 + fraction * (width - thumb);
    await page.mouse.move(at(from), y + height / 2);
    await page.mouse.down();
    await page.mouse.move(at(to), y + height / 2, { steps: 10 });
    await page.mouse.up();
}

/** What axe-core finds wrong with the page as it is now: one line for each rule and element. */
export async function accessibilityProblems(page) {
    await page.evaluate(await readFile(AXE, "utf8"));
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} (${help}): ${target}`));
}

/** Takes a picture of what is in view, to target/pictures/. */
export async function screenshot(page, name) {
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}${name}.png` });
}

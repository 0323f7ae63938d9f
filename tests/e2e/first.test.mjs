// The first page, and how the whole page takes its place (static/boot.js, src/ui/handover.rs).

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, deliveries, dragThumb, headline, openPage, seek, slider, spoken } from "./harness.mjs";

const WHOLE = "**/whole-*";

/** The first page, as long as the whole one is kept from coming; `let_come()` ends that. */
async function openFirst(t, options = {}) {
    let letCome;
    const held = new Promise((come) => (letCome = come));
    const prepare = (page) =>
        page.route(WHOLE, async (route) => {
            await held;
            // The page may be closed by now.
            await route.continue().catch(() => {});
        });
    t.after(() => letCome());
    const page = await openPage(t, { first: true, prepare, ...options });
    return { page, letCome };
}

const whole = (page) => page.locator("#app > .whole");

test("first_page_alone_plays_and_obeys_its_sliders", async (t) => {
    const { page } = await openFirst(t);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    assert.equal(await headline(page), "The job outlives its lease by 15 s: the order is charged twice.");
    assert.equal(await deliveries(page), 3);
    await slider(page, "Visibility timeout").focus();
    while ((await deliveries(page)) > 1) await page.keyboard.press("PageUp");
    assert.match(await headline(page), /^All is well/);
    assert.equal(await whole(page).count(), 0);
});

test("first_page_in_either_theme_has_no_accessibility_problem", async (t) => {
    const { page } = await openFirst(t, { reducedMotion: true });
    for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await accessibilityProblems(page), [], colorScheme);
    }
});

test("whole_page_takes_over_what_was_set_and_shown_and_where_the_focus_was", async (t) => {
    const { page, letCome } = await openFirst(t, { reducedMotion: true });
    await page.getByLabel("Job duration, exact value").fill("20");
    await page.keyboard.press("Enter");
    await page.getByLabel("Speed").selectOption("5×");
    await seek(page, 12);
    await slider(page, "Visibility timeout").focus();
    await page.keyboard.press("ArrowRight");
    letCome();
    await whole(page).waitFor();
    assert.equal(await spoken(page, "Job duration"), "20 seconds");
    assert.equal(await spoken(page, "Visibility timeout"), "31 seconds");
    assert.equal(await slider(page, "Time").inputValue(), "12000");
    assert.equal(await page.getByLabel("Speed").inputValue(), "5");
    await page.waitForFunction(() => document.activeElement?.id === "timeout-slider");
    // Everything that was set can be undone at once.
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await spoken(page, "Job duration"), "45 seconds");
});

test("whole_page_waits_while_a_slider_is_held_or_a_field_is_written_in", async (t) => {
    const { page, letCome } = await openFirst(t, { reducedMotion: true });
    const thumb = slider(page, "Visibility timeout");
    const { x, y, height } = await thumb.boundingBox();
    await page.mouse.move(x + 60, y + height / 2);
    await page.mouse.down();
    letCome();
    await page.waitForResponse((response) => response.url().endsWith(".css") && response.url().includes("whole-"));
    await page.waitForTimeout(400);
    assert.equal(await whole(page).count(), 0, "while it is held");
    await page.getByLabel("Job duration, exact value").focus();
    await page.mouse.up();
    await page.waitForTimeout(400);
    assert.equal(await whole(page).count(), 0, "while a field is written in");
    await thumb.focus();
    await whole(page).waitFor();
});

test("whole_page_that_takes_over_leaves_no_frame_without_a_picture_and_moves_nothing", async (t) => {
    for (const [width, height] of [
        [1440, 900],
        [820, 1180],
        [390, 844],
    ]) {
        const { page, letCome } = await openFirst(t, { reducedMotion: true, width, height });
        const places = () =>
            page.evaluate(() =>
                Object.fromEntries(
                    [".verdict", ".stage svg", ".plot .band", "#timeout-slider", ".play"].map((selector) => {
                        const box = document.querySelector(selector)?.getBoundingClientRect();
                        return [selector, box && [Math.round(box.x), Math.round(box.y)].join()];
                    }),
                ),
            );
        await page.evaluate(() => {
            globalThis.empty = 0;
            const look = () => {
                const drawn = document.querySelector(".stage svg") && document.querySelector(".plot");
                if (!drawn) globalThis.empty += 1;
                requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        });
        const before = await places();
        letCome();
        await whole(page).waitFor();
        await page.waitForTimeout(200);
        assert.deepEqual(await places(), before, `${width} px`);
        assert.equal(await page.evaluate(() => globalThis.empty), 0, `${width} px`);
    }
});

test("whole_page_that_cannot_be_had_leaves_the_first_and_can_be_asked_for_again", async (t) => {
    let fails = true;
    const prepare = (page) => page.route(WHOLE, (route) => (fails ? route.abort() : route.continue()));
    const page = await openPage(t, { first: true, mayComplain: true, prepare, reducedMotion: true });
    const apology = page.getByRole("alert");
    assert.match(await apology.innerText(), /^The rest of the page could not be loaded\. What is here works without it\./);
    assert.deepEqual(await accessibilityProblems(page), []);
    await dragThumb(page, slider(page, "Visibility timeout"), 60);
    assert.match(await headline(page), /^All is well/);
    fails = false;
    await page.getByRole("button", { name: "Try again" }).focus();
    await page.keyboard.press("Enter");
    await whole(page).waitFor();
    assert.match(await headline(page), /^All is well/);
});

// All settings that a newcomer need not see: found under "More", changed, refused and taken back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessibilityProblems, choose, deliveries, dragThumb, drawn, field, headline, openMore, openPage } from "./harness.mjs";
import { plain, shown, slider, spoken, type } from "./harness.mjs";

const GROUPS = ["Queue", "Workers", "What goes wrong", "What protects you", "Arrivals", "The run"];

/** The box of a setting: its control and what stands below it. */
const labelled = (page, name) => page.getByLabel(name, { exact: true });
/** What is wrong with a setting: other panels have messages of their own. */
const alert = (page) => page.locator(".controls").getByRole("alert");
const box = (page, id) => page.locator(`.setter:has([id="${id}-hint"])`).last();
const hint = (page, id) => page.locator(`[id="${id}-hint"]`);

/** How many changes a group, or "More", says there are. */
async function changes(page, name) {
    await drawn(page);
    const mark = page.locator("summary", { hasText: name }).first().locator(".changed");
    return (await mark.count()) === 0 ? 0 : Number.parseInt(await mark.innerText(), 10);
}

test("more_unfolded_with_the_mouse_shows_each_group_with_settings_units_and_meanings", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    assert.equal(await page.locator(".group").count(), 0, "folded, it is not in the document");
    assert.match(await page.locator(".more > summary").innerText(), /2 workers · batch 1 · no DLQ/);
    await openMore(page, ...GROUPS);
    assert.deepEqual(await page.locator(".group > summary").evaluateAll((all) => all.map((it) => it.firstChild.data)), GROUPS);
    const bare = await page.locator(".setters .hint").evaluateAll((all) => all.filter((it) => it.textContent.length < 4).length);
    assert.equal(bare, 0, "each says what it means");
    assert.ok((await page.locator(".setters .setting").count()) > 50);
    assert.equal(await shown(page, "Retention"), "4 d");
    assert.equal(await shown(page, "Jobs fail"), "0 %");
});

test("setting_changed_by_its_slider_says_what_it_was_and_is_reset_alone", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openMore(page, "What protects you", "Queue");
    await dragThumb(page, slider(page, "Max receive count"), 2);
    assert.equal(await shown(page, "Max receive count"), "2");
    await type(page, "Delay", "5");
    assert.deepEqual([await changes(page, "More"), await changes(page, "What protects you")], [2, 1]);
    assert.match(await page.locator(".more > summary").innerText(), /DLQ after 2/);
    const count = box(page, "queue.max_receive_count");
    assert.match(await count.locator(".was").innerText(), /changed, was no limit/);
    await page.getByRole("button", { name: "Reset “Max receive count” to no limit" }).click();
    assert.equal(await shown(page, "Max receive count"), "no limit");
    assert.equal(await shown(page, "Delay"), "5 s", "the other stays");
    assert.deepEqual([await changes(page, "More"), await changes(page, "What protects you")], [1, 0]);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await shown(page, "Max receive count"), "2", "a reset is a change to undo");
});

test("more_with_the_keyboard_alone_turns_the_effect_idempotent_and_prevents_the_second_charge", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await page.locator(".more > summary").focus();
    await page.keyboard.press("Enter");
    const group = page.locator(".group > summary", { hasText: "What protects you" });
    for (let presses = 0; presses < 10 && !(await group.evaluate((it) => it === document.activeElement)); presses++) {
        await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    const kind = labelled(page, "A second effect");
    for (let presses = 0; presses < 20 && !(await kind.evaluate((it) => it === document.activeElement)); presses++) {
        await page.keyboard.press("Tab");
    }
    await page.keyboard.press("ArrowDown");
    assert.match(await headline(page), /^(All is well|The order is charged once)/);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Reset “A second effect” to happens again");
    await page.keyboard.press("Enter");
    assert.match(await headline(page), /charged twice/);
    assert.equal(await kind.locator("option:checked").innerText(), "happens again");
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    assert.equal(await kind.locator("option:checked").innerText(), "is prevented by a write on its key");
});

test("switch_turned_makes_a_fifo_queue_and_says_why_where_it_cannot", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openMore(page, "Queue", "Arrivals");
    const fifo = page.getByRole("switch", { name: "FIFO queue" });
    await labelled(page, "Send 1, delay of each").fill("5");
    await labelled(page, "Send 1, delay of each").press("Enter");
    await fifo.focus();
    await page.keyboard.press("Space");
    assert.match(await hint(page, "queue.fifo").getByRole("alert").innerText(), /It does not go with “Send 1, delay of each”/);
    assert.equal(await fifo.isChecked(), false);
    await labelled(page, "Send 1, delay of each").fill("");
    await labelled(page, "Send 1, delay of each").press("Enter");
    await fifo.click();
    assert.equal(await fifo.isChecked(), true);
    assert.deepEqual(await alert(page).allInnerTexts(), []);
    assert.match(await page.locator(".more > summary").innerText(), /FIFO/);
});

test("setting_that_does_not_go_with_another_keeps_what_was_typed_and_the_last_good_run", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openMore(page, "Workers");
    await page.getByRole("switch", { name: "A Lambda function works" }).click();
    const before = await deliveries(page);
    await type(page, "Function timeout", "60");
    assert.match(await alert(page).innerText(), /at most the queue's visibility timeout/);
    assert.equal(await shown(page, "Function timeout"), "60");
    assert.equal(await deliveries(page), before);
    // One of the three main ones says it, too.
    await type(page, "Visibility timeout", "10");
    assert.match(plain(await hint(page, "timeout").innerText()), /It does not go with “Function timeout”/);
    assert.equal(await shown(page, "Visibility timeout"), "10");
    await field(page, "Visibility timeout").press("Escape");
    assert.equal(await shown(page, "Visibility timeout"), "30 s");
    assert.equal(await spoken(page, "Visibility timeout"), "30 seconds");
});

test("nonsense_in_a_field_is_answered_with_what_it_takes", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openMore(page, "Workers", "Arrivals", "The run");
    for (const [name, text, takes] of [
        ["Batch size", "11", /^Takes 1 to 10\.$/],
        ["Batch size", "many", /^Takes 1 to 10\.$/],
        ["Long poll", "1h", /^Takes 0 to 20 s in whole seconds/],
        ["Seed", "-1", /^Takes 0 to/],
    ]) {
        await type(page, name, text);
        assert.match(await alert(page).innerText(), takes);
        await field(page, name).press("Escape");
    }
    await labelled(page, "Send 1, group").fill("two words");
    await labelled(page, "Send 1, group").press("Enter");
    assert.match(await alert(page).innerText(), /1 to 128 letters/);
});

test("crash_added_edited_and_removed_changes_the_run_and_comes_back_with_undo", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await type(page, "Visibility timeout", "60");
    await openMore(page, "What goes wrong");
    await page.getByRole("button", { name: "Add: crash" }).click();
    assert.match(await headline(page), /^Worker-1 crashes, and the order stays hidden/);
    await labelled(page, "Crash 1, after").fill("10");
    await labelled(page, "Crash 1, after").press("Enter");
    // Until its lease ends at 60.
    assert.match(await headline(page), /stays hidden for another 50 s/);
    assert.match(await page.locator(".list", { hasText: "Crashes" }).locator(".was").last().innerText(), /changed, there was none/);
    await page.getByRole("button", { name: "Remove crash 1" }).press("Enter");
    assert.match(await headline(page), /^All is well/);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.match(await headline(page), /stays hidden for another 50 s/);
    await page.getByRole("button", { name: "Reset “Crashes”" }).click();
    assert.match(await headline(page), /^All is well/);
});

test("law_chosen_opens_its_own_settings", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openMore(page, "Workers");
    assert.equal(await field(page, "99th percentile").count(), 0);
    await labelled(page, "Jobs take").selectOption({ label: "a long tail" });
    assert.equal(await shown(page, "Median job"), "45 s");
    await type(page, "Median job", "10");
    await type(page, "99th percentile", "5");
    assert.match(await alert(page).innerText(), /the lesser first/);
    await field(page, "99th percentile").press("Escape");
    await labelled(page, "Jobs take").selectOption({ label: "one by one" });
    await labelled(page, "Jobs in order").fill("10, soon");
    await labelled(page, "Jobs in order").press("Enter");
    assert.match(await alert(page).innerText(), /^Takes times with commas/);
    await labelled(page, "Jobs in order").fill("10");
    await labelled(page, "Jobs in order").press("Enter");
    assert.match(await headline(page), /^All is well/);
});

test("timed_change_added_by_hand_holds_from_its_instant_on", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openMore(page, "The run");
    await page.getByRole("button", { name: "Add: change" }).click();
    await labelled(page, "Change 1, at").fill("20");
    await labelled(page, "Change 1, at").press("Enter");
    assert.equal(plain(await labelled(page, "Change 1, visibility timeout").inputValue()), "60");
    // The second delivery, at 30, has 60 s for its 45.
    assert.equal(await deliveries(page), 2);
    await labelled(page, "Change 1, set also").selectOption({ label: "Batch size" });
    assert.equal(await labelled(page, "Change 1, batch size").inputValue(), "1");
    await page.getByRole("button", { name: "Remove “Batch size” from change 1" }).click();
    assert.equal(await labelled(page, "Change 1, batch size").count(), 0);
    await page.getByRole("button", { name: "Remove change 1" }).click();
    assert.equal(await deliveries(page), 3);
});

test("setting_fixed_for_the_run_says_so_where_changes_hold_from_now_on", async (t) => {
    const page = await openPage(t, { reducedMotion: true });
    await openMore(page, "Workers");
    await page.getByRole("switch", { name: "From now on" }).click();
    await type(page, "Workers", "5");
    assert.match(await alert(page).innerText(), /^Fixed for the whole run/);
    await page.getByRole("switch", { name: "From now on" }).click();
    await type(page, "Workers", "5");
    assert.equal(await alert(page).count(), 0);
});

for (const [title, groups] of [
    ["The double-charged order", GROUPS],
    ["Lambda: six times the function's timeout", ["Workers"]],
    ["Busy period, third layer: dead letters and an alarm", ["What goes wrong", "What protects you"]],
]) {
    test(`settings_of_${title.toLowerCase().replaceAll(/\W+/g, "_")}_are_accessible_in_both_themes_and_on_a_phone`, async (t) => {
        for (const [theme, width, height] of [["light", 1440, 900], ["dark", 390, 844], ["light", 320, 700]]) {
            const page = await openPage(t, { reducedMotion: true, theme, width, height });
            await choose(page, title);
            await openMore(page, ...groups);
            if (groups === GROUPS) {
                for (const add of ["crash", "pause", "lost answer", "act", "change"]) {
                    await page.getByRole("button", { name: `Add: ${add}` }).click();
                }
            }
            assert.deepEqual(await accessibilityProblems(page), [], `${theme} ${width}`);
            const wide = await page.locator(".controls *").evaluateAll((all) =>
                all.filter((it) => it.checkVisibility() && it.getBoundingClientRect().right > innerWidth).map((it) => it.outerHTML.slice(0, 120)),
            );
            assert.deepEqual(wide, [], `fits in ${width} px`);
            const small = await page.locator(".more button, .more select, .more summary, .more input").evaluateAll((all) =>
                all.filter((it) => it.checkVisibility() && !it.closest("label")).map((it) => [it, it.getBoundingClientRect()])
                    .filter(([, box]) => box.width < 24 || box.height < 24).map(([it]) => it.outerHTML.slice(0, 120)),
            );
            assert.deepEqual(small, [], "targets of 24 px");
        }
    });
}

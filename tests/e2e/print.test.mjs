// The page as a handout.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, type } from "./harness.mjs";

test("printed_page_has_settings_chart_log_and_verdict_and_nothing_to_press", async (t) => {
    const page = await openPage(t, { reducedMotion: true, theme: "dark" });
    await type(page, "Visibility timeout", "40");
    // What a browser does before it prints.
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const handout = page.locator(".handout");
    await handout.waitFor();
    const text = (await handout.innerText()).replace(/\s+/g, " ");
    assert.match(text, /The double-charged order/);
    assert.match(text, /queue\.visibility_timeout 40/);
    assert.match(text, /workers\.job 45/);
    assert.match(text, /t=40 worker-2 receives the message/);
    assert.match(await page.locator(".verdict .headline").innerText(), /The job outlives its lease by/);
    assert.ok(await page.locator(".plot").first().isVisible());
    const pressable = page.locator("button:visible, input:visible, select:visible, summary:visible");
    assert.deepEqual(await pressable.evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 80))), []);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await handout.waitFor({ state: "detached" });
});

test("run_of_many_lines_is_printed_as_far_as_anybody_reads", async (t) => {
    const scenario = { title: "Many", workers: { count: 4, job: "2s" }, arrivals: [{ count: 500, every: "1s" }], horizon: "10m" };
    const page = await openPage(t, { reducedMotion: true, scenario });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const handout = page.locator(".handout");
    await handout.waitFor();
    assert.equal(await handout.locator("dl:last-of-type dt").count(), 200);
    assert.match(await handout.innerText(), /and \d+ more lines/);
});

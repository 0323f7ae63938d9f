// The page as a host serves it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { address } from "./browser.mjs";
import { openPage, openScenario, titles } from "./harness.mjs";

test("page_in_a_sub_path_opens_with_an_empty_console", async (t) => {
    const page = await openPage(t);
    assert.equal(new URL(page.url()).pathname, "/some/sub/path/");
    assert.doesNotMatch(await page.locator("#app").innerText(), /Loading|could not start/);
});

test("page_in_use_asks_for_each_of_its_own_files_once_and_for_no_other", async (t) => {
    const urls = [];
    const page = await openPage(t, { prepare: (page) => page.on("request", (request) => urls.push(request.url())) });
    const all = await titles(page);
    // The list comes when the page is up.
    const atStart = new Set(urls).size;
    for (const title of all) await openScenario(page, title);
    await page.getByLabel("Theme").selectOption("Dark");
    assert.deepEqual(
        urls.filter((url) => !url.startsWith(address)),
        [],
        "leads to another place",
    );
    assert.equal(new Set(urls).size, urls.length, urls.join("\n"));
    assert.equal(urls.length, atStart + all.length - 1, "each scenario is fetched when it is chosen, but for the first");
});

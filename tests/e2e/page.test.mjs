import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";

test("the page opens from a sub-path with an empty console", async (t) => {
    const page = await openPage(t);
    assert.doesNotMatch(await page.locator("#app").innerText(), /Loading|could not start/);
});

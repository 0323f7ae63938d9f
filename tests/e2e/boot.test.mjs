// static/boot.js: what a reader sees where the page cannot start.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";

test("page_without_its_program_says_so", async (t) => {
    const page = await openPage(t, {
        mayComplain: true,
        prepare: (page) => page.route("**/inflight*.wasm", (route) => route.abort()),
    });
    assert.match(await page.getByRole("alert").innerText(), /^The page could not start: .*Reload it to try again\.$/);
});

test("browser_without_webassembly_is_told_so", async (t) => {
    const page = await openPage(t, {
        mayComplain: true,
        prepare: (page) => page.addInitScript(() => delete globalThis.WebAssembly),
    });
    assert.match(await page.getByRole("alert").innerText(), /does not run WebAssembly/);
});

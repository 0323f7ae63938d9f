// How much a reader waits for: what the page fetches until it runs, as a host sends it. The list of scenarios comes after that.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { address } from "./browser.mjs";
import { openPage } from "./harness.mjs";

const DIST = new URL("../../dist/", import.meta.url);
const MOST = 190_000;

test("page_fetched_for_the_first_time_is_small", async (t) => {
    const fetched = new Set();
    const prepare = (page) => page.on("request", (request) => fetched.add(request.url()));
    const page = await openPage(t, { prepare });
    // A browser without a window asks for no icon.
    fetched.add(await page.locator('link[rel="icon"]').evaluate((link) => link.href));

    const sizes = new Map();
    for (const url of fetched) {
        if (url.startsWith(`${address}scenarios/`)) continue;
        const file = url.slice(address.length) || "index.html";
        sizes.set(file, gzipSync(await readFile(new URL(file, DIST)), { level: 9 }).length);
    }
    assert.equal(sizes.size, 6, [...sizes.keys()].join(", "));
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [file, size] of sizes) t.diagnostic(`${String(size).padStart(7)} bytes gzipped: ${file}`);
    t.diagnostic(`${String(total).padStart(7)} bytes gzipped in all, of at most ${MOST}`);
    assert.ok(total <= MOST, `${total} bytes`);
});

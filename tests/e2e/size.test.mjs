// How much a reader waits for: what the page fetches until it runs, as a host sends it. The list of scenarios comes after that.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { address } from "./browser.mjs";
import { openPage } from "./harness.mjs";

const DIST = new URL("../../dist/", import.meta.url);
const MOST = 190_000;
const MOST_LATER = 540_000;

/** The files that `options` make the page fetch, but for its scenarios, each with its size as a host sends it. */
async function sizes(t, options) {
    const fetched = new Set();
    const prepare = (page) => page.on("request", (request) => fetched.add(request.url()));
    const page = await openPage(t, { prepare, ...options });
    // A browser without a window asks for no icon.
    fetched.add(await page.locator('link[rel="icon"]').evaluate((link) => link.href));
    const files = [...fetched].filter((url) => !url.startsWith(`${address}scenarios/`));
    const names = files.map((url) => url.slice(address.length) || "index.html");
    const sizeOf = async (file) => gzipSync(await readFile(new URL(file, DIST)), { level: 9 }).length;
    return Promise.all(names.map(async (file) => [file, await sizeOf(file)]));
}

function sum(t, sizes, most) {
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    for (const [file, size] of sizes) t.diagnostic(`${String(size).padStart(7)} bytes gzipped: ${file}`);
    t.diagnostic(`${String(total).padStart(7)} bytes gzipped in all, of at most ${most}`);
    return total;
}

const isLater = ([file]) => file.startsWith("whole-");

test("page_fetched_for_the_first_time_is_small", async (t) => {
    const first = (await sizes(t, {})).filter((file) => !isLater(file));
    assert.equal(first.length, 6, String(first));
    const total = sum(t, first, MOST);
    assert.ok(total <= MOST, `${total} bytes`);
});

test("whole_page_that_follows_the_first_view_is_not_much_larger", async (t) => {
    const later = (await sizes(t, {})).filter(isLater);
    assert.equal(later.length, 3, String(later));
    const total = sum(t, later, MOST_LATER);
    assert.ok(total <= MOST_LATER, `${total} bytes`);
});

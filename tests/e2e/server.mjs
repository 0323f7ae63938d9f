// Serves dist/ from a folder below the root, as a host of static files would.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const DIST = new URL("../../dist/", import.meta.url);
const BASE = "/some/sub/path/";
const TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
};

/** Starts the server on a free port and gives the page's address. It does not keep the process alive. */
export async function serve() {
    const server = createServer(answer).listen(0, "127.0.0.1").unref();
    await new Promise((listening) => server.once("listening", listening));
    return `http://127.0.0.1:${server.address().port}${BASE}`;
}

async function answer(request, response) {
    const { pathname } = new URL(request.url, "http://localhost");
    try {
        if (!pathname.startsWith(BASE)) throw new Error("not below the page's folder");
        // URL has resolved every "..", so that no path leads out of dist/.
        const file = new URL(`./${pathname.slice(BASE.length) || "index.html"}`, DIST);
        const content = await readFile(file);
        response.writeHead(200, { "content-type": TYPES[extname(file.pathname)] }).end(content);
    } catch {
        response.writeHead(404).end();
    }
}

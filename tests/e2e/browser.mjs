// Opens the page of dist/ in a real browser and notes everything that the browser complains about.

import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

// No sandbox, because it does not work for root; the rest keeps the browser to this page.
const FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/** The page's address on a server of this process. */
export const address = await serve();

let browser;

/**
 * Opens the page in a fresh profile. `path` is what follows its address ("?query#fragment"); `prepare(page)` runs before
 * it loads; with `first` the page is given as soon as its first view is there, else when the whole page has taken its place; with `tour` it comes with the tour of a first visit, with
 * `scenario` it opens that one, an object. Gives the Playwright page and `complaints`: console errors and warnings, uncaught exceptions and failed
 * requests, a list that goes on growing until the page is closed.
 */
export async function open({
    width = 1440,
    height = 900,
    theme = "light",
    reducedMotion = false,
    path = "",
    prepare = async () => {},
    first = false,
    tour = false,
    scenario,
    forcedColors = "none",
} = {}) {
    if (!process.env.CHROME) throw new Error("CHROME names no browser: `make e2e`, or `source target/setup.env` first");
    browser ??= await chromium.launch({ executablePath: process.env.CHROME, args: FLAGS });
    const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: reducedMotion ? "reduce" : "no-preference",
        forcedColors,
    });
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(`console ${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`exception: ${error.stack ?? error}`));
    page.on("requestfailed", (request) => complaints.push(`${request.failure().errorText}: ${request.url()}`));
    page.on("response", (response) => {
        if (response.status() >= 400) complaints.push(`HTTP ${response.status()}: ${response.url()}`);
    });
    if (!tour) await page.addInitScript(() => localStorage.setItem("inflight.toured", "1"));
    // As over a reload.
    if (scenario) await page.addInitScript((json) => sessionStorage.setItem("inflight.kept", json), JSON.stringify(scenario));
    await prepare(page);
    await page.goto(address + path);
    // The page itself, or why it could not start.
    await page.locator(first ? "#app > :not(.loading)" : "#app > .whole, #app > [role=alert]").first().waitFor();
    // Until then a picture of the first page stands before the whole one.
    if (!first) await page.locator("body > [inert]").waitFor({ state: "detached" });
    return { page, complaints };
}

export async function closeBrowser() {
    await browser?.close();
    browser = undefined;
}

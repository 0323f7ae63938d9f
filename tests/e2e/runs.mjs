// Runs that no scenario of the library has: thousands of messages, hundreds of workers.

import { choose, openPage, seek, titles } from "./harness.mjs";

/** The scenario of the library in whose place the page is given another one. */
const PLACE = { name: "busy-period", title: "Double charges in a busy period" };

/** Opens the page with a run of this scenario, paused at its start. */
export async function openRun(t, scenario, { prepare = async () => {}, ...options } = {}) {
    const whole = { version: 2, title: PLACE.title, about: "", horizon: "10min", ...scenario };
    const page = await openPage(t, {
        reducedMotion: true,
        ...options,
        prepare: async (page) => {
            await page.route(`**/scenarios/${PLACE.name}.json`, (route) => route.fulfill({ json: whole }));
            await prepare(page);
        },
    });
    await titles(page);
    await choose(page, PLACE.title);
    // A long run is made in pieces.
    await page.locator(".computing").waitFor({ state: "detached" });
    await seek(page, 0);
    return page;
}

/** Ten thousand messages for two hundred workers, whose jobs outlive their leases by ten seconds. */
export const CROWD = {
    queue: { visibility_timeout: "30s" },
    workers: { count: 200, job: "40s" },
    arrivals: [{ count: 10000, every: "0.05s" }],
};

/** Two dozen workers, each with two messages in hand. */
export const DOZENS = {
    queue: { visibility_timeout: "100s" },
    workers: { count: 24, job: "30s", batch: 2 },
    arrivals: [{ count: 300, every: 0 }],
};

/** A FIFO queue of two groups with two messages each; two workers that take 10 s. */
export const GROUPS = {
    queue: { fifo: true, visibility_timeout: "60s" },
    workers: { count: 2, job: "10s" },
    arrivals: [{ count: 4, every: 0, groups: 2 }],
    horizon: "90s",
};

/** Three workers with five messages each in hand, which they work off one by one in 20 s. */
export const BATCHES = {
    queue: { visibility_timeout: "200s" },
    workers: { count: 3, job: "20s", batch: 5 },
    arrivals: [{ count: 40, every: 0 }],
};

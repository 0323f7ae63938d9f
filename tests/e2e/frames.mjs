// Measures how the page plays: main-thread time a frame and frames a second, for 100 to 10,000 messages, as the machine is and with
// its processor slowed down four times. It asserts nothing: machines differ, and are shared. `make bench-page` runs it.

import { closeBrowser, open } from "./browser.mjs";

const MESSAGES = [100, 1_000, 2_000, 10_000];
const SLOWED = [1, 4];
/** For so long, in milliseconds, each is played. */
const PLAYED = 5_000;

/** Everything on the way at once: all sent within ten seconds, worked on by fifty workers, some of it twice. */
const scenario = (count) => ({
    title: `${count} messages`,
    queue: { visibility_timeout: "4s", max_receive_count: 3 },
    workers: { count: 50, job: { from: "1s", to: "5s" } },
    arrivals: [{ count, every: `${Math.floor(10_000 / count)}ms` }],
    horizon: `${Math.max(20, Math.ceil(count / 10))}s`,
});

/** Runs in the page: notes, for each frame, how long the main thread was busy with it, painting included. */
function watchFrames() {
    const ask = globalThis.requestAnimationFrame.bind(globalThis);
    const { port1, port2 } = new MessageChannel();
    let began;
    globalThis.frames = [];
    // A message comes when the frame is done.
    port2.onmessage = () => globalThis.frames.push(performance.now() - began);
    globalThis.requestAnimationFrame = (step) =>
        ask((time) => {
            began = performance.now();
            port1.postMessage(null);
            step(time);
        });
}

console.log("messages  slowed   frames/s  p50 ms  p95 ms");
for (const count of MESSAGES) {
    for (const slowed of SLOWED) {
        const { page } = await open({ scenario: scenario(count), reducedMotion: false, prepare: (page) => page.addInitScript(watchFrames) });
        await page.locator(".computing").waitFor({ state: "detached", timeout: 120_000 });
        const session = await page.context().newCDPSession(page);
        await session.send("Emulation.setCPUThrottlingRate", { rate: slowed });
        await page.getByRole("button", { name: "To the start" }).click();
        await page.getByRole("button", { name: "Play", exact: true }).click();
        const frames = await page.evaluate(async (played) => {
            await new Promise((passed) => setTimeout(passed, 500));
            globalThis.frames = [];
            await new Promise((passed) => setTimeout(passed, played));
            return globalThis.frames;
        }, PLAYED);
        frames.sort((a, b) => a - b);
        const at = (share) => frames[Math.floor(frames.length * share)]?.toFixed(1) ?? "-";
        const rate = ((frames.length * 1000) / PLAYED).toFixed(1);
        console.log(
            [String(count).padStart(8), `${slowed}x`.padStart(7), rate.padStart(10), at(0.5).padStart(7), at(0.95).padStart(7)].join(" "),
        );
        await page.context().close();
    }
}
await closeBrowser();

// Takes pictures of the page of dist/: every width in both themes to target/pictures/, and the README's docs/page.png.

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { closeBrowser, open } from "./browser.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SIZES = { desktop: [1440, 900], tablet: [820, 1180], phone: [390, 844] };

await mkdir(`${ROOT}docs`, { recursive: true });
for (const [size, [width, height]] of Object.entries(SIZES)) {
    for (const theme of ["light", "dark"]) {
        await take(`target/pictures/${size}-${theme}.png`, { width, height, theme });
    }
}
await take("docs/page.png", { width: 1440, height: 900 });
await closeBrowser();

async function take(file, options) {
    // Paused, and at an instant where both workers have the order, so that the same page gives the same picture.
    const { page, complaints } = await open({ reducedMotion: true, ...options });
    await page.getByRole("slider", { name: "Time", exact: true }).fill("37000");
    await page.screenshot({ path: ROOT + file });
    await page.context().close();
    if (complaints.length > 0) throw new Error(`${file}:\n${complaints.join("\n")}`);
    console.log(file);
}

// Loads and starts the page: first what a newcomer sees at once, and then the whole page in its place. A file of its own, because
// the content security policy forbids inline scripts.

const app = document.getElementById("app");
// Trunk writes the names of its files onto the script element (see pattern_script in Trunk.toml).
const { js, wasm, whole } = document.querySelector("script[data-wasm]").dataset;

let pressed = false;
addEventListener("pointerdown", () => (pressed = true), true);
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => (pressed = false), true);

try {
    if (typeof WebAssembly !== "object") {
        throw new Error("this browser does not run WebAssembly, or not here");
    }
    const first = await import(js);
    // Yew takes the loading text away when it puts the page there.
    await first.default({ module_or_path: wasm });
    whenPainted(() => goOn(first.leave));
} catch (error) {
    console.error(error);
    const message = document.createElement("p");
    message.setAttribute("role", "alert");
    message.textContent = `The page could not start: ${error.message}. Reload it to try again.`;
    app.replaceChildren(message);
}

/** Calls back when the page is on the screen and the browser has nothing better to do. Not before somebody looks at it. */
function whenPainted(then) {
    // Safari has no idle callbacks.
    const whenIdle = globalThis.requestIdleCallback ?? ((then) => setTimeout(then, 200));
    requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(then, { timeout: 5000 })));
}

/** Loads the whole page and puts it in the place of the first one, which works on until then, or says why it stays. */
async function goOn(leave) {
    const place = app.querySelector(".apology");
    try {
        // Some browsers remember that a module could not be loaded, but only under the very same name.
        goOn.tries = (goOn.tries ?? 0) + 1;
        const { default: start, enter } = await import(`${whole}.js${goOn.tries > 1 ? `?${goOn.tries}` : ""}`);
        await Promise.all([start({ module_or_path: `${whole}_bg.wasm` }), dress(`${whole}.css`)]);
        whenHandsOff(() => change(leave, enter));
    } catch (error) {
        console.warn(error);
        place?.replaceChildren(apology(leave));
    }
}

/** Calls back when nobody holds a slider or types into a field. */
function whenHandsOff(then) {
    const types = document.activeElement?.matches("input[type=text]");
    if (pressed || types) setTimeout(() => whenHandsOff(then), 100);
    else then();
}

/** Puts one page in the place of the other within a frame. Neither the scroll position nor the focus is lost. */
function change(leave, enter) {
    const { activeElement } = document;
    const name = activeElement?.getAttribute("aria-label");
    const focused = activeElement?.id ? `#${activeElement.id}` : name && `${activeElement.localName}[aria-label="${name}"]`;
    // An empty page would have nothing to scroll.
    app.style.minHeight = `${app.offsetHeight}px`;
    enter(app, leave());
    // What it draws, it draws before the next frame.
    requestAnimationFrame(() => {
        app.style.minHeight = "";
        if (focused && activeElement !== document.body) app.querySelector(focused)?.focus({ preventScroll: true });
    });
}

/** Loads a style sheet, once. */
function dress(href) {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = href;
    return new Promise((resolve, reject) => {
        sheet.onload = resolve;
        sheet.onerror = () => {
            sheet.remove();
            reject(new Error(`${href} could not be loaded`));
        };
        document.head.append(sheet);
    });
}

/**
 * What comes in place of a page that has broken down: what was set, to be kept, and ways to begin again. The program cannot say it
 * itself any more; it only sends the event, with the scenario as JSON.
 */
app.addEventListener("inflight:broken", ({ detail: scenario }) => {
    const make = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });
    const again = (keep) => () => {
        if (keep) sessionStorage.setItem("inflight.kept", scenario);
        location.reload();
    };
    const message = make("section", "", { className: "broken" });
    message.setAttribute("role", "alert");
    message.append(
        make("h2", "The page has broken down"),
        make("p", "That is a mistake in the page, not yours. Nothing goes on from here; what you had set is below, to be copied and kept."),
        make("textarea", scenario, { readOnly: true, ariaLabel: "The scenario", rows: 12 }),
    );
    try {
        // Forbidden in some frames.
        sessionStorage.getItem("inflight.kept");
        message.append(make("button", "Load the page again with this scenario", { className: "button", onclick: again(true) }));
    } catch {}
    message.append(make("button", "Load the page again", { className: "button", onclick: again(false) }));
    app.replaceChildren(message);
});

/** What stands where the rest of the page cannot be had. */
function apology(leave) {
    const message = document.createElement("p");
    message.setAttribute("role", "alert");
    const again = document.createElement("button");
    again.className = "button";
    again.textContent = "Try again";
    again.addEventListener("click", () => goOn(leave));
    message.append("The rest of the page could not be loaded. What is here works without it. ", again);
    return message;
}

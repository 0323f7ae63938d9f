// Loads and starts the page. A file of its own, because the content security policy forbids inline scripts.

const app = document.getElementById("app");
// Trunk writes the names of its files onto the script element (see pattern_script in Trunk.toml).
const { js, wasm } = document.querySelector("script[data-wasm]").dataset;

try {
    if (typeof WebAssembly !== "object") {
        throw new Error("this browser does not run WebAssembly, or not here");
    }
    const { default: start } = await import(js);
    // Yew takes the loading text away when it puts the page there.
    await start({ module_or_path: wasm });
} catch (error) {
    console.error(error);
    const message = document.createElement("p");
    message.setAttribute("role", "alert");
    message.textContent = `The page could not start: ${error.message}. Reload it to try again.`;
    app.replaceChildren(message);
}

//! The door of the page.

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    // Before anything is drawn, so that the page does not open in the other theme.
    inflight::ui::restore_theme();
    // Only where the page has a place for it: the tests' page, say, has none.
    if let Some(place) = web_sys::window().and_then(|window| window.document()?.get_element_by_id("app")) {
        yew::Renderer::<inflight::ui::App>::with_root(place).render();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!(
        "This is the page: `make serve` builds and serves it. Without a browser, use `cargo run --bin headless`."
    );
    std::process::exit(2);
}

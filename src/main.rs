//! The door of the first page. What it exports, it exports here and not in the library, of which the whole page is made, too: all
//! that is exported is kept.

#[cfg(target_arch = "wasm32")]
mod door {
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Takes the page away, for the whole page to come in its place, and tells in what state it was.
    #[wasm_bindgen]
    #[must_use]
    pub fn leave() -> String {
        inflight::ui::first::leave()
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    // Before anything is drawn, so that the page does not open in the other theme.
    inflight::ui::restore_theme();
    // Only where the page has a place for it: the tests' page, say, has none.
    if let Some(place) = web_sys::window().and_then(|window| window.document()?.get_element_by_id("app")) {
        inflight::ui::first::open(place);
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!(
        "This is the page: `make serve` builds and serves it. Without a browser, use `cargo run --bin headless`."
    );
    std::process::exit(2);
}

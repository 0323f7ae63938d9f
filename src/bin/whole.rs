//! The door of the whole page.

#[cfg(target_arch = "wasm32")]
mod door {
    use wasm_bindgen::prelude::wasm_bindgen;
    use web_sys::Element;

    /// Puts the whole page into its place, in the state in which the first page was when it left.
    #[wasm_bindgen]
    pub fn enter(place: Element, left: &str) {
        inflight::ui::whole::open(place, left);
    }
}

/// All begins with [`door::enter`].
#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This is a part of the page: `make serve` builds and serves it.");
    std::process::exit(2);
}

//! The door of the page.

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!(
        "This is the page: `make serve` builds and serves it. Without a browser, use `cargo run --bin headless`."
    );
    std::process::exit(2);
}

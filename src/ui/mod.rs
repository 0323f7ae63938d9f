//! The top floor: what a person touches. Yew components, and the only room that knows the browser.
//!
//! [`session`] is the page's whole state and every change to it, without a browser, so that it is tested natively; the
//! components draw it and send actions.

pub mod scale;
pub mod session;
pub mod settings;

#[cfg(target_arch = "wasm32")]
mod app;
#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod chart;
#[cfg(target_arch = "wasm32")]
mod controls;
#[cfg(target_arch = "wasm32")]
mod element;
#[cfg(target_arch = "wasm32")]
mod library;
#[cfg(target_arch = "wasm32")]
mod log;
#[cfg(target_arch = "wasm32")]
mod range;
#[cfg(target_arch = "wasm32")]
mod slider;
#[cfg(target_arch = "wasm32")]
mod stage;
#[cfg(target_arch = "wasm32")]
mod transport;
#[cfg(target_arch = "wasm32")]
mod verdict;

#[cfg(target_arch = "wasm32")]
pub use app::App;
#[cfg(target_arch = "wasm32")]
pub use browser::restore_theme;

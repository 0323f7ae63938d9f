//! The top floor: what a person touches. Yew components, and the only room that knows the browser.
//!
//! The page is two programs, so that a reader waits only for what the first view needs: `first`, and `whole`, which takes its
//! place as soon as it is there. They share the [`player`], which moves the playhead through a run, and what draws stage, chart and
//! sliders. [`session`] is the whole page's state and every change to it. Neither knows a browser, so that both are tested
//! natively; the components draw them and send actions.

pub mod endless;
pub mod handover;
pub mod history;
pub mod player;
pub mod rolling;
pub mod scale;
pub mod session;
pub mod settings;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod chart;
#[cfg(target_arch = "wasm32")]
mod controls;
#[cfg(target_arch = "wasm32")]
mod element;
#[cfg(target_arch = "wasm32")]
pub mod first;
#[cfg(target_arch = "wasm32")]
mod keys;
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
pub mod whole;

#[cfg(target_arch = "wasm32")]
pub use browser::restore_theme;

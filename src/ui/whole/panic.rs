//! What is left when the page breaks down: the scenario, for the loader to show and keep (`static/boot.js`).

use std::cell::RefCell;

use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit, Element};

use super::super::player::Shared;
use crate::sim::Scenario;

/// What the loader listens for, and what it keeps over a reload.
const BROKEN: &str = "inflight:broken";
pub const KEPT: &str = "inflight.kept";

thread_local! {
    static LAST: RefCell<Option<Shared<Scenario>>> = const { RefCell::new(None) };
}

/// Keeps in mind what is set now.
pub fn remember(scenario: &Shared<Scenario>) {
    LAST.with(|last| *last.borrow_mut() = Some(scenario.clone()));
}

/// Tells the loader when the program of the page in `place` stops in a panic.
pub fn watch(place: Element) {
    std::panic::set_hook(Box::new(move |info| {
        console_error_panic_hook::hook(info);
        // Whatever went wrong, it may have been here.
        let last = LAST.with(|last| last.try_borrow().ok().and_then(|last| last.clone()));
        let scenario = last.map(|scenario| scenario.to_json()).unwrap_or_default();
        let with = CustomEventInit::new();
        with.set_detail(&JsValue::from_str(&scenario));
        if let Ok(event) = CustomEvent::new_with_event_init_dict(BROKEN, &with) {
            let _ = place.dispatch_event(&event);
        }
    }));
}

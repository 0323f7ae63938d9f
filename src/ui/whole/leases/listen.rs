//! Events that do not bubble, or whose default must be prevented: Yew listens for neither.

use wasm_bindgen::JsCast;
use wasm_bindgen::convert::FromWasmAbi;
use wasm_bindgen::prelude::Closure;
use web_sys::Element;
use yew::prelude::*;

/// Calls back for each event of a kind on an element, as long as it is there.
#[hook]
pub fn use_listener<E: FromWasmAbi + 'static>(place: &NodeRef, kind: &'static str, on_event: Callback<E>) {
    let place = place.clone();
    use_effect_with(on_event, move |on_event| {
        let on_event = on_event.clone();
        let listener = Closure::<dyn FnMut(E)>::new(move |event| on_event.emit(event));
        let target = place.cast::<Element>();
        if let Some(target) = &target {
            let _ = target.add_event_listener_with_callback(kind, listener.as_ref().unchecked_ref());
        }
        move || {
            if let Some(target) = target {
                let _ = target.remove_event_listener_with_callback(kind, listener.as_ref().unchecked_ref());
            }
        }
    });
}

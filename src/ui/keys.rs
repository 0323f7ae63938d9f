//! What a key does that is pressed anywhere on the page.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::player::Move;

/// What a key does that was pressed outside a field. A control that has a use for the key keeps it.
pub fn on_key(event: &KeyboardEvent) -> Option<Move> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
        return None;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let name = target.as_ref().map(|element| element.tag_name().to_ascii_lowercase()).unwrap_or_default();
    let is_range = target.is_some_and(|element| element.get_attribute("type").as_deref() == Some("range"));
    let a_move = match event.key().as_str() {
        " " if is_range || !matches!(name.as_str(), "input" | "select" | "button" | "summary") => Move::TogglePlay,
        _ if matches!(name.as_str(), "input" | "select") => return None,
        "ArrowRight" => Move::StepForward,
        "ArrowLeft" => Move::StepBack,
        _ => return None,
    };
    event.prevent_default();
    Some(a_move)
}

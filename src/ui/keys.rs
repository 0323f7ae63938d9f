//! What a key does that is pressed anywhere on the page.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::player::Move;
use super::session::{Action, Session};
use crate::queue::Millis;

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
        "Home" => Move::Seek(Millis::ZERO),
        "End" => Move::Seek(Millis(u64::MAX)),
        _ => return None,
    };
    event.prevent_default();
    Some(a_move)
}

/// What a key does on the whole page.
pub enum Key {
    /// Something to the page.
    Act(Action),
    /// It opens the help.
    Help,
}

/// The same on the whole page, which has more to do.
pub fn page_key(event: &KeyboardEvent, session: &Session) -> Option<Key> {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    // There the browser has an undo of its own, and letters are letters. In a dialog nothing of the page is at hand.
    let writes = "input:not([type=range]):not([type=checkbox]), textarea, select, dialog, dialog *";
    if event.default_prevented() || target.is_some_and(|target| target.matches(writes).unwrap_or(false)) {
        return None;
    }
    let key = event.key();
    let with_control = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
    let done = match (key.to_ascii_lowercase().as_str(), with_control) {
        ("z", true) if event.shift_key() => Key::Act(Action::Redo),
        ("z", true) => Key::Act(Action::Undo),
        ("y", true) => Key::Act(Action::Redo),
        (_, true) => return None,
        ("?", false) => Key::Help,
        ("p", false) => Key::Act(if session.pinned.is_some() { Action::Unpin } else { Action::Pin }),
        ("n", false) => Key::Act(Action::FromNowOn(!session.from_now_on)),
        ("escape", false) if session.selected.is_some() => Key::Act(Action::Select(None)),
        _ => return on_key(event).map(|a_move| Key::Act(Action::Move(a_move))),
    };
    event.prevent_default();
    Some(done)
}

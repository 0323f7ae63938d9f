//! What the settings are set by.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;
use yew::prelude::*;

use super::super::super::controls::Make;
use super::super::super::player::Shared;
use super::super::super::session::Action;
use super::super::super::settings::more::{at, change, refusal};
use crate::sim::{Change, Scenario};

/// Makes changes to what is set, or says why it cannot be changed so. It stays the same from run to run, so that a setting is drawn
/// only when its own value changes.
#[derive(Clone)]
pub struct Desk {
    /// What is set, and whether changes hold only from the playhead on.
    now: Rc<RefCell<(Shared<Scenario>, bool)>>,
    act: Callback<Action>,
}

impl PartialEq for Desk {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.now, &other.now) && self.act == other.act
    }
}

/// So that it can be handed to a component by reference.
impl yew::html::ImplicitClone for Desk {}

/// A desk for what is set, and whether changes hold only from the playhead on.
#[hook]
pub fn use_desk(scenario: &Shared<Scenario>, from_now_on: bool, act: &Callback<Action>) -> Desk {
    let now = use_mut_ref(|| (scenario.clone(), from_now_on));
    *now.borrow_mut() = (scenario.clone(), from_now_on);
    Desk { now, act: act.clone() }
}

impl Desk {
    /// Makes changes, unless something does not go with them.
    pub fn make(&self, changes: Vec<Change>) -> Option<AttrValue> {
        let (scenario, from_now_on) = self.now.borrow().clone();
        let refused = refusal(&scenario, &changes, from_now_on);
        if refused.is_none() {
            self.act.emit(Action::Change(changes));
        }
        refused.map(AttrValue::from)
    }

    /// The same, as a callback.
    pub fn maker(&self) -> Make {
        let desk = self.clone();
        Callback::from(move |changes| desk.make(changes))
    }

    /// Sets a field.
    pub fn set(&self, path: &str, value: Value) -> Option<AttrValue> {
        self.make(vec![change(path, value)])
    }

    /// The same at a stroke: what is set next is another thing to undo.
    pub fn set_at_once(&self, path: &str, value: Value) -> Option<AttrValue> {
        let refused = self.set(path, value);
        self.act.emit(Action::Settle);
        refused
    }

    /// The value of a field as it is set now.
    pub fn value(&self, path: &str) -> Option<Value> {
        at(&self.scenario().to_value(), path).cloned()
    }

    /// What is set now.
    pub fn scenario(&self) -> Shared<Scenario> {
        self.now.borrow().0.clone()
    }
}

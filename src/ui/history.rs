//! What was set before, to undo and redo.

use super::player::Shared;
use super::session::Choice;
use crate::sim::Scenario;

/// What was open, and what was set.
pub type Moment = (Shared<Choice>, Shared<Scenario>);

/// So many changes can be undone. Each is a scenario, some kilobytes.
const MOST: usize = 200;

/// The moments before this one and, after an undo, those after it.
#[derive(Clone, Debug, Default)]
pub struct History {
    past: Vec<Moment>,
    future: Vec<Moment>,
    /// What the last change was of, as long as it goes on: a slider that is dragged makes one change.
    gesture: Option<String>,
}

impl History {
    /// One with a moment to go back to, or none.
    #[must_use]
    pub fn after(past: Option<Moment>) -> Self {
        Self { past: past.into_iter().collect(), ..Self::default() }
    }

    /// Whether there is something to undo.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// The same after a change, made by a gesture, of what was set `before`.
    #[must_use]
    pub fn pushed(&self, before: Moment, gesture: &str) -> Self {
        let mut past = self.past.clone();
        if self.gesture.as_deref() != Some(gesture) || past.is_empty() {
            past.push(before);
        }
        let too_many = past.len().saturating_sub(MOST);
        past.drain(..too_many);
        Self { past, future: Vec::new(), gesture: Some(gesture.to_owned()) }
    }

    /// The same when the gesture is over.
    #[must_use]
    pub fn settled(&self) -> Self {
        Self { gesture: None, ..self.clone() }
    }

    /// The same one change earlier, and what was set then; `None` where there was none.
    #[must_use]
    pub fn undone(&self, now: Moment) -> Option<(Self, Moment)> {
        let mut history = self.settled();
        let then = history.past.pop()?;
        history.future.push(now);
        Some((history, then))
    }

    /// The same one change later, and what was set then; `None` where nothing was undone.
    #[must_use]
    pub fn redone(&self, now: Moment) -> Option<(Self, Moment)> {
        let mut history = self.settled();
        let then = history.future.pop()?;
        history.past.push(now);
        Some((history, then))
    }
}

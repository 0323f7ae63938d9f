//! What a queue remembers for five minutes, by name: sends (R93) and receives (R21) of a FIFO queue.

use std::collections::VecDeque;
use std::sync::Arc;

use slab::Slab;

use super::names::Names;
use super::time::Millis;

/// How long.
const WINDOW: Millis = Millis::from_secs(300);

#[derive(Clone, Debug)]
pub(super) struct Recent<T> {
    names: Names,
    noted: Slab<Noted<T>>,
    /// When what was noted, oldest first, by its place. What was noted anew since has another time.
    order: VecDeque<(Millis, u32)>,
}

#[derive(Clone, Debug)]
struct Noted<T> {
    at: Millis,
    name: Arc<str>,
    value: T,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { names: Names::default(), noted: Slab::new(), order: VecDeque::new() }
    }
}

impl<T> Recent<T> {
    /// What was noted under that name, if that is not over.
    pub fn find(&mut self, now: Millis, name: &str) -> Option<&mut T> {
        self.forget_old(now);
        let slot = self.names.get(name)?;
        Some(&mut self.noted[slot as usize].value)
    }

    /// Notes a value, in place of one that was noted before under the same name.
    pub fn note(&mut self, now: Millis, name: Arc<str>, value: T) {
        self.forget_old(now);
        let noted = Noted { at: now, name: Arc::clone(&name), value };
        let slot = u32::try_from(self.noted.insert(noted)).expect("fewer than 2^32 fit in memory");
        if let Some(earlier) = self.names.insert(name, slot) {
            self.noted.remove(earlier as usize);
        }
        self.order.push_back((now, slot));
    }

    fn forget_old(&mut self, now: Millis) {
        while let Some((_, slot)) = self.order.pop_front_if(|(at, _)| *at + WINDOW <= now) {
            // Where it was noted anew, something younger may lie in its place, or nothing.
            if self.noted.get(slot as usize).is_some_and(|noted| noted.at + WINDOW <= now) {
                let Noted { name, .. } = self.noted.remove(slot as usize);
                self.names.remove(&name);
            }
        }
    }
}

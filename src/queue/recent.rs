//! What a queue remembers for five minutes, by name: sends (R93) and receives (R21) of a FIFO queue.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use slab::Slab;

use super::time::Millis;

/// How long.
const WINDOW: Millis = Millis::from_secs(300);

/// Where something with a name lies. One type for all such maps, since every type of tree weighs on the page.
pub(super) type Names = BTreeMap<Arc<str>, u32>;

#[derive(Clone, Debug)]
pub(super) struct Recent<T> {
    names: Names,
    values: Slab<(Millis, T)>,
    /// When what was noted, oldest first. What was noted anew since has another time.
    order: VecDeque<(Millis, Arc<str>)>,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { names: Names::default(), values: Slab::new(), order: VecDeque::new() }
    }
}

impl<T> Recent<T> {
    /// What was noted under that name, if that is not over.
    pub fn find(&mut self, now: Millis, name: &str) -> Option<&mut T> {
        self.forget_old(now);
        let slot = *self.names.get(name)?;
        Some(&mut self.values[slot as usize].1)
    }

    /// Notes a value, in place of one that was noted before under the same name.
    pub fn note(&mut self, now: Millis, name: Arc<str>, value: T) {
        self.forget_old(now);
        self.forget(&name);
        let slot = u32::try_from(self.values.insert((now, value))).expect("fewer than 2^32 fit in memory");
        self.names.insert(Arc::clone(&name), slot);
        self.order.push_back((now, name));
    }

    /// Forgets what was noted under that name.
    pub fn forget(&mut self, name: &str) {
        if let Some(slot) = self.names.remove(name) {
            self.values.remove(slot as usize);
        }
    }

    fn forget_old(&mut self, now: Millis) {
        while self.order.front().is_some_and(|(at, _)| *at + WINDOW <= now) {
            let Some((at, name)) = self.order.pop_front() else { return };
            let slot = self.names.get(&name);
            if slot.is_some_and(|&slot| self.values[slot as usize].0 == at) {
                self.forget(&name);
            }
        }
    }
}

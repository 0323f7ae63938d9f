//! The one ordered structure that everything with a turn or a deadline lies in.

use std::collections::BTreeSet;

/// Slots in the order of a key and, among equal keys, of a tie-breaker. Every operation takes O(log n).
///
/// One type for all purposes, since every other type of tree costs the page some three kilobytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index(BTreeSet<Entry>);

/// A key, a tie-breaker and a slot.
pub(crate) type Entry = (u64, u64, u32);

impl Index {
    pub fn insert(&mut self, entry: Entry) {
        self.0.insert(entry);
    }

    /// Takes an entry out; false where it was not in.
    pub fn remove(&mut self, entry: Entry) -> bool {
        self.0.remove(&entry)
    }

    pub fn first(&self) -> Option<Entry> {
        self.0.first().copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = Entry> {
        self.0.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

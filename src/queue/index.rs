//! The one ordered structure that everything with a turn or a deadline lies in.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Slots in the order of a key and, among equal keys, of a tie-breaker. Only the first is ever looked for.
///
/// Places, deadlines and send times mostly come in rising order, so most entries lie in a row in which the next goes to the end;
/// the others lie in a heap. An entry that is taken out before its turn stays where it is until it comes to the front, since
/// to find it among a million would cost more than the call itself. Whoever takes entries out knows which of those that are
/// left still hold, and tells [`Index::tidy`].
///
/// One type for all purposes, since every other one would weigh on the page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// Never falling.
    row: VecDeque<Entry>,
    /// What came too late for the row.
    strays: BinaryHeap<Reverse<Entry>>,
    /// How many of the entries were not taken out.
    len: usize,
}

/// A key, a tie-breaker and a slot.
pub(crate) type Entry = (u64, u64, u32);

/// So many entries that hold no longer are no burden.
const FEW: usize = 1_000;

impl Index {
    pub fn insert(&mut self, entry: Entry) {
        self.len += 1;
        if self.row.back().is_none_or(|&last| last <= entry) {
            self.row.push_back(entry);
        } else {
            self.strays.push(Reverse(entry));
        }
    }

    /// Takes out an entry that is in. True where the index is to be tidied before its first entry is asked for again.
    pub fn remove(&mut self, entry: Entry) -> bool {
        self.len -= 1;
        if self.first() == Some(entry) {
            self.pop_first();
            return true;
        }
        self.lying() > 2 * self.len + FEW
    }

    /// Drops entries that hold no longer: those at the front, and all of them where they are more than half.
    pub fn tidy(&mut self, holds: impl Fn(Entry) -> bool) {
        while self.first().is_some_and(|entry| !holds(entry)) {
            self.pop_first();
        }
        if self.lying() > 2 * self.len + FEW {
            self.row = self.iter().filter(|&entry| holds(entry)).collect();
            self.strays = BinaryHeap::new();
        }
    }

    pub fn first(&self) -> Option<Entry> {
        match (self.row.front(), self.strays.peek()) {
            (Some(&next), Some(&Reverse(stray))) => Some(next.min(stray)),
            (next, stray) => next.copied().or(stray.map(|&Reverse(stray)| stray)),
        }
    }

    /// In order, with those that were taken out and lie there still. An entry that was taken out and inserted again comes once.
    pub fn iter(&self) -> impl Iterator<Item = Entry> {
        let mut row = self.row.iter().copied().peekable();
        // The first comes last: it is a heap of reversed entries.
        let mut strays = self.strays.clone().into_sorted_vec();
        let mut last = None;
        std::iter::from_fn(move || {
            loop {
                let stray = strays.last().map(|&Reverse(stray)| stray);
                let is_stray = stray.is_some_and(|stray| row.peek().is_none_or(|&next| stray < next));
                let entry = if is_stray { strays.pop().map(|Reverse(stray)| stray) } else { row.next() };
                if entry.is_none() || entry != last {
                    last = entry;
                    return entry;
                }
            }
        })
    }

    pub fn len(&self) -> usize {
        self.len
    }

    fn pop_first(&mut self) {
        let is_in_row =
            self.row.front().is_some_and(|&next| self.strays.peek().is_none_or(|&Reverse(stray)| next <= stray));
        if is_in_row {
            self.row.pop_front();
        } else {
            self.strays.pop();
        }
    }

    /// How many entries lie here, those that were taken out among them.
    fn lying(&self) -> usize {
        self.row.len() + self.strays.len()
    }
}

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
    /// Asked for far more often than it changes, so it lies by itself.
    first: Option<Entry>,
    /// Never falling.
    row: VecDeque<Entry>,
    /// What came too late for the row.
    strays: BinaryHeap<Reverse<Entry>>,
    /// How many entries were not taken out.
    len: usize,
}

/// A key, a tie-breaker and a slot.
pub(crate) type Entry = (u64, u64, u32);

/// So many entries that hold no longer are no burden.
const FEW: usize = 1_000;

impl Index {
    pub fn insert(&mut self, entry: Entry) {
        self.len += 1;
        match self.first {
            None => self.first = Some(entry),
            Some(first) if entry < first => {
                self.row.push_front(first);
                self.first = Some(entry);
            }
            Some(_) if self.row.back().is_none_or(|&last| last <= entry) => self.row.push_back(entry),
            Some(_) => self.strays.push(Reverse(entry)),
        }
    }

    /// Takes out an entry that is in. True where the index is to be tidied before its first entry is asked for again.
    pub fn remove(&mut self, entry: Entry) -> bool {
        self.len -= 1;
        let is_first = self.first == Some(entry);
        if is_first {
            self.pop_first();
        }
        is_first || self.is_untidy()
    }

    /// Drops entries that hold no longer: those at the front, and all of them where they are more than half.
    pub fn tidy(&mut self, holds: impl Fn(Entry) -> bool) {
        while self.first.is_some_and(|entry| !holds(entry)) {
            self.pop_first();
        }
        if self.is_untidy() {
            self.tidy_all(&holds);
        }
    }

    pub fn first(&self) -> Option<Entry> {
        self.first
    }

    /// In order, with those that were taken out and lie there still. An entry that was taken out and inserted again comes once.
    pub fn iter(&self) -> impl Iterator<Item = Entry> {
        let mut row = self.first.into_iter().chain(self.row.iter().copied()).peekable();
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
        let next = self.row.front().copied();
        let stray = self.strays.peek().map(|&Reverse(stray)| stray);
        let is_stray = stray.is_some_and(|stray| next.is_none_or(|next| stray < next));
        self.first = if is_stray { self.strays.pop().map(|Reverse(stray)| stray) } else { self.row.pop_front() };
    }

    fn is_untidy(&self) -> bool {
        self.row.len() + self.strays.len() > 2 * self.len + FEW
    }

    /// Drops all entries that hold no longer. Of the others, each stays at most twice, in the row and as a stray: an entry that
    /// is taken out and inserted again, and again, must not fill the index. `dyn`, so that the page carries it once.
    fn tidy_all(&mut self, holds: &dyn Fn(Entry) -> bool) {
        let mut last = self.first;
        self.row.retain(|&entry| holds(entry) && last.replace(entry) != Some(entry));
        let mut strays = std::mem::take(&mut self.strays).into_sorted_vec();
        strays.dedup();
        strays.retain(|&Reverse(entry)| holds(entry));
        self.strays = strays.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::Rng;
    use std::collections::BTreeSet;

    /// What lies in an index is what was inserted and not taken out, and its first is the least of that.
    #[test]
    fn index_agrees_with_a_sorted_set() {
        let mut rng = Rng::new(1);
        let mut any = |max| u32::try_from(rng.up_to(max)).unwrap();
        let (mut index, mut set) = (Index::default(), BTreeSet::new());
        for step in 0..200_000_u64 {
            // Mostly rising, often falling, and again and again the same.
            let entry =
                if any(3) == 0 { (u64::from(any(50)), 0, 0) } else { (step / 4 + u64::from(any(9)), 0, any(1)) };
            if set.remove(&entry) {
                if index.remove(entry) {
                    index.tidy(|entry| set.contains(&entry));
                }
            } else {
                set.insert(entry);
                index.insert(entry);
            }
            while set.len() > 100 + usize::try_from(step % 5_000).unwrap() {
                let entry = if any(4) == 0 { set.pop_last() } else { set.pop_first() }.unwrap();
                if index.remove(entry) {
                    index.tidy(|entry| set.contains(&entry));
                }
            }
            assert_eq!((index.first(), index.len()), (set.first().copied(), set.len()));
            if step % 5_000 == 0 {
                assert!(index.iter().filter(|entry| set.contains(entry)).eq(set.iter().copied()));
            }
        }
    }

    #[test]
    fn entry_taken_out_and_inserted_again_and_again_does_not_fill_the_index() {
        let mut index = Index::default();
        index.insert((0, 0, 0));
        index.insert((9, 0, 0));
        for _ in 0..100_000 {
            for (old, new) in [((9, 0, 0), (5, 0, 0)), ((5, 0, 0), (9, 0, 0))] {
                if index.remove(old) {
                    index.tidy(|entry| entry == (0, 0, 0) || entry == new);
                }
                index.insert(new);
            }
        }
        assert!(index.row.len() + index.strays.len() < 2 * FEW, "{} and {}", index.row.len(), index.strays.len());
    }
}

//! What a run without an end was before the part of it that is kept.

use super::{Counts, MessageIx};
use crate::queue::Millis;

/// What is left of the part that is known no more. Of an ordinary run: nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::sim) struct Past {
    /// Where the known part begins.
    pub begin: Millis,
    /// The counts just before.
    pub counts: Counts,
    /// How many things had had their effect before, at least once, twice and three times.
    pub things: [u32; 3],
    /// The numbers of the oldest messages that are kept. Those after them have numbers without a gap.
    old: Vec<u32>,
    /// The number of the first message after those.
    next: u32,
}

impl Past {
    /// How many messages the run had had before the one at that place of those that are kept.
    pub fn number(&self, message: MessageIx) -> u32 {
        let place = message as usize;
        self.old.get(place).copied().unwrap_or_else(|| self.next + message - self.old_count())
    }

    /// The place of the message of that number, if it is kept or was not sent yet.
    pub fn place_of(&self, number: u32) -> Option<MessageIx> {
        match number.checked_sub(self.next) {
            Some(after) => Some(self.old_count() + after),
            None => self.old.binary_search(&number).ok().and_then(|place| MessageIx::try_from(place).ok()),
        }
    }

    /// From now on only the messages are there that `keeps` names, of `count`.
    pub fn keep(&mut self, count: u32, keeps: impl Fn(MessageIx) -> bool) {
        let next = self.number(count);
        let mut kept: Vec<u32> = (0..count).filter(|&message| keeps(message)).map(|it| self.number(it)).collect();
        let dense = kept.iter().rev().zip(1..).take_while(|&(&number, nth)| number + nth == next).count();
        kept.truncate(kept.len() - dense);
        self.next = next - u32::try_from(dense).expect("as many as there are messages at most");
        self.old = kept;
    }

    /// How many bytes its lists take.
    pub fn bytes(&self) -> usize {
        self.old.capacity() * size_of::<u32>()
    }

    fn old_count(&self) -> u32 {
        u32::try_from(self.old.len()).expect("fewer than 2^32 messages")
    }
}

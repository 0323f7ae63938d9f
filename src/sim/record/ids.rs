//! Which message the queue means by an id.

use crate::queue::MessageId;
use crate::sim::trace::MessageIx;

/// The message of each id that the queues gave, in the order in which they gave them.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// Of the ids from `first` on.
    recent: Vec<MessageIx>,
    first: u64,
    /// Of those before, as far as their messages are kept.
    old: Vec<(u64, MessageIx)>,
}

impl Ids {
    /// The ordinal of the next id.
    pub fn next(&self) -> u64 {
        self.first + self.recent.len() as u64
    }

    /// The next id is that of a message.
    pub fn push(&mut self, message: MessageIx) {
        self.recent.push(message);
    }

    /// The message of an id.
    pub fn message_of(&self, id: MessageId) -> MessageIx {
        let ordinal = id.ordinal();
        match ordinal.checked_sub(self.first) {
            Some(place) => self.recent[usize::try_from(place).expect("fewer than 2^32 messages")],
            None => self.old[self.old.partition_point(|&(old, _)| old < ordinal)].1,
        }
    }

    /// The messages have other places now, or are gone.
    pub fn move_to(&mut self, new: impl Fn(MessageIx) -> Option<MessageIx>) {
        let next = self.next();
        let recent = (self.first..).zip(std::mem::take(&mut self.recent));
        let known = std::mem::take(&mut self.old).into_iter().chain(recent);
        let mut kept: Vec<(u64, MessageIx)> = known.filter_map(|(id, message)| Some((id, new(message)?))).collect();
        // The last of them follow each other without a gap, and need not name their ids.
        let dense = kept.iter().rev().zip(1..).take_while(|&(&(id, _), nth)| id + nth == next).count();
        self.recent = kept.drain(kept.len() - dense..).map(|(_, message)| message).collect();
        self.first = next - dense as u64;
        self.old = kept;
    }
}

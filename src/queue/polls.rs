//! Long polls: receives that wait for a message (R11, R12).

use std::sync::Arc;

use slab::Slab;

use super::index::Index;
use super::message::Message;
use super::time::Millis;

/// Names a receive that waits.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct PollId {
    /// How many receives had waited before this one.
    pub(super) ordinal: u64,
    slot: u32,
}

impl PollId {
    /// A small number that no other receive waiting at the same queue at the same time has: a place in a caller's table.
    #[must_use]
    pub fn slot(self) -> usize {
        self.slot as usize
    }
}

/// What a receive that waited got in the end.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Which receive.
    pub poll: PollId,
    /// When it was answered.
    pub at: Millis,
    /// The messages; none when the wait ran out.
    pub messages: Vec<Message>,
}

/// What a receive asks for, after its arguments were checked and the queue's defaults filled in.
#[derive(Copy, Clone, Debug)]
pub(super) struct Request {
    pub max_messages: usize,
    /// The call's own timeout; without one the queue's at the time of the answer counts.
    pub visibility_timeout: Option<Millis>,
}

#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub until: Millis,
    pub request: Request,
    /// The attempt id by which a FIFO receive can be repeated once it is answered.
    pub attempt: Option<Arc<str>>,
}

/// The receives that wait at one queue.
#[derive(Clone, Debug, Default)]
pub(super) struct Polls {
    waiting: Slab<(PollId, Waiting)>,
    /// By how long they have waited, longest first.
    turns: Index,
    /// By when their wait runs out. Waits differ in length, so the first is not always the one that has waited longest.
    ends: Index,
}

impl Polls {
    pub fn insert(&mut self, ordinal: u64, waiting: Waiting) -> PollId {
        let entry = self.waiting.vacant_entry();
        let poll = PollId { ordinal, slot: u32::try_from(entry.key()).expect("fewer than 2^32 receives wait") };
        self.ends.insert((waiting.until.0, ordinal, poll.slot));
        entry.insert((poll, waiting));
        self.give_back(poll);
        poll
    }

    /// The receive that has waited longest, taken out of turn for as long as it takes to find messages for it.
    pub fn take_turn(&mut self) -> Option<(PollId, Request)> {
        let (_, _, slot) = self.turns.first()?;
        let (poll, Waiting { request, .. }) = self.waiting[slot as usize];
        self.leave_turn(poll);
        Some((poll, request))
    }

    /// Ends the turn of a receive for which there were none: it goes on waiting, longest of all.
    pub fn give_back(&mut self, poll: PollId) {
        self.turns.insert((poll.ordinal, 0, poll.slot));
    }

    /// Ends the turn of a receive that is answered.
    pub fn finish(&mut self, poll: PollId) -> Waiting {
        let (_, waiting) = self.waiting.remove(poll.slot());
        if self.ends.remove((waiting.until.0, poll.ordinal, poll.slot)) {
            self.ends.tidy(|(_, ordinal, slot)| waits(&self.waiting, ordinal, slot));
        }
        waiting
    }

    /// When the first wait runs out, and whose.
    pub fn next_end(&self) -> Option<(Millis, PollId)> {
        self.ends.first().map(|(end, _, slot)| (Millis(end), self.waiting[slot as usize].0))
    }

    /// Takes out a receive whose wait has run out or whose caller has gone; false when it was answered before.
    pub fn remove(&mut self, poll: PollId) -> bool {
        let is_waiting = waits(&self.waiting, poll.ordinal, poll.slot);
        if is_waiting {
            self.finish(poll);
            self.leave_turn(poll);
        }
        is_waiting
    }

    fn leave_turn(&mut self, poll: PollId) {
        if self.turns.remove((poll.ordinal, 0, poll.slot)) {
            self.turns.tidy(|(ordinal, _, slot)| waits(&self.waiting, ordinal, slot));
        }
    }
}

/// Whether the receive of that ordinal still waits there.
fn waits(waiting: &Slab<(PollId, Waiting)>, ordinal: u64, slot: u32) -> bool {
    waiting.get(slot as usize).is_some_and(|(poll, _)| poll.ordinal == ordinal)
}

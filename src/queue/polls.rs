//! Long polls: receives that wait for a message (R11, R12).

use std::collections::{BTreeMap, BTreeSet};

use super::message::Message;
use super::time::Millis;

/// Names a receive that waits.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct PollId(pub(super) u64);

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

#[derive(Copy, Clone, Debug)]
pub(super) struct Waiting {
    pub until: Millis,
    pub request: Request,
}

/// The receives that wait at one queue. Ids grow, so the order of ids is that of waiting, longest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Polls {
    waiting: BTreeMap<PollId, Waiting>,
    ends: BTreeSet<(Millis, PollId)>,
}

impl Polls {
    pub fn insert(&mut self, poll: PollId, waiting: Waiting) {
        self.waiting.insert(poll, waiting);
        self.ends.insert((waiting.until, poll));
    }

    /// Takes out the receive that has waited longest.
    pub fn take_first(&mut self) -> Option<(PollId, Waiting)> {
        let (poll, waiting) = self.waiting.pop_first()?;
        self.ends.remove(&(waiting.until, poll));
        Some((poll, waiting))
    }

    /// When the first wait runs out, and whose. Waits differ in length, so it need not be that of the longest waiting.
    pub fn next_end(&self) -> Option<(Millis, PollId)> {
        self.ends.first().copied()
    }

    /// Takes out a receive that is answered or whose caller has gone; false when it was answered before.
    pub fn remove(&mut self, poll: PollId) -> bool {
        let waiting = self.waiting.remove(&poll);
        waiting.is_some_and(|waiting| self.ends.remove(&(waiting.until, poll)))
    }
}

//! One queue's messages, and the three orders in which they are looked up.
//!
//! Every message lies in a slab and in exactly one of two indexes: `visible` (by place) or `timers` (by deadline, for the
//! delayed and the in-flight ones); `ages` holds all of them by send time, for retention. So a call touches one message and
//! O(log n) index nodes, whatever else is in the queue.

use slab::Slab;

use super::index::Index;
use super::message::{MessageId, State, Stored};
use super::time::Millis;

/// Where a message lies in the slab. It is reused after the message is gone, so look-ups by a caller name the id, too.
pub(super) type Slot = u32;

#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    messages: Slab<Stored>,
    /// By place: the first is the next to be received (R19).
    visible: Index,
    /// By the end of the delay or the lease.
    timers: Index,
    /// By send time: the first is the next to expire, whatever the retention is now (R55, R56).
    ages: Index,
    delayed: usize,
    next_rank: u64,
}

impl Store {
    /// A new last place.
    pub fn last_rank(&mut self) -> u64 {
        self.next_rank += 1;
        self.next_rank
    }

    pub fn insert(&mut self, message: Stored) -> Slot {
        let entry = self.messages.vacant_entry();
        let slot = Slot::try_from(entry.key()).expect("fewer than 2^32 messages fit in memory");
        self.ages.insert((message.sent_at.0, message.id.ordinal(), slot));
        entry.insert(message);
        self.index(slot);
        slot
    }

    pub fn remove(&mut self, slot: Slot) -> Stored {
        self.unindex(slot);
        let message = self.messages.remove(slot as usize);
        self.ages.remove((message.sent_at.0, message.id.ordinal(), slot));
        message
    }

    /// The message `id`, if it still lies at `slot`.
    pub fn find(&self, slot: Slot, id: MessageId) -> Option<&Stored> {
        self.messages.get(slot as usize).filter(|message| message.id == id)
    }

    pub fn get(&self, slot: Slot) -> &Stored {
        &self.messages[slot as usize]
    }

    /// Changes a message and puts it where its new state and place belong.
    pub fn update(&mut self, slot: Slot, change: impl FnOnce(&mut Stored)) -> &Stored {
        self.unindex(slot);
        change(&mut self.messages[slot as usize]);
        self.index(slot);
        self.get(slot)
    }

    fn index(&mut self, slot: Slot) {
        let Stored { state, rank, .. } = self.messages[slot as usize];
        match state {
            State::Visible => self.visible.insert((rank, 0, slot)),
            State::Delayed { until } | State::InFlight { until } => self.timers.insert((until.0, rank, slot)),
        }
        self.delayed += usize::from(matches!(state, State::Delayed { .. }));
    }

    fn unindex(&mut self, slot: Slot) {
        let Stored { state, rank, .. } = self.messages[slot as usize];
        match state {
            State::Visible => self.visible.remove((rank, 0, slot)),
            State::Delayed { until } | State::InFlight { until } => self.timers.remove((until.0, rank, slot)),
        };
        self.delayed -= usize::from(matches!(state, State::Delayed { .. }));
    }

    /// The visible message whose turn it is.
    pub fn first_visible(&self) -> Option<Slot> {
        self.visible.first().map(|(_, _, slot)| slot)
    }

    /// The delayed or in-flight message whose time is up first, and when.
    pub fn first_timer(&self) -> Option<(Millis, Slot)> {
        self.timers.first().map(|(until, _, slot)| (Millis(until), slot))
    }

    /// The message that was sent first, and when.
    pub fn oldest(&self) -> Option<(Millis, Slot)> {
        self.ages.first().map(|(sent_at, _, slot)| (Millis(sent_at), slot))
    }

    pub fn visible_count(&self) -> usize {
        self.visible.len()
    }

    pub fn delayed_count(&self) -> usize {
        self.delayed
    }

    pub fn in_flight_count(&self) -> usize {
        self.timers.len() - self.delayed
    }

    /// Every message, in no order that means anything, but always the same one.
    pub fn iter(&self) -> impl Iterator<Item = &Stored> {
        self.messages.iter().map(|(_, message)| message)
    }
}

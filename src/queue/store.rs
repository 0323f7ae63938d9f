//! One queue's messages, and the orders in which they are looked up.
//!
//! Every message lies in a slab, and in indexes by what may happen to it next: `timers` by deadline for the delayed and the
//! in-flight ones, `visible` or its group by place for those that a receive can take, `ages` by send time for all. So a call touches
//! one message and O(log n) index nodes, whatever else is in the queue.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use slab::Slab;

use super::groups::{GroupIx, Groups};
use super::index::Index;
use super::message::{MessageId, State, Stored};
use super::time::Millis;

/// Where a message lies in the slab. It is reused after the message is gone, so look-ups by a caller name the id, too.
pub(super) type Slot = u32;

/// The most messages that one receive returns (R8).
pub(super) const MAX_RECEIVED: usize = 10;

#[derive(Clone)]
pub(super) struct Store {
    is_fifo: bool,
    messages: Slab<Stored>,
    /// The visible ones of no group, by place: the first is the next to be received (R19).
    visible: Index,
    groups: Groups,
    /// By the end of the delay or the lease.
    timers: Index,
    /// By send time: the first is the next to expire, whatever the retention is now (R55, R56).
    ages: Index,
    visible_count: usize,
    delayed_count: usize,
    next_rank: u64,
    /// How many messages a FIFO receive considers, and how many of them there are (R49).
    window: usize,
    considered: usize,
    /// The messages beyond, in order. Those that are gone are passed over when their turn comes.
    beyond: VecDeque<(Slot, MessageId)>,
}

/// The messages, from which all else follows.
impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.by_age()).entry(&"next_rank", &self.next_rank).finish()
    }
}

/// Messages that the same receive can take one after the other, by slot.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Run {
    slots: [Slot; MAX_RECEIVED],
    len: usize,
}

impl Run {
    fn one(slot: Slot) -> Self {
        let mut run = Self::default();
        run.push(slot);
        run
    }

    fn push(&mut self, slot: Slot) {
        self.slots[self.len] = slot;
        self.len += 1;
    }

    pub fn slots(&self) -> &[Slot] {
        &self.slots[..self.len]
    }
}

impl Store {
    pub fn new(is_fifo: bool, window: usize) -> Self {
        Self {
            is_fifo,
            messages: Slab::new(),
            visible: Index::default(),
            groups: Groups::default(),
            timers: Index::default(),
            ages: Index::default(),
            visible_count: 0,
            delayed_count: 0,
            next_rank: 0,
            window,
            considered: 0,
            beyond: VecDeque::new(),
        }
    }

    pub fn is_fifo(&self) -> bool {
        self.is_fifo
    }

    /// A new last place.
    pub fn last_rank(&mut self) -> u64 {
        self.next_rank += 1;
        self.next_rank
    }

    /// Stores a message, as one of `group` if it has one.
    pub fn insert(&mut self, mut message: Stored, group: Option<&Arc<str>>) -> Slot {
        message.group = group.map(|name| self.groups.enter(name));
        message.is_considered = false;
        let (id, sent_at) = (message.id, message.sent_at);
        let slot = Slot::try_from(self.messages.insert(message)).expect("fewer than 2^32 messages fit in memory");
        self.ages.insert((sent_at.0, id.ordinal(), slot));
        if self.considered < self.window || !self.is_fifo {
            self.consider(slot);
        } else {
            self.beyond.push_back((slot, id));
        }
        self.index(slot);
        slot
    }

    pub fn remove(&mut self, slot: Slot) -> Stored {
        self.unindex(slot);
        let message = self.messages.remove(slot as usize);
        self.ages.remove((message.sent_at.0, message.id.ordinal(), slot));
        if let Some(group) = message.group {
            if self.is_fifo {
                self.groups.take(group, message.rank, slot);
            }
            self.refresh(group);
            self.groups.leave(group);
        }
        if message.is_considered {
            self.considered -= 1;
            self.consider_next();
        }
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

    /// Counts a message among those that a receive looks at. In a FIFO queue its group then holds it, in whatever state it is.
    fn consider(&mut self, slot: Slot) {
        let message = &mut self.messages[slot as usize];
        message.is_considered = true;
        self.considered += 1;
        if let (true, Some(group)) = (self.is_fifo, message.group) {
            let rank = message.rank;
            self.groups.put(group, rank, slot);
        }
    }

    /// Lets the next message beyond the window in.
    fn consider_next(&mut self) {
        while let Some((slot, id)) = self.beyond.pop_front() {
            let Some(group) = self.find(slot, id).map(|message| message.group) else { continue };
            self.consider(slot);
            if let Some(group) = group {
                self.refresh(group);
            }
            return;
        }
    }

    fn index(&mut self, slot: Slot) {
        let Stored { state, rank, group, .. } = self.messages[slot as usize];
        match (state, group) {
            (State::Visible, None) => self.visible.insert((rank, 0, slot)),
            (State::Visible, Some(group)) if !self.is_fifo => self.groups.put(group, rank, slot),
            (State::Visible, Some(_)) => {}
            (State::Delayed { until } | State::InFlight { until }, _) => self.timers.insert((until.0, rank, slot)),
        }
        match state {
            State::Visible => self.visible_count += 1,
            State::Delayed { .. } => self.delayed_count += 1,
            State::InFlight { .. } => {
                if let Some(group) = group {
                    self.groups.lend(group);
                }
            }
        }
        if let Some(group) = group {
            self.refresh(group);
        }
    }

    fn unindex(&mut self, slot: Slot) {
        let Stored { state, rank, group, .. } = self.messages[slot as usize];
        match (state, group) {
            (State::Visible, None) => {
                self.visible.remove((rank, 0, slot));
            }
            (State::Visible, Some(group)) if !self.is_fifo => self.groups.take(group, rank, slot),
            (State::Visible, Some(_)) => {}
            (State::Delayed { until } | State::InFlight { until }, _) => {
                self.timers.remove((until.0, rank, slot));
            }
        }
        match state {
            State::Visible => self.visible_count -= 1,
            State::Delayed { .. } => self.delayed_count -= 1,
            State::InFlight { .. } => {
                if let Some(group) = group {
                    self.groups.give_back(group);
                }
            }
        }
    }

    /// Gives a group its turn, or takes it. A FIFO group has one if its first message is visible: whatever is in flight blocks what
    /// comes after it (R86), and groups take turns by when that message became available (R90).
    fn refresh(&mut self, group: GroupIx) {
        if !self.is_fifo {
            return self.groups.set_fair_turn(group);
        }
        let head = self.groups.head(group).map(|(rank, slot)| (rank, self.get(slot)));
        let turn = head.filter(|(_, message)| message.state == State::Visible);
        let turn = turn.map(|(rank, message)| (message.available_at, rank));
        self.groups.set_turn(group, turn);
    }

    /// The visible messages whose turn it is: in a FIFO queue as many of one group as follow each other (R85), else one.
    pub fn next_run(&mut self, most: usize, now: Millis) -> Option<Run> {
        if self.is_fifo {
            let (_, group) = self.groups.first_ready()?;
            let mut run = Run::default();
            let members = self.groups.members(group).take(most);
            members.take_while(|&slot| self.get(slot).state == State::Visible).for_each(|slot| run.push(slot));
            return Some(run);
        }
        if self.groups.any_noisy() {
            let in_flight = self.in_flight_count();
            self.groups.judge_noisy(in_flight, now);
        }
        let alone = self.visible.first().map(|(rank, _, slot)| (rank, slot));
        let tenant = self.groups.first_ready().and_then(|(_, tenant)| self.groups.head(tenant));
        let next = match (alone, tenant) {
            (Some(alone), Some(tenant)) => Some(alone.min(tenant)),
            (alone, tenant) => alone.or(tenant),
        };
        let next = next.or_else(|| self.groups.head(self.groups.least_noisy()?));
        next.map(|(_, slot)| Run::one(slot))
    }

    /// Judges the tenant of a message that was just lent (R100).
    pub fn judge_tenant(&mut self, slot: Slot, now: Millis) {
        if let (false, Some(tenant)) = (self.is_fifo, self.get(slot).group) {
            let in_flight = self.in_flight_count();
            self.groups.judge(tenant, in_flight, now);
        }
    }

    /// Notes that the tenant of a message sent it (R102).
    pub fn note_sent(&mut self, slot: Slot, now: Millis) {
        if let Some(tenant) = self.get(slot).group {
            self.groups.note_sent(tenant, now);
        }
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
        self.visible_count
    }

    pub fn delayed_count(&self) -> usize {
        self.delayed_count
    }

    pub fn in_flight_count(&self) -> usize {
        self.timers.len() - self.delayed_count
    }

    /// How many groups have a message in flight (R108).
    pub fn busy_groups(&self) -> usize {
        self.groups.busy_count()
    }

    /// Every message and where it lies, oldest first.
    pub fn by_age(&self) -> impl Iterator<Item = (Slot, &Stored)> {
        self.ages.iter().map(|(_, _, slot)| (slot, self.get(slot)))
    }
}

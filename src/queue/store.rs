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
use super::index::{Entry, Index};
use super::message::{MessageId, Standing, State, Stored};
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
        let (id, standing, sent_at) = (message.id, message.standing(), message.sent_at);
        let slot = Slot::try_from(self.messages.insert(message)).expect("fewer than 2^32 messages fit in memory");
        self.ages.insert((sent_at.0, id.ordinal(), slot));
        if self.considered < self.window || !self.is_fifo {
            self.consider(slot);
        } else {
            self.beyond.push_back((slot, id));
        }
        self.enter(slot, standing);
        self.refresh(standing.group);
        slot
    }

    pub fn remove(&mut self, slot: Slot) -> Stored {
        let message = self.messages.remove(slot as usize);
        let standing = message.standing();
        self.leave(slot, standing);
        if self.ages.remove((message.sent_at.0, message.id.ordinal(), slot)) {
            self.ages.tidy(|entry| has_age(&self.messages, entry));
        }
        if let Some(group) = standing.group {
            if self.is_fifo && message.is_considered {
                self.groups.take(group, standing.rank, slot, |entry| is_member(&self.messages, entry));
            }
            self.refresh(Some(group));
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
        let message = &mut self.messages[slot as usize];
        let was = message.standing();
        change(message);
        let is = message.standing();
        if is != was {
            self.leave(slot, was);
            self.enter(slot, is);
        }
        self.refresh(is.group);
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
            self.refresh(group);
            return;
        }
    }

    /// Puts a message where it belongs.
    fn enter(&mut self, slot: Slot, Standing { state, rank, group }: Standing) {
        match (state, group) {
            (State::Visible, None) => self.visible.insert((rank, 0, slot)),
            (State::Visible, Some(group)) if !self.is_fifo => self.groups.put(group, rank, slot),
            (State::Visible, Some(_)) => {}
            (State::Delayed { until } | State::InFlight { until }, _) => self.timers.insert((until.0, rank, slot)),
        }
        match (state, group) {
            (State::Visible, _) => self.visible_count += 1,
            (State::Delayed { .. }, _) => self.delayed_count += 1,
            (State::InFlight { .. }, Some(group)) => self.groups.lend(group),
            (State::InFlight { .. }, None) => {}
        }
    }

    /// Takes a message away from where it belonged until just now.
    fn leave(&mut self, slot: Slot, Standing { state, rank, group }: Standing) {
        let messages = &self.messages;
        match (state, group) {
            (State::Visible, None) => {
                if self.visible.remove((rank, 0, slot)) {
                    self.visible.tidy(|entry| is_visible(messages, entry));
                }
            }
            (State::Visible, Some(group)) if !self.is_fifo => {
                self.groups.take(group, rank, slot, |entry| is_visible(messages, entry));
            }
            (State::Visible, Some(_)) => {}
            (State::Delayed { until } | State::InFlight { until }, _) => {
                if self.timers.remove((until.0, rank, slot)) {
                    self.timers.tidy(|entry| has_timer(messages, entry));
                }
            }
        }
        match (state, group) {
            (State::Visible, _) => self.visible_count -= 1,
            (State::Delayed { .. }, _) => self.delayed_count -= 1,
            (State::InFlight { .. }, Some(group)) => self.groups.give_back(group),
            (State::InFlight { .. }, None) => {}
        }
    }

    /// Gives a group its turn, or takes it. A FIFO group has one if its first message is visible: whatever is in flight blocks what
    /// comes after it (R86), and groups take turns by when that message became available (R90).
    fn refresh(&mut self, group: Option<GroupIx>) {
        let Some(group) = group else { return };
        if !self.is_fifo {
            return self.groups.set_fair_turn(group);
        }
        let head = self.groups.head(group).map(|(rank, slot)| (rank, self.get(slot)));
        let turn = head.filter(|(_, message)| message.state == State::Visible);
        let turn = turn.map(|(rank, message)| (message.available_at, rank));
        self.groups.set_turn(group, turn);
    }

    /// Whether there are visible messages whose turn it is.
    pub fn has_next(&self) -> bool {
        if self.is_fifo { self.groups.first_ready().is_some() } else { self.visible_count > 0 }
    }

    /// The visible messages whose turn it is: in a FIFO queue as many of one group as follow each other (R85), else one.
    pub fn next_run(&mut self, most: usize, now: Millis) -> Option<Run> {
        if self.is_fifo {
            let (_, group) = self.groups.first_ready()?;
            let mut run = Run::default();
            let members = self.groups.members(group).filter(|&entry| is_member(&self.messages, entry)).take(most);
            let free = members.take_while(|&(_, _, slot)| self.get(slot).state == State::Visible);
            free.for_each(|(_, _, slot)| run.push(slot));
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
        let entries = self.ages.iter().filter(|&entry| has_age(&self.messages, entry));
        entries.map(|(_, _, slot)| (slot, self.get(slot)))
    }
}

/// What an entry of an index says of the message at its slot, and whether that is so. No two messages of a store have the same
/// rank, so an entry with one is never taken for another message's.
fn is_member(messages: &Slab<Stored>, (rank, _, slot): Entry) -> bool {
    messages.get(slot as usize).is_some_and(|message| message.rank == rank)
}

fn is_visible(messages: &Slab<Stored>, (rank, _, slot): Entry) -> bool {
    messages.get(slot as usize).is_some_and(|message| message.rank == rank && message.state == State::Visible)
}

fn has_timer(messages: &Slab<Stored>, (until, rank, slot): Entry) -> bool {
    let message = messages.get(slot as usize).filter(|message| message.rank == rank);
    message.is_some_and(|message| message.state.until() == Some(Millis(until)))
}

fn has_age(messages: &Slab<Stored>, (sent_at, ordinal, slot): Entry) -> bool {
    let message = messages.get(slot as usize);
    message.is_some_and(|message| message.id.ordinal() == ordinal && message.sent_at.0 == sent_at)
}

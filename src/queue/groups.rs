//! Message groups: whose turn it is, in FIFO queues and in fair standard queues.
//!
//! A group is *ready* when its next message can be received. Ready groups lie in an index, so a receive never looks at the
//! others, however many there are.

use std::sync::Arc;

use slab::Slab;

use super::index::{Entry, Index};
use super::names::Names;
use super::store::Slot;
use super::time::Millis;

/// A tenant is noisy with at least so many messages in flight … (R100)
const NOISY_IN_FLIGHT: usize = 30;
/// … if that is more than one in so many of all that are in flight.
const NOISY_SHARE: usize = 10;
/// A tenant that sends nothing for so long is noisy no more (R102).
const NOISY_MEMORY: Millis = Millis::from_secs(300);

/// Where a group lies; a small number that is used again when the group is gone.
pub(super) type GroupIx = u32;

#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    by_name: Names,
    all: Slab<Group>,
    /// The groups that are ready, by whose turn it is; in fair queues the quiet ones only.
    ready: Index,
    /// The noisy tenants of a fair queue that are ready.
    noisy: Vec<GroupIx>,
    /// How many groups have a message in flight.
    busy: usize,
}

#[derive(Clone, Debug)]
struct Group {
    name: Arc<str>,
    /// By place: in a FIFO queue all messages that a receive considers, in a fair one those that are visible.
    messages: Index,
    /// How many messages of it the queue holds.
    held: usize,
    in_flight: usize,
    last_sent: Millis,
    is_noisy: bool,
    /// Its entry in `ready`.
    turn: Option<Entry>,
}

impl Group {
    fn new(name: &Arc<str>) -> Self {
        Self {
            name: Arc::clone(name),
            messages: Index::default(),
            held: 0,
            in_flight: 0,
            last_sent: Millis::ZERO,
            is_noisy: false,
            turn: None,
        }
    }
}

impl Groups {
    /// The group of that name, made if there is none.
    pub fn enter(&mut self, name: &Arc<str>) -> GroupIx {
        let known = self.by_name.get(name);
        let group = known.unwrap_or_else(|| {
            let ix = GroupIx::try_from(self.all.insert(Group::new(name))).expect("fewer than 2^32 groups");
            self.by_name.insert(Arc::clone(name), ix);
            ix
        });
        self.all[group as usize].held += 1;
        group
    }

    /// One message of the group is gone; the last one takes the group with it.
    pub fn leave(&mut self, group: GroupIx) {
        let left = &mut self.all[group as usize];
        left.held -= 1;
        if left.held == 0 {
            self.set_turn(group, None);
            let gone = self.all.remove(group as usize);
            self.by_name.remove(&gone.name);
            self.noisy.retain(|&other| other != group);
        }
    }

    pub fn put(&mut self, group: GroupIx, rank: u64, slot: Slot) {
        self.all[group as usize].messages.insert((rank, 0, slot));
    }

    /// `holds` says of the others whether they are in the group still.
    pub fn take(&mut self, group: GroupIx, rank: u64, slot: Slot, holds: impl Fn(Entry) -> bool) {
        let messages = &mut self.all[group as usize].messages;
        if messages.remove((rank, 0, slot)) {
            messages.tidy(holds);
        }
    }

    /// The first message of the group by place, of those that are in it.
    pub fn head(&self, group: GroupIx) -> Option<(u64, Slot)> {
        self.all[group as usize].messages.first().map(|(rank, _, slot)| (rank, slot))
    }

    /// The messages of the group, by place, and some that were in it.
    pub fn members(&self, group: GroupIx) -> impl Iterator<Item = Entry> {
        self.all[group as usize].messages.iter()
    }

    /// Gives the group its turn among the ready ones, by `since` and then by the place of its head; or takes it.
    pub fn set_turn(&mut self, group: GroupIx, turn: Option<(Millis, u64)>) {
        let Self { all, ready, .. } = self;
        let entry = turn.map(|(since, rank)| (since.0, rank, group));
        let old = std::mem::replace(&mut all[group as usize].turn, entry);
        if old == entry {
            return;
        }
        if old.is_some_and(|old| ready.remove(old)) {
            let has_turn =
                |entry @ (_, _, group): Entry| all.get(group as usize).is_some_and(|it| it.turn == Some(entry));
            ready.tidy(has_turn);
        }
        if let Some(entry) = entry {
            ready.insert(entry);
        }
    }

    /// The ready group whose turn it is, and the place of its head.
    pub fn first_ready(&self) -> Option<(u64, GroupIx)> {
        self.ready.first().map(|(_, rank, group)| (rank, group))
    }

    /// A message of the group was lent.
    pub fn lend(&mut self, group: GroupIx) {
        let lender = &mut self.all[group as usize];
        lender.in_flight += 1;
        self.busy += usize::from(lender.in_flight == 1);
    }

    /// A message of the group that was in flight is so no more.
    pub fn give_back(&mut self, group: GroupIx) {
        let lender = &mut self.all[group as usize];
        lender.in_flight -= 1;
        self.busy -= usize::from(lender.in_flight == 0);
    }

    /// How many groups have a message in flight (R108).
    pub fn busy_count(&self) -> usize {
        self.busy
    }
}

/// Fair queues (R99 to R102): a group is a tenant, and one that holds up the others comes after them.
impl Groups {
    /// The tenant sent a message at `now`.
    pub fn note_sent(&mut self, tenant: GroupIx, now: Millis) {
        self.all[tenant as usize].last_sent = now;
    }

    /// Whether the tenant is noisy: decided when it takes a message, given up when its backlog is gone or it has sent nothing for
    /// five minutes. The tenant's share of processing time, by which AWS judges as well, is not modelled.
    pub fn judge(&mut self, tenant: GroupIx, all_in_flight: usize, now: Millis) {
        let Group { in_flight, is_noisy, messages, last_sent, .. } = &mut self.all[tenant as usize];
        if *in_flight >= NOISY_IN_FLIGHT && *in_flight * NOISY_SHARE > all_in_flight {
            *is_noisy = true;
        }
        if messages.len() == 0 || now.since(*last_sent) >= NOISY_MEMORY {
            *is_noisy = false;
        }
        self.set_fair_turn(tenant);
    }

    /// Puts the tenant where it belongs: its turn among the quiet ones is that of its first message.
    pub fn set_fair_turn(&mut self, tenant: GroupIx) {
        let head = self.head(tenant).map(|(rank, _)| rank);
        let is_noisy = self.all[tenant as usize].is_noisy;
        self.set_turn(tenant, head.filter(|_| !is_noisy).map(|rank| (Millis::ZERO, rank)));
        self.noisy.retain(|&other| other != tenant);
        if is_noisy && head.is_some() {
            self.noisy.push(tenant);
        }
    }

    /// Judges every noisy tenant again: it may have been quiet for long enough.
    pub fn judge_noisy(&mut self, all_in_flight: usize, now: Millis) {
        for tenant in self.noisy.clone() {
            self.judge(tenant, all_in_flight, now);
        }
    }

    /// The noisy tenant with the fewest messages in flight, and of those the one with the oldest message (R101).
    pub fn least_noisy(&self) -> Option<GroupIx> {
        let key = |&&tenant: &&GroupIx| (self.all[tenant as usize].in_flight, self.head(tenant));
        self.noisy.iter().min_by_key(key).copied()
    }

    /// Whether any tenant is noisy, which is rare enough to be asked first.
    pub fn any_noisy(&self) -> bool {
        !self.noisy.is_empty()
    }
}

//! The state of a run at any instant, found by halving and not by playing the run from its start.

use super::{Delete, Event, EventKind, Lease, LeaseIx, MessageIx, MessageLife, Place, Trace, WorkerIx};
use crate::queue::Millis;

/// How many events lie between two marks.
const STRIDE: usize = 256;

/// How many messages are where at an instant, and what had been done by then.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Sent and not visible yet.
    pub delayed: u32,
    /// Waiting for a receive.
    pub visible: u32,
    /// Lent.
    pub in_flight: u32,
    /// Deleted.
    pub deleted: u32,
    /// In the dead-letter queue.
    pub dead_letters: u32,
    /// Gone by retention or a purge.
    pub lost: u32,
    /// Deliveries so far.
    pub deliveries: u32,
    /// Jobs begun so far.
    pub executions: u32,
    /// Effects so far.
    pub effects: u32,
}

impl Counts {
    fn of(&mut self, place: Place) -> &mut u32 {
        match place {
            Place::Delayed => &mut self.delayed,
            Place::Visible => &mut self.visible,
            Place::InFlight(_) => &mut self.in_flight,
            Place::Deleted => &mut self.deleted,
            Place::DeadLetters => &mut self.dead_letters,
            Place::Expired | Place::Purged => &mut self.lost,
        }
    }
}

/// What an event says of counts depends on these.
#[derive(Copy, Clone)]
pub(in crate::sim) struct Lives<'a> {
    /// Every delivery.
    pub leases: &'a [Lease],
    /// Every message.
    pub messages: &'a [MessageLife],
}

impl Lives<'_> {
    /// Counts an event in.
    pub fn count(self, counts: &mut Counts, event: &Event) {
        match event.kind {
            EventKind::Received { lease } => {
                counts.deliveries += 1;
                counts.executions += u32::from(self.leases[lease as usize].started == Some(event.at));
            }
            // One that starts in the very instant of the receive was counted there.
            EventKind::Started { lease, .. } if self.leases[lease as usize].from == event.at => {}
            EventKind::Started { .. } | EventKind::Retried { .. } => counts.executions += 1,
            EventKind::Effect { .. } => counts.effects += 1,
            _ => {}
        }
        if let Some((from, to)) = self.shift(event.kind) {
            if let Some(from) = from {
                *counts.of(from) -= 1;
            }
            *counts.of(to) += 1;
        }
    }

    /// From where to where an event moves its message, if it does.
    fn shift(self, kind: EventKind) -> Option<(Option<Place>, Place)> {
        let in_flight = Place::InFlight(0);
        Some(match kind {
            EventKind::Sent { message } => (None, self.messages[message as usize].places.first()?.1),
            EventKind::DelayEnded { .. } => (Some(Place::Delayed), Place::Visible),
            EventKind::Received { .. } => (Some(Place::Visible), in_flight),
            EventKind::Lapsed { .. } | EventKind::Resurfaced { .. } => (Some(in_flight), Place::Visible),
            EventKind::DeadLettered { .. } => (Some(Place::Visible), Place::DeadLetters),
            EventKind::Redriven { .. } => (Some(Place::DeadLetters), Place::Visible),
            EventKind::Deleted { lease, outcome: Delete::Removed } => {
                self.shift_to(self.leases[lease as usize].message, Place::Deleted)
            }
            EventKind::Expired { message } => self.shift_to(message, Place::Expired),
            EventKind::Purged { message } => self.shift_to(message, Place::Purged),
            _ => return None,
        })
    }

    /// The move of a message to the place where it ends.
    fn shift_to(self, message: MessageIx, to: Place) -> (Option<Place>, Place) {
        let places = &self.messages[message as usize].places;
        let last = places.iter().rposition(|&(_, place)| place == to);
        (last.and_then(|last| last.checked_sub(1)).map(|before| places[before].1), to)
    }
}

impl Trace {
    /// Notes the counts after every so many events. Called once, when the run is over.
    pub(in crate::sim) fn mark(&mut self) {
        let mut counts = self.past.counts;
        let mut marks = Vec::with_capacity(self.events.len() / STRIDE + 1);
        for (place, event) in self.events.iter().enumerate() {
            if place % STRIDE == 0 {
                marks.push(counts);
            }
            self.lives().count(&mut counts, event);
        }
        self.marks = marks;
    }

    /// How many messages are where at `t`, and what had been done by then. What happens at `t` has happened.
    #[must_use]
    pub fn counts_at(&self, t: Millis) -> Counts {
        let until = self.events_by(t);
        let mark = (until / STRIDE).min(self.marks.len().saturating_sub(1));
        let mut counts = self.marks.get(mark).copied().unwrap_or(self.past.counts);
        for event in &self.events[mark * STRIDE..until] {
            self.lives().count(&mut counts, event);
        }
        counts
    }

    /// The counts just before its begin: all zero, but for a run that has forgotten its start.
    #[must_use]
    pub fn counts_before(&self) -> Counts {
        self.past.counts
    }

    /// The counts after each event, in order; of several events at one instant, the last one's are those of the instant.
    pub fn counts(&self) -> impl Iterator<Item = (Millis, Counts)> {
        let lives = self.lives();
        self.events.iter().scan(self.past.counts, move |counts, event| {
            lives.count(counts, event);
            Some((event.at, *counts))
        })
    }

    fn lives(&self) -> Lives<'_> {
        Lives { leases: &self.leases, messages: &self.messages }
    }

    /// Where the message was at `t`; `None` before it was sent. What happens at `t` has happened.
    #[must_use]
    pub fn place_at(&self, message: MessageIx, t: Millis) -> Option<Place> {
        self.since_place_at(message, t).map(|(_, place)| place)
    }

    /// Where the message was at `t`, and since when.
    #[must_use]
    pub fn since_place_at(&self, message: MessageIx, t: Millis) -> Option<(Millis, Place)> {
        let places = &self.messages[message as usize].places;
        let known = places.partition_point(|&(since, _)| since <= t);
        known.checked_sub(1).map(|last| places[last])
    }

    /// The delivery that the worker was on at `t`, or was on last. Of several at once, the one begun last.
    #[must_use]
    pub fn last_lease_at(&self, worker: WorkerIx, t: Millis) -> Option<&Lease> {
        self.begun_by(worker, t).0.last().map(|&lease| self.lease(lease))
    }

    /// What the worker had begun by `t`, and what it began later.
    fn begun_by(&self, worker: WorkerIx, t: Millis) -> (&[LeaseIx], &[LeaseIx]) {
        let leases = &self.workers[worker as usize].leases;
        leases.split_at(leases.partition_point(|&lease| self.lease(lease).started.is_some_and(|started| started <= t)))
    }

    /// How many messages lay in the worker's hands at `t`, received and not begun.
    #[must_use]
    pub fn held_at(&self, worker: WorkerIx, t: Millis) -> usize {
        self.begun_by(worker, t).1.iter().filter(|&&lease| self.lease(lease).is_open_at(t)).count()
    }

    /// Whether the worker was down at `t`.
    #[must_use]
    pub fn is_down_at(&self, worker: WorkerIx, t: Millis) -> bool {
        let down = &self.workers[worker as usize].down;
        let known = down.partition_point(|&(from, _)| from <= t);
        known.checked_sub(1).is_some_and(|last| down[last].1.is_none_or(|to| t < to))
    }

    /// How many events there are up to and including `t`.
    #[must_use]
    pub fn events_by(&self, t: Millis) -> usize {
        self.events.partition_point(|event| event.at <= t)
    }
}

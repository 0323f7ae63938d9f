//! What happened: an ordered list of timed events, and the leases they imply.
//!
//! Three things are told apart: a *delivery* (a [`Lease`]: one message handed out by one receive), an *execution* (a job begun on
//! it: none for a delivery that was dropped, several where a worker tries again), and an *effect* (what the outside world saw,
//! counted by key).

mod at;
mod event;
mod past;

use std::sync::Arc;

use serde::Serialize;

pub use at::Counts;
pub(super) use at::Lives;
pub use event::{Cause, Delete, Dropped, Event, EventKind, Refusal};
pub(super) use past::Past;

use crate::queue::Millis;

/// A message of the run, by its place in [`Trace::messages`]: 0 is the first sent.
pub type MessageIx = u32;
/// A worker, by its place in [`Trace::workers`].
pub type WorkerIx = u32;
/// A lease, by its place in [`Trace::leases`]: in the order of receives.
pub type LeaseIx = u32;
/// What messages are about, by its place in [`Trace::keys`].
pub type KeyIx = u32;

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Every delivery, in the order of receives.
    pub leases: Vec<Lease>,
    /// Every message, in the order of sends.
    pub messages: Vec<MessageLife>,
    /// What the messages are about, in the order of the first sends.
    pub keys: Vec<KeyLife>,
    /// Every worker.
    pub workers: Vec<WorkerLife>,
    /// From when on it is known: from the start, but for a run without an end of which only the last part is kept. Of what was
    /// before, the lives of the messages are known that were not over then.
    #[serde(skip_serializing_if = "is_start")]
    pub begin: Millis,
    /// When the run ends. Nothing after it is known.
    pub end: Millis,
    /// Receives that were answered, and those of them that got nothing.
    pub receives: Receives,
    /// Whether the run was cut off because it had too many events.
    pub cut_off: bool,
    /// How many messages are where, after every so many events.
    #[serde(skip)]
    marks: Vec<Counts>,
    /// What was before its begin.
    #[serde(skip)]
    past: Past,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
fn is_start(begin: &Millis) -> bool {
    *begin == Millis::ZERO
}

/// How many receives were answered.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Receives {
    /// All of them.
    pub answered: u64,
    /// Those that got no message.
    pub empty: u64,
}

/// One delivery: the message lent to a worker, and the job inside.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lease {
    /// The message.
    pub message: MessageIx,
    /// Who works on it, or would; the process's first worker as long as nobody does.
    pub worker: WorkerIx,
    /// Which delivery of the message, counted from 1.
    pub receive: u32,
    /// How many times the job was begun: none if it was dropped, several where the worker tried again.
    pub executions: u32,
    /// When it began.
    pub from: Millis,
    /// The deadline that the receive set.
    pub deadline: Millis,
    /// The later deadlines as they were set: when, and for when.
    pub moves: Vec<(Millis, Millis)>,
    /// When and how it ended; `None` if the run ended first.
    pub ended: Option<(Millis, LeaseEnd)>,
    /// When the work on it began.
    pub started: Option<Millis>,
    /// When and how the job in it ended; `None` if the run ended first.
    pub job_ended: Option<(Millis, JobEnd)>,
    /// What the outside world saw of it.
    pub effect: Seen,
    /// When a delete with its receipt was sent first, and what it did.
    pub deleted: Option<(Millis, Delete)>,
}

/// What the outside world saw of a job.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// Nothing.
    #[default]
    Nothing,
    /// Its effect, for the so manieth time.
    Done(u32),
    /// Nothing new: it had been done before, and doing it again made no difference.
    Again,
}

/// How a lease ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeaseEnd {
    /// Its deadline passed, or was set to now.
    Lapsed,
    /// The message was deleted, with this receipt or another.
    Deleted,
    /// The message's retention ended.
    Expired,
    /// The queue was purged.
    Purged,
}

/// How a job ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JobEnd {
    /// It was done, with or without a new effect.
    Done,
    /// It failed.
    Failed,
    /// Its worker died.
    Crashed,
    /// It was never begun.
    Dropped(Dropped),
}

/// What happened to one message.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MessageLife {
    /// Its deliveries, in order.
    pub leases: Vec<LeaseIx>,
    /// Where it was from when on.
    pub places: Vec<(Millis, Place)>,
    /// What it is about.
    pub key: KeyIx,
    /// How often a job on it has had an effect by the end of the run.
    pub effects: u32,
    /// Its MessageGroupId. It follows from the scenario, so it is not written.
    #[serde(skip)]
    pub group: Option<Arc<str>>,
}

/// What happened to the thing that one message, or several, are about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeyLife {
    /// Its name, if the scenario gives it one.
    pub name: Option<String>,
    /// How many messages are about it.
    pub messages: u32,
    /// How often it has had its effect by the end of the run.
    pub effects: u32,
}

/// Where a message is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Sent, but not visible yet.
    Delayed,
    /// Waiting for a receive.
    Visible,
    /// Lent.
    InFlight(LeaseIx),
    /// Deleted.
    Deleted,
    /// In the dead-letter queue.
    DeadLetters,
    /// Removed by retention.
    Expired,
    /// Removed by a purge.
    Purged,
}

impl MessageLife {
    /// Where it is at the end of the run.
    #[must_use]
    pub fn last_place(&self) -> Option<Place> {
        self.places.last().map(|&(_, place)| place)
    }

    /// When it first came to this place, if it did.
    #[must_use]
    pub fn first_at(&self, place: Place) -> Option<Millis> {
        self.places.iter().find(|&&(_, other)| other == place).map(|&(at, _)| at)
    }
}

impl Place {
    /// Whether nothing moves the message on from here by itself.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::Deleted | Self::DeadLetters | Self::Expired | Self::Purged)
    }
}

/// What one worker did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WorkerLife {
    /// To which process it belongs, counted from 0.
    pub instance: u32,
    /// The deliveries it worked on, in the order in which it began.
    pub leases: Vec<LeaseIx>,
    /// From when to when it was down; without an end it never came back.
    pub down: Vec<(Millis, Option<Millis>)>,
}

impl Lease {
    /// Its deadlines as they were set: when, and for when. The first is the receive's own.
    pub fn deadlines(&self) -> impl Iterator<Item = (Millis, Millis)> {
        [(self.from, self.deadline)].into_iter().chain(self.moves.iter().copied())
    }

    /// The deadline as it was known at `t`. Before the receive, the first one.
    #[must_use]
    pub fn deadline_at(&self, t: Millis) -> Millis {
        let known = self.moves.partition_point(|&(set_at, _)| set_at <= t);
        known.checked_sub(1).map_or(self.deadline, |last| self.moves[last].1)
    }

    /// When it ended, or its last deadline where the run ended first.
    #[must_use]
    pub fn to(&self) -> Millis {
        self.ended.map_or_else(|| self.deadline_at(Millis(u64::MAX)), |(at, _)| at)
    }

    /// Whether it is running at `t`; at its very end it is not.
    #[must_use]
    pub fn is_open_at(&self, t: Millis) -> bool {
        self.from <= t && self.ended.is_none_or(|(at, _)| t < at)
    }

    /// Whether the worker is at the job at `t`; at its very end it is not.
    #[must_use]
    pub fn is_worked_on_at(&self, t: Millis) -> bool {
        self.started.is_some_and(|started| started <= t) && self.job_ended.is_none_or(|(at, _)| t < at)
    }

    /// From when to when the worker worked on without a lease, seen at the end of the run.
    #[must_use]
    pub fn overrun(&self, end: Millis) -> Option<(Millis, Millis)> {
        let (lease_end, _) = self.ended?;
        let from = lease_end.max(self.started?);
        let job_end = self.job_ended.map_or(end, |(at, _)| at);
        (job_end > from).then_some((from, job_end))
    }

    /// Whether its job had an effect that its thing had had before.
    #[must_use]
    pub fn is_repeat(&self) -> bool {
        matches!(self.effect, Seen::Done(nth) if nth > 1)
    }
}

impl Trace {
    /// The trace of a run that is over: between what was forgotten of it and its end, where it may have been cut off.
    pub(in crate::sim) fn new(
        mut events: Vec<Event>,
        mut leases: Vec<Lease>,
        mut messages: Vec<MessageLife>,
        mut keys: Vec<KeyLife>,
        workers: Vec<WorkerLife>,
        receives: Receives,
        (past, end, cut_off): (Past, Millis, bool),
    ) -> Self {
        // A trace is kept for long, and nothing is added to it any more.
        events.shrink_to_fit();
        leases.shrink_to_fit();
        messages.shrink_to_fit();
        keys.shrink_to_fit();
        let (begin, marks) = (past.begin, Vec::new());
        let mut trace = Self { events, leases, messages, keys, workers, begin, end, receives, cut_off, marks, past };
        trace.mark();
        trace
    }

    /// How long the known part is.
    #[must_use]
    pub fn length(&self) -> Millis {
        self.end.since(self.begin)
    }

    /// What a message is called: `m1` is the first of the run.
    #[must_use]
    pub fn name(&self, message: MessageIx) -> String {
        format!("m{}", self.number(message) + 1)
    }

    /// How many messages the run had had before this one. It differs from the place among those that are known where a run without
    /// an end has gone on for long.
    #[must_use]
    pub fn number(&self, message: MessageIx) -> u32 {
        self.past.number(message)
    }

    /// How many things had had their effect before its begin, at least once, twice and three times.
    #[must_use]
    pub fn things_before(&self) -> [u32; 3] {
        self.past.things
    }

    /// The message of that number, if it is known.
    #[must_use]
    pub fn numbered(&self, number: u32) -> Option<MessageIx> {
        self.past.place_of(number).filter(|&message| (message as usize) < self.messages.len())
    }

    /// The delivery of that number.
    #[must_use]
    pub fn lease(&self, lease: LeaseIx) -> &Lease {
        &self.leases[lease as usize]
    }

    /// The message of that number.
    #[must_use]
    pub fn message(&self, message: MessageIx) -> &MessageLife {
        &self.messages[message as usize]
    }

    /// The deliveries of a message, in order.
    #[must_use]
    pub fn leases_of(&self, message: MessageIx) -> impl DoubleEndedIterator<Item = &Lease> {
        self.message(message).leases.iter().map(|&lease| self.lease(lease))
    }

    /// The delivery of the same message after this one.
    #[must_use]
    pub fn next_of(&self, lease: &Lease) -> Option<&Lease> {
        self.message(lease.message).leases.get(lease.receive as usize).map(|&next| self.lease(next))
    }

    /// How many jobs were begun on a message.
    #[must_use]
    pub fn executions_of(&self, message: MessageIx) -> u32 {
        self.leases_of(message).map(|lease| lease.executions).sum()
    }

    /// How many bytes of memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity() * size_of::<T>()
        }
        let leases: usize = self.leases.iter().map(|lease| of(&lease.moves)).sum();
        let messages: usize = self.messages.iter().map(|life| of(&life.leases) + of(&life.places)).sum();
        let workers: usize = self.workers.iter().map(|life| of(&life.leases) + of(&life.down)).sum();
        let lists = of(&self.events) + of(&self.leases) + of(&self.messages) + of(&self.keys) + of(&self.workers);
        lists + leases + messages + workers + of(&self.marks) + self.past.bytes()
    }

    /// The run as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a trace has only texts and numbers")
    }
}

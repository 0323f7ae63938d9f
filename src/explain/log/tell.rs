//! The sentences of the log.

use super::topic::{effect_told_with, is_late};
use super::worker_name;
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis};
use crate::sim::{Call, Cause, Delete, Dropped, Event, EventKind, Lease, LeaseIx, MessageIx, Refusal, Story, Trace};

/// Tells a run.
pub(super) struct Teller<'a> {
    pub trace: &'a Trace,
    pub story: &'a Story,
}

impl Teller<'_> {
    /// The sentence for an event that has a line ([`topic`](super::topic::topic)); `before` is the one before it.
    pub fn tell(&self, event: Event, before: Option<Event>) -> String {
        match event.kind {
            EventKind::Effect { lease, .. } => {
                format!("{} {}{}", self.worker(lease), self.story.does, self.for_message(lease))
            }
            EventKind::Lapsed { lease } => format!("{} is visible again", self.message_of(lease)),
            EventKind::Resurfaced { lease } => {
                format!("{} is visible though it was just received, by chance", self.message_of(lease))
            }
            EventKind::Received { lease } => format!("{} receives {}", self.receiver(lease), self.message_of(lease)),
            EventKind::Started { lease, worker } => {
                let late = if is_late(self.lease(lease), event.at) { ", without a lease" } else { "" };
                format!("{} starts on {}{late}", worker_name(worker), self.message_of(lease))
            }
            EventKind::Retried { lease, attempt } => {
                format!("{} tries{} again, for the {} time", self.worker(lease), self.on(lease), ordinal(attempt))
            }
            EventKind::Dropped { lease, why } => self.dropped(lease, why),
            EventKind::Extended { lease, deadline, current } => self.extended(lease, deadline, current),
            EventKind::ExtendIgnored { lease } => {
                format!("{} extends too late: 200, and nothing changes", self.worker(lease))
            }
            EventKind::ExtendRefused { lease, reason } => {
                let why = match reason {
                    Refusal::TwelveHours => "twelve hours from the receive are the limit",
                    Refusal::Gone => "the message is gone",
                    Refusal::Lapsed => "in a FIFO queue a receipt ends with its lease",
                };
                format!("{} may not extend: {why}", self.worker(lease))
            }
            EventKind::ExtendFailed { lease } => format!("{} fails to extend{}", self.worker(lease), self.on(lease)),
            EventKind::BeatsEnded { lease } => {
                format!("{} sends no more heartbeats{}", self.worker(lease), self.on(lease))
            }
            EventKind::Returned { lease, deadline } => {
                format!("{} gives {} back, visible at t={deadline}", self.worker(lease), self.message_of(lease))
            }
            EventKind::EffectRepeated { lease } => {
                format!("{} finds {} {} already", self.worker(lease), self.message_of(lease), self.story.done)
            }
            EventKind::Deleted { lease, outcome } => self.deleted(lease, outcome, event.at, before),
            EventKind::Failed { lease, cause } => self.failed(lease, cause),
            EventKind::Throttled { lease } => {
                format!("an invocation{} is throttled: no concurrency is left", self.on(lease))
            }
            EventKind::AnswerLost { call, lease } => self.answer_lost(call, lease),
            other => self.tell_rest(other),
        }
    }

    /// What befalls workers, and messages that nobody works on.
    fn tell_rest(&self, kind: EventKind) -> String {
        match kind {
            EventKind::Sent { message } => format!("{} is sent", self.name(message)),
            EventKind::Deduplicated { message } => {
                format!("a send is dropped: within five minutes it is the same as {}", self.name(message))
            }
            EventKind::DelayEnded { message } => format!("{} becomes visible", self.name(message)),
            EventKind::DeadLettered { message } => format!("{} moves to the dead-letter queue", self.name(message)),
            EventKind::Redriven { message } => format!("{} comes back from the dead-letter queue", self.name(message)),
            EventKind::Expired { message } => format!("{} expires", self.name(message)),
            EventKind::Purged { message } => format!("{} is purged", self.name(message)),
            EventKind::Crashed { worker, lease } => {
                let on = lease.map(|lease| self.on(lease)).unwrap_or_default();
                format!("{} crashes{on}", worker_name(worker))
            }
            EventKind::Restarted { worker } => format!("{} is back", worker_name(worker)),
            EventKind::Stopping { worker } => format!("{} is asked to end", worker_name(worker)),
            EventKind::Stopped { worker } => format!("{} has ended", worker_name(worker)),
            EventKind::Paused { worker } => format!("{} stands still", worker_name(worker)),
            EventKind::Resumed { worker } => format!("{} goes on", worker_name(worker)),
            EventKind::Alarm { count } => format!("the alarm goes off: {count} in the dead-letter queue"),
            EventKind::Changed { .. } => "settings change".to_owned(),
            _ => String::new(),
        }
    }

    fn dropped(&self, lease: LeaseIx, why: Dropped) -> String {
        let (receiver, message) = (self.receiver(lease), self.message_of(lease));
        match why {
            Dropped::Rejected => format!("{receiver} has no room for {message}: it stays hidden until its lease ends"),
            Dropped::Late => format!("{receiver} drops {message}: its lease is over before its turn"),
            Dropped::Superseded => format!("{receiver} replaces its copy of {message} by the newer one"),
            Dropped::Ignored => format!("{receiver} ignores {message}: it still has it"),
            Dropped::Abandoned => format!("{receiver} drops {message} with the rest of its batch"),
            Dropped::Ended => format!("{receiver} ends with {message} unworked"),
            Dropped::Lost => format!("{message} is received by nobody: the answer is lost"),
            Dropped::Peeked => format!("somebody only looks at {message}: it counts as a receive"),
            Dropped::Throttled => format!("{message} was never worked on: its invocation was throttled"),
        }
    }

    fn failed(&self, lease: LeaseIx, cause: Cause) -> String {
        let (worker, on) = (self.worker(lease), self.on(lease));
        match cause {
            Cause::Poison | Cause::Chance => format!("{worker} fails{on}"),
            Cause::Outage => format!("{worker} fails{on}: what it needs is down"),
            Cause::Write => format!("{worker} fails{on}: the write fails"),
            Cause::TooLong => format!("{worker} is cut off{on}: it took too long"),
            Cause::GivenUp => format!("{worker} is given up{on}: an outer timeout is over, and the work goes on"),
        }
    }

    fn answer_lost(&self, call: Call, lease: Option<LeaseIx>) -> String {
        let on = lease.map(|lease| self.on(lease)).unwrap_or_default();
        match call {
            Call::Send => "the answer to a send is lost: the producer sends again".to_owned(),
            Call::Receive => {
                let message = lease.map_or_else(|| "a message".to_owned(), |lease| self.message_of(lease));
                format!("{message} is received by nobody: the answer is lost")
            }
            Call::Delete => format!("the answer to the delete{on} is lost"),
            Call::ChangeVisibility => format!("the answer to the heartbeat{on} is lost"),
        }
    }

    fn extended(&self, lease: LeaseIx, deadline: Millis, current: bool) -> String {
        let worker = self.worker(lease);
        let of = if self.is_alone() { String::new() } else { format!(" of {}", self.message_of(lease)) };
        let whose = if current { "" } else { " with an old receipt: the newer delivery's deadline moves" };
        format!("{worker} extends visibility{of} to t={deadline}{whose}")
    }

    fn deleted(&self, lease: LeaseIx, outcome: Delete, at: Millis, before: Option<Event>) -> String {
        let effect = match effect_told_with(lease, at, before) {
            Some(_) => format!(" {} and", self.story.does),
            None => String::new(),
        };
        let message = if self.is_alone() { String::new() } else { format!(" {}", self.message_of(lease)) };
        let answer = match outcome {
            Delete::Removed | Delete::Gone => "",
            Delete::Ignored => " with an old receipt: 200, and nothing is deleted",
            Delete::Refused if self.was_old_at_its_delete(lease) => " with a receipt over twelve hours old: refused",
            Delete::Refused => " with a receipt whose lease is over: refused",
        };
        format!("{}{effect} deletes{message}{answer}", self.worker(lease))
    }

    /// Whether a receipt was too old when it was used to delete (R30).
    fn was_old_at_its_delete(&self, lease: LeaseIx) -> bool {
        let Lease { from, deleted, .. } = *self.lease(lease);
        deleted.is_some_and(|(at, _)| at.since(from) > Millis::from_secs(MAX_VISIBILITY_TIMEOUT))
    }

    fn lease(&self, lease: LeaseIx) -> &Lease {
        self.trace.lease(lease)
    }

    /// Whether there is only one message, so that it needs no name.
    fn is_alone(&self) -> bool {
        self.trace.messages.len() == 1
    }

    fn name(&self, message: MessageIx) -> String {
        if self.is_alone() { "the message".to_owned() } else { self.trace.name(message) }
    }

    fn message_of(&self, lease: LeaseIx) -> String {
        self.name(self.lease(lease).message)
    }

    fn for_message(&self, lease: LeaseIx) -> String {
        if self.is_alone() { String::new() } else { format!(" for {}", self.message_of(lease)) }
    }

    /// Who received it: its worker, which was its receiver unless another took it over.
    fn receiver(&self, lease: LeaseIx) -> String {
        worker_name(self.lease(lease).worker)
    }

    fn on(&self, lease: LeaseIx) -> String {
        if self.is_alone() { String::new() } else { format!(" on {}", self.message_of(lease)) }
    }

    fn worker(&self, lease: LeaseIx) -> String {
        worker_name(self.lease(lease).worker)
    }
}

fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    match n {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        n => format!("{n}{ending}"),
    }
}

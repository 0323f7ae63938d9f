//! The event log: a trace told in sentences, one line for what a reader takes as one thing.

use std::fmt::Write as _;
use std::ops::Range;

use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis};
use crate::sim::{
    Call, Cause, Delete, Dropped, Event, EventKind, Lease, LeaseEnd, LeaseIx, MessageIx, Refusal, Story, Trace,
    WorkerIx,
};

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// When.
    pub at: Millis,
    /// What happened, in a sentence without its time.
    pub text: String,
    /// What kind of thing it was, for colours and filters.
    pub topic: Topic,
    /// The message it concerns, if one.
    pub message: Option<MessageIx>,
    /// The worker it concerns, if one.
    pub worker: Option<WorkerIx>,
}

/// What kind of thing a line tells.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Topic {
    /// A message became visible: sent, delayed no more, or lapsed.
    Visible,
    /// A message was lent.
    Received,
    /// A lease was extended.
    Extended,
    /// A job had its effect and the message was deleted.
    Deleted,
    /// A message moved to the dead-letter queue, or expired.
    Ended,
    /// Something went wrong: a crash, a failure, a call without effect, an effect that happened before.
    Trouble,
}

/// The log of a run.
///
/// Left out is what the next line tells anyway: a send, a lapse or the end of a delay in the very instant of the receive.
#[must_use]
pub fn log(trace: &Trace, story: &Story) -> Vec<Line> {
    log_of(trace, story, 0..trace.events.len())
}

/// The lines of the log for these events of the run, by their places in the trace.
#[must_use]
pub fn log_of(trace: &Trace, story: &Story, events: Range<usize>) -> Vec<Line> {
    let teller = Teller { trace, story };
    let mut lines = Vec::new();
    for (place, event) in events.clone().zip(&trace.events[events]) {
        let before = place.checked_sub(1).map(|before| trace.events[before]);
        if let Some((text, topic)) = teller.tell(*event, before) {
            let lease = event.kind.lease().map(|lease| trace.lease(lease));
            let message = lease.map(|lease| lease.message).or(event.kind.message());
            let worker = lease.filter(|_| topic != Topic::Visible).map(|lease| lease.worker);
            lines.push(Line { at: event.at, text, topic, message, worker });
        }
    }
    lines
}

/// The log as text: the time in seconds, left-aligned in three columns, and the sentence.
#[must_use]
pub fn to_text(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        writeln!(text, "t={:<3} {}", line.at, line.text).expect("a text takes what is written");
    }
    text
}

struct Teller<'a> {
    trace: &'a Trace,
    story: &'a Story,
}

impl Teller<'_> {
    /// The sentence for an event; `None` for one that another line tells.
    fn tell(&self, event: Event, before: Option<Event>) -> Option<(String, Topic)> {
        let told = match event.kind {
            EventKind::Sent { message } | EventKind::DelayEnded { message }
                if self.is_received_at(message, 1, event.at) =>
            {
                return None;
            }
            EventKind::Lapsed { lease }
                if self.is_received_at(self.lease(lease).message, self.lease(lease).receive + 1, event.at) =>
            {
                return None;
            }
            // Told with the delete that follows at once.
            EventKind::Effect { lease, .. } if self.lease(lease).deleted.is_some_and(|(at, _)| at == event.at) => {
                return None;
            }
            EventKind::Effect { lease, nth } => {
                let topic = if nth > 1 { Topic::Trouble } else { Topic::Deleted };
                (format!("{} {}{}", self.worker(lease), self.story.does, self.for_message(lease)), topic)
            }
            EventKind::Sent { message } => (format!("{} is sent", self.name(message)), Topic::Visible),
            EventKind::Deduplicated { message } => {
                let name = self.name(message);
                (format!("a send is dropped: within five minutes it is the same as {name}"), Topic::Ended)
            }
            EventKind::DelayEnded { message } => (format!("{} becomes visible", self.name(message)), Topic::Visible),
            EventKind::Lapsed { lease } => {
                (format!("{} is visible again", self.name(self.lease(lease).message)), Topic::Visible)
            }
            EventKind::Resurfaced { lease } => (
                format!("{} is visible though it was just received, by chance", self.message_of(lease)),
                Topic::Trouble,
            ),
            EventKind::Received { lease } => {
                (format!("{} receives {}", self.receiver(lease), self.message_of(lease)), Topic::Received)
            }
            EventKind::Started { lease, worker } => {
                let late = if matches!(self.lease(lease).ended, Some((at, LeaseEnd::Lapsed)) if at <= event.at) {
                    ", without a lease"
                } else {
                    ""
                };
                let topic = if late.is_empty() { Topic::Received } else { Topic::Trouble };
                (format!("{} starts on {}{late}", worker_name(worker), self.message_of(lease)), topic)
            }
            EventKind::Retried { lease, attempt } => (
                format!("{} tries{} again, for the {} time", self.worker(lease), self.on(lease), ordinal(attempt)),
                Topic::Received,
            ),
            EventKind::Dropped { lease, why } => (self.dropped(lease, why), Topic::Trouble),
            EventKind::Extended { lease, deadline, current } => self.extended(lease, deadline, current),
            EventKind::ExtendIgnored { lease } => {
                let worker = self.worker(lease);
                (format!("{worker} extends too late: 200, and nothing changes"), Topic::Trouble)
            }
            EventKind::ExtendRefused { lease, reason } => {
                let why = match reason {
                    Refusal::TwelveHours => "twelve hours from the receive are the limit",
                    Refusal::Gone => "the message is gone",
                    Refusal::Lapsed => "in a FIFO queue a receipt ends with its lease",
                };
                (format!("{} may not extend: {why}", self.worker(lease)), Topic::Trouble)
            }
            EventKind::ExtendFailed { lease } => {
                (format!("{} fails to extend{}", self.worker(lease), self.on(lease)), Topic::Trouble)
            }
            EventKind::BeatsEnded { lease } => {
                (format!("{} sends no more heartbeats{}", self.worker(lease), self.on(lease)), Topic::Trouble)
            }
            EventKind::Returned { lease, deadline } => (
                format!("{} gives {} back, visible at t={deadline}", self.worker(lease), self.message_of(lease)),
                Topic::Visible,
            ),
            EventKind::EffectRepeated { lease } => (
                format!("{} finds {} {} already", self.worker(lease), self.message_of(lease), self.story.done),
                Topic::Deleted,
            ),
            EventKind::Deleted { lease, outcome } => self.deleted(lease, outcome, before),
            EventKind::Failed { lease, cause } => (self.failed(lease, cause), Topic::Trouble),
            EventKind::Crashed { worker, lease } => {
                let on = lease.map(|lease| self.on(lease)).unwrap_or_default();
                (format!("{} crashes{on}", worker_name(worker)), Topic::Trouble)
            }
            EventKind::Throttled { lease } => {
                (format!("an invocation{} is throttled: no concurrency is left", self.on(lease)), Topic::Trouble)
            }
            EventKind::AnswerLost { call, lease } => (self.answer_lost(call, lease), Topic::Trouble),
            other => return self.tell_rest(other),
        };
        Some(told)
    }

    /// What befalls workers, and messages that nobody works on.
    fn tell_rest(&self, kind: EventKind) -> Option<(String, Topic)> {
        Some(match kind {
            EventKind::Restarted { worker } => (format!("{} is back", worker_name(worker)), Topic::Visible),
            EventKind::Stopping { worker } => (format!("{} is asked to end", worker_name(worker)), Topic::Ended),
            EventKind::Stopped { worker } => (format!("{} has ended", worker_name(worker)), Topic::Ended),
            EventKind::Paused { worker } => (format!("{} stands still", worker_name(worker)), Topic::Trouble),
            EventKind::Resumed { worker } => (format!("{} goes on", worker_name(worker)), Topic::Visible),
            EventKind::DeadLettered { message } => {
                (format!("{} moves to the dead-letter queue", self.name(message)), Topic::Ended)
            }
            EventKind::Redriven { message } => {
                (format!("{} comes back from the dead-letter queue", self.name(message)), Topic::Visible)
            }
            EventKind::Expired { message } => (format!("{} expires", self.name(message)), Topic::Ended),
            EventKind::Purged { message } => (format!("{} is purged", self.name(message)), Topic::Ended),
            EventKind::Alarm { count } => {
                (format!("the alarm goes off: {count} in the dead-letter queue"), Topic::Trouble)
            }
            EventKind::Changed { .. } => ("settings change".to_owned(), Topic::Ended),
            _ => return None,
        })
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

    fn extended(&self, lease: LeaseIx, deadline: Millis, current: bool) -> (String, Topic) {
        let worker = self.worker(lease);
        let of = if self.is_alone() { String::new() } else { format!(" of {}", self.message_of(lease)) };
        if current {
            (format!("{worker} extends visibility{of} to t={deadline}"), Topic::Extended)
        } else {
            let whose = "with an old receipt: the newer delivery's deadline moves";
            (format!("{worker} extends visibility{of} to t={deadline} {whose}"), Topic::Trouble)
        }
    }

    fn deleted(&self, lease: LeaseIx, outcome: Delete, before: Option<Event>) -> (String, Topic) {
        let mut text = self.worker(lease);
        let mut topic = Topic::Deleted;
        if let Some(Event { at, kind: EventKind::Effect { lease: of, nth } }) = before
            && self.lease(lease).deleted.is_some_and(|(deleted_at, _)| deleted_at == at)
            && of == lease
        {
            write!(text, " {} and", self.story.does).expect("a text takes what is written");
            if nth > 1 {
                topic = Topic::Trouble;
            }
        }
        text.push_str(" deletes");
        if !self.is_alone() {
            write!(text, " {}", self.message_of(lease)).expect("a text takes what is written");
        }
        match outcome {
            Delete::Removed | Delete::Gone => {}
            Delete::Ignored => {
                text.push_str(" with an old receipt: 200, and nothing is deleted");
                topic = Topic::Trouble;
            }
            Delete::Refused => {
                text.push_str(if self.was_old_at_its_delete(lease) {
                    " with a receipt over twelve hours old: refused"
                } else {
                    " with a receipt whose lease is over: refused"
                });
                topic = Topic::Trouble;
            }
        }
        (text, topic)
    }

    /// Whether a receipt was too old when it was used to delete (R30).
    fn was_old_at_its_delete(&self, lease: LeaseIx) -> bool {
        let Lease { from, deleted, .. } = *self.lease(lease);
        deleted.is_some_and(|(at, _)| at.since(from) > Millis::from_secs(MAX_VISIBILITY_TIMEOUT))
    }

    fn lease(&self, lease: LeaseIx) -> &Lease {
        self.trace.lease(lease)
    }

    fn is_received_at(&self, message: MessageIx, receive: u32, at: Millis) -> bool {
        let lease = self.trace.message(message).leases.get(receive as usize - 1);
        lease.is_some_and(|&lease| self.lease(lease).from == at)
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

/// What a worker is called: `worker-1` is the first.
#[must_use]
pub fn worker_name(worker: WorkerIx) -> String {
    format!("worker-{}", worker + 1)
}

//! The event log: a trace told in sentences, one line for what a reader takes as one thing.

use std::fmt::Write as _;

use crate::queue::Millis;
use crate::sim::{Delete, Event, EventKind, Lease, LeaseIx, MessageIx, Refusal, Story, Trace, WorkerIx};

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
    let teller = Teller { trace, story };
    let mut lines = Vec::new();
    for (place, event) in trace.events.iter().enumerate() {
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
            EventKind::Effect { .. } => return None,
            EventKind::Sent { message } => (format!("{} is sent", self.name(message)), Topic::Visible),
            EventKind::DelayEnded { message } => (format!("{} becomes visible", self.name(message)), Topic::Visible),
            EventKind::Lapsed { lease } => {
                (format!("{} is visible again", self.name(self.lease(lease).message)), Topic::Visible)
            }
            EventKind::Received { lease } => {
                (format!("{} receives {}", self.worker(lease), self.message_of(lease)), Topic::Received)
            }
            EventKind::Extended { lease, deadline, current } => self.extended(lease, deadline, current),
            EventKind::ExtendIgnored { lease } => {
                let worker = self.worker(lease);
                (format!("{worker} extends too late: 200, and nothing changes"), Topic::Trouble)
            }
            EventKind::ExtendRefused { lease, reason } => {
                let why = match reason {
                    Refusal::TwelveHours => "twelve hours from the receive are the limit",
                    Refusal::Gone => "the message is gone",
                };
                (format!("{} may not extend: {why}", self.worker(lease)), Topic::Trouble)
            }
            EventKind::Deleted { lease, outcome } => self.deleted(lease, outcome, before),
            EventKind::Failed { lease } => (format!("{} fails{}", self.worker(lease), self.on(lease)), Topic::Trouble),
            EventKind::Crashed { lease, .. } => {
                (format!("{} crashes{}", self.worker(lease), self.on(lease)), Topic::Trouble)
            }
            EventKind::Restarted { worker } => (format!("{} is back", worker_name(worker)), Topic::Visible),
            EventKind::DeadLettered { message } => {
                (format!("{} moves to the dead-letter queue", self.name(message)), Topic::Ended)
            }
            EventKind::Expired { message } => (format!("{} expires", self.name(message)), Topic::Ended),
        };
        Some(told)
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
        if let Some(Event { kind: EventKind::Effect { lease: of, nth }, .. }) = before
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
                text.push_str(" with a receipt over twelve hours old: refused");
                topic = Topic::Trouble;
            }
        }
        (text, topic)
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
        if self.is_alone() { "the message".to_owned() } else { self.trace.message(message).name.clone() }
    }

    fn message_of(&self, lease: LeaseIx) -> String {
        self.name(self.lease(lease).message)
    }

    fn on(&self, lease: LeaseIx) -> String {
        if self.is_alone() { String::new() } else { format!(" on {}", self.message_of(lease)) }
    }

    fn worker(&self, lease: LeaseIx) -> String {
        worker_name(self.lease(lease).worker)
    }
}

/// What a worker is called: `worker-1` is the first.
#[must_use]
pub fn worker_name(worker: WorkerIx) -> String {
    format!("worker-{}", worker + 1)
}

//! Writes the trace while the world runs.

use super::trace::{
    Delete, Event, EventKind, JobEnd, Lease, LeaseEnd, LeaseIx, MessageIx, MessageLife, Place, Receives, Trace,
    WorkerIx, WorkerLife,
};
use crate::queue::{self, Message, Millis};

/// A trace in the making.
pub(super) struct Recorder {
    events: Vec<Event>,
    leases: Vec<Lease>,
    messages: Vec<MessageLife>,
    workers: Vec<WorkerLife>,
    receives: Receives,
    /// How many messages have a final place.
    gone: usize,
}

impl Recorder {
    pub fn new(workers: usize) -> Self {
        Self {
            events: Vec::new(),
            leases: Vec::new(),
            messages: Vec::new(),
            workers: vec![WorkerLife::default(); workers],
            receives: Receives::default(),
            gone: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn tell(&mut self, at: Millis, kind: EventKind) {
        self.events.push(Event { at, kind });
    }

    /// What the next message will be called.
    pub fn next_name(&self) -> String {
        format!("m{}", self.messages.len() + 1)
    }

    /// Announces the message that is sent next.
    pub fn expect_message(&mut self, name: String) {
        self.messages.push(MessageLife { name, leases: Vec::new(), places: Vec::new(), effects: 0 });
    }

    pub fn receive_answered(&mut self, empty: bool) {
        self.receives.answered += 1;
        self.receives.empty += u64::from(empty);
    }

    /// Whether all messages so far have a final place.
    pub fn all_gone(&self) -> bool {
        self.gone == self.messages.len()
    }

    /// The messages that have been delivered and have no final place yet, each with its first delivery and its second.
    pub fn unsettled(&self) -> impl Iterator<Item = (MessageIx, &Lease, Option<&Lease>)> {
        let lease = |&ix: &LeaseIx| &self.leases[ix as usize];
        let is_open = |life: &MessageLife| life.places.last().is_some_and(|(_, place)| !place.is_final());
        (0..).zip(&self.messages).filter(move |(_, life)| is_open(life)).filter_map(move |(message, life)| {
            let first = life.leases.first().map(lease)?;
            Some((message, first, life.leases.get(1).map(lease)))
        })
    }

    pub fn is_gone(&self, message: MessageIx) -> bool {
        self.messages[message as usize].places.last().is_some_and(|(_, place)| place.is_final())
    }

    /// A worker got a message. The event follows when the queue tells of it.
    pub fn open_lease(&mut self, worker: WorkerIx, message: &Message) -> (LeaseIx, MessageIx) {
        let lease = index(self.leases.len());
        let message_ix = message_ix(message.message_id);
        self.messages[message_ix as usize].leases.push(lease);
        self.workers[worker as usize].leases.push(lease);
        let from = message.receipt_handle.issued_at();
        self.leases.push(Lease {
            message: message_ix,
            worker,
            receive: message.approximate_receive_count,
            from,
            deadlines: vec![(from, message.deadline)],
            ended: None,
            job_ended: None,
        });
        (lease, message_ix)
    }

    pub fn effect(&mut self, at: Millis, lease: LeaseIx) {
        let message = &mut self.messages[self.leases[lease as usize].message as usize];
        message.effects += 1;
        let nth = message.effects;
        self.tell(at, EventKind::Effect { lease, nth });
    }

    pub fn end_job(&mut self, at: Millis, lease: LeaseIx, end: JobEnd) {
        self.leases[lease as usize].job_ended = Some((at, end));
    }

    pub fn down(&mut self, at: Millis, worker: WorkerIx, lease: LeaseIx) {
        self.workers[worker as usize].down.push((at, None));
        self.tell(at, EventKind::Crashed { worker, lease });
    }

    pub fn up(&mut self, at: Millis, worker: WorkerIx) {
        if let Some((_, to)) = self.workers[worker as usize].down.last_mut() {
            *to = Some(at);
        }
        self.tell(at, EventKind::Restarted { worker });
    }

    /// Takes in what the queue tells of a message; `caller` is the delivery whose worker made the call that caused it, if one
    /// did. Answers what a delete did.
    pub fn queue_event(&mut self, event: queue::Event, caller: Option<LeaseIx>) -> Option<Delete> {
        use queue::EventKind as Told;
        let (at, message) = (event.at, message_ix(event.message));
        let by_caller = |kind: fn(LeaseIx) -> EventKind| caller.map(kind);
        let mut outcome = None;
        let kind = match event.kind {
            Told::Sent { visible_at } => {
                self.place(at, message, if visible_at > at { Place::Delayed } else { Place::Visible });
                Some(EventKind::Sent { message })
            }
            Told::DelayEnded => {
                self.place(at, message, Place::Visible);
                Some(EventKind::DelayEnded { message })
            }
            Told::Received { receive, .. } => {
                let lease = self.lease_of(message, receive);
                self.place(at, message, Place::InFlight(lease));
                Some(EventKind::Received { lease })
            }
            Told::VisibilityChanged { by, deadline } => {
                let current = *self.messages[message as usize].leases.last().expect("only a delivery has a receipt");
                self.leases[current as usize].deadlines.push((at, deadline));
                let lease = self.lease_of(message, by);
                Some(EventKind::Extended { lease, deadline, current: lease == current })
            }
            Told::ChangeIgnored { .. } => by_caller(|lease| EventKind::ExtendIgnored { lease }),
            Told::Lapsed { receive } => {
                let lease = self.lease_of(message, receive);
                self.end_lease(at, lease, LeaseEnd::Lapsed);
                self.place(at, message, Place::Visible);
                Some(EventKind::Lapsed { lease })
            }
            Told::Deleted { by } => {
                outcome = Some(Delete::Removed);
                self.end_current_lease(at, message, LeaseEnd::Deleted);
                self.place(at, message, Place::Deleted);
                let lease = self.lease_of(message, by);
                Some(EventKind::Deleted { lease, outcome: Delete::Removed })
            }
            Told::DeleteIgnored { by } => {
                outcome = Some(Delete::Ignored);
                let lease = self.lease_of(message, by);
                Some(EventKind::Deleted { lease, outcome: Delete::Ignored })
            }
            Told::MovedToDeadLetterQueue { .. } => {
                self.place(at, message, Place::DeadLetters);
                Some(EventKind::DeadLettered { message })
            }
            // None of these happens here: no chance is set, no task started, nothing purged, and no attribute changed.
            Told::Resurfaced { .. } | Told::Redriven { .. } | Told::Purged | Told::DelayChanged { .. } => None,
            Told::Expired => {
                self.end_current_lease(at, message, LeaseEnd::Expired);
                self.place(at, message, Place::Expired);
                Some(EventKind::Expired { message })
            }
        };
        if let Some(kind) = kind {
            self.tell(at, kind);
        }
        outcome
    }

    fn lease_of(&self, message: MessageIx, receive: u32) -> LeaseIx {
        self.messages[message as usize].leases[receive as usize - 1]
    }

    fn end_current_lease(&mut self, at: Millis, message: MessageIx, end: LeaseEnd) {
        if let Some(&lease) = self.messages[message as usize].leases.last() {
            self.end_lease(at, lease, end);
        }
    }

    /// A lease ends once: one that has lapsed is not ended by a later delete.
    fn end_lease(&mut self, at: Millis, lease: LeaseIx, end: LeaseEnd) {
        self.leases[lease as usize].ended.get_or_insert((at, end));
    }

    fn place(&mut self, at: Millis, message: MessageIx, place: Place) {
        let places = &mut self.messages[message as usize].places;
        let was_final = places.last().is_some_and(|(_, place)| place.is_final());
        self.gone += usize::from(place.is_final() && !was_final);
        places.push((at, place));
    }

    pub fn finish(self, end: Millis, cut_off: bool) -> Trace {
        let Self { events, leases, messages, workers, receives, .. } = self;
        Trace { events, leases, messages, workers, end, receives, cut_off }
    }
}

/// Only the world sends, so a message's number in the queue is its number in the trace.
fn message_ix(id: queue::MessageId) -> MessageIx {
    MessageIx::try_from(id.ordinal()).expect("fewer than 2^32 messages")
}

fn index(len: usize) -> u32 {
    u32::try_from(len).expect("fewer than 2^32 of a kind")
}

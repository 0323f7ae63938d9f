//! Writes the trace while the world runs.

mod forget;
mod ids;

use std::sync::Arc;

use self::ids::Ids;
use super::trace::{
    Cause, Delete, Dropped, Event, EventKind, JobEnd, KeyIx, KeyLife, Lease, LeaseEnd, LeaseIx, MessageIx, MessageLife,
    Past, Place, Receives, Seen, Trace, WorkerIx, WorkerLife,
};
use crate::queue::{self, Message, MessageId, Millis};

/// A trace in the making.
pub(super) struct Recorder {
    events: Vec<Event>,
    leases: Vec<Lease>,
    messages: Vec<MessageLife>,
    keys: Vec<KeyLife>,
    workers: Vec<WorkerLife>,
    receives: Receives,
    /// How many messages have a final place.
    gone: usize,
    /// The message of each id that the queues gave: a redrive gives a message a new one.
    ids: Ids,
    /// How many deliveries a message had had when a redrive made its receives count anew; only of messages redriven.
    redriven: Vec<(MessageIx, u32)>,
    /// What the next message is about, and its group.
    next: (KeyIx, Option<Arc<str>>),
    /// What is known no more.
    past: Past,
}

/// What the queue told of that concerns the world, too.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Heard {
    /// What a delete did.
    pub delete: Option<Delete>,
    /// To when a ChangeMessageVisibility moved the deadline.
    pub deadline: Option<Millis>,
    /// How many messages moved to the dead-letter queue.
    pub dead_letters: u32,
}

impl Recorder {
    pub fn new() -> Self {
        Self {
            events: Vec::new(),
            leases: Vec::new(),
            messages: Vec::new(),
            keys: Vec::new(),
            workers: Vec::new(),
            receives: Receives::default(),
            gone: 0,
            ids: Ids::default(),
            redriven: Vec::new(),
            next: (0, None),
            past: Past::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// How many messages there have been.
    pub fn sent_count(&self) -> u32 {
        self.past.number(index(self.messages.len()))
    }

    /// How many messages there had been before this one.
    pub fn number_of(&self, message: MessageIx) -> u32 {
        self.past.number(message)
    }

    pub fn tell(&mut self, at: Millis, kind: EventKind) {
        self.events.push(Event { at, kind });
    }

    pub fn add_worker(&mut self, instance: u32) {
        self.workers.push(WorkerLife { instance, ..WorkerLife::default() });
    }

    /// Something new that messages are about.
    pub fn add_key(&mut self, name: Option<&str>) -> KeyIx {
        self.keys.push(KeyLife { name: name.map(str::to_owned), messages: 0, effects: 0 });
        index(self.keys.len() - 1)
    }

    /// What the message that is sent next is about, and its group.
    pub fn expect(&mut self, key: KeyIx, group: Option<Arc<str>>) {
        self.next = (key, group);
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
        let is_open = |life: &MessageLife| life.last_place().is_some_and(|place| !place.is_final());
        (0..).zip(&self.messages).filter(move |(_, life)| is_open(life)).filter_map(move |(message, life)| {
            let first = life.leases.first().map(lease)?;
            Some((message, first, life.leases.get(1).map(lease)))
        })
    }

    pub fn is_gone(&self, message: MessageIx) -> bool {
        self.messages[message as usize].last_place().is_some_and(Place::is_final)
    }

    pub fn sent_at(&self, message: MessageIx) -> Millis {
        self.messages[message as usize].places.first().map(|&(at, _)| at).unwrap_or_default()
    }

    pub fn lease(&self, lease: LeaseIx) -> &Lease {
        &self.leases[lease as usize]
    }

    /// The job that the worker began last.
    pub fn last_lease_of(&self, worker: WorkerIx) -> Option<LeaseIx> {
        self.workers[worker as usize].leases.last().copied()
    }

    pub fn key_of(&self, message: MessageIx) -> KeyIx {
        self.messages[message as usize].key
    }

    /// What messages are about that share a name, known or new.
    pub fn named_key(&mut self, name: &str) -> KeyIx {
        let known = self.keys.iter().position(|key| key.name.as_deref() == Some(name));
        known.map_or_else(|| self.add_key(Some(name)), index)
    }

    pub fn message_of(&self, id: MessageId) -> MessageIx {
        self.ids.message_of(id)
    }

    /// The delivery that a receive's answer hands to a worker, or to its process. The queue has told of it before.
    pub fn hand_out(&mut self, worker: WorkerIx, message: &Message) -> (LeaseIx, MessageIx) {
        let message_ix = self.message_of(message.message_id);
        let lease = self.lease_of(message_ix, message.approximate_receive_count);
        self.leases[lease as usize].worker = worker;
        (lease, message_ix)
    }

    fn open_lease(&mut self, from: Millis, message: MessageIx, deadline: Millis) -> LeaseIx {
        let lease = index(self.leases.len());
        let leases = &mut self.messages[message as usize].leases;
        leases.push(lease);
        let receive = index(leases.len());
        self.leases.push(Lease {
            message,
            worker: 0,
            receive,
            executions: 0,
            from,
            deadline,
            moves: Vec::new(),
            ended: None,
            started: None,
            job_ended: None,
            effect: Seen::Nothing,
            deleted: None,
        });
        lease
    }

    /// A job begins: at once in silence, later with an event.
    pub fn start(&mut self, at: Millis, lease_ix: LeaseIx, worker: WorkerIx) {
        let lease = &mut self.leases[lease_ix as usize];
        let at_once = lease.from == at && lease.worker == worker;
        lease.worker = worker;
        lease.started = Some(at);
        lease.executions = 1;
        self.workers[worker as usize].leases.push(lease_ix);
        if !at_once {
            self.tell(at, EventKind::Started { lease: lease_ix, worker });
        }
    }

    pub fn retry(&mut self, at: Millis, lease: LeaseIx) {
        let executions = &mut self.leases[lease as usize].executions;
        *executions += 1;
        let attempt = *executions;
        self.tell(at, EventKind::Retried { lease, attempt });
    }

    /// A job is done, and the outside world sees it, unless it does not matter that it is done once more.
    pub fn effect(&mut self, at: Millis, lease_ix: LeaseIx, once: bool) {
        let lease = &mut self.leases[lease_ix as usize];
        let message = &mut self.messages[lease.message as usize];
        let key = &mut self.keys[message.key as usize];
        let kind = if once && key.effects > 0 {
            lease.effect = Seen::Again;
            EventKind::EffectRepeated { lease: lease_ix }
        } else {
            message.effects += 1;
            key.effects += 1;
            lease.effect = Seen::Done(key.effects);
            EventKind::Effect { lease: lease_ix, nth: key.effects }
        };
        self.tell(at, kind);
    }

    pub fn end_job(&mut self, at: Millis, lease: LeaseIx, end: JobEnd) {
        self.leases[lease as usize].job_ended.get_or_insert((at, end));
    }

    pub fn fail(&mut self, at: Millis, lease: LeaseIx, cause: Cause) {
        self.tell(at, EventKind::Failed { lease, cause });
    }

    pub fn drop_lease(&mut self, at: Millis, lease: LeaseIx, why: Dropped) {
        self.end_job(at, lease, JobEnd::Dropped(why));
        self.tell(at, EventKind::Dropped { lease, why });
    }

    /// What a delete with the receipt of `lease` did. The queue tells of some of it, the rest is told here.
    pub fn deleted(&mut self, at: Millis, lease: LeaseIx, outcome: Delete) {
        self.leases[lease as usize].deleted.get_or_insert((at, outcome));
        if matches!(outcome, Delete::Gone | Delete::Refused) {
            self.tell(at, EventKind::Deleted { lease, outcome });
        }
    }

    pub fn down(&mut self, at: Millis, worker: WorkerIx) {
        self.workers[worker as usize].down.push((at, None));
    }

    pub fn up(&mut self, at: Millis, worker: WorkerIx) {
        if let Some((_, to)) = self.workers[worker as usize].down.last_mut() {
            *to = Some(at);
        }
    }

    /// Takes in what the queue tells of a message; `caller` is the delivery whose worker made the call that caused it, if one
    /// did, and `nack` whether it gave the message back.
    pub fn queue_event(&mut self, event: queue::Event, caller: Option<LeaseIx>, nack: bool, heard: &mut Heard) {
        use queue::EventKind as Told;
        if let Told::Sent { visible_at } = event.kind {
            // A message that a redrive brought back was told of just before, and is no other one.
            if event.message.ordinal() == self.ids.next() {
                self.sent(event.at, visible_at);
            }
            return;
        }
        let (at, message) = (event.at, self.message_of(event.message));
        let kind = match event.kind {
            Told::DelayEnded => {
                self.place(at, message, Place::Visible);
                EventKind::DelayEnded { message }
            }
            Told::Received { deadline, .. } => {
                let lease = self.open_lease(at, message, deadline);
                self.place(at, message, Place::InFlight(lease));
                EventKind::Received { lease }
            }
            Told::VisibilityChanged { by, deadline } => {
                let current = *self.messages[message as usize].leases.last().expect("only a delivery has a receipt");
                self.leases[current as usize].moves.push((at, deadline));
                let lease = self.lease_of(message, by);
                heard.deadline = Some(deadline);
                if nack {
                    EventKind::Returned { lease, deadline }
                } else {
                    EventKind::Extended { lease, deadline, current: lease == current }
                }
            }
            Told::ChangeIgnored { .. } => match caller {
                Some(lease) if !nack => EventKind::ExtendIgnored { lease },
                _ => return,
            },
            Told::Lapsed { receive } => {
                let lease = self.lease_of(message, receive);
                self.end_lease(at, lease, LeaseEnd::Lapsed);
                self.place(at, message, Place::Visible);
                EventKind::Lapsed { lease }
            }
            Told::Resurfaced { receive } => {
                let lease = self.lease_of(message, receive);
                self.place(at, message, Place::Visible);
                EventKind::Resurfaced { lease }
            }
            Told::Deleted { by } => {
                heard.delete = Some(Delete::Removed);
                self.end_current_lease(at, message, LeaseEnd::Deleted);
                self.place(at, message, Place::Deleted);
                EventKind::Deleted { lease: self.lease_of(message, by), outcome: Delete::Removed }
            }
            Told::DeleteIgnored { by } => {
                heard.delete = Some(Delete::Ignored);
                EventKind::Deleted { lease: self.lease_of(message, by), outcome: Delete::Ignored }
            }
            Told::MovedToDeadLetterQueue { .. } => {
                heard.dead_letters += 1;
                self.place(at, message, Place::DeadLetters);
                EventKind::DeadLettered { message }
            }
            Told::Redriven { anew, .. } => {
                self.redriven(anew, message);
                self.place(at, message, Place::Visible);
                EventKind::Redriven { message }
            }
            Told::Purged => {
                self.end_current_lease(at, message, LeaseEnd::Purged);
                self.place(at, message, Place::Purged);
                EventKind::Purged { message }
            }
            Told::Expired => {
                self.end_current_lease(at, message, LeaseEnd::Expired);
                self.place(at, message, Place::Expired);
                EventKind::Expired { message }
            }
            Told::DelayChanged { .. } | Told::Sent { .. } => return,
        };
        self.tell(at, kind);
    }

    fn sent(&mut self, at: Millis, visible_at: Millis) {
        let message = index(self.messages.len());
        self.ids.push(message);
        let (key, group) = (self.next.0, self.next.1.take());
        self.keys[key as usize].messages += 1;
        let place = if visible_at > at { Place::Delayed } else { Place::Visible };
        self.messages.push(MessageLife { leases: Vec::new(), places: vec![(at, place)], key, effects: 0, group });
        self.tell(at, EventKind::Sent { message });
    }

    /// From now on the message has another id, and its receives count from 1 again.
    fn redriven(&mut self, anew: MessageId, message: MessageIx) {
        debug_assert_eq!(anew.ordinal(), self.ids.next(), "ids are given in order");
        self.ids.push(message);
        let had = index(self.messages[message as usize].leases.len());
        match self.redriven.binary_search_by_key(&message, |&(of, _)| of) {
            Ok(at) => self.redriven[at].1 = had,
            Err(at) => self.redriven.insert(at, (message, had)),
        }
    }

    /// The delivery that the queue knows by the number of its receive. After a redrive a receipt from before names nothing there.
    fn lease_of(&self, message: MessageIx, receive: u32) -> LeaseIx {
        let had = match self.redriven.binary_search_by_key(&message, |&(of, _)| of) {
            Ok(at) => self.redriven[at].1,
            Err(_) => 0,
        };
        self.messages[message as usize].leases[(had + receive) as usize - 1]
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
        match (was_final, place.is_final()) {
            (false, true) => self.gone += 1,
            (true, false) => self.gone -= 1,
            _ => {}
        }
        places.push((at, place));
    }

    pub fn finish(self, end: Millis, cut_off: bool) -> Trace {
        let Self { events, leases, messages, keys, workers, receives, past, .. } = self;
        Trace::new(events, leases, messages, keys, workers, receives, (past, end, cut_off))
    }
}

fn index(len: usize) -> u32 {
    u32::try_from(len).expect("fewer than 2^32 of a kind")
}

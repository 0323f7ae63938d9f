//! The service: its queues, its time and what it tells an observer. The calls on messages are in [`super::calls`].

use std::collections::VecDeque;

use super::attributes::{Attributes, RedrivePolicy, SetAttributes};
use super::error::{Error, ErrorCode};
use super::event::{Event, EventKind};
use super::message::{MessageId, State};
use super::polls::{Answer, PollId, Polls};
use super::receipt::QueueId;
use super::store::{Slot, Store};
use super::time::Millis;

/// From this receive on, a message that becomes visible again goes to the back of a standard queue (R84).
const RECEIVES_BEFORE_BACK: u32 = 3;

/// What AWS leaves open, as a choice.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// What a delete with an older receipt does while a newer delivery is under way (R29).
    pub stale_delete: StaleDelete,
    /// How many messages of one queue may be in flight: about 120,000 on AWS, raised there on request (R46).
    pub in_flight_limit: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { stale_delete: StaleDelete::Keeps, in_flight_limit: 120_000 }
    }
}

/// What a DeleteMessage with an older receipt does while a newer delivery is under way. It answers 200 either way; both
/// outcomes were seen on AWS (R29).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StaleDelete {
    /// The message stays: it will be delivered again unless the newer receipt deletes it in time.
    #[default]
    Keeps,
    /// The message is deleted, under the newer consumer's hands.
    Removes,
}

/// How many messages of a queue are in which state: the three Approximate counts, here exact at once (R104).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// `ApproximateNumberOfMessages`.
    pub visible: usize,
    /// `ApproximateNumberOfMessagesNotVisible`.
    pub in_flight: usize,
    /// `ApproximateNumberOfMessagesDelayed`.
    pub delayed: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Queue {
    pub name: String,
    pub attributes: Attributes,
    pub store: Store,
    pub polls: Polls,
}

/// SQS: some queues, at one instant. See the [module](super) for the kinds of methods and the order within an instant.
#[derive(Clone, Debug, Default)]
pub struct Sqs {
    pub(super) settings: Settings,
    pub(super) queues: Vec<Queue>,
    pub(super) next_message: u64,
    pub(super) next_poll: u64,
    now: Millis,
    answers: VecDeque<Answer>,
    events: Vec<Event>,
}

/// Queues and attributes.
impl Sqs {
    /// A service without queues, at the start of time.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// CreateQueue. Where there is a queue of that name with all of these attributes, it is the answer (R60).
    ///
    /// # Errors
    /// `QueueAlreadyExists` where that queue has an attribute with another value (R60), and those of
    /// [`Sqs::set_queue_attributes`].
    pub fn create_queue(&mut self, name: &str, attributes: &SetAttributes) -> Result<QueueId, Error> {
        self.check_target(attributes)?;
        if let Some(existing) = self.queue(name) {
            let current = self.attributes(existing);
            if current.changed(attributes)? == current {
                return Ok(existing);
            }
            let message = "A queue already exists with the same name and a different value for some attribute.";
            return Err(Error::new(ErrorCode::QueueAlreadyExists, message));
        }
        let attributes = Attributes::default().changed(attributes)?;
        let id = QueueId(u32::try_from(self.queues.len()).expect("fewer than 2^32 queues"));
        self.queues.push(Queue { name: name.to_owned(), attributes, store: Store::default(), polls: Polls::default() });
        Ok(id)
    }

    /// SetQueueAttributes, in force at once (AWS takes up to a minute, R50). A new VisibilityTimeout counts for later
    /// receives; deadlines already set stay (R51). A new DelaySeconds counts for later sends (R52).
    ///
    /// # Errors
    /// `InvalidAttributeValue` or `InvalidParameterValue` for a value out of its range, `NonExistentQueue` for a
    /// dead-letter queue that does not exist; then nothing changes.
    pub fn set_queue_attributes(&mut self, now: Millis, queue: QueueId, change: &SetAttributes) -> Result<(), Error> {
        self.catch_up(now);
        self.check_target(change)?;
        let attributes = &mut self.queues[queue.0 as usize].attributes;
        *attributes = attributes.changed(change)?;
        Ok(())
    }

    fn check_target(&self, change: &SetAttributes) -> Result<(), Error> {
        match change.redrive_policy {
            Some(Some(RedrivePolicy { dead_letter_target, .. }))
                if self.queues.len() <= dead_letter_target.0 as usize =>
            {
                let message = "Dead letter target does not exist.";
                Err(Error::new(ErrorCode::NonExistentQueue, message))
            }
            _ => Ok(()),
        }
    }
}

/// Getters.
impl Sqs {
    /// The queue of that name.
    #[must_use]
    pub fn queue(&self, name: &str) -> Option<QueueId> {
        let place = self.queues.iter().position(|queue| queue.name == name)?;
        u32::try_from(place).ok().map(QueueId)
    }

    /// What the queue is called.
    #[must_use]
    pub fn name(&self, queue: QueueId) -> &str {
        &self.queue_at(queue).name
    }

    /// The attributes in force.
    #[must_use]
    pub fn attributes(&self, queue: QueueId) -> Attributes {
        self.queue_at(queue).attributes
    }

    /// How many messages the queue holds in which state.
    #[must_use]
    pub fn counts(&self, queue: QueueId) -> Counts {
        let store = &self.queue_at(queue).store;
        let (visible, in_flight, delayed) = (store.visible_count(), store.in_flight_count(), store.delayed_count());
        Counts { visible, in_flight, delayed }
    }

    /// The messages of the queue and where they are, in an order that means nothing.
    pub fn messages(&self, queue: QueueId) -> impl Iterator<Item = (MessageId, State)> {
        self.queue_at(queue).store.iter().map(|message| (message.id, message.state))
    }

    fn queue_at(&self, queue: QueueId) -> &Queue {
        &self.queues[queue.0 as usize]
    }
}

/// Time.
impl Sqs {
    /// When something happens next without a call: a delay, a lease, a retention or a long poll ends. `None`: never.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Millis> {
        self.queues.iter().filter_map(Queue::next_deadline).min()
    }

    /// Lets everything happen that is due up to and including `now`, in the order of its instants.
    ///
    /// # Panics
    /// If `now` lies before an earlier call's: time does not run backwards.
    pub fn advance_to(&mut self, now: Millis) {
        while let Some(due) = self.next_deadline().filter(|&due| due <= now) {
            self.now = self.now.max(due);
            for place in 0..self.queues.len() {
                self.fire(place);
            }
        }
        self.set_now(now);
    }

    /// Lets everything happen that was due before `now`: what a call at `now` finds.
    pub(super) fn catch_up(&mut self, now: Millis) {
        if let Some(before) = now.0.checked_sub(1)
            && before >= self.now.0
        {
            self.advance_to(Millis(before));
        }
        self.set_now(now);
    }

    fn set_now(&mut self, now: Millis) {
        assert!(now >= self.now, "time runs forwards: {now} s comes after {} s", self.now);
        self.now = now;
    }

    /// Everything of one queue that is due now: expiry first, then delays and leases, and only then the polls, so that a
    /// poll that ends now still gets a message that becomes visible now.
    fn fire(&mut self, place: usize) {
        let (now, id) = (self.now, QueueId(u32::try_from(place).expect("as many queues as create_queue made")));
        self.expire(id);
        while let Some((_, slot)) = self.queues[place].store.first_timer().filter(|&(until, _)| until <= now) {
            self.make_visible(id, slot);
        }
        self.serve_polls(id);
        while let Some((_, poll)) = self.queues[place].polls.next_end().filter(|&(end, _)| end <= now) {
            self.queues[place].polls.remove(poll);
            self.answer(poll, Vec::new());
        }
    }

    /// Removes the messages whose retention has ended by now.
    pub(super) fn expire(&mut self, queue: QueueId) {
        let place = queue.0 as usize;
        while let Some(slot) = self.queues[place].expired(self.now) {
            let message = self.queues[place].store.remove(slot);
            self.tell(queue, message.id, EventKind::Expired);
        }
    }

    /// Ends a delay or a lease now.
    pub(super) fn make_visible(&mut self, queue: QueueId, slot: Slot) {
        let store = &mut self.queues[queue.0 as usize].store;
        let message = store.get(slot);
        let (id, was, receive) = (message.id, message.state, message.receive_count);
        let rank = if message.receives_here >= RECEIVES_BEFORE_BACK { store.last_rank() } else { message.rank };
        store.update(slot, |message| {
            message.state = State::Visible;
            message.rank = rank;
        });
        let kind = match was {
            State::Delayed { .. } => EventKind::DelayEnded,
            State::Visible | State::InFlight { .. } => EventKind::Lapsed { receive },
        };
        self.tell(queue, id, kind);
    }
}

/// Outputs.
impl Sqs {
    /// The answers of long polls since the last time, in the order in which they were given.
    pub fn take_answers(&mut self) -> impl Iterator<Item = Answer> {
        self.answers.drain(..)
    }

    /// What has happened since the last time, in order.
    pub fn take_events(&mut self) -> impl Iterator<Item = Event> {
        self.events.drain(..)
    }

    pub(super) fn answer(&mut self, poll: PollId, messages: Vec<super::message::Message>) {
        self.answers.push_back(Answer { poll, at: self.now, messages });
    }

    pub(super) fn tell(&mut self, queue: QueueId, message: MessageId, kind: EventKind) {
        self.events.push(Event { at: self.now, queue, message, kind });
    }

    pub(super) fn now(&self) -> Millis {
        self.now
    }
}

impl Queue {
    fn next_deadline(&self) -> Option<Millis> {
        let timer = self.store.first_timer().map(|(until, _)| until);
        let expiry = self.store.oldest().map(|(sent_at, _)| sent_at + self.attributes.retention);
        let poll = self.polls.next_end().map(|(end, _)| end);
        [timer, expiry, poll].into_iter().flatten().min()
    }

    fn expired(&self, now: Millis) -> Option<Slot> {
        let (sent_at, slot) = self.store.oldest()?;
        (sent_at + self.attributes.retention <= now).then_some(slot)
    }
}

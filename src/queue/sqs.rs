//! The service: its queues, its time and what it tells an observer. The calls are in [`super::send`], [`super::receive`],
//! [`super::change`], [`super::admin`] and [`super::tasks`].

use super::attributes::{Attributes, RedriveAllowPolicy};
use super::dedup::Dedup;
use super::error::{Error, ErrorCode};
use super::event::{Event, EventKind};
use super::message::{Message, MessageId, State};
use super::metrics::Counters;
use super::polls::{Answer, PollId, Polls};
use super::receipt::QueueId;
use super::receive::Attempts;
use super::rng::Rng;
use super::store::{Slot, Store};
use super::tasks::Tasks;
use super::time::Millis;

/// From this receive on, a message that becomes visible again goes to the back of a standard queue (R84).
pub(super) const RECEIVES_BEFORE_BACK: u32 = 3;

/// What AWS leaves open, as a choice.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// What a delete with an older receipt does while a newer delivery is under way (R29).
    pub stale_delete: StaleDelete,
    /// How many messages of one queue may be in flight: about 120,000 on AWS, raised there on request (R46, R48).
    pub in_flight_limit: usize,
    /// Among how many of the first messages of a FIFO queue a receive looks for a group: 120,000 on AWS (R49).
    pub fifo_window: usize,
    /// What happens by chance in a standard queue; nothing by default.
    pub chance: Chance,
}

/// What happens by chance in a standard queue, each in so many of a million cases. All chance comes from the seed.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Chance {
    /// The seed.
    pub seed: u64,
    /// A short poll misses a message, since it asks only some of the servers (R13).
    pub short_poll_miss: u32,
    /// A message that is received stays visible, so that it may be delivered twice at once (R20).
    pub second_delivery: u32,
    /// A message that is deleted returns, since a server did not learn of it (R20).
    pub lost_delete: u32,
}

impl Default for Settings {
    fn default() -> Self {
        let limit = 120_000;
        Self { stale_delete: StaleDelete::Keeps, in_flight_limit: limit, fifo_window: limit, chance: Chance::default() }
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

#[derive(Clone, Debug)]
pub(super) struct Queue {
    pub name: String,
    pub attributes: Attributes,
    pub redrive_allow_policy: RedriveAllowPolicy,
    pub store: Store,
    pub polls: Polls,
    pub dedup: Dedup,
    pub attempts: Attempts,
    pub counters: Counters,
    pub purged_at: Option<Millis>,
    pub deleted_at: Option<Millis>,
}

/// SQS: some queues, at one instant. See the [module](super) for the kinds of methods and the order within an instant.
#[derive(Clone, Debug)]
pub struct Sqs {
    pub(super) settings: Settings,
    pub(super) queues: Vec<Queue>,
    pub(super) tasks: Tasks,
    pub(super) rng: Rng,
    pub(super) next_message: u64,
    pub(super) next_poll: u64,
    pub(super) next_sequence: u64,
    now: Millis,
    answers: Vec<Answer>,
    events: Vec<Event>,
}

impl Default for Sqs {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl Sqs {
    /// A service without queues, at the start of time.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            queues: Vec::new(),
            tasks: Tasks::default(),
            rng: Rng::new(settings.chance.seed),
            next_message: 0,
            next_poll: 0,
            next_sequence: 0,
            now: Millis::ZERO,
            answers: Vec::new(),
            events: Vec::new(),
        }
    }

    /// The queue, unless it was deleted.
    pub(super) fn live(&mut self, queue: QueueId) -> Result<&mut Queue, Error> {
        let queue = &mut self.queues[queue.0 as usize];
        if queue.deleted_at.is_some() {
            return Err(Error::new(ErrorCode::NonExistentQueue, "The specified queue does not exist."));
        }
        Ok(queue)
    }

    pub(super) fn queue_mut(&mut self, queue: QueueId) -> &mut Queue {
        &mut self.queues[queue.0 as usize]
    }

    pub(super) fn queue_at(&self, queue: QueueId) -> &Queue {
        &self.queues[queue.0 as usize]
    }

    /// Whether something happens that happens in so many of a million cases. Without a chance, no number is drawn.
    pub(super) fn happens(&mut self, per_million: u32) -> bool {
        per_million > 0 && self.rng.up_to(999_999) < u64::from(per_million)
    }
}

/// Time.
impl Sqs {
    /// When something happens next without a call: a delay, a lease, a retention or a long poll ends, or a task moves a message.
    /// `None`: never.
    #[must_use]
    pub fn next_deadline(&self) -> Option<Millis> {
        self.queues.iter().map(Queue::next_deadline).fold(self.tasks.next_move(), earlier)
    }

    /// Lets everything happen that is due up to and including `now`, in the order of its instants.
    ///
    /// # Panics
    /// If `now` lies before an earlier call's: time does not run backwards.
    pub fn advance_to(&mut self, now: Millis) {
        while let Some(due) = self.next_deadline().filter(|&due| due <= now) {
            self.now = self.now.max(due);
            for place in 0..self.queues.len() {
                self.fire(QueueId(u32::try_from(place).expect("as many queues as create_queue made")));
            }
            self.run_tasks();
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
    fn fire(&mut self, queue: QueueId) {
        let now = self.now;
        self.expire(queue);
        while let Some((_, slot)) = self.queue_at(queue).store.first_timer().filter(|&(until, _)| until <= now) {
            self.make_visible(queue, slot);
        }
        self.serve_polls(queue);
        while let Some((_, poll)) = self.queue_at(queue).polls.next_end().filter(|&(end, _)| end <= now) {
            self.queue_mut(queue).polls.remove(poll);
            self.queue_mut(queue).counters.empty_receives += 1;
            self.answer(poll, Vec::new());
        }
    }

    /// Removes the messages whose retention has ended by now.
    pub(super) fn expire(&mut self, queue: QueueId) {
        while let Some(slot) = self.queue_at(queue).expired(self.now) {
            let message = self.queue_mut(queue).store.remove(slot);
            self.tell(queue, message.id, EventKind::Expired);
        }
    }

    /// Ends a delay or a lease now.
    pub(super) fn make_visible(&mut self, queue: QueueId, slot: Slot) {
        let now = self.now;
        let store = &mut self.queue_mut(queue).store;
        let message = store.get(slot);
        let (id, was, receive) = (message.id, message.state, message.receive_count);
        let goes_back = message.receives_here >= RECEIVES_BEFORE_BACK && !store.is_fifo();
        let rank = if goes_back { store.last_rank() } else { message.rank };
        store.update(slot, |message| {
            message.state = State::Visible;
            message.available_at = now;
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

    pub(super) fn answer(&mut self, poll: PollId, messages: Vec<Message>) {
        self.answers.push(Answer { poll, at: self.now, messages });
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
        earlier(earlier(timer, expiry), poll)
    }

    fn expired(&self, now: Millis) -> Option<Slot> {
        let (sent_at, slot) = self.store.oldest()?;
        (sent_at + self.attributes.retention <= now).then_some(slot)
    }
}

/// The earlier of two instants, either of which may never come.
fn earlier(one: Option<Millis>, other: Option<Millis>) -> Option<Millis> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

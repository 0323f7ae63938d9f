//! The calls on queues: CreateQueue, SetQueueAttributes, PurgeQueue, DeleteQueue; and looks at them.

use super::attributes::{Attributes, Fifo, RedriveAllowPolicy, RedrivePolicy, SetAttributes};
use super::dedup::Dedup;
use super::error::{Error, ErrorCode};
use super::event::EventKind;
use super::message::{MessageId, State};
use super::metrics::Counters;
use super::polls::Polls;
use super::receipt::QueueId;
use super::receive::Attempts;
use super::sqs::{Queue, Sqs};
use super::store::Store;
use super::time::Millis;

/// How long the name of a deleted queue stays taken, and how long after a purge the next is refused (R81, R82).
const MINUTE: Millis = Millis::from_secs(60);

/// The most sources that a redrive allow policy names (R67).
const MAX_SOURCES: usize = 10;

/// How many messages of a queue are in which state: the three Approximate counts, here exact at once (R104).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// `ApproximateNumberOfMessages`. Those that their group blocks count, too (R91).
    pub visible: usize,
    /// `ApproximateNumberOfMessagesNotVisible`.
    pub in_flight: usize,
    /// `ApproximateNumberOfMessagesDelayed`.
    pub delayed: usize,
}

/// Calls.
impl Sqs {
    /// CreateQueue. Where there is a queue of that name with all of these attributes, it is the answer (R60).
    ///
    /// # Errors
    /// `QueueAlreadyExists` where that queue has an attribute with another value (R60); `QueueDeletedRecently` within a minute
    /// after a queue of that name was deleted (R82); `InvalidParameterValue` for a name that is no name or does not fit the
    /// queue's type (R59); and those of [`Sqs::set_queue_attributes`].
    pub fn create_queue(&mut self, now: Millis, name: &str, attributes: &SetAttributes) -> Result<QueueId, Error> {
        self.catch_up(now);
        let id = QueueId(u32::try_from(self.queues.len()).expect("fewer than 2^32 queues"));
        if let Some(existing) = self.queue(name) {
            let Queue { attributes: current, redrive_allow_policy: allows, .. } = self.queue_at(existing);
            let same_policy = attributes.redrive_allow_policy.as_ref().is_none_or(|policy| policy == allows);
            if same_policy && current.changed(attributes)? == *current {
                return Ok(existing);
            }
            let message = "A queue already exists with the same name and a different value for some attribute.";
            return Err(Error::new(ErrorCode::QueueAlreadyExists, message));
        }
        let is_recent = |queue: &Queue| queue.deleted_at.is_some_and(|at| now.since(at) < MINUTE);
        if self.queues.iter().any(|queue| queue.name == name && is_recent(queue)) {
            let message =
                "You must wait 60 seconds after deleting a queue before you can create another with the same name.";
            return Err(Error::new(ErrorCode::QueueDeletedRecently, message));
        }
        let is_fifo = attributes.fifo_queue == Some(true);
        check_name(name, is_fifo)?;
        let fresh = Attributes { fifo: is_fifo.then(Fifo::default), ..Attributes::default() };
        let checked = fresh.changed(attributes)?;
        let redrive_allow_policy = checked_allow_policy(attributes)?.unwrap_or_default();
        self.check_target(id, is_fifo, attributes)?;
        self.queues.push(Queue {
            name: name.to_owned(),
            attributes: checked,
            redrive_allow_policy,
            store: Store::new(is_fifo, self.settings.fifo_window),
            polls: Polls::default(),
            dedup: Dedup::default(),
            attempts: Attempts::default(),
            counters: Counters::default(),
            purged_at: None,
            deleted_at: None,
        });
        Ok(id)
    }

    /// SetQueueAttributes, in force at once (AWS takes up to a minute, R50). A new VisibilityTimeout counts for later
    /// receives; deadlines already set stay (R51). A new DelaySeconds counts for later sends in a standard queue, and for the
    /// waiting messages as well in a FIFO queue (R52).
    ///
    /// # Errors
    /// `InvalidAttributeValue` or `InvalidParameterValue` for a value out of its range, `InvalidAttributeName` for an attribute
    /// that the queue's type does not have (R59), `NonExistentQueue` for a queue that does not exist; then nothing changes.
    pub fn set_queue_attributes(&mut self, now: Millis, queue: QueueId, change: &SetAttributes) -> Result<(), Error> {
        self.catch_up(now);
        let current = self.live(queue)?.attributes;
        let changed = current.changed(change)?;
        let allows = checked_allow_policy(change)?;
        self.check_target(queue, changed.fifo.is_some(), change)?;
        let state = self.queue_mut(queue);
        state.attributes = changed;
        if let Some(allows) = allows {
            state.redrive_allow_policy = allows;
        }
        if changed.fifo.is_some() && changed.delay != current.delay {
            self.delay_anew(queue, changed.delay);
        }
        Ok(())
    }

    /// Gives every message that was not received yet the queue's new delay, counted from its send (R52).
    fn delay_anew(&mut self, queue: QueueId, delay: Millis) {
        let now = self.now();
        let store = &self.queue_at(queue).store;
        let fresh = store.by_age().filter(|(_, message)| message.receive_count == 0).map(|(slot, _)| slot);
        for slot in fresh.collect::<Vec<_>>() {
            let message = self.queue_at(queue).store.get(slot);
            let (id, was, until) = (message.id, message.state, message.sent_at + delay);
            if until > now {
                self.queue_mut(queue).store.update(slot, |message| message.state = State::Delayed { until });
                self.tell(queue, id, EventKind::DelayChanged { visible_at: until });
            } else if was != State::Visible {
                self.make_visible(queue, slot);
            }
        }
        self.serve_polls(queue);
    }

    /// A dead-letter queue exists, is of its source's type (R66) and lets the source name it (R67).
    fn check_target(&self, source: QueueId, is_fifo: bool, change: &SetAttributes) -> Result<(), Error> {
        let Some(Some(RedrivePolicy { dead_letter_target: target, .. })) = change.redrive_policy else { return Ok(()) };
        let target = self.queues.get(target.0 as usize).filter(|target| target.deleted_at.is_none());
        let Some(target) = target else {
            return Err(Error::new(ErrorCode::NonExistentQueue, "Dead letter target does not exist."));
        };
        let refuse = |reason| Err(Error::invalid_parameter(&target.name, "RedrivePolicy", reason));
        if target.attributes.fifo.is_some() != is_fifo {
            return refuse("Dead-letter queue must be same type of queue as the source.");
        }
        if !target.redrive_allow_policy.allows(source) {
            return refuse("Dead-letter queue does not allow this queue as its source.");
        }
        Ok(())
    }

    /// PurgeQueue: every message is gone at once, and what the queue remembers for deduplication (R81). AWS takes up to a minute.
    ///
    /// # Errors
    /// `PurgeQueueInProgress` within a minute after a purge.
    pub fn purge_queue(&mut self, now: Millis, queue: QueueId) -> Result<(), Error> {
        self.catch_up(now);
        let state = self.live(queue)?;
        if state.purged_at.is_some_and(|at| now.since(at) < MINUTE) {
            let message = format!("Only one PurgeQueue operation on {} is allowed every 60 seconds.", state.name);
            return Err(Error::new(ErrorCode::PurgeQueueInProgress, message));
        }
        state.purged_at = Some(now);
        state.dedup = Dedup::default();
        state.attempts = Attempts::default();
        self.empty(queue);
        Ok(())
    }

    /// DeleteQueue: the queue and all its messages are gone at once (R82). A receive that waits there gets nothing.
    ///
    /// # Errors
    /// `NonExistentQueue` for a queue that is gone already.
    pub fn delete_queue(&mut self, now: Millis, queue: QueueId) -> Result<(), Error> {
        self.catch_up(now);
        self.live(queue)?.deleted_at = Some(now);
        self.empty(queue);
        while let Some((poll, _)) = self.queue_mut(queue).polls.take_turn() {
            self.queue_mut(queue).polls.finish(poll);
            self.answer(poll, Vec::new());
        }
        Ok(())
    }

    fn empty(&mut self, queue: QueueId) {
        while let Some((_, slot)) = self.queue_at(queue).store.oldest() {
            let message = self.queue_mut(queue).store.remove(slot);
            self.tell(queue, message.id, EventKind::Purged);
        }
    }
}

/// Getters.
impl Sqs {
    /// The queue of that name, unless it was deleted.
    #[must_use]
    pub fn queue(&self, name: &str) -> Option<QueueId> {
        let place = self.queues.iter().position(|queue| queue.name == name && queue.deleted_at.is_none())?;
        u32::try_from(place).ok().map(QueueId)
    }

    /// Every queue that was not deleted, in the order of their creation.
    pub fn queues(&self) -> impl Iterator<Item = QueueId> {
        (0..).zip(&self.queues).filter(|(_, queue)| queue.deleted_at.is_none()).map(|(place, _)| QueueId(place))
    }

    /// The group of a message, while the queue holds it and if it has one.
    #[must_use]
    pub fn group_of(&self, queue: QueueId, message: MessageId) -> Option<&str> {
        let store = &self.queue_at(queue).store;
        let stored = store.by_age().map(|(_, stored)| stored).find(|stored| stored.id == message)?;
        stored.group_name().map(AsRef::as_ref)
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

    /// The redrive allow policy in force.
    #[must_use]
    pub fn redrive_allow_policy(&self, queue: QueueId) -> &RedriveAllowPolicy {
        &self.queue_at(queue).redrive_allow_policy
    }

    /// How many messages the queue holds in which state.
    #[must_use]
    pub fn counts(&self, queue: QueueId) -> Counts {
        let store = &self.queue_at(queue).store;
        let (visible, in_flight, delayed) = (store.visible_count(), store.in_flight_count(), store.delayed_count());
        Counts { visible, in_flight, delayed }
    }

    /// The messages of the queue and where they are, oldest first.
    pub fn messages(&self, queue: QueueId) -> impl Iterator<Item = (MessageId, State)> {
        self.queue_at(queue).store.by_age().map(|(_, message)| (message.id, message.state))
    }
}

/// A name has at most 80 letters, digits, hyphens and underscores, and ends in `.fifo` if and only if the queue is a FIFO queue (R59).
fn check_name(name: &str, is_fifo: bool) -> Result<(), Error> {
    let stem = name.strip_suffix(".fifo");
    let is_name = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let fits = stem.is_some() == is_fifo && name.len() <= 80 && is_name(stem.unwrap_or(name));
    let reason = "Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length; the name of a FIFO queue, \
                  and of no other, ends in .fifo.";
    if fits { Ok(()) } else { Err(Error::invalid_parameter(name, "QueueName", reason)) }
}

fn checked_allow_policy(change: &SetAttributes) -> Result<Option<RedriveAllowPolicy>, Error> {
    match &change.redrive_allow_policy {
        Some(RedriveAllowPolicy::ByQueue(sources)) if sources.is_empty() || sources.len() > MAX_SOURCES => {
            let reason = "Amount of source queue arns should be from 1 to 10 for byQueue.";
            Err(Error::invalid_parameter(sources.len(), "RedriveAllowPolicy", reason))
        }
        policy => Ok(policy.clone()),
    }
}

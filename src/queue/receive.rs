//! ReceiveMessage: lending messages, at once or when there are some, and moving away those received too often.

use std::sync::Arc;

use super::attributes::{Attributes, RedrivePolicy, seconds};
use super::change::visibility_seconds;
use super::error::{Error, ErrorCode};
use super::event::EventKind;
use super::message::{Extra, Message, State};
use super::polls::{PollId, Request, Waiting};
use super::receipt::{QueueId, ReceiptHandle};
use super::recent::Recent;
use super::sqs::Sqs;
use super::store::{MAX_RECEIVED, Slot};
use super::time::Millis;

/// The most characters of an attempt id (R21).
const MAX_ATTEMPT_ID: usize = 128;

/// The arguments of ReceiveMessage; by default one message, with the queue's timeout and wait.
#[derive(Clone, Debug, Default)]
pub struct ReceiveMessage {
    /// `MaxNumberOfMessages`, 1 to 10; 1 without it (R8).
    pub max_number_of_messages: Option<i64>,
    /// `VisibilityTimeout`, 0 to 43,200 s, for these deliveries only (R15).
    pub visibility_timeout: Option<i64>,
    /// `WaitTimeSeconds`, 0 to 20 s; 0 is a short poll even where the queue would wait (R9, R10).
    pub wait_time_seconds: Option<i64>,
    /// `ReceiveRequestAttemptId`, in a FIFO queue: the same receive again, should its answer have been lost (R21).
    pub receive_request_attempt_id: Option<Arc<str>>,
}

/// What ReceiveMessage says at once.
#[derive(Clone, Debug)]
pub enum Receive {
    /// The answer: messages, or none.
    Answered(Vec<Message>),
    /// A long poll that found none: [`Sqs::take_answers`] hands out its answer when it has one.
    Waiting(PollId),
}

/// What the receives with an attempt id returned, for as long as they can be repeated.
pub(super) type Attempts = Recent<Attempt>;

#[derive(Clone, Debug)]
pub(super) struct Attempt {
    deadline: Millis,
    messages: Vec<Message>,
}

impl Sqs {
    /// ReceiveMessage. What becomes visible at `now` is visible to it.
    ///
    /// # Errors
    /// `InvalidParameterValue` for an argument out of range (R8, R9, R15) or a repeated attempt whose messages were touched
    /// since (R22); `OverLimit` for a short poll of a standard queue while as many messages are in flight as may be (R47);
    /// `NonExistentQueue`.
    pub fn receive_message(&mut self, now: Millis, queue: QueueId, call: &ReceiveMessage) -> Result<Receive, Error> {
        self.advance_to(now);
        self.live(queue)?;
        let (mut request, wait) = self.checked(queue, call)?;
        let attempt = call.receive_request_attempt_id.as_ref().filter(|_| self.queue_at(queue).store.is_fifo());
        if let Some(id) = attempt
            && let Some(messages) = self.repeat(queue, id, request)?
        {
            return Ok(Receive::Answered(messages));
        }
        if wait == Millis::ZERO && !self.queue_at(queue).store.is_fifo() {
            if self.in_flight_room(queue) == 0 {
                let message = "Too many messages have been received without being deleted. Please delete your received \
                               messages or let them timeout before receiving more.";
                return Err(Error::new(ErrorCode::OverLimit, message));
            }
            let missed = self.settings.chance.short_poll_miss;
            request.max_messages = (0..request.max_messages).filter(|_| !self.happens(missed)).count();
        }
        let messages = self.deliver(queue, request);
        if messages.is_empty() && wait > Millis::ZERO {
            let ordinal = self.next_poll;
            self.next_poll += 1;
            let waiting = Waiting { until: now + wait, request, attempt: attempt.cloned() };
            let poll = self.queue_mut(queue).polls.insert(ordinal, waiting);
            return Ok(Receive::Waiting(poll));
        }
        if messages.is_empty() {
            self.queue_mut(queue).counters.empty_receives += 1;
        } else if let Some(id) = attempt {
            self.remember_attempt(queue, id, request, &messages);
        }
        Ok(Receive::Answered(messages))
    }

    fn checked(&self, queue: QueueId, call: &ReceiveMessage) -> Result<(Request, Millis), Error> {
        let max = call.max_number_of_messages.unwrap_or(1);
        let max_messages =
            usize::try_from(max).ok().filter(|max| (1..=MAX_RECEIVED).contains(max)).ok_or_else(|| {
                Error::invalid_parameter(max, "MaxNumberOfMessages", "Must be between 1 and 10, if provided.")
            })?;
        let visibility_timeout = call.visibility_timeout.map(visibility_seconds).transpose()?;
        let wait = match call.wait_time_seconds {
            None => self.queue_at(queue).attributes.receive_wait,
            Some(value) => seconds(value, &(0..=20)).ok_or_else(|| {
                Error::invalid_parameter(value, "WaitTimeSeconds", "Must be >= 0 and <= 20, if provided.")
            })?,
        };
        if let Some(id) = &call.receive_request_attempt_id
            && !((1..=MAX_ATTEMPT_ID).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic()))
        {
            let reason =
                "ReceiveRequestAttemptId can only include alphanumeric and punctuation characters. 1 to 128 in length.";
            return Err(Error::invalid_parameter(id, "ReceiveRequestAttemptId", reason));
        }
        Ok((Request { max_messages, visibility_timeout }, wait))
    }

    /// Takes a receive that waits back, as a caller that closes its connection does. False if it was answered before.
    pub fn cancel_receive(&mut self, queue: QueueId, poll: PollId) -> bool {
        self.queue_mut(queue).polls.remove(poll)
    }

    /// Answers the receives that wait, longest first, as far as there are messages (R11). Each is out of turn meanwhile: a
    /// message that it moves to a dead-letter queue may lead back here.
    pub(super) fn serve_polls(&mut self, queue: QueueId) {
        // Most calls make no message visible, and then nobody's turn needs to begin.
        while self.queue_at(queue).store.has_next() {
            let Some((poll, request)) = self.queue_mut(queue).polls.take_turn() else { return };
            let messages = self.deliver(queue, request);
            if messages.is_empty() {
                self.queue_mut(queue).polls.give_back(poll);
                return;
            }
            let waiting = self.queue_mut(queue).polls.finish(poll);
            if let Some(id) = &waiting.attempt {
                self.remember_attempt(queue, id, request, &messages);
            }
            self.answer(poll, messages);
        }
    }

    fn in_flight_room(&self, queue: QueueId) -> usize {
        let in_flight = self.queue_at(queue).store.in_flight_count();
        self.settings.in_flight_limit.saturating_sub(in_flight)
    }

    /// Lends the visible messages whose turn it is, and moves those away that have been received too often (R61). After a move the
    /// same receive goes on with the next message, which AWS leaves open in a FIFO queue (R70).
    fn deliver(&mut self, queue: QueueId, request: Request) -> Vec<Message> {
        let Attributes { visibility_timeout, redrive_policy, .. } = self.queue_at(queue).attributes;
        let now = self.now();
        // Without the queue that it names, a policy moves nothing.
        let is_there = |policy: &RedrivePolicy| self.queue_at(policy.dead_letter_target).deleted_at.is_none();
        let redrive = redrive_policy.filter(is_there);
        let deadline = now + request.visibility_timeout.unwrap_or(visibility_timeout);
        let max_messages = request.max_messages.min(self.in_flight_room(queue));
        let mut messages = Vec::new();
        while messages.len() < max_messages {
            let left = max_messages - messages.len();
            let Some(run) = self.queue_mut(queue).store.next_run(left, now) else { break };
            for &slot in run.slots() {
                let receives = i64::from(self.queue_at(queue).store.get(slot).receives_here);
                if let Some(policy) = redrive.filter(|policy| receives >= policy.max_receive_count) {
                    self.move_to_dead_letters(queue, slot, policy.dead_letter_target);
                    // A receive that waited there may have changed what comes next here.
                    break;
                }
                messages.push(self.lend(queue, slot, deadline));
            }
        }
        // With a timeout of 0 s they are returned and visible all the same (R16). Only now, lest one answer hold a message twice.
        if deadline == now {
            for message in &messages {
                self.make_visible(queue, message.receipt_handle.slot);
            }
        }
        self.queue_mut(queue).counters.received += messages.len() as u64;
        messages
    }

    fn lend(&mut self, queue: QueueId, slot: Slot, deadline: Millis) -> Message {
        let now = self.now();
        let store = &mut self.queue_mut(queue).store;
        let stored = store.update(slot, |message| {
            message.state = State::InFlight { until: deadline };
            message.receive_count += 1;
            message.receives_here += 1;
            message.first_received_at.get_or_insert(now);
        });
        let receive = stored.receive_count;
        let message = Message {
            message_id: stored.id,
            receipt_handle: ReceiptHandle { queue, slot, message: stored.id, receive, issued_at: now },
            body: Arc::clone(&stored.body),
            deadline,
            sent_timestamp: stored.sent_at,
            approximate_first_receive_timestamp: stored.first_received_at.unwrap_or(now),
            approximate_receive_count: receive,
            dead_letter_queue_source: stored.dead_letter_source,
            extra: stored.extra.clone(),
        };
        let is_fifo = store.is_fifo();
        store.judge_tenant(slot, now);
        self.tell(queue, message.message_id, EventKind::Received { receive, deadline });
        if !is_fifo && deadline > now && self.happens(self.settings.chance.second_delivery) {
            self.resurface(queue, slot);
        }
        message
    }

    /// Makes a message that was just lent visible all the same (R20).
    fn resurface(&mut self, queue: QueueId, slot: Slot) {
        let now = self.now();
        let message = self.queue_mut(queue).store.update(slot, |message| {
            message.state = State::Visible;
            message.available_at = now;
        });
        let (id, receive) = (message.id, message.receive_count);
        self.tell(queue, id, EventKind::Resurfaced { receive });
    }

    /// The message keeps its id, body and receive count (R62, R63); what was received here counts anew there (R64). In a standard
    /// queue it keeps its send time as well, so that it may be too old for that queue from the start; a FIFO queue counts its age
    /// anew (R68) and gives it its own id for deduplication, lest that queue drop it (R69).
    fn move_to_dead_letters(&mut self, source: QueueId, slot: Slot, target: QueueId) {
        let now = self.now();
        let mut message = self.queue_mut(source).store.remove(slot);
        let id = message.id;
        let store = &mut self.queue_mut(target).store;
        message.rank = store.last_rank();
        message.here_since = now;
        message.available_at = now;
        message.receives_here = 0;
        message.dead_letter_source = Some(source);
        if store.is_fifo() {
            message.sent_at = now;
            message.extra = message.extra.map(|extra| {
                let id: Arc<str> = id.to_string().into();
                Arc::new(Extra { message_deduplication_id: Some(id), ..(*extra).clone() })
            });
        }
        let group = message.group_name().cloned();
        store.insert(message, group.as_ref());
        self.tell(source, id, EventKind::MovedToDeadLetterQueue { target });
        self.expire(target);
        self.serve_polls(target);
    }

    /// The messages of an earlier receive with the same attempt id, with the same receipts and a new deadline. The receive count
    /// stays, which AWS leaves open (R23). `None` where there was none, or its lease is over: then it is a new receive.
    fn repeat(&mut self, queue: QueueId, id: &Arc<str>, request: Request) -> Result<Option<Vec<Message>>, Error> {
        let now = self.now();
        let state = self.queue_mut(queue);
        let Some(attempt) = state.attempts.find(now, id).filter(|attempt| now < attempt.deadline) else {
            return Ok(None);
        };
        let is_untouched = |message: &Message| {
            let receipt = &message.receipt_handle;
            let found = state.store.find(receipt.slot, receipt.message);
            found.is_some_and(|stored| {
                stored.state == State::InFlight { until: attempt.deadline } && stored.receive_count == receipt.receive
            })
        };
        if !attempt.messages.iter().all(is_untouched) {
            let reason = "The receiveRequestAttemptId is not valid anymore since the receive call is not retryable.";
            return Err(Error::invalid_parameter(id, "ReceiveRequestAttemptId", reason));
        }
        let deadline = now + request.visibility_timeout.unwrap_or(state.attributes.visibility_timeout);
        attempt.deadline = deadline;
        for message in &mut attempt.messages {
            message.deadline = deadline;
            let receipt = message.receipt_handle;
            state.store.update(receipt.slot, |stored| stored.state = State::InFlight { until: deadline });
        }
        let messages = attempt.messages.clone();
        for message in &messages {
            let by = message.receipt_handle.receive;
            self.tell(queue, message.message_id, EventKind::VisibilityChanged { by, deadline });
        }
        Ok(Some(messages))
    }

    fn remember_attempt(&mut self, queue: QueueId, id: &Arc<str>, request: Request, messages: &[Message]) {
        let at = self.now();
        let state = self.queue_mut(queue);
        let deadline = at + request.visibility_timeout.unwrap_or(state.attributes.visibility_timeout);
        state.attempts.note(at, Arc::clone(id), Attempt { deadline, messages: messages.to_vec() });
    }
}

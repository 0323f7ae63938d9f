//! The calls on messages: SendMessage, ReceiveMessage, DeleteMessage, ChangeMessageVisibility.

use std::sync::Arc;

use super::attributes::{MAX_VISIBILITY_TIMEOUT, seconds};
use super::error::{Error, ErrorCode};
use super::event::EventKind;
use super::message::{Message, MessageId, State, Stored};
use super::polls::{PollId, Request, Waiting};
use super::receipt::{QueueId, ReceiptHandle};
use super::sqs::{Sqs, StaleDelete};
use super::store::Slot;
use super::time::Millis;

const TWELVE_HOURS: Millis = Millis::from_secs(MAX_VISIBILITY_TIMEOUT);

/// The arguments of SendMessage.
#[derive(Clone, Debug)]
pub struct SendMessage {
    /// `MessageBody`, not empty.
    pub message_body: Arc<str>,
    /// `DelaySeconds`, 0 to 900 s; without it the queue's.
    pub delay_seconds: Option<i64>,
}

impl SendMessage {
    /// A message with this body and no argument besides.
    #[must_use]
    pub fn new(message_body: impl Into<Arc<str>>) -> Self {
        Self { message_body: message_body.into(), delay_seconds: None }
    }
}

/// The arguments of ReceiveMessage; by default one message, with the queue's timeout and wait.
#[derive(Copy, Clone, Debug, Default)]
pub struct ReceiveMessage {
    /// `MaxNumberOfMessages`, 1 to 10; 1 without it (R8).
    pub max_number_of_messages: Option<i64>,
    /// `VisibilityTimeout`, 0 to 43,200 s, for these deliveries only (R15).
    pub visibility_timeout: Option<i64>,
    /// `WaitTimeSeconds`, 0 to 20 s; 0 is a short poll even where the queue would wait (R9, R10).
    pub wait_time_seconds: Option<i64>,
}

/// What ReceiveMessage says at once.
#[derive(Clone, Debug)]
pub enum Receive {
    /// The answer: messages, or none.
    Answered(Vec<Message>),
    /// A long poll that found none: [`Sqs::take_answers`] hands out its answer when it has one.
    Waiting(PollId),
}

impl Sqs {
    /// SendMessage.
    ///
    /// # Errors
    /// `MissingParameter` for an empty body (R58), `InvalidParameterValue` for a delay out of range (R53).
    pub fn send_message(&mut self, now: Millis, queue: QueueId, call: SendMessage) -> Result<MessageId, Error> {
        self.catch_up(now);
        if call.message_body.is_empty() {
            let message = "The request must contain the parameter MessageBody.";
            return Err(Error::new(ErrorCode::MissingParameter, message));
        }
        let delay = match call.delay_seconds {
            None => self.queues[queue.0 as usize].attributes.delay,
            Some(value) => seconds(value, &(0..=900)).ok_or_else(|| {
                Error::invalid_parameter(value, "DelaySeconds", "DelaySeconds must be >= 0 and <= 900.")
            })?,
        };
        let id = MessageId(self.next_message);
        self.next_message += 1;
        let visible_at = now + delay;
        let store = &mut self.queues[queue.0 as usize].store;
        let rank = store.last_rank();
        store.insert(Stored {
            id,
            body: call.message_body,
            state: if delay == Millis::ZERO { State::Visible } else { State::Delayed { until: visible_at } },
            rank,
            sent_at: now,
            first_received_at: None,
            receive_count: 0,
            receives_here: 0,
            dead_letter_source: None,
        });
        self.tell(queue, id, EventKind::Sent { visible_at });
        self.serve_polls(queue);
        Ok(id)
    }

    /// ReceiveMessage. What becomes visible at `now` is visible to it.
    ///
    /// # Errors
    /// `InvalidParameterValue` for an argument out of range (R8, R9, R15); `OverLimit` for a short poll while as many
    /// messages are in flight as may be (R47).
    pub fn receive_message(&mut self, now: Millis, queue: QueueId, call: &ReceiveMessage) -> Result<Receive, Error> {
        self.advance_to(now);
        let (request, wait) = self.checked(queue, call)?;
        if wait == Millis::ZERO && self.in_flight_room(queue) == 0 {
            let message = "Too many messages have been received without being deleted. Please delete your received messages \
                           or let them timeout before receiving more.";
            return Err(Error::new(ErrorCode::OverLimit, message));
        }
        let messages = self.deliver(queue, request);
        if messages.is_empty() && wait > Millis::ZERO {
            let ordinal = self.next_poll;
            self.next_poll += 1;
            let poll = self.queues[queue.0 as usize].polls.insert(ordinal, Waiting { until: now + wait, request });
            return Ok(Receive::Waiting(poll));
        }
        Ok(Receive::Answered(messages))
    }

    fn checked(&self, queue: QueueId, call: &ReceiveMessage) -> Result<(Request, Millis), Error> {
        let max = call.max_number_of_messages.unwrap_or(1);
        let max_messages = usize::try_from(max).ok().filter(|max| (1..=10).contains(max)).ok_or_else(|| {
            Error::invalid_parameter(max, "MaxNumberOfMessages", "Must be between 1 and 10, if provided.")
        })?;
        let visibility_timeout = call.visibility_timeout.map(visibility_seconds).transpose()?;
        let wait = match call.wait_time_seconds {
            None => self.queues[queue.0 as usize].attributes.receive_wait,
            Some(value) => seconds(value, &(0..=20)).ok_or_else(|| {
                Error::invalid_parameter(value, "WaitTimeSeconds", "Must be >= 0 and <= 20, if provided.")
            })?,
        };
        Ok((Request { max_messages, visibility_timeout }, wait))
    }

    /// Takes a receive that waits back, as a caller that closes its connection does. False if it was answered before.
    pub fn cancel_receive(&mut self, queue: QueueId, poll: PollId) -> bool {
        self.queues[queue.0 as usize].polls.remove(poll)
    }

    /// DeleteMessage. Success does not prove that a message was removed: see [`EventKind::DeleteIgnored`].
    ///
    /// # Errors
    /// `ReceiptHandleIsInvalid` for a receipt of another queue (R27); `InvalidParameterValue` for one that is more than
    /// twelve hours old (R30).
    pub fn delete_message(&mut self, now: Millis, queue: QueueId, receipt: &ReceiptHandle) -> Result<(), Error> {
        self.catch_up(now);
        check_queue(queue, receipt)?;
        if now.since(receipt.issued_at) > TWELVE_HOURS {
            return Err(Error::invalid_parameter(receipt, "ReceiptHandle", "The receipt handle has expired."));
        }
        let store = &mut self.queues[queue.0 as usize].store;
        // Deleted before, expired or moved: success all the same (R25, R33).
        let Some(message) = store.find(receipt.slot, receipt.message) else { return Ok(()) };
        let newer_under_way =
            receipt.receive < message.receive_count && matches!(message.state, State::InFlight { .. });
        let by = receipt.receive;
        if newer_under_way && self.settings.stale_delete == StaleDelete::Keeps {
            self.tell(queue, receipt.message, EventKind::DeleteIgnored { by });
            return Ok(());
        }
        store.remove(receipt.slot);
        self.tell(queue, receipt.message, EventKind::Deleted { by });
        // At the in-flight limit, a poll may have waited for room.
        self.serve_polls(queue);
        Ok(())
    }

    /// ChangeMessageVisibility: the message becomes visible `visibility_timeout` seconds from `now`, whatever its deadline
    /// was (R35); 0 makes it visible at once (R36). On a message that is visible again it does nothing (R39).
    ///
    /// # Errors
    /// `ReceiptHandleIsInvalid` for a receipt of another queue (R27); `InvalidParameterValue` for a value outside 0 to 43,200
    /// (R36), for a message that is gone (R41), and for a deadline more than twelve hours after the receive that issued the
    /// receipt (R38). Then nothing changes.
    pub fn change_message_visibility(
        &mut self,
        now: Millis,
        queue: QueueId,
        receipt: &ReceiptHandle,
        visibility_timeout: i64,
    ) -> Result<(), Error> {
        self.catch_up(now);
        check_queue(queue, receipt)?;
        let timeout = visibility_seconds(visibility_timeout)?;
        let store = &mut self.queues[queue.0 as usize].store;
        let Some(message) = store.find(receipt.slot, receipt.message) else {
            let reason = "Message does not exist or is not available for visibility timeout change.";
            return Err(Error::invalid_parameter(receipt, "ReceiptHandle", reason));
        };
        let by = receipt.receive;
        if !matches!(message.state, State::InFlight { .. }) {
            self.tell(queue, receipt.message, EventKind::ChangeIgnored { by });
            return Ok(());
        }
        let deadline = now + timeout;
        if deadline > receipt.issued_at + TWELVE_HOURS {
            let reason = "Total VisibilityTimeout for the message is beyond the limit [43200 seconds]";
            return Err(Error::invalid_parameter(visibility_timeout, "VisibilityTimeout", reason));
        }
        store.update(receipt.slot, |message| message.state = State::InFlight { until: deadline });
        self.tell(queue, receipt.message, EventKind::VisibilityChanged { by, deadline });
        if timeout == Millis::ZERO {
            self.make_visible(queue, receipt.slot);
            self.serve_polls(queue);
        }
        Ok(())
    }

    /// Answers the receives that wait, longest first, as far as there are messages (R11). Each is out of turn meanwhile: a
    /// message that it moves to a dead-letter queue may lead back here.
    pub(super) fn serve_polls(&mut self, queue: QueueId) {
        while let Some((poll, waiting)) = self.queues[queue.0 as usize].polls.take_turn() {
            let messages = self.deliver(queue, waiting.request);
            if messages.is_empty() {
                self.queues[queue.0 as usize].polls.give_back(poll, waiting);
                return;
            }
            self.queues[queue.0 as usize].polls.finish(poll);
            self.answer(poll, messages);
        }
    }

    fn in_flight_room(&self, queue: QueueId) -> usize {
        let in_flight = self.queues[queue.0 as usize].store.in_flight_count();
        self.settings.in_flight_limit.saturating_sub(in_flight)
    }

    /// Lends the first visible messages, and moves those away that have been received too often (R61).
    fn deliver(&mut self, queue: QueueId, request: Request) -> Vec<Message> {
        let attributes = self.queues[queue.0 as usize].attributes;
        let deadline = self.now() + request.visibility_timeout.unwrap_or(attributes.visibility_timeout);
        let max_messages = request.max_messages.min(self.in_flight_room(queue));
        let mut messages = Vec::new();
        while messages.len() < max_messages {
            let store = &self.queues[queue.0 as usize].store;
            let Some(slot) = store.first_visible() else { break };
            match attributes.redrive_policy {
                Some(policy) if i64::from(store.get(slot).receives_here) >= policy.max_receive_count => {
                    self.move_to_dead_letters(queue, slot, policy.dead_letter_target);
                }
                _ => messages.push(self.lend(queue, slot, deadline)),
            }
        }
        // With a timeout of 0 s they are returned and visible all the same (R16). Only now, lest one answer hold a message twice.
        if deadline == self.now() {
            for message in &messages {
                self.make_visible(queue, message.receipt_handle.slot);
            }
        }
        messages
    }

    fn lend(&mut self, queue: QueueId, slot: Slot, deadline: Millis) -> Message {
        let now = self.now();
        let stored = self.queues[queue.0 as usize].store.update(slot, |message| {
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
        };
        self.tell(queue, message.message_id, EventKind::Received { receive, deadline });
        message
    }

    /// The message keeps its id, body, send time and receive count (R62, R63); what was received here counts anew there (R64).
    fn move_to_dead_letters(&mut self, source: QueueId, slot: Slot, target: QueueId) {
        let mut message = self.queues[source.0 as usize].store.remove(slot);
        let id = message.id;
        let store = &mut self.queues[target.0 as usize].store;
        message.rank = store.last_rank();
        message.receives_here = 0;
        message.dead_letter_source = Some(source);
        store.insert(message);
        self.tell(source, id, EventKind::MovedToDeadLetterQueue { target });
        // Its age came along, and may be more than messages here live (R68).
        self.expire(target);
        self.serve_polls(target);
    }
}

fn check_queue(queue: QueueId, receipt: &ReceiptHandle) -> Result<(), Error> {
    if receipt.queue == queue {
        return Ok(());
    }
    let message = format!("The receipt handle \"{receipt}\" is not valid for this queue.");
    Err(Error::new(ErrorCode::ReceiptHandleIsInvalid, message))
}

fn visibility_seconds(value: i64) -> Result<Millis, Error> {
    seconds(value, &(0..=43_200)).ok_or_else(|| {
        Error::invalid_parameter(value, "VisibilityTimeout", "VisibilityTimeout must be >= 0 and <= 43200.")
    })
}

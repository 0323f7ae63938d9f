//! SendMessage, alone and in a batch.

use std::sync::Arc;

use super::attributes::{Attributes, DeduplicationScope, MAX_MESSAGE_SIZE, seconds};
use super::batch::{Batch, BatchAnswer, Checked as _};
use super::dedup::{self, Key};
use super::error::{Error, ErrorCode};
use super::event::EventKind;
use super::message::{Extra, MessageAttribute, MessageId, SequenceNumber, State, Stored};
use super::receipt::QueueId;
use super::sqs::Sqs;
use super::time::Millis;

/// The most attributes of a message (R58).
const MAX_ATTRIBUTES: usize = 10;

/// The arguments of SendMessage.
#[derive(Clone, Debug, Default)]
pub struct SendMessage {
    /// `MessageBody`, not empty.
    pub message_body: Arc<str>,
    /// `DelaySeconds`, 0 to 900 s; without it the queue's.
    pub delay_seconds: Option<i64>,
    /// `MessageAttributes`, at most ten.
    pub message_attributes: Vec<MessageAttribute>,
    /// `MessageGroupId`, 1 to 128 letters, digits and punctuation. A FIFO queue requires it (R83); in a standard queue it names
    /// a tenant (R99).
    pub message_group_id: Option<Arc<str>>,
    /// `MessageDeduplicationId`, of the same form, for FIFO queues (R93).
    pub message_deduplication_id: Option<Arc<str>>,
    /// `AWSTraceHeader`.
    pub aws_trace_header: Option<Arc<str>>,
}

impl SendMessage {
    /// A message with this body and no argument besides.
    #[must_use]
    pub fn new(message_body: impl Into<Arc<str>>) -> Self {
        Self { message_body: message_body.into(), ..Self::default() }
    }

    /// Its bytes as SQS counts them: the body, and name, type and value of each attribute (R57).
    fn size(&self) -> u64 {
        let attributes = self.message_attributes.iter().map(MessageAttribute::size);
        attributes.chain([self.message_body.len()]).map(|bytes| bytes as u64).sum()
    }

    fn has_extra(&self) -> bool {
        self.message_group_id.is_some() || !self.message_attributes.is_empty() || self.aws_trace_header.is_some()
    }
}

/// What SendMessage answers.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Sent {
    /// `MessageId`; that of the first send for a duplicate (R93).
    pub message_id: MessageId,
    /// `SequenceNumber`, in a FIFO queue; for a duplicate that of the first send, which AWS does not promise.
    pub sequence_number: Option<SequenceNumber>,
}

/// What follows from the arguments of a message that may be sent.
struct Checked {
    size: u64,
    delay: Millis,
    /// By what a FIFO queue knows it again.
    key: Option<Key>,
}

impl Sqs {
    /// SendMessage.
    ///
    /// # Errors
    /// `MissingParameter` for an empty body (R58) or, in a FIFO queue, no group (R80); `InvalidMessageContents` for a character
    /// that no message may have (R58); `InvalidParameterValue` for a message too long (R57), a delay out of range or on a FIFO
    /// message (R53), an id of the wrong form (R83, R99) or on the wrong type of queue (R97), and a FIFO message without a
    /// deduplication id (R94); `NonExistentQueue`.
    pub fn send_message(&mut self, now: Millis, queue: QueueId, call: SendMessage) -> Result<Sent, Error> {
        self.catch_up(now);
        let checked = check(&self.live(queue)?.attributes, &call)?;
        let sent = self.take_in(queue, call, checked);
        self.serve_polls(queue);
        Ok(sent)
    }

    /// SendMessageBatch: up to ten messages, in order. An entry that is refused leaves the others alone (R79).
    ///
    /// # Errors
    /// Those of every batch (R75 to R77); `BatchRequestTooLong` for more than 1 MiB in all (R78); `InvalidParameterValue` where an
    /// entry for a FIFO queue lacks a group or a deduplication id (R80).
    pub fn send_message_batch(
        &mut self,
        now: Millis,
        queue: QueueId,
        batch: Batch<SendMessage>,
    ) -> Result<BatchAnswer<Sent>, Error> {
        self.catch_up(now);
        let attributes = self.live(queue)?.attributes;
        let entries = batch.checked("SendMessageBatchRequestEntry")?;
        let size: u64 = entries.iter().map(|entry| entry.call.size()).sum();
        if size > MAX_MESSAGE_SIZE {
            let message =
                format!("Batch requests cannot be longer than {MAX_MESSAGE_SIZE} bytes. You have sent {size} bytes.");
            return Err(Error::new(ErrorCode::BatchRequestTooLong, message));
        }
        if attributes.fifo.is_some() {
            for entry in &entries {
                check_ids(&attributes, &entry.call)
                    .map_err(|error| Error { code: ErrorCode::InvalidParameterValue, ..error })?;
            }
        }
        let answer = BatchAnswer::of(entries, |call| {
            let checked = check(&attributes, &call)?;
            Ok(self.take_in(queue, call, checked))
        });
        self.serve_polls(queue);
        Ok(answer)
    }

    /// Stores a message, unless it is one that a FIFO queue has had.
    fn take_in(&mut self, queue: QueueId, call: SendMessage, checked: Checked) -> Sent {
        let now = self.now();
        let Checked { size, delay, key } = checked;
        let duplicate = key.as_ref().and_then(|key| self.queue_mut(queue).dedup.find(now, &key.name).copied());
        if let Some((message_id, sequence)) = duplicate {
            self.queue_mut(queue).counters.deduplicated += 1;
            return Sent { message_id, sequence_number: Some(sequence) };
        }
        let message_id = self.new_message_id();
        let sequence_number = key.as_ref().map(|_| self.new_sequence_number());
        let extra = call.has_extra().then(|| {
            Arc::new(Extra {
                message_group_id: call.message_group_id,
                message_deduplication_id: key.as_ref().map(|key| Arc::clone(&key.id)),
                sequence_number,
                message_attributes: call.message_attributes,
                aws_trace_header: call.aws_trace_header,
            })
        });
        if let (Some(key), Some(sequence)) = (key, sequence_number) {
            self.queue_mut(queue).dedup.note(now, key.name, (message_id, sequence));
        }
        let visible_at = now + delay;
        let state = if delay == Millis::ZERO { State::Visible } else { State::Delayed { until: visible_at } };
        let state_of = self.queue_mut(queue);
        state_of.counters.sent += 1;
        state_of.counters.sent_bytes += size;
        self.store_new(queue, message_id, call.message_body, extra, state);
        self.tell(queue, message_id, EventKind::Sent { visible_at });
        Sent { message_id, sequence_number }
    }

    pub(super) fn new_message_id(&mut self) -> MessageId {
        let id = MessageId(self.next_message);
        self.next_message += 1;
        id
    }

    pub(super) fn new_sequence_number(&mut self) -> SequenceNumber {
        self.next_sequence += 1;
        SequenceNumber(self.next_sequence)
    }

    /// Stores a message that was never received, as the last of its queue.
    pub(super) fn store_new(
        &mut self,
        queue: QueueId,
        id: MessageId,
        body: Arc<str>,
        extra: Option<Arc<Extra>>,
        state: State,
    ) {
        let now = self.now();
        let store = &mut self.queue_mut(queue).store;
        let rank = store.last_rank();
        let message = Stored {
            id,
            body,
            extra,
            state,
            rank,
            sent_at: now,
            here_since: now,
            available_at: now,
            first_received_at: None,
            receive_count: 0,
            receives_here: 0,
            dead_letter_source: None,
            group: None,
            is_considered: false,
        };
        let group = message.group_name().cloned();
        let slot = store.insert(message, group.as_ref());
        store.note_sent(slot, now);
    }
}

fn check(attributes: &Attributes, call: &SendMessage) -> Result<Checked, Error> {
    if call.message_body.is_empty() {
        return Err(missing("MessageBody"));
    }
    if let Some(letter) = call.message_body.chars().find(|&letter| !is_allowed(letter)) {
        let message = format!("Invalid binary character '#x{:X}' was found in the message body.", u32::from(letter));
        return Err(Error::new(ErrorCode::InvalidMessageContents, message));
    }
    if call.message_attributes.len() > MAX_ATTRIBUTES {
        let count = call.message_attributes.len();
        let message = format!("Number of message attributes [{count}] exceeds the allowed maximum [{MAX_ATTRIBUTES}].");
        return Err(Error::new(ErrorCode::InvalidParameterValue, message));
    }
    let (size, most) = (call.size(), attributes.maximum_message_size);
    if size > most {
        let message = format!("One or more parameters are invalid. Reason: Message must be shorter than {most} bytes.");
        return Err(Error::new(ErrorCode::InvalidParameterValue, message));
    }
    let delay = check_delay(attributes, call.delay_seconds)?;
    let key = check_ids(attributes, call)?;
    Ok(Checked { size, delay, key })
}

/// The delay of a message: its own or the queue's. A FIFO message has none of its own, and 0 means the queue's (R53).
fn check_delay(attributes: &Attributes, own: Option<i64>) -> Result<Millis, Error> {
    let Some(value) = own else { return Ok(attributes.delay) };
    let delay = seconds(value, &(0..=900))
        .ok_or_else(|| Error::invalid_parameter(value, "DelaySeconds", "DelaySeconds must be >= 0 and <= 900."))?;
    match attributes.fifo {
        None => Ok(delay),
        Some(_) if delay == Millis::ZERO => Ok(attributes.delay),
        Some(_) => {
            let reason = "The request include parameter that is not valid for this queue type.";
            Err(Error::invalid_parameter(value, "DelaySeconds", reason))
        }
    }
}

/// Group and deduplication id, and by what a FIFO queue knows the message again.
fn check_ids(attributes: &Attributes, call: &SendMessage) -> Result<Option<Key>, Error> {
    let (group, id) = (&call.message_group_id, &call.message_deduplication_id);
    for (value, name) in [(group, "MessageGroupId"), (id, "MessageDeduplicationId")] {
        if let Some(value) = value.as_ref().filter(|value| !is_id(value)) {
            let reason =
                format!("{name} can only include alphanumeric and punctuation characters. 1 to 128 in length.");
            return Err(Error::invalid_parameter(value, name, &reason));
        }
    }
    let Some(fifo) = attributes.fifo else {
        return id.as_ref().map_or(Ok(None), |id| {
            let reason = "The request include parameter that is not valid for this queue type.";
            Err(Error::invalid_parameter(id, "MessageDeduplicationId", reason))
        });
    };
    let group = group.as_ref().ok_or_else(|| missing("MessageGroupId"))?;
    let id = match id {
        Some(id) => Arc::clone(id),
        None if fifo.content_based_deduplication => dedup::content_id(&call.message_body),
        None => {
            let message = "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided \
                           explicitly";
            return Err(Error::new(ErrorCode::InvalidParameterValue, message));
        }
    };
    let is_within_group = fifo.deduplication_scope == DeduplicationScope::MessageGroup;
    Ok(Some(Key::new(id, is_within_group.then_some(&**group))))
}

fn missing(parameter: &str) -> Error {
    Error::new(ErrorCode::MissingParameter, format!("The request must contain the parameter {parameter}."))
}

/// 1 to 128 letters, digits and punctuation, of ASCII (R83, R99).
fn is_id(text: &str) -> bool {
    (1..=128).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether a message may hold the character: those that XML may hold (R58).
fn is_allowed(letter: char) -> bool {
    matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}')
}

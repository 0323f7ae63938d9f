//! Messages: as they lie in a queue, and as a receive hands them out.

use std::fmt;
use std::sync::Arc;

use super::groups::GroupIx;
use super::receipt::{QueueId, ReceiptHandle};
use super::time::Millis;

/// Names a message for its whole life, through every redelivery and an automatic move to a dead-letter queue (R3).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct MessageId(pub(super) u64);

impl MessageId {
    /// How many messages this [`Sqs`](super::Sqs) had created before this one.
    #[must_use]
    pub fn ordinal(self) -> u64 {
        self.0
    }
}

/// In the shape of a UUID, as AWS shows it; a fixed mix of the ordinal, so that the same run shows the same ids.
impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SplitMix64, twice: it maps different ordinals to different words.
        let mix = |seed: u64| {
            let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let (high, low) = (mix(self.0), mix(!self.0));
        let (time_low, time_mid, time_high) = (high >> 32, (high >> 16) & 0xffff, high & 0x0fff);
        let (clock, node) = ((low >> 48) & 0x3fff | 0x8000, low & 0xffff_ffff_ffff);
        write!(f, "{time_low:08x}-{time_mid:04x}-4{time_high:03x}-{clock:04x}-{node:012x}")
    }
}

/// Where a message of a queue is. Deleted, expired and moved messages are in no queue and have no state (R1, R2).
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum State {
    /// Sent with a delay that has not passed: no receive sees it before `until` (R54).
    Delayed {
        /// When it becomes visible.
        until: Millis,
    },
    /// A receive may take it.
    Visible,
    /// Lent to a consumer: hidden before `until`, its deadline (R18).
    InFlight {
        /// When it becomes visible again unless it is deleted or its visibility is changed.
        until: Millis,
    },
}

impl State {
    /// When it ends by itself.
    pub(super) fn until(self) -> Option<Millis> {
        match self {
            Self::Delayed { until } | Self::InFlight { until } => Some(until),
            Self::Visible => None,
        }
    }
}

/// What decides in which order of its store a message lies, and where in it.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) struct Standing {
    pub state: State,
    pub rank: u64,
    pub group: Option<GroupIx>,
}

/// A message as it lies in a queue.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    pub id: MessageId,
    pub body: Arc<str>,
    /// What few messages have.
    pub extra: Option<Arc<Extra>>,
    pub state: State,
    /// Its place among the others: a lapsed message returns to where it was (R19).
    pub rank: u64,
    /// When it was sent: its retention runs from here (R55).
    pub sent_at: Millis,
    /// When it came into this queue.
    pub here_since: Millis,
    /// When it last became visible.
    pub available_at: Millis,
    pub first_received_at: Option<Millis>,
    /// Receives that returned it, in all queues: `ApproximateReceiveCount` (R5).
    pub receive_count: u32,
    /// Receives that returned it in this queue: what a redrive policy counts (R64).
    pub receives_here: u32,
    /// The queue that moved it here because it had been received too often (R63).
    pub dead_letter_source: Option<QueueId>,
    /// Its group, in the store that holds it.
    pub group: Option<GroupIx>,
    /// Whether a receive looks at it (R49).
    pub is_considered: bool,
}

impl Stored {
    pub fn standing(&self) -> Standing {
        Standing { state: self.state, rank: self.rank, group: self.group }
    }

    pub fn group_name(&self) -> Option<&Arc<str>> {
        self.extra.as_ref()?.message_group_id.as_ref()
    }
}

/// What only some messages have.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Extra {
    /// `MessageGroupId`.
    pub message_group_id: Option<Arc<str>>,
    /// `MessageDeduplicationId`, given or made from the body (R94).
    pub message_deduplication_id: Option<Arc<str>>,
    /// `SequenceNumber`, in a FIFO queue.
    pub sequence_number: Option<SequenceNumber>,
    /// `MessageAttributes`.
    pub message_attributes: Vec<MessageAttribute>,
    /// `AWSTraceHeader`.
    pub aws_trace_header: Option<Arc<str>>,
}

/// A message attribute of the sender's own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MessageAttribute {
    /// Its name.
    pub name: String,
    /// `DataType`: `String`, `Number` or `Binary`, and what the sender appends.
    pub data_type: String,
    /// `StringValue`, or `BinaryValue` in base 64.
    pub value: String,
}

impl MessageAttribute {
    /// The bytes of its name, type and value. Of a value in base 64 those count that it stands for.
    pub(super) fn size(&self) -> usize {
        let value = if self.data_type.starts_with("Binary") {
            self.value.trim_end_matches('=').len() * 3 / 4
        } else {
            self.value.len()
        };
        self.name.len() + self.data_type.len() + value
    }
}

/// The number of a message in a FIFO queue: it grows with every send, by more than one (R83).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct SequenceNumber(pub(super) u64);

impl fmt::Display for SequenceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Twenty digits in steps of 256, as on AWS.
        write!(f, "{}", 18_849_496_460_467_696_128_u128 + u128::from(self.0) * 256)
    }
}

/// A message as ReceiveMessage returns it, with every system attribute (R4).
#[derive(Clone, Debug)]
pub struct Message {
    /// `MessageId`.
    pub message_id: MessageId,
    /// `ReceiptHandle`, new for each delivery.
    pub receipt_handle: ReceiptHandle,
    /// `Body`.
    pub body: Arc<str>,
    /// When the message becomes visible again unless its visibility is changed. AWS does not send it along.
    pub deadline: Millis,
    /// `SentTimestamp`.
    pub sent_timestamp: Millis,
    /// `ApproximateFirstReceiveTimestamp`.
    pub approximate_first_receive_timestamp: Millis,
    /// `ApproximateReceiveCount`: 1 on the first delivery.
    pub approximate_receive_count: u32,
    /// `DeadLetterQueueSourceArn`, as the queue it names.
    pub dead_letter_queue_source: Option<QueueId>,
    /// What only some messages have.
    pub extra: Option<Arc<Extra>>,
}

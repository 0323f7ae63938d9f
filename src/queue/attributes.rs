//! The attributes of a queue, their ranges and their defaults (rules, section 6).

use super::error::{Error, ErrorCode};
use super::receipt::QueueId;
use super::time::Millis;

/// The longest visibility timeout, and the longest a message can be hidden by one receive, in seconds: 12 hours (R36, R38).
pub const MAX_VISIBILITY_TIMEOUT: u64 = 43_200;

/// The most bytes of a message, and of all messages of a batch (R57, R78).
pub(super) const MAX_MESSAGE_SIZE: u64 = 1_048_576;

/// What a redrive policy says: where messages go that were received too often, and how often that is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct RedrivePolicy {
    /// `deadLetterTargetArn`, as the queue it names.
    pub dead_letter_target: QueueId,
    /// `maxReceiveCount`, 1 to 1000: so often a message is delivered; the receive after that moves it (R61).
    pub max_receive_count: i64,
}

/// Which queues may name a queue as their dead-letter queue (R67).
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum RedriveAllowPolicy {
    /// `allowAll`.
    #[default]
    AllowAll,
    /// `denyAll`.
    DenyAll,
    /// `byQueue`, with these `sourceQueueArns`, at most ten.
    ByQueue(Vec<QueueId>),
}

impl RedriveAllowPolicy {
    /// Whether `source` may name the queue that has this policy.
    #[must_use]
    pub fn allows(&self, source: QueueId) -> bool {
        match self {
            Self::AllowAll => true,
            Self::DenyAll => false,
            Self::ByQueue(sources) => sources.contains(&source),
        }
    }
}

/// Among which messages of a FIFO queue a deduplication id is one: `DeduplicationScope` (R95).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum DeduplicationScope {
    /// `queue`.
    #[default]
    Queue,
    /// `messageGroup`.
    MessageGroup,
}

/// What the throughput of a FIFO queue is counted by: `FifoThroughputLimit`. Throughput itself is not modelled (R98).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum FifoThroughputLimit {
    /// `perQueue`.
    #[default]
    PerQueue,
    /// `perMessageGroupId`, which requires the scope `messageGroup` (R95).
    PerMessageGroupId,
}

/// What only a FIFO queue has.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Fifo {
    /// `ContentBasedDeduplication`: a message without a deduplication id gets the hash of its body (R94).
    pub content_based_deduplication: bool,
    /// `DeduplicationScope`.
    pub deduplication_scope: DeduplicationScope,
    /// `FifoThroughputLimit`.
    pub fifo_throughput_limit: FifoThroughputLimit,
}

/// The attributes of a queue, all within their ranges.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Attributes {
    /// `VisibilityTimeout`.
    pub visibility_timeout: Millis,
    /// `DelaySeconds`.
    pub delay: Millis,
    /// `MessageRetentionPeriod`.
    pub retention: Millis,
    /// `ReceiveMessageWaitTimeSeconds`.
    pub receive_wait: Millis,
    /// `MaximumMessageSize`, in bytes.
    pub maximum_message_size: u64,
    /// `RedrivePolicy`.
    pub redrive_policy: Option<RedrivePolicy>,
    /// What the queue has if it is a FIFO queue.
    pub fifo: Option<Fifo>,
}

/// Attributes to set, by CreateQueue or SetQueueAttributes: the AWS names, in seconds, and `None` for those that stay.
#[derive(Clone, Debug, Default)]
pub struct SetAttributes {
    /// `VisibilityTimeout`, 0 to 43,200 s.
    pub visibility_timeout: Option<i64>,
    /// `DelaySeconds`, 0 to 900 s.
    pub delay_seconds: Option<i64>,
    /// `MessageRetentionPeriod`, 60 to 1,209,600 s.
    pub message_retention_period: Option<i64>,
    /// `ReceiveMessageWaitTimeSeconds`, 0 to 20 s.
    pub receive_message_wait_time_seconds: Option<i64>,
    /// `MaximumMessageSize`, 1,024 to 1,048,576 bytes.
    pub maximum_message_size: Option<i64>,
    /// `RedrivePolicy`; `Some(None)` removes it (R65).
    pub redrive_policy: Option<Option<RedrivePolicy>>,
    /// `RedriveAllowPolicy`.
    pub redrive_allow_policy: Option<RedriveAllowPolicy>,
    /// `FifoQueue`: it says what the queue is, and cannot change it (R59).
    pub fifo_queue: Option<bool>,
    /// `ContentBasedDeduplication`, of a FIFO queue.
    pub content_based_deduplication: Option<bool>,
    /// `DeduplicationScope`, of a FIFO queue.
    pub deduplication_scope: Option<DeduplicationScope>,
    /// `FifoThroughputLimit`, of a FIFO queue.
    pub fifo_throughput_limit: Option<FifoThroughputLimit>,
}

impl Default for Attributes {
    /// What CreateQueue gives a standard queue that names no attribute.
    fn default() -> Self {
        Self {
            visibility_timeout: Millis::from_secs(30),
            delay: Millis::ZERO,
            retention: Millis::from_secs(345_600),
            receive_wait: Millis::ZERO,
            maximum_message_size: MAX_MESSAGE_SIZE,
            redrive_policy: None,
            fifo: None,
        }
    }
}

impl Attributes {
    /// These attributes with `change` applied, or the error of the first value that does not fit.
    pub(super) fn changed(mut self, change: &SetAttributes) -> Result<Self, Error> {
        let fields = [
            (&mut self.visibility_timeout, change.visibility_timeout, "VisibilityTimeout", 0..=43_200),
            (&mut self.delay, change.delay_seconds, "DelaySeconds", 0..=900),
            (&mut self.retention, change.message_retention_period, "MessageRetentionPeriod", 60..=1_209_600),
            (&mut self.receive_wait, change.receive_message_wait_time_seconds, "ReceiveMessageWaitTimeSeconds", 0..=20),
        ];
        for (field, value, name, range) in fields {
            if let Some(value) = value {
                *field = seconds(value, &range).ok_or_else(|| out_of_range(value, name, &range))?;
            }
        }
        if let Some(value) = change.maximum_message_size {
            let range = 1_024..=1_048_576;
            let bytes = u64::try_from(value).ok().filter(|_| range.contains(&value));
            self.maximum_message_size = bytes.ok_or_else(|| out_of_range(value, "MaximumMessageSize", &range))?;
        }
        if let Some(policy) = change.redrive_policy {
            check_redrive(policy)?;
            self.redrive_policy = policy;
        }
        self.change_fifo(change)?;
        Ok(self)
    }

    fn change_fifo(&mut self, change: &SetAttributes) -> Result<(), Error> {
        let Some(fifo) = &mut self.fifo else {
            let only_fifo = [
                (change.fifo_queue.is_some(), "FifoQueue"),
                (change.content_based_deduplication.is_some(), "ContentBasedDeduplication"),
                (change.deduplication_scope.is_some(), "DeduplicationScope"),
                (change.fifo_throughput_limit.is_some(), "FifoThroughputLimit"),
            ];
            let unknown = only_fifo.into_iter().find(|(is_set, _)| *is_set).map(|(_, name)| name);
            return unknown.map_or(Ok(()), |name| {
                Err(Error::new(ErrorCode::InvalidAttributeName, format!("Unknown Attribute {name}.")))
            });
        };
        if change.fifo_queue == Some(false) {
            let message = "Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.";
            return Err(Error::new(ErrorCode::InvalidAttributeValue, message));
        }
        fifo.content_based_deduplication =
            change.content_based_deduplication.unwrap_or(fifo.content_based_deduplication);
        fifo.deduplication_scope = change.deduplication_scope.unwrap_or(fifo.deduplication_scope);
        fifo.fifo_throughput_limit = change.fifo_throughput_limit.unwrap_or(fifo.fifo_throughput_limit);
        let is_per_group = fifo.fifo_throughput_limit == FifoThroughputLimit::PerMessageGroupId;
        if is_per_group && fifo.deduplication_scope == DeduplicationScope::Queue {
            let message = "Invalid value for the parameter FifoThroughputLimit. Reason: perMessageGroupId is allowed only with \
                           the DeduplicationScope messageGroup.";
            return Err(Error::new(ErrorCode::InvalidAttributeValue, message));
        }
        Ok(())
    }
}

fn check_redrive(policy: Option<RedrivePolicy>) -> Result<(), Error> {
    match policy {
        Some(RedrivePolicy { max_receive_count, .. }) if !(1..=1000).contains(&max_receive_count) => {
            Err(Error::invalid_parameter(
                format!("{{\"maxReceiveCount\":{max_receive_count}}}"),
                "RedrivePolicy",
                "Invalid value for maxReceiveCount: valid values are from 1 to 1000 both inclusive.",
            ))
        }
        _ => Ok(()),
    }
}

fn out_of_range(value: i64, name: &str, range: &std::ops::RangeInclusive<i64>) -> Error {
    let (low, high) = (range.start(), range.end());
    let message = format!("Invalid value for the parameter {name}: {value}. It must be from {low} to {high}.");
    Error::new(ErrorCode::InvalidAttributeValue, message)
}

/// `value` seconds, if it lies in `range`, whose bounds are not negative.
pub(super) fn seconds(value: i64, range: &std::ops::RangeInclusive<i64>) -> Option<Millis> {
    range.contains(&value).then(|| Millis::from_secs(value.unsigned_abs()))
}

//! The attributes of a queue, their ranges and their defaults (rules, section 6).

use super::error::{Error, ErrorCode};
use super::receipt::QueueId;
use super::time::Millis;

/// The longest visibility timeout, and the longest a message can be hidden by one receive, in seconds: 12 hours (R36, R38).
pub const MAX_VISIBILITY_TIMEOUT: u64 = 43_200;

/// What a redrive policy says: where messages go that were received too often, and how often that is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct RedrivePolicy {
    /// `deadLetterTargetArn`, as the queue it names.
    pub dead_letter_target: QueueId,
    /// `maxReceiveCount`, 1 to 1000: so often a message is delivered; the receive after that moves it (R61).
    pub max_receive_count: i64,
}

/// The attributes of a queue, all within their ranges.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Attributes {
    pub(super) visibility_timeout: Millis,
    pub(super) delay: Millis,
    pub(super) retention: Millis,
    pub(super) receive_wait: Millis,
    pub(super) redrive_policy: Option<RedrivePolicy>,
}

/// Attributes to set, by CreateQueue or SetQueueAttributes: the AWS names, in seconds, and `None` for those that stay.
#[derive(Copy, Clone, Debug, Default)]
pub struct SetAttributes {
    /// `VisibilityTimeout`, 0 to 43,200 s.
    pub visibility_timeout: Option<i64>,
    /// `DelaySeconds`, 0 to 900 s.
    pub delay_seconds: Option<i64>,
    /// `MessageRetentionPeriod`, 60 to 1,209,600 s.
    pub message_retention_period: Option<i64>,
    /// `ReceiveMessageWaitTimeSeconds`, 0 to 20 s.
    pub receive_message_wait_time_seconds: Option<i64>,
    /// `RedrivePolicy`; `Some(None)` removes it (R65).
    pub redrive_policy: Option<Option<RedrivePolicy>>,
}

impl Default for Attributes {
    /// What CreateQueue gives a queue that names no attribute.
    fn default() -> Self {
        Self {
            visibility_timeout: Millis::from_secs(30),
            delay: Millis::ZERO,
            retention: Millis::from_secs(345_600),
            receive_wait: Millis::ZERO,
            redrive_policy: None,
        }
    }
}

impl Attributes {
    /// `VisibilityTimeout`.
    #[must_use]
    pub fn visibility_timeout(&self) -> Millis {
        self.visibility_timeout
    }

    /// `DelaySeconds`.
    #[must_use]
    pub fn delay(&self) -> Millis {
        self.delay
    }

    /// `MessageRetentionPeriod`.
    #[must_use]
    pub fn retention(&self) -> Millis {
        self.retention
    }

    /// `ReceiveMessageWaitTimeSeconds`.
    #[must_use]
    pub fn receive_wait(&self) -> Millis {
        self.receive_wait
    }

    /// `RedrivePolicy`.
    #[must_use]
    pub fn redrive_policy(&self) -> Option<RedrivePolicy> {
        self.redrive_policy
    }

    /// These attributes with `change` applied, or the error of the first value that is out of range.
    pub(super) fn changed(mut self, change: &SetAttributes) -> Result<Self, Error> {
        let fields = [
            (&mut self.visibility_timeout, change.visibility_timeout, "VisibilityTimeout", 0..=43_200),
            (&mut self.delay, change.delay_seconds, "DelaySeconds", 0..=900),
            (&mut self.retention, change.message_retention_period, "MessageRetentionPeriod", 60..=1_209_600),
            (&mut self.receive_wait, change.receive_message_wait_time_seconds, "ReceiveMessageWaitTimeSeconds", 0..=20),
        ];
        for (field, value, name, range) in fields {
            let Some(value) = value else { continue };
            *field = seconds(value, &range).ok_or_else(|| {
                let (low, high) = (range.start(), range.end());
                let reason =
                    format!("Invalid value for the parameter {name}: {value}. It must be from {low} to {high}.");
                Error::new(ErrorCode::InvalidAttributeValue, reason)
            })?;
        }
        if let Some(policy) = change.redrive_policy {
            check_redrive(policy)?;
            self.redrive_policy = policy;
        }
        Ok(self)
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

/// `value` seconds, if it lies in `range`, whose bounds are not negative.
pub(super) fn seconds(value: i64, range: &std::ops::RangeInclusive<i64>) -> Option<Millis> {
    range.contains(&value).then(|| Millis::from_secs(value.unsigned_abs()))
}

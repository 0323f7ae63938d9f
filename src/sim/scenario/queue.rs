//! The queue's side of a scenario.

use serde::{Deserialize, Serialize};

use super::super::span;
use crate::queue::{Millis, StaleDelete};

/// The attributes of the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QueueSettings {
    /// Whether the queue is a FIFO queue: order within a group, and no duplicate of a send within five minutes.
    pub fifo: bool,
    /// VisibilityTimeout, 0 s to 12 h in whole seconds: how long a received message stays hidden.
    #[serde(with = "span")]
    pub visibility_timeout: Millis,
    /// maxReceiveCount of the redrive policy, 1 to 1000: so often a message is delivered before the next receive moves it to
    /// the dead-letter queue. Without it there is no dead-letter queue.
    pub max_receive_count: Option<i64>,
    /// DelaySeconds, 0 s to 15 min in whole seconds: how long a new message stays hidden.
    #[serde(with = "span")]
    pub delay: Millis,
    /// MessageRetentionPeriod, 1 min to 14 d in whole seconds, counted from the send.
    #[serde(with = "span")]
    pub retention: Millis,
    /// The dead-letter queue, where there is one.
    pub dead_letters: DeadLetters,
    /// What a delete with an older receipt does while a newer delivery is under way (R29).
    pub stale_delete: StaleDelete,
    /// How many messages may be in flight at once, 1 to 120,000 (R46, R48).
    pub in_flight_limit: u32,
    /// In how many of a million receives a message is delivered twice though it is hidden (R20).
    pub second_delivery_per_million: u32,
    /// In how many of a million cases a short poll misses a message that is there (R13).
    pub short_poll_miss_per_million: u32,
}

/// The dead-letter queue's own settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DeadLetters {
    /// MessageRetentionPeriod, 1 min to 14 d in whole seconds; without it that of the source. In a standard queue it is counted
    /// from the first send (R67).
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub retention: Option<Millis>,
    /// An alarm goes off when so many messages are visible there; without it never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alarm: Option<u32>,
}

impl Default for QueueSettings {
    fn default() -> Self {
        Self {
            fifo: false,
            visibility_timeout: Millis::from_secs(30),
            max_receive_count: None,
            delay: Millis::ZERO,
            retention: Millis::from_secs(345_600),
            dead_letters: DeadLetters::default(),
            stale_delete: StaleDelete::Keeps,
            in_flight_limit: 120_000,
            second_delivery_per_million: 0,
            short_poll_miss_per_million: 0,
        }
    }
}

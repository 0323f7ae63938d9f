//! Which messages are sent, and what working on them does to the outside world.

use serde::{Deserialize, Serialize};

use super::super::span;
use super::law::Law;
use crate::queue::Millis;

/// Some messages, evenly or randomly spaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arrival {
    /// When the first is sent.
    #[serde(with = "span")]
    pub at: Millis,
    /// How many there are, 1 to 1,000,000.
    pub count: u32,
    /// The time between two.
    #[serde(with = "span")]
    pub every: Millis,
    /// With this, every gap is drawn anew, from none to twice `every`.
    pub random: bool,
    /// What the message says; its name in the run by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Whether every job on it fails at its end, without effect and without a delete.
    pub poison: bool,
    /// How many jobs on each message fail before one succeeds.
    pub fails: u32,
    /// MessageGroupId. In a FIFO queue `group-1` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Over how many groups the messages are spread in turn, `group-1` to the last, 1 to 100,000; not together with `group`.
    pub groups: u32,
    /// MessageDeduplicationId of every message; in a FIFO queue the hash of the body by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deduplication_id: Option<String>,
    /// DelaySeconds of each message, 0 s to 15 min in whole seconds; without it that of the queue. Not in a FIFO queue.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub delay: Option<Millis>,
    /// How often each is sent: more than once where its producer does not trust the answer. 1 to 10.
    pub copies: u32,
    /// What the effect is about: the number of the order, say. Messages with the same key are one thing to the outside world. By
    /// default each message and its copies have a key of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// How long a worker that has received it holds it in memory before the work: a countdown, an ETA.
    #[serde(with = "span", skip_serializing_if = "super::workers::is_zero")]
    pub hold: Millis,
    /// From when on that is counted.
    pub hold_from: HoldFrom,
    /// How long a job on it takes; without it as the workers say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<Law>,
}

/// From when on a worker holds a message back.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldFrom {
    /// From each receive: the worker waits so long.
    #[default]
    Receive,
    /// From the send: the message says when it is due, and every copy is due then.
    Send,
}

/// What a finished job does to the outside world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Effect {
    /// What doing it twice does.
    pub kind: EffectKind,
    /// How long the write takes, on top of the job.
    #[serde(with = "span", skip_serializing_if = "super::workers::is_zero")]
    pub takes: Millis,
    /// How many of a hundred writes fail, by chance: the job has then failed.
    pub fails_percent: u32,
}

/// What it does to the outside world when a job is done twice.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// It happens twice: a card is charged again, a counter goes up again.
    #[default]
    Plain,
    /// It happens once: a conditional write on the business key sees that it was done.
    Idempotent,
    /// It is done again, and that changes nothing: a state is set, not a counter raised.
    Set,
}

impl Default for Arrival {
    fn default() -> Self {
        Self {
            at: Millis::ZERO,
            count: 1,
            every: Millis::from_secs(1),
            random: false,
            body: None,
            poison: false,
            fails: 0,
            group: None,
            groups: 1,
            deduplication_id: None,
            delay: None,
            copies: 1,
            key: None,
            hold: Millis::ZERO,
            hold_from: HoldFrom::Receive,
            job: None,
        }
    }
}

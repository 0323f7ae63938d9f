//! What changes during the run by somebody's hand.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::span;
use crate::queue::Millis;

/// Settings that are changed during the run: what is under way keeps those it began with, as a lease keeps its timeout (R36).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimedChange {
    /// When.
    #[serde(with = "span")]
    pub at: Millis,
    /// The fields by path, as `queue.visibility_timeout`, and their new values.
    pub set: BTreeMap<String, Value>,
}

/// What an operator, or a deployment, does.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Act {
    /// When.
    #[serde(with = "span")]
    pub at: Millis,
    /// What.
    #[serde(rename = "do")]
    pub deed: Deed,
    /// Which process it concerns, counted from 1; without it all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<u32>,
    /// For `stop`, `deploy` and `scale`: how long a process may finish what it has before it is killed.
    #[serde(with = "span", skip_serializing_if = "super::workers::is_zero")]
    pub drain: Millis,
    /// For `stop`, `deploy` and `scale`: what a process that ends does with the messages it still has.
    pub held: OnStop,
    /// For `stop`, `deploy` and `scale`: whether a process goes on to poll while it ends, so that it may receive once more: with
    /// that it ends without a word, whatever `held` says.
    pub keeps_polling: bool,
    /// For `kill`, `stop` and `deploy`: how long until the process is back; without it never, but for `deploy` at once.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub back_after: Option<Millis>,
    /// For `scale`: how many processes there are from now on. For `peek`: how many messages are received, at most 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
}

/// What an operator does.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// A redrive: StartMessageMoveTask brings what is in the dead-letter queue back (R74).
    #[default]
    Redrive,
    /// PurgeQueue.
    Purge,
    /// A process is killed at once.
    Kill,
    /// A process is asked to end.
    Stop,
    /// Every process is asked to end and replaced.
    Deploy,
    /// Processes are added, or the last ones asked to end.
    Scale,
    /// Somebody looks into the queue: messages are received and not worked on.
    Peek,
}

/// What a process that ends does with messages it has received and not finished.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnStop {
    /// Nothing: they are visible again when their leases end.
    #[default]
    Leave,
    /// It sets their visibility to 0.
    Release,
    /// It sends them once more, as new messages.
    Resend,
}

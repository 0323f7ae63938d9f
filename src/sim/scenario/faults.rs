//! What goes wrong.

use serde::{Deserialize, Serialize};

use super::super::span;
use crate::queue::Millis;

/// What goes wrong by chance, or every so often.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Failures {
    /// How many jobs of a hundred fail at their end.
    pub jobs_percent: u32,
    /// Calls that the queue carries out and whose answers never arrive.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost_answers: Vec<Lost>,
}

/// Calls whose answers are lost: by chance, or one by its number.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lost {
    /// Which call.
    pub call: Call,
    /// How many of a hundred.
    pub percent: u32,
    /// Only this one, counted from 1 over the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<u32>,
}

/// A call of SQS.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// SendMessage: the producer sends once more.
    Send,
    /// ReceiveMessage: nobody works on what it returned.
    Receive,
    /// DeleteMessage: the worker cannot know whether it worked, and goes on.
    #[default]
    Delete,
    /// ChangeMessageVisibility: as a heartbeat that failed.
    ChangeVisibility,
}

/// A worker that dies in mid-job: it neither finishes nor deletes nor heartbeats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Crash {
    /// Which worker, counted from 1 over all processes.
    pub worker: u32,
    /// In which of its jobs, counted from 1.
    pub job: u32,
    /// At which point of that job.
    pub when: CrashWhen,
    /// How long after that job's start.
    #[serde(with = "span")]
    pub after: Millis,
    /// How long until it is back and polls; without it never.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub back_after: Option<Millis>,
}

/// At which point of a job a worker dies.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CrashWhen {
    /// `after` its start.
    #[default]
    After,
    /// Before its work, as soon as the message is received.
    Before,
    /// After its effect and before the delete.
    AfterEffect,
}

/// A worker that stands still.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pause {
    /// Which worker, counted from 1 over all processes.
    pub worker: u32,
    /// From when on.
    #[serde(with = "span")]
    pub at: Millis,
    /// For how long: neither its job nor its heartbeats go on.
    #[serde(with = "span")]
    pub lasts: Millis,
}

/// A time in which every job fails that would end then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Outage {
    /// From when on.
    #[serde(with = "span")]
    pub at: Millis,
    /// For how long.
    #[serde(with = "span")]
    pub lasts: Millis,
}

/// A time in which jobs that start take longer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Busy {
    /// From when on.
    #[serde(with = "span")]
    pub at: Millis,
    /// For how long.
    #[serde(with = "span")]
    pub lasts: Millis,
    /// A job takes so many percent of its usual time: 300 is three times as long.
    pub percent: u32,
}

impl Default for Crash {
    fn default() -> Self {
        Self { worker: 1, job: 1, when: CrashWhen::After, after: Millis::from_secs(10), back_after: None }
    }
}

impl Default for Pause {
    fn default() -> Self {
        Self { worker: 1, at: Millis::ZERO, lasts: Millis::from_secs(10) }
    }
}

impl Default for Outage {
    fn default() -> Self {
        Self { at: Millis::ZERO, lasts: Millis::from_secs(60) }
    }
}

impl Default for Busy {
    fn default() -> Self {
        Self { at: Millis::ZERO, lasts: Millis::from_secs(60), percent: 200 }
    }
}

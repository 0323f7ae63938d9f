//! What the user set: everything a run depends on, as data.
//!
//! A scenario is JSON. Every field has a default, so `{}` is a scenario; an unknown field is an error. Times are seconds or
//! texts such as `"1h30m"` (see [`super::span`]). The same scenario always gives the same trace.

mod by_path;
mod check;
mod faults;
mod lambda;
mod law;
mod operator;
mod phases;
mod queue;
mod ranges;
mod read;
mod sending;
mod timed;
mod workers;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use faults::{Busy, Call, Crash, CrashWhen, Failures, Lost, Outage, Pause};
pub use lambda::Lambda;
pub use law::Law;
pub use operator::{Act, Deed, OnStop, TimedChange};
pub use queue::{DeadLetters, QueueSettings};
pub use ranges::{Kind, RANGES, Range};
pub use sending::{Arrival, Effect, EffectKind, HoldFrom};
pub use workers::{
    Acknowledge, BeatFrom, Countdown, Deletes, Full, Growth, Heartbeat, HeldTwice, Limit, OnBeatFailure, OnFailure,
    Polling, Retries, Start, Together, Workers,
};

use super::problem::ScenarioError;
use super::span;
use crate::queue::Millis;

/// The format that this build writes. It reads every earlier one, too: version 1 is version 2 with fewer fields.
pub const VERSION: u32 = 2;

/// The longest run: as long as SQS keeps a message.
pub(super) const MAX_SPAN: Millis = Millis::from_secs(1_209_600);

/// Everything that a run depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scenario {
    /// The format's version: 2. Files of version 1 are read as well.
    pub version: u32,
    /// What the scenario is called.
    pub title: String,
    /// What there is to see, in a sentence or two.
    pub about: String,
    /// The words in which the run is told.
    pub story: Story,
    /// The queue's attributes, and those of its dead-letter queue.
    pub queue: QueueSettings,
    /// Who works, and how.
    pub workers: Workers,
    /// A Lambda function with an event source mapping that works in place of the workers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lambda: Option<Lambda>,
    /// Which messages are sent when. By default one at the start.
    pub arrivals: Vec<Arrival>,
    /// What a finished job does to the outside world.
    pub effect: Effect,
    /// Jobs that fail by chance, calls whose answers are lost.
    pub failures: Failures,
    /// Which worker crashes when.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crashes: Vec<Crash>,
    /// When a worker stands still and then goes on: a long garbage collection, a suspended machine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pauses: Vec<Pause>,
    /// When what the jobs depend on is down: each job that would end then fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outages: Vec<Outage>,
    /// When jobs take longer than usual.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub busy: Vec<Busy>,
    /// Settings that change during the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<TimedChange>,
    /// What an operator does during the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<Act>,
    /// What all chance in the run depends on.
    pub seed: u64,
    /// How long the run is, at least: where the first two attempts at a message are not over by then, it goes on until they are.
    #[serde(with = "span")]
    pub horizon: Millis,
}

/// The words in which a run is told: what a message stands for, and what a finished job does to the outside world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Story {
    /// What a message stands for: `order`.
    pub thing: String,
    /// What a worker does when its job is done: `charges the card`.
    pub does: String,
    /// What then has been done to the thing: `charged`.
    pub done: String,
}

impl Default for Scenario {
    fn default() -> Self {
        Self {
            version: VERSION,
            title: "Untitled".to_owned(),
            about: String::new(),
            story: Story::default(),
            queue: QueueSettings::default(),
            workers: Workers::default(),
            lambda: None,
            arrivals: vec![Arrival::default()],
            effect: Effect::default(),
            failures: Failures::default(),
            crashes: Vec::new(),
            pauses: Vec::new(),
            outages: Vec::new(),
            busy: Vec::new(),
            changes: Vec::new(),
            acts: Vec::new(),
            seed: 1,
            horizon: Millis::from_secs(90),
        }
    }
}

impl Default for Story {
    fn default() -> Self {
        Self { thing: "order".to_owned(), does: "charges the card".to_owned(), done: "charged".to_owned() }
    }
}

impl Scenario {
    /// Reads a scenario and checks that every value is in its range.
    ///
    /// # Errors
    /// Where the text is no JSON, or a field is unknown, of the wrong kind or out of range: it names the line (as far as one
    /// is known), the field and what was expected.
    pub fn from_json(json: &str) -> Result<Self, ScenarioError> {
        let scenario = read::read(json)?;
        match scenario.problems().into_iter().next() {
            Some(problem) => Err(read::out_of_range(json, problem)),
            None => Ok(scenario),
        }
    }

    /// The scenario as a JSON value, without what is as it is by default where a file may leave it out.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).expect("a scenario has only texts and numbers")
    }

    /// The scenario as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a scenario has only texts and numbers")
    }

    /// The VisibilityTimeout that a heartbeat sets when it always sets the same, where there is one.
    #[must_use]
    pub fn heartbeat_sets(&self) -> Option<Millis> {
        let heartbeat = self.workers.heartbeat.as_ref()?;
        Some(heartbeat.sets.unwrap_or(self.effective_timeout()))
    }

    /// The visibility timeout with which messages are received, and so what counts: that of the receive before that of the
    /// queue (R15).
    #[must_use]
    pub fn effective_timeout(&self) -> Millis {
        match &self.lambda {
            Some(_) => self.queue.visibility_timeout,
            None => self.workers.receive_timeout.unwrap_or(self.queue.visibility_timeout),
        }
    }
}

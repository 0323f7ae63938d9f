//! What the user set: everything a run depends on, as data.
//!
//! A scenario is JSON. Every field has a default, so `{}` is a scenario; an unknown field is an error. Times are seconds or
//! texts such as `"1h30m"` (see [`super::span`]). The same scenario always gives the same trace.

use serde::{Deserialize, Serialize};

use super::problem::{self, Problem, ScenarioError};
use super::span;
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis, StaleDelete};

/// The format that this build reads.
const VERSION: u32 = 1;

/// The longest run: as long as SQS keeps a message.
const MAX_SPAN: Millis = Millis::from_secs(1_209_600);

/// Everything that a run depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scenario {
    /// The format's version: 1.
    pub version: u32,
    /// What the scenario is called.
    pub title: String,
    /// What there is to see, in a sentence or two.
    pub about: String,
    /// The words in which the run is told.
    pub story: Story,
    /// The queue's attributes.
    pub queue: QueueSettings,
    /// Who works.
    pub workers: Workers,
    /// Which messages are sent when. By default one at the start.
    pub arrivals: Vec<Arrival>,
    /// Which worker crashes when.
    pub crashes: Vec<Crash>,
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

/// The attributes of the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QueueSettings {
    /// VisibilityTimeout, 0 s to 12 h in whole seconds: how long a received message stays hidden.
    #[serde(with = "span")]
    pub visibility_timeout: Millis,
    /// maxReceiveCount of the redrive policy, 1 to 1000: so often a message is delivered before the next receive moves it to
    /// the dead-letter queue. Without it there is no dead-letter queue.
    pub max_receive_count: Option<i64>,
    /// DelaySeconds, 0 s to 15 min in whole seconds: how long a new message stays hidden.
    #[serde(with = "span")]
    pub delay: Millis,
    /// MessageRetentionPeriod, 1 min to 14 d in whole seconds, for both queues.
    #[serde(with = "span")]
    pub retention: Millis,
    /// What a delete with an older receipt does while a newer delivery is under way (R29).
    pub stale_delete: StaleDelete,
}

/// Who works, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Workers {
    /// How many there are, 1 to 1000. Each works on one message at a time.
    pub count: u32,
    /// How long a job takes, from the receive to the delete; 1 ms to 14 d.
    #[serde(with = "span")]
    pub job: Millis,
    /// WaitTimeSeconds of each receive, 0 s to 20 s in whole seconds; 0 polls once a second.
    #[serde(with = "span")]
    pub wait: Millis,
    /// Whether and how a worker extends its lease while the job runs.
    pub heartbeat: Option<Heartbeat>,
}

/// A ChangeMessageVisibility at a steady interval, from the receive until the job ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heartbeat {
    /// The time between two, and from the receive to the first; 1 ms to 14 d.
    #[serde(with = "span")]
    pub every: Millis,
    /// The VisibilityTimeout that each sets, counted from then (R35), 0 s to 12 h in whole seconds; without it the queue's.
    #[serde(default, with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub sets: Option<Millis>,
}

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
    pub body: Option<String>,
    /// Whether every job on it fails at its end, without effect and without a delete.
    pub poison: bool,
}

/// A worker that dies in mid-job: it neither finishes nor deletes nor heartbeats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Crash {
    /// Which worker, counted from 1.
    pub worker: u32,
    /// In which of its jobs, counted from 1.
    pub job: u32,
    /// How long after that job's receive.
    #[serde(with = "span")]
    pub after: Millis,
    /// How long until it is back and polls; without it never.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub back_after: Option<Millis>,
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
            arrivals: vec![Arrival::default()],
            crashes: Vec::new(),
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

impl Default for QueueSettings {
    fn default() -> Self {
        Self {
            visibility_timeout: Millis::from_secs(30),
            max_receive_count: None,
            delay: Millis::ZERO,
            retention: Millis::from_secs(345_600),
            stale_delete: StaleDelete::Keeps,
        }
    }
}

impl Default for Workers {
    fn default() -> Self {
        Self { count: 2, job: Millis::from_secs(20), wait: Millis::from_secs(20), heartbeat: None }
    }
}

impl Default for Arrival {
    fn default() -> Self {
        let every = Millis::from_secs(1);
        Self { at: Millis::ZERO, count: 1, every, random: false, body: None, poison: false }
    }
}

impl Default for Crash {
    fn default() -> Self {
        Self { worker: 1, job: 1, after: Millis::from_secs(10), back_after: None }
    }
}

impl Scenario {
    /// Reads a scenario and checks that every value is in its range.
    ///
    /// # Errors
    /// Where the text is no JSON, or a field is unknown, of the wrong kind or out of range: it names the line (as far as one
    /// is known), the field and what was expected.
    pub fn from_json(json: &str) -> Result<Self, ScenarioError> {
        let scenario: Self = problem::parse(json)?;
        match scenario.problems().into_iter().next() {
            Some(problem) => Err(ScenarioError::of(json, problem)),
            None => Ok(scenario),
        }
    }

    /// The scenario as JSON, with every field.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a scenario has only texts and numbers")
    }

    /// Every value that is out of its range.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        let mut check = |ok: bool, field: &str, expected: &str| {
            if !ok {
                found.push(Problem::new(field, expected));
            }
        };
        let Self { queue, workers, .. } = self;
        check(self.version == VERSION, "version", "1");
        check(whole(queue.visibility_timeout, 0, MAX_VISIBILITY_TIMEOUT), "queue.visibility_timeout", problem::TIMEOUT);
        check(
            queue.max_receive_count.is_none_or(|count| (1..=1000).contains(&count)),
            "queue.max_receive_count",
            "1 to 1000",
        );
        check(whole(queue.delay, 0, 900), "queue.delay", "0 to 900 s, in whole seconds");
        check(whole(queue.retention, 60, 1_209_600), "queue.retention", "60 to 1209600 s, in whole seconds");
        check((1..=1000).contains(&workers.count), "workers.count", "1 to 1000");
        check(lasting(workers.job), "workers.job", problem::LASTING);
        check(whole(workers.wait, 0, 20), "workers.wait", "0 to 20 s, in whole seconds");
        if let Some(Heartbeat { every, sets }) = &workers.heartbeat {
            check(lasting(*every), "workers.heartbeat.every", problem::LASTING);
            let sets = sets.unwrap_or_default();
            check(whole(sets, 0, MAX_VISIBILITY_TIMEOUT), "workers.heartbeat.sets", problem::TIMEOUT);
        }
        for (place, arrival) in self.arrivals.iter().enumerate() {
            let field = |name| format!("arrivals[{place}].{name}");
            check((1..=1_000_000).contains(&arrival.count), &field("count"), "1 to 1000000");
            check(arrival.at <= MAX_SPAN, &field("at"), problem::AT_MOST);
            check(arrival.every <= MAX_SPAN, &field("every"), problem::AT_MOST);
            check(arrival.body.as_ref().is_none_or(|body| !body.is_empty()), &field("body"), "at least one character");
        }
        for (place, crash) in self.crashes.iter().enumerate() {
            let field = |name| format!("crashes[{place}].{name}");
            check((1..=workers.count).contains(&crash.worker), &field("worker"), "one of the workers, counted from 1");
            check(crash.job >= 1, &field("job"), "1 or more");
            check(crash.after <= MAX_SPAN, &field("after"), problem::AT_MOST);
            check(crash.back_after.unwrap_or_default() <= MAX_SPAN, &field("back_after"), problem::AT_MOST);
        }
        check(lasting(self.horizon), "horizon", problem::LASTING);
        found
    }

    /// The VisibilityTimeout that a heartbeat sets, where there is one.
    #[must_use]
    pub fn heartbeat_sets(&self) -> Option<Millis> {
        let heartbeat = self.workers.heartbeat.as_ref()?;
        Some(heartbeat.sets.unwrap_or(self.queue.visibility_timeout))
    }
}

fn whole(span: Millis, low: u64, high: u64) -> bool {
    span.0.is_multiple_of(1000) && (low..=high).contains(&span.whole_secs())
}

fn lasting(span: Millis) -> bool {
    (Millis(1)..=MAX_SPAN).contains(&span)
}

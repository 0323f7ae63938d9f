//! What a report's file says, and what its expectations are made of.

use std::collections::BTreeMap;

use inflight::queue::Millis;
use inflight::sim::span;
use serde::{Deserialize, Deserializer, de};
use serde_json::{Map, Value};

/// A file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub report: String,
    pub source: String,
    pub says: String,
    #[serde(default)]
    pub note: Option<String>,
    pub runs: Vec<Run>,
}

/// One run of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub name: String,
    #[serde(default)]
    pub scenario: Option<Value>,
    #[serde(default)]
    pub like: Option<String>,
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
    #[serde(default)]
    pub refused: Option<String>,
    #[serde(default)]
    pub expect: Vec<Value>,
}

/// A time as scenarios write it.
#[derive(Copy, Clone, Deserialize, PartialEq)]
#[serde(transparent)]
pub struct Time(#[serde(with = "span")] pub Millis);

/// Messages by their places in the trace: from the first to the last, both included.
#[derive(Copy, Clone)]
pub struct Messages(pub u32, pub u32);

impl Messages {
    fn read(text: &str) -> Option<Self> {
        let number = |name: &str| name.strip_prefix('m')?.parse::<u32>().ok()?.checked_sub(1);
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (number(first)?, number(last)?);
        (first <= last).then_some(Self(first, last))
    }
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::read(&text).ok_or_else(|| de::Error::custom(format!("{text:?} is neither m1 nor m1-m5")))
    }
}

/// An expectation. The kinds are described at the head of `tests/reports.rs`.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    Deliveries(Times),
    Executions(Times),
    Effects(Times),
    Events(Times),
    Heartbeats(Heartbeats),
    End(End),
    Place(PlaceAt),
    Delivery(Delivery),
    Deadline(Deadline),
    Counts(CountsAt),
    Running(Running),
    NextDelivery(NextDelivery),
    Idle(Idle),
    Holds(Holds),
    Oldest(Oldest),
    Receives(Receives),
    Verdict(Judged),
    Log(Log),
}

impl Check {
    /// The checks that an entry of `expect` stands for: one for each message where it says `each`.
    pub fn read(entry: &Value) -> Result<Vec<Self>, String> {
        let mut entry: Map<String, Value> = entry.as_object().ok_or("an expectation is an object")?.clone();
        if entry.remove("because").is_some_and(|because| !because.is_string()) {
            return Err("`because` is a text".to_owned());
        }
        let read = |entry: Map<String, Value>| {
            serde_json::from_value::<Self>(Value::Object(entry)).map_err(|error| error.to_string())
        };
        let Some(each) = entry.remove("each") else { return Ok(vec![read(entry)?]) };
        let Messages(first, last) = each.as_str().and_then(Messages::read).ok_or("`each` is a range, as m3-m10")?;
        let with = |message: u32| {
            let mut entry = entry.clone();
            for (_, fields) in &mut entry {
                let fields = fields.as_object_mut().ok_or("a kind has fields")?;
                fields.insert("of".to_owned(), Value::String(format!("m{}", message + 1)));
            }
            read(entry)
        };
        (first..=last).map(with).collect()
    }
}

/// When something happened, and how often.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Times {
    pub kind: Option<String>,
    pub with: Map<String, Value>,
    pub of: Option<Messages>,
    pub worker: Option<u32>,
    pub key: Option<String>,
    pub from: Option<Time>,
    pub until: Option<Time>,
    pub at: Option<Vec<Time>>,
    pub first: Option<Vec<Time>>,
    pub count: Option<usize>,
    pub least: Option<usize>,
    pub most: Option<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Heartbeats {
    pub of: Option<Messages>,
    pub worker: Option<u32>,
    pub until: Option<Time>,
    pub accepted: Option<Vec<(Time, Time)>>,
    pub first: Option<Vec<(Time, Time)>>,
    pub last: Option<(Time, Time)>,
    pub count: Option<usize>,
    pub refused: Option<Vec<Time>>,
    pub reason: Option<String>,
    pub ignored: Option<Vec<Time>>,
    pub failed: Option<Vec<Time>>,
    pub ended: Option<Vec<Time>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    pub of: Messages,
    pub how: String,
    pub at: Option<Time>,
    pub by: Option<u32>,
    pub delivery: Option<u32>,
    pub deliveries: Option<usize>,
    pub executions: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceAt {
    pub of: Messages,
    pub at: Time,
    pub is: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delivery {
    pub of: Messages,
    pub nth: usize,
    pub from: Option<Time>,
    pub worker: Option<u32>,
    pub deadline: Option<Time>,
    pub started: Option<Time>,
    pub job_ended: Option<Time>,
    pub job: Option<String>,
    pub why: Option<String>,
    pub deleted: Option<Time>,
    pub outcome: Option<String>,
    pub ended: Option<Time>,
    pub end: Option<String>,
    pub executions: Option<u32>,
    #[serde(default)]
    pub never: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deadline {
    pub of: Messages,
    pub nth: usize,
    pub at: Time,
    pub is: Time,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountsAt {
    pub at: Time,
    pub delayed: Option<u32>,
    pub visible: Option<u32>,
    pub in_flight: Option<u32>,
    pub deleted: Option<u32>,
    pub dead_letters: Option<u32>,
    pub lost: Option<u32>,
    pub deliveries: Option<u32>,
    pub executions: Option<u32>,
    pub effects: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Running {
    pub of: Option<Messages>,
    pub worker: Option<u32>,
    pub process: Option<u32>,
    pub at: Option<Time>,
    pub is: Option<usize>,
    pub most: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextDelivery {
    pub of: Option<Messages>,
    pub after: Time,
    #[serde(deserialize_with = "time_or_never")]
    pub at: Option<Millis>,
}

fn time_or_never<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Millis>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    if value == "never" {
        return Ok(None);
    }
    serde_json::from_value::<Time>(value).map(|Time(at)| Some(at)).map_err(de::Error::custom)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Idle {
    pub worker: u32,
    pub from: Time,
    pub until: Time,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    pub process: u32,
    pub at: Time,
    pub is: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Oldest {
    pub at: Time,
    pub is: Time,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receives {
    pub answered: Option<u64>,
    pub empty: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub has: Option<String>,
    pub lacks: Option<String>,
    pub at: Option<Time>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    pub tone: Option<String>,
    pub has: Option<String>,
    pub lacks: Option<String>,
}

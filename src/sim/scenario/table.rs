//! The fields of a scenario as a table, by which it becomes a JSON value and comes back from one.
//!
//! It says the same as the attributes of serde, and a test holds the two together. The page goes by the table alone: the code that
//! serde derives for these types would weigh 50 kB there, gzipped, a quarter of what the page may weigh.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::problem::Problem;
use super::super::span;
use super::workers::{always, twelve_hours};
#[cfg(not(target_arch = "wasm32"))]
use super::written::{Written, write_fields};
use super::{
    Acknowledge, Act, Arrival, BeatFrom, Busy, Call, Countdown, Crash, CrashWhen, DeadLetters, Deed, Deletes, Effect,
    EffectKind, Failures, Full, Growth, Heartbeat, HeldTwice, HoldFrom, Lambda, Law, Limit, Lost, OnBeatFailure,
    OnFailure, OnStop, Outage, Pause, Polling, QueueSettings, Retries, Scenario, Start, Story, TimedChange, Together,
    Workers,
};
use crate::queue::{Millis, StaleDelete};

/// Something that a JSON value can stand for.
trait Part {
    /// Takes the value, or says by which field it does not fit. What the value does not name stays as it is; where one entry of a
    /// list is to change, its place stands for its name.
    fn read(&mut self, value: &Value) -> Result<(), Problem>;
}

fn expected(what: &str) -> Problem {
    Problem::told("", format!("expected {what}"))
}

/// The problem of a part, as one of the whole.
fn within(name: &str, problem: Problem) -> Problem {
    let link = if problem.field.is_empty() || problem.field.starts_with('[') { "" } else { "." };
    Problem { field: format!("{name}{link}{}", problem.field), ..problem }
}

fn read_fields(value: &Value, fields: &mut [(&str, &mut dyn Part)]) -> Result<(), Problem> {
    let object = value.as_object().ok_or_else(|| expected("an object"))?;
    for (name, value) in object {
        let Some((_, field)) = fields.iter_mut().find(|(field, _)| field == name) else {
            return Err(Problem::told(name, "unknown field".to_owned()));
        };
        field.read(value).map_err(|problem| within(name, problem))?;
    }
    Ok(())
}

/// The place of a word among those that are known.
fn read_word(value: &Value, words: &[&str]) -> Result<usize, Problem> {
    let place = value.as_str().and_then(|word| words.iter().position(|known| *known == word));
    place.ok_or_else(|| expected(&format!("one of {}", words.join(", "))))
}

/// Structs, by their fields. A field has the name that it has in JSON, unless another follows it.
macro_rules! fields {
    ($($type:ident { $($field:ident $(as $name:literal)?),* $(,)? })*) => {
        $(impl Part for $type {
            fn read(&mut self, value: &Value) -> Result<(), Problem> {
                read_fields(value, &mut [$((name!($field $($name)?), &mut self.$field)),*])
            }
        }
        #[cfg(not(target_arch = "wasm32"))]
        impl Written for $type {
            fn write(&self) -> Value {
                write_fields(&[$((name!($field $($name)?), &self.$field)),*])
            }
        })*
    };
}

macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

/// Enums whose values are words.
macro_rules! words {
    ($($type:ident { $($value:ident $word:literal),* $(,)? })*) => {
        $(impl Part for $type {
            fn read(&mut self, value: &Value) -> Result<(), Problem> {
                *self = [$(Self::$value),*][read_word(value, &[$($word),*])?];
                Ok(())
            }
        }
        #[cfg(not(target_arch = "wasm32"))]
        impl Written for $type {
            fn write(&self) -> Value {
                Value::from(match self { $(Self::$value => $word),* })
            }
        })*
    };
}

fields! {
    Scenario {
        version, title, about, story, queue, workers, lambda, arrivals, effect, failures, crashes, pauses, outages, busy,
        changes, acts, seed, horizon,
    }
    Story { thing, does, done }
    QueueSettings {
        fifo, visibility_timeout, max_receive_count, delay, retention, dead_letters, stale_delete, in_flight_limit,
        second_delivery_per_million, short_poll_miss_per_million,
    }
    DeadLetters { retention, alarm }
    Workers {
        instances, count, job, polling, batch, together, buffer, when_full, held_twice, start, countdown, wait, pause,
        receive_timeout, start_sets, heartbeat, delete, retries, on_failure, max_job, gives_up,
    }
    Heartbeat {
        every, sets, when_left, first_after, growth, from, buffered, jitter, fails_percent, on_failure, limit, leaks,
    }
    Limit { time, count, by_worker }
    Deletes { at, after, interval, threshold }
    Retries { count, wait }
    Lambda {
        timeout, batch, window, reserved_concurrency, maximum_concurrency, pollers, growth_per_minute, partial_batches,
        throttled_for,
    }
    Arrival {
        at, count, every, random, body, poison, fails, group, groups, deduplication_id, delay, copies, key, hold,
        hold_from, job,
    }
    Effect { kind, takes, fails_percent }
    Failures { jobs_percent, lost_answers }
    Lost { call, percent, nth }
    Crash { worker, job, when, after, back_after }
    Pause { worker, at, lasts }
    Outage { at, lasts }
    Busy { at, lasts, percent }
    TimedChange { at, set }
    Act { at, deed as "do", instance, drain, held, keeps_polling, back_after, to }
}

words! {
    StaleDelete { Keeps "keeps", Removes "removes" }
    Polling { Worker "worker", Instance "instance" }
    Together { OneByOne "one_by_one", Batch "batch" }
    Full { Wait "wait", Reject "reject" }
    HeldTwice { Keep "keep", Replace "replace", Ignore "ignore" }
    Start { Always "always", IfInTime "if_in_time" }
    Countdown { TakesRoom "takes_room", FetchesMore "fetches_more" }
    Growth { Constant "constant", Elapsed "elapsed", Doubling "doubling" }
    BeatFrom { Receive "receive", Start "start" }
    OnBeatFailure { GiveUp "give_up", TryAgain "try_again", Die "die" }
    Acknowledge { Done "done", Receive "receive", Start "start", Batch "batch" }
    HoldFrom { Receive "receive", Send "send" }
    EffectKind { Plain "plain", Idempotent "idempotent", Set "set" }
    Call { Send "send", Receive "receive", Delete "delete", ChangeVisibility "change_visibility" }
    CrashWhen { After "after", Before "before", AfterEffect "after_effect" }
    Deed {
        Redrive "redrive", Purge "purge", Kill "kill", Stop "stop", Deploy "deploy", Scale "scale", Peek "peek",
    }
    OnStop { Leave "leave", Release "release", Resend "resend" }
}

impl Part for bool {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        *self = value.as_bool().ok_or_else(|| expected("true or false"))?;
        Ok(())
    }
}

impl Part for u64 {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        *self = value.as_u64().ok_or_else(|| expected("a whole number"))?;
        Ok(())
    }
}

impl Part for u32 {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        let number = value.as_u64().and_then(|number| Self::try_from(number).ok());
        *self = number.ok_or_else(|| expected("a whole number"))?;
        Ok(())
    }
}

impl Part for i64 {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        *self = value.as_i64().ok_or_else(|| expected("a whole number"))?;
        Ok(())
    }
}

impl Part for String {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        value.as_str().ok_or_else(|| expected("a text"))?.clone_into(self);
        Ok(())
    }
}

impl Part for Millis {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        let span = match value {
            Value::String(text) => span::parse(text),
            Value::Number(number) => match number.as_u64() {
                Some(secs) => secs.checked_mul(1000).map(Millis),
                None => number.as_f64().and_then(span::of_secs),
            },
            _ => None,
        };
        *self = span.ok_or_else(|| expected(span::EXPECTED))?;
        Ok(())
    }
}

impl<T: Part + Default> Part for Option<T> {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        if value.is_null() {
            *self = None;
            return Ok(());
        }
        self.get_or_insert_default().read(value)
    }
}

impl<T: Part + Default> Part for Vec<T> {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        if let Some((place, entry)) = value.as_object().and_then(|one| one.iter().next()) {
            let part = place.parse().ok().and_then(|place: usize| self.get_mut(place));
            return part.ok_or_else(|| expected("a place in the list"))?.read(entry);
        }
        let entries = value.as_array().ok_or_else(|| expected("a list"))?;
        self.clear();
        for (place, entry) in entries.iter().enumerate() {
            let mut part = T::default();
            part.read(entry).map_err(|problem| within(&format!("[{place}]"), problem))?;
            self.push(part);
        }
        Ok(())
    }
}

/// Paths and their new values, whatever these are.
impl Part for BTreeMap<String, Value> {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        let object = value.as_object().ok_or_else(|| expected("an object"))?;
        self.clear();
        for (path, value) in object {
            self.insert(path.clone(), value.clone());
        }
        Ok(())
    }
}

/// The forms of a law, and their fields.
#[derive(Default)]
struct Forms {
    from: Option<Millis>,
    to: Option<Millis>,
    usual: Option<Millis>,
    slow: Option<Millis>,
    slow_percent: Option<u32>,
    p50: Option<Millis>,
    p99: Option<Millis>,
    each: Option<Vec<Millis>>,
}

fields! { Forms { from, to, usual, slow, slow_percent, p50, p99, each } }

impl Part for Law {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        if !value.is_object() {
            let mut fixed = Millis::ZERO;
            fixed.read(value)?;
            *self = Self::Fixed(fixed);
            return Ok(());
        }
        let mut forms = Forms::default();
        forms.read(value)?;
        let count = value.as_object().map_or(0, Map::len);
        *self = match forms {
            Forms { from: Some(from), to: Some(to), .. } if count == 2 => Self::Uniform { from, to },
            Forms { usual: Some(usual), slow: Some(slow), slow_percent, .. }
                if count == 2 + usize::from(slow_percent.is_some()) =>
            {
                Self::Bands { usual, slow, slow_percent: slow_percent.unwrap_or(1) }
            }
            Forms { p50: Some(p50), p99: Some(p99), .. } if count == 2 => Self::LogNormal { p50, p99 },
            Forms { each: Some(spans), .. } if count == 1 => Self::Each(spans),
            _ => return Err(expected("one form of a law")),
        };
        Ok(())
    }
}

impl Part for OnFailure {
    fn read(&mut self, value: &Value) -> Result<(), Problem> {
        let Some(object) = value.as_object() else {
            let words = ["leave", "delete", "delete_and_drop_rest"];
            *self = [Self::Leave, Self::Delete, Self::DeleteAndDropRest][read_word(value, &words)?].clone();
            return Ok(());
        };
        let (mut set, mut base, mut most, mut until) = (None, Millis::ZERO, twelve_hours(), always());
        if let Some(backoff) = object.get("backoff") {
            let mut fields: [(&str, &mut dyn Part); 3] =
                [("base", &mut base), ("most", &mut most), ("until", &mut until)];
            read_fields(backoff, &mut fields).map_err(|problem| within("backoff", problem))?;
            *self = Self::Backoff { base, most, until };
        } else {
            read_fields(value, &mut [("set", &mut set)])?;
            *self = Self::Set(set.ok_or_else(|| expected("set or backoff"))?);
        }
        Ok(())
    }
}

impl Scenario {
    /// This scenario with one field set by its path.
    ///
    /// # Errors
    /// If there is no such field, or it does not take this value.
    #[cfg(target_arch = "wasm32")]
    pub fn with_field(&self, path: &str, value: &Value) -> Result<Self, Problem> {
        self.with_part(path, value)
    }

    /// This scenario with one field set, as [`with_field`](Self::with_field) does, but told in fewer words what is wrong; an object
    /// changes only the fields that it names.
    #[cfg(any(target_arch = "wasm32", test))]
    pub(super) fn with_part(&self, path: &str, value: &Value) -> Result<Self, Problem> {
        let nested = path.rsplit(['.', '[']).fold(value.clone(), |inner, step| {
            let mut outer = Map::new();
            outer.insert(step.trim_end_matches(']').to_owned(), inner);
            Value::Object(outer)
        });
        let mut scenario = self.clone();
        scenario.read(&nested).map_err(|problem| Problem { field: path.to_owned(), ..problem })?;
        Ok(scenario)
    }

    /// The scenario that a JSON value stands for. Whether its values lie in their ranges is for [`problems`](Self::problems) to say.
    ///
    /// # Errors
    /// For a field that is unknown or of the wrong kind: which, and what it takes.
    pub fn from_value(value: &Value) -> Result<Self, Problem> {
        let mut scenario = Self::default();
        scenario.read(value)?;
        Ok(scenario)
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Every scenario in the JSON files of a folder: the whole file, or the `scenario` fields in it.
    fn scenarios(folder: &str) -> Vec<Value> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let json = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
        let read = |path| serde_json::from_str::<Value>(&fs::read_to_string(path).unwrap()).unwrap();
        json.map(read)
            .flat_map(|file| match file.get("runs").and_then(Value::as_array) {
                Some(runs) => runs.iter().filter_map(|run| run.get("scenario").cloned()).collect(),
                None => vec![file],
            })
            .collect()
    }

    #[test]
    fn scenario_read_by_the_table_is_that_which_serde_reads() {
        let mut compared = 0;
        for json in [scenarios("static/scenarios"), scenarios("tests/reports"), scenarios("tests/scenarios")].concat() {
            // Some files hold what must be refused.
            let Ok(by_serde) = serde_json::from_value::<Scenario>(json.clone()) else {
                assert!(Scenario::from_value(&json).is_err(), "{json}");
                continue;
            };
            assert_eq!(Scenario::from_value(&json).as_ref(), Ok(&by_serde), "{json}");
            assert_eq!(Scenario::from_value(&by_serde.to_value()), Ok(by_serde.clone()));
            assert_eq!(serde_json::from_value::<Scenario>(by_serde.to_value()).unwrap(), by_serde);
            compared += 1;
        }
        assert!(compared > 80, "only {compared} scenarios");
    }

    #[test]
    fn part_set_by_its_path_is_that_which_is_set_by_way_of_the_whole() {
        let json = serde_json::json!({ "arrivals": [{}, { "at": 3 }], "workers": { "heartbeat": { "every": 7 } } });
        let scenario = Scenario::from_value(&json).unwrap();
        for (path, value) in [
            ("workers.job", serde_json::json!({ "p50": 2, "p99": 9 })),
            ("workers.heartbeat.sets", serde_json::json!("2m")),
            ("workers.heartbeat", Value::Null),
            ("arrivals[1].count", serde_json::json!(9)),
            ("lambda.timeout", serde_json::json!(9)),
            ("effect.kind", serde_json::json!("idempotent")),
        ] {
            let by_part = scenario.with_part(path, &value);
            assert_eq!(by_part.ok(), scenario.with_field(path, &value).ok(), "{path}");
        }
        for path in ["workers.jib", "arrivals[7].count", "workers.job"] {
            assert_eq!(scenario.with_part(path, &Value::from("soon")).unwrap_err().field, path);
        }
    }

    #[test]
    fn value_of_another_kind_is_refused_by_its_path() {
        for (json, path) in [
            (serde_json::json!({ "workers": { "heartbeat": { "evry": 3 } } }), "workers.heartbeat.evry"),
            (serde_json::json!({ "arrivals": [{}, { "count": "many" }] }), "arrivals[1].count"),
            (serde_json::json!({ "workers": { "job": { "from": 1, "p99": 2 } } }), "workers.job"),
            (serde_json::json!({ "acts": [{ "do": "dance" }] }), "acts[0].do"),
        ] {
            assert_eq!(Scenario::from_value(&json).unwrap_err().field, path);
        }
    }
}

//! Settings by their paths: how a timed change, a fix or a field of the page sets one.

#[cfg(not(target_arch = "wasm32"))]
use serde_json::Map;
use serde_json::Value;

#[cfg(not(target_arch = "wasm32"))]
use super::super::nearest::nearest;
use super::super::problem::Problem;
#[cfg(not(target_arch = "wasm32"))]
use super::super::problem::unknown;
#[cfg(not(target_arch = "wasm32"))]
use super::RANGES;
#[cfg(not(target_arch = "wasm32"))]
use super::read::{probe, read};
use super::{Scenario, TimedChange};
use crate::queue::Millis;

impl Scenario {
    /// This scenario with one field set. A list's entry is named by its place, as `arrivals[0].count`; objects that are not there
    /// yet are made.
    ///
    /// # Errors
    /// If there is no such field, or it does not take this value: which, and what it takes.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn with_field(&self, path: &str, value: Value) -> Result<Self, Problem> {
        let mut whole = self.to_value();
        match place(&mut whole, path).filter(|_| meant(path).is_none()) {
            Some(place) => *place = value,
            None => return Err(Problem::told(path, no_such(path))),
        }
        read_back(&whole, path)
    }

    /// The same on the page, where nobody types paths.
    ///
    /// # Errors
    /// If there is no such field, or it does not take this value.
    #[cfg(target_arch = "wasm32")]
    #[allow(clippy::needless_pass_by_value, reason = "as natively")]
    pub fn with_field(&self, path: &str, value: Value) -> Result<Self, Problem> {
        self.with_part(path, &value)
    }

    /// This scenario with the fields of a timed change set.
    ///
    /// # Errors
    /// As [`with_field`](Self::with_field).
    pub fn with_fields(&self, change: &TimedChange) -> Result<Self, Problem> {
        change.set.iter().try_fold(self.clone(), |scenario, (path, value)| scenario.with_field(path, value.clone()))
    }

    /// What is in force from when on: the scenario after each of its timed changes, in the order of time.
    ///
    /// # Errors
    /// As [`with_field`](Self::with_field); the field is that of the change, as `changes[0].set.workers.batch`.
    pub(in crate::sim) fn phases(&self) -> Result<Vec<(Millis, Self)>, Problem> {
        self.phases_if(|_| None)
    }

    /// The same, as long as there is no problem with any of them.
    pub(super) fn phases_if(&self, problem: impl Fn(&Self) -> Option<Problem>) -> Result<Vec<(Millis, Self)>, Problem> {
        // Put in order one by one: there are few, and a sort is long.
        let mut changes: Vec<(usize, &TimedChange)> = Vec::new();
        for (place, change) in self.changes.iter().enumerate() {
            let after = changes.partition_point(|(_, other)| other.at <= change.at);
            changes.insert(after, (place, change));
        }
        let mut current = Self { changes: Vec::new(), ..self.clone() };
        let mut phases = Vec::new();
        for (place, change) in changes {
            // What is not set by this change has become wrong beside it.
            let in_file = |problem: Problem| {
                let is_set = change.set.keys().any(|path| problem.field.starts_with(path.as_str()));
                let link = if is_set { ".set." } else { ": " };
                Problem { field: format!("changes[{place}]{link}{}", problem.field), ..problem }
            };
            current = current.with_fields(change).map_err(in_file)?;
            match problem(&current) {
                Some(problem) => return Err(in_file(problem)),
                None => phases.push((change.at, current.clone())),
            }
        }
        Ok(phases)
    }
}

/// The scenario that a value of its own stands for in which one field was set.
#[cfg(not(target_arch = "wasm32"))]
fn read_back(whole: &Value, path: &str) -> Result<Scenario, Problem> {
    read(&whole.to_string()).map_err(|error| {
        let within = error.field.filter(|field| field.starts_with(path));
        Problem::told(within.as_deref().unwrap_or(path), error.message)
    })
}

/// What to say of a path that leads nowhere.
#[cfg(not(target_arch = "wasm32"))]
fn no_such(path: &str) -> String {
    let known: Vec<&str> = RANGES.iter().map(|range| range.path).filter(|path| !path.contains('[')).collect();
    let name = path.rsplit('.').next().unwrap_or_default();
    let elsewhere = || nearest(path, &known).or_else(|| nearest(&format!(".{name}"), &known)).map(str::to_owned);
    match meant(path).and_then(|meant| Some(meant).filter(|meant| !meant.is_empty()).or_else(elsewhere)) {
        Some(meant) => format!("no such setting: did you mean `{meant}`?"),
        None => "no such setting; expected a path, as queue.visibility_timeout".to_owned(),
    }
}

/// If a step of the path is no field: the path with that which was meant in its place; empty where none is near.
#[cfg(not(target_arch = "wasm32"))]
fn meant(path: &str) -> Option<String> {
    let error = probe(path, "null")?;
    let (name, known) = unknown(&error)?;
    let Some(near) = nearest(name, &known) else { return Some(String::new()) };
    let step = |step: &str| match step.strip_prefix(name) {
        Some(entry) if entry.is_empty() || entry.starts_with('[') => format!("{near}{entry}"),
        _ => step.to_owned(),
    };
    Some(path.split('.').map(step).collect::<Vec<_>>().join("."))
}

/// Where in `whole` the path leads.
#[cfg(not(target_arch = "wasm32"))]
fn place<'a>(whole: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    let mut at = whole;
    for step in path.split('.') {
        let (name, entry) = match step.split_once('[') {
            Some((name, rest)) => (name, Some(rest.strip_suffix(']')?.parse::<usize>().ok()?)),
            None => (step, None),
        };
        if name.is_empty() {
            return None;
        }
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        at = at.as_object_mut()?.entry(name).or_insert(Value::Null);
        if let Some(entry) = entry {
            at = at.as_array_mut()?.get_mut(entry)?;
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Law;

    #[test]
    fn field_set_by_its_path_changes_that_field_alone() {
        let scenario = Scenario::default();
        let set = scenario.with_field("workers.job", Value::from("2m")).unwrap();
        assert_eq!(set.workers.job, Law::Fixed(Millis::from_secs(120)));
        let mut back = set.clone();
        back.workers.job = scenario.workers.job.clone();
        assert_eq!(back, scenario);
        let beating = scenario.with_field("workers.heartbeat.every", Value::from(10)).unwrap();
        assert_eq!(beating.workers.heartbeat.map(|heartbeat| heartbeat.every), Some(Millis::from_secs(10)));
    }

    #[test]
    fn field_unknown_or_of_the_wrong_kind_is_refused_by_its_path() {
        let scenario = Scenario::default();
        for (path, value) in [
            ("workers.jib", Value::from(1)),
            ("workers.job", Value::from("soon")),
            ("arrivals[3].count", Value::from(1)),
            ("", Value::from(1)),
        ] {
            assert_eq!(scenario.with_field(path, value).unwrap_err().field, path);
        }
    }
}

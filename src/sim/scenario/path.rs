//! Settings by their paths: how a timed change, a fix or a field of the page sets one.

use serde_json::{Map, Value};

use super::super::problem::{self, Problem};
use super::{Scenario, TimedChange};
use crate::queue::Millis;

impl Scenario {
    /// The scenario as a JSON value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        // By way of the text, so that the page carries one way to write a scenario and not two.
        serde_json::from_str(&self.to_json()).expect("a scenario's own JSON")
    }

    /// This scenario with one field set. A list's entry is named by its place, as `arrivals[0].count`; objects that are not there
    /// yet are made.
    ///
    /// # Errors
    /// If there is no such field, or it does not take this value: which, and what it takes.
    pub fn with_field(&self, path: &str, value: Value) -> Result<Self, Problem> {
        let mut whole = self.to_value();
        let unknown = || Problem::new(path, "the path of a field, as queue.visibility_timeout");
        *place(&mut whole, path).ok_or_else(unknown)? = value;
        problem::parse::<Self>(&whole.to_string()).map_err(|error| Problem::new(path, &error.message))
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
    /// As [`with_field`](Self::with_field).
    pub(in crate::sim) fn phases(&self) -> Result<Vec<(Millis, Self)>, Problem> {
        let mut changes: Vec<&TimedChange> = self.changes.iter().collect();
        changes.sort_by_key(|change| change.at);
        let mut current = Self { changes: Vec::new(), ..self.clone() };
        let mut phases = Vec::new();
        for change in changes {
            current = current.with_fields(change)?;
            phases.push((change.at, current.clone()));
        }
        Ok(phases)
    }
}

/// Where in `whole` the path leads.
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

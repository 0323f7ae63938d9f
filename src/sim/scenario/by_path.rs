//! Settings by their paths: how a timed change, a fix or a control of the page sets one.

use serde_json::{Map, Value};

use super::super::nearest::nearest;
use super::super::problem::Problem;
use super::super::wording::unknown;
use super::RANGES;
use super::Scenario;
use super::read::{probe, read};

impl Scenario {
    /// This scenario with one field set. A list's entry is named by its place, as `arrivals[0].count`; objects that are not there
    /// yet are made.
    ///
    /// # Errors
    /// If there is no such field, or it does not take this value: which, and what it takes.
    pub fn with_field(&self, path: &str, value: &Value) -> Result<Self, Problem> {
        let mut whole = self.to_value();
        match place(&mut whole, path).filter(|_| meant(path).is_none()) {
            Some(place) => value.clone_into(place),
            None => return Err(Problem::told(path, no_such(path))),
        }
        read_back(&whole, path)
    }
}

/// The scenario that a value of its own stands for in which one field was set.
fn read_back(whole: &Value, path: &str) -> Result<Scenario, Problem> {
    read(&whole.to_string()).map_err(|error| {
        let within = error.field.filter(|field| field.starts_with(path));
        Problem::told(within.as_deref().unwrap_or(path), error.message)
    })
}

/// What to say of a path that leads nowhere.
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
    use crate::queue::Millis;
    use crate::sim::Law;

    #[test]
    fn field_set_by_its_path_changes_that_field_alone() {
        let scenario = Scenario::default();
        let set = scenario.with_field("workers.job", &Value::from("2m")).unwrap();
        assert_eq!(set.workers.job, Law::Fixed(Millis::from_secs(120)));
        let mut back = set.clone();
        back.workers.job = scenario.workers.job.clone();
        assert_eq!(back, scenario);
        let beating = scenario.with_field("workers.heartbeat.every", &Value::from(10)).unwrap();
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
            assert_eq!(scenario.with_field(path, &value).unwrap_err().field, path);
        }
    }
}

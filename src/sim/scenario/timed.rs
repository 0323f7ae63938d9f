//! Changes from an instant on: how "from now on" writes a timed change, as SetQueueAttributes would act on a live queue.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Scenario, TimedChange};
use crate::queue::Millis;

impl Scenario {
    /// The settings in force at `t`: as they are at the start, with every change timed until then made. It has no timed changes
    /// of its own. One that cannot be made is left out; [`problems`](Self::problems) names it.
    #[must_use]
    pub fn in_force_at(&self, t: Millis) -> Self {
        let mut changes: Vec<&TimedChange> = self.changes.iter().filter(|change| change.at <= t).collect();
        changes.sort_by_key(|change| change.at);
        let start = Self { changes: Vec::new(), ..self.clone() };
        changes.into_iter().fold(start, |scenario, change| scenario.with_fields(change).unwrap_or(scenario))
    }

    /// This scenario with a change timed at `t`, after which the settings in force are those of `then`. Another change at the same
    /// instant becomes one with it. Whether these settings can change during a run, [`problems`](Self::problems) says.
    #[must_use]
    pub fn from_then_on(&self, t: Millis, then: &Self) -> Self {
        let mut set = BTreeMap::new();
        differences("", &self.in_force_at(t).to_value(), &then.to_value(), &mut set);
        let mut scenario = self.clone();
        if set.is_empty() {
            return scenario;
        }
        if let Some(change) = scenario.changes.iter_mut().find(|change| change.at == t) {
            change.set.extend(set);
        } else {
            let place = scenario.changes.partition_point(|change| change.at < t);
            scenario.changes.insert(place, TimedChange { at: t, set });
        }
        scenario
    }
}

/// The fields in which two values differ, by path, with what they are in the second one. What comes into being or goes is set as
/// a whole.
fn differences(path: &str, before: &Value, after: &Value, set: &mut BTreeMap<String, Value>) {
    let (Value::Object(old), Value::Object(new)) = (before, after) else {
        if before != after {
            set.insert(path.to_owned(), after.clone());
        }
        return;
    };
    let link = if path.is_empty() { "" } else { "." };
    for (name, value) in new {
        differences(&format!("{path}{link}{name}"), old.get(name).unwrap_or(&Value::Null), value, set);
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        set.insert(format!("{path}{link}{name}"), Value::Null);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Change;

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    #[test]
    fn setting_changed_from_an_instant_on_is_one_timed_change() {
        let base = Scenario::default();
        let then = base.in_force_at(secs(20)).with(&[Change::VisibilityTimeout(secs(60))]);
        let timed = base.from_then_on(secs(20), &then);
        let change = TimedChange { at: secs(20), set: [("queue.visibility_timeout".to_owned(), 60.into())].into() };
        assert_eq!(timed.changes, [change]);
        assert_eq!(timed.problems(), []);
        assert_eq!(timed.in_force_at(secs(19)).queue.visibility_timeout, secs(30));
        assert_eq!(timed.in_force_at(secs(20)).queue.visibility_timeout, secs(60));
    }

    #[test]
    fn setting_changed_twice_at_an_instant_stays_one_timed_change_with_the_last_value() {
        let mut timed = Scenario::default();
        for timeout in [40, 50] {
            let then = timed.in_force_at(secs(20)).with(&[Change::VisibilityTimeout(secs(timeout))]);
            timed = timed.from_then_on(secs(20), &then);
        }
        assert_eq!(timed.changes.len(), 1);
        assert_eq!(timed.in_force_at(secs(20)).queue.visibility_timeout, secs(50));
    }

    #[test]
    fn heartbeat_turned_on_and_off_comes_and_goes_as_a_whole() {
        let base = Scenario::default();
        let with_beat = base.with(&[Change::HeartbeatEvery(Some(secs(10)))]);
        let on = base.from_then_on(secs(5), &with_beat);
        assert_eq!(on.in_force_at(secs(5)).workers.heartbeat, with_beat.workers.heartbeat);
        let off = on.from_then_on(secs(9), &on.in_force_at(secs(9)).with(&[Change::HeartbeatEvery(None)]));
        assert_eq!(off.problems(), []);
        assert_eq!(off.in_force_at(secs(9)).workers.heartbeat, None);
        assert_eq!(off.in_force_at(secs(8)).workers.heartbeat, with_beat.workers.heartbeat);
    }

    #[test]
    fn setting_that_is_fixed_for_a_run_is_refused_by_name() {
        let base = Scenario::default();
        let timed = base.from_then_on(secs(20), &base.with(&[Change::WorkerCount(5)]));
        let [problem] = &timed.problems()[..] else { panic!("one problem") };
        assert_eq!(problem.field, "changes[0].set.workers.count");
        assert!(problem.message().starts_with("fixed for the whole run"), "{}", problem.message());
    }
}

//! Timed changes: what is in force from when on.

use super::super::problem::Problem;
use super::{Scenario, TimedChange};
use crate::queue::Millis;

impl Scenario {
    /// This scenario with the fields of a timed change set.
    ///
    /// # Errors
    /// As [`with_field`](Self::with_field).
    pub fn with_fields(&self, change: &TimedChange) -> Result<Self, Problem> {
        change.set.iter().try_fold(self.clone(), |scenario, (path, value)| scenario.with_field(path, value))
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

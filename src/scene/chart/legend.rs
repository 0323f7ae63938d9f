//! What the signs of a chart mean: those that this run has, and no others.

use super::marks::{MarkKind, Marks, message_marks};
use super::plan::{Plan, RowsBy};
use crate::queue::Millis;
use crate::sim::{LeaseEnd, Trace};

/// A sign of the chart.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Sign {
    /// The band.
    Lease,
    /// The bar.
    Job,
    /// The hatched stretch behind a band.
    Overrun,
    /// Two bars at once in the row of a message.
    Clash,
    /// The dashed stretch behind a band.
    Spare,
    /// The stretch in which a worker is down.
    Down,
    /// A mark.
    Mark(MarkKind),
}

impl Sign {
    /// What it means.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Lease => "lease: the message is hidden from others",
            Self::Job => "the job in it",
            Self::Overrun => "work without a lease",
            Self::Clash => "two workers on one message at once",
            Self::Spare => "what was left of the lease at the delete",
            Self::Down => "the worker is down",
            Self::Mark(kind) => kind.meaning(),
        }
    }
}

impl MarkKind {
    /// What it means.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Heartbeat => "heartbeat: the deadline moves",
            Self::HeartbeatStale => "heartbeat with an old receipt: the newer delivery's deadline moves",
            Self::HeartbeatIgnored => "heartbeat after the lease: 200, and nothing moves",
            Self::HeartbeatRefused => "heartbeat refused",
            Self::HeartbeatMissing => "heartbeat lost on the way",
            Self::Returned => "given back by the worker",
            Self::Deleted => "deleted",
            Self::DeletedLate => "deleted after the lease was over",
            Self::DeleteStale => "delete with an old receipt: 200, and nothing deleted",
            Self::DeleteGone => "delete: nothing was left to delete",
            Self::DeleteRefused => "delete refused",
            Self::Crash => "the worker crashed",
            Self::Failure => "the job failed",
            Self::Resurfaced => "visible though lent, by chance",
            Self::DeadLetter => "to the dead-letter queue",
            Self::Redriven => "back from the dead-letter queue",
            Self::Expired => "expired: its retention was over",
            Self::Purged => "purged",
        }
    }
}

/// The signs that the chart of a run has.
#[must_use]
pub fn legend(trace: &Trace, plan: &Plan, marks: &Marks) -> Vec<Sign> {
    let by_worker = plan.by == RowsBy::Worker;
    let has_spare = |ended| matches!(ended, Some((_, LeaseEnd::Deleted)));
    let mut kinds: Vec<MarkKind> = marks.kinds().collect();
    if !by_worker {
        for message in (0..).zip(&trace.messages).map(|(message, _)| message) {
            for (_, kind) in message_marks(trace, message) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
        }
    }
    kinds.sort_unstable();
    [
        (Sign::Lease, !trace.leases.is_empty()),
        (Sign::Job, trace.leases.iter().any(|lease| lease.started.is_some())),
        (Sign::Overrun, trace.leases.iter().any(|lease| lease.overrun(trace.end).is_some())),
        (Sign::Clash, !by_worker && has_clash(trace)),
        (
            Sign::Spare,
            trace.leases.iter().any(|lease| has_spare(lease.ended) && lease.to() < lease.deadline_at(lease.to())),
        ),
        (Sign::Down, by_worker && trace.workers.iter().any(|worker| !worker.down.is_empty())),
    ]
    .into_iter()
    .filter_map(|(key, is_there)| is_there.then_some(key))
    .chain(kinds.into_iter().map(Sign::Mark))
    .collect()
}

/// Whether two workers are ever at one message at once.
fn has_clash(trace: &Trace) -> bool {
    (0..).zip(&trace.messages).any(|(message, _)| {
        let mut at_work: Vec<(Millis, Millis)> = trace
            .leases_of(message)
            .filter_map(|lease| Some((lease.started?, lease.job_ended.map_or(trace.end, |(at, _)| at))))
            .filter(|(from, to)| from < to)
            .collect();
        at_work.sort_unstable();
        at_work.windows(2).any(|pair| pair[1].0 < pair[0].1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Scenario, run};

    fn keys(json: &str, by: RowsBy) -> Vec<Sign> {
        let trace = run(&Scenario::from_json(json).unwrap());
        legend(&trace, &Plan::new(&trace, by), &Marks::of(&trace))
    }

    #[test]
    fn legend_of_the_double_charge_names_its_signs_and_no_others() {
        let json = r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 2, "job": 45 }, "horizon": 90 }"#;
        let expected = [Sign::Lease, Sign::Job, Sign::Overrun, Sign::Clash, Sign::Mark(MarkKind::DeleteStale)];
        assert_eq!(keys(json, RowsBy::Message), expected);
        let expected = [Sign::Lease, Sign::Job, Sign::Overrun, Sign::Mark(MarkKind::DeleteStale)];
        assert_eq!(keys(json, RowsBy::Worker), expected);
    }

    #[test]
    fn legend_of_a_job_in_time_has_the_lease_that_was_left_over_and_no_trouble() {
        let json = r#"{ "queue": { "visibility_timeout": 60 }, "workers": { "count": 2, "job": 45 }, "horizon": 90 }"#;
        let expected = [Sign::Lease, Sign::Job, Sign::Spare, Sign::Mark(MarkKind::Deleted)];
        assert_eq!(keys(json, RowsBy::Message), expected);
    }

    #[test]
    fn legend_of_a_crash_names_the_worker_that_is_down_where_rows_are_workers() {
        let json = r#"{ "workers": { "count": 1, "job": 20 }, "crashes": [{ "worker": 1, "job": 1, "after": 10 }], "horizon": 40 }"#;
        assert!(keys(json, RowsBy::Worker).contains(&Sign::Down));
        assert!(!keys(json, RowsBy::Message).contains(&Sign::Down));
        assert!(keys(json, RowsBy::Message).contains(&Sign::Mark(MarkKind::Crash)));
    }
}

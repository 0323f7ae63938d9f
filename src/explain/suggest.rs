//! What to try next: fixes for a run that went wrong, and ways to break one that went well. Each was tried before it is offered.

use super::verdict::{Tone, verdict};
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis};
use crate::sim::span::humane;
use crate::sim::{Change, JobEnd, Scenario, Trace, run};

/// Something to try.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// What to do, as an order: `Send a heartbeat every 20 s`.
    pub label: String,
    /// The changes that do it.
    pub changes: Vec<Change>,
}

/// Runs of more events than this are not tried again for the sake of a suggestion: it would be felt at the slider.
const MAX_EVENTS: usize = 5_000;

/// Up to three things to try on a scenario whose run is `trace`.
#[must_use]
pub fn suggest(scenario: &Scenario, trace: &Trace) -> Vec<Suggestion> {
    if trace.events.len() > MAX_EVENTS {
        return Vec::new();
    }
    let tone = verdict(scenario, trace).tone;
    let candidates = if tone == Tone::Well { breaks(scenario) } else { fixes(scenario, trace) };
    let is_better = |after: Tone| if tone == Tone::Well { after != Tone::Well } else { after == Tone::Well };
    let holds = |candidate: &Suggestion| {
        let changed = scenario.with(&candidate.changes);
        changed.problems().is_empty() && is_better(verdict(&changed, &run(&changed)).tone)
    };
    candidates.into_iter().filter(holds).take(3).collect()
}

fn fixes(scenario: &Scenario, trace: &Trace) -> Vec<Suggestion> {
    let Scenario { queue, workers, .. } = scenario;
    let timeout = queue.visibility_timeout;
    let mut fixes = Vec::new();
    let mut offer = |label: String, changes: &[Change]| fixes.push(Suggestion { label, changes: changes.to_vec() });
    // A third on top of the job, so that a slow day still fits.
    if let Some(longer) = round_up(Millis(workers.job.tail().0 * 4 / 3))
        && longer > timeout
    {
        offer(format!("Set the timeout to {}", humane(longer)), &[Change::VisibilityTimeout(longer)]);
    }
    if let Some(every) = beat_for(timeout) {
        let changes = [Change::HeartbeatEvery(Some(every)), Change::HeartbeatSets(None)];
        offer(format!("Send a heartbeat every {}", humane(every)), &changes);
    }
    let has = |end: JobEnd| trace.leases.iter().any(|lease| lease.job_ended.is_some_and(|(_, was)| was == end));
    if has(JobEnd::Crashed) {
        // Short enough to be back soon after a crash, and a heartbeat for the jobs that take longer.
        for timeout in [30, 60].map(Millis::from_secs) {
            if let Some(every) = beat_for(timeout) {
                let label = format!("A timeout of {}, and a heartbeat every {}", humane(timeout), humane(every));
                let beat = [Change::HeartbeatEvery(Some(every)), Change::HeartbeatSets(None)];
                offer(label, &[&[Change::VisibilityTimeout(timeout)], &beat[..]].concat());
            }
        }
        offer("Let no worker crash".to_owned(), &[Change::Crash(None)]);
    }
    fixes
}

fn breaks(scenario: &Scenario) -> Vec<Suggestion> {
    let Scenario { queue, workers, .. } = scenario;
    let timeout = queue.visibility_timeout;
    let mut breaks = Vec::new();
    let mut offer = |label: String, changes: &[Change]| breaks.push(Suggestion { label, changes: changes.to_vec() });
    if workers.heartbeat.is_some() {
        offer("Turn the heartbeat off".to_owned(), &[Change::HeartbeatEvery(None)]);
        let late = Millis::from_secs((timeout.0 * 4 / 3).div_ceil(1000));
        offer(format!("Send it only every {}", humane(late)), &[Change::HeartbeatEvery(Some(late))]);
    }
    let slow = Millis::from_secs((timeout.0 * 3 / 2).div_ceil(1000));
    offer(format!("Let the job take {}", humane(slow)), &[Change::Job(slow)]);
    if workers.job.typical() > Millis(1) {
        offer("Crash worker-1 in mid-job".to_owned(), &[Change::Crash(Some(Millis(workers.job.typical().0 / 2)))]);
    }
    breaks
}

/// Two thirds of a timeout: the margin that lets one late heartbeat pass. `None` for a timeout too short for one.
fn beat_for(timeout: Millis) -> Option<Millis> {
    let every = Millis(timeout.0 * 2 / 3 / 1000 * 1000);
    (every > Millis::ZERO).then_some(every)
}

/// The next timeout that a person would choose; `None` beyond twelve hours.
fn round_up(least: Millis) -> Option<Millis> {
    let step = match least.whole_secs() {
        0..=9 => 1,
        10..=59 => 5,
        60..=599 => 30,
        600..=3599 => 300,
        _ => 1800,
    };
    let secs = least.0.div_ceil(step * 1000) * step;
    (secs <= MAX_VISIBILITY_TIMEOUT).then(|| Millis::from_secs(secs))
}

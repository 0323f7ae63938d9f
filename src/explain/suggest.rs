//! What to try next: fixes for a run that went wrong, and ways to break one that went well. Each was tried before it is offered.

use super::cause::{Trouble, TroubleKind, troubles};
use super::fixes::{candidates, usual};
use super::verdict::{Tone, verdict};
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{Change, Scenario, Trace, run_up_to};

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
/// The same where somebody has asked why.
const MAX_EVENTS_ASKED: usize = 200_000;
/// So many are offered at most.
pub const MOST_FIXES: usize = 3;

/// Up to three things to try on a scenario whose run is `trace` and went as `tone` says.
#[must_use]
pub fn suggest(scenario: &Scenario, trace: &Trace, tone: Tone) -> Vec<Suggestion> {
    if trace.events.len() > MAX_EVENTS {
        return Vec::new();
    }
    let candidates = if tone == Tone::Well { breaks(scenario) } else { usual(scenario, trace) };
    let is_better = |after: Tone| if tone == Tone::Well { after != Tone::Well } else { after == Tone::Well };
    let holds = |candidate: &Suggestion| {
        tried(scenario, candidate, MAX_EVENTS).is_some_and(|(changed, trace)| is_better(verdict(&changed, &trace).tone))
    };
    candidates.into_iter().filter(holds).take(MOST_FIXES).collect()
}

/// Up to three changes each of which would have prevented a trouble, and brought none as grave to its message.
#[must_use]
pub fn fixes_for(scenario: &Scenario, trace: &Trace, trouble: Trouble) -> Vec<Suggestion> {
    let candidates = remedies(scenario, trace).into_iter();
    candidates.filter(|it| prevents(scenario, trace, trouble, it)).take(MOST_FIXES).collect()
}

/// All that might have prevented the troubles of a run, the usual first; none where the run is too long to try them on. Which of
/// them holds, [`prevents`] finds out by a run of its own: a page can look at one after the other.
#[must_use]
pub fn remedies(scenario: &Scenario, trace: &Trace) -> Vec<Suggestion> {
    if trace.events.len() > MAX_EVENTS_ASKED { Vec::new() } else { candidates(scenario, trace) }
}

/// Whether a remedy would have prevented a trouble of a run, and brought none as grave to its message. Where the run is the last part
/// of one without an end, it is tried from the start to the end of that part.
#[must_use]
pub fn prevents(scenario: &Scenario, trace: &Trace, trouble: Trouble, remedy: &Suggestion) -> bool {
    let is_part = trace.begin > Millis::ZERO;
    let scenario = if is_part { &scenario.lasting(trace.end) } else { scenario };
    let Some((changed, after)) = tried(scenario, remedy, MAX_EVENTS_ASKED) else { return false };
    let Some(message) = after.numbered(trace.number(trouble.message)) else { return false };
    let is_done = trouble.kind == TroubleKind::Stall || after.keys[after.message(message).key as usize].effects > 0;
    is_done && troubles(&after, &changed, message).iter().all(|left| left.kind > trouble.kind)
}

/// The scenario with the changes made, and its run; `None` if they cannot be made, or make the run much longer than it may be.
fn tried(scenario: &Scenario, candidate: &Suggestion, most_events: usize) -> Option<(Scenario, Trace)> {
    let changed = scenario.with(&candidate.changes);
    if changed == *scenario || !changed.problems().is_empty() {
        return None;
    }
    let trace = run_up_to(&changed, 2 * most_events);
    (!trace.cut_off).then_some((changed, trace))
}

fn breaks(scenario: &Scenario) -> Vec<Suggestion> {
    let Scenario { workers, .. } = scenario;
    let timeout = scenario.effective_timeout();
    let mut breaks = Vec::new();
    let mut offer = |label: String, changes: &[Change]| breaks.push(Suggestion { label, changes: changes.to_vec() });
    if workers.heartbeat.is_some() {
        offer("Turn the heartbeat off".to_owned(), &[Change::HeartbeatEvery(None)]);
        let late = Millis::from_secs((timeout.0 * 4 / 3).div_ceil(1000));
        offer(format!("Send it only every {}", humane(late)), &[Change::HeartbeatEvery(Some(late))]);
    }
    let slow = Millis::from_secs((timeout.0 * 3 / 2).div_ceil(1000));
    offer(format!("Let the job take {}", humane(slow)), &[Change::Job(slow)]);
    let typical = workers.job.typical();
    if typical > Millis(1) {
        offer("Crash worker-1 in mid-job".to_owned(), &[Change::Crash(Some(Millis(typical.0 / 2)))]);
    }
    breaks
}

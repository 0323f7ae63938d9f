//! What a worker does at an instant, in a word or a few.

use super::{Card, CardState};
use crate::explain::worker_name;
use crate::queue::Millis;
use crate::scene::axis::ratio;
use crate::scene::{Rect, bold_width, fitting, what_was_done};
use crate::sim::span::humane;
use crate::sim::{Delete, JobEnd, Lease, Scenario, Trace, WorkerIx};

/// What of a card's width is not for words: its margin and the token.
const CARD_TAKEN: f64 = 14.0 + 64.0;

/// The card of a worker at `at`.
pub(in crate::scene) fn card(
    scenario: &Scenario,
    trace: &Trace,
    t: Millis,
    travel: Millis,
    worker: WorkerIx,
    at: Rect,
) -> Card {
    let Activity { state, words, progress } = activity(scenario, trace, t, travel, worker);
    let note = fitting(words, bold_width, at.width - CARD_TAKEN);
    Card { worker, at, title: worker_name(worker), state, note, progress }
}

/// What a worker does.
struct Activity {
    state: CardState,
    /// The same in ever fewer words.
    words: [String; 3],
    progress: Option<f64>,
}

impl Activity {
    fn new(state: CardState, words: [&str; 3], progress: Option<f64>) -> Self {
        Self { state, words: words.map(str::to_owned), progress }
    }
}

/// What the worker does at `t`, without the words: for a hundred workers, of whom only the numbers are shown.
pub(in crate::scene) fn state_at(trace: &Trace, t: Millis, worker: WorkerIx) -> CardState {
    match trace.last_lease_at(worker, t) {
        _ if trace.is_down_at(worker, t) => CardState::Down,
        Some(lease) if lease.is_worked_on_at(t) && lease.is_open_at(t) => CardState::Working,
        Some(lease) if lease.is_worked_on_at(t) => CardState::Overrun,
        _ => CardState::Idle,
    }
}

fn activity(scenario: &Scenario, trace: &Trace, t: Millis, travel: Millis, worker: WorkerIx) -> Activity {
    let idle = Activity::new(CardState::Idle, ["waiting for a message", "waiting", "waiting"], None);
    let last = trace.last_lease_at(worker, t);
    if trace.is_down_at(worker, t) {
        // Not in mid-job: it has not been started yet, its process was asked to end, or was killed while it waited.
        let Some((at, JobEnd::Crashed)) = last.and_then(|lease| lease.job_ended) else {
            return Activity::new(CardState::Down, ["down"; 3], None);
        };
        return Activity::new(CardState::Down, [&format!("crashed at {}", humane(at)), "crashed", "crashed"], None);
    }
    let Some(lease) = last else { return idle };
    if !lease.is_worked_on_at(t) {
        return just_done(scenario, lease, t, travel).unwrap_or(idle);
    }
    let progress = Some(ratio(t.since(lease.started.unwrap_or(lease.from)), scenario.workers.job.typical()).min(1.0));
    match lease.ended {
        Some((ended_at, _)) if ended_at <= t => {
            let short = format!("lease lost at {}", humane(ended_at));
            Activity::new(CardState::Overrun, [&format!("{short}, works on"), &short, "lease lost"], progress)
        }
        _ => {
            let receipt = lease.receive;
            let left = lease.deadline_at(t).since(t);
            if left == Millis::ZERO {
                let long = format!("receipt {receipt}, lease ends now");
                return Activity::new(CardState::Working, [&long, "lease ends now", "ends now"], progress);
            }
            // Whole seconds, rounded up: nothing is left only when nothing is.
            let left = humane(Millis(left.0.div_ceil(1000) * 1000));
            let short = format!("lease has {left} left");
            let long = match trace.held_at(worker, t) {
                0 => format!("receipt {receipt}, {short}"),
                held => format!("{left} left, {held} more in hand"),
            };
            Activity::new(CardState::Working, [&long, &short, &format!("{left} left")].map(String::as_str), progress)
        }
    }
}

/// For a moment after its end, what a job did.
fn just_done(scenario: &Scenario, lease: &Lease, t: Millis, travel: Millis) -> Option<Activity> {
    let (at, end) = lease.job_ended?;
    if t.since(at) > Millis(travel.0 * 2) {
        return None;
    }
    let JobEnd::Done = end else {
        let failed = || Activity::new(CardState::DoneBadly, ["the job failed", "failed", "failed"], Some(1.0));
        return (end == JobEnd::Failed).then(failed);
    };
    let outcome = lease.deleted.map(|(_, outcome)| outcome);
    let is_in_vain = matches!(outcome, Some(Delete::Ignored | Delete::Refused));
    let state = if lease.is_repeat() || is_in_vain { CardState::DoneBadly } else { CardState::Done };
    let done = what_was_done(scenario, lease);
    let long = match outcome {
        Some(Delete::Removed) => format!("{done} and deleted"),
        Some(Delete::Ignored | Delete::Refused) => format!("{done}; nothing deleted"),
        Some(Delete::Gone) => format!("{done}; it was gone"),
        None => done.clone(),
    };
    Some(Activity::new(state, [&long, &done, &done], Some(1.0)))
}

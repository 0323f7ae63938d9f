//! The verdict on a run that is not at its end.

use super::{Judge, Tone, Verdict, is};
use crate::queue::Millis;
use crate::sim::span::exact;
use crate::sim::{JobEnd, MessageLife, Scenario, Trace};

/// Judges the part that is kept of a run without an end. That some messages are on their way is no wonder there.
#[must_use]
pub fn verdict_so_far(scenario: &Scenario, trace: &Trace) -> Verdict {
    let judge = Judge { scenario, trace };
    let verdict = judge
        .trouble()
        .or_else(|| judge.endless_failure().filter(|_| judge.fails_again_and_again()))
        .or_else(|| judge.waits_after_crash())
        .or_else(|| judge.stalls())
        .unwrap_or_else(|| judge.well_so_far());
    if trace.begin == Millis::ZERO {
        return verdict;
    }
    let kept = format!("This is about {} to {}.", exact(trace.begin), exact(trace.end));
    Verdict { detail: format!("{} {kept}", verdict.detail), ..verdict }
}

impl Judge<'_> {
    /// Everything that is over was done once, and the rest goes well so far.
    fn well_so_far(&self) -> Verdict {
        let all = self.trace.messages.len();
        let open = self.trace.messages.iter().filter(|life| life.effects == 0).count();
        if open == 0 {
            return self.well();
        }
        let (thing, done) = (&self.scenario.story.thing, &self.scenario.story.done);
        let over = all - open;
        Verdict {
            tone: Tone::Well,
            headline: format!(
                "All is well so far: {over} of {all} {thing}s {} {done} once, {open} {} on the way.",
                is(over),
                is(open)
            ),
            detail: "No lease was too short.".to_owned(),
        }
    }

    /// Whether a message that was never done failed more than once. One failure may be followed by success yet.
    fn fails_again_and_again(&self) -> bool {
        let failed = |life: &MessageLife| {
            let ends = life.leases.iter().map(|&lease| self.trace.lease(lease).job_ended);
            ends.filter(|end| matches!(end, Some((_, JobEnd::Failed)))).count()
        };
        self.trace.messages.iter().any(|life| life.effects == 0 && failed(life) > 1)
    }
}

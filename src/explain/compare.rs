//! Two runs beside each other: what the second one did better, and at what price, in a sentence.

use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{JobEnd, Place, Trace};

use super::cause::lost_at;

/// What two runs are compared by.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
struct Outcome {
    /// Effects beyond the first of each thing.
    duplicate_effects: u64,
    /// Deliveries beyond the first of each message.
    duplicate_deliveries: u64,
    /// Messages that are gone and whose thing was never done.
    lost: u64,
    /// Messages that ever came to the dead-letter queue.
    dead_letters: u64,
    /// Messages that are neither gone nor dead letters when the run ends.
    left: u64,
    /// The longest time from the death of a worker to the next receive of what it had; `None` where nothing was received again.
    recovery: Option<Millis>,
    /// When the last message was deleted.
    finished: Option<Millis>,
}

impl Outcome {
    fn of(trace: &Trace) -> Self {
        let mut outcome = Self::default();
        for key in &trace.keys {
            outcome.duplicate_effects += u64::from(key.effects.saturating_sub(1));
        }
        for (message, life) in (0..).zip(&trace.messages) {
            outcome.duplicate_deliveries += (life.leases.len() as u64).saturating_sub(1);
            outcome.lost += u64::from(lost_at(trace, message).is_some());
            outcome.dead_letters += u64::from(life.first_at(Place::DeadLetters).is_some());
            outcome.left += u64::from(life.last_place().is_some_and(|place| !place.is_final()));
            if let Some(&(at, Place::Deleted)) = life.places.last() {
                outcome.finished = outcome.finished.max(Some(at));
            }
        }
        for lease in &trace.leases {
            if let (Some((at, JobEnd::Crashed)), Some(next)) = (lease.job_ended, trace.next_of(lease)) {
                outcome.recovery = outcome.recovery.max(Some(next.from.since(at)));
            }
        }
        outcome
    }
}

/// How the run `now` differs from the run `then` in what came of it, as a sentence.
#[must_use]
pub fn compare(then: &Trace, now: &Trace) -> String {
    let (a, b) = (Outcome::of(then), Outcome::of(now));
    let parts: Vec<String> = [
        counted(a.duplicate_effects, b.duplicate_effects, "duplicate effect"),
        counted(a.duplicate_deliveries, b.duplicate_deliveries, "duplicate delivery"),
        counted(a.lost, b.lost, "lost message"),
        counted(a.dead_letters, b.dead_letters, "dead letter"),
        counted(a.left, b.left, "unfinished message"),
        timed(a.recovery, b.recovery, "recovery after a crash"),
        timed(a.finished, b.finished, "the last delete"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() {
        return "Nothing that counts differs: the same effects, deliveries, losses and times.".to_owned();
    }
    let sentence = parts.join("; ");
    let first = sentence.chars().next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", sentence.chars().skip(1).collect::<String>())
}

/// `2 duplicate effects fewer`.
fn counted(then: u64, now: u64, what: &str) -> Option<String> {
    let (difference, word) = if now < then { (then - now, "fewer") } else { (now - then, "more") };
    match difference {
        0 => None,
        1 => Some(format!("1 {what} {word}")),
        many => Some(format!("{many} {} {word}", plural(what))),
    }
}

fn plural(what: &str) -> String {
    match what.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{what}s"),
    }
}

/// `recovery after a crash 40 s later`.
fn timed(then: Option<Millis>, now: Option<Millis>, what: &str) -> Option<String> {
    match (then, now) {
        (Some(then), Some(now)) if then < now => Some(format!("{what} {} later", humane(now.since(then)))),
        (Some(then), Some(now)) if now < then => Some(format!("{what} {} earlier", humane(then.since(now)))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios;
    use crate::sim::{Change, Scenario, run};

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    fn compared(then: &Scenario, now: &[Change]) -> String {
        compare(&run(then), &run(&then.with(now)))
    }

    #[test]
    fn double_charged_order_with_a_longer_timeout_is_charged_once_less() {
        // Pinned: received at 0, 30 and 60, charged at 45 and 75, never deleted by 90. Now: received once, deleted at 45.
        let sentence = compared(&scenarios::first(), &[Change::VisibilityTimeout(secs(60))]);
        assert_eq!(sentence, "1 duplicate effect fewer; 2 duplicate deliveries fewer; 1 unfinished message fewer.");
    }

    #[test]
    fn longer_timeout_after_a_crash_recovers_later() {
        let crash = [Change::VisibilityTimeout(secs(60)), Change::Crash(Some(secs(20)))];
        let then = scenarios::first().with(&crash);
        // Crashed at 20, received again when the lease ends, at 60 or 100, and deleted 45 s after that.
        let sentence = compared(&then, &[Change::VisibilityTimeout(secs(100))]);
        assert_eq!(sentence, "Recovery after a crash 40 s later; the last delete 40 s later.");
    }

    #[test]
    fn run_compared_with_itself_differs_in_nothing() {
        let sentence = compared(&scenarios::first(), &[]);
        assert_eq!(sentence, "Nothing that counts differs: the same effects, deliveries, losses and times.");
    }
}

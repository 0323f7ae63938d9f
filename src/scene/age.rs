//! How old the oldest message of the queue is, delayed ones and those in flight included.

use super::series::Series;
use crate::queue::Millis;
use crate::sim::Trace;

/// For how long a message was the oldest in the queue, those delayed and in flight included.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Oldest {
    /// When it came into the queue.
    pub sent: Millis,
    /// From when on it was the oldest.
    pub from: Millis,
    /// When it went, or the end of the run.
    pub to: Millis,
    /// Whether it was still there at the end of the run.
    pub stayed: bool,
}

/// The oldest messages of a run, one after another. A redrive counts as a new message, as for the queue.
#[must_use]
pub fn oldest(trace: &Trace) -> Vec<Oldest> {
    let mut oldest = Vec::new();
    let mut until = trace.begin;
    for (sent, gone) in stays(trace) {
        let to = gone.unwrap_or(trace.end);
        // One that went before it was ever the oldest, or in the instant in which it came, is left out.
        if to > until && to > sent {
            oldest.push(Oldest { sent, from: sent.max(until), to, stayed: gone.is_none() });
            until = to;
        }
    }
    oldest
}

/// The age of the oldest message at `t`, if there was one. What happens at `t` has happened.
#[must_use]
pub fn age_at(oldest: &[Oldest], t: Millis) -> Option<Millis> {
    let last = oldest.partition_point(|one| one.from <= t).checked_sub(1)?;
    let Oldest { sent, to, stayed, .. } = oldest[last];
    (t < to || stayed).then(|| t.since(sent))
}

/// The age of the oldest message in milliseconds. It is a line from point to point, not in steps: where the oldest message goes,
/// one point is its age, and the next, at the same instant, that of the oldest that is left. Without a message it is zero.
#[must_use]
pub fn ages(oldest: &[Oldest], begin: Millis, end: Millis) -> Series {
    let mut series = Series::of(1, 2 * oldest.len(), end - begin);
    // Up to here the line is drawn.
    let mut at = begin;
    for &Oldest { sent, from, to, .. } in oldest {
        if from > at {
            series.push(at, &[0]);
        }
        series.push(from, &[age(sent, from)]);
        series.push(to, &[age(sent, to)]);
        at = to;
    }
    if at < end || series.is_empty() {
        series.push(at, &[0]);
        series.push(end, &[0]);
    }
    series.thin(series.len());
    series
}

/// From when to when each message was in the queue, in the order in which they came; without an end those that stayed.
fn stays(trace: &Trace) -> Vec<(Millis, Option<Millis>)> {
    let mut stays = Vec::with_capacity(trace.messages.len());
    for life in &trace.messages {
        let mut since = None;
        for &(at, place) in &life.places {
            match (since, place.is_final()) {
                (None, false) => since = Some(at),
                (Some(from), true) => {
                    stays.push((from, Some(at)));
                    since = None;
                }
                _ => {}
            }
        }
        stays.extend(since.map(|from| (from, None)));
    }
    stays.sort_unstable_by_key(|&(from, _)| from);
    stays
}

/// In milliseconds, of which seven weeks fit.
fn age(from: Millis, at: Millis) -> u32 {
    u32::try_from(at.since(from).0).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::samples::{run_of, secs, shipped};

    /// The line of the age, in seconds.
    fn age_line(trace: &Trace) -> Vec<(u64, u32)> {
        let ages = ages(&oldest(trace), trace.begin, trace.end);
        ages.rows().map(|(at, values)| (at.whole_secs(), values[0] / 1000)).collect()
    }

    #[test]
    fn order_never_deleted_ages_to_the_end() {
        let trace = shipped("double-charged-order").1;
        assert_eq!(age_line(&trace), [(0, 0), (90, 90)]);
        assert_eq!(age_at(&oldest(&trace), secs(90)), Some(secs(90)));
    }

    #[test]
    fn poison_message_moved_takes_its_age_with_it() {
        let trace = shipped("poison-message").1;
        assert_eq!(age_line(&trace), [(0, 0), (300, 300), (300, 0), (330, 0)]);
        let oldest = oldest(&trace);
        assert_eq!(age_at(&oldest, Millis(299_999)), Some(Millis(299_999)));
        assert_eq!(age_at(&oldest, secs(300)), None);
    }

    #[test]
    fn oldest_message_deleted_leaves_the_age_of_the_next() {
        // One worker, jobs of 20 s: m1 is sent at 5 s and deleted at 25 s, m2 is sent at 15 s and deleted at 45 s.
        let trace =
            run_of(r#"{ "workers": { "count": 1, "job": 20 }, "arrivals": [{ "at": 5, "count": 2, "every": 10 }] }"#);
        assert_eq!(age_line(&trace), [(0, 0), (5, 0), (25, 20), (25, 10), (45, 30), (45, 0), (90, 0)]);
        let oldest = oldest(&trace);
        let ages = [4, 5, 24, 25, 44, 45].map(|at| age_at(&oldest, secs(at)).map(Millis::whole_secs));
        assert_eq!(ages, [None, Some(0), Some(19), Some(10), Some(29), None]);
    }

    #[test]
    fn message_delayed_ages_from_its_send() {
        let trace = run_of(r#"{ "queue": { "delay": 10 }, "workers": { "job": 5 } }"#);
        assert_eq!(age_line(&trace), [(0, 0), (15, 15), (15, 0), (90, 0)]);
    }

    #[test]
    fn run_without_a_message_has_no_age() {
        let trace = run_of(r#"{ "arrivals": [], "horizon": "60s" }"#);
        assert_eq!(age_line(&trace), [(0, 0), (60, 0)]);
        assert_eq!(age_at(&oldest(&trace), secs(30)), None);
    }
}

//! What happened between two instants, for those who listen: a few sentences, or the sum of many.

use super::log::log_of;
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{Delete, EventKind, Scenario, Trace};

/// So many things are told one by one; more are summed up.
const MOST_SENTENCES: usize = 3;
/// Of more events than this, no more sentences than that can be left after leaving out what the next one tells.
const MOST_EVENTS: usize = 16;

/// What happened after `from`, up to and including `to`: each thing in a sentence, or how often what happened. Empty where nothing
/// did.
#[must_use]
pub fn narrate(scenario: &Scenario, trace: &Trace, from: Millis, to: Millis) -> String {
    let events = trace.events_by(from)..trace.events_by(to);
    if events.len() <= MOST_EVENTS {
        let lines = log_of(trace, &scenario.story, events.clone());
        if lines.len() <= MOST_SENTENCES {
            let sentence = |at: Millis, text: &str| format!("At {}, {text}.", humane(at));
            return lines.iter().map(|line| sentence(line.at, &line.text)).collect::<Vec<_>>().join(" ");
        }
    }
    let mut sum = Sum::default();
    trace.events[events].iter().for_each(|event| sum.add(event.kind));
    let told = sum.tell(scenario);
    if told.is_empty() { told } else { format!("From {} to {}: {told}.", humane(from), humane(to)) }
}

/// What happened in this very instant, in sentences or as a sum. Empty where nothing did.
#[must_use]
pub fn narrate_instant(scenario: &Scenario, trace: &Trace, t: Millis) -> String {
    let before = t.0.checked_sub(1).map_or(0, |before| trace.events_by(Millis(before)));
    let events = before..trace.events_by(t);
    if events.len() <= MOST_EVENTS {
        let lines = log_of(trace, &scenario.story, events.clone());
        if lines.len() <= MOST_SENTENCES {
            return lines.iter().map(|line| format!("{}.", line.text)).collect::<Vec<_>>().join(" ");
        }
    }
    let mut sum = Sum::default();
    trace.events[events].iter().for_each(|event| sum.add(event.kind));
    let told = sum.tell(scenario);
    if told.is_empty() { told } else { format!("In this instant: {told}.") }
}

/// How often what happened.
#[derive(Debug, Default)]
struct Sum {
    sent: usize,
    received: usize,
    lapsed: usize,
    effects: usize,
    again: usize,
    deleted: usize,
    in_vain: usize,
    failed: usize,
    crashed: usize,
    dead_letters: usize,
    redriven: usize,
    expired: usize,
    purged: usize,
    late_beats: usize,
}

impl Sum {
    fn add(&mut self, kind: EventKind) {
        match kind {
            EventKind::Sent { .. } => self.sent += 1,
            EventKind::Received { .. } => self.received += 1,
            EventKind::Lapsed { .. } | EventKind::Resurfaced { .. } => self.lapsed += 1,
            EventKind::Effect { nth, .. } => {
                self.effects += 1;
                self.again += usize::from(nth > 1);
            }
            EventKind::Deleted { outcome: Delete::Removed, .. } => self.deleted += 1,
            EventKind::Deleted { outcome: Delete::Ignored | Delete::Refused, .. } => self.in_vain += 1,
            EventKind::Failed { .. } => self.failed += 1,
            EventKind::Crashed { .. } => self.crashed += 1,
            EventKind::DeadLettered { .. } => self.dead_letters += 1,
            EventKind::Redriven { .. } => self.redriven += 1,
            EventKind::Expired { .. } => self.expired += 1,
            EventKind::Purged { .. } => self.purged += 1,
            EventKind::ExtendIgnored { .. } | EventKind::ExtendRefused { .. } | EventKind::ExtendFailed { .. } => {
                self.late_beats += 1;
            }
            _ => {}
        }
    }

    fn tell(&self, scenario: &Scenario) -> String {
        let (thing, done) = (&scenario.story.thing, &scenario.story.done);
        let again = match self.again {
            0 => String::new(),
            again => format!(", {again} of them again"),
        };
        // Each with what one does and what several do.
        let parts = [
            (self.sent, "message was sent".to_owned(), "messages were sent".to_owned()),
            (self.received, "was received".to_owned(), "were received".to_owned()),
            (self.lapsed, "became visible again".to_owned(), "became visible again".to_owned()),
            (self.effects, format!("{thing} was {done}{again}"), format!("{thing}s were {done}{again}")),
            (self.deleted, "was deleted".to_owned(), "were deleted".to_owned()),
            (self.in_vain, "delete removed nothing".to_owned(), "deletes removed nothing".to_owned()),
            (self.late_beats, "heartbeat was in vain".to_owned(), "heartbeats were in vain".to_owned()),
            (self.failed, "job failed".to_owned(), "jobs failed".to_owned()),
            (self.crashed, "worker crashed".to_owned(), "workers crashed".to_owned()),
            (
                self.dead_letters,
                "moved to the dead-letter queue".to_owned(),
                "moved to the dead-letter queue".to_owned(),
            ),
            (self.redriven, "came back from there".to_owned(), "came back from there".to_owned()),
            (self.expired, "expired".to_owned(), "expired".to_owned()),
            (self.purged, "was purged".to_owned(), "were purged".to_owned()),
        ];
        let told = parts.into_iter().filter(|&(count, ..)| count > 0);
        let told = told.map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several }));
        told.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::run;

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    fn ran(json: &str) -> (Scenario, Trace) {
        let scenario = Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}"));
        let trace = run(&scenario);
        (scenario, trace)
    }

    /// One order, a lease of 30 s, a job of 45 s, two workers.
    const DOUBLE: &str = r#"{ "workers": { "job": 45 }, "horizon": 90 }"#;

    #[test]
    fn few_things_between_two_instants_are_told_one_by_one() {
        let (scenario, trace) = ran(DOUBLE);
        assert_eq!(narrate(&scenario, &trace, secs(10), secs(35)), "At 30 s, worker-2 receives the message.");
        assert_eq!(narrate(&scenario, &trace, secs(31), secs(44)), "");
    }

    #[test]
    fn instant_of_a_receive_is_told_without_its_time() {
        let (scenario, trace) = ran(DOUBLE);
        assert_eq!(narrate_instant(&scenario, &trace, secs(30)), "worker-2 receives the message.");
        assert_eq!(narrate_instant(&scenario, &trace, secs(29)), "");
    }

    #[test]
    fn many_things_are_summed_up() {
        // Six at once for six workers: each is received at 0, charged and deleted at 10.
        let (scenario, trace) =
            ran(r#"{ "workers": { "count": 6, "job": 10 }, "arrivals": [{ "count": 6, "every": 0 }], "horizon": 30 }"#);
        assert_eq!(
            narrate_instant(&scenario, &trace, Millis::ZERO),
            "In this instant: 6 messages were sent, 6 were received."
        );
        assert_eq!(
            narrate(&scenario, &trace, Millis::ZERO, secs(20)),
            "From 0 s to 20 s: 6 orders were charged, 6 were deleted."
        );
    }

    #[test]
    fn effects_had_twice_are_told_as_such() {
        // Four jobs of 45 s under leases of 30 s: at 45 each is charged and its delete removes nothing; eight workers, so that
        // each is received again at 30 and charged again at 75.
        let (scenario, trace) =
            ran(r#"{ "workers": { "count": 8, "job": 45 }, "arrivals": [{ "count": 4, "every": 0 }], "horizon": 80 }"#);
        assert_eq!(
            narrate(&scenario, &trace, secs(70), secs(75)),
            "From 1 min 10 s to 1 min 15 s: 4 orders were charged, 4 of them again, 4 deletes removed nothing."
        );
    }
}

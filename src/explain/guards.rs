//! What protected a message to which nothing happened: the other side of a chain of causes.

use super::chain::{Because, times};
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{EffectKind, EventKind, JobEnd, LeaseEnd, MessageIx, Place, Scenario, Seen, Trace};

/// Something that protected a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// What, in a sentence.
    pub text: String,
    /// By which setting or rule.
    pub because: Because,
}

/// What protected a message. It looks at every event of the run: to be asked once a run, not once a frame.
#[must_use]
pub fn guards(scenario: &Scenario, trace: &Trace, message: MessageIx) -> Vec<Guard> {
    let mut found = Vec::new();
    let mut add = |text: String, because| found.push(Guard { text, because });
    let leases: Vec<_> = trace.leases_of(message).collect();
    for lease in &leases {
        let Some((done, JobEnd::Done)) = lease.job_ended else { continue };
        let beats = lease.moves.iter().filter(|&&(at, _)| at <= done).count();
        if beats > 0 && done > lease.deadline {
            let text = format!(
                "Heartbeats, sent {}, kept the lease open beyond {}.",
                times(count(beats)),
                humane(lease.deadline)
            );
            add(text, Because::Setting("workers.heartbeat"));
        }
        let spare = lease.deadline_at(done).since(done);
        if lease.is_open_at(Millis(done.0.saturating_sub(1))) && spare > Millis::ZERO {
            let text = format!("The lease outlived the job by {}.", humane(spare));
            let timeout = match scenario.workers.receive_timeout {
                Some(_) if scenario.lambda.is_none() => "workers.receive_timeout",
                _ => "queue.visibility_timeout",
            };
            add(text, Because::Setting(timeout));
        }
    }
    if leases.iter().any(|lease| lease.effect == Seen::Again) {
        let text = match scenario.effect.kind {
            EffectKind::Set => {
                "It was done more than once, and that changed nothing: a state was set, no counter raised."
            }
            _ => {
                "It was worked on more than once, and done once: a write on the condition of its key saw that it was done."
            }
        };
        add(text.to_owned(), Because::Setting("effect.kind"));
    }
    let gave_up = |end| matches!(end, JobEnd::Failed | JobEnd::Crashed | JobEnd::Dropped(_));
    let came_again = leases.iter().any(|lease| {
        matches!(lease.ended, Some((_, LeaseEnd::Lapsed)))
            && lease.job_ended.is_some_and(|(_, end)| gave_up(end))
            && trace.next_of(lease).is_some()
    });
    if came_again {
        let text = "The attempt that came to nothing did not delete it, so the queue delivered it again.";
        add(text.to_owned(), Because::Rule("R18"));
    }
    let life = trace.message(message);
    if life.first_at(Place::DeadLetters).is_some() && life.effects > 0 {
        add(
            "The dead-letter queue kept it until it could be done.".to_owned(),
            Because::Setting("queue.max_receive_count"),
        );
    }
    let repeats = trace.events.iter().filter(|event| event.kind == EventKind::Deduplicated { message }).count();
    if repeats > 0 {
        let text = format!(
            "It was sent again {}, and the FIFO queue dropped that: within five minutes.",
            times(count(repeats))
        );
        add(text, Because::Rule("R93"));
    }
    found
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::run;

    fn told(json: &str) -> Vec<String> {
        let scenario = Scenario::from_json(json).unwrap();
        let trace = run(&scenario);
        guards(&scenario, &trace, 0).into_iter().map(|guard| guard.text).collect()
    }

    #[test]
    fn job_in_time_is_protected_by_its_timeout() {
        assert_eq!(told(r#"{ "workers": { "job": 20 } }"#), ["The lease outlived the job by 10 s."]);
    }

    #[test]
    fn long_job_is_protected_by_its_heartbeats() {
        // Beats at 20 and 40 set 30 s each: the lease runs to 70, and the job to 45.
        let guards = told(r#"{ "workers": { "job": 45, "heartbeat": { "every": 20 } } }"#);
        assert_eq!(
            guards,
            ["Heartbeats, sent twice, kept the lease open beyond 30 s.", "The lease outlived the job by 25 s."]
        );
    }

    #[test]
    fn repeated_job_is_protected_by_an_idempotent_effect() {
        let guards = told(r#"{ "workers": { "job": 45 }, "effect": { "kind": "idempotent" } }"#);
        assert!(guards.iter().any(|text| text.contains("done once")), "{guards:?}");
    }

    #[test]
    fn failed_job_is_protected_by_the_next_delivery() {
        let guards = told(r#"{ "workers": { "job": 10 }, "arrivals": [{ "fails": 1 }] }"#);
        assert!(guards.iter().any(|text| text.contains("delivered it again")), "{guards:?}");
    }
}

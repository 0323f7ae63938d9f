//! What a delivery has to tell: its receipt's state at an instant, and its whole story in sentences.

use super::marks::{MarkKind, Marks};
use crate::explain::{dropped_because, worker_name};
use crate::queue::Millis;
use crate::sim::span::exact;
use crate::sim::{Delete, JobEnd, Lease, LeaseEnd, LeaseIx, Place, Scenario, Seen, Trace};

/// What a receipt is worth at an instant.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Receipt {
    /// The message has not been received by then.
    NotYet,
    /// It is the newest, and its lease runs for so long yet.
    Current(Millis),
    /// A newer delivery began then: it deletes nothing any more.
    Stale(Millis),
    /// Its lease ended then, and nobody has received the message since.
    Lapsed(Millis),
    /// The message went out of the queue then.
    Gone(Millis, Place),
}

/// What the receipt of a delivery is worth at `t`.
#[must_use]
pub fn receipt_at(trace: &Trace, ix: LeaseIx, t: Millis) -> Receipt {
    let lease = trace.lease(ix);
    if t < lease.from {
        return Receipt::NotYet;
    }
    if let Some((since, place)) = trace.since_place_at(lease.message, t).filter(|(_, place)| place.is_final()) {
        return Receipt::Gone(since, place);
    }
    if let Some(next) = trace.next_of(lease).filter(|next| next.from <= t) {
        return Receipt::Stale(next.from);
    }
    match lease.ended {
        Some((at, _)) if at <= t => Receipt::Lapsed(at),
        _ => Receipt::Current(lease.deadline_at(t).since(t)),
    }
}

impl Receipt {
    /// In a sentence, as of `t`.
    #[must_use]
    pub fn told(self, t: Millis) -> String {
        let told = match self {
            Self::NotYet => "not received yet".to_owned(),
            Self::Current(left) => format!("current, {} left", exact(left)),
            Self::Stale(since) => format!("stale: a newer delivery began at {}", exact(since)),
            Self::Lapsed(since) => format!("lapsed: the lease ended at {}", exact(since)),
            Self::Gone(since, Place::Deleted) => format!("spent: the message was deleted at {}", exact(since)),
            Self::Gone(since, Place::DeadLetters) => format!("void: a dead letter since {}", exact(since)),
            Self::Gone(since, Place::Purged) => format!("void: the queue was purged at {}", exact(since)),
            Self::Gone(since, _) => format!("void: the message expired at {}", exact(since)),
        };
        format!("At {}: {told}", exact(t))
    }
}

/// A whole story in one text, for a listener.
#[must_use]
pub fn story(scenario: &Scenario, trace: &Trace, marks: &Marks, ix: LeaseIx) -> String {
    let (title, sentences) = tale(scenario, trace, marks, ix);
    format!("{title}. {}", sentences.join(" "))
}

/// What a delivery is called, and its story in sentences.
#[must_use]
pub fn tale(scenario: &Scenario, trace: &Trace, marks: &Marks, ix: LeaseIx) -> (String, Vec<String>) {
    let lease = trace.lease(ix);
    let title = format!("{}, receipt {}, {}", trace.name(lease.message), lease.receive, worker_name(lease.worker));
    let received = format!("Received at {}, hidden until {}.", exact(lease.from), exact(lease.deadline));
    let mut sentences = vec![received];
    sentences.extend(beats(marks, lease, ix));
    sentences.push(job(scenario, trace, lease));
    sentences.extend(lease.deleted.map(|(at, outcome)| delete(trace, lease, at, outcome)));
    sentences.extend(end(trace, lease));
    (title, sentences)
}

/// What came of the heartbeats.
fn beats(marks: &Marks, lease: &Lease, ix: LeaseIx) -> Option<String> {
    let count = |kind| marks.on(ix).iter().filter(|&&(_, other)| other == kind).count();
    let several = |count: usize| if count == 1 { "1 heartbeat".to_owned() } else { format!("{count} heartbeats") };
    let mut parts = Vec::new();
    for (kind, what) in [
        (MarkKind::Heartbeat, "moved the deadline"),
        (MarkKind::HeartbeatStale, "with the old receipt moved the newer delivery's deadline"),
        (MarkKind::HeartbeatIgnored, "did nothing, the lease was over"),
        (MarkKind::HeartbeatRefused, "refused"),
        (MarkKind::HeartbeatMissing, "lost on the way"),
    ] {
        match count(kind) {
            0 => {}
            beats => parts.push(format!("{} {what}", several(beats))),
        }
    }
    if let Some(&(at, deadline)) = lease.moves.last().filter(|_| !parts.is_empty()) {
        parts.push(format!("the deadline was last set at {}, to {}", exact(at), exact(deadline)));
    }
    (!parts.is_empty()).then(|| format!("{}.", parts.join("; ")))
}

/// What came of the job.
fn job(scenario: &Scenario, trace: &Trace, lease: &Lease) -> String {
    let Some(started) = lease.started else {
        return match lease.job_ended {
            Some((_, JobEnd::Dropped(why))) => {
                format!("Nobody worked on it: {} {}.", worker_name(lease.worker), dropped_because(why).0)
            }
            _ => "Nobody had begun to work on it when the run ended.".to_owned(),
        };
    };
    let until = match lease.job_ended {
        Some((at, _)) => format!("to {}", exact(at)),
        None => "beyond the end of the run".to_owned(),
    };
    let mut text = format!("The job ran from {} {until}", exact(started));
    if let Some((from, to)) = lease.overrun(trace.end) {
        text += &format!(", {} of it without a lease", exact(to.since(from)));
    }
    match lease.job_ended {
        Some((_, JobEnd::Failed)) => text += ", and failed",
        Some((_, JobEnd::Crashed)) => text += ", when the worker crashed; nobody told the queue",
        _ => {}
    }
    let done = &scenario.story.done;
    match lease.effect {
        Seen::Done(1) => text += &format!(": {done}"),
        Seen::Done(nth) => text += &format!(": {done} for time number {nth}"),
        Seen::Again => text += &format!(": {done} before, which makes no difference"),
        Seen::Nothing => {}
    }
    text + "."
}

fn delete(trace: &Trace, lease: &Lease, at: Millis, outcome: Delete) -> String {
    let what = match outcome {
        Delete::Removed if trace.next_of(lease).is_some_and(|next| next.from <= at) => {
            "with the old receipt removed the message from under the next worker"
        }
        Delete::Removed if lease.ended.is_some_and(|(ended, _)| ended < at) => {
            "came after the lease was over and removed the message all the same"
        }
        Delete::Removed => "removed the message",
        Delete::Ignored => "used an old receipt: answered 200, and nothing was deleted",
        Delete::Gone => "found nothing to remove any more",
        Delete::Refused => "was refused",
    };
    format!("The delete at {} {what}.", exact(at))
}

/// How the lease ended, where no other sentence says so.
fn end(trace: &Trace, lease: &Lease) -> Option<String> {
    match lease.ended {
        Some((at, LeaseEnd::Lapsed)) => Some(format!("The lease lapsed at {}.", exact(at))),
        Some((at, LeaseEnd::Expired)) => Some(format!("The message expired at {}.", exact(at))),
        Some((at, LeaseEnd::Purged)) => Some(format!("The queue was purged at {}.", exact(at))),
        // By its own delete, as was said, or by another's.
        Some((at, LeaseEnd::Deleted)) if lease.deleted.is_none_or(|(own, _)| own != at) => {
            Some(format!("The message was deleted with another receipt at {}.", exact(at)))
        }
        Some(_) => None,
        None => Some(format!("The lease was still running when the run ended, at {}.", exact(trace.end))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios;
    use crate::sim::run;

    fn first() -> (Scenario, Trace, Marks) {
        let scenario = scenarios::first();
        let trace = run(&scenario);
        let marks = Marks::of(&trace);
        (scenario, trace, marks)
    }

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    #[test]
    fn first_receipt_of_the_double_charge_is_current_until_the_second_delivery_makes_it_stale() {
        let (_, trace, _) = first();
        let at = |t| receipt_at(&trace, 0, secs(t));
        assert_eq!(at(10), Receipt::Current(secs(20)));
        assert_eq!([30, 45, 90].map(at), [Receipt::Stale(secs(30)); 3]);
        assert_eq!(receipt_at(&trace, 1, secs(29)), Receipt::NotYet);
        assert_eq!(at(31).told(secs(31)), "At 31 s: stale: a newer delivery began at 30 s");
    }

    #[test]
    fn receipt_whose_lease_is_over_and_that_nobody_replaced_has_lapsed_and_then_deletes() {
        let json = r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 1, "job": 45 }, "horizon": 90 }"#;
        let trace = run(&Scenario::from_json(json).unwrap());
        let at = |t| receipt_at(&trace, 0, secs(t));
        assert_eq!(at(40), Receipt::Lapsed(secs(30)));
        assert_eq!(at(45), Receipt::Gone(secs(45), Place::Deleted));
    }

    #[test]
    fn story_of_the_first_charge_tells_of_the_work_without_a_lease_and_of_the_delete_in_vain() {
        let (scenario, trace, marks) = first();
        assert_eq!(
            story(&scenario, &trace, &marks, 0),
            "m1, receipt 1, worker-1. Received at 0 s, hidden until 30 s. \
             The job ran from 0 s to 45 s, 15 s of it without a lease: charged. \
             The delete at 45 s used an old receipt: answered 200, and nothing was deleted. The lease lapsed at 30 s."
        );
        let second = story(&scenario, &trace, &marks, 1);
        assert!(second.contains("15 s of it without a lease: charged for time number 2."), "{second}");
        let third = story(&scenario, &trace, &marks, 2);
        assert!(third.ends_with("when the run ended, at 1 min 30 s."), "{third}");
    }

    #[test]
    fn story_with_heartbeats_counts_them_and_names_the_last_deadline() {
        let json = r#"{ "queue": { "visibility_timeout": 30 }, "horizon": 90,
                        "workers": { "job": 45, "heartbeat": { "every": 20 } } }"#;
        let scenario = Scenario::from_json(json).unwrap();
        let trace = run(&scenario);
        let told = story(&scenario, &trace, &Marks::of(&trace), 0);
        // The second one, at 40, asks for 30 s from then on.
        let expected = "2 heartbeats moved the deadline; the deadline was last set at 40 s, to 1 min 10 s.";
        assert!(told.contains(expected), "{told}");
        assert!(told.ends_with("The delete at 45 s removed the message."), "{told}");
    }
}

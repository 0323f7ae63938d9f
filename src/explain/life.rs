//! The life of one message: what is true of it at an instant.

use super::cause::{Trouble, TroubleKind, troubles};
use super::chain::times;
use super::log::worker_name;
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{Delete, Dropped, JobEnd, Lease, MessageIx, Place, Scenario, Seen, Trace, WorkerIx};

/// A message of a run, ready to be asked about any instant. It is made once a run, and asked once a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Life {
    /// The message.
    pub message: MessageIx,
    /// When the thing that it is about had its effects, by whichever message, in order.
    effects: Vec<Millis>,
    /// From when to when an earlier message of its group is in flight, in a FIFO queue, in order.
    blocked: Vec<(Millis, Millis)>,
    /// Where its receives began to count anew: the number of deliveries before each redrive, and when that was.
    anew: Vec<(Millis, u32)>,
}

/// What is true of a message at an instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Where it is; `None` before it was sent.
    pub place: Option<Place>,
    /// The same in a sentence.
    pub state: String,
    /// How often it was received, as the queue counts.
    pub receives: u32,
    /// The receipts of its latest deliveries, the newest first.
    pub receipts: Vec<Receipt>,
    /// How many deliveries there were before those.
    pub earlier: u32,
    /// How often the thing that it is about had its effect.
    pub effects: u32,
}

/// The handle of one delivery.
#[derive(Clone, Debug, PartialEq)]
pub struct Receipt {
    /// Which delivery of the message, counted from 1.
    pub nth: u32,
    /// Who has it.
    pub worker: WorkerIx,
    /// What it is good for.
    pub standing: Standing,
    /// The deadline of its lease.
    pub deadline: Millis,
    /// What became of its job, in a clause.
    pub job: String,
}

/// What a receipt is good for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Standing {
    /// It is that of the delivery that is under way.
    Current,
    /// Its deadline has passed, and nobody has received the message since.
    Lapsed,
    /// A newer delivery exists.
    Stale,
    /// The message is gone from the queue.
    Spent,
}

/// So many receipts are told of.
const MOST_RECEIPTS: usize = 4;

impl Life {
    /// The life of a message.
    #[must_use]
    pub fn of(scenario: &Scenario, trace: &Trace, message: MessageIx) -> Self {
        let key = trace.message(message).key;
        let of_key = (0..).zip(&trace.messages).filter(|(_, life)| life.key == key);
        let leases = of_key.flat_map(|(message, _)| trace.leases_of(message));
        let done = leases.filter(|lease| matches!(lease.effect, Seen::Done(_)));
        let mut effects: Vec<Millis> = done.filter_map(|lease| lease.job_ended.map(|(at, _)| at)).collect();
        effects.sort_unstable();
        let places = &trace.message(message).places;
        let back = places.windows(2).filter(|pair| pair[0].1 == Place::DeadLetters).map(|pair| pair[1].0);
        let anew = back.map(|at| (at, received_before(trace, message, at))).collect();
        let blocked = if scenario.queue.fifo { blocked(trace, message) } else { Vec::new() };
        Self { message, effects, blocked, anew }
    }

    /// What is true at `t`. What happens at `t` has happened.
    #[must_use]
    pub fn at(&self, trace: &Trace, t: Millis) -> Moment {
        let life = trace.message(self.message);
        let received = received_by(trace, self.message, t);
        let (since, place) = match trace.since_place_at(self.message, t) {
            Some((since, place)) => (since, Some(place)),
            None => (life.places.first().map_or(t, |&(at, _)| at), None),
        };
        let known = self.anew.partition_point(|&(at, _)| at <= t);
        let counted_from = known.checked_sub(1).map_or(0, |last| self.anew[last].1);
        let shown = life.leases[..received as usize].iter().rev().take(MOST_RECEIPTS);
        let receipts: Vec<Receipt> = shown.map(|&lease| receipt(trace, trace.lease(lease), place, t)).collect();
        Moment {
            place,
            state: if place == Some(Place::Visible) && self.is_blocked_at(t) {
                format!("Visible since {}, but blocked: an earlier message of its group is in flight.", humane(since))
            } else {
                state(trace, self.message, place, since, t)
            },
            receives: received - counted_from,
            earlier: received - count(receipts.len()),
            receipts,
            effects: count(self.effects.partition_point(|&at| at <= t)),
        }
    }
}

impl Life {
    fn is_blocked_at(&self, t: Millis) -> bool {
        let begun = self.blocked.partition_point(|&(from, _)| from <= t);
        begun.checked_sub(1).is_some_and(|last| t < self.blocked[last].1)
    }
}

/// From when to when an earlier message of the group is in flight, without overlaps.
fn blocked(trace: &Trace, message: MessageIx) -> Vec<(Millis, Millis)> {
    let group = &trace.message(message).group;
    let earlier = (0..message).filter(|&other| trace.message(other).group == *group);
    let leases = earlier.flat_map(|other| trace.leases_of(other));
    let mut spans: Vec<_> = leases.map(|lease| (lease.from, lease.to())).collect();
    spans.sort_unstable();
    let mut merged: Vec<(Millis, Millis)> = Vec::new();
    for (from, to) in spans {
        match merged.last_mut() {
            Some((_, end)) if from <= *end => *end = to.max(*end),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// How many deliveries of a message there were by `t`.
fn received_by(trace: &Trace, message: MessageIx, t: Millis) -> u32 {
    let leases = &trace.message(message).leases;
    count(leases.partition_point(|&lease| trace.lease(lease).from <= t))
}

/// How many there were before `t`.
fn received_before(trace: &Trace, message: MessageIx, t: Millis) -> u32 {
    let leases = &trace.message(message).leases;
    count(leases.partition_point(|&lease| trace.lease(lease).from < t))
}

fn state(trace: &Trace, message: MessageIx, place: Option<Place>, since: Millis, t: Millis) -> String {
    let since_told = humane(since);
    match place {
        None => format!("Not sent yet: that is at {since_told}."),
        Some(Place::Delayed) => {
            let places = &trace.message(message).places;
            let next = places.get(places.partition_point(|&(at, _)| at <= t));
            match next {
                Some((until, _)) => format!("Delayed: nobody can receive it before {}.", humane(*until)),
                None => "Delayed: nobody can receive it yet.".to_owned(),
            }
        }
        Some(Place::Visible) => format!("Visible since {since_told}: the next receive may have it."),
        Some(Place::InFlight(lease)) => {
            let lease = trace.lease(lease);
            let deadline = lease.deadline_at(t);
            let by = worker_name(lease.worker);
            format!("In flight: lent to {by}, hidden until {}.", humane(deadline))
        }
        Some(Place::Deleted) => format!("Deleted at {since_told}."),
        Some(Place::DeadLetters) => format!("In the dead-letter queue since {since_told}."),
        Some(Place::Expired) => format!("Gone: its retention was over at {since_told}."),
        Some(Place::Purged) => format!("Gone: the queue was purged at {since_told}."),
    }
}

fn receipt(trace: &Trace, lease: &Lease, place: Option<Place>, t: Millis) -> Receipt {
    let is_gone = place.is_some_and(Place::is_final);
    let has_newer = trace.next_of(lease).is_some_and(|next| next.from <= t);
    let standing = match (is_gone, has_newer) {
        (true, _) => Standing::Spent,
        (false, true) => Standing::Stale,
        (false, false) if lease.is_open_at(t) => Standing::Current,
        (false, false) => Standing::Lapsed,
    };
    let deadline = lease.ended.filter(|&(at, _)| at <= t).map_or(lease.deadline_at(t), |(at, _)| at);
    Receipt { nth: lease.receive, worker: lease.worker, standing, deadline, job: job(lease, t) }
}

/// What has become of the job by `t`, and of its delete.
fn job(lease: &Lease, t: Millis) -> String {
    let deleted = match lease.deleted.filter(|&(at, _)| at <= t) {
        Some((_, Delete::Removed)) => ", deleted",
        Some((_, Delete::Ignored)) => ", its delete did nothing",
        Some((_, Delete::Gone)) => ", its delete found nothing any more",
        Some((_, Delete::Refused)) => ", its delete was refused",
        None => "",
    };
    let without = if lease.is_open_at(t) { "" } else { ", without a lease" };
    match lease.job_ended.filter(|&(at, _)| at <= t) {
        Some((at, JobEnd::Done)) => format!("done at {}{deleted}", humane(at)),
        Some((at, JobEnd::Failed)) => format!("failed at {}{deleted}", humane(at)),
        Some((at, JobEnd::Crashed)) => format!("crashed at {}{deleted}", humane(at)),
        Some((_, JobEnd::Dropped(why))) => format!("{}{deleted}", dropped(why)),
        None if lease.is_worked_on_at(t) => {
            let started = lease.started.unwrap_or(lease.from);
            format!("at work since {}{without}{deleted}", humane(started))
        }
        None => format!("waits for its turn{without}{deleted}"),
    }
}

fn dropped(why: Dropped) -> &'static str {
    match why {
        Dropped::Rejected => "not worked on: no room",
        Dropped::Late => "not worked on: too late",
        Dropped::Superseded => "not worked on: a newer delivery took its place",
        Dropped::Ignored => "not worked on: the process still had the message",
        Dropped::Abandoned => "not worked on: dropped with its batch",
        Dropped::Ended => "not worked on: the process ended",
        Dropped::Lost => "never seen: the answer was lost",
        Dropped::Peeked => "only looked at",
        Dropped::Throttled => "not worked on: throttled",
    }
}

/// The gravest trouble of each message that had one, gravest first and then by time.
#[must_use]
pub fn all_troubles(scenario: &Scenario, trace: &Trace) -> Vec<Trouble> {
    let messages = 0..count(trace.messages.len());
    let mut found: Vec<Trouble> =
        messages.filter_map(|message| troubles(trace, scenario, message).into_iter().next()).collect();
    found.sort_by_key(|trouble| (trouble.kind, trouble.at, trouble.message));
    found
}

/// What went wrong, in a few words: `charged twice`.
#[must_use]
pub fn brief(scenario: &Scenario, trace: &Trace, trouble: Trouble) -> String {
    let key = &trace.keys[trace.message(trouble.message).key as usize];
    match trouble.kind {
        TroubleKind::DuplicateEffect => format!("{} {}", scenario.story.done, times(key.effects)),
        TroubleKind::Lost => format!("lost, never {}", scenario.story.done),
        TroubleKind::DeadLetter => "dead letter".to_owned(),
        TroubleKind::DuplicateDelivery => "two at work on it".to_owned(),
        TroubleKind::Stall => "hidden, nobody at work on it".to_owned(),
    }
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::run;

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    fn told(json: &str) -> (Scenario, Trace, Life) {
        let scenario = Scenario::from_json(json).unwrap();
        let trace = run(&scenario);
        let life = Life::of(&scenario, &trace, 0);
        (scenario, trace, life)
    }

    /// A timeout of 30 s and a job of 45 s: received at 0, 30 and 60, done at 45 and 75.
    const TWICE: &str = r#"{ "workers": { "job": 45 } }"#;

    #[test]
    fn message_received_a_second_time_makes_the_first_receipt_stale() {
        let (_, trace, life) = told(TWICE);
        let at = life.at(&trace, secs(31));
        assert_eq!(at.state, "In flight: lent to worker-2, hidden until 1 min.");
        assert_eq!((at.receives, at.effects, at.earlier), (2, 0, 0));
        let [newer, older] = &at.receipts[..] else { panic!("two receipts") };
        assert_eq!((newer.nth, newer.standing, newer.deadline), (2, Standing::Current, secs(60)));
        assert_eq!(newer.job, "at work since 30 s");
        assert_eq!((older.nth, older.standing, older.deadline), (1, Standing::Stale, secs(30)));
        assert_eq!(older.job, "at work since 0 s, without a lease");
    }

    #[test]
    fn late_delete_leaves_the_message_and_the_effect() {
        let (_, trace, life) = told(TWICE);
        let at = life.at(&trace, secs(45));
        assert_eq!(at.effects, 1);
        assert_eq!(at.receipts[1].job, "done at 45 s, its delete did nothing");
        assert_eq!(life.at(&trace, secs(75)).effects, 2);
    }

    #[test]
    fn message_alone_after_its_lapse_is_visible_and_its_receipt_lapsed() {
        // One worker, at it until 45 s: nobody receives the message at 30.
        let (_, trace, life) = told(r#"{ "workers": { "count": 1, "job": 45 } }"#);
        let at = life.at(&trace, secs(40));
        assert_eq!(at.state, "Visible since 30 s: the next receive may have it.");
        assert_eq!(at.receipts[0].standing, Standing::Lapsed);
    }

    #[test]
    fn message_deleted_in_time_has_a_spent_receipt() {
        let (_, trace, life) = told(r#"{ "workers": { "job": 20 }, "arrivals": [{ "at": 5 }] }"#);
        assert_eq!(life.at(&trace, secs(4)).state, "Not sent yet: that is at 5 s.");
        let at = life.at(&trace, secs(25));
        assert_eq!(at.state, "Deleted at 25 s.");
        assert_eq!((at.receipts[0].standing, at.receipts[0].job.as_str()), (Standing::Spent, "done at 25 s, deleted"));
    }

    #[test]
    fn delayed_message_says_until_when() {
        let (_, trace, life) = told(r#"{ "queue": { "delay": 10 } }"#);
        assert_eq!(life.at(&trace, secs(3)).state, "Delayed: nobody can receive it before 10 s.");
    }

    #[test]
    fn message_behind_its_group_is_blocked_until_the_first_one_is_gone() {
        // Both are sent at 0; the first is received at once, and deleted at 20.
        let json = r#"{ "queue": { "fifo": true }, "workers": { "job": 20 },
            "arrivals": [{ "count": 2, "every": 0 }] }"#;
        let (scenario, trace, _) = told(json);
        let second = Life::of(&scenario, &trace, 1);
        let blocked = "Visible since 0 s, but blocked: an earlier message of its group is in flight.";
        assert_eq!(second.at(&trace, secs(19)).state, blocked);
        assert!(second.at(&trace, secs(20)).state.starts_with("In flight"));
    }

    #[test]
    fn message_brought_back_counts_its_receives_anew() {
        // Received at 0 and failed at 10; moved by the receive at 30; brought back at 40 and received at once.
        let (_, trace, life) = told(
            r#"{ "queue": { "max_receive_count": 1 }, "workers": { "job": 10 }, "arrivals": [{ "fails": 1 }],
                 "acts": [{ "at": 40, "do": "redrive" }] }"#,
        );
        assert_eq!(life.at(&trace, secs(35)).state, "In the dead-letter queue since 30 s.");
        let at = life.at(&trace, secs(41));
        assert_eq!((at.receives, at.receipts.len()), (1, 2));
    }

    #[test]
    fn messages_in_trouble_are_told_gravest_first() {
        // The first is charged twice; the second, sent when both workers are busy, too: it is worked on later.
        let (scenario, trace, _) = told(r#"{ "workers": { "job": 45 }, "arrivals": [{ "count": 2, "every": 5 }] }"#);
        let all = all_troubles(&scenario, &trace);
        assert!(all.is_sorted_by_key(|trouble| trouble.kind));
        assert_eq!(all[0].kind, TroubleKind::DuplicateEffect);
        assert_eq!(brief(&scenario, &trace, all[0]), "charged twice");
    }
}

//! The instants of a delivery, or of a message, that have a mark.

use crate::queue::Millis;
use crate::sim::{Delete, Event, EventKind, LeaseIx, MessageIx, Place, Trace};

/// An instant of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub x: f64,
    /// Where, from the top.
    pub y: f64,
    /// What happened.
    pub kind: MarkKind,
}

/// What a mark stands for; each has its own shape.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum MarkKind {
    /// A heartbeat that moved the deadline.
    Heartbeat,
    /// A heartbeat with an old receipt: it moved the deadline of the newer delivery (R40).
    HeartbeatStale,
    /// A heartbeat that was answered with 200 and did nothing: the lease had lapsed (R39).
    HeartbeatIgnored,
    /// A heartbeat that was refused: the message is gone (R41), or twelve hours are over (R38).
    HeartbeatRefused,
    /// A heartbeat that did not reach the queue.
    HeartbeatMissing,
    /// A failed worker gave the message back by setting its deadline.
    Returned,
    /// The message was deleted.
    Deleted,
    /// The message was deleted after this lease was over.
    DeletedLate,
    /// A delete with an old receipt that removed nothing (R29).
    DeleteStale,
    /// A delete when there was nothing to remove any more (R25).
    DeleteGone,
    /// A delete that was refused (R30, R31).
    DeleteRefused,
    /// The worker died.
    Crash,
    /// The job failed.
    Failure,
    /// Visible though lent, by chance (R20).
    Resurfaced,
    /// The message went to the dead-letter queue.
    DeadLetter,
    /// The message came back from there.
    Redriven,
    /// The message expired.
    Expired,
    /// The message was purged.
    Purged,
}

impl MarkKind {
    /// Whether it is a heartbeat, which stands on the edge of its band.
    #[must_use]
    pub fn is_beat(self) -> bool {
        self <= Self::HeartbeatMissing
    }
}

/// The mark of a call with a receipt: a heartbeat or a delete.
pub(super) fn call_mark(trace: &Trace, event: &Event) -> Option<MarkKind> {
    Some(match event.kind {
        EventKind::Extended { current: true, .. } => MarkKind::Heartbeat,
        EventKind::Extended { .. } => MarkKind::HeartbeatStale,
        EventKind::ExtendIgnored { .. } => MarkKind::HeartbeatIgnored,
        EventKind::ExtendRefused { .. } => MarkKind::HeartbeatRefused,
        EventKind::Deleted { lease, outcome: Delete::Removed } => {
            let ended = trace.lease(lease).ended;
            if ended.is_some_and(|(at, _)| at < event.at) { MarkKind::DeletedLate } else { MarkKind::Deleted }
        }
        EventKind::Deleted { outcome: Delete::Ignored, .. } => MarkKind::DeleteStale,
        EventKind::Deleted { outcome: Delete::Gone, .. } => MarkKind::DeleteGone,
        EventKind::Deleted { outcome: Delete::Refused, .. } => MarkKind::DeleteRefused,
        _ => return None,
    })
}

/// The mark of anything that befalls a delivery.
fn lease_mark(trace: &Trace, event: &Event) -> Option<MarkKind> {
    call_mark(trace, event).or(match event.kind {
        EventKind::ExtendFailed { .. } => Some(MarkKind::HeartbeatMissing),
        EventKind::Returned { .. } => Some(MarkKind::Returned),
        EventKind::Crashed { .. } => Some(MarkKind::Crash),
        EventKind::Failed { .. } => Some(MarkKind::Failure),
        EventKind::Resurfaced { .. } => Some(MarkKind::Resurfaced),
        _ => None,
    })
}

/// The marks of all deliveries of a run, to be looked up: made once a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Where the marks of each lease begin, and at last where the marks end.
    starts: Vec<u32>,
    marks: Vec<(Millis, MarkKind)>,
}

impl Marks {
    /// The marks of a run.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let found = || {
            let marked = |event| Some((event, lease_mark(trace, event)?));
            let on_lease = |(event, kind): (&Event, _)| Some((event.kind.lease()? as usize, (event.at, kind)));
            trace.events.iter().filter_map(marked).filter_map(on_lease)
        };
        // Counted first, so that each finds its place at once and keeps its order.
        let mut starts = vec![0_u32; trace.leases.len() + 1];
        for (lease, _) in found() {
            starts[lease + 1] += 1;
        }
        for lease in 0..trace.leases.len() {
            starts[lease + 1] += starts[lease];
        }
        let mut next = starts.clone();
        let total = starts.last().copied().unwrap_or_default();
        let mut marks = vec![(Millis::ZERO, MarkKind::Heartbeat); total as usize];
        for (lease, mark) in found() {
            marks[next[lease] as usize] = mark;
            next[lease] += 1;
        }
        Self { starts, marks }
    }

    /// Those of a delivery, in the order of time.
    #[must_use]
    pub fn on(&self, lease: LeaseIx) -> &[(Millis, MarkKind)] {
        let lease = lease as usize;
        &self.marks[self.starts[lease] as usize..self.starts[lease + 1] as usize]
    }

    /// The kinds of marks that deliveries have in this run, each once.
    pub(super) fn kinds(&self) -> impl Iterator<Item = MarkKind> {
        let mut seen = [false; MarkKind::Purged as usize + 1];
        self.marks.iter().map(|&(_, kind)| kind).filter(move |&kind| !std::mem::replace(&mut seen[kind as usize], true))
    }
}

/// What happened to a message by itself, in the order of time.
pub(super) fn message_marks(trace: &Trace, message: MessageIx) -> impl Iterator<Item = (Millis, MarkKind)> {
    let mut was_dead = false;
    trace.message(message).places.iter().filter_map(move |&(at, place)| {
        let kind = match place {
            Place::DeadLetters => MarkKind::DeadLetter,
            Place::Expired => MarkKind::Expired,
            Place::Purged => MarkKind::Purged,
            Place::Visible if was_dead => MarkKind::Redriven,
            _ => {
                was_dead = false;
                return None;
            }
        };
        was_dead = kind == MarkKind::DeadLetter;
        Some((at, kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Scenario, run};

    fn ran(json: &str) -> Trace {
        run(&Scenario::from_json(json).unwrap())
    }

    fn on(trace: &Trace, lease: LeaseIx) -> Vec<(u64, MarkKind)> {
        Marks::of(trace).on(lease).iter().map(|&(at, kind)| (at.whole_secs(), kind)).collect()
    }

    #[test]
    fn job_that_outlives_its_lease_has_a_stale_delete_where_another_worker_has_the_message() {
        // 45 s of work, 30 s of lease, two workers: both deletes are of old receipts.
        let trace =
            ran(r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 2, "job": 45 }, "horizon": 90 }"#);
        assert_eq!(on(&trace, 0), [(45, MarkKind::DeleteStale)]);
        assert_eq!(on(&trace, 1), [(75, MarkKind::DeleteStale)]);
        assert_eq!(on(&trace, 2), []);
    }

    #[test]
    fn job_that_outlives_its_lease_alone_deletes_late() {
        // One worker: nobody else can receive it between 30 and 45.
        let trace =
            ran(r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 1, "job": 45 }, "horizon": 90 }"#);
        assert_eq!(on(&trace, 0), [(45, MarkKind::DeletedLate)]);
    }

    #[test]
    fn heartbeats_stand_before_the_delete_that_ends_them() {
        let trace = ran(
            r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "job": 45, "heartbeat": { "every": 20 } }, "horizon": 90 }"#,
        );
        let expected = [(20, MarkKind::Heartbeat), (40, MarkKind::Heartbeat), (45, MarkKind::Deleted)];
        assert_eq!(on(&trace, 0), expected);
    }

    #[test]
    fn message_that_came_back_from_the_dead_letters_has_both_marks() {
        let life = |places: &[(u64, Place)]| {
            let mut trace = ran(r#"{ "horizon": 90 }"#);
            trace.messages[0].places = places.iter().map(|&(at, place)| (Millis(at), place)).collect();
            message_marks(&trace, 0).map(|(at, kind)| (at.0, kind)).collect::<Vec<_>>()
        };
        let places = [
            (0, Place::Visible),
            (1, Place::InFlight(0)),
            (2, Place::Visible),
            (3, Place::DeadLetters),
            (4, Place::Visible),
        ];
        assert_eq!(life(&places), [(3, MarkKind::DeadLetter), (4, MarkKind::Redriven)]);
        assert_eq!(life(&[(0, Place::Delayed), (9, Place::Expired)]), [(9, MarkKind::Expired)]);
    }
}

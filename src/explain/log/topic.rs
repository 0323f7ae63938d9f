//! Which events have a line of the log, and what kind of thing it tells; found out without making its sentence.

use crate::queue::Millis;
use crate::sim::{Delete, Event, EventKind, Lease, LeaseEnd, LeaseIx, MessageIx, Trace};

/// What kind of thing a line tells.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Topic {
    /// A message became visible: sent, delayed no more, or lapsed; or a worker is there again.
    Visible,
    /// A message was lent.
    Received,
    /// A lease was extended.
    Extended,
    /// A job had its effect and the message was deleted.
    Deleted,
    /// A message moved to the dead-letter queue, or expired; or a worker ended.
    Ended,
    /// Something went wrong: a crash, a failure, a call without effect, an effect that happened before.
    Trouble,
}

impl Topic {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Visible, Self::Received, Self::Extended, Self::Deleted, Self::Ended, Self::Trouble];

    /// What it is called where one chooses among them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Visible => "Sent or visible again",
            Self::Received => "Received",
            Self::Extended => "Lease extended",
            Self::Deleted => "Done and deleted",
            Self::Ended => "Dead letter, expired, ended",
            Self::Trouble => "Trouble",
        }
    }
}

/// The topic of an event; `None` for one that another line tells: a send, a lapse or the end of a delay in the very instant of the
/// receive, and an effect in that of the delete. `before` is the event before it.
pub(super) fn topic(trace: &Trace, event: Event, before: Option<Event>) -> Option<Topic> {
    let at = event.at;
    Some(match event.kind {
        EventKind::Sent { message } | EventKind::DelayEnded { message } if is_received_at(trace, message, 1, at) => {
            return None;
        }
        EventKind::Lapsed { lease } if is_lent_again_at(trace, trace.lease(lease), at) => return None,
        EventKind::Effect { lease, .. } if trace.lease(lease).deleted.is_some_and(|(deleted, _)| deleted == at) => {
            return None;
        }
        EventKind::Effect { nth, .. } if nth > 1 => Topic::Trouble,
        EventKind::Deleted { outcome: Delete::Ignored | Delete::Refused, .. } => Topic::Trouble,
        EventKind::Deleted { lease, .. } if effect_told_with(lease, at, before).is_some_and(|nth| nth > 1) => {
            Topic::Trouble
        }
        EventKind::Started { lease, .. } if is_late(trace.lease(lease), at) => Topic::Trouble,
        kind => of_kind(kind)?,
    })
}

fn of_kind(kind: EventKind) -> Option<Topic> {
    Some(match kind {
        EventKind::Sent { .. }
        | EventKind::DelayEnded { .. }
        | EventKind::Lapsed { .. }
        | EventKind::Returned { .. }
        | EventKind::Redriven { .. }
        | EventKind::Restarted { .. }
        | EventKind::Resumed { .. } => Topic::Visible,
        EventKind::Received { .. } | EventKind::Started { .. } | EventKind::Retried { .. } => Topic::Received,
        EventKind::Extended { current: true, .. } => Topic::Extended,
        EventKind::Effect { .. } | EventKind::EffectRepeated { .. } | EventKind::Deleted { .. } => Topic::Deleted,
        EventKind::Deduplicated { .. }
        | EventKind::Stopping { .. }
        | EventKind::Stopped { .. }
        | EventKind::DeadLettered { .. }
        | EventKind::Expired { .. }
        | EventKind::Purged { .. }
        | EventKind::Changed { .. } => Topic::Ended,
        EventKind::Extended { current: false, .. }
        | EventKind::Resurfaced { .. }
        | EventKind::Dropped { .. }
        | EventKind::ExtendIgnored { .. }
        | EventKind::ExtendRefused { .. }
        | EventKind::ExtendFailed { .. }
        | EventKind::BeatsEnded { .. }
        | EventKind::Failed { .. }
        | EventKind::Crashed { .. }
        | EventKind::Paused { .. }
        | EventKind::Throttled { .. }
        | EventKind::AnswerLost { .. }
        | EventKind::Alarm { .. } => Topic::Trouble,
        // What came of it has lines of its own.
        EventKind::Acted { .. } => return None,
    })
}

/// Whether a job that starts at `at` starts when its lease is over.
pub(super) fn is_late(lease: &Lease, at: Millis) -> bool {
    matches!(lease.ended, Some((ended, LeaseEnd::Lapsed)) if ended <= at)
}

/// Which effect the line of a delete tells, too: that of the event before it, in the same instant and of the same delivery. It is
/// the so manieth of its thing.
pub(super) fn effect_told_with(lease: LeaseIx, at: Millis, before: Option<Event>) -> Option<u32> {
    match before {
        Some(Event { at: then, kind: EventKind::Effect { lease: of, nth } }) if then == at && of == lease => Some(nth),
        _ => None,
    }
}

fn is_lent_again_at(trace: &Trace, lease: &Lease, at: Millis) -> bool {
    is_received_at(trace, lease.message, lease.receive + 1, at)
}

fn is_received_at(trace: &Trace, message: MessageIx, receive: u32, at: Millis) -> bool {
    let lease = trace.message(message).leases.get(receive as usize - 1);
    lease.is_some_and(|&lease| trace.lease(lease).from == at)
}

//! What happened: an ordered list of timed events, and the leases they imply.

use serde::Serialize;

use crate::queue::Millis;

/// A message of the run, by its place in [`Trace::messages`]: 0 is the first sent.
pub type MessageIx = u32;
/// A worker, by its place in [`Trace::workers`].
pub type WorkerIx = u32;
/// A lease, by its place in [`Trace::leases`]: in the order of receives.
pub type LeaseIx = u32;

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Every delivery, in the order of receives.
    pub leases: Vec<Lease>,
    /// Every message, in the order of sends.
    pub messages: Vec<MessageLife>,
    /// Every worker.
    pub workers: Vec<WorkerLife>,
    /// When the run ends. Nothing after it is known.
    pub end: Millis,
    /// Receives that were answered, and those of them that got nothing.
    pub receives: Receives,
    /// Whether the run was cut off because it had too many events.
    pub cut_off: bool,
}

/// How many receives were answered.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Receives {
    /// All of them.
    pub answered: u64,
    /// Those that got no message.
    pub empty: u64,
}

/// Something that happened.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// When.
    pub at: Millis,
    /// What.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// A message was sent.
    Sent {
        /// Which.
        message: MessageIx,
    },
    /// A message's delay ended.
    DelayEnded {
        /// Which.
        message: MessageIx,
    },
    /// A worker received a message and starts its job.
    Received {
        /// The delivery.
        lease: LeaseIx,
    },
    /// A heartbeat moved the message's deadline.
    Extended {
        /// The delivery whose worker sent it.
        lease: LeaseIx,
        /// The new deadline.
        deadline: Millis,
        /// Whether that worker's receipt was the newest. An older one moves the deadline, too (R40).
        current: bool,
    },
    /// A heartbeat was answered with 200 and did nothing: the lease had lapsed (R39).
    ExtendIgnored {
        /// The delivery whose worker sent it.
        lease: LeaseIx,
    },
    /// A heartbeat was refused: the message is gone (R41), or twelve hours are over (R38).
    ExtendRefused {
        /// The delivery whose worker sent it.
        lease: LeaseIx,
        /// Why.
        reason: Refusal,
    },
    /// The lease ended without a delete: the message is visible again.
    Lapsed {
        /// The delivery.
        lease: LeaseIx,
    },
    /// A job was done, and the outside world saw it.
    Effect {
        /// The delivery.
        lease: LeaseIx,
        /// How many times this message has had its effect by now.
        nth: u32,
    },
    /// A worker deleted the message with its receipt. The answer is 200 whatever the outcome, but for [`Delete::Refused`].
    Deleted {
        /// The delivery whose worker it was.
        lease: LeaseIx,
        /// What the delete did.
        outcome: Delete,
    },
    /// A job failed: no effect, no delete; the lease runs on until it lapses.
    Failed {
        /// The delivery.
        lease: LeaseIx,
    },
    /// A worker died, with its job if it had one.
    Crashed {
        /// Which.
        worker: WorkerIx,
        /// The delivery it was working on.
        lease: LeaseIx,
    },
    /// A crashed worker is back.
    Restarted {
        /// Which.
        worker: WorkerIx,
    },
    /// A receive found the message received too often and moved it to the dead-letter queue (R61).
    DeadLettered {
        /// Which.
        message: MessageIx,
    },
    /// The message's retention ended (R55).
    Expired {
        /// Which.
        message: MessageIx,
    },
}

/// What a delete did.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Delete {
    /// It removed the message.
    Removed,
    /// It removed nothing: a newer delivery is under way (R29).
    Ignored,
    /// There was nothing to remove any more (R25).
    Gone,
    /// It was an error: the receipt is more than twelve hours old (R30).
    Refused,
}

/// Why a heartbeat was refused.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The new deadline would be more than twelve hours after the receive (R38).
    TwelveHours,
    /// The message is gone (R41).
    Gone,
}

/// One delivery: the message lent to a worker, and the job inside.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lease {
    /// The message.
    pub message: MessageIx,
    /// The worker.
    pub worker: WorkerIx,
    /// Which delivery of the message, counted from 1.
    pub receive: u32,
    /// When it began.
    pub from: Millis,
    /// Its deadlines as they were set: when, and for when. The first is the receive's own.
    pub deadlines: Vec<(Millis, Millis)>,
    /// When and how it ended; `None` if the run ended first.
    pub ended: Option<(Millis, LeaseEnd)>,
    /// When and how the job in it ended; `None` if the run ended first.
    pub job_ended: Option<(Millis, JobEnd)>,
}

/// How a lease ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeaseEnd {
    /// Its deadline passed.
    Lapsed,
    /// The message was deleted, with this receipt or another.
    Deleted,
    /// The message's retention ended.
    Expired,
}

/// How a job ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JobEnd {
    /// It had its effect, and the worker sent a delete, which did this.
    Done(Delete),
    /// It failed.
    Failed,
    /// Its worker died.
    Crashed,
}

/// What happened to one message.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MessageLife {
    /// Its name: `m1` for the first.
    pub name: String,
    /// Its deliveries, in order.
    pub leases: Vec<LeaseIx>,
    /// Where it was from when on.
    pub places: Vec<(Millis, Place)>,
    /// How often it has had its effect by the end of the run.
    pub effects: u32,
}

/// Where a message is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Sent, but not visible yet.
    Delayed,
    /// Waiting for a receive.
    Visible,
    /// Lent.
    InFlight(LeaseIx),
    /// Deleted.
    Deleted,
    /// In the dead-letter queue.
    DeadLetters,
    /// Removed by retention.
    Expired,
}

impl Place {
    /// Whether nothing moves the message on from here.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::Deleted | Self::DeadLetters | Self::Expired)
    }
}

/// What one worker did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WorkerLife {
    /// The deliveries it worked on, in order.
    pub leases: Vec<LeaseIx>,
    /// From when to when it was down; without an end it never came back.
    pub down: Vec<(Millis, Option<Millis>)>,
}

impl Lease {
    /// The deadline as it was known at `t`. Before the receive, the first one.
    #[must_use]
    pub fn deadline_at(&self, t: Millis) -> Millis {
        let known = self.deadlines.partition_point(|&(set_at, _)| set_at <= t);
        self.deadlines[known.saturating_sub(1)].1
    }

    /// When it ended, or its last deadline where the run ended first.
    #[must_use]
    pub fn to(&self) -> Millis {
        self.ended.map_or_else(|| self.deadline_at(Millis(u64::MAX)), |(at, _)| at)
    }

    /// Whether it is running at `t`; at its very end it is not.
    #[must_use]
    pub fn is_open_at(&self, t: Millis) -> bool {
        self.from <= t && self.ended.is_none_or(|(at, _)| t < at)
    }

    /// Whether the worker is at the job at `t`; at its very end it is not.
    #[must_use]
    pub fn is_worked_on_at(&self, t: Millis) -> bool {
        self.from <= t && self.job_ended.is_none_or(|(at, _)| t < at)
    }

    /// From when to when the worker worked on without a lease, seen at the end of the run.
    #[must_use]
    pub fn overrun(&self, end: Millis) -> Option<(Millis, Millis)> {
        let (lease_end, _) = self.ended?;
        let job_end = self.job_ended.map_or(end, |(at, _)| at);
        (job_end > lease_end).then_some((lease_end, job_end))
    }
}

impl Trace {
    /// Where the message was at `t`; `None` before it was sent. What happens at `t` has happened.
    #[must_use]
    pub fn place_at(&self, message: MessageIx, t: Millis) -> Option<Place> {
        self.since_place_at(message, t).map(|(_, place)| place)
    }

    /// Where the message was at `t`, and since when.
    #[must_use]
    pub fn since_place_at(&self, message: MessageIx, t: Millis) -> Option<(Millis, Place)> {
        let places = &self.messages[message as usize].places;
        let known = places.partition_point(|&(since, _)| since <= t);
        known.checked_sub(1).map(|last| places[last])
    }

    /// The delivery that the worker was on at `t`, or was on last.
    #[must_use]
    pub fn last_lease_at(&self, worker: WorkerIx, t: Millis) -> Option<&Lease> {
        let leases = &self.workers[worker as usize].leases;
        let known = leases.partition_point(|&lease| self.lease(lease).from <= t);
        known.checked_sub(1).map(|last| self.lease(leases[last]))
    }

    /// Whether the worker was down at `t`.
    #[must_use]
    pub fn is_down_at(&self, worker: WorkerIx, t: Millis) -> bool {
        self.workers[worker as usize].down.iter().any(|&(from, to)| from <= t && to.is_none_or(|to| t < to))
    }

    /// Whether the job of this delivery had an effect that the message had had before.
    #[must_use]
    pub fn is_repeat(&self, lease: &Lease) -> bool {
        let effect = |lease: &Lease| match lease.job_ended {
            Some((at, JobEnd::Done(_))) => Some((at, lease.receive)),
            _ => None,
        };
        let mut leases = self.message(lease.message).leases.iter().map(|&other| self.lease(other));
        effect(lease).is_some_and(|this| leases.any(|other| effect(other).is_some_and(|other| other < this)))
    }

    /// How many events there are up to and including `t`.
    #[must_use]
    pub fn events_by(&self, t: Millis) -> usize {
        self.events.partition_point(|event| event.at <= t)
    }

    /// The delivery of that number.
    #[must_use]
    pub fn lease(&self, lease: LeaseIx) -> &Lease {
        &self.leases[lease as usize]
    }

    /// The message of that number.
    #[must_use]
    pub fn message(&self, message: MessageIx) -> &MessageLife {
        &self.messages[message as usize]
    }

    /// The run as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a trace has only texts and numbers")
    }
}

impl EventKind {
    /// The delivery that it concerns, if one.
    #[must_use]
    pub fn lease(self) -> Option<LeaseIx> {
        match self {
            Self::Received { lease }
            | Self::Extended { lease, .. }
            | Self::ExtendIgnored { lease }
            | Self::ExtendRefused { lease, .. }
            | Self::Lapsed { lease }
            | Self::Effect { lease, .. }
            | Self::Deleted { lease, .. }
            | Self::Failed { lease }
            | Self::Crashed { lease, .. } => Some(lease),
            Self::Sent { .. }
            | Self::DelayEnded { .. }
            | Self::Restarted { .. }
            | Self::DeadLettered { .. }
            | Self::Expired { .. } => None,
        }
    }

    /// The message that it concerns, where that does not follow from a delivery.
    #[must_use]
    pub fn message(self) -> Option<MessageIx> {
        match self {
            Self::Sent { message }
            | Self::DelayEnded { message }
            | Self::DeadLettered { message }
            | Self::Expired { message } => Some(message),
            _ => None,
        }
    }
}

//! What can happen in a run.

use serde::Serialize;

use super::{LeaseIx, MessageIx, WorkerIx};
use crate::queue::Millis;
use crate::sim::scenario::Call;

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
    /// A send was answered as if it had been taken, and was not: the queue had had a message of this deduplication id within five
    /// minutes (R93).
    Deduplicated {
        /// The message that was there before.
        message: MessageIx,
    },
    /// A message's delay ended.
    DelayEnded {
        /// Which.
        message: MessageIx,
    },
    /// A worker received a message, or its process for it. Unless [`Started`](Self::Started) or [`Dropped`](Self::Dropped)
    /// follows, its job starts at once.
    Received {
        /// The delivery.
        lease: LeaseIx,
    },
    /// A job starts that had to wait for its worker after the receive.
    Started {
        /// The delivery.
        lease: LeaseIx,
        /// Who works.
        worker: WorkerIx,
    },
    /// A failed job is tried again within the same delivery.
    Retried {
        /// The delivery.
        lease: LeaseIx,
        /// Which try it is, counted from 1.
        attempt: u32,
    },
    /// A delivery is not worked on.
    Dropped {
        /// The delivery.
        lease: LeaseIx,
        /// Why.
        why: Dropped,
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
    /// A heartbeat did not reach the queue.
    ExtendFailed {
        /// The delivery whose worker sent it.
        lease: LeaseIx,
    },
    /// A worker sends no more heartbeats for a message, though its job goes on.
    BeatsEnded {
        /// The delivery.
        lease: LeaseIx,
    },
    /// A worker that failed set the message's deadline, so that it is tried again sooner or later.
    Returned {
        /// The delivery whose worker it was.
        lease: LeaseIx,
        /// The new deadline.
        deadline: Millis,
    },
    /// The lease ended without a delete: the message is visible again.
    Lapsed {
        /// The delivery.
        lease: LeaseIx,
    },
    /// A message was delivered and is visible all the same, by chance (R20).
    Resurfaced {
        /// The delivery that goes on meanwhile.
        lease: LeaseIx,
    },
    /// A job was done, and the outside world saw it.
    Effect {
        /// The delivery.
        lease: LeaseIx,
        /// How many times the thing that the message is about has had its effect by now.
        nth: u32,
    },
    /// A job was done that had been done before, and it made no difference: the effect is idempotent, or sets a state.
    EffectRepeated {
        /// The delivery.
        lease: LeaseIx,
    },
    /// A worker deleted the message with its receipt. The answer is 200 whatever the outcome, but for [`Delete::Refused`].
    Deleted {
        /// The delivery whose worker it was.
        lease: LeaseIx,
        /// What the delete did.
        outcome: Delete,
    },
    /// A job failed: no effect, no delete.
    Failed {
        /// The delivery.
        lease: LeaseIx,
        /// Why.
        cause: Cause,
    },
    /// A worker died, with its job if it had one.
    Crashed {
        /// Which.
        worker: WorkerIx,
        /// The delivery it was working on.
        lease: Option<LeaseIx>,
    },
    /// A crashed or stopped worker is back.
    Restarted {
        /// Which.
        worker: WorkerIx,
    },
    /// A process was asked to end: it receives no more.
    Stopping {
        /// Its first worker.
        worker: WorkerIx,
    },
    /// A process has ended.
    Stopped {
        /// Its first worker.
        worker: WorkerIx,
    },
    /// A worker stands still.
    Paused {
        /// Which.
        worker: WorkerIx,
    },
    /// It goes on.
    Resumed {
        /// Which.
        worker: WorkerIx,
    },
    /// An invocation was throttled: no concurrency was left.
    Throttled {
        /// The first delivery of its batch.
        lease: LeaseIx,
    },
    /// The answer of a call was lost. The queue had carried it out.
    AnswerLost {
        /// Which call.
        call: Call,
        /// The delivery it concerned; none for a send.
        lease: Option<LeaseIx>,
    },
    /// A receive found the message received too often and moved it to the dead-letter queue (R61).
    DeadLettered {
        /// Which.
        message: MessageIx,
    },
    /// A redrive brought the message back from the dead-letter queue; its receives count anew.
    Redriven {
        /// Which.
        message: MessageIx,
    },
    /// The message's retention ended (R55).
    Expired {
        /// Which.
        message: MessageIx,
    },
    /// The queue was purged (R81).
    Purged {
        /// Which message it took.
        message: MessageIx,
    },
    /// So many messages are visible in the dead-letter queue that the alarm goes off.
    Alarm {
        /// How many.
        count: u32,
    },
    /// Settings changed as planned.
    Changed {
        /// Which of the scenario's changes, in the order of time, counted from 0.
        change: u32,
    },
    /// An operator did something.
    Acted {
        /// Which of the scenario's acts, counted from 0.
        act: u32,
    },
}

/// Why a delivery is not worked on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Dropped {
    /// All workers were busy and the buffer was full.
    Rejected,
    /// Its lease was over before its turn came.
    Late,
    /// A newer delivery of the same message came to the same process and took its place.
    Superseded,
    /// The same process still had the message and ignored this delivery.
    Ignored,
    /// An earlier message of its group failed, and the rest was dropped.
    Abandoned,
    /// Its process ended before its turn came.
    Ended,
    /// The answer that brought it was lost.
    Lost,
    /// Somebody only looked at it.
    Peeked,
    /// Its invocation was throttled until its time was over.
    Throttled,
}

/// Why a job failed.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The message fails whoever works on it.
    Poison,
    /// By chance.
    Chance,
    /// What it depends on was down.
    Outage,
    /// Its write failed.
    Write,
    /// It took longer than it may.
    TooLong,
    /// It took longer than an outer timeout, which takes it for failed though the work goes on.
    GivenUp,
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
    /// It was an error: the receipt is more than twelve hours old (R30), or in a FIFO queue its lease is over (R31).
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
    /// In a FIFO queue, its lease is over.
    Lapsed,
}

impl EventKind {
    /// The same where deliveries and messages have other numbers.
    pub(in crate::sim) fn renumber(
        &mut self,
        lease_now: impl Fn(LeaseIx) -> LeaseIx,
        message_now: impl Fn(MessageIx) -> MessageIx,
    ) {
        if let Some(lease) = self.lease_mut() {
            *lease = lease_now(*lease);
        } else if let Some(message) = self.message_mut() {
            *message = message_now(*message);
        }
    }

    /// The delivery that it concerns, if one.
    #[must_use]
    pub fn lease(mut self) -> Option<LeaseIx> {
        self.lease_mut().copied()
    }

    /// The message that it concerns, where that does not follow from a delivery.
    #[must_use]
    pub fn message(mut self) -> Option<MessageIx> {
        self.message_mut().copied()
    }

    fn lease_mut(&mut self) -> Option<&mut LeaseIx> {
        match self {
            Self::Received { lease }
            | Self::Started { lease, .. }
            | Self::Retried { lease, .. }
            | Self::Dropped { lease, .. }
            | Self::Extended { lease, .. }
            | Self::ExtendIgnored { lease }
            | Self::ExtendRefused { lease, .. }
            | Self::ExtendFailed { lease }
            | Self::BeatsEnded { lease }
            | Self::Returned { lease, .. }
            | Self::Lapsed { lease }
            | Self::Resurfaced { lease }
            | Self::Effect { lease, .. }
            | Self::EffectRepeated { lease }
            | Self::Deleted { lease, .. }
            | Self::Failed { lease, .. }
            | Self::Throttled { lease } => Some(lease),
            Self::Crashed { lease, .. } | Self::AnswerLost { lease, .. } => lease.as_mut(),
            _ => None,
        }
    }

    fn message_mut(&mut self) -> Option<&mut MessageIx> {
        match self {
            Self::Sent { message }
            | Self::Deduplicated { message }
            | Self::DelayEnded { message }
            | Self::DeadLettered { message }
            | Self::Redriven { message }
            | Self::Expired { message }
            | Self::Purged { message } => Some(message),
            _ => None,
        }
    }

    /// The worker that it concerns, where that does not follow from a delivery.
    #[must_use]
    pub fn worker(self) -> Option<WorkerIx> {
        match self {
            Self::Started { worker, .. }
            | Self::Crashed { worker, .. }
            | Self::Restarted { worker }
            | Self::Stopping { worker }
            | Self::Stopped { worker }
            | Self::Paused { worker }
            | Self::Resumed { worker } => Some(worker),
            _ => None,
        }
    }
}

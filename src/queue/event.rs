//! What truly happened in the queues: for an observer, not for a caller, who only gets the answers of SQS.

use super::message::MessageId;
use super::receipt::QueueId;
use super::time::Millis;

/// Something that happened to one message.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Event {
    /// When.
    pub at: Millis,
    /// In which queue.
    pub queue: QueueId,
    /// To which message.
    pub message: MessageId,
    /// What.
    pub kind: EventKind,
}

/// What happened to a message. A `receive` counts the message's receives from 1 and so names one delivery.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum EventKind {
    /// It was sent, and is visible from `visible_at` on.
    Sent {
        /// The end of its delay; the instant of the send where there is none.
        visible_at: Millis,
    },
    /// The delay of its FIFO queue changed, and its own with it: it is not visible before `visible_at` (R52).
    DelayChanged {
        /// The new end of its delay.
        visible_at: Millis,
    },
    /// Its delay ended: it is visible for the first time.
    DelayEnded,
    /// A receive returned it, hidden until `deadline`.
    Received {
        /// Which receive.
        receive: u32,
        /// When its lease ends.
        deadline: Millis,
    },
    /// A ChangeMessageVisibility moved its deadline (R35).
    VisibilityChanged {
        /// The delivery whose receipt the caller used; an older one than the current is effective, too (R40).
        by: u32,
        /// The new deadline.
        deadline: Millis,
    },
    /// A ChangeMessageVisibility answered 200 and did nothing, since the message was visible again (R39).
    ChangeIgnored {
        /// The delivery whose receipt the caller used.
        by: u32,
    },
    /// Its deadline passed, or was set to now: it is visible again.
    Lapsed {
        /// The delivery whose lease ended.
        receive: u32,
    },
    /// It was deleted.
    Deleted {
        /// The delivery whose receipt the caller used.
        by: u32,
    },
    /// A DeleteMessage answered 200 and removed nothing, since a newer delivery is under way (R29).
    DeleteIgnored {
        /// The delivery whose receipt the caller used.
        by: u32,
    },
    /// A receive found it received too often and moved it instead of returning it (R61).
    MovedToDeadLetterQueue {
        /// Where it is now.
        target: QueueId,
    },
    /// Though it was received, it stayed visible, by chance (R20).
    Resurfaced {
        /// The delivery that goes on meanwhile.
        receive: u32,
    },
    /// A task moved it out of a dead-letter queue (R74).
    Redriven {
        /// Where it is now.
        target: QueueId,
        /// As which message.
        anew: MessageId,
    },
    /// Its retention ended, in whatever state it was (R55).
    Expired,
    /// Its queue was purged or deleted (R81, R82).
    Purged,
}

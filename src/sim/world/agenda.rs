//! What is planned, in the order in which it happens.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::task::TaskIx;
use super::unit::UnitIx;
use crate::queue::Millis;
use crate::sim::trace::{LeaseIx, WorkerIx};

/// What a worker, a producer, an operator or fate is to do at an instant. What concerns a job names its delivery, too: if that
/// job is over by then, there is nothing to do.
#[derive(Copy, Clone, Debug)]
pub(super) enum Action {
    /// A try at a job ends.
    Finish { task: TaskIx, lease: LeaseIx },
    /// An outer timeout ends during a try.
    GiveUp { task: TaskIx, lease: LeaseIx, attempt: u32 },
    /// A delete that was put off is sent.
    Delete { task: TaskIx, lease: LeaseIx },
    /// The collected deletes are sent.
    Flush { unit: UnitIx },
    /// A heartbeat is due.
    Beat { task: TaskIx, lease: LeaseIx },
    /// An invocation reaches the function's timeout.
    Timeout { unit: UnitIx, invocation: u32 },
    /// A worker dies on a job.
    Crash { task: TaskIx, lease: LeaseIx, crash: u32 },
    /// A worker stands still.
    Pause { pause: u32 },
    /// It goes on.
    Resume { worker: WorkerIx },
    /// An operator kills or stops.
    Kill { act: u32 },
    /// A process that was asked to end is given no more time.
    StopEnd { unit: UnitIx, stop: u32 },
    /// An operator does something to the queue.
    Act { act: u32 },
    /// Settings change.
    Change { change: u32 },
    /// A message is sent.
    Send { arrival: u32, left: u32 },
    /// More pollers start.
    Grow,
    /// A worker or process is back.
    Restart { unit: UnitIx },
    /// A failed job is tried again.
    Retry { task: TaskIx, lease: LeaseIx },
    /// A held message's countdown is over.
    Ready { unit: UnitIx },
    /// A batch is complete, or its invocation is tried again.
    Invoke { unit: UnitIx, invocation: u32 },
    /// A receive is called.
    Poll { unit: UnitIx },
}

/// The order within an instant. What is before [`Turn::Send`] is done before the queue's own deadlines fall due. The numbers leave
/// room between two turns for the order in which actions of the same turn were planned.
#[derive(Copy, Clone, Debug)]
#[repr(u64)]
pub(super) enum Turn {
    Finish = 0,
    Beat = 1 << 60,
    Crash = 2 << 60,
    Send = 3 << 60,
    Restart = 4 << 60,
    Poll = 5 << 60,
    End = 6 << 60,
}

impl Action {
    fn turn(self) -> Turn {
        match self {
            Self::Finish { .. } | Self::GiveUp { .. } | Self::Delete { .. } | Self::Flush { .. } => Turn::Finish,
            Self::Beat { .. } => Turn::Beat,
            Self::Timeout { .. }
            | Self::Crash { .. }
            | Self::Pause { .. }
            | Self::Resume { .. }
            | Self::Kill { .. }
            | Self::StopEnd { .. } => Turn::Crash,
            Self::Act { .. } | Self::Change { .. } | Self::Send { .. } => Turn::Send,
            Self::Grow | Self::Restart { .. } | Self::Retry { .. } | Self::Ready { .. } | Self::Invoke { .. } => {
                Turn::Restart
            }
            Self::Poll { .. } => Turn::Poll,
        }
    }
}

/// Something planned. The least is the next.
#[derive(Copy, Clone, Debug)]
struct Planned {
    at: Millis,
    /// The turn, and within it by when it was planned.
    turn: u64,
    action: Action,
}

impl Ord for Planned {
    /// Turned round, since the heap keeps the greatest on top.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.at, other.turn).cmp(&(self.at, self.turn))
    }
}

impl PartialOrd for Planned {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Planned {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Planned {}

/// Everything that is planned.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda {
    planned: BinaryHeap<Planned>,
    count: u64,
}

impl Agenda {
    pub fn plan(&mut self, at: Millis, action: Action) {
        self.planned.push(Planned { at, turn: action.turn() as u64 + self.count, action });
        self.count += 1;
    }

    /// When something is next to be done.
    pub fn next(&self) -> Option<Millis> {
        self.planned.peek().map(|planned| planned.at)
    }

    /// What is to be done by `now` and has its turn before `end`.
    pub fn take(&mut self, now: Millis, end: Turn) -> Option<Action> {
        let next = self.planned.peek()?;
        if next.at > now || next.turn >= end as u64 {
            return None;
        }
        self.planned.pop().map(|planned| planned.action)
    }

    /// The same where deliveries have other numbers. The order does not depend on them.
    pub fn renumber(&mut self, now: impl Fn(LeaseIx) -> LeaseIx) {
        let mut planned = std::mem::take(&mut self.planned).into_vec();
        for Planned { action, .. } in &mut planned {
            match action {
                Action::Finish { lease, .. }
                | Action::GiveUp { lease, .. }
                | Action::Delete { lease, .. }
                | Action::Beat { lease, .. }
                | Action::Crash { lease, .. }
                | Action::Retry { lease, .. } => *lease = now(*lease),
                Action::Flush { .. }
                | Action::Timeout { .. }
                | Action::Pause { .. }
                | Action::Resume { .. }
                | Action::Kill { .. }
                | Action::StopEnd { .. }
                | Action::Act { .. }
                | Action::Change { .. }
                | Action::Send { .. }
                | Action::Grow
                | Action::Restart { .. }
                | Action::Ready { .. }
                | Action::Invoke { .. }
                | Action::Poll { .. } => {}
            }
        }
        self.planned = planned.into();
    }
}

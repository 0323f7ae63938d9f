//! Units: whatever calls ReceiveMessage for itself and holds what it received. A worker, a process that polls for its workers, or
//! a poller of an event source mapping.

use std::collections::VecDeque;

use super::World;
use super::agenda::Action;
use super::lambda::Invocation;
use super::setup::seconds;
use super::task::{Stage, Task, TaskIx};
use crate::queue::{Message, Millis, PollId, ReceiptHandle, Receive, ReceiveMessage};
use crate::sim::scenario::{Acknowledge, BeatFrom, Call, Countdown, Full, HeldTwice, HoldFrom, Polling, Start};
use crate::sim::trace::{Dropped, EventKind, JobEnd, LeaseIx, MessageIx, WorkerIx};

/// A unit, by its place in the world's list.
pub(super) type UnitIx = u32;

/// The pause after an empty short poll.
const SHORT_POLL_PAUSE: Millis = Millis::from_secs(1);

/// Whatever calls ReceiveMessage for itself.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// The process it belongs to, counted from 0.
    pub instance: u32,
    /// Its first worker.
    pub first: WorkerIx,
    /// How many workers it has.
    pub lanes: u32,
    /// How many jobs it works on at once.
    pub slots: u32,
    /// Its receive that waits.
    pub polling: Option<PollId>,
    pub is_poll_planned: bool,
    /// No receive before then.
    pub not_before: Millis,
    /// All that it has and has not finished, in the order of receives.
    pub members: Vec<TaskIx>,
    /// What of it has not been started.
    pub held: VecDeque<TaskIx>,
    pub running: u32,
    /// Jobs that are done and whose messages are deleted with the last of their batch.
    pub done: Vec<TaskIx>,
    /// Deletes that are collected.
    pub pending: Vec<(LeaseIx, ReceiptHandle)>,
    /// Jobs that are over whose heartbeats go on.
    pub leaked: Vec<TaskIx>,
    pub is_down: bool,
    /// The act that asked it to end.
    pub stopping: Option<u32>,
    /// How often it was asked to end, so that an old deadline does not end a new life.
    pub stops: u32,
    /// For a poller of an event source mapping.
    pub invocation: Invocation,
}

impl Unit {
    pub fn new(instance: u32, first: WorkerIx, lanes: u32, slots: u32) -> Self {
        Self {
            instance,
            first,
            lanes,
            slots,
            polling: None,
            is_poll_planned: false,
            not_before: Millis::ZERO,
            members: Vec::new(),
            held: VecDeque::new(),
            running: 0,
            done: Vec::new(),
            pending: Vec::new(),
            leaked: Vec::new(),
            is_down: false,
            stopping: None,
            stops: 0,
            invocation: Invocation::default(),
        }
    }

    /// Whether it has nothing to finish.
    pub fn is_idle(&self) -> bool {
        self.members.is_empty() && self.pending.is_empty()
    }
}

impl World {
    /// How many messages the unit would receive now.
    fn wanted(&self, unit: UnitIx) -> u32 {
        let state = &self.units[unit as usize];
        let workers = &self.scenario.workers;
        if let Some(lambda) = &self.scenario.lambda {
            return state.wanted_by(lambda);
        }
        match (workers.polling, workers.when_full) {
            (Polling::Worker, _) if state.members.is_empty() => workers.batch,
            (Polling::Worker, _) => 0,
            (Polling::Instance, Full::Reject) => workers.batch,
            (Polling::Instance, Full::Wait) => {
                let counts = |&&task: &&TaskIx| {
                    workers.countdown == Countdown::TakesRoom || self.tasks[task as usize].ready_at <= self.now
                };
                let held = state.held.iter().filter(counts).count();
                let room = state.slots + workers.buffer;
                let taken = state.running + u32::try_from(held).unwrap_or(u32::MAX);
                room.saturating_sub(taken).min(workers.batch)
            }
        }
    }

    /// Plans the next receive, if there is to be one.
    pub(super) fn poll_soon(&mut self, unit: UnitIx) {
        let state = &self.units[unit as usize];
        if state.is_down || state.is_poll_planned || state.polling.is_some() || self.wanted(unit) == 0 {
            return;
        }
        let at = state.not_before.max(self.now);
        self.units[unit as usize].is_poll_planned = true;
        self.plan(at, Action::Poll { unit });
    }

    pub(super) fn poll(&mut self, unit: UnitIx) {
        let state = &mut self.units[unit as usize];
        state.is_poll_planned = false;
        let (first, is_over) = (state.first, state.is_down || state.polling.is_some());
        let wanted = self.wanted(unit);
        let stops_polling = self.units[unit as usize].stopping.is_some_and(|act| !self.keeps_polling(act));
        if is_over || wanted == 0 || stops_polling {
            return;
        }
        if self.paused_until(first).is_some() {
            // Its worker polls when it goes on.
            return;
        }
        let workers = &self.scenario.workers;
        let is_mapping = self.scenario.lambda.is_some();
        let call = ReceiveMessage {
            max_number_of_messages: Some(i64::from(wanted)),
            visibility_timeout: workers.receive_timeout.filter(|_| !is_mapping).map(seconds),
            wait_time_seconds: Some(if is_mapping { 20 } else { seconds(workers.wait) }),
            ..ReceiveMessage::default()
        };
        let mut brought = Vec::new();
        match self.sqs.receive_message(self.now, self.queue, &call) {
            Ok(Receive::Waiting(poll)) => {
                let slot = poll.slot();
                self.pollers.resize(self.pollers.len().max(slot + 1), unit);
                self.pollers[slot] = unit;
                self.units[unit as usize].polling = Some(poll);
                self.absorb(None, false);
                return;
            }
            Ok(Receive::Answered(messages)) => {
                self.record.receive_answered(messages.is_empty());
                brought = messages;
            }
            // OverLimit: as after an empty answer.
            Err(_) => self.record.receive_answered(true),
        }
        self.absorb(None, false);
        self.answered(unit, brought);
    }

    /// What a receive brought.
    pub(super) fn answered(&mut self, unit: UnitIx, messages: Vec<Message>) {
        let workers = &self.scenario.workers;
        let is_short = workers.wait == Millis::ZERO && self.scenario.lambda.is_none();
        let pause = match workers.pause {
            Some(pause) => pause,
            None if is_short && messages.is_empty() => SHORT_POLL_PAUSE,
            None => Millis::ZERO,
        };
        let state = &mut self.units[unit as usize];
        state.not_before = self.now + pause;
        let first = state.first;
        let is_lost = !messages.is_empty() && self.is_answer_lost(Call::Receive);
        for delivery in messages {
            let (lease, message) = self.record.hand_out(first, &delivery);
            if is_lost {
                self.record.tell(self.now, EventKind::AnswerLost { call: Call::Receive, lease: Some(lease) });
                self.record.end_job(self.now, lease, JobEnd::Dropped(Dropped::Lost));
            } else {
                self.take_in(unit, lease, message, &delivery);
            }
        }
        if self.scenario.lambda.is_some() {
            self.gather(unit);
        } else {
            self.fill(unit);
        }
        self.poll_soon(unit);
    }

    /// One delivery comes into the unit's hands.
    fn take_in(&mut self, unit: UnitIx, lease: LeaseIx, message: MessageIx, delivery: &Message) {
        if self.scenario.workers.held_twice != HeldTwice::Keep && self.is_held_twice(unit, lease, message, delivery) {
            return;
        }
        let state = &self.units[unit as usize];
        let workers = &self.scenario.workers;
        let held = u32::try_from(state.held.len()).unwrap_or(u32::MAX);
        let is_full = state.running + held >= state.slots + workers.buffer;
        if workers.polling == Polling::Instance && workers.when_full == Full::Reject && is_full {
            self.record.drop_lease(self.now, lease, Dropped::Rejected);
            return;
        }
        let arrival = &self.scenario.arrivals[self.known[message as usize].arrival as usize];
        let ready_at = match arrival.hold_from {
            HoldFrom::Receive => self.now + arrival.hold,
            HoldFrom::Send => self.now.max(self.record.sent_at(message) + arrival.hold),
        };
        let beats_now = workers.heartbeat.as_ref().is_some_and(|beat| beat.buffered || beat.from == BeatFrom::Receive);
        let deletes_now = workers.delete.at == Acknowledge::Receive && self.scenario.lambda.is_none();
        let task = self.tasks.insert(Task::new(unit, lease, message, delivery, self.now, ready_at));
        let task = super::setup::number(task);
        let state = &mut self.units[unit as usize];
        state.members.push(task);
        state.held.push_back(task);
        if ready_at > self.now {
            self.plan(ready_at, Action::Ready { unit });
        }
        if deletes_now {
            self.send_delete(lease, delivery.receipt_handle);
        }
        if beats_now && self.scenario.lambda.is_none() {
            self.plan_first_beat(task);
        }
    }

    /// Whether the process still has the message, and what becomes of this delivery then.
    fn is_held_twice(&mut self, unit: UnitIx, lease: LeaseIx, message: MessageIx, delivery: &Message) -> bool {
        let members = self.units[unit as usize].members.iter();
        let Some(&before) = members.clone().find(|&&task| self.tasks[task as usize].message == message) else {
            return false;
        };
        let replaces = self.scenario.workers.held_twice == HeldTwice::Replace;
        let task = &mut self.tasks[before as usize];
        let (old, is_held) = (task.lease, task.stage == Stage::Held);
        if replaces {
            task.receipt = delivery.receipt_handle;
            task.deadline = delivery.deadline;
        }
        if replaces && is_held {
            task.lease = lease;
            task.received_at = self.now;
            self.record.drop_lease(self.now, old, Dropped::Superseded);
            self.plan_first_beat(before);
        } else {
            self.record.drop_lease(self.now, lease, Dropped::Ignored);
            if !replaces {
                self.leak_beats(unit, lease, message, delivery);
            }
        }
        true
    }

    /// Starts what can be started.
    pub(super) fn fill(&mut self, unit: UnitIx) {
        loop {
            let state = &self.units[unit as usize];
            if state.is_down || state.running >= state.slots || state.stopping.is_some() {
                return;
            }
            let ready = state.held.iter().position(|&task| self.tasks[task as usize].ready_at <= self.now);
            let Some((place, lane)) = ready.zip(self.free_lane(unit)) else { return };
            let Some(task) = self.units[unit as usize].held.remove(place) else { return };
            let held = &self.tasks[task as usize];
            let is_late = held.deadline <= self.now;
            if is_late && self.scenario.workers.start == Start::IfInTime {
                self.record.drop_lease(self.now, held.lease, Dropped::Late);
                self.forget(task);
                continue;
            }
            self.start(task, lane);
        }
    }

    /// The unit's worker with the fewest jobs, if it can take one.
    fn free_lane(&self, unit: UnitIx) -> Option<WorkerIx> {
        let state = &self.units[unit as usize];
        let lanes = state.first..state.first + state.lanes;
        let can_work = |&worker: &WorkerIx| self.paused_until(worker).is_none();
        lanes.filter(can_work).min_by_key(|&worker| self.workers[worker as usize].busy)
    }
}

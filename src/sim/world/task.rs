//! Tasks: deliveries in the hands of a unit, from the receive to the delete.

use super::World;
use super::agenda::Action;
use super::setup::seconds;
use super::unit::UnitIx;
use crate::queue::{Message, Millis, ReceiptHandle};
use crate::sim::scenario::{Acknowledge, BeatFrom, CrashWhen, EffectKind};
use crate::sim::trace::{JobEnd, LeaseIx, MessageIx, WorkerIx};

/// A task, by its slot.
pub(super) type TaskIx = u32;

/// A delivery in the hands of a unit.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub unit: UnitIx,
    pub lease: LeaseIx,
    pub message: MessageIx,
    pub receipt: ReceiptHandle,
    pub worker: WorkerIx,
    pub stage: Stage,
    pub received_at: Millis,
    /// Not started before then.
    pub ready_at: Millis,
    /// When the message becomes visible again, as far as the worker knows.
    pub deadline: Millis,
    /// Tries so far.
    pub attempts: u32,
    /// Whether the try that is under way is cut off.
    pub too_long: bool,
    /// Whether its message has been let go of though the work goes on.
    pub given_up: bool,
    /// The crash that comes after the effect.
    pub crash: Option<u32>,
    /// For how long its worker has stood still since the end of the try was planned.
    pub owed: Millis,
    /// Heartbeats so far.
    pub beats: u32,
    /// Whether one is planned.
    pub is_beating: bool,
}

/// How far a task is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Stage {
    /// Received, not started.
    Held,
    /// Its job is under way, or waits for the next try.
    Running,
    /// Its job is done, its message not deleted.
    Done,
    /// It is over, and its heartbeats go on.
    Leaked,
}

impl Task {
    pub fn new(
        unit: UnitIx,
        lease: LeaseIx,
        message: MessageIx,
        delivery: &Message,
        received_at: Millis,
        ready_at: Millis,
    ) -> Self {
        Self {
            unit,
            lease,
            message,
            receipt: delivery.receipt_handle,
            worker: 0,
            stage: Stage::Held,
            received_at,
            ready_at,
            deadline: delivery.deadline,
            attempts: 0,
            too_long: false,
            given_up: false,
            crash: None,
            owed: Millis::ZERO,
            beats: 0,
            is_beating: false,
        }
    }
}

impl World {
    /// The task at its slot, if it is still that of the lease.
    pub(super) fn task(&mut self, task: TaskIx, lease: LeaseIx) -> Option<&mut Task> {
        self.tasks.get_mut(task as usize).filter(|found| found.lease == lease)
    }

    /// A worker begins a job.
    pub(super) fn start(&mut self, task: TaskIx, worker: WorkerIx) {
        let state = &mut self.tasks[task as usize];
        state.stage = Stage::Running;
        state.worker = worker;
        let (unit, lease, receipt, is_beating) = (state.unit, state.lease, state.receipt, state.is_beating);
        self.units[unit as usize].running += 1;
        let life = self.worker(worker);
        life.busy += 1;
        life.jobs_begun += 1;
        let nth = life.jobs_begun;
        self.record.start(self.now, lease, worker);
        let workers = &self.scenario.workers;
        let is_mapping = self.scenario.lambda.is_some();
        let sets = workers.start_sets;
        let deletes = workers.delete.at == Acknowledge::Start && !is_mapping;
        let beats = workers.heartbeat.as_ref().is_some_and(|beat| beat.from == BeatFrom::Start) && !is_beating;
        if let Some(sets) = sets {
            self.extend(task, seconds(sets));
        }
        if deletes {
            self.send_delete(lease, receipt);
        }
        self.try_job(task);
        if beats && !is_mapping {
            self.plan_first_beat(task);
        }
        self.plan_crashes(task, worker, nth);
    }

    fn plan_crashes(&mut self, task: TaskIx, worker: WorkerIx, nth: u32) {
        let lease = self.tasks[task as usize].lease;
        for place in 0..self.scenario.crashes.len() {
            let crash = &self.scenario.crashes[place];
            if crash.worker != worker + 1 || crash.job != nth {
                continue;
            }
            let (when, after, crash) = (crash.when, crash.after, super::setup::number(place));
            match when {
                CrashWhen::After => self.plan(self.now + after, Action::Crash { task, lease, crash }),
                CrashWhen::Before => self.plan(self.now, Action::Crash { task, lease, crash }),
                CrashWhen::AfterEffect => self.tasks[task as usize].crash = Some(crash),
            }
        }
    }

    /// A try at a job begins.
    fn try_job(&mut self, task: TaskIx) {
        let Self { scenario, known, tasks, rng, now, record, .. } = self;
        let state = &mut tasks[task as usize];
        let arrival = &scenario.arrivals[known[state.message as usize].arrival as usize];
        let law = arrival.job.as_ref().unwrap_or(&scenario.workers.job);
        let mut takes = law.draw(record.number_of(state.message), rng);
        for busy in &scenario.busy {
            if (busy.at..busy.at + busy.lasts).contains(now) {
                takes = Millis(takes.0 * u64::from(busy.percent) / 100);
            }
        }
        takes += scenario.effect.takes;
        state.attempts += 1;
        let most = scenario.workers.max_job;
        state.too_long = most.is_some_and(|most| takes > most);
        let takes = most.map_or(takes, |most| takes.min(most));
        let (lease, attempt) = (state.lease, state.attempts);
        let gives_up = scenario.workers.gives_up.filter(|&after| after < takes && scenario.lambda.is_none());
        let at = *now;
        if let Some(after) = gives_up {
            self.plan(at + after, Action::GiveUp { task, lease, attempt });
        }
        self.plan(at + takes, Action::Finish { task, lease });
    }

    pub(super) fn retry(&mut self, task: TaskIx, lease: LeaseIx) {
        if self.is_owed(task, lease, Action::Retry { task, lease }) {
            return;
        }
        if self.task(task, lease).is_some() {
            self.record.retry(self.now, lease);
            self.try_job(task);
        }
    }

    /// Puts an action off by as long as the worker stood still since it was planned.
    pub(super) fn is_owed(&mut self, task: TaskIx, lease: LeaseIx, action: Action) -> bool {
        let Some(state) = self.task(task, lease) else { return false };
        let owed = std::mem::take(&mut state.owed);
        if owed > Millis::ZERO {
            self.plan(self.now + owed, action);
        }
        owed > Millis::ZERO
    }

    /// A try at a job ends, well or not.
    pub(super) fn finish_try(&mut self, task: TaskIx, lease: LeaseIx) {
        if self.is_owed(task, lease, Action::Finish { task, lease }) {
            return;
        }
        let Some(state) = self.task(task, lease).filter(|state| state.stage == Stage::Running) else { return };
        let (attempts, crash, given_up) = (state.attempts, state.crash, state.given_up);
        if let Some(cause) = self.failure(task) {
            self.record.fail(self.now, lease, cause);
            if given_up {
                self.record.end_job(self.now, lease, JobEnd::Failed);
                return self.close(task);
            }
            let retries = &self.scenario.workers.retries;
            if attempts <= retries.count && self.scenario.lambda.is_none() {
                self.plan(self.now + retries.wait, Action::Retry { task, lease });
            } else {
                self.record.end_job(self.now, lease, JobEnd::Failed);
                self.failed(task);
            }
            return;
        }
        let once = self.scenario.effect.kind != EffectKind::Plain;
        self.record.effect(self.now, lease, once);
        if let Some(crash) = crash {
            return self.crash(task, lease, crash);
        }
        self.record.end_job(self.now, lease, JobEnd::Done);
        if given_up {
            return self.close(task);
        }
        self.done(task);
    }

    /// A job is done: its message is deleted as the worker does that.
    fn done(&mut self, task: TaskIx) {
        let state = &mut self.tasks[task as usize];
        state.stage = Stage::Done;
        let (unit, lease, receipt) = (state.unit, state.lease, state.receipt);
        let delete = &self.scenario.workers.delete;
        let (at, after, interval, threshold) = (delete.at, delete.after, delete.interval, delete.threshold);
        if self.scenario.lambda.is_some() || at == Acknowledge::Batch {
            return self.done_in_batch(task);
        }
        if at != Acknowledge::Done {
            return self.close(task);
        }
        if after > Millis::ZERO {
            return self.plan(self.now + after, Action::Delete { task, lease });
        }
        if let Some(interval) = interval {
            let pending = &mut self.units[unit as usize].pending;
            pending.push((lease, receipt));
            let count = super::setup::number(pending.len());
            if threshold.is_some_and(|threshold| count >= threshold) {
                self.flush(unit);
            } else if count == 1 {
                self.plan(self.now + interval, Action::Flush { unit });
            }
            return self.close(task);
        }
        self.send_delete(lease, receipt);
        self.close(task);
    }

    /// Keeps the message of a job that is done until the whole batch is, and lets the worker go on.
    fn done_in_batch(&mut self, task: TaskIx) {
        let unit = self.tasks[task as usize].unit;
        self.leave_lane(task);
        self.units[unit as usize].done.push(task);
        self.end_batch_if_done(unit);
        self.fill(unit);
    }

    /// The last of a batch is done: what was done of it is deleted.
    pub(super) fn end_batch_if_done(&mut self, unit: UnitIx) {
        let state = &self.units[unit as usize];
        if state.running > 0 || !state.held.is_empty() {
            return;
        }
        for task in std::mem::take(&mut self.units[unit as usize].done) {
            let Task { lease, receipt, .. } = self.tasks[task as usize];
            self.send_delete(lease, receipt);
            self.forget(task);
        }
        self.end_invocation(unit);
        self.poll_soon(unit);
    }

    /// The worker of a running task is free again.
    pub(super) fn leave_lane(&mut self, task: TaskIx) {
        let Task { unit, worker, .. } = self.tasks[task as usize];
        self.units[unit as usize].running -= 1;
        self.worker(worker).busy -= 1;
    }

    /// A running task is over, and its worker goes on with the next.
    pub(super) fn close(&mut self, task: TaskIx) {
        let unit = self.tasks[task as usize].unit;
        self.leave_lane(task);
        self.forget(task);
        if !self.units[unit as usize].done.is_empty() {
            self.end_batch_if_done(unit);
        }
        self.fill(unit);
        self.poll_soon(unit);
        self.end_stop_if_idle(unit);
    }

    /// A task is no more, but for heartbeats that leak.
    pub(super) fn forget(&mut self, task: TaskIx) {
        let state = &mut self.tasks[task as usize];
        let unit = &mut self.units[state.unit as usize];
        unit.members.retain(|&member| member != task);
        let leaks = self.scenario.workers.heartbeat.as_ref().is_some_and(|beat| beat.leaks);
        if leaks && state.is_beating && !unit.is_down {
            state.stage = Stage::Leaked;
            unit.leaked.push(task);
        } else {
            self.tasks.remove(task as usize);
        }
    }
}

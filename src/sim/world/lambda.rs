//! Lambda as the consumer: pollers that collect batches and invoke a function (R109 to R117).

use super::agenda::Action;
use super::setup::number;
use super::task::{Stage, Task, TaskIx};
use super::unit::{Unit, UnitIx};
use super::{Worker, World};
use crate::queue::Millis;
use crate::sim::scenario::{Lambda, Together};
use crate::sim::trace::{Cause, Dropped, EventKind, JobEnd};

/// The most pollers, and so the most batches at once (R111).
const MOST_POLLERS: u32 = 1_250;
/// The concurrency of an account, where none is reserved.
const ACCOUNT_CONCURRENCY: u32 = 1_000;
/// The pause before a throttled invocation is tried again; it doubles up to the second.
const FIRST_PAUSE: Millis = Millis::from_secs(1);
const LONGEST_PAUSE: Millis = Millis::from_secs(60);

/// A poller's batch, and the invocation that works it off.
#[derive(Clone, Debug, Default)]
pub(super) struct Invocation {
    /// How many there were before, so that what was planned for an old one does not touch a new one.
    pub number: u32,
    /// When the collecting of the batch ends.
    pub gather_until: Option<Millis>,
    pub is_running: bool,
    /// How often it was throttled.
    pub throttled: u32,
}

impl Unit {
    /// How many messages a poller still takes into its batch.
    pub(super) fn wanted_by(&self, lambda: &Lambda) -> u32 {
        let has = number(self.members.len());
        if self.invocation.is_running || (has > 0 && self.invocation.gather_until.is_none()) {
            return 0;
        }
        lambda.batch.saturating_sub(has).min(10)
    }
}

impl World {
    /// The first pollers, and the plan for more.
    pub(super) fn hire_pollers(&mut self) {
        let Some(lambda) = &self.scenario.lambda else { return };
        let first = lambda.pollers.min(most_pollers(lambda));
        self.add_pollers(first);
        self.plan(Millis::from_secs(60), Action::Grow);
    }

    fn add_pollers(&mut self, count: u32) {
        let (Some(lambda), workers) = (&self.scenario.lambda, &self.scenario.workers) else { return };
        let slots = if workers.together == Together::Batch { lambda.batch } else { 1 };
        for _ in 0..count {
            let unit = number(self.units.len());
            let worker = number(self.workers.len());
            self.record.add_worker(unit);
            self.workers.push(Worker::default());
            self.units.push(Unit { is_poll_planned: true, ..Unit::new(unit, worker, 1, slots) });
            self.plan(self.now, Action::Poll { unit });
        }
    }

    /// More pollers start as long as there are messages that none has taken (R111).
    pub(super) fn grow(&mut self) {
        let Some(lambda) = &self.scenario.lambda else { return };
        let (growth, most) = (lambda.growth_per_minute, most_pollers(lambda));
        let there = number(self.units.len());
        if there < most && self.sqs.counts(self.queue).visible > 0 {
            self.add_pollers(growth.min(most - there));
        }
        if self.to_come > 0 || !self.record.all_gone() {
            self.plan(self.now + Millis::from_secs(60), Action::Grow);
        }
    }

    /// A receive has come back: the batch is complete, or waits for more.
    pub(super) fn gather(&mut self, unit: UnitIx) {
        let Some(lambda) = &self.scenario.lambda else { return };
        let (batch, window) = (lambda.batch, lambda.window);
        let state = &mut self.units[unit as usize];
        if state.members.is_empty() || state.invocation.is_running {
            return;
        }
        let is_full = number(state.members.len()) >= batch;
        let until = *state.invocation.gather_until.get_or_insert(self.now + window);
        let invocation = state.invocation.number;
        if is_full || until <= self.now {
            self.invoke(unit);
        } else {
            self.plan(until, Action::Invoke { unit, invocation });
        }
    }

    /// The window is over, or a throttled invocation is tried again.
    pub(super) fn invoke_again(&mut self, unit: UnitIx, invocation: u32) {
        let state = &self.units[unit as usize];
        let is_current = state.invocation.number == invocation && !state.members.is_empty();
        if is_current && !state.invocation.is_running && !state.is_down {
            self.invoke(unit);
        }
    }

    fn invoke(&mut self, unit: UnitIx) {
        let Some(lambda) = &self.scenario.lambda else { return };
        let (timeout, concurrency) = (lambda.timeout, lambda.reserved_concurrency.unwrap_or(ACCOUNT_CONCURRENCY));
        if let Some(poll) = self.units[unit as usize].polling.take() {
            self.sqs.cancel_receive(self.queue, poll);
        }
        self.units[unit as usize].invocation.gather_until = None;
        if self.invocations >= concurrency {
            return self.throttle(unit);
        }
        self.invocations += 1;
        let state = &mut self.units[unit as usize];
        state.invocation.is_running = true;
        let invocation = state.invocation.number;
        self.plan(self.now + timeout, Action::Timeout { unit, invocation });
        self.fill(unit);
    }

    /// There is no concurrency for the batch: it is tried again, in longer and longer pauses, until its time is over (R115).
    fn throttle(&mut self, unit: UnitIx) {
        let state = &mut self.units[unit as usize];
        let Some(&first) = state.members.first() else { return };
        let invocation = state.invocation.number;
        let pause = Millis(FIRST_PAUSE.0 << state.invocation.throttled.min(6)).min(LONGEST_PAUSE);
        state.invocation.throttled += 1;
        let Task { lease, received_at, deadline, .. } = self.tasks[first as usize];
        self.record.tell(self.now, EventKind::Throttled { lease });
        let patience = self.scenario.lambda.as_ref().and_then(|lambda| lambda.throttled_for);
        let until = patience.map_or(deadline, |patience| received_at + patience);
        if self.now + pause < until {
            return self.plan(self.now + pause, Action::Invoke { unit, invocation });
        }
        self.drop_held(unit, Dropped::Throttled);
        self.end_invocation(unit);
        self.units[unit as usize].not_before = until;
        self.poll_soon(unit);
    }

    fn drop_held(&mut self, unit: UnitIx, why: Dropped) {
        for task in std::mem::take(&mut self.units[unit as usize].held) {
            self.record.drop_lease(self.now, self.tasks[task as usize].lease, why);
            self.forget(task);
        }
    }

    /// A job of a batch failed. Without partial answers the invocation ends with it, and nothing of the batch is deleted (R114).
    pub(super) fn failed_in_batch(&mut self, task: TaskIx) {
        let Some(lambda) = &self.scenario.lambda else { return };
        let partial = lambda.partial_batches;
        let unit = self.tasks[task as usize].unit;
        self.leave_lane(task);
        self.forget(task);
        if !partial {
            return self.abandon(unit, Cause::Chance);
        }
        if self.scenario.queue.fifo {
            self.drop_held(unit, Dropped::Abandoned);
        }
        self.end_batch_if_done(unit);
        self.fill(unit);
    }

    /// The function's timeout: the invocation is killed.
    pub(super) fn time_out(&mut self, unit: UnitIx, invocation: u32) {
        let state = &self.units[unit as usize].invocation;
        if state.is_running && state.number == invocation {
            self.abandon(unit, Cause::TooLong);
        }
    }

    /// An invocation ends with an error: jobs under way fail, and nothing is deleted.
    fn abandon(&mut self, unit: UnitIx, cause: Cause) {
        self.drop_held(unit, Dropped::Abandoned);
        let state = &mut self.units[unit as usize];
        state.done.clear();
        for task in std::mem::take(&mut state.members) {
            let Task { lease, stage, .. } = self.tasks[task as usize];
            if stage == Stage::Running {
                self.record.fail(self.now, lease, cause);
                self.record.end_job(self.now, lease, JobEnd::Failed);
                self.leave_lane(task);
            }
            self.tasks.remove(task as usize);
        }
        self.end_invocation(unit);
        self.poll_soon(unit);
    }

    /// The poller is free for the next batch.
    pub(super) fn end_invocation(&mut self, unit: UnitIx) {
        let state = &mut self.units[unit as usize].invocation;
        self.invocations -= u32::from(state.is_running);
        *state = Invocation { number: state.number + 1, ..Invocation::default() };
    }
}

fn most_pollers(lambda: &Lambda) -> u32 {
    lambda.maximum_concurrency.unwrap_or(MOST_POLLERS)
}

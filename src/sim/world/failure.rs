//! Jobs that fail, and what becomes of their messages.

use super::beat::doubled;
use super::task::{Stage, Task, TaskIx};
use super::unit::UnitIx;
use super::{World, strikes};
use crate::sim::scenario::OnFailure;
use crate::sim::trace::{Cause, Dropped, LeaseIx, MessageIx};

impl World {
    /// Why the try that ends now fails, if it does.
    pub(super) fn failure(&mut self, task: TaskIx) -> Option<Cause> {
        let Self { scenario, known, tasks, rng, now, .. } = self;
        let state = &tasks[task as usize];
        let message = &mut known[state.message as usize];
        if state.too_long {
            return Some(Cause::TooLong);
        }
        if scenario.arrivals[message.arrival as usize].poison {
            return Some(Cause::Poison);
        }
        if message.fails > 0 {
            message.fails -= 1;
            return Some(Cause::Poison);
        }
        if scenario.outages.iter().any(|outage| (outage.at..outage.at + outage.lasts).contains(now)) {
            return Some(Cause::Outage);
        }
        if strikes(rng, scenario.failures.jobs_percent) {
            return Some(Cause::Chance);
        }
        strikes(rng, scenario.effect.fails_percent).then_some(Cause::Write)
    }

    /// What a worker does with the message of a job that failed for good.
    pub(super) fn failed(&mut self, task: TaskIx) {
        if self.scenario.lambda.is_some() {
            return self.failed_in_batch(task);
        }
        self.let_fail(task);
        self.close(task);
    }

    /// An outer timeout is over: for the worker the job has failed, though the work goes on.
    pub(super) fn give_up(&mut self, task: TaskIx, lease: LeaseIx, attempt: u32) {
        let Some(state) = self.task(task, lease) else { return };
        if state.stage != Stage::Running || state.attempts != attempt {
            return;
        }
        state.given_up = true;
        self.record.fail(self.now, lease, Cause::GivenUp);
        self.let_fail(task);
    }

    /// What becomes of the message of a job that failed.
    fn let_fail(&mut self, task: TaskIx) {
        let Task { unit, lease, receipt, message, .. } = self.tasks[task as usize];
        let receives = self.record.lease(lease).receive;
        match self.scenario.workers.on_failure {
            OnFailure::Leave => {}
            OnFailure::Set(timeout) => self.give_back(task, timeout),
            OnFailure::Backoff { base, most, until } => {
                if receives <= until {
                    self.give_back(task, doubled(base, receives).min(most));
                }
            }
            OnFailure::Delete => self.send_delete(lease, receipt),
            OnFailure::DeleteAndDropRest => {
                self.send_delete(lease, receipt);
                self.drop_rest(unit, message);
            }
        }
    }

    /// Drops what the unit holds of the group of a message that failed.
    fn drop_rest(&mut self, unit: UnitIx, message: MessageIx) {
        let group = self.known[message as usize].group.clone();
        let held: Vec<TaskIx> = self.units[unit as usize].held.iter().copied().collect();
        for task in held {
            let state = &self.tasks[task as usize];
            if self.known[state.message as usize].group == group {
                self.record.drop_lease(self.now, state.lease, Dropped::Abandoned);
                self.units[unit as usize].held.retain(|&held| held != task);
                self.forget(task);
            }
        }
    }
}

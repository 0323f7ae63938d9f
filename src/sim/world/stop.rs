//! Workers and processes that die, end, stand still and come back.

use super::agenda::Action;
use super::setup::number;
use super::task::{Stage, Task, TaskIx};
use super::unit::UnitIx;
use super::{Known, World};
use crate::queue::{Millis, SendMessage};
use crate::sim::scenario::{Deed, OnStop};
use crate::sim::trace::{Dropped, EventKind, JobEnd, LeaseIx, WorkerIx};

impl World {
    /// A crash that was to come on a job, if that job is still under way.
    pub(super) fn crash(&mut self, task: TaskIx, lease: LeaseIx, crash: u32) {
        let Some(state) = self.task(task, lease).filter(|state| matches!(state.stage, Stage::Running | Stage::Done))
        else {
            return;
        };
        let unit = state.unit;
        let back_after = self.scenario.crashes[crash as usize].back_after;
        self.die(unit, back_after);
    }

    /// A unit dies with everything that it has. `None`: it never comes back.
    pub(super) fn die(&mut self, unit: UnitIx, back_after: Option<Millis>) {
        if self.units[unit as usize].is_down {
            return;
        }
        self.cancel_poll(unit);
        self.lose_all(unit, OnStop::Leave);
        for worker in self.lanes(unit) {
            let lease = self.job_cut_short(worker);
            self.record.tell(self.now, EventKind::Crashed { worker, lease });
        }
        self.go_down(unit);
        if let Some(back_after) = back_after {
            self.plan(self.now + back_after, Action::Restart { unit });
        }
    }

    fn lanes(&self, unit: UnitIx) -> std::ops::Range<WorkerIx> {
        let state = &self.units[unit as usize];
        state.first..state.first + state.lanes
    }

    /// The delivery that a worker was on when it died at this instant.
    fn job_cut_short(&self, worker: WorkerIx) -> Option<LeaseIx> {
        let last = self.record.last_lease_of(worker)?;
        (self.record.lease(last).job_ended == Some((self.now, JobEnd::Crashed))).then_some(last)
    }

    fn cancel_poll(&mut self, unit: UnitIx) {
        if let Some(poll) = self.units[unit as usize].polling.take() {
            self.sqs.cancel_receive(self.queue, poll);
        }
    }

    fn go_down(&mut self, unit: UnitIx) {
        for worker in self.lanes(unit) {
            self.record.down(self.now, worker);
            let life = self.worker(worker);
            life.is_down = true;
            life.busy = 0;
            life.paused_until = None;
        }
        let state = &mut self.units[unit as usize];
        state.is_down = true;
        state.stopping = None;
        state.stops += 1;
        state.running = 0;
        state.pending.clear();
        for task in std::mem::take(&mut state.leaked) {
            self.tasks.remove(task as usize);
        }
    }

    /// Everything that a unit has is lost to it.
    fn lose_all(&mut self, unit: UnitIx, held: OnStop) {
        self.units[unit as usize].is_down = true;
        for task in std::mem::take(&mut self.units[unit as usize].members) {
            let Task { lease, stage, .. } = self.tasks[task as usize];
            match stage {
                // What it held when it was asked to end is gone by now: this came afterwards, and it ends with it.
                Stage::Held => self.record.drop_lease(self.now, lease, Dropped::Ended),
                Stage::Running | Stage::Done => {
                    self.record.end_job(self.now, lease, JobEnd::Crashed);
                    self.let_go(task, held);
                }
                Stage::Leaked => {}
            }
            self.tasks.remove(task as usize);
        }
        let state = &mut self.units[unit as usize];
        state.held.clear();
        state.done.clear();
        self.end_invocation(unit);
    }

    /// What a process that ends does with a message that it has not finished.
    fn let_go(&mut self, task: TaskIx, held: OnStop) {
        match held {
            OnStop::Leave => {}
            OnStop::Release => self.give_back(task, Millis::ZERO),
            OnStop::Resend => {
                let message = self.tasks[task as usize].message;
                let Known { arrival, ref group, .. } = self.known[message as usize];
                // A fresh send: a FIFO queue would take it for a duplicate of the first.
                let again = SendMessage {
                    message_group_id: group.clone(),
                    message_deduplication_id: None,
                    ..self.call(arrival)
                };
                self.send_call(arrival, self.record.key_of(message), again);
            }
        }
    }

    pub(super) fn keeps_polling(&self, act: u32) -> bool {
        self.scenario.acts[act as usize].keeps_polling
    }

    /// The units of a process, or of all.
    pub(super) fn units_of(&self, instance: Option<u32>) -> Vec<UnitIx> {
        let is_of = |unit: &UnitIx| instance.is_none_or(|of| self.units[*unit as usize].instance + 1 == of);
        (0..number(self.units.len())).filter(is_of).collect()
    }

    /// Asks a unit to end: it finishes what it works on, as long as it may, and gives the rest up at once.
    pub(super) fn stop(&mut self, unit: UnitIx, act: u32) {
        let state = &mut self.units[unit as usize];
        if state.is_down || state.stopping.is_some() {
            return;
        }
        state.stopping = Some(act);
        state.stops += 1;
        let (first, stop) = (state.first, state.stops);
        let held = std::mem::take(&mut state.held);
        let planned = &self.scenario.acts[act as usize];
        let (drain, policy) = (planned.drain, planned.held);
        if !self.keeps_polling(act) {
            self.cancel_poll(unit);
        }
        self.record.tell(self.now, EventKind::Stopping { worker: first });
        for task in held {
            self.record.drop_lease(self.now, self.tasks[task as usize].lease, Dropped::Ended);
            self.let_go(task, policy);
            self.forget(task);
        }
        // Even without any time to drain: what is given back now may come to its own poll yet.
        self.plan(self.now + drain, Action::StopEnd { unit, stop });
        self.end_stop_if_idle(unit);
    }

    /// Ends a unit that was asked to, as soon as it has nothing to finish; not one that goes on polling until its time is over.
    pub(super) fn end_stop_if_idle(&mut self, unit: UnitIx) {
        let state = &self.units[unit as usize];
        if let Some(act) = state.stopping
            && state.members.is_empty()
            && !self.keeps_polling(act)
        {
            self.end_stop(unit, state.stops);
        }
    }

    /// The time that a unit had to end is over.
    pub(super) fn end_stop(&mut self, unit: UnitIx, stop: u32) {
        let state = &self.units[unit as usize];
        let (Some(act), first) = (state.stopping.filter(|_| state.stops == stop), state.first) else { return };
        let planned = &self.scenario.acts[act as usize];
        let back_after = planned.back_after.or((planned.deed == Deed::Deploy).then_some(Millis::ZERO));
        let held = planned.held;
        self.cancel_poll(unit);
        self.lose_all(unit, held);
        self.record.tell(self.now, EventKind::Stopped { worker: first });
        self.go_down(unit);
        if let Some(back_after) = back_after {
            self.plan(self.now + back_after, Action::Restart { unit });
        }
    }

    /// A unit that was down is back.
    pub(super) fn restart(&mut self, unit: UnitIx) {
        let state = &mut self.units[unit as usize];
        if !state.is_down {
            return;
        }
        state.is_down = false;
        state.not_before = self.now;
        for worker in self.lanes(unit) {
            self.worker(worker).is_down = false;
            self.record.up(self.now, worker);
            self.record.tell(self.now, EventKind::Restarted { worker });
        }
        self.poll_soon(unit);
    }

    /// A worker stands still: nothing that it does goes on meanwhile.
    pub(super) fn pause(&mut self, pause: u32) {
        let planned = &self.scenario.pauses[pause as usize];
        let (worker, lasts) = (planned.worker - 1, planned.lasts);
        if self.workers[worker as usize].is_down {
            return;
        }
        let until = self.now + lasts;
        let before = self.paused_until(worker);
        if before.is_some_and(|before| before >= until) {
            return;
        }
        let longer = until.since(before.unwrap_or(self.now));
        self.worker(worker).paused_until = Some(until);
        for (_, task) in &mut self.tasks {
            if task.worker == worker && matches!(task.stage, Stage::Running | Stage::Done) {
                task.owed += longer;
            }
        }
        self.record.tell(self.now, EventKind::Paused { worker });
        self.plan(until, Action::Resume { worker });
    }

    pub(super) fn resume(&mut self, worker: WorkerIx) {
        if self.paused_until(worker).is_some() || self.workers[worker as usize].paused_until.take().is_none() {
            return;
        }
        self.record.tell(self.now, EventKind::Resumed { worker });
        for unit in 0..number(self.units.len()) {
            if self.lanes(unit).contains(&worker) {
                self.fill(unit);
                self.poll_soon(unit);
            }
        }
    }
}

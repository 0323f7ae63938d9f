//! Heartbeats, and every other ChangeMessageVisibility of a worker.

use super::agenda::Action;
use super::setup::{number, seconds};
use super::task::{Stage, Task, TaskIx};
use super::unit::UnitIx;
use super::{World, strikes};
use crate::queue::{Message, Millis};
use crate::sim::scenario::{BeatFrom, Call, Growth, Heartbeat, OnBeatFailure};
use crate::sim::trace::{EventKind, LeaseIx, MessageIx, Refusal};

/// What became of a ChangeMessageVisibility, as its caller sees it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Answer {
    Ok,
    Refused,
    Lost,
}

impl World {
    /// Plans the first heartbeat for a task.
    pub(super) fn plan_first_beat(&mut self, task: TaskIx) {
        let Some(beat) = &self.scenario.workers.heartbeat else { return };
        let state = &self.tasks[task as usize];
        let at = match beat.when_left {
            Some(left) => next_look(self.now, self.now, beat.every, state.deadline.since(left)),
            None => self.now + beat.first_after.unwrap_or(beat.every),
        };
        self.plan_beat(task, at);
    }

    fn plan_beat(&mut self, task: TaskIx, at: Millis) {
        let jitter = self.scenario.workers.heartbeat.as_ref().map_or(Millis::ZERO, |beat| beat.jitter);
        let late = if jitter > Millis::ZERO { Millis(self.rng.up_to(jitter.0)) } else { Millis::ZERO };
        let state = &mut self.tasks[task as usize];
        state.is_beating = true;
        let lease = state.lease;
        self.plan(at + late, Action::Beat { task, lease });
    }

    /// A heartbeat is due.
    pub(super) fn beat(&mut self, task: TaskIx, lease: LeaseIx) {
        let Some(&mut Task { worker, stage, beats, unit, given_up, .. }) = self.task(task, lease) else { return };
        let Some(beat) = self.scenario.workers.heartbeat.clone() else { return };
        let worker = if stage == Stage::Held { self.units[unit as usize].first } else { worker };
        if let Some(until) = self.paused_until(worker) {
            return self.plan(until, Action::Beat { task, lease });
        }
        if stage == Stage::Held && !beat.buffered {
            return self.plan_next_beat(task, &beat);
        }
        if self.is_at_limit(task, &beat) || given_up {
            return self.end_beats(task, lease);
        }
        self.tasks[task as usize].beats += 1;
        self.worker(worker).beaten += beat.every;
        let answer = if strikes(&mut self.rng, beat.fails_percent) {
            self.record.tell(self.now, EventKind::ExtendFailed { lease });
            Answer::Lost
        } else {
            let sets = self.sets(task, &beat, beats);
            self.extend(task, seconds(sets))
        };
        match (answer, beat.on_failure) {
            (Answer::Refused, OnBeatFailure::Die) => self.die_of_beat(unit),
            (Answer::Refused, policy) if stage == Stage::Leaked || policy == OnBeatFailure::GiveUp => {
                self.stop_beating(task);
            }
            (Answer::Lost, OnBeatFailure::GiveUp | OnBeatFailure::Die) => self.end_beats(task, lease),
            _ => self.plan_next_beat(task, &beat),
        }
    }

    /// A delivery that its process ignores is extended all the same where heartbeats leak.
    pub(super) fn leak_beats(&mut self, unit: UnitIx, lease: LeaseIx, message: MessageIx, delivery: &Message) {
        if !self.scenario.workers.heartbeat.as_ref().is_some_and(|beat| beat.leaks) {
            return;
        }
        let worker = self.units[unit as usize].first;
        let task = Task::new(unit, lease, message, delivery, self.now, self.now);
        let task = number(self.tasks.insert(Task { stage: Stage::Leaked, worker, ..task }));
        self.units[unit as usize].leaked.push(task);
        self.plan_first_beat(task);
    }

    /// A process dies of a refused heartbeat, with all its workers.
    fn die_of_beat(&mut self, unit: UnitIx) {
        let process = self.units[unit as usize].instance + 1;
        for unit in self.units_of(Some(process)) {
            self.die(unit, None);
        }
    }

    /// To what a heartbeat sets the timeout.
    fn sets(&self, task: TaskIx, beat: &Heartbeat, beats: u32) -> Millis {
        let sets = beat.sets.unwrap_or_else(|| self.scenario.effective_timeout());
        match beat.growth {
            Growth::Constant => sets,
            Growth::Elapsed => self.now.since(self.tasks[task as usize].received_at) + sets,
            Growth::Doubling => doubled(sets, beats + 1),
        }
    }

    fn is_at_limit(&self, task: TaskIx, beat: &Heartbeat) -> bool {
        let state = &self.tasks[task as usize];
        let limit = &beat.limit;
        let beaten = if limit.by_worker {
            self.workers[state.worker as usize].beaten
        } else {
            Millis(beat.every.0 * u64::from(state.beats))
        };
        limit.count.is_some_and(|count| state.beats >= count)
            || limit.time.is_some_and(|time| beaten + beat.every > time)
    }

    fn plan_next_beat(&mut self, task: TaskIx, beat: &Heartbeat) {
        let state = &self.tasks[task as usize];
        let at = match (beat.when_left, beat.growth) {
            (Some(left), _) => {
                let from = match beat.from {
                    BeatFrom::Receive => state.received_at,
                    BeatFrom::Start => self.record.lease(state.lease).started.unwrap_or(state.received_at),
                };
                next_look(from, self.now, beat.every, state.deadline.since(left))
            }
            // It comes when what the one before had set is nearly over.
            (None, Growth::Doubling) => self.now + doubled(beat.every, state.beats),
            (None, _) => self.now + beat.every,
        };
        self.plan_beat(task, at);
    }

    /// No more heartbeats, though the job goes on.
    fn end_beats(&mut self, task: TaskIx, lease: LeaseIx) {
        self.record.tell(self.now, EventKind::BeatsEnded { lease });
        self.stop_beating(task);
    }

    fn stop_beating(&mut self, task: TaskIx) {
        let state = &mut self.tasks[task as usize];
        state.is_beating = false;
        if state.stage == Stage::Leaked {
            let unit = state.unit;
            self.units[unit as usize].leaked.retain(|&leaked| leaked != task);
            self.tasks.remove(task as usize);
        }
    }

    /// ChangeMessageVisibility with the receipt of a task, to keep its message hidden.
    pub(super) fn extend(&mut self, task: TaskIx, sets: i64) -> Answer {
        let Task { lease, receipt, message, .. } = self.tasks[task as usize];
        if self.sqs.change_message_visibility(self.now, self.queue, &receipt, sets).is_err() {
            let lapsed = self.record.lease(lease).ended.is_some();
            let reason = if self.record.is_gone(message) {
                Refusal::Gone
            } else if self.scenario.queue.fifo && lapsed {
                Refusal::Lapsed
            } else {
                Refusal::TwelveHours
            };
            self.record.tell(self.now, EventKind::ExtendRefused { lease, reason });
            return Answer::Refused;
        }
        let heard = self.absorb(Some(lease), false);
        if self.is_answer_lost(Call::ChangeVisibility) {
            self.record.tell(self.now, EventKind::AnswerLost { call: Call::ChangeVisibility, lease: Some(lease) });
            return Answer::Lost;
        }
        if let Some(deadline) = heard.deadline {
            self.tasks[task as usize].deadline = deadline;
        }
        Answer::Ok
    }

    /// A worker that failed gives the message back: it is visible again after `timeout`.
    pub(super) fn give_back(&mut self, task: TaskIx, timeout: Millis) {
        let Task { lease, receipt, .. } = self.tasks[task as usize];
        // A refusal changes nothing, and the worker has no more use for the message.
        if self.sqs.change_message_visibility(self.now, self.queue, &receipt, seconds(timeout)).is_ok() {
            self.absorb(Some(lease), true);
        }
    }
}

/// `span` × 2^`times`, within what fits.
pub(super) fn doubled(span: Millis, times: u32) -> Millis {
    Millis(span.0.saturating_mul(1_u64.checked_shl(times).unwrap_or(u64::MAX)))
}

/// The first look at the clock after `now`, of those every so often from `from` on, at which `due` has come.
fn next_look(from: Millis, now: Millis, every: Millis, due: Millis) -> Millis {
    let looks = due.since(from).0.div_ceil(every.0).max(now.since(from).0 / every.0 + 1);
    from + Millis(looks * every.0)
}

//! The event loop: workers, producers, operators and failures around the queue.
//!
//! Time jumps from one thing that happens to the next, so ten days pass as fast as ten seconds. Within an instant the order is
//! the one that the queue states: finish and delete, then heartbeat, then (a crash and) lapse, then sends, then polls.

mod agenda;
mod beat;
mod delete;
mod endless;
mod failure;
mod lambda;
mod operator;
mod producer;
mod running;
mod setup;
mod stop;
mod task;
mod unit;

use std::collections::VecDeque;
use std::sync::Arc;

use slab::Slab;

pub use self::endless::Endless;
pub use self::running::{Running, run, run_as_it_is, run_up_to};

use self::agenda::{Action, Agenda, Turn};
use self::task::Task;
use self::unit::{Unit, UnitIx};
use super::record::{Heard, Recorder};
use super::scenario::{Call, Scenario};
use super::trace::{EventKind, LeaseIx, WorkerIx};
use crate::queue::{Message, Millis, QueueId, Rng, Sqs};

/// A poison message is followed to the dead-letter queue past the horizon if that takes at most so many attempts.
const MAX_ATTEMPTS_FOLLOWED: i64 = 10;

/// One worker.
#[derive(Clone, Debug, Default)]
struct Worker {
    /// How many jobs it is on.
    busy: u32,
    jobs_begun: u32,
    is_down: bool,
    /// It stands still until then.
    paused_until: Option<Millis>,
    /// For how long it has sent heartbeats, over all its messages.
    beaten: Millis,
}

/// What the world knows of a message.
#[derive(Clone, Debug)]
struct Known {
    arrival: u32,
    group: Option<Arc<str>>,
    /// How many more jobs on it fail.
    fails: u32,
}

struct World {
    /// The settings in force.
    scenario: Scenario,
    /// Those that will be, in the order of time.
    phases: Vec<(Millis, Scenario)>,
    now: Millis,
    sqs: Sqs,
    queue: QueueId,
    dead_letters: Option<QueueId>,
    rng: Rng,
    workers: Vec<Worker>,
    units: Vec<Unit>,
    tasks: Slab<Task>,
    agenda: Agenda,
    /// Sends, changes and acts that are still to come.
    to_come: usize,
    /// Whose receive waits, by its slot.
    pollers: Vec<UnitIx>,
    /// What receives have brought and nobody has looked at yet.
    inbox: VecDeque<(UnitIx, Vec<Message>)>,
    known: Vec<Known>,
    /// How many calls of each kind there were.
    calls: [u32; 4],
    /// How many invocations are running.
    invocations: u32,
    /// Beyond so many events the run is cut off.
    most_events: usize,
    record: Recorder,
}

impl World {
    fn plan(&mut self, at: Millis, action: Action) {
        self.agenda.plan(at, action);
    }

    fn next_instant(&self) -> Option<Millis> {
        match (self.agenda.next(), self.sqs.next_deadline()) {
            (Some(planned), Some(due)) => Some(planned.min(due)),
            (planned, due) => planned.or(due),
        }
    }

    /// Everything that happens at `at`, as far as it is known before it begins.
    fn step(&mut self, at: Millis) {
        self.now = at;
        self.act(Turn::Send);
        self.sqs.advance_to(at);
        self.absorb(None, false);
        self.read_inbox();
        self.act(Turn::End);
    }

    /// Does what is planned for now and has its turn before `end`.
    fn act(&mut self, end: Turn) {
        // An instant may have no end: what is received, hidden for no time and dropped at once, say, can be received again.
        while self.record.len() <= self.most_events
            && let Some(action) = self.agenda.take(self.now, end)
        {
            self.perform(action);
            self.read_inbox();
        }
    }

    fn perform(&mut self, action: Action) {
        match action {
            Action::Finish { task, lease } => self.finish_try(task, lease),
            Action::Delete { task, lease } => self.delete_late(task, lease),
            Action::GiveUp { task, lease, attempt } => self.give_up(task, lease, attempt),
            Action::Flush { unit } => self.flush(unit),
            Action::Beat { task, lease } => self.beat(task, lease),
            Action::Timeout { unit, invocation } => self.time_out(unit, invocation),
            Action::Crash { task, lease, crash } => self.crash(task, lease, crash),
            Action::Pause { pause } => self.pause(pause),
            Action::Resume { worker } => self.resume(worker),
            Action::Kill { act } | Action::Act { act } => self.do_act(act),
            Action::StopEnd { unit, stop } => self.end_stop(unit, stop),
            Action::Change { change } => self.change(change),
            Action::Send { arrival, left } => self.send(arrival, left),
            Action::Grow => self.grow(),
            Action::Restart { unit } => self.restart(unit),
            Action::Retry { task, lease } => self.retry(task, lease),
            Action::Ready { unit } => self.fill(unit),
            Action::Invoke { unit, invocation } => self.invoke_again(unit, invocation),
            Action::Poll { unit } => self.poll(unit),
        }
    }

    /// Takes in what the queue did: everything that happened to messages, then answers to receives that waited. `caller` is the
    /// delivery whose worker made the call, `nack` whether that gave a message back.
    fn absorb(&mut self, caller: Option<LeaseIx>, nack: bool) -> Heard {
        let mut heard = Heard::default();
        for event in self.sqs.take_events() {
            self.record.queue_event(event, caller, nack, &mut heard);
        }
        for answer in self.sqs.take_answers() {
            let unit = self.pollers[answer.poll.slot()];
            self.units[unit as usize].polling = None;
            self.record.receive_answered(answer.messages.is_empty());
            self.inbox.push_back((unit, answer.messages));
        }
        if heard.dead_letters > 0 {
            self.check_alarm(heard.dead_letters);
        }
        heard
    }

    /// The alarm on the dead-letter queue goes off as its count reaches the threshold, and again only after it was below.
    fn check_alarm(&mut self, arrived: u32) {
        let (Some(threshold), Some(queue)) = (self.scenario.queue.dead_letters.alarm, self.dead_letters) else {
            return;
        };
        let count = u32::try_from(self.sqs.counts(queue).visible).unwrap_or(u32::MAX);
        if (threshold..threshold.saturating_add(arrived)).contains(&count) {
            self.record.tell(self.now, EventKind::Alarm { count });
        }
    }

    /// Hands what the receives brought to those who called them.
    fn read_inbox(&mut self) {
        while let Some((unit, messages)) = self.inbox.pop_front() {
            self.answered(unit, messages);
        }
    }

    /// Counts a call and says whether its answer is lost.
    fn is_answer_lost(&mut self, call: Call) -> bool {
        if self.scenario.failures.lost_answers.is_empty() {
            return false;
        }
        let count = &mut self.calls[call as usize];
        *count += 1;
        let nth = *count;
        let mut is_lost = false;
        for lost in self.scenario.failures.lost_answers.iter().filter(|lost| lost.call == call) {
            is_lost |= lost.nth == Some(nth) || strikes(&mut self.rng, lost.percent);
        }
        is_lost
    }

    fn worker(&mut self, worker: WorkerIx) -> &mut Worker {
        &mut self.workers[worker as usize]
    }

    /// Until when the worker stands still, if it does.
    fn paused_until(&self, worker: WorkerIx) -> Option<Millis> {
        self.workers[worker as usize].paused_until.filter(|&until| until > self.now)
    }

    /// Whether nothing is under way: no job, no message that could still be delivered, none to come.
    fn is_settled(&self) -> bool {
        self.to_come == 0 && self.record.all_gone() && self.units.iter().all(Unit::is_idle)
    }

    /// How far a run goes that has not settled by its horizon: to the end of the second attempt at each message, and of the
    /// last attempt at a poison message that a dead-letter queue awaits.
    fn worth_following(&self) -> Millis {
        let Scenario { queue, workers, .. } = &self.scenario;
        let attempts = queue.max_receive_count.filter(|&count| count <= MAX_ATTEMPTS_FOLLOWED).map(i64::unsigned_abs);
        let job = workers.job.tail();
        let ends = self.record.unsettled().map(|(message, first, second)| {
            let second_end = match second {
                Some(second) => second.from + job,
                None => first.to().max(first.from + job) + job,
            };
            let is_poison = self.scenario.arrivals[self.known[message as usize].arrival as usize].poison;
            match attempts.filter(|_| is_poison) {
                Some(attempts) => second_end.max(first.from + Millis(queue.visibility_timeout.0 * attempts)),
                None => second_end,
            }
        });
        ends.max().unwrap_or_default()
    }
}

/// Whether something happens that happens in so many of a hundred cases. Without a chance, no number is drawn.
fn strikes(rng: &mut Rng, percent: u32) -> bool {
    percent > 0 && rng.up_to(99) < u64::from(percent)
}

//! The event loop: workers, arrivals and failures around the queue.
//!
//! Time jumps from one thing that happens to the next, so ten days pass as fast as ten seconds. Within an instant the order is
//! the one that the queue states: finish and delete, then heartbeat, then (a crash and) lapse, then arrivals, then polls.

use slab::Slab;

use super::record::Recorder;
use super::scenario::{Heartbeat, Scenario};
use super::trace::{Delete, EventKind, JobEnd, LeaseIx, MessageIx, Refusal, Trace, WorkerIx};
use crate::queue::{
    Index, Millis, QueueId, ReceiptHandle, Receive, ReceiveMessage, RedrivePolicy, Rng, SendMessage, SetAttributes,
    Settings, Sqs,
};

/// A run stops here, so that no scenario can freeze a page: more events than anyone reads.
const MAX_EVENTS: usize = 1_000_000;
/// The same for runs in which nothing happens but polls.
const MAX_STEPS: usize = 4_000_000;
/// The pause between two short polls.
const SHORT_POLL_PAUSE: Millis = Millis::from_secs(1);
/// A poison message is followed to the dead-letter queue past the horizon if that takes at most so many attempts.
const MAX_ATTEMPTS_FOLLOWED: i64 = 10;

/// Runs a scenario whose [`Scenario::problems`] are none, to its end.
///
/// The run ends at the horizon. If then a message is still under way whose first two attempts are not both over, the run goes on
/// to show how they end (and a poison message's way to the dead-letter queue).
#[must_use]
pub fn run(scenario: &Scenario) -> Trace {
    let mut world = World::new(scenario);
    let mut steps = 0;
    let mut followed = None;
    let (end, cut_off) = loop {
        let Some(at) = world.next_instant() else { break (world.now, false) };
        if at >= scenario.horizon {
            if world.is_settled() {
                break (world.now, false);
            }
            let followed = *followed.get_or_insert_with(|| world.worth_following());
            if at > followed {
                break (followed, false);
            }
        }
        steps += 1;
        if world.record.len() > MAX_EVENTS || steps > MAX_STEPS {
            break (world.now, true);
        }
        world.step(at);
    };
    world.record.finish(if cut_off { end } else { end.max(scenario.horizon) }, cut_off)
}

/// What a worker, a producer or fate is to do at an instant.
#[derive(Copy, Clone, Debug)]
enum Action {
    Finish { worker: WorkerIx, lease: LeaseIx },
    Beat { worker: WorkerIx, lease: LeaseIx },
    Crash { worker: WorkerIx, lease: LeaseIx, back_after: Option<Millis> },
    Restart { worker: WorkerIx },
    Send { arrival: usize, left: u32 },
    Poll { worker: WorkerIx },
}

/// The order within an instant. What is before [`Turn::Send`] is done before the queue's own deadlines fall due. The numbers leave
/// room between two turns for the order in which actions of the same turn were planned.
#[derive(Copy, Clone, Debug)]
#[repr(u64)]
enum Turn {
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
            Self::Finish { .. } => Turn::Finish,
            Self::Beat { .. } => Turn::Beat,
            Self::Crash { .. } => Turn::Crash,
            Self::Send { .. } => Turn::Send,
            Self::Restart { .. } => Turn::Restart,
            Self::Poll { .. } => Turn::Poll,
        }
    }
}

/// The job a worker is on.
#[derive(Copy, Clone, Debug)]
struct Job {
    lease: LeaseIx,
    message: MessageIx,
    receipt: ReceiptHandle,
}

#[derive(Clone, Debug, Default)]
struct Worker {
    job: Option<Job>,
    jobs_begun: u32,
}

struct World<'a> {
    scenario: &'a Scenario,
    now: Millis,
    sqs: Sqs,
    queue: QueueId,
    rng: Rng,
    workers: Vec<Worker>,
    /// What is planned, in no order.
    actions: Slab<Action>,
    /// Their order: by instant, then by turn, then by when they were planned.
    agenda: Index,
    planned: u64,
    arrivals_left: usize,
    /// Whose receive waits, by its slot.
    pollers: Vec<WorkerIx>,
    poison: Vec<bool>,
    record: Recorder,
}

impl<'a> World<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        let (sqs, queue) = queues(scenario);
        let workers = vec![Worker::default(); scenario.workers.count as usize];
        let mut world = Self {
            scenario,
            now: Millis::ZERO,
            sqs,
            queue,
            rng: Rng::new(scenario.seed),
            record: Recorder::new(workers.len()),
            workers,
            actions: Slab::new(),
            agenda: Index::default(),
            planned: 0,
            arrivals_left: scenario.arrivals.len(),
            pollers: Vec::new(),
            poison: Vec::new(),
        };
        for (arrival, settings) in scenario.arrivals.iter().enumerate() {
            world.plan(settings.at, Action::Send { arrival, left: settings.count });
        }
        for worker in 0..scenario.workers.count {
            world.plan(Millis::ZERO, Action::Poll { worker });
        }
        world
    }

    fn plan(&mut self, at: Millis, action: Action) {
        let slot = u32::try_from(self.actions.insert(action)).expect("fewer than 2^32 actions are planned");
        self.agenda.insert((at.0, action.turn() as u64 + self.planned, slot));
        self.planned += 1;
    }

    fn next_instant(&self) -> Option<Millis> {
        let planned = self.agenda.first().map(|(at, ..)| Millis(at));
        [planned, self.sqs.next_deadline()].into_iter().flatten().min()
    }

    /// Everything that happens at `at`, as far as it is known before it begins.
    fn step(&mut self, at: Millis) {
        self.now = at;
        self.act(Turn::Send);
        self.sqs.advance_to(at);
        self.absorb(None);
        self.act(Turn::End);
    }

    /// Does what is planned for now and has its turn before `end`.
    fn act(&mut self, end: Turn) {
        while let Some(entry @ (at, turn, slot)) = self.agenda.first() {
            if at > self.now.0 || turn >= end as u64 {
                return;
            }
            self.agenda.remove(entry);
            match self.actions.remove(slot as usize) {
                Action::Finish { worker, lease } => self.finish(worker, lease),
                Action::Beat { worker, lease } => self.beat(worker, lease),
                Action::Crash { worker, lease, back_after } => self.crash(worker, lease, back_after),
                Action::Restart { worker } => self.restart(worker),
                Action::Send { arrival, left } => self.send(arrival, left),
                Action::Poll { worker } => self.poll(worker),
            }
        }
    }

    fn send(&mut self, arrival: usize, left: u32) {
        let settings = &self.scenario.arrivals[arrival];
        let name = self.record.next_name();
        let body = settings.body.clone().unwrap_or_else(|| name.clone());
        self.poison.push(settings.poison);
        self.record.expect_message(name);
        self.sqs.send_message(self.now, self.queue, SendMessage::new(body)).expect("a checked body");
        self.absorb(None);
        if left > 1 {
            let gap = if settings.random { Millis(self.rng.up_to(2 * settings.every.0)) } else { settings.every };
            self.plan(self.now + gap, Action::Send { arrival, left: left - 1 });
        } else {
            self.arrivals_left -= 1;
        }
    }

    fn poll(&mut self, worker: WorkerIx) {
        let wait = seconds(self.scenario.workers.wait);
        let call = ReceiveMessage { wait_time_seconds: Some(wait), ..ReceiveMessage::default() };
        match self.sqs.receive_message(self.now, self.queue, &call) {
            Ok(Receive::Waiting(poll)) => {
                let slot = poll.slot();
                self.pollers.resize(self.pollers.len().max(slot + 1), worker);
                self.pollers[slot] = worker;
            }
            Ok(Receive::Answered(messages)) => {
                self.record.receive_answered(messages.is_empty());
                self.hand_out(worker, messages);
            }
            // OverLimit: the worker pauses and tries again, as after an empty answer.
            Err(_) => self.hand_out(worker, Vec::new()),
        }
        self.absorb(None);
    }

    /// Gives a receive's answer to its worker: a job, or the next poll.
    fn hand_out(&mut self, worker: WorkerIx, messages: Vec<crate::queue::Message>) {
        let Some(message) = messages.into_iter().next() else {
            let pause = if self.scenario.workers.wait == Millis::ZERO { SHORT_POLL_PAUSE } else { Millis::ZERO };
            self.plan(self.now + pause, Action::Poll { worker });
            return;
        };
        let (lease, message_ix) = self.record.open_lease(worker, &message);
        let receipt = message.receipt_handle;
        let state = &mut self.workers[worker as usize];
        state.job = Some(Job { lease, message: message_ix, receipt });
        state.jobs_begun += 1;
        let nth = state.jobs_begun;
        self.plan(self.now + self.scenario.workers.job, Action::Finish { worker, lease });
        if let Some(Heartbeat { every, .. }) = self.scenario.workers.heartbeat {
            self.plan(self.now + every, Action::Beat { worker, lease });
        }
        for crash in &self.scenario.crashes {
            if crash.worker == worker + 1 && crash.job == nth {
                self.plan(self.now + crash.after, Action::Crash { worker, lease, back_after: crash.back_after });
            }
        }
    }

    /// The job that the worker is on, if it is still that of `lease`.
    fn job(&self, worker: WorkerIx, lease: LeaseIx) -> Option<Job> {
        self.workers[worker as usize].job.filter(|job| job.lease == lease)
    }

    fn finish(&mut self, worker: WorkerIx, lease: LeaseIx) {
        let Some(job) = self.job(worker, lease) else { return };
        self.workers[worker as usize].job = None;
        self.plan(self.now, Action::Poll { worker });
        if self.poison[job.message as usize] {
            self.record.end_job(self.now, lease, JobEnd::Failed);
            self.record.tell(self.now, EventKind::Failed { lease });
            return;
        }
        self.record.effect(self.now, lease);
        let answer = self.sqs.delete_message(self.now, self.queue, &job.receipt);
        let outcome = if answer.is_ok() { self.absorb(Some(lease)) } else { Some(Delete::Refused) };
        let outcome = outcome.unwrap_or(Delete::Gone);
        if matches!(outcome, Delete::Gone | Delete::Refused) {
            self.record.tell(self.now, EventKind::Deleted { lease, outcome });
        }
        self.record.end_job(self.now, lease, JobEnd::Done(outcome));
    }

    fn beat(&mut self, worker: WorkerIx, lease: LeaseIx) {
        let (Some(job), Some(heartbeat)) = (self.job(worker, lease), &self.scenario.workers.heartbeat) else { return };
        let sets = seconds(self.scenario.heartbeat_sets().unwrap_or_default());
        if self.sqs.change_message_visibility(self.now, self.queue, &job.receipt, sets).is_ok() {
            self.absorb(Some(lease));
            self.plan(self.now + heartbeat.every, Action::Beat { worker, lease });
        } else {
            // No later heartbeat could succeed, so the worker gives up on them and goes on with the job.
            let reason = if self.record.is_gone(job.message) { Refusal::Gone } else { Refusal::TwelveHours };
            self.record.tell(self.now, EventKind::ExtendRefused { lease, reason });
        }
    }

    fn crash(&mut self, worker: WorkerIx, lease: LeaseIx, back_after: Option<Millis>) {
        if self.job(worker, lease).is_none() {
            return;
        }
        self.workers[worker as usize].job = None;
        self.record.end_job(self.now, lease, JobEnd::Crashed);
        self.record.down(self.now, worker, lease);
        if let Some(back_after) = back_after {
            self.plan(self.now + back_after, Action::Restart { worker });
        }
    }

    fn restart(&mut self, worker: WorkerIx) {
        self.record.up(self.now, worker);
        self.plan(self.now, Action::Poll { worker });
    }

    /// Takes in what the queue did: answers to receives that waited, then everything that happened to messages. `caller` is the
    /// delivery whose worker made the call. Answers what a delete did, if the call was one and reached a message.
    fn absorb(&mut self, caller: Option<LeaseIx>) -> Option<Delete> {
        let answers: Vec<_> = self.sqs.take_answers().collect();
        for answer in answers {
            let worker = self.pollers[answer.poll.slot()];
            self.record.receive_answered(answer.messages.is_empty());
            self.hand_out(worker, answer.messages);
        }
        let mut outcome = None;
        for event in self.sqs.take_events() {
            outcome = outcome.or(self.record.queue_event(event, caller));
        }
        outcome
    }

    /// Whether nothing is under way: no job, no message that could still be delivered, none to come.
    fn is_settled(&self) -> bool {
        self.arrivals_left == 0 && self.record.all_gone() && self.workers.iter().all(|worker| worker.job.is_none())
    }

    /// How far a run goes that has not settled by its horizon: to the end of the second attempt at each message, and of the
    /// last attempt at a poison message that a dead-letter queue awaits.
    fn worth_following(&self) -> Millis {
        let Scenario { queue, workers, .. } = self.scenario;
        let attempts = queue.max_receive_count.filter(|&count| count <= MAX_ATTEMPTS_FOLLOWED).map(i64::unsigned_abs);
        let ends = self.record.unsettled().map(|(message, first, second)| {
            let second_end = match second {
                Some(second) => second.from + workers.job,
                None => first.to().max(first.from + workers.job) + workers.job,
            };
            match attempts.filter(|_| self.poison[message as usize]) {
                Some(attempts) => second_end.max(first.from + Millis(queue.visibility_timeout.0 * attempts)),
                None => second_end,
            }
        });
        ends.max().unwrap_or_default()
    }
}

/// The scenario's queue, and its dead-letter queue where it has one.
fn queues(scenario: &Scenario) -> (Sqs, QueueId) {
    let settings = Settings { stale_delete: scenario.queue.stale_delete, ..Settings::default() };
    let mut sqs = Sqs::new(settings);
    let in_range = "the scenario's values are in the ranges of SQS";
    let retention = Some(seconds(scenario.queue.retention));
    let mut attributes = SetAttributes {
        visibility_timeout: Some(seconds(scenario.queue.visibility_timeout)),
        delay_seconds: Some(seconds(scenario.queue.delay)),
        message_retention_period: retention,
        ..SetAttributes::default()
    };
    if let Some(max_receive_count) = scenario.queue.max_receive_count {
        let dead_letters = SetAttributes { message_retention_period: retention, ..SetAttributes::default() };
        let dead_letter_target = sqs.create_queue(Millis::ZERO, "dead-letters", &dead_letters).expect(in_range);
        attributes.redrive_policy = Some(Some(RedrivePolicy { dead_letter_target, max_receive_count }));
    }
    let queue = sqs.create_queue(Millis::ZERO, "queue", &attributes).expect(in_range);
    (sqs, queue)
}

fn seconds(span: Millis) -> i64 {
    i64::try_from(span.whole_secs()).expect("a checked span is at most 14 days")
}

//! Why: the chain of causes behind what became of one message, as steps.

use super::cause::{Again, Trouble, TroubleKind, troubles, why_again};
use super::log::worker_name;
use super::tell::{dropped_because, failed_because};
use super::work::is_busy_at;
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{
    Delete, Event, EventKind, Lease, LeaseEnd, LeaseIx, MessageIx, Place, Polling, Refusal, Scenario, Trace, WorkerIx,
};

/// Who did something.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Actor {
    /// Whoever sends.
    Producer,
    /// SQS.
    Queue,
    /// A worker.
    Worker(WorkerIx),
    /// Somebody by hand.
    Operator,
}

/// Why a step came about.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Because {
    /// A rule of SQS, by its number in `FIDELITY.md`.
    Rule(&'static str),
    /// A setting, by its path in the scenario.
    Setting(&'static str),
    /// It follows from the step before.
    Before,
}

/// One step of a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// When.
    pub at: Millis,
    /// Who.
    pub actor: Actor,
    /// What, in a sentence.
    pub text: String,
    /// Because of what.
    pub because: Because,
    /// The delivery that it concerns, if one.
    pub lease: Option<LeaseIx>,
}

/// What became of a message, and by which steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The gravest trouble; `None` where all is well.
    pub trouble: Option<Trouble>,
    /// What it came to, in a sentence.
    pub outcome: String,
    /// The steps, in the order of time.
    pub steps: Vec<Step>,
}

/// After so many deliveries the rest of a chain is only counted.
const MOST_DELIVERIES: u32 = 4;

/// Why it came to what became of a message.
#[must_use]
pub fn why(scenario: &Scenario, trace: &Trace, message: MessageIx) -> Chain {
    let trouble = troubles(trace, scenario, message).into_iter().next();
    let mut writer = Writer { scenario, trace, steps: Vec::new(), row: None };
    for event in trace.events.iter().filter(|event| concerns(trace, event, message)) {
        writer.write(event);
    }
    writer.end_row();
    let mut steps = writer.steps;
    let left_out = |step: &Step| step.lease.is_some_and(|lease| trace.lease(lease).receive > MOST_DELIVERIES);
    let more = trace.message(message).leases.len().saturating_sub(MOST_DELIVERIES as usize);
    if more > 0 {
        let first = steps.iter().position(left_out).unwrap_or(steps.len());
        let at = steps.get(first).map_or(trace.end, |step| step.at);
        steps.retain(|step| !left_out(step));
        let text =
            if more == 1 { "and one more delivery".to_owned() } else { format!("and so on: {more} more deliveries") };
        let place = steps.partition_point(|step| step.at <= at).min(first.max(1)).min(steps.len());
        steps.insert(place, Step { at, actor: Actor::Queue, text, because: Because::Before, lease: None });
    }
    Chain { trouble, outcome: outcome(scenario, trace, message, trouble), steps }
}

/// Whether an event is part of a message's story.
fn concerns(trace: &Trace, event: &Event, message: MessageIx) -> bool {
    match event.kind.lease() {
        Some(lease) => trace.lease(lease).message == message,
        None => event.kind.message() == Some(message),
    }
}

fn outcome(scenario: &Scenario, trace: &Trace, message: MessageIx, trouble: Option<Trouble>) -> String {
    let (name, thing, done) = (trace.name(message), &scenario.story.thing, &scenario.story.done);
    let life = trace.message(message);
    let executions = trace.executions_of(message);
    let effects = trace.keys[life.key as usize].effects;
    let what = match trouble.map(|trouble| trouble.kind) {
        None | Some(TroubleKind::DuplicateEffect) => {
            let others = trace.keys[life.key as usize].messages.saturating_sub(1);
            match others {
                0 => format!("{name} is {done} {}", times(effects)),
                1 => format!("{name} and another message are about one {thing}: it is {done} {}", times(effects)),
                n => format!("{name} and {n} other messages are about one {thing}: it is {done} {}", times(effects)),
            }
        }
        Some(TroubleKind::Lost) => format!("{name} is lost: it was never {done}"),
        Some(TroubleKind::DeadLetter) if executions == 0 => {
            format!("{name} is in the dead-letter queue without one attempt at it")
        }
        Some(TroubleKind::DeadLetter) if life.last_place() != Some(Place::DeadLetters) => {
            format!("{name} came back from the dead-letter queue, and is {done} {}", times(effects))
        }
        Some(TroubleKind::DeadLetter) => format!("{name} ends in the dead-letter queue"),
        Some(TroubleKind::DuplicateDelivery) => format!("two work on {name} at once"),
        Some(TroubleKind::Stall) => format!("{name} is hidden though nobody works on it"),
    };
    let plural = |count: u32, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        n => format!("{n} {more}"),
    };
    let deliveries = plural(count(life.leases.len()), "delivery", "deliveries");
    format!(
        "{what}. {deliveries}, {}, {}.",
        plural(executions, "execution", "executions"),
        plural(effects, "effect", "effects")
    )
}

/// `once`, `twice`, `3 times`; `never`.
pub(super) fn times(count: u32) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

struct Writer<'a> {
    scenario: &'a Scenario,
    trace: &'a Trace,
    steps: Vec<Step>,
    /// Heartbeats of one delivery in a row, or throttled invocations: how many, and the last heartbeat or first invocation.
    row: Option<(u32, Event)>,
}

impl Writer<'_> {
    fn write(&mut self, event: &Event) {
        if let EventKind::Extended { current: true, .. } | EventKind::Throttled { .. } = event.kind {
            let is_same = |other: &Event| {
                std::mem::discriminant(&other.kind) == std::mem::discriminant(&event.kind)
                    && other.kind.lease() == event.kind.lease()
            };
            let before = self.row.filter(|(_, last)| is_same(last));
            if before.is_none() {
                self.end_row();
            }
            let is_beat = matches!(event.kind, EventKind::Extended { .. });
            let told = before.filter(|_| !is_beat).map_or(*event, |(_, first)| first);
            self.row = Some((before.map_or(1, |(count, _)| count + 1), told));
            return;
        }
        self.end_row();
        let (actor, text, because) = match event.kind {
            EventKind::Sent { message } => (Actor::Producer, self.sent(message), Because::Setting("arrivals")),
            EventKind::Received { lease } => self.received(self.trace.lease(lease)),
            EventKind::Started { lease, worker } => self.started(self.trace.lease(lease), worker),
            EventKind::Lapsed { lease } => self.lapsed(self.trace.lease(lease)),
            EventKind::Dropped { lease, why } => {
                let (text, because) = dropped_because(why);
                (self.receiver(lease), text.to_owned(), because)
            }
            EventKind::Failed { lease, cause } => {
                let (text, because) = failed_because(cause);
                (self.receiver(lease), text.to_owned(), because)
            }
            EventKind::Effect { lease, nth } => {
                let again = if nth > 1 { format!(" again: {}", times(nth)) } else { String::new() };
                let because = if nth > 1 { Because::Setting("effect.kind") } else { Because::Before };
                (self.receiver(lease), format!("{}{again}", self.scenario.story.does), because)
            }
            EventKind::Deleted { lease, outcome } => self.deleted(self.trace.lease(lease), outcome),
            other => match self.rest(event.at, other) {
                Some(step) => step,
                None => return,
            },
        };
        self.steps.push(Step { at: event.at, actor, text, because, lease: event.kind.lease() });
    }

    /// The steps that are told in one fixed sentence.
    fn rest(&self, at: Millis, kind: EventKind) -> Option<(Actor, String, Because)> {
        let (actor, text, because) = match kind {
            EventKind::ExtendIgnored { lease } => {
                (self.receiver(lease), "extends too late: 200, and nothing changes", Because::Rule("R39"))
            }
            EventKind::ExtendRefused { lease, reason: Refusal::TwelveHours } => {
                (self.receiver(lease), "may not extend beyond twelve hours from the receive", Because::Rule("R38"))
            }
            EventKind::ExtendRefused { lease, .. } => {
                (self.receiver(lease), "may not extend any more", Because::Rule("R41"))
            }
            EventKind::ExtendFailed { lease } => {
                (self.receiver(lease), "fails to extend", Because::Setting("workers.heartbeat.fails_percent"))
            }
            EventKind::BeatsEnded { lease } => {
                (self.receiver(lease), "sends no more heartbeats", Because::Setting("workers.heartbeat.limit"))
            }
            EventKind::Extended { lease, .. } => (
                self.receiver(lease),
                "extends with an old receipt, and moves the newer deadline",
                Because::Rule("R40"),
            ),
            EventKind::Retried { lease, .. } => {
                (self.receiver(lease), "tries again within the same lease", Because::Setting("workers.retries.count"))
            }
            EventKind::Returned { lease, deadline } => {
                let text = format!("gives it back: visible at {}", humane(deadline));
                return Some((self.receiver(lease), text, Because::Setting("workers.on_failure")));
            }
            EventKind::EffectRepeated { lease } => {
                (self.receiver(lease), "finds that it was done already", Because::Setting("effect.kind"))
            }
            EventKind::Crashed { worker, .. } => {
                (Actor::Worker(worker), "crashes, and nobody tells the queue", Because::Setting("crashes"))
            }
            EventKind::AnswerLost { lease: Some(lease), .. } => {
                (self.receiver(lease), "never gets the answer to that call", Because::Setting("failures.lost_answers"))
            }
            EventKind::Resurfaced { .. } => {
                (Actor::Queue, "delivers it and leaves it visible, as it rarely may", Because::Rule("R20"))
            }
            EventKind::DeadLettered { message } => {
                let receives = self.trace.leases_of(message).filter(|lease| lease.from <= at).count();
                let text =
                    format!("moves it to the dead-letter queue: it was received {} before", times(count(receives)));
                return Some((Actor::Queue, text, Because::Setting("queue.max_receive_count")));
            }
            EventKind::Redriven { .. } => (
                Actor::Operator,
                "brings it back from the dead-letter queue; its receives count anew",
                Because::Rule("R74"),
            ),
            EventKind::Expired { .. } => (
                Actor::Queue,
                "its retention, counted from the send, is over: it is gone",
                Because::Setting("queue.retention"),
            ),
            EventKind::Purged { message } => (Actor::Operator, self.purged(message, at), Because::Rule("R81")),
            EventKind::Deduplicated { .. } => {
                (Actor::Queue, "drops a second send of it within five minutes", Because::Rule("R93"))
            }
            _ => return None,
        };
        Some((actor, text.to_owned(), because))
    }

    /// Heartbeats in a row are one step, and so are the tries of an invocation that is throttled.
    fn end_row(&mut self) {
        let Some((count, event)) = self.row.take() else { return };
        let (lease, actor, text, because) = match event.kind {
            EventKind::Extended { lease, deadline, .. } => {
                let text = match count {
                    1 => format!("extends the lease to {}", humane(deadline)),
                    n => format!("has extended the lease {}, now to {}", times(n), humane(deadline)),
                };
                (lease, self.receiver(lease), text, Because::Setting("workers.heartbeat"))
            }
            EventKind::Throttled { lease } => {
                let text = match count {
                    1 => "its invocation is throttled: no concurrency is left".to_owned(),
                    n => format!("its invocation is throttled {}: no concurrency is left", times(n)),
                };
                (lease, Actor::Queue, text, Because::Setting("lambda.reserved_concurrency"))
            }
            _ => return,
        };
        self.steps.push(Step { at: event.at, actor, text, because, lease: Some(lease) });
    }

    /// Whether it is the first message about its thing.
    fn sent(&self, message: MessageIx) -> String {
        let key = self.trace.message(message).key;
        let earlier = self.trace.messages[..message as usize].iter().rposition(|life| life.key == key);
        match earlier {
            None => "sends the message".to_owned(),
            Some(first) => {
                let first = self.trace.name(u32::try_from(first).unwrap_or_default());
                format!("sends the message, about the same {} as {first}", self.scenario.story.thing)
            }
        }
    }

    /// A purge asks nobody who is at work.
    fn purged(&self, message: MessageIx, at: Millis) -> &'static str {
        if self.trace.leases_of(message).any(|lease| lease.is_worked_on_at(at)) {
            "purges the queue, and the message is gone; whoever works on it knows nothing of that"
        } else {
            "purges the queue, and the message is gone"
        }
    }

    fn received(&self, lease: &Lease) -> (Actor, String, Because) {
        let workers = &self.scenario.workers;
        let because = match workers.receive_timeout {
            Some(_) if self.scenario.lambda.is_none() => Because::Setting("workers.receive_timeout"),
            _ => Because::Setting("queue.visibility_timeout"),
        };
        let nth = match lease.receive {
            1 => String::new(),
            n => format!(", delivery {n}"),
        };
        let text = if lease.deadline == lease.from {
            format!("receives it{nth}: a timeout of 0 s hides it from nobody")
        } else {
            format!("receives it{nth}: hidden until {}", humane(lease.deadline))
        };
        (Actor::Worker(lease.worker), text, because)
    }

    fn started(&self, lease: &Lease, worker: WorkerIx) -> (Actor, String, Because) {
        let waited = lease.started.unwrap_or(lease.from).since(lease.from);
        let is_late =
            matches!(lease.ended, Some((at, LeaseEnd::Lapsed)) if lease.started.is_some_and(|started| at <= started));
        let late = if is_late { ", when its lease is over" } else { "" };
        let workers = &self.scenario.workers;
        let holds = self.scenario.arrivals.iter().any(|arrival| arrival.hold > Millis::ZERO);
        let because = match workers.polling {
            _ if holds => Because::Setting("arrivals.hold"),
            _ if self.scenario.lambda.is_some() => Because::Setting("lambda.reserved_concurrency"),
            Polling::Instance => Because::Setting("workers.buffer"),
            Polling::Worker => Because::Setting("workers.batch"),
        };
        let text = if waited == Millis::ZERO {
            "starts on it".to_owned()
        } else {
            format!("starts on it only {} after the receive{late}", humane(waited))
        };
        (Actor::Worker(worker), text, because)
    }

    fn lapsed(&self, lease: &Lease) -> (Actor, String, Because) {
        let ended = lease.ended.map_or(self.trace.end, |(at, _)| at);
        let worker = worker_name(lease.worker);
        let text = match (why_again(self.trace, lease), lease.job_ended) {
            _ if ended == lease.from => "the lease is over as it begins: the message stays visible".to_owned(),
            (Some(Again::Overrun) | None, Some((at, _))) if at > ended => {
                format!(
                    "the lease ends, {} before {worker} is done: the message is visible again",
                    humane(at.since(ended))
                )
            }
            (Some(Again::Overrun), _) => {
                format!("the lease ends while {worker} is still at it: the message is visible again")
            }
            (Some(Again::Waited), _) => {
                format!("the lease ends before {worker} begins: the message is visible again")
            }
            (Some(Again::Crashed), _) => {
                "only now the lease of the dead worker ends: the message is visible again".to_owned()
            }
            _ => "the lease ends: the message is visible again".to_owned(),
        };
        let because = match &self.scenario.workers.heartbeat {
            Some(beat) if lease.moves.is_empty() && beat.every >= lease.deadline.since(lease.from) => {
                Because::Setting("workers.heartbeat.every")
            }
            Some(beat) if !beat.buffered && lease.started.is_none_or(|started| started >= ended) => {
                Because::Setting("workers.heartbeat.buffered")
            }
            _ if lease.started.is_some_and(|started| started < ended && is_busy_at(self.scenario, started))
                && lease.job_ended.is_none_or(|(at, _)| at > ended) =>
            {
                Because::Setting("busy")
            }
            _ => Because::Rule("R18"),
        };
        (Actor::Queue, text, because)
    }

    fn deleted(&self, lease: &Lease, outcome: Delete) -> (Actor, String, Because) {
        let is_old = self.trace.next_of(lease).is_some_and(|next| lease.deleted.is_some_and(|(at, _)| next.from <= at));
        let (text, because) = match outcome {
            Delete::Removed if lease.started.is_none() => {
                ("deletes it before its work", Because::Setting("workers.delete.at"))
            }
            Delete::Removed if is_old => {
                ("deletes it with the old receipt, under the next worker's hands", Because::Rule("R29"))
            }
            Delete::Removed => ("deletes it", Because::Before),
            Delete::Ignored => ("deletes with an old receipt: 200, and nothing is deleted", Because::Rule("R29")),
            Delete::Gone => ("deletes what is gone: 200", Because::Rule("R25")),
            Delete::Refused if self.scenario.queue.fifo => {
                ("may not delete: in a FIFO queue a receipt ends with its lease", Because::Rule("R31"))
            }
            Delete::Refused => ("may not delete: the receipt is over twelve hours old", Because::Rule("R30")),
        };
        (Actor::Worker(lease.worker), text.to_owned(), because)
    }

    fn receiver(&self, lease: LeaseIx) -> Actor {
        Actor::Worker(self.trace.lease(lease).worker)
    }
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

//! The world at its start.

use super::super::record::Recorder;
use super::super::scenario::{Deed, Polling, QueueSettings, Scenario, Together};
use super::agenda::{Action, Agenda};
use super::unit::Unit;
use super::{Worker, World};
use crate::queue::{Chance, Millis, QueueId, RedrivePolicy, Rng, SetAttributes, Settings, Sqs};

impl World {
    /// The world of a scenario with these timed changes.
    pub(super) fn new(scenario: &Scenario, phases: Vec<(Millis, Scenario)>, most_events: usize) -> Self {
        let (sqs, queue, dead_letters) = queues(&scenario.queue, scenario.seed);
        let mut world = Self {
            phases,
            now: Millis::ZERO,
            sqs,
            queue,
            dead_letters,
            rng: Rng::new(scenario.seed),
            workers: Vec::new(),
            units: Vec::new(),
            tasks: slab::Slab::new(),
            agenda: Agenda::default(),
            to_come: scenario.arrivals.len() + scenario.changes.len() + scenario.acts.len(),
            pollers: Vec::new(),
            inbox: std::collections::VecDeque::new(),
            known: Vec::new(),
            calls: [0; 4],
            invocations: 0,
            most_events,
            record: Recorder::new(),
            scenario: Scenario { changes: Vec::new(), ..scenario.clone() },
        };
        for (arrival, settings) in (0..).zip(&scenario.arrivals) {
            world.plan(settings.at, Action::Send { arrival, left: settings.count });
        }
        world.plan_changes();
        if scenario.lambda.is_some() {
            world.hire_pollers();
        } else {
            world.hire_workers();
        }
        world
    }

    fn plan_changes(&mut self) {
        for change in 0..self.phases.len() {
            let at = self.phases[change].0;
            self.plan(at, Action::Change { change: number(change) });
        }
        for act in 0..self.scenario.acts.len() {
            let planned = &self.scenario.acts[act];
            let (at, deed, act) = (planned.at, planned.deed, number(act));
            let is_end = matches!(deed, Deed::Kill | Deed::Stop | Deed::Deploy | Deed::Scale);
            self.plan(at, if is_end { Action::Kill { act } } else { Action::Act { act } });
        }
        for pause in 0..self.scenario.pauses.len() {
            self.plan(self.scenario.pauses[pause].at, Action::Pause { pause: number(pause) });
        }
    }

    /// Every worker that there ever is. Those of processes that are only added later are down until then.
    fn hire_workers(&mut self) {
        let workers = &self.scenario.workers;
        let (count, polling, together, batch) = (workers.count, workers.polling, workers.together, workers.batch);
        let (there, most) = (workers.instances, self.scenario.most_workers() / count);
        for instance in 0..most {
            let first = number(self.workers.len());
            for _ in 0..count {
                self.record.add_worker(instance);
                self.workers.push(Worker::default());
            }
            let own = if together == Together::Batch { batch } else { 1 };
            match polling {
                Polling::Worker => self.units.extend((0..count).map(|lane| Unit::new(instance, first + lane, 1, own))),
                Polling::Instance => self.units.push(Unit::new(instance, first, count, count)),
            }
            if instance >= there {
                for worker in first..first + count {
                    self.record.down(Millis::ZERO, worker);
                    self.workers[worker as usize].is_down = true;
                }
            }
        }
        for unit in 0..number(self.units.len()) {
            if self.units[unit as usize].instance < there {
                self.plan(Millis::ZERO, Action::Poll { unit });
                self.units[unit as usize].is_poll_planned = true;
            } else {
                self.units[unit as usize].is_down = true;
            }
        }
    }
}

/// The scenario's queue, and its dead-letter queue where it has one.
fn queues(settings: &QueueSettings, seed: u64) -> (Sqs, QueueId, Option<QueueId>) {
    let chance = Chance {
        seed,
        short_poll_miss: settings.short_poll_miss_per_million,
        second_delivery: settings.second_delivery_per_million,
        ..Chance::default()
    };
    let in_flight_limit = settings.in_flight_limit as usize;
    let mut sqs =
        Sqs::new(Settings { stale_delete: settings.stale_delete, in_flight_limit, chance, ..Settings::default() });
    let mut attributes = attributes(settings);
    let dead_letters = settings.max_receive_count.map(|max_receive_count| {
        let dead_letter_target = create_dead_letters(&mut sqs, Millis::ZERO, settings);
        attributes.redrive_policy = Some(Some(RedrivePolicy { dead_letter_target, max_receive_count }));
        dead_letter_target
    });
    let queue = create(&mut sqs, Millis::ZERO, "queue", settings, attributes);
    (sqs, queue, dead_letters)
}

/// The dead-letter queue of a scenario's queue.
pub(super) fn create_dead_letters(sqs: &mut Sqs, now: Millis, settings: &QueueSettings) -> QueueId {
    let retention = settings.dead_letters.retention.unwrap_or(settings.retention);
    let own = SetAttributes { message_retention_period: Some(seconds(retention)), ..SetAttributes::default() };
    create(sqs, now, "dead-letters", settings, own)
}

/// A queue of the scenario's type.
fn create(sqs: &mut Sqs, now: Millis, name: &str, settings: &QueueSettings, own: SetAttributes) -> QueueId {
    let fifo = settings.fifo.then_some(true);
    let attributes = SetAttributes { fifo_queue: fifo, content_based_deduplication: fifo, ..own };
    let suffix = if settings.fifo { ".fifo" } else { "" };
    sure(sqs.create_queue(now, &format!("{name}{suffix}"), &attributes))
}

/// What can be set on a live queue.
pub(super) fn attributes(settings: &QueueSettings) -> SetAttributes {
    SetAttributes {
        visibility_timeout: Some(seconds(settings.visibility_timeout)),
        delay_seconds: Some(seconds(settings.delay)),
        message_retention_period: Some(seconds(settings.retention)),
        ..SetAttributes::default()
    }
}

/// What cannot fail, since the scenario was checked. Not `expect`, which would put every error's words into the page.
pub(super) fn sure<T, E>(answer: Result<T, E>) -> T {
    match answer {
        Ok(answer) => answer,
        Err(_) => unreachable!("a checked scenario"),
    }
}

/// Whole seconds, as SQS takes them.
pub(super) fn seconds(span: Millis) -> i64 {
    i64::try_from(span.whole_secs()).unwrap_or(i64::MAX)
}

/// A place in a list, as a number.
pub(super) fn number(len: usize) -> u32 {
    u32::try_from(len).expect("fewer than 2^32 of a kind")
}

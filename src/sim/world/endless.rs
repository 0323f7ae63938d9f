//! A run without an end: it goes on as long as somebody watches, and forgets what is over.

use super::running::STEPS_AN_EVENT;
use super::{World, setup};
use crate::queue::Millis;
use crate::sim::scenario::{Arrival, Scenario};
use crate::sim::trace::{MessageIx, Trace};

/// More events in a part of it that is to be shown at once end the run.
const MOST_EVENTS: usize = 200_000;
/// So do more messages that are not over: a queue that fills faster than it is emptied.
const MOST_MESSAGES: usize = 20_000;
/// How long a FIFO queue remembers what was sent (R93): a duplicate is told of by the message that was first.
const REMEMBERED: Millis = Millis::from_secs(300);

/// The greatest count of an arrival.
const MOST_SENT: u32 = 1_000_000;

impl Arrival {
    /// Whether its messages come one after the other, so that there can always be another one.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.count > 1 && self.every > Millis::ZERO
    }
}

impl Scenario {
    /// Whether its run can go on without an end, since messages keep arriving.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.arrivals.iter().any(Arrival::is_steady)
    }

    /// The same with arrivals that go on to an instant, and a run that does.
    #[must_use]
    pub fn lasting(&self, end: Millis) -> Self {
        let mut scenario = self.clone();
        scenario.horizon = end;
        for arrival in scenario.arrivals.iter_mut().filter(|arrival| arrival.is_steady()) {
            arrival.count = MOST_SENT;
        }
        scenario
    }

    /// The same with arrivals that never run out: more than any run has.
    fn unending(&self) -> Self {
        let mut scenario = self.clone();
        for arrival in scenario.arrivals.iter_mut().filter(|arrival| arrival.is_steady()) {
            arrival.count = u32::MAX;
        }
        scenario
    }
}

/// A run without an end, as far as it was followed.
pub struct Endless {
    world: World,
    /// All that happens until then has happened.
    until: Millis,
    /// How many events are known no more.
    forgotten: usize,
    cut_off: bool,
}

impl Endless {
    /// The run of a scenario whose [`Scenario::problems`] are none, at its start. Steady arrivals go on however many messages the
    /// scenario has; all else is as in its ordinary run.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let phases = setup::sure(scenario.phases());
        let phases = phases.into_iter().map(|(at, phase)| (at, phase.unending())).collect();
        let world = World::new(&scenario.unending(), phases, MOST_EVENTS);
        Self { world, until: Millis::ZERO, forgotten: 0, cut_off: false }
    }

    /// Lets happen what happens up to and including `until`, but not many more events than so many. Whether it has come so far, or
    /// cannot go on.
    pub fn advance(&mut self, until: Millis, events: usize) -> bool {
        let world = &mut self.world;
        let most = world.record.len().saturating_add(events);
        let mut steps = events.saturating_mul(STEPS_AN_EVENT);
        while !self.cut_off {
            let Some(at) = world.next_instant().filter(|&at| at <= until) else {
                self.until = self.until.max(until);
                return true;
            };
            if world.record.len() >= most || steps == 0 {
                return false;
            }
            steps -= 1;
            world.step(at);
            self.until = at;
            self.cut_off = world.record.len() > MOST_EVENTS || world.record.messages_kept() > MOST_MESSAGES;
        }
        true
    }

    /// Up to when all that happens has happened.
    #[must_use]
    pub fn until(&self) -> Millis {
        self.until
    }

    /// From when on it is known.
    #[must_use]
    pub fn begin(&self) -> Millis {
        self.world.record.begin()
    }

    /// Whether it had to end: there is more than can be kept.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        self.cut_off
    }

    /// How many events there were so far.
    #[must_use]
    pub fn events(&self) -> usize {
        self.forgotten + self.world.record.len()
    }

    /// From when on there were so many events, or all that are known if they are fewer.
    #[must_use]
    pub fn begin_of_last(&self, events: usize) -> Millis {
        self.world.record.begin_of_last(events)
    }

    /// What is known of it.
    #[must_use]
    pub fn trace(&self) -> Trace {
        self.world.record.snapshot(self.until, self.cut_off)
    }

    /// Forgets what happened before `begin`, but not the lives of messages that were not over then.
    pub fn forget(&mut self, begin: Millis) {
        let begin = begin.min(self.until);
        if begin > self.world.record.begin() {
            let known = self.world.record.len();
            self.world.forget_before(begin);
            self.forgotten += known - self.world.record.len();
        }
    }
}

impl World {
    fn forget_before(&mut self, begin: Millis) {
        let needed = self.needed();
        let moved = self.record.forget(begin, &needed);
        let mut place = 0..;
        self.known.retain(|_| place.next().is_some_and(|message| moved.message(message).is_some()));
        for (_, task) in &mut self.tasks {
            task.lease = moved.lease(task.lease);
            task.message = moved.message(task.message).expect("a task's message is needed");
        }
        for unit in &mut self.units {
            for (lease, _) in &mut unit.pending {
                *lease = moved.lease(*lease);
            }
        }
        // What is planned for a job that is over names a delivery that no task has, and so does nothing, as before.
        self.agenda.renumber(|lease| moved.lease(lease));
    }

    /// The messages that somebody has in hand, or that the queue may name once more.
    fn needed(&self) -> Vec<MessageIx> {
        let in_hand = self.tasks.iter().map(|(_, task)| task.message);
        let pending = self.units.iter().flat_map(|unit| &unit.pending);
        let to_delete = pending.map(|&(lease, _)| self.record.lease(lease).message);
        let since = Millis(self.now.0.saturating_sub(REMEMBERED.0));
        let messages = 0..super::setup::number(self.record.messages_kept());
        let remembered = messages.filter(|&message| self.scenario.queue.fifo && self.record.sent_at(message) >= since);
        in_hand.chain(to_delete).chain(remembered).collect()
    }
}

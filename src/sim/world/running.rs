//! A run, whole or in pieces.

use super::super::scenario::Scenario;
use super::super::trace::Trace;
use super::{World, setup};
use crate::queue::Millis;

/// A run stops here, so that no scenario can freeze a page: more events than anyone reads.
const MAX_EVENTS: usize = 1_000_000;
/// The same for runs in which nothing happens but polls, for each of those events.
pub(super) const STEPS_AN_EVENT: usize = 4;

/// Runs a scenario whose [`Scenario::problems`] are none, to its end.
///
/// The run ends at the horizon. If then a message is still under way whose first two attempts are not both over, the run goes on
/// to show how they end (and a poison message's way to the dead-letter queue).
#[must_use]
pub fn run(scenario: &Scenario) -> Trace {
    Running::new(scenario).to_its_end()
}

/// The same, cut off only beyond so many events.
#[must_use]
pub fn run_up_to(scenario: &Scenario, most_events: usize) -> Trace {
    Running::up_to(scenario, most_events).to_its_end()
}

/// The same for a scenario without timed changes, of which it makes none. A program that calls only this one need not know how
/// settings are found by their paths, which is most of the format.
#[must_use]
pub fn run_as_it_is(scenario: &Scenario) -> Trace {
    Running::begun(World::new(scenario, Vec::new(), MAX_EVENTS)).to_its_end()
}

/// A run under way: a page computes a long one in pieces, and answers between them.
pub struct Running {
    world: World,
    steps: usize,
    /// How far the run is followed beyond its horizon, once that is reached.
    followed: Option<Millis>,
    /// When it ended, and whether it was cut off there.
    ended: Option<(Millis, bool)>,
}

impl Running {
    /// The run of a scenario whose [`Scenario::problems`] are none, at its start.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        Self::up_to(scenario, MAX_EVENTS)
    }

    fn up_to(scenario: &Scenario, most_events: usize) -> Self {
        let phases = setup::sure(scenario.phases());
        Self::begun(World::new(scenario, phases, most_events))
    }

    fn begun(world: World) -> Self {
        Self { world, steps: 0, followed: None, ended: None }
    }

    /// Goes on until so many more events have happened, or a little longer. Whether it is at its end.
    pub fn advance(&mut self, events: usize) -> bool {
        let (until, steps_until) = (self.world.record.len() + events, self.steps + events * STEPS_AN_EVENT);
        while self.ended.is_none() && self.world.record.len() < until && self.steps < steps_until {
            self.step();
        }
        self.ended.is_some()
    }

    /// How far it has come, and its horizon.
    #[must_use]
    pub fn progress(&self) -> (Millis, Millis) {
        (self.world.now, self.world.scenario.horizon)
    }

    /// How many events there are so far.
    #[must_use]
    pub fn events(&self) -> usize {
        self.world.record.len()
    }

    /// What happened, after what is left of it.
    #[must_use]
    pub fn to_its_end(mut self) -> Trace {
        loop {
            if let Some((end, cut_off)) = self.ended {
                let horizon = self.world.scenario.horizon;
                return self.world.record.finish(if cut_off { end } else { end.max(horizon) }, cut_off);
            }
            self.step();
        }
    }

    /// The next instant, or the end.
    fn step(&mut self) {
        let world = &mut self.world;
        let Some(at) = world.next_instant() else {
            self.ended = Some((world.now, false));
            return;
        };
        if at >= world.scenario.horizon {
            if world.is_settled() {
                self.ended = Some((world.now, false));
                return;
            }
            let followed = *self.followed.get_or_insert_with(|| world.worth_following());
            if at > followed {
                self.ended = Some((followed, false));
                return;
            }
        }
        self.steps += 1;
        if world.record.len() > world.most_events || self.steps / STEPS_AN_EVENT > world.most_events {
            self.ended = Some((world.now, true));
            return;
        }
        world.step(at);
    }
}

//! Runs for the tests of this floor.

use crate::queue::Millis;
use crate::scenarios;
use crate::sim::{Scenario, Trace, run};

/// So many seconds.
pub fn secs(secs: u64) -> Millis {
    Millis::from_secs(secs)
}

/// A scenario that ships, and its run.
pub fn shipped(name: &str) -> (Scenario, Trace) {
    let file = scenarios::named(name).unwrap();
    let scenario = Scenario::from_json(file.json).unwrap();
    let trace = run(&scenario);
    (scenario, trace)
}

/// The run of a scenario.
pub fn run_of(json: &str) -> Trace {
    run(&Scenario::from_json(json).unwrap())
}

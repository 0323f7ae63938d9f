//! How long the work on a message takes at most, by the settings: what fixes and advice measure a timeout by.

use crate::queue::Millis;
use crate::sim::{Law, Polling, Scenario, Together};

/// The slow tail of the jobs, of the messages' own, too, and in the busiest time.
pub(super) fn slow_job(scenario: &Scenario) -> Millis {
    let own = scenario.arrivals.iter().filter_map(|arrival| arrival.job.as_ref()).map(Law::tail);
    let tail = own.fold(scenario.workers.job.tail(), Millis::max);
    let busiest = scenario.busy.iter().map(|busy| u64::from(busy.percent)).fold(100, u64::max);
    Millis(tail.0.saturating_mul(busiest) / 100)
}

/// Whether a job that began then takes longer than usual.
pub(super) fn is_busy_at(scenario: &Scenario, t: Millis) -> bool {
    scenario.busy.iter().any(|busy| busy.percent > 100 && busy.at <= t && t < busy.at + busy.lasts)
}

/// From the start of a try that takes so long, with all that are made of it in memory, to the delete.
pub(super) fn with_retries(scenario: &Scenario, a_try: Millis) -> Millis {
    let retries = &scenario.workers.retries;
    let tries = u64::from(retries.count) + 1;
    Millis(a_try.0 * tries + retries.wait.0 * (tries - 1)) + scenario.workers.delete.after
}

/// The longest that a message is held back in memory.
pub(super) fn longest_hold(scenario: &Scenario) -> Millis {
    scenario.arrivals.iter().map(|arrival| arrival.hold).max().unwrap_or_default()
}

/// How many messages a worker works off one after the other before the last of those that came together is done.
pub(super) fn in_line(scenario: &Scenario) -> u64 {
    let workers = &scenario.workers;
    match (workers.polling, workers.together) {
        (Polling::Worker, Together::OneByOne) => u64::from(workers.batch),
        (Polling::Worker, Together::Batch) => 1,
        (Polling::Instance, _) => 1 + u64::from(workers.buffer).div_ceil(u64::from(workers.count)),
    }
}

//! The speed of whole runs, in events a second, and that time without events costs nothing.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use inflight::queue::Millis;
use inflight::sim::{Arrival, Heartbeat, QueueSettings, Scenario, Workers, run};

/// 20 workers with heartbeats empty a queue of 10,000 messages, with some leases that lapse and some work done twice.
fn busy() -> Scenario {
    let heartbeat = Some(Heartbeat { every: Millis::from_secs(10), sets: None });
    let workers = Workers { count: 20, job: Millis::from_secs(25), heartbeat, ..Workers::default() };
    let arrivals = vec![Arrival { count: 10_000, every: Millis(1_250), random: true, ..Arrival::default() }];
    // As long as the sends take, and a little more.
    Scenario { workers, arrivals, horizon: Millis::from_secs(13_000), ..Scenario::default() }
}

/// The same without heartbeats and with leases that are too short: every message is delivered again and again.
fn overrun() -> Scenario {
    let queue = QueueSettings { visibility_timeout: Millis::from_secs(20), ..QueueSettings::default() };
    let busy = busy();
    let workers = Workers { heartbeat: None, ..busy.workers };
    Scenario { queue, workers, ..busy }
}

/// One message in ten days, received at the very end, by a worker that has polled until then.
fn quiet() -> Scenario {
    let ten_days = Millis::from_secs(864_000);
    let arrivals = vec![Arrival { at: ten_days - Millis::from_secs(60), ..Arrival::default() }];
    let workers = Workers { count: 1, ..Workers::default() };
    Scenario { workers, arrivals, horizon: ten_days, ..Scenario::default() }
}

fn runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("run");
    for (name, scenario) in [("busy", busy()), ("overrun", overrun()), ("quiet", quiet())] {
        assert_eq!(scenario.problems(), []);
        let events = run(&scenario).events.len();
        group.throughput(Throughput::Elements(u64::try_from(events).expect("as many as fit in memory")));
        group.bench_function(format!("{name}, {events} events"), |bencher| bencher.iter(|| run(&scenario)));
    }
    group.finish();
}

criterion_group! {
    name = sim;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = runs
}
criterion_main!(sim);

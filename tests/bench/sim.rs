//! The speed of whole runs, in events a second with the trace kept; that time without events costs nothing; and how many bytes an
//! event costs.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use inflight::queue::Millis;
use inflight::sim::{Arrival, Heartbeat, Law, QueueSettings, Scenario, Trace, Workers, run_up_to};

/// 50 workers with heartbeats empty a queue of so many messages, with some leases that lapse and some work done twice.
fn busy(messages: u32) -> Scenario {
    let heartbeat = Some(Heartbeat { every: Millis::from_secs(10), ..Heartbeat::default() });
    let job = Law::Fixed(Millis::from_secs(25));
    let workers = Workers { count: 50, job, heartbeat, ..Workers::default() };
    let every = Millis(500);
    let arrivals = vec![Arrival { count: messages, every, random: true, ..Arrival::default() }];
    // As long as the sends take, and a little more.
    let horizon = Millis(u64::from(messages) * every.0) + Millis::from_secs(500);
    Scenario { workers, arrivals, horizon, ..Scenario::default() }
}

/// The same without heartbeats and with leases that are too short: every message is delivered again and again.
fn overrun(messages: u32) -> Scenario {
    let queue = QueueSettings { visibility_timeout: Millis::from_secs(20), ..QueueSettings::default() };
    let busy = busy(messages);
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

/// The whole run, however long.
fn run(scenario: &Scenario) -> Trace {
    run_up_to(scenario, usize::MAX)
}

fn runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("run");
    let scenarios = [
        ("busy, 10,000 messages", busy(10_000)),
        ("busy, 100,000 messages", busy(100_000)),
        ("busy, 1,000,000 messages", busy(1_000_000)),
        ("overrun, 10,000 messages", overrun(10_000)),
        ("quiet, ten days", quiet()),
    ];
    for (name, scenario) in scenarios {
        assert_eq!(scenario.problems(), []);
        let trace = run(&scenario);
        let events = trace.events.len();
        println!("{name}: {events} events, {} bytes an event", trace.bytes() / events);
        group.throughput(Throughput::Elements(u64::try_from(events).expect("as many as fit in memory")));
        group.bench_function(name, |bencher| bencher.iter(|| run(&scenario)));
    }
    group.finish();
}

/// The state at an instant in the middle of a long run, against that of a run a tenth as long.
fn state(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("state at an instant");
    for messages in [10_000, 100_000] {
        let trace = run(&busy(messages));
        let middle = Millis(trace.end.0 / 2);
        group.bench_function(format!("{} events", trace.events.len()), |bencher| {
            bencher.iter(|| trace.counts_at(std::hint::black_box(middle)));
        });
    }
    group.finish();
}

criterion_group! {
    name = sim;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = runs, state
}
criterion_main!(sim);

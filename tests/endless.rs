//! A run without an end: what is kept of it is what the ordinary run has there, and it is not much.

use inflight::queue::Millis;
use inflight::sim::{Endless, EventKind, Lease, LeaseIx, Scenario, Trace, run_up_to};

/// So much is kept.
const WINDOW: Millis = Millis::from_secs(600);
const CHUNK: Millis = Millis::from_secs(100);

fn secs(secs: u64) -> Millis {
    Millis::from_secs(secs)
}

fn scenario(json: &str) -> Scenario {
    Scenario::from_json(json).expect("a scenario")
}

/// Leases that are too short for some jobs, failures by chance, a poison message now and then for the dead-letter queue.
const TROUBLED: &str = r#"{
    "title": "Troubled", "seed": 7, "horizon": "24h30m",
    "queue": { "visibility_timeout": 30, "max_receive_count": 3, "retention": 7200 },
    "workers": { "count": 4, "job": { "usual": 9, "slow": 40, "slow_percent": 5 } },
    "failures": { "jobs_percent": 4 },
    "arrivals": [
        { "count": 1000000, "every": 5, "random": true },
        { "count": 1000000, "every": 900, "at": 77, "poison": true }
    ]
}"#;

/// Groups in turn, collected deletes, heartbeats that leak, a worker that crashes.
const FIFO: &str = r#"{
    "title": "In order", "seed": 3, "horizon": "24h30m",
    "queue": { "fifo": true, "visibility_timeout": 20 },
    "workers": { "count": 3, "job": { "from": 1, "to": 18 }, "heartbeat": { "every": 7, "leaks": true, "fails_percent": 20 } },
    "crashes": [{ "worker": 2, "job": 3, "after": 2, "back_after": 40 }],
    "arrivals": [{ "count": 1000000, "every": 8, "groups": 5 }]
}"#;

/// Lets the run go on to `until` as a page does, chunk by chunk, and hands over what is kept after each.
fn watch(scenario: &Scenario, until: Millis, mut see: impl FnMut(&Trace)) {
    let mut endless = Endless::new(scenario);
    while endless.until() < until {
        let next = endless.until() + CHUNK;
        while !endless.advance(next, 50) {}
        assert_eq!(endless.until(), next);
        endless.forget(Millis(next.0.saturating_sub(WINDOW.0)));
        see(&endless.trace());
    }
}

/// A delivery by what does not depend on how much is kept: the name of its message, and all that happened to it.
fn story(trace: &Trace, lease: &Lease) -> (String, Lease) {
    (trace.name(lease.message), Lease { message: 0, ..lease.clone() })
}

/// The deliveries that began in this part of a run, and of which all was over by its end.
fn over_in(trace: &Trace, from: Millis, to: Millis) -> Vec<(String, Lease)> {
    let is_over = |lease: &&Lease| {
        let ends = [lease.ended.map(|it| it.0), lease.job_ended.map(|it| it.0)];
        let late = lease.deleted.is_some_and(|(at, _)| at > to) || lease.moves.iter().any(|&(at, _)| at > to);
        (from..=to).contains(&lease.from) && !late && ends.iter().all(|end| end.is_some_and(|end| end <= to))
    };
    trace.leases.iter().filter(is_over).map(|lease| story(trace, lease)).collect()
}

/// An event with names in place of numbers.
fn told(trace: &Trace, kind: EventKind) -> String {
    let of = |lease: LeaseIx| {
        let lease = trace.lease(lease);
        format!("{} #{}", trace.name(lease.message), lease.receive)
    };
    let whom = kind.lease().map(of).or(kind.message().map(|message| trace.name(message)));
    let mut what = serde_json::to_value(kind).expect("an event has only texts and numbers");
    for number in ["lease", "message"] {
        what.as_object_mut().expect("an event is an object").remove(number);
    }
    format!("{what} {}", whom.unwrap_or_default())
}

fn events(trace: &Trace, from: Millis, to: Millis) -> Vec<(Millis, String)> {
    let inside = trace.events.iter().filter(|event| (from..=to).contains(&event.at));
    inside.map(|event| (event.at, told(trace, event.kind))).collect()
}

fn assert_same_as_the_ordinary_run(json: &str) {
    let scenario = scenario(json);
    let plain = run_up_to(&scenario, 10_000_000);
    assert!(!plain.cut_off && plain.end >= secs(88_200));
    let (mut windows, mut deliveries) = (0, 0);
    watch(&scenario, secs(86_400), |part| {
        let (begin, end) = (part.begin, part.end);
        assert!(end.since(begin) <= WINDOW);
        // Comparing each of the windows whole would take long, and they overlap.
        windows += 1;
        if windows % 5 != 0 {
            return;
        }
        assert_eq!(events(part, Millis::ZERO, end), events(&plain, begin, end), "events from {begin} to {end}");
        let over = over_in(part, begin, end);
        deliveries += over.len();
        assert_eq!(over, over_in(&plain, begin, end), "deliveries from {begin} to {end}");
        for at in [begin, begin + secs(17), begin + secs(333), end] {
            assert_eq!(part.counts_at(at), plain.counts_at(at), "at {at}");
        }
    });
    assert_eq!(windows, 864);
    assert!(deliveries > 5_000, "{deliveries}");
}

#[test]
fn day_watched_chunk_by_chunk_is_the_day_of_the_ordinary_run() {
    assert_same_as_the_ordinary_run(TROUBLED);
}

#[test]
fn day_of_a_fifo_queue_is_that_of_the_ordinary_run() {
    assert_same_as_the_ordinary_run(FIFO);
}

#[test]
fn twentieth_hour_takes_no_more_memory_than_the_second() {
    let (mut second, mut twentieth) = (0, 0);
    let mut lengths = [0; 2];
    watch(&scenario(TROUBLED), secs(20 * 3600), |part| {
        let hour = part.end.since(Millis(1)).0 / 3_600_000;
        let length = part.events.len() + part.leases.len() + part.messages.len() + part.keys.len();
        match hour {
            1 => (second, lengths[0]) = (second.max(part.bytes()), lengths[0].max(length)),
            19 => (twentieth, lengths[1]) = (twentieth.max(part.bytes()), lengths[1].max(length)),
            _ => {}
        }
    });
    // The hours differ by chance, and from the second on old dead letters expire as new ones come.
    assert!(second > 10_000 && twentieth < second * 5 / 4, "{second} bytes, then {twentieth}");
    assert!(lengths[1] < lengths[0] * 5 / 4, "{lengths:?}");
}

#[test]
fn messages_keep_their_numbers_when_those_before_are_forgotten() {
    // One a second from 0 on, each deleted in the instant after: m1 at 0, m3601 at 3600 s.
    let steady = scenario(r#"{ "workers": { "job": 0.5 }, "arrivals": [{ "count": 2, "every": 1 }] }"#);
    let mut endless = Endless::new(&steady);
    assert!(endless.advance(secs(3600), usize::MAX));
    endless.forget(secs(3590));
    let part = endless.trace();
    assert_eq!((part.begin, part.end), (secs(3590), secs(3600)));
    // m3591 is sent at 3590 s; whatever was sent before is deleted by then.
    assert_eq!((part.messages.len(), part.name(0), part.name(10)), (11, "m3591".to_owned(), "m3601".to_owned()));
    assert_eq!((part.numbered(3_590), part.numbered(3_600), part.numbered(3_601)), (Some(0), Some(10), None));
    assert_eq!(part.numbered(0), None);
    let counts = part.counts_at(secs(3590));
    assert_eq!((counts.deleted, counts.in_flight, counts.effects), (3_590, 1, 3_590));
    assert_eq!(part.things_before(), [3_590, 0, 0]);
}

#[test]
fn message_that_is_not_over_is_kept_with_its_whole_life() {
    // One that fails each time, every 30 s, between those that go well.
    let stuck = scenario(
        r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 2, "job": 1 },
            "arrivals": [{ "poison": true }, { "at": 5, "count": 2, "every": 10 }] }"#,
    );
    let mut endless = Endless::new(&stuck);
    assert!(endless.advance(secs(3600), usize::MAX));
    endless.forget(secs(3500));
    let part = endless.trace();
    assert_eq!(part.name(0), "m1");
    // Received at 0, 30, …, 3600 s.
    assert_eq!(part.message(0).leases.len(), 121);
    assert_eq!(part.message(0).places[0].0, Millis::ZERO);
    assert!(part.events.iter().all(|event| event.at >= secs(3500)));
    // The second is sent at 3505 s: m2 is sent at 5 s, and one every ten seconds after it.
    assert_eq!(part.name(1), "m352");
    assert_eq!(part.numbered(351), Some(1));
}

#[test]
fn backlog_that_only_grows_ends_the_run_and_says_so() {
    let overrun = scenario(r#"{ "workers": { "job": "1h" }, "arrivals": [{ "count": 2, "every": 0.1 }] }"#);
    let mut endless = Endless::new(&overrun);
    assert!(endless.advance(secs(86_400), usize::MAX));
    assert!(endless.is_cut_off());
    // Ten a second, of which one an hour is taken away: 20,000 are there after 2,000 s, and one more in the next tenth.
    assert!((secs(2_000)..secs(2_001)).contains(&endless.until()), "{}", endless.until());
    assert!(endless.trace().cut_off);
    assert!(endless.advance(secs(86_400), usize::MAX), "it cannot go on");
}

#[test]
fn scenario_without_steady_arrivals_cannot_go_on() {
    assert!(scenario(TROUBLED).is_steady());
    assert!(!scenario("{}").is_steady(), "one message");
    assert!(!scenario(r#"{ "arrivals": [{ "count": 9, "every": 0 }] }"#).is_steady(), "all at once");
}

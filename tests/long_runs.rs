//! Long runs, counted by hand instead of by a clock: time in which nothing happens costs nothing, the same scenario gives the
//! same trace, and no scenario runs for ever.

use inflight::queue::Millis;
use inflight::sim::{Event, EventKind, Scenario, Trace, run, run_up_to};

const TEN_DAYS: u64 = 864_000;

fn secs(secs: u64) -> Millis {
    Millis::from_secs(secs)
}

fn trace(json: &str) -> Trace {
    run(&Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}")))
}

/// One message, sent so many seconds after the start to one worker who takes 20 s, and 60 s more.
fn one_message_after(wait: u64) -> Trace {
    let horizon = wait + 60;
    trace(&format!(r#"{{ "workers": {{ "count": 1 }}, "arrivals": [ {{ "at": {wait} }} ], "horizon": {horizon} }}"#))
}

#[test]
fn message_after_ten_days_has_the_events_of_one_at_once() {
    let (soon, late) = (one_message_after(0), one_message_after(TEN_DAYS));
    let delayed: Vec<Event> =
        soon.events.iter().map(|event| Event { at: event.at + secs(TEN_DAYS), kind: event.kind }).collect();
    assert_eq!(soon.events.len(), 4, "sent, received, the effect, deleted");
    assert_eq!(late.events, delayed);
    // Long polls of 20 s until then, the one that gets it, and one between its end at 20 s and the end of the run at 60 s.
    assert_eq!(soon.receives.answered, 2);
    assert_eq!(late.receives.answered, TEN_DAYS / 20 + 2);
    assert_eq!(late.receives.empty, TEN_DAYS / 20 + 1);
}

#[test]
fn poison_message_of_ten_days_is_delivered_once_a_timeout() {
    // Twelve hours of lease, and a job that fails after one: 20 deliveries in ten days, and the one that begins as they end.
    let trace = trace(
        r#"{
            "queue": { "visibility_timeout": "12h", "retention": "14d" },
            "workers": { "job": "1h" },
            "arrivals": [ { "poison": true } ],
            "horizon": "10d"
        }"#,
    );
    let by_horizon = |at: Millis| at < secs(TEN_DAYS);
    assert_eq!(trace.leases.iter().filter(|lease| by_horizon(lease.from)).count(), 20);
    for (lease, nth) in trace.leases.iter().zip(0..) {
        assert_eq!(lease.from, secs(43_200 * nth));
    }
    // Each delivery is received, fails and lapses; the 20th lapses at the horizon itself, so it is not among them.
    assert_eq!(trace.events.iter().filter(|event| by_horizon(event.at)).count(), 1 + 3 * 20 - 1);
    assert!(!trace.cut_off);
}

#[test]
fn job_of_eleven_hours_with_a_heartbeat_a_minute_is_one_lease() {
    let trace = trace(
        r#"{ "workers": { "job": "11h", "heartbeat": { "every": 60, "sets": 120 } },
                           "queue": { "visibility_timeout": 120 }, "horizon": "10d" }"#,
    );
    // None at the end of the job, which comes first.
    let beats = 11 * 60 - 1;
    assert_eq!(trace.leases.len(), 1);
    assert_eq!(trace.leases[0].moves.len(), beats);
    assert_eq!(trace.events.len(), 4 + beats);
    assert_eq!(trace.end, secs(TEN_DAYS));
}

#[test]
fn same_scenario_gives_the_same_trace_and_another_seed_another() {
    let seeded = |seed: u32, random: bool| {
        trace(&format!(
            r#"{{
                "queue": {{ "visibility_timeout": 10, "max_receive_count": 3 }},
                "workers": {{ "count": 3, "job": 12, "heartbeat": {{ "every": 7 }} }},
                "arrivals": [ {{ "count": 200, "every": 4, "random": {random} }}, {{ "at": 50, "poison": true }} ],
                "crashes": [ {{ "worker": 2, "job": 3, "back_after": 30 }} ],
                "seed": {seed},
                "horizon": 2000
            }}"#
        ))
    };
    assert_eq!(seeded(1, true), seeded(1, true));
    assert_ne!(seeded(1, true), seeded(2, true));
    // Where nothing is left to chance, the seed changes nothing.
    assert_eq!(seeded(1, false), seeded(2, false));
}

#[test]
fn scenario_written_and_read_back_gives_the_same_trace() {
    let json = r#"{ "workers": { "job": "45.5", "heartbeat": { "every": "900ms" } }, "arrivals": [ { "count": 5 } ] }"#;
    let scenario = Scenario::from_json(json).unwrap();
    let read_back = Scenario::from_json(&scenario.to_json()).unwrap();
    assert_eq!(run(&read_back), run(&scenario));
}

/// No lease lasts, no job takes long and every one fails: a run of two weeks with a billion deliveries.
#[test]
fn run_without_an_end_in_sight_is_cut_off() {
    let trace = trace(
        r#"{
            "queue": { "visibility_timeout": 0, "retention": "14d" },
            "workers": { "count": 1, "job": "1ms" },
            "arrivals": [ { "poison": true } ],
            "horizon": "14d"
        }"#,
    );
    assert!(trace.cut_off);
    // Of the three events of a delivery, as many as come to a little more than a million.
    assert!((1_000_000..1_000_010).contains(&trace.events.len()));
    // What there is, is whole: the run stops between two instants.
    let last = trace.events.last().expect("a million of them").at;
    assert_eq!(trace.end, last);
}

/// An instant without an end: what is dropped since its lease is over, before it has begun, can be received at once.
#[test]
fn instant_without_an_end_is_cut_off() {
    let scenario = Scenario::from_json(
        r#"{ "queue": { "visibility_timeout": 0 }, "workers": { "count": 1, "start": "if_in_time" } }"#,
    );
    let trace = run_up_to(&scenario.unwrap(), 1_000);
    assert!(trace.cut_off);
    assert_eq!(trace.end, secs(0));
    assert!((1_000..1_010).contains(&trace.events.len()));
}

/// The same with everything that could make two things wait for each other at one instant.
#[test]
fn run_full_of_coincidences_ends() {
    for (timeout, wait, delay) in [(0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1), (0, 20, 1)] {
        let trace = trace(&format!(
            r#"{{
                "queue": {{
                    "visibility_timeout": {timeout}, "delay": {delay}, "max_receive_count": 1000, "retention": 60
                }},
                "workers": {{ "count": 20, "job": 1, "wait": {wait}, "heartbeat": {{ "every": 1, "sets": 0 }} }},
                "arrivals": [ {{ "count": 30, "every": 0, "poison": true }}, {{ "count": 30, "every": 0 }} ],
                "crashes": [ {{ "after": 0, "back_after": 0 }}, {{ "worker": 2, "after": 1, "back_after": 1 }} ],
                "horizon": 120
            }}"#
        ));
        assert!(!trace.cut_off);
        assert_eq!(trace.end, secs(120));
        assert!(trace.messages.iter().all(|message| message.places.last().is_some_and(|(_, place)| place.is_final())));
        let restarts = trace.events.iter().filter(|event| matches!(event.kind, EventKind::Restarted { .. })).count();
        // worker-2 would crash at the instant in which its job ends, and that end is first.
        assert_eq!(restarts, 1);
    }
}

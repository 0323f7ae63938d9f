//! What the stage and the chart say of effects: what the outside world saw, and not what workers did.

use inflight::queue::Millis;
use inflight::scene::{StationKind, chart, stage};
use inflight::sim::{Scenario, Trace, run};

/// Wide enough for every word.
const WIDTH: f64 = 1_400.0;

fn ran(json: &str) -> (Scenario, Trace) {
    let scenario = Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}"));
    let trace = run(&scenario);
    (scenario, trace)
}

/// How many side effects the stage counts, and whether it calls them trouble.
fn side_effects(scenario: &Scenario, trace: &Trace, at: u64) -> (usize, bool) {
    let stage = stage(scenario, trace, Millis::from_secs(at), Millis::ZERO, WIDTH);
    let station = stage.stations.iter().find(|station| station.kind == StationKind::Effects).unwrap();
    (station.count, station.trouble)
}

#[test]
fn effect_before_a_crash_is_seen_by_the_outside_world() {
    // Charged at 20, dead before the delete, charged again by the other worker at 30 + 20.
    let (scenario, trace) = ran(r#"{ "workers": { "job": 20 }, "crashes": [{ "when": "after_effect" }] }"#);
    assert_eq!(side_effects(&scenario, &trace, 19), (0, false));
    assert_eq!(side_effects(&scenario, &trace, 20), (1, false));
    assert_eq!(side_effects(&scenario, &trace, 50), (2, true));
}

#[test]
fn idempotent_effect_done_again_is_seen_once_and_is_no_trouble() {
    let (scenario, trace) = ran(
        r#"{ "workers": { "job": 20 }, "effect": { "kind": "idempotent" }, "crashes": [{ "when": "after_effect" }] }"#,
    );
    assert_eq!(side_effects(&scenario, &trace, 50), (1, false));
    let chart = chart(&scenario, &trace, WIDTH);
    let note = chart.rows[0].bars[1].note.as_ref().unwrap();
    assert_eq!((note.text.as_str(), note.trouble), ("charged before and deleted", false));
}

#[test]
fn job_that_waited_in_a_batch_is_drawn_from_when_it_was_begun() {
    // Two of 10 s each, received together: the second is worked on from 10 to 20.
    let (scenario, trace) = ran(
        r#"{ "workers": { "count": 1, "batch": 2, "job": 10 }, "arrivals": [{ "count": 2, "every": 0 }], "horizon": 30 }"#,
    );
    let chart = chart(&scenario, &trace, WIDTH);
    let [first, second] = [0, 1].map(|row| &chart.rows[row].bars[0]);
    assert!((second.job.x - first.job.right()).abs() < 1e-6, "{} and {}", second.job.x, first.job.right());
    assert!((second.band.x - first.band.x).abs() < 1e-6, "both are lent from the start");
    assert_eq!(trace.held_at(0, Millis::from_secs(5)), 1);
    assert_eq!(trace.held_at(0, Millis::from_secs(10)), 0);
}

//! What the page says of a run, word for word.

use inflight::explain::{Suggestion, Tone, suggest, verdict};
use inflight::sim::{Scenario, run};

fn suggested(scenario: &Scenario) -> Vec<Suggestion> {
    let trace = run(scenario);
    suggest(scenario, &trace, verdict(scenario, &trace).tone)
}

fn judged(json: &str) -> (Tone, String) {
    let scenario = Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}"));
    let verdict = verdict(&scenario, &run(&scenario));
    (verdict.tone, verdict.headline)
}

fn assert_judged(json: &str, tone: Tone, headline: &str) {
    assert_eq!(judged(json), (tone, headline.to_owned()));
}

#[test]
fn overlong_job_is_charged_twice_by_the_end_of_the_picture() {
    let json = r#"{ "workers": { "job": 45 } }"#;
    assert_judged(json, Tone::Trouble, "The job outlives its lease by 15 s: the order is charged twice.");
}

#[test]
fn job_within_its_lease_is_well() {
    assert_judged(r#"{ "workers": { "job": 20 } }"#, Tone::Well, "All is well: the order is charged once.");
}

#[test]
fn job_as_long_as_its_lease_is_a_narrow_escape() {
    let headline = "Job and lease end at the same instant: the order is charged once, this time.";
    assert_judged(r#"{ "workers": { "job": 30 } }"#, Tone::Caution, headline);
}

#[test]
fn heartbeat_that_starts_after_the_lapse_is_named_as_the_cause() {
    let json = r#"{ "workers": { "job": 45, "heartbeat": { "every": 40 } } }"#;
    let headline = "The first heartbeat comes 10 s after the lease has ended: the order is charged twice.";
    assert_judged(json, Tone::Trouble, headline);
}

#[test]
fn heartbeat_that_sets_less_than_its_interval_is_named_as_the_cause() {
    // Beats at 25 and 50 set 10 s each: the lease ends at 35, and the job runs to 60.
    let json = r#"{ "workers": { "job": 60, "heartbeat": { "every": 25, "sets": 10 } }, "horizon": 65 }"#;
    let (tone, headline) = judged(json);
    assert_eq!(tone, Tone::Trouble);
    assert!(headline.starts_with("A heartbeat sets 10 s, and the next comes only after 25 s: "), "{headline}");
}

#[test]
fn lone_worker_without_a_lease_is_a_caution_since_nobody_else_received() {
    let json = r#"{ "workers": { "count": 1, "job": 45 } }"#;
    assert_judged(json, Tone::Caution, "The job outlives its lease by 15 s: the order is charged once.");
}

#[test]
fn crash_under_a_long_timeout_names_the_wait() {
    let json = r#"{ "queue": { "visibility_timeout": "5h" }, "crashes": [{ "after": 10 }] }"#;
    let headline = "Worker-1 crashes, and the order stays hidden for another 4 h 59 min: it is charged only at 5 h.";
    assert_judged(json, Tone::Caution, headline);
}

#[test]
fn poison_message_without_a_dead_letter_queue_has_no_end() {
    let json = r#"{ "workers": { "job": 10 }, "arrivals": [{ "poison": true }], "horizon": 89 }"#;
    assert_judged(json, Tone::Caution, "The order fails every time: 3 deliveries so far, and no end.");
}

#[test]
fn exhausted_message_is_counted_as_a_dead_letter() {
    let json = r#"{ "queue": { "max_receive_count": 3 }, "workers": { "job": 10 }, "arrivals": [{ "poison": true }] }"#;
    assert_judged(json, Tone::Caution, "After 3 receives, the order ends in the dead-letter queue.");
}

#[test]
fn overlong_job_with_a_small_receive_count_ends_charged_and_dead() {
    let json = r#"{ "queue": { "max_receive_count": 2 }, "workers": { "job": 45 } }"#;
    let headline = "The job outlives its lease by 15 s: the order is charged twice and ends in the dead-letter queue.";
    assert_judged(json, Tone::Trouble, headline);
}

#[test]
fn expired_message_without_an_effect_is_lost() {
    let json = r#"{ "queue": { "retention": 60 }, "workers": { "count": 1, "job": 10 }, "horizon": 100,
                    "arrivals": [{ "at": 1 }], "crashes": [{ "after": 5 }] }"#;
    assert_judged(json, Tone::Trouble, "The order expired and was never charged.");
}

#[test]
fn several_messages_are_counted() {
    let json = r#"{ "workers": { "count": 6, "job": 45 }, "arrivals": [{ "count": 3, "every": 1 }] }"#;
    let (tone, headline) = judged(json);
    assert_eq!(tone, Tone::Trouble);
    assert_eq!(headline, "The job outlives its lease by 15 s: 3 of 3 orders are charged more than once.");
}

#[test]
fn every_suggestion_for_a_bad_run_makes_it_well() {
    let scenario = Scenario::from_json(r#"{ "workers": { "job": 45 } }"#).unwrap();
    let suggestions = suggested(&scenario);
    let labels: Vec<&str> = suggestions.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["Set the timeout to 1 min", "Send a heartbeat every 20 s"]);
    for suggestion in suggestions {
        let fixed = scenario.with(&suggestion.changes);
        assert_eq!(verdict(&fixed, &run(&fixed)).tone, Tone::Well, "{}", suggestion.label);
    }
}

#[test]
fn every_suggestion_for_a_good_run_breaks_it() {
    let scenario = Scenario::from_json(r#"{ "workers": { "job": 20 } }"#).unwrap();
    let suggestions = suggested(&scenario);
    let labels: Vec<&str> = suggestions.iter().map(|it| it.label.as_str()).collect();
    // Crashed at 10 of a lease to 30, the message waits 20 s, which is no longer than the job: no trouble, so not offered.
    assert_eq!(labels, ["Let the job take 45 s"]);
    for suggestion in suggestions {
        let broken = scenario.with(&suggestion.changes);
        assert_ne!(verdict(&broken, &run(&broken)).tone, Tone::Well, "{}", suggestion.label);
    }
}

#[test]
fn timeout_of_zero_is_named_and_nothing_waits() {
    // All three receive at 0, and each is done at 10.
    let json = r#"{ "queue": { "visibility_timeout": 0 }, "workers": { "count": 3, "job": 10 }, "horizon": 20 }"#;
    assert_judged(json, Tone::Trouble, "A timeout of 0 s hides nothing: the order is charged 3 times.");
}

#[test]
fn send_repeated_too_late_for_a_fifo_queue_is_told_of_as_one_of_a_fifo_queue() {
    let json = r#"{ "queue": { "fifo": true }, "arrivals": [{ "body": "17", "key": "17" },
        { "at": "6m", "body": "17", "key": "17" }], "horizon": "7m" }"#;
    assert_judged(json, Tone::Trouble, "An order is sent again after 6 min: one of 2 orders is charged twice.");
    let scenario = Scenario::from_json(json).unwrap();
    let detail = verdict(&scenario, &run(&scenario)).detail;
    assert!(detail.starts_with("A FIFO queue drops a repeated send within five minutes."), "{detail}");
}

#[test]
fn invocation_that_waited_for_concurrency_is_not_called_too_long() {
    // The second is throttled at 0, 1, 3, 7 and 15, and runs from 31 to 51; its lease of 45 s is over at 45.
    let json = r#"{ "queue": { "visibility_timeout": 45 }, "workers": { "job": 20 },
        "lambda": { "timeout": 30, "batch": 1, "reserved_concurrency": 1 },
        "arrivals": [{ "count": 2, "every": 0 }], "horizon": 100 }"#;
    let (tone, headline) = judged(json);
    assert_eq!(tone, Tone::Trouble);
    let expected = "After a wait of 31 s for concurrency, the job outlives its lease by 6 s: ";
    assert!(headline.starts_with(expected), "{headline}");
}

#[test]
fn purge_that_took_one_and_left_another_twice_is_told_of_beside_it() {
    // m1 is received at 0 and at 45, and done at 180 and 225 though the purge took it; m2 waits when it comes.
    let json = r#"{ "queue": { "visibility_timeout": 45 }, "workers": { "count": 2, "job": "3m" },
        "arrivals": [{}, { "at": 50 }], "acts": [{ "at": 60, "do": "purge" }], "horizon": "4m" }"#;
    let scenario = Scenario::from_json(json).unwrap();
    let verdict = verdict(&scenario, &run(&scenario));
    assert_eq!(verdict.headline, "The job outlives its lease by 2 min 15 s: one of 2 orders is charged twice.");
    assert!(verdict.detail.ends_with("One of 2 orders was purged and was never charged."), "{}", verdict.detail);
}

#[test]
fn slow_job_of_a_busy_time_counts_in_the_timeout_that_is_offered() {
    // 12 s, three times as long in the busy time: 36 s, and a third on top.
    let json = r#"{ "workers": { "job": 12 }, "busy": [{ "percent": 300 }] }"#;
    let scenario = Scenario::from_json(json).unwrap();
    let labels: Vec<String> = suggested(&scenario).into_iter().map(|it| it.label).collect();
    assert!(labels.contains(&"Set the timeout to 50 s".to_owned()), "{labels:?}");
}

//! Why, and what to do about it, on reports from practice: the chain of causes, the fixes, and the advice that `headless` prints. The
//! times are those of the reports (`tests/reports`), and follow from their numbers.

use std::fs;
use std::path::Path;
use std::process::Command;

use inflight::explain::{fixes_for, troubles, why};
use inflight::sim::{Scenario, run};

/// What `headless run` prints of one run of a report.
fn headless(report: &str, nth: usize, arguments: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    let file = fs::read_to_string(folder.join(format!("{report}.json"))).unwrap();
    let report_json: serde_json::Value = serde_json::from_str(&file).unwrap();
    let scenario = &report_json["runs"][nth]["scenario"];
    assert!(scenario.is_object(), "{report}: run {nth} has a scenario of its own");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("why_{report}_{nth}.json"));
    fs::write(&path, scenario.to_string()).unwrap();
    let ended = Command::new(env!("CARGO_BIN_EXE_headless")).arg("run").arg(&path).args(arguments).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).unwrap()
}

/// Each part stands in the text, in this order.
fn assert_told(text: &str, parts: &[&str]) {
    let mut from = 0;
    for part in parts {
        match text[from..].find(part) {
            Some(at) => from += at + part.len(),
            None => panic!("{part:?} is missing, or comes too early, in\n{text}"),
        }
    }
}

#[test]
fn late_pumps_asked_why_tell_of_the_overrun_the_old_receipt_and_its_cures() {
    let text = headless("r01_late_pumps", 0, &["--why", "m1"]);
    assert_told(
        &text,
        &[
            "t=30    queue: the lease ends, 15 s before worker-1 is done",
            "t=30    worker-2: receives it, delivery 2",
            "t=45    worker-1: deletes with an old receipt: 200, and nothing is deleted  [rule R29]",
            "t=75    worker-2: charges the card again: twice",
            "- Set the timeout to 1 min",
            "- Send a heartbeat every 20 s",
        ],
    );
}

#[test]
fn buffered_message_asked_why_tells_of_the_wait_and_of_a_heartbeat_for_the_buffer() {
    // Ten at once, 50 s each: the third starts at 100, and its lease ends at 120.
    let text = headless("r13_extend_the_buffer", 0, &["--why", "m3"]);
    assert_told(
        &text,
        &[
            "t=100   worker-1: starts on it only 1 min 40 s after the receive  [workers.buffer]",
            "t=120   queue: the lease ends, 30 s before worker-1 is done",
            "- ",
        ],
    );
    let advice = headless("r13_extend_the_buffer", 0, &["--advice"]);
    assert_told(&advice, &["trouble  workers.buffer: The last of 10 messages in line is done only after 8 min 20 s"]);
}

#[test]
fn collected_delete_asked_why_is_sent_at_once_in_a_cure() {
    let text = headless("r21_deletes_lost_on_stop", 0, &["--why", "m1"]);
    assert_told(
        &text,
        &["m1 is charged twice", "t=30    queue: the lease ends", "- Delete at once, without collecting"],
    );
    let advice = headless("r21_deletes_lost_on_stop", 0, &["--advice"]);
    assert_told(&advice, &["workers.delete.interval: Deletes are collected for 1 s"]);
}

#[test]
fn deploy_under_a_huge_timeout_asked_why_tells_of_four_hours() {
    let text = headless("r27_hidden_after_each_deploy", 0, &["--why", "m1"]);
    assert_told(
        &text,
        &[
            "m1 is hidden though nobody works on it",
            "t=1     worker-1: crashes, and nobody tells the queue",
            "t=14460 queue: only now the lease of the dead worker ends",
            "- A timeout of 30 s, and a heartbeat every 20 s",
        ],
    );
    let advice = headless("r27_hidden_after_each_deploy", 0, &["--advice"]);
    assert_told(
        &advice,
        &["caution  queue.visibility_timeout: After a crash a message is tried again within 4 h 1 min."],
    );
}

#[test]
fn extension_that_comes_too_late_is_named_with_its_setting() {
    // Queue 30 s, first extension at half of the client's 300 s.
    let text = headless("r33_extension_alone", 0, &["--why", "m1"]);
    assert_told(
        &text,
        &[
            "t=30    queue: the lease ends, 2 min 50 s before worker-1 is done",
            "[workers.heartbeat.every]",
            "t=150   worker-1: extends too late: 200, and nothing changes  [rule R39]",
            "- Send a heartbeat every 20 s",
        ],
    );
    let advice = headless("r33_extension_alone", 0, &["--advice"]);
    assert_told(
        &advice,
        &["trouble  workers.heartbeat.every: The first heartbeat comes after 2 min 30 s, when the lease of 30 s"],
    );
}

#[test]
fn growing_extension_asked_why_tells_how_far_it_went() {
    // The beat at 3600 asks for 3600 + 120: hidden until 7320.
    let text = headless("r38_elapsed_added", 0, &["--why", "m1"]);
    assert_told(
        &text,
        &[
            "t=3600  worker-1: has extended the lease 60 times, now to 2 h 2 min",
            "t=3601  worker-1: crashes",
            "t=7320  queue: only now the lease of the dead worker ends",
        ],
    );
    let advice = headless("r38_elapsed_added", 0, &["--advice"]);
    assert_told(&advice, &["caution  workers.heartbeat.growth: What a heartbeat sets grows with the job"]);
}

#[test]
fn narrow_margin_is_advised_against() {
    // 1140 of 1200 s: 60 s are left, five of a hundred.
    let advice = headless("r43_five_percent_margin", 0, &["--advice"]);
    assert_told(&advice, &["caution  workers.heartbeat.every", "a margin of 1 min, 5 %"]);
}

#[test]
fn deleted_first_is_advised_against_and_crash_loses_it() {
    let advice = headless("r53_delete_first", 0, &["--advice"]);
    assert_told(&advice, &["trouble  workers.delete.at: A message deleted before its work is lost for good"]);
}

#[test]
fn fifo_delete_after_the_lease_is_refused_in_the_chain() {
    let text = headless("r59_late_delete_fifo", 0, &["--why", "m1"]);
    assert_told(
        &text,
        &[
            "t=2     queue: the lease ends, 8 s before worker-1 is done",
            "t=10    worker-1: may not delete: in a FIFO queue a receipt ends with its lease  [rule R31]",
            "t=10    worker-1: receives it, delivery 2",
            "- Set the timeout to 15 s",
        ],
    );
}

#[test]
fn throttled_message_asked_why_was_never_worked_on() {
    // A burst of 31 over a concurrency of 10, one receive allowed: the last was throttled and died without an attempt.
    let text = headless("r64_throttled_to_dead_letters", 0, &["--why", "m31"]);
    assert_told(
        &text,
        &[
            "m31 is in the dead-letter queue without one attempt at it",
            "0 executions, 0 effects",
            "its invocation is throttled 3 times: no concurrency is left  [lambda.reserved_concurrency]",
            "moves it to the dead-letter queue: it was received once before  [queue.max_receive_count]",
        ],
    );
    let advice = headless("r64_throttled_to_dead_letters", 0, &["--advice"]);
    assert_told(&advice, &["queue.max_receive_count"]);
}

#[test]
fn message_brought_back_asked_why_counts_the_receives_before_its_move() {
    // Three receives allowed, at 0, 30 and 60; moved by the one at 90, back at 150 and done at 155.
    let ended = Command::new(env!("CARGO_BIN_EXE_headless")).args(["run", "alarm-and-redrive", "--why", "m1"]).output();
    let text = String::from_utf8(ended.unwrap().stdout).unwrap();
    assert_told(
        &text,
        &[
            "m1 came back from the dead-letter queue, and is booked once. 4 deliveries, 4 executions, 1 effect.",
            "t=90    queue: moves it to the dead-letter queue: it was received 3 times before",
            "t=150   operator: brings it back from the dead-letter queue; its receives count anew",
        ],
    );
}

#[test]
fn every_fix_on_every_report_takes_away_the_trouble_it_is_offered_for() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    let (mut explained, mut fixed) = (0, 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let Some(scenario) = report["runs"][0]["scenario"].as_object() else { continue };
        let Ok(scenario) = Scenario::from_json(&serde_json::to_string(scenario).unwrap()) else { continue };
        let trace = run(&scenario);
        if trace.messages.is_empty() || trace.events.len() > 2_000 {
            continue;
        }
        let chain = why(&scenario, &trace, 0);
        assert!(chain.steps.is_sorted_by_key(|step| step.at), "{}", path.display());
        assert!(!chain.steps.is_empty(), "{}", path.display());
        explained += 1;
        let Some(trouble) = chain.trouble else { continue };
        for fix in fixes_for(&scenario, &trace, trouble) {
            let changed = scenario.with(&fix.changes);
            let left = troubles(&run(&changed), &changed, 0);
            assert!(left.iter().all(|left| left.kind > trouble.kind), "{}: {}", path.display(), fix.label);
            fixed += 1;
        }
    }
    assert!(explained >= 10 && fixed >= 10, "{explained} chains, {fixed} fixes");
}

#[test]
fn message_that_is_not_there_is_an_error_that_names_those_that_are() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("why_default.json");
    fs::write(&path, "{}").unwrap();
    let ended =
        Command::new(env!("CARGO_BIN_EXE_headless")).arg("run").arg(&path).args(["--why", "m7"]).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "error: no message m7: the run has only m1\n");
}

fn chain_of(json: &str, message: u32) -> Vec<String> {
    let scenario = Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}"));
    let chain = why(&scenario, &run(&scenario), message);
    chain.steps.iter().map(ToString::to_string).collect()
}

fn assert_step(steps: &[String], expected: &str) {
    assert!(steps.iter().any(|step| step.contains(expected)), "{expected:?} is missing in\n{}", steps.join("\n"));
}

#[test]
fn timeout_of_zero_asked_why_hides_nothing_and_nobody_is_said_to_wait() {
    let steps = chain_of(r#"{ "queue": { "visibility_timeout": 0 }, "workers": { "job": 10 }, "horizon": 20 }"#, 0);
    assert_step(&steps, "worker-1: receives it: a timeout of 0 s hides it from nobody");
    assert_step(&steps, "queue: the lease is over as it begins: the message stays visible");
    assert!(!steps.iter().any(|step| step.contains("before worker-1 begins")), "{steps:?}");
}

#[test]
fn purge_asked_why_tells_that_the_work_goes_on() {
    let json = r#"{ "workers": { "job": 20 }, "acts": [{ "at": 10, "do": "purge" }] }"#;
    let steps = chain_of(json, 0);
    assert_step(&steps, "the message is gone; whoever works on it knows nothing of that  [rule R81]");
}

#[test]
fn message_lost_in_a_purge_is_saved_by_doing_without_it() {
    let json = r#"{ "arrivals": [{ "delay": 20 }], "acts": [{ "at": 10, "do": "purge" }] }"#;
    let scenario = Scenario::from_json(json).unwrap();
    let trace = run(&scenario);
    let trouble = troubles(&trace, &scenario, 0)[0];
    let fixes = fixes_for(&scenario, &trace, trouble);
    assert_eq!(fixes[0].label, "Do not purge the queue");
}

#[test]
fn throttled_invocation_asked_why_is_one_step_however_often_it_is_tried() {
    let json = r#"{ "queue": { "visibility_timeout": 45 }, "workers": { "job": 20 },
        "lambda": { "timeout": 30, "batch": 1, "reserved_concurrency": 1 },
        "arrivals": [{ "count": 2, "every": 0 }], "horizon": 100 }"#;
    let steps = chain_of(json, 1);
    // At 0, 1, 3, 7 and 15: each wait is twice the one before.
    assert_step(&steps, "t=0     queue: its invocation is throttled 5 times: no concurrency is left");
    assert_step(&steps, "starts on it only 31 s after the receive  [lambda.reserved_concurrency]");
}

#[test]
fn job_of_a_busy_time_asked_why_names_the_busy_time() {
    let json = r#"{ "workers": { "job": 12 }, "busy": [{ "percent": 300 }] }"#;
    assert_step(
        &chain_of(json, 0),
        "t=30    queue: the lease ends, 6 s before worker-1 is done: the message is visible again  [busy]",
    );
}

#[test]
fn second_message_about_one_thing_asked_why_names_the_first() {
    let json = r#"{ "arrivals": [{ "key": "17" }, { "at": 40, "key": "17" }] }"#;
    assert_step(&chain_of(json, 1), "producer: sends the message, about the same order as m1");
    let scenario = Scenario::from_json(json).unwrap();
    let outcome = why(&scenario, &run(&scenario), 1).outcome;
    assert!(outcome.starts_with("m2 and another message are about one order: it is charged twice."), "{outcome}");
}

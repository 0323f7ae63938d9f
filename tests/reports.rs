//! What people who run SQS consumers have reported, and what a run of each report must show: every file of `tests/reports/`.
//!
//! # A file
//!
//! `r05_prefetched_copies.json`, named after its report:
//!
//! ```json
//! { "report": "R05", "source": "owner/repository#1", "says": "What was seen.", "note": "Where the report is wrong, and why.",
//!   "runs": [
//!     { "name": "strict", "scenario": { "queue": { "stale_delete": "keeps" } },
//!       "expect": [ { "deliveries": { "of": "m1", "first": [0, 30] }, "because": "30 = the visibility timeout" } ] },
//!     { "name": "lenient", "like": "strict", "set": { "queue.stale_delete": "removes" }, "expect": [ ... ] },
//!     { "name": "out of range", "scenario": { ... }, "refused": "queue.visibility_timeout" } ] }
//! ```
//!
//! `like` takes the scenario of an earlier run, `set` sets fields by their paths, `refused` says that there is no such run, and
//! what the problem names. `expect` is what the run must show.
//!
//! # An expectation
//!
//! An object with one of the kinds below and its fields, and `because`, where the arithmetic is not obvious. `each` beside the
//! kind repeats it for every message of a range: `{ "each": "m3-m10", "deliveries": { "count": 2 } }`.
//!
//! Times are those of scenarios: seconds, or texts such as `"1h30m"`. `of` names a message, `"m1"` being the first that was
//! sent, or a range of them, `"m3-m10"`; without it all are meant. Workers and processes are counted from 1, and so are
//! deliveries.
//!
//! | kind | what it says | fields |
//! |---|---|---|
//! | `deliveries`, `executions`, `effects` | when messages were received, jobs begun (again), effects had | `of`, `worker` or `key`; `from` and `until` (both included) bound the time; `at`: exactly these times; `first`: these come first; `count`, `least`, `most`: how many |
//! | `events` | the same of any event of the trace | `kind`: its name; `with`: some of its fields as in the trace; and those above |
//! | `heartbeats` | changes of visibility by a worker at work | `of`, `worker`, `until`; `accepted` and `first`: pairs of when and to when, all or the first; `last`: such a pair; `count` of the accepted; `refused`, `ignored`, `failed`, `ended`: when; `reason` of each refusal |
//! | `end` | where a message was at the end of the run | `of`; `how`: deleted, dead_letters, expired, purged, in_flight, visible, delayed; `at`: since when; `by`: the worker whose delete it was; `delivery`: with the receipt of which delivery; `deliveries`, `executions`: how many there had been |
//! | `place` | where a message was at a time | `of`, `at`, `is`: as `how` |
//! | `delivery` | what became of one delivery | `of`, `nth`; `from`, `worker`, `deadline` (the first); `started` and `job_ended`; `job`: done, failed, crashed, dropped, running; `why` it was dropped; `deleted` and `outcome`: removed, ignored, gone, refused; `ended` and `end`: lapsed, deleted, expired, purged, open; `executions`; `never`: those of these times that there must not be |
//! | `deadline` | until when a delivery was hidden, as it was known at a time | `of`, `nth`, `at`, `is` |
//! | `counts` | how many messages were where at a time, and what had been done by then | `at`; `delayed`, `visible`, `in_flight`, `deleted`, `dead_letters`, `lost`, `deliveries`, `executions`, `effects` |
//! | `running` | how many jobs ran at once | `of`, `worker`, `process`; `at` and `is`: at a time, the jobs that end then left out; `most`: at any time |
//! | `next_delivery` | the first after a time | `of`, `after`, `at`: when, or `never` |
//! | `idle` | a worker had no job at any time between two | `worker`, `from`, `until` |
//! | `holds` | how many messages a process had in hand and had not begun at a time | `process`, `at`, `is` |
//! | `oldest` | the age of the oldest message that was neither deleted nor moved nor lost | `at`, `is` |
//! | `receives` | how many receives were answered, and how many of them with nothing | `answered`, `empty` |
//! | `verdict` | what is said of the run: its headline and detail | `tone`: well, caution, trouble; `has`, `lacks`: a text |
//! | `log` | the told run has a line that contains a text, or none | `has`, `lacks`; `at` |

#[path = "reports/check.rs"]
mod check;
#[path = "reports/language.rs"]
mod language;
#[path = "reports/lookup.rs"]
mod lookup;

use std::collections::BTreeMap;
use std::path::Path;

use inflight::sim::{Scenario, Trace, run};
use language::{Check, File, Run};
use serde_json::{Value, json};

/// Every report shows what it must.
#[test]
fn reports_run_show_what_people_saw() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports");
    let entries =
        directory.read_dir().expect("the directory is there").map(|entry| entry.expect("it can be read").path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect();
    files.sort();
    let mut failures = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("it can be read");
        failures.extend(report(&name, &text).into_iter().map(|failure| format!("{name}: {failure}")));
    }
    assert!(failures.is_empty(), "{} expectations fail:\n{}", failures.len(), failures.join("\n"));
}

/// What is wrong with a report, or with what its runs show.
fn report(file: &str, text: &str) -> Vec<String> {
    let report: File = match serde_json::from_str(text) {
        Ok(report) => report,
        Err(error) => return vec![error.to_string()],
    };
    let mut failures = Vec::new();
    let number = report.report.to_ascii_lowercase();
    if !file.starts_with(&format!("{number}_")) {
        failures.push(format!("the file of {} is not called {number}_...", report.report));
    }
    let is_empty = |text: &String| text.trim().is_empty();
    if is_empty(&report.source) || is_empty(&report.says) || report.note.as_ref().is_some_and(is_empty) {
        failures.push("a report says where it is from and what was seen".to_owned());
    }
    let mut scenarios = BTreeMap::new();
    for run in &report.runs {
        failures.extend(check_run(run, &mut scenarios).into_iter().map(|failure| format!("{}: {failure}", run.name)));
    }
    if report.runs.is_empty() {
        failures.push("there is no run".to_owned());
    }
    failures
}

/// What is wrong with a run, or with what it shows.
fn check_run(described: &Run, scenarios: &mut BTreeMap<String, Scenario>) -> Vec<String> {
    let scenario = match (scenario(described, scenarios), &described.refused) {
        (Ok(scenario), None) => scenario,
        (Err(problem), None) => return vec![problem],
        (Err(problem), Some(expected)) if problem.contains(expected) => return Vec::new(),
        (Err(problem), Some(expected)) => return vec![format!("refused, but not for {expected:?}: {problem}")],
        (Ok(_), Some(expected)) => return vec![format!("not refused: expected a problem with {expected:?}")],
    };
    if scenarios.insert(described.name.clone(), scenario.clone()).is_some() {
        return vec!["there are two runs of this name".to_owned()];
    }
    let trace = run(&scenario);
    let mut failures = Vec::new();
    if trace.cut_off {
        failures.push(format!("the run is cut off at {}: it has too many events", trace.end));
    }
    if described.expect.is_empty() {
        failures.push("nothing is expected of it".to_owned());
    }
    failures.extend(described.expect.iter().filter_map(|expected| failure(expected, &trace, &scenario)));
    failures
}

/// The scenario of a run.
fn scenario(run: &Run, known: &BTreeMap<String, Scenario>) -> Result<Scenario, String> {
    let mut scenario = match (&run.scenario, &run.like) {
        (Some(value), None) => Scenario::from_json(&value.to_string()).map_err(|error| error.to_string())?,
        (None, Some(name)) => known.get(name).cloned().ok_or_else(|| format!("there is no run {name:?} before it"))?,
        _ => return Err("a run has either a scenario or the name of the run that it is like".to_owned()),
    };
    for (path, value) in &run.set {
        scenario = scenario.with_field(path, value).map_err(|problem| format!("{problem:?}"))?;
    }
    // Once more, for the ranges.
    Scenario::from_json(&scenario.to_json()).map_err(|error| error.to_string())
}

/// What is wrong with an expectation, or with the run by it.
fn failure(expected: &Value, trace: &Trace, scenario: &Scenario) -> Option<String> {
    let result = Check::read(expected)
        .and_then(|checks| checks.iter().try_for_each(|check| check::holds(check, trace, scenario)));
    result.err().map(|found| format!("{expected}\n      {found}"))
}

/// One worker, VT 30, J 45 with a heartbeat each 20 s; another message that fails for ever, R 1.
fn example() -> (Trace, Scenario) {
    let json = r#"{
        "queue": { "visibility_timeout": 30, "max_receive_count": 1 },
        "workers": { "count": 1, "job": 45, "heartbeat": { "every": 20 } },
        "arrivals": [{ "key": "k" }, { "at": 1, "poison": true }], "horizon": 200 }"#;
    let scenario = Scenario::from_json(json).unwrap();
    (run(&scenario), scenario)
}

/// m1: received at 0, extended at 20 and 40 to 50 and 70, deleted at 45. m2: received at 45, extended at 65 and 85 to 95 and 115,
/// fails at 90, lapses at 115 and moves with the receive that waits.
#[test]
fn expectation_holds_as_it_is_and_fails_with_another_value() {
    let (trace, scenario) = example();
    let pairs = [
        ("deliveries", json!({ "of": "m1", "at": [0] }), json!({ "of": "m1", "at": [0, 30] })),
        ("deliveries", json!({ "first": [0, 45] }), json!({ "first": [0, 44] })),
        ("deliveries", json!({ "first": [0, 45] }), json!({ "first": [0, 45, 90] })),
        ("deliveries", json!({ "until": 45, "count": 2 }), json!({ "until": 44, "count": 2 })),
        ("executions", json!({ "worker": 1, "count": 2 }), json!({ "worker": 2, "count": 2 })),
        ("executions", json!({ "from": 1, "at": [45] }), json!({ "from": 1, "at": [0, 45] })),
        ("executions", json!({ "least": 2, "most": 2 }), json!({ "least": 3 })),
        ("effects", json!({ "key": "k", "at": [45] }), json!({ "key": "k", "most": 0 })),
        ("effects", json!({ "of": "m2", "count": 0 }), json!({ "of": "m2", "count": 1 })),
        (
            "events",
            json!({ "kind": "failed", "with": { "cause": "poison" }, "at": [90] }),
            json!({ "kind": "failed", "with": { "cause": "chance" }, "at": [90] }),
        ),
        ("events", json!({ "kind": "crashed", "count": 0 }), json!({ "kind": "crashed", "count": 1 })),
        (
            "heartbeats",
            json!({ "of": "m1", "accepted": [[20, 50], [40, 70]] }),
            json!({ "of": "m1", "accepted": [[20, 40], [40, 70]] }),
        ),
        ("heartbeats", json!({ "of": "m1", "last": [40, 70] }), json!({ "of": "m1", "last": [20, 50] })),
        ("heartbeats", json!({ "count": 4, "refused": [] }), json!({ "count": 4, "refused": [85] })),
        ("heartbeats", json!({ "first": [[20, 50]] }), json!({ "reason": "gone" })),
        (
            "end",
            json!({ "of": "m1", "how": "deleted", "at": 45, "by": 1, "delivery": 1 }),
            json!({ "of": "m1", "how": "deleted", "at": 45, "by": 2 }),
        ),
        (
            "end",
            json!({ "of": "m2", "how": "dead_letters", "deliveries": 1, "executions": 1 }),
            json!({ "of": "m2", "how": "dead_letters", "deliveries": 2 }),
        ),
        (
            "place",
            json!({ "of": "m2", "at": 50, "is": "in_flight" }),
            json!({ "of": "m2", "at": 115, "is": "in_flight" }),
        ),
        (
            "delivery",
            json!({ "of": "m1", "nth": 1, "from": 0, "worker": 1, "deadline": 30, "started": 0, "job_ended": 45, "job": "done",
                "deleted": 45, "outcome": "removed", "ended": 45, "end": "deleted", "executions": 1 }),
            json!({ "of": "m1", "nth": 1, "job_ended": 44 }),
        ),
        (
            "delivery",
            json!({ "of": "m2", "nth": 1, "job": "failed", "end": "lapsed", "never": ["deleted"] }),
            json!({ "of": "m2", "nth": 1, "never": ["started"] }),
        ),
        ("delivery", json!({ "of": "m2", "nth": 1 }), json!({ "of": "m2", "nth": 2 })),
        (
            "deadline",
            json!({ "of": "m1", "nth": 1, "at": 39, "is": 50 }),
            json!({ "of": "m1", "nth": 1, "at": 40, "is": 50 }),
        ),
        (
            "counts",
            json!({ "at": 5, "visible": 1, "in_flight": 1, "deliveries": 1, "executions": 1, "effects": 0 }),
            json!({ "at": 5, "visible": 1, "in_flight": 2 }),
        ),
        ("running", json!({ "at": 44, "is": 1 }), json!({ "at": 90, "is": 1 })),
        ("running", json!({ "most": 1 }), json!({ "most": 2 })),
        ("next_delivery", json!({ "after": 0, "at": 45 }), json!({ "after": 0, "at": "never" })),
        ("next_delivery", json!({ "after": 45, "at": "never" }), json!({ "after": 44, "at": "never" })),
        ("idle", json!({ "worker": 1, "from": 90, "until": 200 }), json!({ "worker": 1, "from": 89, "until": 200 })),
        ("holds", json!({ "process": 1, "at": 20, "is": 0 }), json!({ "process": 1, "at": 20, "is": 1 })),
        ("oldest", json!({ "at": 44, "is": 44 }), json!({ "at": 45, "is": 45 })),
        // Two with a message; those of 90 to 170 wait 20 s for nothing.
        ("receives", json!({ "answered": 7, "empty": 5 }), json!({ "empty": 0 })),
        ("log", json!({ "has": "moves to the dead-letter queue", "at": 115 }), json!({ "has": "moves", "at": 90 })),
        ("verdict", json!({ "has": "dead-letter" }), json!({ "lacks": "dead-letter" })),
        ("log", json!({ "lacks": "crashes" }), json!({ "lacks": "receives" })),
    ];
    for (kind, right, wrong) in pairs {
        assert_eq!(failure(&json!({ kind: right.clone() }), &trace, &scenario), None, "{kind} {right}");
        assert!(failure(&json!({ kind: wrong.clone() }), &trace, &scenario).is_some(), "{kind} {wrong} passes");
    }
}

#[test]
fn expectation_in_words_of_its_own_is_refused() {
    let (trace, scenario) = example();
    for unknown in [
        json!({ "delivered": { "count": 2 } }),
        json!({ "deliveries": { "number": 2 } }),
        json!({ "deliveries": { "count": 2 }, "executions": { "count": 2 } }),
        json!({ "deliveries": {} }),
        json!({ "deliveries": { "of": "m3", "count": 0 } }),
        json!({ "deliveries": { "kind": "sent", "count": 2 } }),
        json!({ "events": { "count": 0 } }),
        json!({ "events": { "kind": "exploded", "count": 0 } }),
        json!({ "each": "m1-m3", "deliveries": { "count": 1 } }),
        json!({ "because": "of nothing" }),
    ] {
        assert!(failure(&unknown, &trace, &scenario).is_some(), "{unknown} passes");
    }
    assert_eq!(failure(&json!({ "each": "m1-m2", "deliveries": { "count": 1 } }), &trace, &scenario), None);
}

#[test]
fn report_that_cannot_be_read_fails() {
    let whole = json!({ "report": "R05", "source": "a", "says": "b", "runs": [
        { "name": "n", "scenario": {}, "expect": [{ "deliveries": { "count": 1 } }] },
        { "name": "more", "like": "n", "set": { "workers.job": 45 }, "expect": [{ "deliveries": { "first": [0, 30] } }] },
        { "name": "refused", "like": "n", "set": { "queue.visibility_timeout": 86_400 }, "refused": "visibility_timeout" },
    ] });
    assert_eq!(report("r05_x.json", &whole.to_string()), Vec::<String>::new());
    assert!(!report("r06_x.json", &whole.to_string()).is_empty());
    for (pointer, value) in [
        ("/says", json!(" ")),
        ("/runs", json!([])),
        ("/runs/0/expect", json!([])),
        ("/runs/0/expect/0/deliveries/count", json!(2)),
        ("/runs/0/scenario/workers", json!({ "count": 0 })),
        ("/runs/1/name", json!("n")),
        ("/runs/1/like", json!("m")),
        ("/runs/1/set", json!({ "workers.jobs": 45 })),
        ("/runs/2/set", json!({ "queue.visibility_timeout": 43_200 })),
        ("/runs/2/refused", json!("retention")),
        ("/remark", json!("unknown")),
    ] {
        let mut broken = whole.clone();
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        broken.pointer_mut(parent).unwrap()[field] = value;
        assert!(!report("r05_x.json", &broken.to_string()).is_empty(), "{pointer}");
    }
}

//! What is told of a scenario file that is none: the line, the field, what is wrong there and what was meant.

use inflight::scenarios;
use inflight::sim::Scenario;
use proptest::prelude::*;
use proptest::sample::Index;

/// What is told of this text.
fn told(json: &str) -> String {
    match Scenario::from_json(json) {
        Ok(_) => "nothing: it is a scenario".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Each text, and how that begins which is told of it.
fn assert_told(wrong: &[(&str, &str)]) {
    for (json, beginning) in wrong {
        let told = told(json);
        assert!(told.starts_with(beginning), "{json}\n    told     {told}\n    expected {beginning}");
    }
}

#[test]
fn name_unknown_suggests_the_nearest_and_lists_what_is_known() {
    assert_told(&[
        (
            "{\n\"workrs\": {} }",
            "line 2: field workrs: unknown field `workrs`: did you mean `workers`? Known here: `version`, `title`, `about`",
        ),
        ("{ \"zzz\": 1", "line 1: field zzz: unknown field `zzz`. Known here: `version`, `title`"),
        ("{ \"a`b\": 1 }", "line 1: field a`b: unknown field `a`b`. Known here: `version`"),
        (
            r#"{ "queue": { "timeout": 30 } }"#,
            "line 1: field queue.timeout: unknown field `timeout`: did you mean `visibility_timeout`?",
        ),
        (
            "{ \"arrivals\": [{},\n{ \"job\": { \"from\": 5, \"too\": 6 } }] }",
            "line 2: field arrivals[1].job.too: unknown field `too`: did you mean `to`? Known here: `from`, `to`, `usual`",
        ),
        (
            r#"{ "workers": { "on_failure": { "backoff": { "bse": 1 } } } }"#,
            "line 1: field workers.on_failure.backoff.bse: unknown field `bse`: did you mean `base`?",
        ),
        (
            "{ \"workers\": {\n\"polling\": \"instnce\" } }",
            "line 2: field workers.polling: unknown value `instnce`: did you mean `instance`? Known here: `worker`, `instance`",
        ),
        (
            r#"{ "queue": { "stale_delete": "keep" } }"#,
            "line 1: field queue.stale_delete: unknown value `keep`: did you mean `keeps`?",
        ),
        (r#"{ "acts": [{ "do": "scal" }] }"#, "line 1: field acts[0].do: unknown value `scal`: did you mean `scale`?"),
        (
            r#"{ "workers": { "on_failure": "leav" } }"#,
            "line 1: field workers.on_failure: unknown value `leav`: did you mean `leave`? Known here: `leave`, `set`",
        ),
    ]);
}

#[test]
fn value_of_the_wrong_kind_names_line_field_and_what_was_expected() {
    const TIME: &str = "expected seconds, or a time such as 90s, 2m, 1h30m or 4d";
    assert_told(&[
        (
            "{ \"arrivals\": [{\n\"count\": \"3\" }] }",
            "line 2: field arrivals[0].count: the text \"3\"; expected a whole number, 1 to 1000000",
        ),
        (
            r#"{ "arrivals": [{ "count": 1.5 }] }"#,
            "line 1: field arrivals[0].count: the number 1.5; expected a whole number, 1 to 1000000",
        ),
        (
            r#"{ "workers": { "batch": -1 } }"#,
            "line 1: field workers.batch: the number -1; expected a whole number, 1 to 10",
        ),
        (r#"{ "arrivals": [{ "at": -1 }] }"#, &format!("line 1: field arrivals[0].at: the number -1; {TIME}")),
        (r#"{ "horizon": true }"#, &format!("line 1: field horizon: the value true; {TIME}")),
        (r#"{ "horizon": "1h30" }"#, &format!("line 1: field horizon: \"1h30\" is not a time; {TIME}")),
        (r#"{ "horizon": 1.00001 }"#, &format!("line 1: field horizon: {TIME}, with at most three decimals")),
        (r#"{ "title": 5 }"#, "line 1: field title: the number 5; expected a text"),
        (r#"{ "queue": { "fifo": "yes" } }"#, "line 1: field queue.fifo: the text \"yes\"; expected true or false"),
        (r#"{ "arrivals": {} }"#, "line 1: field arrivals: an object; expected a list"),
        (r#"{ "queue": 5 }"#, "line 1: field queue: the number 5; expected an object"),
        ("{ \"workers\": {\n\"polling\": 5 } }", "line 2: field workers.polling: expected one of `worker`, `instance`"),
        (r#"{ "workers": { "polling": [] } }"#, "line 1: field workers.polling: expected one of `worker`, `instance`"),
        (
            r#"{ "workers": { "on_failure": 5 } }"#,
            "line 1: field workers.on_failure: expected one of `leave`, `set`, `backoff`",
        ),
        (
            "{ \"workers\": {\n\"on_failure\": \"set\" } }",
            "line 2: field workers.on_failure: a value is missing; expected { \"set\": … }",
        ),
        (
            r#"{ "workers": { "on_failure": { "leave": 1 } } }"#,
            "line 1: field workers.on_failure.leave: the number 1; expected a name alone",
        ),
        (
            r#"{ "workers": { "on_failure": { "backoff": {} } } }"#,
            "line 1: field workers.on_failure.backoff: missing field `base`",
        ),
        (
            "{ \"arrivals\": [{},\n{ \"job\": { \"from\": 5, \"p99\": 6 } }] }",
            "line 2: field arrivals[1].job: expected seconds, a time such as 90s, 2m, 1h30m or 4d, or one of { from, to }",
        ),
        (
            r#"{ "workers": { "job": { "each": [1, "x"] } } }"#,
            &format!("line 1: field workers.job.each[1]: \"x\" is not a time; {TIME}"),
        ),
        ("5", "line 1: the number 5; expected an object"),
        ("", "line 1: EOF while parsing a value"),
        ("{}\n x", "line 2: trailing characters"),
    ]);
}

/// serde would read an object's fields from a list, in their order.
#[test]
fn list_in_place_of_an_object_is_refused() {
    assert_told(&[
        ("[]", "line 1: a list; expected an object"),
        ("[1, 2]", "line 1: a list; expected an object"),
        ("{ \"queue\":\n[] }", "line 1: field queue: a list; expected an object"),
        ("{\n\"queue\": [true, 5] }", "line 2: field queue: a list; expected an object"),
        (r#"{ "queue": { "dead_letters": [] } }"#, "line 1: field queue.dead_letters: a list; expected an object"),
        (r#"{ "lambda": [] }"#, "line 1: field lambda: a list; expected an object"),
        (r#"{ "workers": { "heartbeat": [5] } }"#, "line 1: field workers.heartbeat: a list; expected an object"),
        (
            r#"{ "workers": { "on_failure": { "backoff": [5, 6, 7] } } }"#,
            "line 1: field workers.on_failure.backoff: a list; expected an object",
        ),
        ("{ \"arrivals\": [{},\n[5]] }", "line 2: field arrivals[1]: a list; expected an object"),
        (r#"{ "arrivals": [{ "job": [] }] }"#, "line 1: field arrivals[0].job: a list; expected seconds"),
        (r#"{ "changes": [{ "set": [] }] }"#, "line 1: field changes[0].set: a list; expected an object"),
        (
            r#"{ "changes": [{ "set": { "workers.delete": [] } }] }"#,
            "line 1: field changes[0].set.workers.delete: a list; expected an object",
        ),
    ]);
}

#[test]
fn field_given_twice_is_refused() {
    const TWICE: &str = "stands twice in the same object";
    for (json, place) in [
        ("{ \"queue\": {},\n\"queue\": {} }", "line 2: field queue"),
        ("{ \"workers\": { \"job\": 1,\n\"j\\u006fb\": 2 } }", "line 2: field workers.job"),
        (
            "{ \"changes\": [{ \"set\": { \"workers.batch\": 1,\n\"workers.batch\": 2 } }] }",
            "line 2: field changes[0].set.workers.batch",
        ),
        (
            "{ \"changes\": [{ \"set\": { \"workers.heartbeat\": { \"every\": 1,\n\"every\": 2 } } }] }",
            "line 2: field changes[0].set.workers.heartbeat.every",
        ),
    ] {
        assert_eq!(told(json), format!("{place}: {TWICE}"), "{json}");
    }
}

#[test]
fn value_out_of_range_names_its_own_line_among_others_of_that_name() {
    assert_told(&[
        (
            "{ \"crashes\": [\n{ \"worker\": 1 },\n{ \"worker\": 9 }] }",
            "line 3: field crashes[1].worker: out of range; expected 1 to 2, the number of a worker",
        ),
        (
            "{ \"workers\": { \"count\": 1 }, \"crashes\": [\n{}, {}],\n\"pauses\": [\n{ \"worker\": 2 }] }",
            "line 4: field pauses[0].worker: out of range; expected 1 to 1, the number of a worker",
        ),
        // A default has no line of its own: that of the object in which it would stand.
        ("{ \"acts\": [\n{ \"do\": \"scale\" }] }", "line 2: field acts[0].to: out of range; expected 0 to 1000"),
        (
            r#"{ "queue": { "visibility_timeout": "13h" } }"#,
            "line 1: field queue.visibility_timeout: out of range; expected 0 to 43200 s, in whole seconds",
        ),
    ]);
}

#[test]
fn timed_change_that_does_not_fit_names_its_path_and_suggests_the_nearest() {
    let changes = [
        (r#""workers.batc": 1"#, "workers.batc: no such setting: did you mean `workers.batch`?"),
        (r#""worker.batch": 1"#, "worker.batch: no such setting: did you mean `workers.batch`?"),
        (r#""visibility_timeout": 1"#, "visibility_timeout: no such setting: did you mean `queue.visibility_timeout`?"),
        (
            r#""workers.visibility_timeout": 1"#,
            "workers.visibility_timeout: no such setting: did you mean `queue.visibility_timeout`?",
        ),
        (
            r#""workers.heartbeat.grwth": "elapsed""#,
            "workers.heartbeat.grwth: no such setting: did you mean `workers.heartbeat.growth`?",
        ),
        (r#""crahses[0].after": 1"#, "crahses[0].after: no such setting: did you mean `crashes[0].after`?"),
        (r#""crashes[1].after": 1"#, "crashes[1].after: no such setting; expected a path, as queue.visibility_timeout"),
        (r#""zzz": 1"#, "zzz: no such setting; expected a path, as queue.visibility_timeout"),
        (
            r#""workers.heartbeat": { "evry": 1 }"#,
            "workers.heartbeat.evry: unknown field `evry`: did you mean `every`? Known here: `every`, `sets`",
        ),
        (r#""workers.batch": "x""#, "workers.batch: the text \"x\"; expected a whole number, 1 to 10"),
        (r#""workers.batch": 11"#, "workers.batch: out of range; expected 1 to 10"),
        (r#""crashes[0].worker": 3"#, "crashes[0].worker: out of range; expected 1 to 2, the number of a worker"),
        (r#""queue": { "fifo": true }"#, "queue: fixed for the whole run"),
        (r#""arrivals[0].count": 2"#, "arrivals[0].count: fixed for the whole run"),
        (r#""queue.fifo": true"#, "queue.fifo: fixed for the whole run; expected a setting that can change"),
    ];
    for (set, expected) in changes {
        let json = format!("{{ \"crashes\": [{{}}], \"changes\": [{{}},\n{{ \"set\": {{ {set} }} }}] }}");
        assert_told(&[(&json, &format!("line 2: field changes[1].set.{expected}"))]);
    }
}

#[test]
fn file_of_a_later_version_is_told_apart_from_one_with_a_slip() {
    let later = "line 2: field version: a later format than this program knows; expected 1 to 2";
    assert_told(&[("{\n\"version\": 3 }", later), ("{ \"weather\": 5,\n\"version\": 3 }", later)]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever becomes of a file on its way, it is read or something is told of it, at a line that it has.
    #[test]
    fn file_broken_anywhere_is_told_of_at_one_of_its_lines(
        file in any::<Index>(), place in any::<Index>(), lost in 0_usize..9, put in "[\\]\\[{}\",:0-9a-zé\\\\ -]{0,3}",
    ) {
        let shipped: Vec<scenarios::Shipped> = scenarios::all().collect();
        let letters: Vec<char> = file.get(&shipped).json.chars().collect();
        let from = place.index(letters.len());
        let after = letters.iter().skip(from + lost);
        let broken: String = letters[..from].iter().copied().chain(put.chars()).chain(after.copied()).collect();
        if let Err(error) = Scenario::from_json(&broken) {
            let line = error.line.expect("a file has a line");
            prop_assert!((1..=broken.split('\n').count()).contains(&line), "{error}");
            prop_assert!(!error.message.is_empty());
        }
    }
}

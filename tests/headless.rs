//! What a user of the command line sees: logs, verdicts, complaints and exit codes.

use std::path::PathBuf;
use std::process::Command;

use inflight::sim::{self, Scenario};

/// The exit code and what was printed to both outputs.
#[derive(Debug)]
struct Ended {
    code: i32,
    out: String,
    err: String,
}

fn headless(arguments: &[&str]) -> Ended {
    let ended = Command::new(env!("CARGO_BIN_EXE_headless")).args(arguments).output().expect("the binary starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    Ended { code: ended.status.code().expect("it ends by itself"), out: text(ended.stdout), err: text(ended.stderr) }
}

/// A file of this name in this test's own directory.
fn file(test: &str, name: &str, content: &str) -> String {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join(name);
    std::fs::write(&file, content).unwrap();
    file.into_os_string().into_string().unwrap()
}

/// A case named `x` with a queue `q` and these steps.
fn case(steps: &str) -> String {
    format!(r#"{{ "name": "x", "queues": {{ "q": {{}} }}, "steps": [ {steps} ] }}"#)
}

const SEND: &str = r#"{ "at": 0, "call": "SendMessage", "queue": "q", "MessageBody": "A" }"#;
const TOY: &str = r#"{ "queue": { "stale_delete": "removes" }, "workers": { "job": 45 } }"#;

#[test]
fn toy_run_prints_its_log_exactly() {
    let ended = headless(&["run", &file("toy", "toy.json", TOY)]);
    assert_eq!(
        ended.out,
        "t=0   worker-1 receives the message\n\
         t=30  worker-2 receives the message\n\
         t=45  worker-1 charges the card and deletes\n\
         t=75  worker-2 charges the card and deletes\n"
    );
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
}

#[test]
fn toy_run_with_a_heartbeat_prints_its_log_exactly() {
    let toy = r#"{
        "queue": { "stale_delete": "removes" },
        "workers": { "job": 45, "heartbeat": { "every": 20, "sets": 30 } }
    }"#;
    let ended = headless(&["run", "--log", &file("heartbeat", "toy.json", toy)]);
    assert_eq!(
        ended.out,
        "t=0   worker-1 receives the message\n\
         t=20  worker-1 extends visibility to t=50\n\
         t=40  worker-1 extends visibility to t=70\n\
         t=45  worker-1 charges the card and deletes\n"
    );
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
}

#[test]
fn scenario_run_as_json_prints_its_trace() {
    let ended = headless(&["run", &file("trace", "toy.json", TOY), "--json"]);
    let trace = sim::run(&Scenario::from_json(TOY).unwrap());
    assert_eq!(ended.out, trace.to_json() + "\n");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
}

#[test]
fn scenario_that_ships_runs_by_its_name() {
    let ended = headless(&["run", "old-receipt-removes"]);
    assert!(ended.out.ends_with("t=75  worker-2 charges the card and deletes\n"), "{}", ended.out);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
}

#[test]
fn list_names_every_scenario_that_ships_under_its_group() {
    let ended = headless(&["list"]);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let lines: Vec<&str> = ended.out.lines().collect();
    assert_eq!(lines[0], "A lease, and the job in it");
    assert!(lines[1].starts_with("  double-charged-order ") && lines[1].ends_with(" The double-charged order"));
    let named = lines.iter().filter(|line| line.starts_with("  ")).count();
    assert_eq!(named, inflight::scenarios::all().count());
}

#[test]
fn bad_scenario_run_names_file_line_field_and_what_was_expected() {
    let bad = [
        ("syntax", "{\n  \"queue\": {},\n}", ["line 3", "trailing comma", "trailing comma"]),
        ("type", "{ \"workers\": {\n  \"job\": true } }", ["line 2", "workers.job", "expected seconds"]),
        ("text", "{ \"workers\": {\n  \"job\": \"soon\" } }", ["line 2", "workers.job", "expected seconds"]),
        (
            "field",
            "{\n\n  \"workrs\": {} }",
            ["line 3", "field workrs", "did you mean `workers`? Known here: `version`"],
        ),
        (
            "range",
            "{ \"queue\": {\n \"visibility_timeout\": 43201 } }",
            ["line 2", "visibility_timeout", "0 to 43200 s"],
        ),
    ];
    for (kind, scenario, parts) in bad {
        let path = file("bad_scenario", &format!("{kind}.json"), scenario);
        let ended = headless(&["run", &path]);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{kind}");
        assert!(ended.err.starts_with(&format!("error: {path}: ")), "{kind}: {}", ended.err);
        assert!(parts.iter().all(|part| ended.err.contains(part)), "{kind}: {}", ended.err);
    }
}

#[test]
fn missing_file_is_named() {
    for command in ["run", "check"] {
        let ended = headless(&[command, "no-such.json"]);
        assert_eq!(ended.code, 2);
        assert!(ended.err.starts_with("error: no-such.json: "), "{}", ended.err);
    }
}

#[test]
fn bad_arguments_end_with_two() {
    let path = file("arguments", "toy.json", TOY);
    for arguments in
        [&[][..], &["run"], &["check"], &["walk"], &["run", &path, "--log", "--json"], &["run", &path, "--loud"]]
    {
        let ended = headless(arguments);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ended.err.contains("Usage: headless"), "{arguments:?}");
    }
}

#[test]
fn bad_case_checked_names_file_place_and_what_was_expected() {
    let bad = [
        ("{", "line 1: EOF while parsing an object"),
        ("[]", "line 1: invalid length 0, expected a case, which is an object"),
        (r#"{ "name": "x" }"#, "line 1: missing field `steps`"),
        (r#"{ "name": "x", "stepz": [] }"#, "field stepz: unknown field `stepz`, expected one of `name`"),
        (r#"{ "name": "x", "steps": [], "settings": { "Stale": 1 } }"#, "field settings.Stale: unknown field `Stale`"),
        (
            r#"{ "name": "x", "steps": [], "settings": { "StaleDelete": "maybe" } }"#,
            "field settings.StaleDelete: unknown name `maybe`, expected `keeps` or `removes`",
        ),
        (
            r#"{ "name": "x", "steps": [], "queues": { "q": { "VisibilityTimout": 1 } } }"#,
            "field queues.q.VisibilityTimout: unknown field `VisibilityTimout`, expected one of `VisibilityTimeout`",
        ),
        (
            r#"{ "name": "x", "steps": [], "queues": { "q": { "VisibilityTimeout": 43201 } } }"#,
            "field queues.q: InvalidAttributeValue (400)",
        ),
        (
            r#"{ "name": "x", "steps": [], "queues": { "q": { "KmsMasterKeyId": "k" } } }"#,
            "field queues.q.KmsMasterKeyId: not supported: KmsMasterKeyId",
        ),
        (
            r#"{ "name": "x", "steps": [], "queues": { "q": { "FifoQueue": "yes" } } }"#,
            "field queues.q.FifoQueue: \"yes\" is neither true nor false",
        ),
    ];
    for (case, told) in bad {
        let path = file("bad_case", "case.json", case);
        let ended = headless(&["check", &path]);
        assert_eq!((ended.code, ended.out.as_str()), (2, "0 passed, 0 failed, 1 not run\n"), "{case}");
        assert!(
            ended.err.starts_with(&format!("error: {path}: ")) && ended.err.contains(told),
            "{case}: {}",
            ended.err
        );
    }
}

#[test]
fn bad_step_checked_is_named_even_after_one_that_fails() {
    let bad = [
        (
            r#"{ "at": 1, "call": "SendMesage", "queue": "q" }"#,
            "unknown name `SendMesage`, expected one of `CreateQueue`",
        ),
        (r#"{ "at": 1, "call": "TagQueue", "queue": "q" }"#, "not supported: TagQueue"),
        (
            r#"{ "at": 1, "call": "SendMessage", "queue": "q", "MessageBdy": "A" }"#,
            "field SendMessage.MessageBdy: unknown field `MessageBdy`, expected one of `MessageBody`",
        ),
        (
            r#"{ "at": 1, "call": "CreateQueue", "queue": "p", "tags": {} }"#,
            "field CreateQueue.tags: not supported: tags",
        ),
        (
            r#"{ "at": 1, "call": "DeleteMessageBatch", "queue": "q", "Entries": [{ "Id": "a", "Receipt": "h" }] }"#,
            "field DeleteMessageBatch.Entries[0]: field Receipt: unknown field `Receipt`, expected `ReceiptHandle`",
        ),
        (
            r#"{ "at": 1, "call": "ReceiveMessage", "queue": "q", "AttributeNames": ["SentTime"] }"#,
            "field ReceiveMessage.AttributeNames[0]: unknown name `SentTime`, expected one of `All`",
        ),
        (
            r#"{ "at": 1, "call": "StartMessageMoveTask", "SourceArm": "q" }"#,
            "field StartMessageMoveTask.SourceArm: unknown field `SourceArm`, expected one of `SourceArn`",
        ),
        (
            r#"{ "at": 1, "call": "ReceiveMessage", "queue": "q", "WaitTimeSeconds": 1.5 }"#,
            "field ReceiveMessage.WaitTimeSeconds: 1.5 is no whole number",
        ),
        (
            r#"{ "at": 1, "call": "SetQueueAttributes", "queue": "q", "Attributes": { "Delay": 1 } }"#,
            "field SetQueueAttributes.Attributes.Delay: unknown field `Delay`, expected one of `VisibilityTimeout`",
        ),
        (r#"{ "at": 1, "call": "ReceiveMessage" }"#, "missing field `queue`"),
        (r#"{ "call": "ReceiveMessage", "queue": "q" }"#, "missing field `at`"),
        (
            r#"{ "at": 1.0005 }"#,
            "field at: 1.0005 is no instant; expected 0 to 1000000000 seconds with at most three decimals",
        ),
        (r#"{ "at": 0.5 }"#, "field at: 0.5 is before the step before; expected 1 or later"),
        (r#"{ "at": 1, "expect": {} }"#, "missing field `call`"),
    ];
    assert_bad_second_steps("bad_step", &bad);
}

#[test]
fn bad_reference_or_expectation_checked_is_named() {
    let bad = [
        (
            r#"{ "at": 1, "call": "ReceiveMessage", "queue": "q", "expect": { "Messages": [{ "not": { "Bdy": "A" } }] } }"#,
            "field expect: Messages: not: unknown field `Bdy`, expected one of `Body`",
        ),
        (
            r#"{ "at": 1, "call": "DeleteMessageBatch", "queue": "q", "Entries": [], "expect": { "Failed": [{ "Cod": "x" }] } }"#,
            "field expect: Failed: unknown field `Cod`, expected one of `Id`",
        ),
        (
            r#"{ "at": 1, "call": "ReceiveMessage", "queue": "q", "expect": { "Messages": [{ "SenderId": "me" }] } }"#,
            "field expect: Messages: not supported: SenderId",
        ),
        (
            r#"{ "at": 1, "call": "DeleteMessage", "queue": "q", "ReceiptHandle": "$r1.0" }"#,
            "$r1 refers to no answer; expected the `as` of an earlier step",
        ),
        (
            r#"{ "at": 1, "call": "ReceiveMessage", "queue": "q", "as": "the first" }"#,
            "field as: \"the first\" is no name",
        ),
    ];
    assert_bad_second_steps("bad_reference", &bad);
}

/// Checks a case whose first step would fail, so that what is told of the second is known before anything runs.
fn assert_bad_second_steps(test: &str, bad: &[(&str, &str)]) {
    let fails = r#"{ "at": 1, "call": "ReceiveMessage", "queue": "q", "expect": { "Messages": [{}] } }"#;
    for (step, told) in bad {
        let path = file(test, "case.json", &case(&format!("{fails}, {step}")));
        let ended = headless(&["check", &path]);
        assert_eq!((ended.code, ended.out.as_str()), (2, "0 passed, 0 failed, 1 not run\n"), "{step}");
        assert!(ended.err.starts_with(&format!("error: {path}: step 2: {told}")), "{step}: {}", ended.err);
    }
}

#[test]
fn case_that_fails_tells_the_step_what_was_expected_and_what_came() {
    let receive = r#"{ "at": 1, "call": "ReceiveMessage", "queue": "q", "as": "r1""#;
    let fails = [
        (
            format!(r#"{receive}, "expect": {{ "Messages": [{{ "Body": "B" }}] }} }}"#),
            "step 2 (ReceiveMessage at 1): expected Messages[0].Body \"B\", got \"A\"",
        ),
        (
            r#"{ "at": 1.5, "call": "DeleteMessage", "queue": "q", "ReceiptHandle": "garbage" }"#.to_owned(),
            "step 2 (DeleteMessage at 1.5): expected no error, got {\"code\":\"ReceiptHandleIsInvalid\",",
        ),
        (
            r#"{ "at": 1, "call": "ReceiveMessage", "queue": "p" }"#.to_owned(),
            "step 2 (ReceiveMessage at 1): expected no error, got {\"code\":\"AWS.SimpleQueueService.NonExistentQueue\",",
        ),
        (
            r#"{ "at": 1, "call": "GetQueueAttributes", "queue": "q", "expect": { "error": { "status": 400 } } }"#
                .to_owned(),
            "step 2 (GetQueueAttributes at 1): expected error {\"status\":400}, got {\"Attributes\":",
        ),
        (
            format!(r#"{receive}, "returns_at": 2 }}"#),
            "step 2 (ReceiveMessage at 1): expected the answer at 2, got it at 1",
        ),
        (
            format!(r#"{receive} }}, {receive}, "WaitTimeSeconds": 2, "expect": {{ "Messages": [{{}}] }} }}"#),
            "step 3 (ReceiveMessage at 1): expected Messages [{}], got nothing",
        ),
        (
            format!(
                r#"{receive} }}, {{ "at": 1, "call": "ReceiveMessage", "queue": "q", "WaitTimeSeconds": 2, "as": "r2" }},
                {{ "at": 1, "call": "DeleteMessage", "queue": "q", "ReceiptHandle": "$r2.0" }}"#
            ),
            "step 4 (DeleteMessage at 1): $r2.0 stands for nothing: r2 is not answered yet",
        ),
    ];
    for (steps, told) in fails {
        let ended = headless(&["check", &file("fails", "case.json", &case(&format!("{SEND}, {steps}")))]);
        assert_eq!((ended.code, ended.err.as_str()), (1, ""), "{steps}");
        assert!(ended.out.starts_with(&format!("FAIL x: {told}")), "{steps}: {}", ended.out);
        assert!(ended.out.ends_with("\n0 passed, 1 failed\n"), "{steps}: {}", ended.out);
    }
}

#[test]
fn directory_checked_runs_its_cases_by_name_whatever_becomes_of_each() {
    let named = |name: &str| case(SEND).replace("\"x\"", &format!("\"{name}\""));
    file("directory", "c.json", &named("third"));
    file("directory", "a.json", &named("first"));
    file("directory", "notes.txt", "no case");
    let second = file("directory", "b.json", &named("second").replace("SendMessage", "ReceiveMessage"));
    let directory = second.trim_end_matches("b.json");

    let ended = headless(&["check", directory]);
    assert_eq!((ended.code, ended.out.as_str()), (2, "ok   first\nok   third\n2 passed, 0 failed, 1 not run\n"));
    assert!(ended.err.starts_with(&format!("error: {second}: step 1: ")), "{}", ended.err);

    file("directory", "b.json", &case(r#"{ "at": 0, "call": "ReceiveMessage", "queue": "p" }"#));
    let ended = headless(&["check", directory]);
    assert_eq!(ended.code, 1);
    assert!(
        ended.out.starts_with("ok   first\nFAIL x: step 1") && ended.out.ends_with("ok   third\n2 passed, 1 failed\n")
    );
}

#[test]
fn directory_without_a_case_is_an_error() {
    let readme = file("empty", "README", "");
    let ended = headless(&["check", readme.trim_end_matches("README")]);
    assert_eq!(ended.code, 2);
    assert!(ended.err.contains("no case in this directory"), "{}", ended.err);
}

//! What goes wrong.

use serde_json::json;

use super::Item::{self, One};
use super::List;
use super::field::{Field, choice, number, switch};

pub(super) static FAULTS: [Item; 14] = [
    Item::List(List {
        path: "crashes",
        name: "Crashes",
        one: "Crash",
        hint: "a worker dies: it neither finishes nor deletes nor heartbeats",
        add: |scenario, there| {
            let worker = 1 + u32::try_from(there).unwrap_or_default() % scenario.most_workers().max(1);
            let half = scenario.workers.job.typical().0 / 2;
            json!({ "worker": worker, "after": half / 1_000 })
        },
        fields: &CRASH,
    }),
    One(number("failures.jobs_percent", "Jobs fail", "so many of a hundred, by chance, at their end")
        .unit(" %")
        .coloured("setting trouble")),
    One(number("effect.fails_percent", "Writes fail", "so many of a hundred, by chance: the job has then failed")
        .unit(" %")
        .coloured("setting trouble")),
    One(number(
        "workers.gives_up",
        "An outer timeout gives up",
        "a proxy takes the job for failed, and the work goes on",
    )
    .off("never")
    .coloured("setting trouble")),
    Item::List(List {
        path: "failures.lost_answers",
        name: "Lost answers",
        one: "Lost answer",
        hint: "the queue carries a call out, and the answer never arrives",
        add: |_, there| json!({ "call": "delete", "nth": there + 1 }),
        fields: &LOST,
    }),
    Item::List(List {
        path: "pauses",
        name: "Pauses",
        one: "Pause",
        hint: "a worker stands still, heartbeats and all: a long garbage collection",
        add: |_, there| json!({ "at": 5 + 10 * there }),
        fields: &PAUSE,
    }),
    Item::List(List {
        path: "outages",
        name: "Outages",
        one: "Outage",
        hint: "what the jobs depend on is down: each job that would end then fails",
        add: |scenario, _| json!({ "at": 0, "lasts": scenario.horizon.whole_secs().div_ceil(2).max(1) }),
        fields: &OUTAGE,
    }),
    Item::List(List {
        path: "busy",
        name: "Busy periods",
        one: "Busy period",
        hint: "jobs that start then take longer than usual",
        add: |scenario, _| json!({ "at": 0, "lasts": scenario.horizon.whole_secs().div_ceil(2).max(1), "percent": 300 }),
        fields: &BUSY,
    }),
    One(number(
        "workers.heartbeat.fails_percent",
        "Heartbeats fail",
        "so many of a hundred, by chance: the call never arrives",
    )
    .unit(" %")
    .coloured("setting trouble")),
    One(number("workers.heartbeat.jitter", "Heartbeats come late", "by up to so much, by chance")
        .coloured("setting trouble")),
    One(switch("workers.heartbeat.leaks", "Heartbeats outlive the job", "a leak: they go on until one is refused")),
    One(number(
        "queue.second_delivery_per_million",
        "Second delivery by chance",
        "a message is delivered though it is hidden: rare, and SQS's right",
    )
    .unit(" in a million")
    .slides(0, 1_000_000)
    .coloured("setting trouble")),
    One(number("queue.short_poll_miss_per_million", "A short poll misses", "it asks only some of the servers")
        .unit(" in a million")
        .slides(0, 1_000_000)
        .coloured("setting trouble")),
    One(number(
        "lambda.throttled_for",
        "Throttled batches are dropped after",
        "by itself: when their visibility timeout ends",
    )
    .off("by itself")
    .coloured("setting trouble")),
];

static CRASH: [Field; 5] = [
    number("crashes[].worker", "Worker", "which, counted from 1 over all processes"),
    number("crashes[].job", "Job", "in which of its jobs, counted from 1"),
    choice(
        "crashes[].when",
        "When",
        "at which point of that job",
        &[("after", "after a time"), ("before", "before its work"), ("after_effect", "between effect and delete")],
    ),
    number("crashes[].after", "After", "how long after that job’s start"),
    number("crashes[].back_after", "Back after", "how long until it polls again").off("never"),
];

static LOST: [Field; 3] = [
    choice(
        "failures.lost_answers[].call",
        "Call",
        "whose answer is lost",
        &[
            ("send", "SendMessage"),
            ("receive", "ReceiveMessage"),
            ("delete", "DeleteMessage"),
            ("change_visibility", "ChangeMessageVisibility"),
        ],
    ),
    number("failures.lost_answers[].percent", "How many", "of a hundred, by chance").unit(" %"),
    number("failures.lost_answers[].nth", "Only the", "call of that number, counted from 1 over the whole run")
        .off("any"),
];

static PAUSE: [Field; 3] = [
    number("pauses[].worker", "Worker", "which, counted from 1 over all processes"),
    number("pauses[].at", "From", "from when on"),
    number("pauses[].lasts", "For", "for how long"),
];

static OUTAGE: [Field; 2] =
    [number("outages[].at", "From", "from when on"), number("outages[].lasts", "For", "for how long")];

static BUSY: [Field; 3] = [
    number("busy[].at", "From", "from when on"),
    number("busy[].lasts", "For", "for how long"),
    number("busy[].percent", "A job takes", "of its usual time: 300 % is three times as long").unit(" %"),
];

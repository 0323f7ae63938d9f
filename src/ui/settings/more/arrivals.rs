//! Which messages are sent when.

use serde_json::json;

use super::field::{Field, choice, forms, number, switch, text, times};
use super::forms::OWN_JOB;
use super::{Item, List};
use crate::sim::Scenario;

fn is_fifo(scenario: &Scenario) -> bool {
    scenario.queue.fifo
}

fn is_standard(scenario: &Scenario) -> bool {
    !scenario.queue.fifo
}

pub(super) static ARRIVALS: [Item; 1] = [Item::List(List {
    path: "arrivals",
    name: "Sends",
    one: "Send",
    hint: "some messages, evenly or randomly spaced",
    add: |_, there| json!({ "at": 5 * there }),
    fields: &ARRIVAL,
})];

static ARRIVAL: [Field; 25] = [
    number("arrivals[].at", "First at", "when the first is sent"),
    number("arrivals[].count", "Messages", "how many there are"),
    number("arrivals[].every", "Every", "the time between two"),
    switch("arrivals[].random", "Random gaps", "each from none to twice that time"),
    number("arrivals[].copies", "Sent how often", "more than once where a producer does not trust the answer"),
    switch("arrivals[].poison", "Poison", "every job on it fails, whoever works on it"),
    number("arrivals[].fails", "Failed jobs first", "how many jobs on each fail before one succeeds"),
    number("arrivals[].delay", "Delay of each", "how long it stays hidden").off("the queue’s").only(is_standard),
    number("arrivals[].hold", "Held for", "how long a worker holds it in memory before the work"),
    choice(
        "arrivals[].hold_from",
        "Held from",
        "from when on that is counted",
        &[("receive", "each receive"), ("send", "the send")],
    ),
    forms("arrivals[].job", "Jobs on it take", "how long", &OWN_JOB),
    number("arrivals[].job", "Always", "how long each job on it takes").part(),
    number("arrivals[].job.from", "At least", "the shortest job").part(),
    number("arrivals[].job.to", "At most", "the longest job").part(),
    number("arrivals[].job.usual", "Usual job", "what most jobs take").part(),
    number("arrivals[].job.slow", "Slow job", "what the others take").part(),
    number("arrivals[].job.slow_percent", "Slow jobs", "how many of a hundred").unit(" %").part(),
    number("arrivals[].job.p50", "Median job", "half of them take at most so long").part(),
    number("arrivals[].job.p99", "99th percentile", "one of a hundred takes longer").part(),
    times("arrivals[].job.each", "Jobs in order", "one for each message; from the last on always that"),
    text("arrivals[].key", "Key", "what the effect is about; messages with the same key are one thing", true),
    text("arrivals[].body", "Body", "what the message says", true),
    text("arrivals[].group", "Group", "MessageGroupId; order holds within a group", true),
    text("arrivals[].deduplication_id", "Deduplication id", "of every message; by default the hash of its body", true)
        .only(is_fifo),
    number("arrivals[].groups", "Groups", "over how many the messages are spread in turn"),
];

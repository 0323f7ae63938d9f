//! The run as a whole: how long it is, what chance it meets, in which words it is told, and what is done by hand meanwhile.

use serde_json::json;

use super::Item::{self, One};
use super::List;
use super::field::{Field, choice, number, switch, text};

pub(super) static RUN: [Item; 9] = [
    One(number("horizon", "Length", "at least; it goes on until the first two attempts are over")
        .slides(1_000, 24 * 3_600_000)),
    One(number("seed", "Seed", "what all chance depends on: another number, other luck")),
    Item::List(List {
        path: "acts",
        name: "By hand",
        one: "Act",
        hint: "what an operator or a deployment does",
        add: |scenario, _| json!({ "at": scenario.horizon.whole_secs() / 2, "do": "purge" }),
        fields: &ACT,
    }),
    Item::Changes(List {
        path: "changes",
        name: "Timed changes",
        one: "Change",
        hint: "settings that change during the run, as “From now on” writes them",
        add: |scenario, _| {
            let timeout = scenario.queue.visibility_timeout.whole_secs();
            let set = json!({ "queue.visibility_timeout": (timeout * 2).clamp(1, 43_200) });
            json!({ "at": scenario.horizon.whole_secs() / 2, "set": set })
        },
        fields: &CHANGE,
    }),
    One(text("title", "Title", "what the scenario is called", false)),
    One(text("about", "About", "what there is to see", false)),
    One(text("story.thing", "A message is", "what it stands for: order", false)),
    One(text("story.does", "A worker", "what it does when its job is done: charges the card", false)),
    One(text("story.done", "It is then", "what has been done: charged", false)),
];

static CHANGE: [Field; 1] = [number("changes[].at", "At", "when the settings change")];

static ACT: [Field; 8] = [
    number("acts[].at", "At", "when"),
    choice(
        "acts[].do",
        "What",
        "what is done",
        &[
            ("redrive", "redrive: dead letters come back"),
            ("purge", "purge the queue"),
            ("kill", "kill a process"),
            ("stop", "ask a process to end"),
            ("deploy", "deploy: end and replace all"),
            ("scale", "scale to so many processes"),
            ("peek", "look into the queue"),
        ],
    ),
    number("acts[].instance", "Process", "which, counted from 1").off("all"),
    number("acts[].drain", "May finish for", "how long a process that ends works on before it is killed"),
    choice(
        "acts[].held",
        "What it still has",
        "what a process that ends does with it",
        &[("leave", "it leaves it"), ("release", "it gives it back"), ("resend", "it sends it once more")],
    ),
    switch("acts[].keeps_polling", "Goes on to poll", "while it ends, so that it may receive once more"),
    number("acts[].back_after", "Back after", "how long until the process is back").off("by itself"),
    number("acts[].to", "To", "how many processes (scale), or messages (peek)").off("not set"),
];

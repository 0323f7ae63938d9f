//! Who works, and how; or a Lambda function in place of the workers.

use serde_json::json;

use super::Item::{self, One};
use super::field::{choice, forms, number, presence, switch, times};
use super::forms::JOB;
use crate::sim::{Polling, Scenario};

fn polls_itself(scenario: &Scenario) -> bool {
    scenario.lambda.is_none()
}

fn has_buffer(scenario: &Scenario) -> bool {
    scenario.lambda.is_none() && scenario.workers.polling == Polling::Instance
}

fn collects_deletes(scenario: &Scenario) -> bool {
    scenario.workers.delete.interval.is_some()
}

pub(super) static WORKERS: [Item; 36] = [
    One(number("workers.count", "Workers", "each works on one message at a time").only(polls_itself)),
    One(number("workers.instances", "Processes", "each with so many workers; a deploy ends a whole one")
        .only(polls_itself)),
    One(forms("workers.job", "Jobs take", "how the duration differs from job to job", &JOB)),
    One(number("workers.job.from", "At least", "the shortest job").part()),
    One(number("workers.job.to", "At most", "the longest job").part()),
    One(number("workers.job.usual", "Usual job", "what most jobs take").part()),
    One(number("workers.job.slow", "Slow job", "what the others take").part()),
    One(number("workers.job.slow_percent", "Slow jobs", "how many of a hundred").unit(" %").part()),
    One(number("workers.job.p50", "Median job", "half of them take at most so long").part()),
    One(number("workers.job.p99", "99th percentile", "one of a hundred takes longer").part()),
    One(times("workers.job.each", "Jobs in order", "one for each message; from the last on always that")),
    One(number("effect.takes", "The write takes", "on top of the job, until the effect is there")),
    One(choice(
        "workers.polling",
        "Who receives",
        "a process that fetches for its workers holds messages in a buffer",
        &[("worker", "each worker for itself"), ("instance", "each process for its workers")],
    )
    .only(polls_itself)),
    One(number("workers.batch", "Batch size", "how many messages one receive asks for").only(polls_itself)),
    One(choice(
        "workers.together",
        "A batch is worked on",
        "what waits for its turn waits inside its lease",
        &[("one_by_one", "one by one"), ("batch", "all at once")],
    )),
    One(number("workers.buffer", "Buffer", "how many messages a process holds beyond those at work").only(has_buffer)),
    One(choice(
        "workers.when_full",
        "With a full buffer",
        "what a process does when all are busy",
        &[("wait", "it waits to poll"), ("reject", "it polls, and drops what comes")],
    )
    .only(has_buffer)),
    One(choice(
        "workers.held_twice",
        "Received again while held",
        "the same process gets a message that it still has",
        &[("keep", "it is one more job"), ("replace", "it replaces the waiting copy"), ("ignore", "it is ignored")],
    )
    .only(has_buffer)),
    One(choice(
        "workers.countdown",
        "A countdown in memory",
        "a message that waits for its time (see “held for” of an arrival)",
        &[("takes_room", "takes up room"), ("fetches_more", "lets one more be fetched")],
    )
    .only(has_buffer)),
    One(number("workers.wait", "Long poll", "how long a receive waits for a message; 0 s is a short poll")
        .only(polls_itself)),
    One(number(
        "workers.pause",
        "Pause between receives",
        "by itself: none after a long poll, 1 s after an empty short one",
    )
    .off("by itself")
    .only(polls_itself)),
    One(number(
        "workers.receive_timeout",
        "A receive asks for",
        "a timeout of its own, which counts before the queue's",
    )
    .off("the queue's")
    .coloured("setting lease")
    .only(polls_itself)),
    One(number("workers.start_sets", "The start of work sets", "a timeout counted from then, as an early heartbeat")
        .off("nothing")
        .coloured("setting beat")
        .only(polls_itself)),
    One(choice(
        "workers.delete.at",
        "Delete",
        "at which point of the work",
        &[
            ("done", "after the effect"),
            ("receive", "as it is received"),
            ("start", "as the work starts"),
            ("batch", "with the last of its batch"),
        ],
    )),
    One(number("workers.delete.after", "Delete late by", "a crash between effect and delete repeats the effect")),
    One(number(
        "workers.delete.interval",
        "Collect deletes for",
        "what is still collected when a process ends is lost",
    )
    .off("at once")),
    One(number("workers.delete.threshold", "Send them at", "collected deletes are sent as soon as there are so many")
        .off("any number")
        .only(collects_deletes)),
    One(presence(
        "lambda",
        "A Lambda function works",
        "an event source mapping receives, in place of the workers",
        |scenario| json!({ "timeout": scenario.queue.visibility_timeout.whole_secs().clamp(1, 30) }),
    )),
    One(number("lambda.timeout", "Function timeout", "a longer invocation is killed and has failed")),
    One(number("lambda.batch", "Batch of the mapping", "more than 10 only with a window")),
    One(number("lambda.window", "Batch window", "how long messages are collected before an invocation")),
    One(number("lambda.reserved_concurrency", "Reserved concurrency", "with so many running, one more is throttled")
        .off("none")),
    One(number(
        "lambda.maximum_concurrency",
        "Maximum concurrency",
        "so many batches at once, and no more are received",
    )
    .off("none")),
    One(number("lambda.pollers", "Batches at first", "how many are worked on at once in the beginning")),
    One(number("lambda.growth_per_minute", "More a minute", "how many more, as long as there are messages")
        .slides(0, 1_000)),
    One(switch("lambda.partial_batches", "Report failures one by one", "of a batch with failures the rest is deleted")),
];

//! What protects.

use super::Item::{self, One};
use super::field::{choice, forms, number, switch};
use super::forms::FAILURE;
use crate::sim::Scenario;

fn has_dead_letters(scenario: &Scenario) -> bool {
    scenario.queue.max_receive_count.is_some()
}

fn polls_itself(scenario: &Scenario) -> bool {
    scenario.lambda.is_none()
}

pub(super) static GUARDS: [Item; 23] = [
    One(number(
        "queue.max_receive_count",
        "Max receive count",
        "the receive after that moves the message to the dead-letter queue",
    )
    .off("no limit")
    .coloured("setting dead")),
    One(number(
        "queue.dead_letters.retention",
        "Dead letters are kept",
        "counted from the first send in a standard queue",
    )
    .slides(60_000, 14 * 24 * 3_600_000)
    .off("as in the queue")
    .coloured("setting dead")
    .only(has_dead_letters)),
    One(number("queue.dead_letters.alarm", "Alarm at", "so many dead letters")
        .off("no alarm")
        .coloured("setting dead")
        .only(has_dead_letters)),
    One(choice(
        "effect.kind",
        "A second effect",
        "what the outside world sees of a job that is done again",
        &[
            ("plain", "happens again"),
            ("idempotent", "is prevented by a write on its key"),
            ("set", "changes nothing: a state is set"),
        ],
    )),
    One(number("workers.heartbeat.sets", "A heartbeat sets", "the timeout that it asks for, counted from then")
        .off("the timeout")
        .coloured("setting beat")),
    One(number("workers.heartbeat.first_after", "First heartbeat after", "how long after the receive")
        .off("the interval")
        .coloured("setting beat")),
    One(number(
        "workers.heartbeat.when_left",
        "Heartbeat only when left",
        "sent when at most so much of the lease is left",
    )
    .off("always")
    .coloured("setting beat")),
    One(choice(
        "workers.heartbeat.growth",
        "What heartbeats set",
        "in the course of the job; the queue counts from now each time",
        &[
            ("constant", "is always the same"),
            ("elapsed", "grows by the time worked"),
            ("doubling", "doubles each time"),
        ],
    )),
    One(choice(
        "workers.heartbeat.from",
        "Heartbeats count from",
        "from when on the interval is counted",
        &[("receive", "the receive"), ("start", "the start of the work")],
    )),
    One(switch("workers.heartbeat.buffered", "Heartbeats for the buffer", "what waits for its turn is extended, too")),
    One(choice(
        "workers.heartbeat.on_failure",
        "After a failed heartbeat",
        "one that did not arrive, or was refused",
        &[
            ("give_up", "no more of them"),
            ("try_again", "the next as planned"),
            ("die", "the process dies, if refused"),
        ],
    )),
    One(number("workers.heartbeat.limit.time", "Heartbeats for at most", "then they end though the job goes on")
        .off("the whole job")
        .coloured("setting beat")),
    One(number("workers.heartbeat.limit.count", "Heartbeats at most", "then they end though the job goes on")
        .off("no limit")
        .coloured("setting beat")),
    One(switch(
        "workers.heartbeat.limit.by_worker",
        "Count that time by worker",
        "over all its messages, not anew for each",
    )),
    One(choice(
        "workers.start",
        "Held until its lease is over",
        "what a worker does with such a message when its turn comes",
        &[("always", "it works on it"), ("if_in_time", "it drops it")],
    )
    .only(polls_itself)),
    One(number(
        "workers.retries.count",
        "Retries in memory",
        "how often a failed job is tried again at once, inside its lease",
    )),
    One(number("workers.retries.wait", "Between two tries", "the time that one waits")),
    One(forms("workers.on_failure", "A failed job", "what a worker does with its message", &FAILURE)),
    One(number("workers.on_failure.set", "Given back after", "a ChangeMessageVisibility to this").part()),
    One(number("workers.on_failure.backoff.base", "Back-off from", "doubled for each receive").part()),
    One(number("workers.on_failure.backoff.most", "Back-off to", "at most so much").part()),
    One(number(
        "workers.on_failure.backoff.until",
        "Back-off until receive",
        "beyond that, the message is left to its lease",
    )
    .off_at_most("always")
    .part()),
    One(number("workers.max_job", "A job may take", "a longer one is cut off and has failed").off("any time")),
];

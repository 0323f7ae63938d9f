//! The queue's own settings.

use super::Item::{self, One};
use super::field::{choice, number, switch};

const HOUR: u64 = 3_600_000;

pub(super) static QUEUE: [Item; 5] = [
    One(switch("queue.fifo", "FIFO queue", "order within a group, and a send repeated within five minutes is dropped")),
    One(number("queue.delay", "Delay", "how long a new message stays hidden")),
    One(number("queue.retention", "Retention", "a message is gone so long after its send")
        .slides(60_000, 14 * 24 * HOUR)),
    One(choice(
        "queue.stale_delete",
        "A delete with an old receipt",
        "SQS answers 200 either way, while a newer delivery is under way",
        &[("keeps", "deletes nothing"), ("removes", "deletes the message")],
    )),
    One(number("queue.in_flight_limit", "In flight at most", "a receive gets nothing as long as so many are lent")
        .slides(1, 120_000)),
];

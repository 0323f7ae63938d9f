//! The scenarios that ship with the page, in the groups of its chooser. They are files of `static/scenarios`.
//!
//! The page carries only the first, so that it starts at once and is small. It fetches the list (`index.html`, which follows this
//! one) when it is up, and each of the others when it is chosen. Natively all are built in.

use crate::explain::Tone::{self, Caution, Trouble, Well};
use crate::queue::Millis;
use crate::sim::{Law, Scenario};

/// Scenarios that belong together.
#[derive(Copy, Clone, Debug)]
pub struct Group {
    /// What they are about.
    pub title: &'static str,
    /// In the order of the chooser.
    pub scenarios: &'static [Shipped],
}

/// A scenario that ships.
#[derive(Copy, Clone, Debug)]
pub struct Shipped {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// The file.
    pub json: &'static str,
    /// How its run goes.
    pub tone: Tone,
    /// Which of the page's claims, K1 to K26, it shows.
    pub claims: &'static [u8],
    /// The one to see beside it, where the difference between two is the point.
    pub beside: Option<&'static str>,
}

/// The name of the scenario that the page opens with.
pub const FIRST: &str = "double-charged-order";

/// That scenario, as its file has it. Said once more here, so that the first view can open without reading a file: what reads one
/// weighs more than all else that it needs. A test holds the two together.
#[must_use]
pub fn first() -> Scenario {
    let mut scenario = Scenario {
        title: "The double-charged order".to_owned(),
        about: "The job takes 45 s, the visibility timeout is 30 s. At 30 s the queue lends the same order to a second worker, \
                while the first is still at it."
            .to_owned(),
        ..Scenario::default()
    };
    scenario.workers.count = 2;
    scenario.workers.job = Law::Fixed(Millis::from_secs(45));
    scenario
}

macro_rules! file {
    ($name:literal, $tone:expr, $claims:expr) => {
        file!($name, $tone, $claims, None)
    };
    ($name:literal, $tone:expr, $claims:expr, beside $beside:literal) => {
        file!($name, $tone, $claims, Some($beside))
    };
    ($name:literal, $tone:expr, $claims:expr, $beside:expr) => {
        Shipped {
            name: $name,
            json: include_str!(concat!("../static/scenarios/", $name, ".json")),
            tone: $tone,
            claims: &$claims,
            beside: $beside,
        }
    };
}

/// All of them. A constant, so that the page, which does not name it, does not carry it.
pub const GROUPS: [Group; 10] = [
    Group {
        title: "A lease, and the job in it",
        scenarios: &[
            file!("double-charged-order", Trouble, [2, 4]),
            file!("order-with-heartbeat", Well, [3, 9], beside "double-charged-order"),
            file!("job-in-time", Well, [1, 6], beside "double-charged-order"),
        ],
    },
    Group {
        title: "What a delete proves",
        scenarios: &[
            file!("old-receipt-removes", Trouble, [3, 4], beside "double-charged-order"),
            file!("newest-receipt", Trouble, [4, 5]),
            file!("lost-answer", Well, [17], beside "crash-before-the-delete"),
            file!("delete-first", Trouble, [15]),
            file!("delete-last", Well, [15], beside "delete-first"),
        ],
    },
    Group {
        title: "Doing it twice without harm",
        scenarios: &[
            file!("crash-before-the-delete", Trouble, [16]),
            file!("crash-before-the-delete-idempotent", Well, [16], beside "crash-before-the-delete"),
            file!("stock-counted-down", Trouble, [16]),
            file!("stock-set", Well, [16], beside "stock-counted-down"),
            file!("second-delivery-by-chance", Trouble, [18]),
            file!("second-delivery-by-chance-idempotent", Well, [16, 18], beside "second-delivery-by-chance"),
        ],
    },
    Group {
        title: "How long a timeout",
        scenarios: &[
            file!("five-hour-trap", Caution, [7]),
            file!("five-second-timeout", Trouble, [8], beside "five-hour-trap"),
            file!("timeout-of-zero", Trouble, [6]),
            file!("twelve-hour-timeout", Well, [6], beside "timeout-of-zero"),
            file!("timeout-on-the-mean", Trouble, [13]),
            file!("timeout-on-the-tail-tight", Trouble, [13], beside "timeout-on-the-tail"),
            file!("timeout-on-the-tail", Well, [13], beside "timeout-on-the-mean"),
        ],
    },
    Group {
        title: "Heartbeats",
        scenarios: &[
            file!("heartbeat-counts-from-now", Trouble, [9]),
            file!("slow-videos", Trouble, [10]),
            file!("slow-videos-heartbeat", Well, [10], beside "slow-videos"),
            file!("slow-videos-crash", Well, [10], beside "slow-videos-huge-timeout"),
            file!("slow-videos-huge-timeout", Caution, [7, 10]),
            file!("slow-videos-purge", Trouble, [10], beside "slow-videos"),
            file!("mixed-work-huge-timeout", Caution, [11]),
            file!("mixed-work-modest-timeout", Well, [11], beside "mixed-work-huge-timeout"),
            file!("heartbeat-past-twelve-hours", Trouble, [12]),
        ],
    },
    Group {
        title: "Receiving",
        scenarios: &[
            file!("short-polling", Well, [14]),
            file!("long-polling", Well, [14], beside "short-polling"),
            file!("receive-one-by-one", Well, [14]),
            file!("receive-ten-at-once", Well, [14], beside "receive-one-by-one"),
            file!("ten-at-once-too-slow", Trouble, [14], beside "receive-ten-at-once"),
        ],
    },
    Group {
        title: "FIFO queues",
        scenarios: &[
            file!("fifo-in-order", Well, [19]),
            file!("fifo-group-waits", Caution, [19], beside "fifo-in-order"),
            file!("fifo-send-repeated", Well, [19]),
            file!("fifo-send-repeated-late", Trouble, [19], beside "fifo-send-repeated"),
            file!("fifo-slow-worker", Trouble, [19], beside "double-charged-order"),
        ],
    },
    Group {
        title: "Dead letters and retention",
        scenarios: &[
            file!("poison-message", Caution, [20]),
            file!("poison-without-a-policy", Caution, [20], beside "poison-message"),
            file!("outage-count-of-two", Trouble, [21]),
            file!("outage-count-of-five", Well, [21], beside "outage-count-of-two"),
            file!("crash-count-of-one", Trouble, [21]),
            file!("alarm-and-redrive", Well, [22]),
            file!("four-days", Trouble, [23]),
            file!("fourteen-days", Well, [23], beside "four-days"),
            file!("dead-letter-expires", Trouble, [23]),
            file!("dead-letter-kept", Well, [22, 23], beside "dead-letter-expires"),
        ],
    },
    Group {
        title: "Lambda",
        scenarios: &[
            file!("lambda-timeout-too-short", Trouble, [24]),
            file!("lambda-six-times", Well, [24], beside "lambda-timeout-too-short"),
            file!("lambda-dead-letters", Trouble, [21, 24], beside "lambda-six-times"),
        ],
    },
    Group {
        title: "From practice",
        scenarios: &[
            file!("busy-period", Trouble, [25]),
            file!("busy-period-fifo", Trouble, [19, 25], beside "busy-period"),
            file!("busy-period-heartbeat", Trouble, [25], beside "busy-period"),
            file!("busy-period-idempotent", Well, [25], beside "busy-period-heartbeat"),
            file!("busy-period-dead-letters", Caution, [25], beside "busy-period-idempotent"),
            file!("same-file-on-three-machines", Trouble, [26]),
            file!("same-file-sent-twice", Trouble, [26], beside "same-file-on-three-machines"),
        ],
    },
];

/// All of them, one after the other.
pub fn all() -> impl Iterator<Item = Shipped> {
    GROUPS.into_iter().flat_map(|group| group.scenarios.iter().copied())
}

/// The one of that name.
#[must_use]
pub fn named(name: &str) -> Option<Shipped> {
    all().find(|shipped| shipped.name == name)
}

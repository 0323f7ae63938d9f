//! The stage: stations, worker cards, and the tokens that travel between them.

mod activity;
mod stations;

pub(super) use activity::{card, state_at};
pub(super) use stations::{Census, describe, none_yet, stations};

use super::layout::{Layout, Needs};
use super::tokens::{self, Token};
use super::{Point, Rect};
use crate::queue::Millis;
use crate::sim::{Scenario, Trace, WorkerIx};

/// Everything on the stage at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// How wide it is, in pixels.
    pub width: f64,
    /// How high it is, in pixels. It depends on the scenario and the width, not on the instant.
    pub height: f64,
    /// Where messages can be.
    pub stations: Vec<Station>,
    /// The ways between them.
    pub links: Vec<Link>,
    /// The workers.
    pub cards: Vec<Card>,
    /// The messages; those that travel come last, above the others.
    pub tokens: Vec<Token>,
    /// The instant in sentences, for those who do not see it.
    pub description: String,
}

/// A place of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Station {
    /// Which.
    pub kind: StationKind,
    /// Where it is.
    pub at: Rect,
    /// What it is called.
    pub title: &'static str,
    /// How many are there.
    pub count: usize,
    /// What being there means.
    pub note: String,
    /// Whether the scenario has no such place.
    pub absent: bool,
    /// Whether something went wrong here: an effect that was had twice.
    pub trouble: bool,
}

/// The kinds of places.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum StationKind {
    /// Sent with a delay.
    Delayed,
    /// A receive may take them.
    Visible,
    /// Lent to workers.
    InFlight,
    /// Deleted by a worker.
    Deleted,
    /// In the dead-letter queue.
    DeadLetters,
    /// What the outside world saw. No message is here.
    Effects,
}

/// A way between two stations.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Where it begins.
    pub from: Point,
    /// Where its arrow is.
    pub to: Point,
    /// What takes a message along it.
    pub label: &'static str,
}

/// A worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Which.
    pub worker: WorkerIx,
    /// Where its card is.
    pub at: Rect,
    /// What it is called.
    pub title: String,
    /// What it does.
    pub state: CardState,
    /// The same in words.
    pub note: String,
    /// How much of the job is done, 0 to 1; `None` without a job.
    pub progress: Option<f64>,
}

/// What a worker does.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum CardState {
    /// It waits for a message.
    Idle,
    /// It works under a lease.
    Working,
    /// It works on, though its lease has ended.
    Overrun,
    /// It has just had its effect, for the first time of that message, and deleted it.
    Done,
    /// It has just had an effect that the message had had before, its delete removed nothing, or its job failed.
    DoneBadly,
    /// It has crashed.
    Down,
}

/// The stage at `t`, `width` pixels wide. A token is on its way for `travel` after its message has moved.
///
/// Every message has a token here and every worker a card, and the drawing asks each: it is for a run of a few.
/// [`crowd`](super::crowd::crowd()) is for any.
#[must_use]
pub fn stage(scenario: &Scenario, trace: &Trace, t: Millis, travel: Millis, width: f64) -> Stage {
    let layout = Layout::new(Needs::cards(trace.workers.len()), width);
    let census = Census::of_few(scenario, trace, t);
    let cards: Vec<Card> =
        layout.cards.iter().zip(0..).map(|(&at, worker)| card(scenario, trace, t, travel, worker, at)).collect();
    Stage {
        width: layout.width,
        height: layout.height,
        stations: stations(scenario, &layout, &census),
        links: layout.links(scenario.queue.max_receive_count.is_some()),
        tokens: tokens::place(trace, &layout, t, travel),
        description: describe(&census, t, &cards),
        cards,
    }
}

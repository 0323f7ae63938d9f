//! The stage for any number of messages and workers: tokens as long as an eye can follow them, counted stacks and thick flows beyond
//! that, small cards and then a row a state for many workers, a lane a group for a FIFO queue.
//!
//! What it shows at an instant is looked up in a [`StageIndex`]: a frame costs as much as there is to see, however long the run.

mod index;
mod lanes;
mod residents;
mod stays;
mod workers;

pub use index::StageIndex;
pub use lanes::Lane;
pub use workers::{Crew, CrewRow, worker_title};

use self::index::{MOST_LANES, WAYS};
use super::layout::{Layout, Needs};
use super::stage::{Census, Stage, StationKind, describe, none_yet, stations};
use super::tokens::{Placing, Token};
use super::{Point, float};
use crate::queue::Millis;
use crate::sim::{MessageIx, Place, Scenario, Trace, WorkerIx};

/// More messages than this are not drawn on their way: the ways themselves show how many they are.
const MOST_TRAVELLERS: usize = 40;

/// Everything on the stage of a run of any size at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Crowd {
    /// What is drawn as ever: stations, ways, cards, and the tokens that there is room for.
    pub stage: Stage,
    /// How the workers are drawn.
    pub crew: Crew,
    /// The messages that there is no room for.
    pub stacks: Vec<Stack>,
    /// The groups of a FIFO queue.
    pub lanes: Vec<Lane>,
    /// The messages that may not be received, since one before them in their group is in flight.
    pub blocked: Vec<MessageIx>,
    /// How many messages are on each of the stage's ways; all zero where they are drawn one by one.
    pub flows: [usize; WAYS],
}

/// Messages that are counted in one place instead of drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// Where they are.
    pub station: StationKind,
    /// Whose hands they are in, for those in flight.
    pub worker: Option<WorkerIx>,
    /// The middle of its uppermost token, or of its badge on a card.
    pub at: Point,
    /// How many they are.
    pub count: usize,
    /// The first of them: the one that picking the stack picks.
    pub first: MessageIx,
    /// Whether the picked message is among them.
    pub has_selected: bool,
}

/// The message that a person has picked out.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Picked {
    /// Which, if any.
    pub message: Option<MessageIx>,
    /// Whether it has a token of its own at every instant, however many are with it.
    pub following: bool,
}

/// A run and the instant of it that is drawn.
#[derive(Copy, Clone)]
pub struct Instant<'a> {
    /// What the user set.
    pub scenario: &'a Scenario,
    /// What happened.
    pub trace: &'a Trace,
    /// The same, sorted.
    pub index: &'a StageIndex,
    /// The instant.
    pub t: Millis,
}

/// The stage at an instant, `width` pixels wide. A token is on its way for `travel` after its message has moved.
#[must_use]
pub fn crowd(now: Instant<'_>, travel: Millis, width: f64, picked: Picked) -> Crowd {
    let Instant { scenario, trace, t, .. } = now;
    let layout = Layout::new(needs(now), width);
    let drawing = Drawing { now, placing: Placing { trace, layout: &layout, t, travel }, picked };
    let mut crowd = Placed::default();
    let (cards, crew) = drawing.workers(&mut crowd);
    let lanes = drawing.waiting(&mut crowd);
    drawing.stations(&mut crowd);
    let flows = drawing.travellers(&mut crowd);
    let census = census(now);
    let mut description = describe(&census, t, &cards);
    crew.describe(&mut description);
    for lane in &lanes {
        lane.describe(&mut description);
    }
    // Those on their way are drawn last, above the others.
    crowd.tokens.sort_by_key(|token| token.travels);
    Crowd {
        stage: Stage {
            width: layout.width,
            height: layout.height,
            stations: stations(scenario, &layout, &census),
            links: layout.links(scenario.queue.max_receive_count.is_some()),
            cards,
            tokens: crowd.tokens,
            description,
        },
        crew,
        stacks: crowd.stacks,
        lanes,
        blocked: crowd.blocked,
        flows,
    }
}

/// What the run needs room for, at every instant of it.
fn needs(now: Instant<'_>) -> Needs {
    let Instant { scenario, index, .. } = now;
    let delayed = scenario.queue.delay > Millis::ZERO || !index.delayed.is_empty();
    Needs { delayed, visible: lanes::height(index), ..workers::needs(workers::there(now)) }
}

/// How many messages are where, and what the outside world saw.
fn census(now: Instant<'_>) -> Census {
    let Instant { scenario, trace, index, t } = now;
    let counts = trace.counts_at(t);
    let (thing, done) = (&scenario.story.thing, &scenario.story.done);
    let [things, twice, thrice] = index.effects_by(t);
    let times = counts.effects;
    let effects = match (things, twice) {
        (0, _) => none_yet(thing, done),
        (1, _) => {
            let times = match times {
                1 => "once".to_owned(),
                2 => "twice".to_owned(),
                times => format!("{times} times"),
            };
            [format!("{thing} {done} {times}"), format!("{done} {times}"), times]
        }
        (_, 0) => [format!("{things} {thing}s {done}, each once"), format!("each {done} once"), "each once".to_owned()],
        _ => {
            let often = if thrice == 0 { "twice" } else { "repeatedly" };
            [
                format!("{things} {thing}s {done}, {twice} of them {often}"),
                format!("{things} {done}, {twice} {often}"),
                format!("{twice} {often}"),
            ]
        }
    };
    Census { counts, effects, trouble: twice > 0 }
}

/// What has been drawn so far.
#[derive(Default)]
struct Placed {
    tokens: Vec<Token>,
    stacks: Vec<Stack>,
    blocked: Vec<MessageIx>,
}

/// What all parts of the drawing must know.
struct Drawing<'a> {
    now: Instant<'a>,
    placing: Placing<'a>,
    picked: Picked,
}

impl Drawing<'_> {
    /// Where the picked message is.
    fn picked_place(&self) -> Option<(MessageIx, Place)> {
        let message = self.picked.message?;
        Some((message, self.now.trace.place_at(message, self.now.t)?))
    }

    /// Draws those that are on their way to where they have no token of their own; how many there are on each way where they are
    /// too many for that.
    fn travellers(&self, crowd: &mut Placed) -> [usize; WAYS] {
        let Instant { trace, index, t, .. } = self.now;
        let before = Millis(t.0.saturating_sub(self.placing.travel.0));
        let moves = index.moves(before, t);
        if moves.len() > MOST_TRAVELLERS {
            // Where they are, and not on their way, but for the picked one.
            let is_picked = |token: &Token| Some(token.message) == self.picked.message;
            crowd.tokens.retain(|token| !token.travels || is_picked(token));
            return index.on_ways(before, t);
        }
        for &(at, message) in moves {
            let Some((since, place)) = trace.since_place_at(message, t) else { continue };
            let is_drawn = crowd.tokens.iter().any(|token| token.message == message && !token.is_ghost());
            if let (true, false, Some(home)) = (since == at, is_drawn, self.stack_of(place, crowd)) {
                let token = self.placing.token(message, since, place, home);
                crowd.tokens.extend(token.travels.then_some(token));
            }
        }
        [0; WAYS]
    }

    /// Where the stack is that a message without a token of its own goes to.
    fn stack_of(&self, place: Place, crowd: &Placed) -> Option<Point> {
        let station = match place {
            Place::Delayed => StationKind::Delayed,
            Place::Visible => StationKind::Visible,
            Place::InFlight(lease) => return Some(self.placing.layout.at_worker(self.now.trace.lease(lease).worker)),
            Place::Deleted => StationKind::Deleted,
            Place::DeadLetters => StationKind::DeadLetters,
            Place::Expired | Place::Purged => return None,
        };
        let stack = crowd.stacks.iter().find(|stack| stack.station == station)?;
        Some(stack.at)
    }
}

/// How high the rows of `count` are.
fn rows(count: usize, height: f64) -> f64 {
    float(count) * height
}

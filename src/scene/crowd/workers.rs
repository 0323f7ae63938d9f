//! The workers: a card each, a small card each, or a row for each state they are in.

use super::{Drawing, Instant, Placed, Stack, rows};
use crate::queue::Millis;
use crate::scene::layout::Needs;
use crate::scene::stage::{Card, CardState, StationKind, card, state_at};
use crate::scene::tokens::Token;
use crate::scene::{Point, Rect, bold_width, fitting};
use crate::sim::span::humane;
use crate::sim::{LeaseIx, MessageIx, Place, Scenario, WorkerIx};

/// So many workers have a card with a sentence on it,
const MOST_CARDS: usize = 12;
/// and so many one with a word.
const MOST_CELLS: usize = 32;
/// How high a row of the summary is.
const ROW: f64 = 32.0;
/// What of a small card's width is not for words: its margin and the token.
const CELL_TAKEN: f64 = 8.0 + 46.0;

/// How the workers are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Crew {
    /// A card each.
    Cards,
    /// A small card each.
    Cells,
    /// A row for each state, with the number of workers that are in it.
    Summary {
        /// Where the only card is: that of the picked message's worker.
        slot: Rect,
        /// The rows.
        rows: Vec<CrewRow>,
    },
}

/// The workers in one state.
#[derive(Clone, Debug, PartialEq)]
pub struct CrewRow {
    /// Which state.
    pub state: CardState,
    /// Where the row is.
    pub at: Rect,
    /// How many are in it, in words.
    pub title: String,
    /// Their share of all workers, 0 to 1.
    pub share: f64,
}

impl Crew {
    /// Adds the summary to a description.
    pub(super) fn describe(&self, description: &mut String) {
        if let Self::Summary { rows, .. } = self {
            let titles: Vec<&str> = rows.iter().map(|row| &*row.title).collect();
            *description += &format!(" Of the workers, {}.", titles.join(", "));
        }
    }
}

/// What a worker is called on the stage: of a Lambda function, nobody works but its invocations.
#[must_use]
pub fn worker_title(scenario: &Scenario, worker: WorkerIx) -> String {
    let what = if scenario.lambda.is_some() { "invocation" } else { "worker" };
    format!("{what}-{}", worker + 1)
}

/// How many workers are drawn: all, or of the pollers of a Lambda function, which come as they are needed, those that ever have a
/// message, be it that they wait with it for a free invocation.
pub(super) fn there(now: Instant<'_>) -> usize {
    let workers = &now.trace.workers;
    if now.scenario.lambda.is_none() {
        return workers.len();
    }
    let has_any = |&worker: &WorkerIx| !now.index.hand(worker).is_empty();
    let last = (0..u32::try_from(workers.len()).unwrap_or(u32::MAX)).rev().find(has_any);
    last.map(|last| last as usize).map_or(workers.len().min(1), |last| last + 1)
}

/// The room that so many workers need.
pub(super) fn needs(workers: usize) -> Needs {
    if workers <= MOST_CARDS {
        Needs::cards(workers)
    } else if workers <= MOST_CELLS {
        Needs { compact: true, ..Needs::cards(workers) }
    } else {
        Needs { picks: true, below: rows(STATES.len(), ROW), ..Needs::cards(1) }
    }
}

/// The states of the summary, each with what one worker in it does and what several do.
const STATES: [(CardState, &str, &str); 4] = [
    (CardState::Working, "works under its lease", "work under their leases"),
    (CardState::Overrun, "lost its lease and works on", "lost their leases and work on"),
    (CardState::Idle, "waits for a message", "wait for messages"),
    (CardState::Down, "is down", "are down"),
];

impl Drawing<'_> {
    /// The cards, and how the workers are drawn. Their messages are drawn, too.
    pub fn workers(&self, crowd: &mut Placed) -> (Vec<Card>, Crew) {
        let workers = there(self.now);
        let cards = &self.placing.layout.cards;
        if workers <= MOST_CELLS {
            let is_small = workers > MOST_CARDS;
            let cards = (0..).zip(cards).map(|(worker, &at)| {
                self.hand(worker, at, is_small, crowd);
                self.card(worker, at, is_small)
            });
            return (cards.collect(), if is_small { Crew::Cells } else { Crew::Cards });
        }
        let at = cards.first().copied().unwrap_or_default();
        let picked = self.picked_worker().map(|worker| {
            self.hand(worker, at, false, crowd);
            self.card(worker, at, false)
        });
        (picked.into_iter().collect(), self.summary(at))
    }

    fn card(&self, worker: WorkerIx, at: Rect, is_small: bool) -> Card {
        let Instant { scenario, trace, t, .. } = self.now;
        let mut card = card(scenario, trace, t, self.placing.travel, worker, at);
        card.title = worker_title(scenario, worker);
        if is_small {
            card.title = (worker + 1).to_string();
            card.note = self.word(&card);
        } else if card.state == CardState::Idle && scenario.lambda.is_some() {
            "not invoked".clone_into(&mut card.note);
        } else if card.state == CardState::Idle && self.now.index.hand(worker).count_at(t) > 0 {
            // Lent to it, and not begun: it collects a batch, or holds messages back, or has dropped them.
            "messages in hand".clone_into(&mut card.note);
        }
        card
    }

    /// What the worker of a small card does, in a word.
    fn word(&self, card: &Card) -> String {
        let Instant { trace, t, .. } = self.now;
        let word = match card.state {
            CardState::Idle => "idle",
            CardState::Overrun => "lost",
            CardState::Done => "done",
            CardState::DoneBadly if card.note == "failed" => "fails",
            CardState::DoneBadly => "again",
            CardState::Down => "down",
            CardState::Working => {
                let left =
                    trace.last_lease_at(card.worker, t).map_or(Millis::ZERO, |lease| lease.deadline_at(t).since(t));
                let secs = left.0.div_ceil(1000);
                let words = [humane(Millis(secs * 1000)), format!("{secs} s"), "works".to_owned()];
                return fitting(words, bold_width, card.at.width - CELL_TAKEN);
            }
        };
        word.to_owned()
    }

    /// The worker of the picked message: who has it, or works on it without a lease.
    fn picked_worker(&self) -> Option<WorkerIx> {
        let Instant { trace, t, .. } = self.now;
        let (message, place) = self.picked_place()?;
        if let Place::InFlight(lease) = place {
            return Some(trace.lease(lease).worker);
        }
        trace.leases_of(message).rev().find(|lease| lease.is_worked_on_at(t)).map(|lease| lease.worker)
    }

    /// Draws what lies in a worker's hands: what it works on as a token, the rest as a number.
    fn hand(&self, worker: WorkerIx, at: Rect, is_small: bool, crowd: &mut Placed) {
        let Instant { trace, index, t, .. } = self.now;
        let hand = index.hand(worker);
        let mut count = hand.count_at(t);
        let home = self.placing.layout.on_card(at);
        let mut main = None;
        if let Some(ghost) = self.ghost(worker, home) {
            crowd.tokens.push(ghost);
        } else if count > 0 {
            let working = trace.last_lease_at(worker, t).filter(|lease| lease.is_worked_on_at(t));
            let message = working.map(|lease| lease.message).or_else(|| Some(hand.first_at(t, 1).first()?.what));
            if let Some((message, (since, place))) = message.and_then(|m| Some((m, trace.since_place_at(m, t)?))) {
                crowd.tokens.push(self.placing.token(message, since, place, home));
                main = Some(message);
                count -= 1;
            }
        }
        let rest = hand.first_at(t, 2).into_iter().find(|stay| Some(stay.what) != main);
        if let (true, Some(first)) = (count > 0, rest) {
            let is_here = |lease: LeaseIx| trace.lease(lease).worker == worker;
            let is_mine =
                |(message, place)| matches!(place, Place::InFlight(lease) if is_here(lease)) && Some(message) != main;
            let has_selected = self.picked_place().is_some_and(is_mine);
            let at = Point {
                x: at.right() - if is_small { 13.0 } else { 20.0 },
                y: at.y + if is_small { 9.0 } else { 12.0 },
            };
            let station = StationKind::InFlight;
            crowd.stacks.push(Stack { station, worker: Some(worker), at, count, first: first.what, has_selected });
        }
    }

    /// What the worker works on though it is not lent to it any more, or is visible all the same.
    fn ghost(&self, worker: WorkerIx, home: Point) -> Option<Token> {
        let Instant { trace, t, .. } = self.now;
        let ghost = self.placing.ghost(worker).or_else(|| {
            let lease = trace.last_lease_at(worker, t).filter(|lease| lease.is_worked_on_at(t))?;
            let is_lent = |message: MessageIx| {
                let place = trace.place_at(message, t);
                matches!(place, Some(Place::InFlight(ix)) if trace.lease(ix).receive == lease.receive)
            };
            (!is_lent(lease.message)).then(|| Token::ghost(lease.message, trace.name(lease.message)))
        })?;
        Some(Token { at: home, ..ghost })
    }

    fn summary(&self, card: Rect) -> Crew {
        let Instant { scenario, trace, t, .. } = self.now;
        let states = (0..).take(there(self.now)).map(|worker| state_at(trace, t, worker));
        let mut counts = [0_usize; STATES.len()];
        for state in states {
            if let Some(nth) = STATES.iter().position(|&(of, ..)| of == state) {
                counts[nth] += 1;
            }
        }
        let rows = STATES.iter().zip(counts).enumerate().map(|(nth, (&(state, one, several), count))| CrewRow {
            state,
            at: Rect { y: card.bottom() + 10.0 + rows(nth, ROW), height: ROW, ..card },
            title: match (state, count) {
                // Of a function nobody waits: pollers do, and what they would invoke does not run.
                (CardState::Idle, _) if scenario.lambda.is_some() => format!("{count} not invoked"),
                (_, 1) => format!("1 {one}"),
                _ => format!("{count} {several}"),
            },
            share: super::float(count) / super::float(there(self.now)),
        });
        Crew::Summary { slot: card, rows: rows.collect() }
    }
}

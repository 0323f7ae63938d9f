//! Tokens: one a message, where it is or on its way there, and a ghost where a worker holds on to a lost lease.

use super::axis::ratio;
use super::layout::{Layout, middle, whole};
use super::{Point, Rect, float};
use crate::queue::Millis;
use crate::sim::{LeaseIx, MessageIx, Place, Trace, WorkerIx};

/// How far the middles of two tokens in a station are apart.
const PITCH: f64 = 34.0;
/// Room for a station's head.
pub(super) const HEAD: f64 = 56.0;

/// A message, drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Which.
    pub message: MessageIx,
    /// What is written on it.
    pub label: String,
    /// Its middle.
    pub at: Point,
    /// What it looks like.
    pub shape: Shape,
    /// Whether it is on its way.
    pub travels: bool,
}

/// State as shape, so that colour only repeats it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Shape {
    /// Visible: a filled disc.
    Disc,
    /// In flight: a disc in a ring that runs down; the share of the lease that is left, 0 to 1.
    Ring(f64),
    /// Deleted: a tick.
    Tick,
    /// In the dead-letter queue: a square.
    Square,
    /// Delayed: a half disc.
    HalfDisc,
    /// A delivery whose lease has ended, still worked on: dashed.
    Ghost,
}

impl Token {
    /// What a worker works on without a lease, nowhere yet.
    pub(super) fn ghost(message: MessageIx, label: String) -> Self {
        Self { message, label, at: Point::default(), shape: Shape::Ghost, travels: false }
    }

    /// Whether it is no message, but what a worker takes for one.
    #[must_use]
    pub fn is_ghost(&self) -> bool {
        self.shape == Shape::Ghost
    }
}

/// All tokens at `t` of a run of a few messages.
pub(super) fn place(trace: &Trace, layout: &Layout, t: Millis, travel: Millis) -> Vec<Token> {
    let placing = Placing { trace, layout, t, travel };
    let mut seats = [0_usize; 3];
    let mut tokens: Vec<Token> = (0..).take(layout.cards.len()).filter_map(|worker| placing.ghost(worker)).collect();
    let mut travellers = Vec::new();
    for message in (0..).take(trace.messages.len()) {
        let Some((since, place)) = trace.since_place_at(message, t) else { continue };
        let Some(home) = placing.home(place, &mut seats) else { continue };
        let token = placing.token(message, since, place, home);
        // Those on their way are drawn last, above the others.
        if token.travels { &mut travellers } else { &mut tokens }.push(token);
    }
    tokens.append(&mut travellers);
    tokens
}

/// What it takes to know where a token is.
pub(super) struct Placing<'a> {
    pub trace: &'a Trace,
    pub layout: &'a Layout,
    pub t: Millis,
    pub travel: Millis,
}

impl Placing<'_> {
    /// The delivery on which the worker works on though its message is no longer lent to it.
    pub fn ghost(&self, worker: WorkerIx) -> Option<Token> {
        let lease = self.trace.last_lease_at(worker, self.t)?;
        let is_ghost = lease.is_worked_on_at(self.t) && !lease.is_open_at(self.t);
        let ghost = Token::ghost(lease.message, self.trace.name(lease.message));
        is_ghost.then(|| Token { at: self.layout.at_worker(worker), ..ghost })
    }

    /// The token of a message that has been in this place since then, and has its home at this point.
    pub fn token(&self, message: MessageIx, since: Millis, place: Place, home: Point) -> Token {
        let on_way = ratio(self.t - since, self.travel);
        let start = (self.t - since < self.travel).then(|| self.start(message, since)).flatten();
        let (at, travels) = match start {
            Some((from, bulge)) => (along(from, home, bulge, eased(on_way)), true),
            None => (home, false),
        };
        Token { message, label: self.trace.name(message), at, shape: self.shape(place), travels }
    }

    fn shape(&self, place: Place) -> Shape {
        match place {
            Place::Delayed => Shape::HalfDisc,
            Place::Visible => Shape::Disc,
            Place::InFlight(lease) => Shape::Ring(self.lease_left(lease, self.t)),
            Place::DeadLetters => Shape::Square,
            // The last two are drawn nowhere.
            Place::Deleted | Place::Expired | Place::Purged => Shape::Tick,
        }
    }

    /// The share of the lease that is left, counted from when its deadline was last set.
    fn lease_left(&self, lease: LeaseIx, t: Millis) -> f64 {
        let lease = self.trace.lease(lease);
        let known = lease.moves.partition_point(|&(set_at, _)| set_at <= t);
        let (set_at, deadline) = known.checked_sub(1).map_or((lease.from, lease.deadline), |last| lease.moves[last]);
        ratio(deadline.since(t), deadline.since(set_at))
    }

    /// Where a message that stays rests, taking a seat; `None` when there is none left.
    fn home(&self, place: Place, taken: &mut [usize; 3]) -> Option<Point> {
        let (station, kind) = match place {
            Place::InFlight(lease) => return Some(self.layout.at_worker(self.trace.lease(lease).worker)),
            Place::Visible => (self.layout.visible, 0),
            Place::Deleted => (self.layout.deleted, 1),
            Place::DeadLetters => (self.layout.dead_letters, 2),
            Place::Delayed | Place::Expired | Place::Purged => return None,
        };
        let seats = Seats::of(station);
        let seat = taken[kind];
        taken[kind] += 1;
        (seat < seats.columns * seats.rows).then(|| seats.at(seat))
    }

    /// Where a message set out from that moved at `since`, and how far its way bulges towards the station of the visible ones.
    pub fn start(&self, message: MessageIx, since: Millis) -> Option<(Point, f64)> {
        let before = self.trace.place_at(message, Millis(since.0.checked_sub(1)?))?;
        let from = match before {
            Place::InFlight(lease) => self.layout.at_worker(self.trace.lease(lease).worker),
            Place::Delayed => middle(self.layout.delayed?),
            Place::Visible => middle(self.layout.visible),
            Place::Deleted => middle(self.layout.deleted),
            Place::DeadLetters => middle(self.layout.dead_letters),
            Place::Expired | Place::Purged => return None,
        };
        // From one lease straight to the next: it was visible for no time, but it did go through the queue.
        let is_in_flight = |place| matches!(place, Some(Place::InFlight(_)));
        let through_queue = is_in_flight(Some(before)) && is_in_flight(self.trace.place_at(message, since));
        Some((from, if through_queue { 1.0 } else { 0.0 }))
    }
}

fn along(from: Point, to: Point, bulge: f64, share: f64) -> Point {
    let mix = |a: f64, b: f64| a + (b - a) * share;
    let sideways = bulge * 4.0 * share * (1.0 - share) * 120.0;
    Point { x: mix(from.x, to.x) - sideways, y: mix(from.y, to.y) }
}

/// Slow at both ends.
fn eased(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

/// The places for tokens in a station, row by row.
#[derive(Copy, Clone, Debug)]
pub(super) struct Seats {
    station: Rect,
    pub columns: usize,
    pub rows: usize,
}

impl Seats {
    pub fn of(station: Rect) -> Self {
        let rows = whole((station.height - HEAD) / PITCH).max(1);
        Self { station, columns: whole((station.width - 20.0) / PITCH).max(1), rows }
    }

    /// A single row whose tokens begin here.
    pub fn row(at: Rect) -> Self {
        Self { rows: 1, ..Self::of(Rect { y: at.y - HEAD, height: HEAD, ..at }) }
    }

    /// The middle of a seat, counted from 0.
    pub fn at(self, seat: usize) -> Point {
        let (row, column) = (float(seat / self.columns), float(seat % self.columns));
        Point { x: self.station.x + 28.0 + column * PITCH, y: self.station.y + HEAD + 16.0 + row * PITCH }
    }
}

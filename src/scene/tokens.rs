//! Tokens: one a message, where it is or on its way there, and a ghost where a worker holds on to a lost lease.

use super::axis::ratio;
use super::layout::Layout;
use super::stage::StationKind;
use super::{Point, Rect, float};
use crate::queue::Millis;
use crate::sim::{LeaseIx, MessageIx, Place, Trace, WorkerIx};

/// How far the middles of two tokens in a station are apart.
const PITCH: f64 = 34.0;
/// Room for a station's head.
const HEAD: f64 = 56.0;

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

/// All tokens at `t`, and a station for each message that has none for want of room.
pub(super) fn place(trace: &Trace, layout: &Layout, t: Millis, travel: Millis) -> (Vec<Token>, Vec<StationKind>) {
    let mut placing = Placing { trace, layout, t, travel, seats: Seats::default(), left_out: Vec::new() };
    // Those on their way are drawn last, above the others, and those that only wait in a worker's hands first.
    let (mut held, mut tokens, mut travellers) = (Vec::new(), placing.ghosts(), Vec::new());
    for message in 0..u32::try_from(trace.messages.len()).unwrap_or(u32::MAX) {
        if let Some(token) = placing.token(message) {
            if token.travels {
                travellers.push(token);
            } else if placing.is_held(message) {
                held.push(token);
            } else {
                tokens.push(token);
            }
        }
    }
    held.append(&mut tokens);
    held.append(&mut travellers);
    (held, placing.left_out)
}

struct Placing<'a> {
    trace: &'a Trace,
    layout: &'a Layout,
    t: Millis,
    travel: Millis,
    seats: Seats,
    left_out: Vec<StationKind>,
}

/// How many seats of each station are taken.
#[derive(Default)]
struct Seats {
    delayed: usize,
    visible: usize,
    deleted: usize,
    dead_letters: usize,
}

impl Placing<'_> {
    /// Deliveries whose lease has ended while their worker is still at the job.
    fn ghosts(&self) -> Vec<Token> {
        let cards = 0..u32::try_from(self.layout.cards.len()).unwrap_or(u32::MAX);
        cards
            .filter_map(|worker| {
                let lease = self.trace.last_lease_at(worker, self.t)?;
                let is_ghost = lease.is_worked_on_at(self.t) && !lease.is_open_at(self.t);
                is_ghost.then(|| Token {
                    message: lease.message,
                    label: self.trace.name(lease.message),
                    at: self.at_worker(worker).unwrap_or_default(),
                    shape: Shape::Ghost,
                    travels: false,
                })
            })
            .collect()
    }

    fn token(&mut self, message: MessageIx) -> Option<Token> {
        let (since, place) = self.trace.since_place_at(message, self.t)?;
        let shape = self.shape(place, self.t)?;
        let label = self.trace.name(message);
        let Some(home) = self.home(place) else {
            self.left_out.extend(station_of(place));
            return None;
        };
        let on_way = ratio(self.t - since, self.travel);
        let start = (self.t - since < self.travel).then(|| self.start(message, since)).flatten();
        let (at, travels) = match start {
            Some((from, bulge)) => (along(from, home, bulge, eased(on_way)), true),
            None => (home, false),
        };
        Some(Token { message, label, at, shape, travels })
    }

    /// Whether the message is received and not worked on yet.
    fn is_held(&self, message: MessageIx) -> bool {
        let Some(Place::InFlight(lease)) = self.trace.place_at(message, self.t) else { return false };
        self.trace.lease(lease).started.is_none_or(|started| self.t < started)
    }

    fn shape(&self, place: Place, t: Millis) -> Option<Shape> {
        Some(match place {
            Place::Delayed => Shape::HalfDisc,
            Place::Visible => Shape::Disc,
            Place::InFlight(lease) => Shape::Ring(self.lease_left(lease, t)),
            Place::Deleted => Shape::Tick,
            Place::DeadLetters => Shape::Square,
            Place::Expired | Place::Purged => return None,
        })
    }

    /// The share of the lease that is left, counted from when its deadline was last set.
    fn lease_left(&self, lease: LeaseIx, t: Millis) -> f64 {
        let lease = self.trace.lease(lease);
        let known = lease.moves.partition_point(|&(set_at, _)| set_at <= t);
        let (set_at, deadline) = known.checked_sub(1).map_or((lease.from, lease.deadline), |last| lease.moves[last]);
        ratio(deadline.since(t), deadline.since(set_at))
    }

    /// Where a message that stays rests, taking a seat; `None` when there is none left.
    fn home(&mut self, place: Place) -> Option<Point> {
        match place {
            Place::InFlight(lease) => self.at_worker(self.trace.lease(lease).worker),
            Place::Delayed => seat(self.layout.delayed?, &mut self.seats.delayed),
            Place::Visible => seat(self.layout.visible, &mut self.seats.visible),
            Place::Deleted => seat(self.layout.deleted, &mut self.seats.deleted),
            Place::DeadLetters => seat(self.layout.dead_letters, &mut self.seats.dead_letters),
            Place::Expired | Place::Purged => None,
        }
    }

    /// Where a message set out from that moved at `since`, and how far its way bulges towards the station of the visible ones.
    fn start(&self, message: MessageIx, since: Millis) -> Option<(Point, f64)> {
        let before = self.trace.place_at(message, Millis(since.0.checked_sub(1)?))?;
        let from = match before {
            Place::InFlight(lease) => self.at_worker(self.trace.lease(lease).worker)?,
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

    /// Where the token of a worker's delivery is; `None` for one without a card.
    fn at_worker(&self, worker: WorkerIx) -> Option<Point> {
        let card = self.layout.cards.get(worker as usize)?;
        Some(Point { x: card.right() - 36.0, y: card.y + card.height / 2.0 })
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

fn middle(station: Rect) -> Point {
    Point { x: station.x + station.width / 2.0, y: station.y + HEAD + (station.height - HEAD) / 2.0 }
}

/// The next free place in a station, row by row.
fn seat(station: Rect, taken: &mut usize) -> Option<Point> {
    let rows = whole((station.height - HEAD) / PITCH).max(1);
    // In the only row, the number of those without a seat has its place, too.
    let margin = if rows == 1 { 44.0 } else { 20.0 };
    let columns = whole((station.width - margin) / PITCH).max(1);
    let place = *taken;
    if place >= columns * rows {
        return None;
    }
    *taken += 1;
    let (row, column) = (float(place / columns), float(place % columns));
    Some(Point { x: station.x + 28.0 + column * PITCH, y: station.y + HEAD + 16.0 + row * PITCH })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small, positive number of seats")]
fn whole(count: f64) -> usize {
    count.max(0.0) as usize
}

fn station_of(place: Place) -> Option<StationKind> {
    Some(match place {
        Place::Delayed => StationKind::Delayed,
        Place::Visible => StationKind::Visible,
        Place::InFlight(_) => StationKind::InFlight,
        Place::Deleted => StationKind::Deleted,
        Place::DeadLetters => StationKind::DeadLetters,
        Place::Expired | Place::Purged => return None,
    })
}

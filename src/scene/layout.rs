//! Where stations and cards stand.

use super::stage::Link;
use super::{Point, Rect, float};
use crate::sim::WorkerIx;

/// From this width on the stations stand side by side.
const WIDE: f64 = 600.0;
const CARD_HEIGHT: f64 = 66.0;
const CARD_GAP: f64 = 10.0;
/// A card of a number, a word and a token.
const CELL_HEIGHT: f64 = 44.0;
const CELL_WIDTH: f64 = 92.0;
const CELL_GAP: f64 = 6.0;
/// Two cards beside each other need so much.
const TWO_CARDS: f64 = 396.0;
const STATION_HEAD: f64 = 52.0;
const PADDING: f64 = 12.0;

/// What the stage must have room for.
#[derive(Copy, Clone, Debug)]
pub(super) struct Needs {
    /// How many workers have a card.
    pub cards: usize,
    /// Whether their cards are small.
    pub compact: bool,
    /// Whether its only card is no worker's own, but the one of whoever is picked.
    pub picks: bool,
    /// How high the room below the cards is.
    pub below: f64,
    /// Whether messages are ever delayed.
    pub delayed: bool,
    /// How high the station of the visible ones must be at least.
    pub visible: f64,
}

impl Needs {
    /// So many workers, and nothing that is out of the ordinary.
    pub fn cards(cards: usize) -> Self {
        Self { cards, compact: false, picks: false, below: 0.0, delayed: false, visible: 0.0 }
    }

    fn columns(self, station_width: f64) -> usize {
        let room = station_width - 2.0 * PADDING;
        if self.compact {
            whole((room + CELL_GAP) / (CELL_WIDTH + CELL_GAP)).max(1)
        } else if self.cards > 3 && room > TWO_CARDS {
            2
        } else {
            1
        }
    }

    /// The height of a card, and the gap between two.
    fn card(self) -> (f64, f64) {
        if self.compact { (CELL_HEIGHT, CELL_GAP) } else { (CARD_HEIGHT, CARD_GAP) }
    }

    fn in_flight_height(self, station_width: f64) -> f64 {
        let rows = float(self.cards.div_ceil(self.columns(station_width)));
        let (height, gap) = self.card();
        STATION_HEAD + rows * (height + gap) + self.below + 2.0
    }

    fn grid(self, station: Rect) -> Vec<Rect> {
        let columns = self.columns(station.width);
        let (height, gap) = self.card();
        let width = (station.width - 2.0 * PADDING - gap * float(columns - 1)) / float(columns);
        (0..self.cards)
            .map(|place| {
                let (row, column) = (float(place / columns), float(place % columns));
                let x = station.x + PADDING + column * (width + gap);
                Rect::new(x, station.y + STATION_HEAD + row * (height + gap), width, height)
            })
            .collect()
    }
}

/// Where everything stands: it depends on the run and the width only, so nothing jumps while a run plays.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub visible: Rect,
    pub delayed: Option<Rect>,
    pub in_flight: Rect,
    pub deleted: Rect,
    pub dead_letters: Rect,
    pub effects: Rect,
    pub cards: Vec<Rect>,
    pub needs: Needs,
    pub is_wide: bool,
    pub width: f64,
    pub height: f64,
}

impl Layout {
    pub fn new(needs: Needs, width: f64) -> Self {
        if width >= WIDE { Self::wide(needs, width) } else { Self::narrow(needs, width) }
    }

    /// Waiting on the left, working in the middle, ended on the right.
    fn wide(needs: Needs, width: f64) -> Self {
        let gap = (width * 0.085).clamp(58.0, 84.0);
        let side = ((width - 2.0 * gap) * 0.25).min(230.0);
        let middle = width - 2.0 * (gap + side);
        let lower = 84.0;
        let (delayed_height, visible_top, least) =
            if needs.delayed { (92.0, 92.0 + CARD_GAP, 320.0) } else { (0.0, 0.0, 264.0) };
        let left_height = visible_top + needs.visible + 14.0 + lower;
        let height = needs.in_flight_height(middle).max(left_height).max(least);
        let (left, right) = (0.0, width - side);
        let stacked = |x: f64, y: f64, height: f64| Rect::new(x, y, side, height);
        let in_flight = Rect::new(side + gap, 0.0, middle, height);
        let half = (height - 14.0) / 2.0;
        Self {
            delayed: needs.delayed.then(|| stacked(left, 0.0, delayed_height)),
            visible: stacked(left, visible_top, height - lower - 14.0 - visible_top),
            effects: stacked(left, height - lower, lower),
            deleted: stacked(right, 0.0, half),
            dead_letters: stacked(right, half + 14.0, half),
            cards: needs.grid(in_flight),
            in_flight,
            needs,
            is_wide: true,
            width,
            height,
        }
    }

    /// The same from top to bottom, for a phone.
    fn narrow(needs: Needs, width: f64) -> Self {
        let gap = 34.0;
        let half = (width - CARD_GAP) / 2.0;
        let visible_width = if needs.delayed { half } else { width };
        let top = needs.visible.max(92.0);
        let visible = Rect::new(width - visible_width, 0.0, visible_width, top);
        let in_flight = Rect::new(0.0, visible.bottom() + gap, width, needs.in_flight_height(width));
        let ended_top = in_flight.bottom() + gap;
        let effects = Rect::new(0.0, ended_top + 92.0 + CARD_GAP, width, 64.0);
        Self {
            delayed: needs.delayed.then(|| Rect::new(0.0, 0.0, half, top)),
            visible,
            deleted: Rect::new(0.0, ended_top, half, 92.0),
            dead_letters: Rect::new(half + CARD_GAP, ended_top, half, 92.0),
            cards: needs.grid(in_flight),
            in_flight,
            needs,
            is_wide: false,
            width,
            height: effects.bottom(),
            effects,
        }
    }

    /// Where the token of a worker's delivery is.
    pub fn at_worker(&self, worker: WorkerIx) -> Point {
        match self.cards.get(worker as usize) {
            Some(&card) if !self.needs.picks => self.on_card(card),
            // With one of many.
            _ => middle(self.in_flight),
        }
    }

    /// Where the token of a card is.
    pub fn on_card(&self, card: Rect) -> Point {
        let inset = if self.needs.compact { 25.0 } else { 36.0 };
        Point { x: card.right() - inset, y: card.y + card.height / 2.0 }
    }

    /// The ways of a message; the last is the one to the dead-letter queue, if there is one.
    pub fn links(&self, has_dead_letters: bool) -> Vec<Link> {
        let Self { visible, in_flight, deleted, dead_letters, .. } = self;
        let link = |x1, y1, x2, y2, label| Link { from: Point { x: x1, y: y1 }, to: Point { x: x2, y: y2 }, label };
        let mut links = if self.is_wide {
            let (y, back) = (visible.y + 34.0, visible.y + 88.0);
            let (delete, give_up) = (deleted.y + 34.0, dead_letters.y + 34.0);
            vec![
                link(visible.right(), y, in_flight.x, y, "receive"),
                link(in_flight.x, back, visible.right(), back, "lapse"),
                link(in_flight.right(), delete, deleted.x, delete, "delete"),
                link(in_flight.right(), give_up, dead_letters.x, give_up, "give up"),
            ]
        } else {
            let (top, bottom) = (visible.bottom(), in_flight.bottom());
            let (left, right) = (self.width * 0.25, self.width * 0.75);
            vec![
                link(left, top, left, in_flight.y, "receive"),
                link(right, in_flight.y, right, top, "lapse"),
                link(left, bottom, left, deleted.y, "delete"),
                link(right, bottom, right, dead_letters.y, "give up"),
            ]
        };
        if !has_dead_letters {
            links.pop();
        }
        links
    }
}

/// The middle of a station, below its head.
pub(super) fn middle(station: Rect) -> Point {
    Point { x: station.x + station.width / 2.0, y: f64::midpoint(station.y + STATION_HEAD, station.bottom()) }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small, positive number of places")]
pub(super) fn whole(count: f64) -> usize {
    count.max(0.0) as usize
}

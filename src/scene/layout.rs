//! Where stations and cards stand.

use super::stage::Link;
use super::{Point, Rect, float};
use crate::queue::Millis;
use crate::sim::Scenario;

/// From this width on the stations stand side by side.
const WIDE: f64 = 600.0;
const CARD_HEIGHT: f64 = 66.0;
const CARD_GAP: f64 = 10.0;
const STATION_HEAD: f64 = 52.0;
const PADDING: f64 = 12.0;
/// More workers than this are counted instead of drawn.
const MAX_CARDS: usize = 12;

/// Where everything stands: it depends on the scenario and the width only, so nothing jumps while a run plays.
pub(super) struct Layout {
    pub visible: Rect,
    pub delayed: Option<Rect>,
    pub in_flight: Rect,
    pub deleted: Rect,
    pub dead_letters: Rect,
    pub effects: Rect,
    pub cards: Vec<Rect>,
    pub is_wide: bool,
    pub width: f64,
    pub height: f64,
}

impl Layout {
    pub fn new(scenario: &Scenario, workers: usize, width: f64) -> Self {
        let count = workers.min(MAX_CARDS);
        let has_delay = scenario.queue.delay > Millis::ZERO;
        if width >= WIDE {
            Self::wide(count, workers > count, has_delay, width)
        } else {
            Self::narrow(count, workers > count, has_delay, width)
        }
    }

    /// Waiting on the left, working in the middle, ended on the right.
    fn wide(count: usize, has_more: bool, has_delay: bool, width: f64) -> Self {
        let gap = (width * 0.085).clamp(58.0, 84.0);
        let side = ((width - 2.0 * gap) * 0.25).min(230.0);
        let middle = width - 2.0 * (gap + side);
        let columns = if count > 3 && middle > 420.0 { 2 } else { 1 };
        let cards_height = cards_height(count, columns, has_more);
        let height = cards_height.max(if has_delay { 320.0 } else { 264.0 });
        let (left, right) = (0.0, width - side);
        let lower = 84.0;
        let stacked = |x: f64, y: f64, height: f64| Rect::new(x, y, side, height);
        let delayed_height = if has_delay { 84.0 } else { 0.0 };
        let visible_top = if has_delay { delayed_height + CARD_GAP } else { 0.0 };
        let in_flight = Rect::new(side + gap, 0.0, middle, height);
        let half = (height - 14.0) / 2.0;
        Self {
            delayed: has_delay.then(|| stacked(left, 0.0, delayed_height)),
            visible: stacked(left, visible_top, height - lower - 14.0 - visible_top),
            effects: stacked(left, height - lower, lower),
            deleted: stacked(right, 0.0, half),
            dead_letters: stacked(right, half + 14.0, half),
            cards: card_grid(in_flight, count, columns),
            in_flight,
            is_wide: true,
            width,
            height,
        }
    }

    /// The same from top to bottom, for a phone.
    fn narrow(count: usize, has_more: bool, has_delay: bool, width: f64) -> Self {
        let gap = 34.0;
        let half = (width - CARD_GAP) / 2.0;
        let visible_width = if has_delay { half } else { width };
        let visible = Rect::new(width - visible_width, 0.0, visible_width, 92.0);
        let in_flight = Rect::new(0.0, visible.bottom() + gap, width, cards_height(count, 1, has_more));
        let ended_top = in_flight.bottom() + gap;
        let effects = Rect::new(0.0, ended_top + 92.0 + CARD_GAP, width, 64.0);
        Self {
            delayed: has_delay.then(|| Rect::new(0.0, 0.0, half, 92.0)),
            visible,
            deleted: Rect::new(0.0, ended_top, half, 92.0),
            dead_letters: Rect::new(half + CARD_GAP, ended_top, half, 92.0),
            cards: card_grid(in_flight, count, 1),
            in_flight,
            is_wide: false,
            width,
            height: effects.bottom(),
            effects,
        }
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

fn cards_height(count: usize, columns: usize, has_more: bool) -> f64 {
    let rows = float(count.div_ceil(columns));
    STATION_HEAD + rows * (CARD_HEIGHT + CARD_GAP) + if has_more { 24.0 } else { 2.0 }
}

fn card_grid(station: Rect, count: usize, columns: usize) -> Vec<Rect> {
    let width = (station.width - 2.0 * PADDING - CARD_GAP * float(columns - 1)) / float(columns);
    (0..count)
        .map(|place| {
            let (row, column) = (float(place / columns), float(place % columns));
            let x = station.x + PADDING + column * (width + CARD_GAP);
            let y = station.y + STATION_HEAD + row * (CARD_HEIGHT + CARD_GAP);
            Rect::new(x, y, width, CARD_HEIGHT)
        })
        .collect()
}

//! Deliveries so short and so near to each other that they are drawn as one, with their number.

use std::ops::Range;

use super::super::{Rect, text_width};
use super::bar::{self, Drawing};
use super::plan::Plan;
use crate::queue::Millis;
use crate::sim::LeaseIx;
use crate::sim::span::humane;

/// What is less wide than this, in pixels, cannot be told from what is beside it: a mark is about as wide.
const NARROW: f64 = 10.0;
/// How wide a clump may become, in pixels: its number has room.
const WIDE: f64 = 44.0;
/// So many deliveries are looked at one by one before the rest of a clump is found by halving.
const STRIDE: usize = 64;

/// Several deliveries of one lane.
#[derive(Clone, Debug, PartialEq)]
pub struct Clump {
    /// The first of them.
    pub lease: LeaseIx,
    /// The last of them.
    pub last: LeaseIx,
    /// Where it is.
    pub at: Rect,
    /// How many they are.
    pub count: usize,
    /// Of them, how many are in trouble.
    pub troubled: u32,
    /// From when to when.
    pub span: (Millis, Millis),
    /// Their number, where there is room for it.
    pub label: Option<String>,
}

impl Clump {
    /// What a listener is told of it.
    #[must_use]
    pub fn story(&self) -> String {
        let Self { count, troubled, span: (from, to), .. } = self;
        let trouble = match troubled {
            0 => String::new(),
            troubled => format!(", {troubled} of them in trouble"),
        };
        format!("{count} deliveries from {} to {}{trouble}: press to tell them apart", humane(*from), humane(*to))
    }
}

/// What is drawn of a lane, from left to right.
pub(super) enum Piece {
    /// One delivery.
    One(LeaseIx),
    /// Several.
    Many(Clump),
}

/// The pieces of these places of a lane that begins at `top`.
pub(super) fn pieces(drawing: &Drawing, plan: &Plan, places: Range<usize>, top: f64) -> Vec<Piece> {
    let (trace, axis) = (drawing.trace, &drawing.axis);
    let left = |place: usize| axis.x(trace.lease(plan.lease(place)).from);
    let right = |place: usize| axis.x(bar::until(trace, plan.lease(place)));
    let mut pieces = Vec::new();
    let mut first = places.start;
    while first < places.end {
        let x = left(first);
        let mut next = first + 1;
        while next < places.end && right(next - 1) - left(next - 1) < NARROW && left(next) - right(next - 1) < NARROW {
            if left(next) > x + WIDE || right(next) - left(next) >= NARROW {
                break;
            }
            next += 1;
            if next - first > STRIDE {
                next = plan.place_from(trace, next..places.end, axis.instant(x + WIDE)).max(next);
                break;
            }
        }
        if next - first == 1 {
            pieces.push(Piece::One(plan.lease(first)));
        } else {
            pieces.push(Piece::Many(clump(drawing, plan, first..next, top)));
        }
        first = next;
    }
    pieces
}

fn clump(drawing: &Drawing, plan: &Plan, places: Range<usize>, top: f64) -> Clump {
    let (lease, last) = (plan.lease(places.start), plan.lease(places.end - 1));
    let span = (drawing.trace.lease(lease).from, bar::until(drawing.trace, last));
    let at = drawing.across(span.0, span.1, top, drawing.sizes.band);
    let (count, troubled) = (places.len(), plan.troubled(places));
    let label = Some(format!("{count}×")).filter(|label| text_width(label) + 4.0 < at.width);
    Clump { lease, last, at, count, troubled, span, label }
}

//! The third floor: what one instant shows. A trace and a time go in, shapes come out; pure geometry in pixels, with no idea
//! of who draws them.
//!
//! Nothing here remembers a frame: where a token is on its way follows from when it set out, so pausing, stepping, scrubbing
//! and playing at any speed are the same thing.

mod age;
mod axis;
mod canvas;
mod chart;
pub mod crowd;
mod graph;
mod layout;
mod names;
mod outline;
mod plot;
#[cfg(test)]
mod samples;
mod series;
mod stage;
pub mod table;
mod tokens;

pub use axis::{Axis, Tick};
pub use canvas::{Anchor, Figure, Ink};
pub use chart::{
    Bar, Body, Chart, Clump, Crowd, Crowds, FOOT, Frame, Mark, MarkKind, Marks, Note, Plan, Receipt, Row, RowsBy, Sign,
    View, Whole, chart, legend, receipt_at, story, tale, window,
};
pub use graph::{Form, Graph, Line, Table};
pub use plot::{Plot, plot};
pub use stage::{Card, CardState, Link, Stage, Station, StationKind, stage};
pub use tokens::{Shape, Token};

use crate::sim::{Lease, Scenario, Seen};

/// A point, in pixels from the top left.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A box, in pixels from the top left.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Rect {
    const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// The right edge.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The bottom edge.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

/// How wide a text of the page's small size is, roughly; what does not fit is left out, so rather too wide than too narrow.
fn text_width(text: &str) -> f64 {
    7.0 * float(text.chars().count())
}

/// The same for a bold text.
fn bold_width(text: &str) -> f64 {
    7.9 * float(text.chars().count())
}

/// The first of some wordings, longest first, that is no wider than `room`; the last one where none is.
fn fitting<const N: usize>(wordings: [String; N], width: fn(&str) -> f64, room: f64) -> String {
    let fits = wordings.iter().position(|text| width(text) <= room).unwrap_or(N - 1);
    wordings.into_iter().nth(fits).unwrap_or_default()
}

/// What a finished job did to its thing, in a word or two.
fn what_was_done(scenario: &Scenario, lease: &Lease) -> String {
    let done = &scenario.story.done;
    match lease.effect {
        Seen::Done(nth) if nth > 1 => format!("{done} again"),
        // An effect that makes no difference the second time.
        Seen::Again => format!("{done} before"),
        Seen::Done(_) | Seen::Nothing => done.clone(),
    }
}

/// A count as a length. Exact up to 2⁵³.
#[allow(clippy::cast_precision_loss, reason = "no count gets near 2^53")]
fn float(count: usize) -> f64 {
    count as f64
}

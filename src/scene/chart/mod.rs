//! The lease chart: a row a message, a band for each lease, a bar for the job inside, hatched where the job outlives it.
//!
//! [`chart`] is that of the first view, which has one message and is drawn as a whole. [`window()`] is that of any run: of a stretch of
//! time, and of the rows that are in view.

mod bar;
mod clump;
mod crowd;
mod legend;
mod marks;
mod plan;
mod story;
mod view;
mod window;

use bar::Drawing;

pub use bar::{Bar, Note};
pub use clump::Clump;
pub use crowd::{Crowd, Crowds};
pub use legend::{Sign, legend};
pub use marks::{Mark, MarkKind, Marks};
pub use plan::{Plan, RowsBy};
pub use story::{Receipt, receipt_at, story, tale};
pub use view::{View, Whole};
pub use window::{Body, Frame, window};

use super::Rect;
use super::axis::{Axis, Tick};
use crate::queue::Millis;
use crate::sim::{LeaseIx, Scenario, Trace};

/// Room above the rows for the playhead's label.
const HEAD: f64 = 30.0;
/// Room below for the axis.
pub const FOOT: f64 = 28.0;
/// Room at the right end: the last tick's label is centred on it, and half of it needs room.
const MARGIN: f64 = 32.0;
/// Left of a single row, which needs no name.
const BARE_GUTTER: f64 = 10.0;

/// The whole chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// How wide it is, in pixels.
    pub width: f64,
    /// How high it is, in pixels.
    pub height: f64,
    /// Time across.
    pub axis: Axis,
    /// Where the rows begin and end, from top to bottom.
    pub body: (f64, f64),
    /// Marked instants.
    pub ticks: Vec<Tick>,
    /// A row a message.
    pub rows: Vec<Row>,
}

/// What belongs to one message, or to one worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which of them, by its place in the trace.
    pub subject: u32,
    /// What it is called.
    pub label: String,
    /// Where it begins, from the top.
    pub top: f64,
    /// How high it is.
    pub height: f64,
    /// The middle of its first lane, from the top.
    pub y: f64,
    /// Its deliveries.
    pub bars: Vec<Bar>,
    /// Deliveries that are too short to be told apart.
    pub clumps: Vec<Clump>,
    /// Where two workers are at one message at once.
    pub clashes: Vec<Rect>,
    /// Where the worker is down.
    pub down: Vec<Rect>,
    /// What happened to the message itself.
    pub marks: Vec<Mark>,
    /// How it ended, if not by a delete.
    pub note: Option<Note>,
}

/// How high things are, in pixels.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Sizes {
    /// From one lane of a row to the next.
    lane: f64,
    /// The band of a lease.
    band: f64,
    /// The bar of a job.
    job: f64,
    /// From the bar to the lower edge of its band.
    under_job: f64,
    /// Between two rows.
    gap: f64,
    /// Whether there is room for words in a band.
    titled: bool,
}

/// With room for words.
const ROOMY: Sizes = Sizes { lane: 40.0, band: 32.0, job: 8.0, under_job: 3.0, gap: 10.0, titled: true };
/// For many rows.
const COMPACT: Sizes = Sizes { lane: 21.0, band: 17.0, job: 7.0, under_job: 5.0, gap: 5.0, titled: false };

/// The chart of the run of the first view, `width` pixels wide. There nobody crashes and no job fails, and it has no marks for that.
#[must_use]
pub fn chart(scenario: &Scenario, trace: &Trace, width: f64) -> Chart {
    let axis = Axis {
        from: Millis::ZERO,
        to: trace.end.max(Millis(1)),
        left: BARE_GUTTER,
        right: (width - MARGIN).max(BARE_GUTTER + 40.0),
    };
    let drawing = Drawing::new(scenario, trace, axis, width);
    let mut top = HEAD;
    let mut rows = Vec::new();
    for (subject, life) in (0..).zip(&trace.messages) {
        let row = drawing.row(subject, &life.leases, top);
        top = row.top + row.height;
        rows.push(row);
    }
    drawing.calls(&mut rows);
    let bottom = top.max(HEAD + ROOMY.lane) + 4.0;
    Chart { width, height: bottom + FOOT, axis, body: (HEAD, bottom), ticks: axis.ticks(), rows }
}

/// In which lane each delivery is drawn: the first that is free again. Where a few overlap, each has a lane of its own, so that they
/// read as a staircase with room for words beside them.
fn lanes(trace: &Trace, leases: &[LeaseIx]) -> Vec<usize> {
    /// Up to so many.
    const STAIRCASE: usize = 4;
    let mut free_from: Vec<Millis> = Vec::new();
    let lanes: Vec<usize> = leases
        .iter()
        .map(|&lease| {
            let (from, until) = (trace.lease(lease).from, bar::until(trace, lease));
            let lane = free_from.iter().position(|&free| free <= from).unwrap_or(free_from.len());
            if lane == free_from.len() {
                free_from.push(until);
            }
            free_from[lane] = until;
            lane
        })
        .collect();
    let is_staircase = leases.len() <= STAIRCASE && free_from.len() > 1;
    if is_staircase { (0..leases.len()).collect() } else { lanes }
}

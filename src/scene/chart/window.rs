//! What is drawn of a chart: the rows that are in view, and of them the stretch of time that is shown.

use super::super::axis::{Axis, Tick};
use super::super::{Rect, bold_width};
use super::bar::{Bar, Drawing, Note};
use super::clump::{Piece, pieces};
use super::marks::{Mark, MarkKind, Marks, message_marks};
use super::plan::{Plan, RowsBy};
use super::view::Whole;
use super::{MARGIN, Row};
use crate::queue::Millis;
use crate::sim::{Scenario, Trace};

/// Bars that begin before what is seen, or end after it, are drawn so far beyond its edge, in pixels.
const BEYOND: f64 = 40.0;

/// What all charts on one time axis have in common.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Frame {
    /// How wide it is, in pixels.
    pub width: f64,
    /// Time across, as far as it is seen.
    pub axis: Axis,
    /// From when to when there is something to see.
    pub whole: Whole,
}

impl Frame {
    /// A frame with room for names on the left.
    #[must_use]
    pub fn new(width: f64, gutter: f64, (from, to): (Millis, Millis), whole: impl Into<Whole>) -> Self {
        let axis = Axis { from, to, left: gutter, right: (width - MARGIN).max(gutter + 40.0) };
        Self { width, axis, whole: whole.into() }
    }

    /// The axis, somewhat longer where there is more to see at its ends.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a few pixels' time"
    )]
    fn longer_axis(&self) -> Axis {
        let Axis { from, to, left, right } = self.axis;
        let per_pixel = (to - from).0 as f64 / (right - left);
        let beyond = Millis((per_pixel * BEYOND) as u64 + 1);
        let before = beyond.min(from.since(self.whole.begin));
        let after = if to < self.whole.end { beyond } else { Millis::ZERO };
        let pixels = |span: Millis| span.0 as f64 / per_pixel;
        Axis { from: from - before, to: to + after, left: left - pixels(before), right: right + pixels(after) }
    }
}

/// What is drawn of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Its frame.
    pub frame: Frame,
    /// How high all rows are together, in pixels.
    pub height: f64,
    /// Marked instants.
    pub ticks: Vec<Tick>,
    /// The rows that are in view.
    pub rows: Vec<Row>,
    /// Where the run ends, if that is before the end of what is shown.
    pub end: Option<f64>,
}

/// What is to be drawn of a run between two heights, in pixels.
#[must_use]
pub fn window(
    (scenario, trace): (&Scenario, &Trace),
    (plan, marks): (&Plan, &Marks),
    frame: Frame,
    (top, bottom): (f64, f64),
) -> Body {
    let axis = frame.longer_axis();
    let seen = (frame.axis.left, frame.width);
    let by_worker = plan.by == RowsBy::Worker;
    let drawing = Drawing { scenario, trace, axis, seen, sizes: plan.sizes, by_worker };
    let window = Window { drawing, plan, marks, frame };
    let rows = plan.rows_between(top, bottom).map(|row| window.row(row)).collect();
    let ends = trace.end < frame.axis.to && trace.end >= frame.axis.from;
    let end = ends.then(|| frame.axis.x(trace.end));
    Body { frame, height: plan.height, ticks: frame.axis.ticks(), rows, end }
}

struct Window<'a> {
    drawing: Drawing<'a>,
    plan: &'a Plan,
    marks: &'a Marks,
    frame: Frame,
}

impl Window<'_> {
    fn row(&self, nth: usize) -> Row {
        let Self { drawing, plan, frame, .. } = self;
        let trace = drawing.trace;
        let planned = &plan.rows[nth];
        let (subject, top) = (planned.subject, planned.top);
        let (mut bars, mut clumps) = (Vec::new(), Vec::new());
        for (lane_top, lane) in plan.lanes_of(nth) {
            let first_bar = bars.len();
            let places = plan.places_between(trace, lane, (frame.axis.from, frame.axis.to));
            // As far as the next thing in the same lane, or the end of the chart.
            let mut room = frame.width;
            for piece in pieces(drawing, plan, places, lane_top).into_iter().rev() {
                match piece {
                    Piece::One(lease) => {
                        let mut bar = drawing.bar(lease, lane_top);
                        bar.note = drawing.note(&bar, room);
                        bar.marks = self.marks_of(&bar);
                        room = bar.band.x;
                        bars.push(bar);
                    }
                    Piece::Many(clump) => {
                        room = clump.at.x;
                        clumps.push(clump);
                    }
                }
            }
            bars[first_bar..].reverse();
        }
        let label = plan.label(trace, subject, frame.width < 480.0);
        let clashes = if drawing.by_worker { Vec::new() } else { self.clashes(&bars) };
        let mut row = drawing.bare_row(subject, label, top, plan.bottom_of(nth) - top, bars);
        (row.clumps, row.clashes) = (clumps, clashes);
        if drawing.by_worker {
            row.down = self.down(&row);
        } else {
            self.mark(&mut row);
        }
        row
    }

    /// The marks of a delivery that are seen.
    fn marks_of(&self, bar: &Bar) -> Vec<Mark> {
        let Axis { from, to, .. } = self.frame.axis;
        let all = self.marks.on(bar.lease);
        let first = all.partition_point(|&(at, _)| at < from);
        let seen = all[first..].iter().take_while(|&&(at, _)| at <= to);
        let mut marks: Vec<Mark> = Vec::new();
        for &(at, kind) in seen {
            let mark = self.drawing.mark(bar, at, kind);
            // Of the same marks on the same pixel, one.
            if marks.last().is_none_or(|last| last.kind != kind || mark.x - last.x >= 1.0) {
                marks.push(mark);
            }
        }
        marks
    }

    /// What happened to a message by itself: where its last delivery is drawn, or in its first lane.
    fn mark(&self, row: &mut Row) {
        let Self { drawing, frame, .. } = self;
        let Axis { from, to, .. } = frame.axis;
        let middle = drawing.sizes.band / 2.0;
        let y = row.bars.last().map_or(row.y, |bar| bar.band.y + middle);
        for (at, kind) in message_marks(drawing.trace, row.subject).filter(|&(at, _)| from <= at && at <= to) {
            let x = drawing.axis.x(at);
            row.marks.push(Mark { x, y, kind });
            let text = match kind {
                MarkKind::DeadLetter => "dead letter",
                MarkKind::Expired => "expired",
                MarkKind::Purged => "purged",
                _ => "back",
            };
            let x = x + 14.0;
            let end = x + bold_width(text);
            let fits = end < frame.width && row.bars.iter().all(|bar| is_clear(bar, y, (x, end)));
            row.note = fits.then(|| Note { x, y, text: text.to_owned(), trouble: true });
        }
    }

    /// Where two workers are at the message at once, from the upper one's bar to the lower one's.
    fn clashes(&self, bars: &[Bar]) -> Vec<Rect> {
        let trace = self.drawing.trace;
        let mut at_work: Vec<(Millis, Millis, &Bar)> = bars
            .iter()
            .filter_map(|bar| {
                let lease = trace.lease(bar.lease);
                let end = lease.job_ended.map_or(trace.end, |(at, _)| at);
                lease.started.filter(|&started| started < end).map(|started| (started, end, bar))
            })
            .collect();
        at_work.sort_by_key(|&(from, ..)| from);
        let mut clashes = Vec::new();
        // The one of those before that works longest.
        let mut longest: Option<(Millis, &Bar)> = None;
        for (from, to, bar) in at_work {
            if let Some((until, other)) = longest.filter(|&(until, _)| until > from) {
                let (upper, lower) = if other.band.y < bar.band.y { (other, bar) } else { (bar, other) };
                let height = lower.band.bottom() - upper.band.y;
                clashes.push(self.drawing.across(from, until.min(to), upper.band.y, height));
            }
            if longest.is_none_or(|(until, _)| to > until) {
                longest = Some((to, bar));
            }
        }
        clashes
    }

    fn down(&self, row: &Row) -> Vec<Rect> {
        let Self { drawing, plan, frame, .. } = self;
        let (trace, height) = (drawing.trace, row.height - plan.sizes.gap);
        let down = &trace.workers[row.subject as usize].down;
        let seen = down.iter().map(|&(from, to)| (from, to.unwrap_or(trace.end)));
        seen.filter(|&(from, to)| from <= frame.axis.to && to >= frame.axis.from)
            .map(|(from, to)| drawing.across(from, to, row.top, height))
            .collect()
    }
}

/// Whether nothing that is drawn of a delivery reaches into a stretch at the height of `y`.
fn is_clear(bar: &Bar, y: f64, (from, to): (f64, f64)) -> bool {
    let Bar { band, overrun, spare, note, .. } = bar;
    let last = [*overrun, *spare].into_iter().flatten().map(|part| part.right()).fold(band.right(), f64::max);
    let told = note.as_ref().is_some_and(|note| note.x < to && note.x + bold_width(&note.text) > from);
    band.y > y || band.bottom() < y || !((band.x < to && last > from) || told)
}

#[cfg(test)]
mod tests {
    use super::super::super::float;
    use super::*;
    use crate::sim::run;

    fn ran(json: &str) -> (Scenario, Trace) {
        let scenario = Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}"));
        let trace = run(&scenario);
        (scenario, trace)
    }

    const DOUBLE: &str =
        r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 2, "job": 45 }, "horizon": 90 }"#;

    /// A chart of 10 + 900 + 32 pixels in which a row has no name.
    fn body(json: &str, by: RowsBy, span: (u64, u64), heights: (f64, f64)) -> Body {
        let (scenario, trace) = ran(json);
        let (plan, marks) = (Plan::new(&trace, by), Marks::of(&trace));
        let frame = Frame::new(942.0, 10.0, (Millis(span.0), Millis(span.1)), trace.end);
        window((&scenario, &trace), (&plan, &marks), frame, heights)
    }

    fn near(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-6, "{actual} is not {expected}");
    }

    #[test]
    fn whole_run_has_a_staircase_of_three_leases_and_hatches_where_both_workers_are_at_it() {
        let body = body(DOUBLE, RowsBy::Message, (0, 90_000), (0.0, 400.0));
        let [row] = &body.rows[..] else { panic!("one message, one row") };
        let bands: Vec<_> = row.bars.iter().map(|bar| (bar.band.x, bar.band.right(), bar.band.y)).collect();
        // Ten pixels a second.
        assert_eq!(bands, [(10.0, 310.0, 8.0), (310.0, 610.0, 48.0), (610.0, 910.0, 88.0)]);
        let clashes: Vec<_> = row.clashes.iter().map(|at| (at.x, at.right(), at.y, at.bottom())).collect();
        assert_eq!(clashes, [(310.0, 460.0, 8.0, 80.0), (610.0, 760.0, 48.0, 120.0)]);
        assert_eq!(row.clumps, []);
    }

    #[test]
    fn part_of_a_run_shows_what_is_in_it_and_goes_on_beyond_its_edges() {
        let body = body(DOUBLE, RowsBy::Message, (40_000, 50_000), (0.0, 400.0));
        let leases: Vec<_> = body.rows[0].bars.iter().map(|bar| bar.lease).collect();
        assert_eq!(leases, [0, 1]);
        let [first, second] = &body.rows[0].bars[..] else { unreachable!() };
        // The first worker's job ends at 45, in the middle.
        near(first.overrun.unwrap().right(), 460.0);
        let [delete] = &first.marks[..] else { panic!("one delete") };
        assert_eq!(delete.kind, MarkKind::DeleteStale);
        near(delete.x, 460.0);
        // The second lease begins before and ends after what is seen.
        assert!(second.band.x < 0.0 && second.band.right() > 942.0, "{:?}", second.band);
        assert!(second.title.as_ref().unwrap().x >= 10.0);
    }

    #[test]
    fn two_thousand_short_leases_of_a_worker_are_drawn_as_clumps_that_count_them_all() {
        let json =
            r#"{ "workers": { "count": 1, "job": 1 }, "arrivals": [{ "count": 2000, "every": 0 }], "horizon": 2000 }"#;
        let body = body(json, RowsBy::Worker, (0, 2_000_000), (0.0, 400.0));
        let row = &body.rows[0];
        assert!(row.clumps.len() + row.bars.len() < 60, "{} and {}", row.clumps.len(), row.bars.len());
        let counted: usize = row.clumps.iter().map(|clump| clump.count).sum();
        assert_eq!(counted + row.bars.len(), 2_000);
        assert!(row.clumps.iter().all(|clump| clump.troubled == 0));
    }

    #[test]
    fn ten_thousand_messages_draw_the_rows_in_view_only() {
        let json = r#"{ "workers": { "count": 10, "job": 1 }, "arrivals": [{ "count": 10000, "every": 0 }], "horizon": 2000 }"#;
        let body = body(json, RowsBy::Message, (0, 1_000_000), (52_008.0, 52_428.0));
        // 26 px each, so rows 2,000 to 2,016, and one that ends where the view begins.
        assert!(body.rows.len() <= 18, "{}", body.rows.len());
        assert_eq!(body.rows[0].subject, 2_000);
        near(body.height, 12.0 + 26.0 * float(10_000));
    }

    #[test]
    fn dead_letter_is_marked_in_its_row() {
        let json = r#"{ "queue": { "visibility_timeout": 10, "max_receive_count": 1 }, "horizon": 60,
                        "workers": { "count": 1, "job": 5 }, "arrivals": [{ "count": 1, "poison": true }] }"#;
        let body = body(json, RowsBy::Message, (0, 60_000), (0.0, 400.0));
        let kinds: Vec<_> = body.rows[0].marks.iter().map(|mark| mark.kind).collect();
        assert_eq!(kinds, [MarkKind::DeadLetter]);
        assert_eq!(body.rows[0].note.as_ref().map(|note| note.text.as_str()), Some("dead letter"));
    }

    #[test]
    fn worker_that_crashed_has_a_stretch_in_which_it_is_down() {
        let json = r#"{ "workers": { "count": 1, "job": 20 }, "horizon": 90,
                        "crashes": [{ "worker": 1, "job": 1, "after": 10, "back_after": 5 }] }"#;
        let body = body(json, RowsBy::Worker, (0, 90_000), (0.0, 400.0));
        let down: Vec<_> = body.rows[0].down.iter().map(|at| at.width).collect();
        assert_eq!(down.len(), 1);
        // Ten pixels a second.
        near(down[0], 50.0);
    }
}

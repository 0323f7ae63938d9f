//! The shapes of the chart: rows, bars, marks, clumps.

use yew::prelude::*;

use super::super::super::browser::px;
use super::super::super::chart::{bar_shapes, bar_words, call_outline, draw_mark, draw_note, hatching, sharp};
use super::super::super::element::{Element, all, filled_rect, group, path, place, rect, text, upright};
use super::super::super::player::Shared;
use super::prepared::Prepared;
use crate::scene::{Bar, Body, Clump, Mark, MarkKind, Rect, Row, RowsBy, Sign, story};
use crate::sim::{LeaseIx, MessageIx};

#[derive(Properties, PartialEq)]
pub struct RowsProps {
    pub prepared: Shared<Prepared>,
    pub body: Shared<Body>,
    /// The delivery that the Tab key comes to.
    pub current: Option<LeaseIx>,
    pub selected: Option<MessageIx>,
    /// What hatched stretches are filled with.
    pub hatch: AttrValue,
}

/// Everything but the playhead: drawn when it changes, not once a frame.
#[component]
pub fn Rows(props: &RowsProps) -> Html {
    let RowsProps { prepared, body, current, selected, hatch } = props;
    let Body { frame, height, ticks, rows, end } = &**body;
    let clip = format!("{hatch}-clip");
    let ticks = ticks.iter().map(|tick| upright(tick.x, 0.0, *height)).collect();
    let pen = Pen { prepared, current: current_of(prepared, rows, *current), selected: *selected, hatch };
    // Bars that begin before what is shown come out of its edge a little, and no farther.
    let left = frame.axis.left - 8.0;
    let seen = Rect { x: left, y: -8.0, width: frame.width - left, height: height + 16.0 };
    let clipped = Element::new("g", &["clip-path"], vec![format!("url(#{clip})").into()]);
    html! {
        <>
            { hatching(hatch) }
            <clipPath id={clip}>{ rect("", seen, "") }</clipPath>
            { group("axis", ticks) }
            { all(rows.iter().map(|row| pen.ground(row, frame.width)).collect()) }
            { clipped.holding(rows.iter().map(|row| pen.row(row)).collect()) }
            { end.map(|x| group("run-end", vec![upright(x, 0.0, *height)])).unwrap_or_default() }
        </>
    }
}

/// Which delivery the Tab key comes to: the one that had the focus last, or the clump it became part of, or else the first drawn.
fn current_of(prepared: &Prepared, rows: &[Row], current: Option<LeaseIx>) -> Option<LeaseIx> {
    let drawn = current.and_then(|current| drawn_as(prepared, rows, current));
    drawn.or_else(|| rows.iter().flat_map(spots).map(|spot| spot.lease).next())
}

/// As what a delivery is drawn: as itself, or as the clump of which it is part. `None` where it is not in view.
pub fn drawn_as(prepared: &Prepared, rows: &[Row], lease: LeaseIx) -> Option<LeaseIx> {
    let subject = prepared.plan.subject_of(&prepared.run.trace, lease);
    let row = rows.iter().find(|row| row.subject == subject)?;
    let drawn = spots(row).into_iter().find(|spot| spot.lease <= lease && lease <= spot.last);
    drawn.map(|spot| spot.lease)
}

/// What can be focused in a row.
#[derive(Copy, Clone)]
pub struct Drawn {
    /// Where it begins, in pixels.
    pub x: f64,
    /// The delivery, or the first and the last of a clump.
    pub lease: LeaseIx,
    pub last: LeaseIx,
}

/// What can be focused in a row, from left to right.
pub fn spots(row: &Row) -> Vec<Drawn> {
    let bars = row.bars.iter().map(|bar| Drawn { x: bar.band.x, lease: bar.lease, last: bar.lease });
    let clumps = row.clumps.iter().map(|clump| Drawn { x: clump.at.x, lease: clump.lease, last: clump.last });
    let mut spots: Vec<_> = bars.chain(clumps).collect();
    spots.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.lease.cmp(&b.lease)));
    spots
}

struct Pen<'a> {
    prepared: &'a Prepared,
    current: Option<LeaseIx>,
    selected: Option<MessageIx>,
    hatch: &'a AttrValue,
}

impl Pen<'_> {
    /// A row's name, and a ground where its message is picked out.
    fn ground(&self, row: &Row, width: f64) -> Html {
        let is_picked = self.prepared.plan.by != RowsBy::Worker && self.selected == Some(row.subject);
        let is_worth_it = self.prepared.plan.row_count() > 1;
        let mut parts = Vec::new();
        if is_picked && is_worth_it {
            parts.push(rect("picked", Rect { x: 0.0, y: row.top - 3.0, width, height: row.height }, "6"));
        }
        parts.push(text("row-label", 4.0, row.y + 4.0, row.label.clone()));
        all(parts)
    }

    fn row(&self, row: &Row) -> Html {
        let hatched = |at: &Rect| filled_rect("clash", *at, "3", format!("url(#{})", self.hatch).into());
        // Each kind in a list of its own, so that a delivery stays the same element, with its focus, when others come and go.
        let parts = vec![
            all(row.down.iter().map(|at| sharp(*at, "down", AttrValue::default())).collect()),
            all(row.clashes.iter().map(hatched).collect()),
            all(row.clumps.iter().map(|clump| self.clump(clump)).collect()),
            all(row.bars.iter().map(|bar| self.bar(bar)).collect()),
            // Beside the deliveries and not in them: a name says more than these words, and in others.
            all(row.bars.iter().flat_map(bar_words).chain(row.clumps.iter().filter_map(clump_label)).collect()),
            all(row.marks.iter().map(sign).collect()),
            all(row.note.iter().map(|note| draw_note(note, "note trouble")).collect()),
        ];
        let of = if self.prepared.plan.by == RowsBy::Worker { "worker" } else { "message" };
        let name = match (row.bars.len(), row.label.is_empty()) {
            (_, true) => AttrValue::default(),
            (1, _) if row.clumps.is_empty() => format!("{}: 1 delivery", row.label).into(),
            (bars, _) => {
                let count = bars + row.clumps.iter().map(|clump| clump.count).sum::<usize>();
                format!("{}: {count} deliveries", row.label).into()
            }
        };
        let role = if name.is_empty() { "" } else { "group" };
        let subject = row.subject.to_string();
        let (message, worker) = if of == "message" { (subject, String::new()) } else { (String::new(), subject) };
        let names = &["class", "data-message", "data-worker", "role", "aria-label"];
        let values = vec!["row".into(), message.into(), worker.into(), role.into(), name];
        Element::new("g", names, values).known_as(u64::from(row.subject)).holding(parts)
    }

    fn bar(&self, bar: &Bar) -> Html {
        let Prepared { run, marks, plan, .. } = self.prepared;
        let mut parts = bar_shapes(bar, self.hatch);
        parts.extend(bar.marks.iter().map(sign));
        let message = run.trace.lease(bar.lease).message;
        let is_picked = plan.by == RowsBy::Worker && self.selected == Some(message);
        let class = if is_picked { "lease chosen" } else { "lease" };
        self.spot(class, "data-lease", bar.lease, story(&run.scenario, &run.trace, marks, bar.lease), parts)
    }

    fn clump(&self, clump: &Clump) -> Html {
        let mut parts = vec![sharp(clump.at, "heap", AttrValue::default())];
        if clump.troubled > 0 {
            // A stripe along the lower edge, so that it is no matter of colour alone.
            let Rect { x, width, .. } = clump.at;
            let stripe = Rect { x, y: clump.at.bottom() - 6.0, width, height: 6.0 };
            parts.push(sharp(stripe, "overrun", format!("url(#{})", self.hatch).into()));
        }
        self.spot("clump", "data-clump", clump.lease, clump.story(), parts)
    }

    /// Something that tells its story when it has the focus, and goes there when it is pressed.
    fn spot(&self, class: &'static str, kind: &str, lease: LeaseIx, story: String, parts: Vec<Html>) -> Html {
        let tab = if self.current == Some(lease) { "0" } else { "-1" };
        let ix = lease.to_string();
        let (one, many) = if kind == "data-lease" { (ix, String::new()) } else { (String::new(), ix) };
        let names = &["class", "data-lease", "data-clump", "role", "tabindex", "aria-label"];
        let values = vec![class.into(), one.into(), many.into(), "button".into(), tab.into(), story.into()];
        Element::new("g", names, values).known_as(u64::from(lease)).holding(parts)
    }
}

fn clump_label(clump: &Clump) -> Option<Html> {
    let label = clump.label.clone()?;
    Some(text("heap-label", clump.at.x + 4.0, clump.at.y + 11.5, label))
}

/// The mark of anything.
fn sign(mark: &Mark) -> Html {
    draw_mark(mark, outline(mark.kind))
}

/// The class and the outline of a mark.
fn outline(kind: MarkKind) -> (&'static str, &'static str) {
    match kind {
        MarkKind::HeartbeatMissing => ("mark beat missing", "M-5 -7 h10 l-5 8 z"),
        MarkKind::Returned => ("mark returned", "M5 -6 l-9 6 l9 6 z"),
        MarkKind::Crash => ("mark crash", "M1 -9 l-6 10 h5 l-2 8 l7 -11 h-5 z"),
        MarkKind::Failure => ("mark failure", "M-2.5 -9 h5 l-1.2 11 h-2.6 z M-2 5 h4 v4 h-4 z"),
        MarkKind::Resurfaced => ("mark resurfaced", "M0 -7 l7 7 l-7 7 l-7 -7 z"),
        MarkKind::DeadLetter => ("mark dead", "M-6 -6 h12 v12 h-12 z"),
        MarkKind::Redriven => ("mark redriven", "M0 7 v-13 M-5 -1 l5 -6 l5 6"),
        MarkKind::Expired => ("mark expired", "M-6 -6 h12 l-12 12 h12 z"),
        MarkKind::Purged => ("mark purged", "M-6 -6 h12 v12 h-12 z M-6 6 l12 -12"),
        call => call_outline(call),
    }
}

/// What a sign looks like, in a picture of 34 by 20 pixels.
pub fn legend_picture(sign: Sign, hatch: &AttrValue) -> Html {
    let band = Rect { x: 1.0, y: 2.0, width: 32.0, height: 16.0 };
    let job = Rect { x: 1.0, y: 10.0, width: 24.0, height: 6.0 };
    let plain = AttrValue::default;
    let hatched = || AttrValue::from(format!("url(#{hatch})"));
    let shapes = match sign {
        Sign::Lease => vec![sharp(band, "band", plain())],
        Sign::Job => vec![sharp(job, "job", plain())],
        Sign::Overrun => vec![sharp(band, "overrun", hatched())],
        Sign::Clash => {
            let half = |y| Rect { y, height: 5.0, ..band };
            vec![
                filled_rect("clash", band, "3", hatched()),
                sharp(half(1.0), "band", plain()),
                sharp(half(14.0), "band", plain()),
            ]
        }
        Sign::Spare => vec![sharp(band, "spare", plain())],
        Sign::Down => vec![sharp(band, "down", plain())],
        Sign::Mark(kind) => {
            let (class, outline) = outline(kind);
            vec![Element::new("g", &["transform"], vec![place(17.0, 11.0)]).holding(vec![path(class, outline)])]
        }
    };
    Element::new(
        "svg",
        &["class", "width", "height", "aria-hidden"],
        vec!["sign".into(), px(34.0), px(20.0), "true".into()],
    )
    .holding(shapes)
}

//! Draws the lease chart, and the playhead over it.

use web_sys::{Element as DomElement, PointerEvent};
use yew::prelude::*;

use super::browser::{px, use_uid, use_width, when};
use super::element::{Element, all, filled_rect, group, place, rect, text, upright};
use super::player::{Move, Run, Shared};
use crate::queue::Millis;
use crate::scene::{Bar, Chart, Mark, MarkKind, Note, Rect, Row, chart};

#[derive(Properties, PartialEq)]
pub struct ChartProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub act: Callback<Move>,
}

/// The chart with its playhead. A press or a drag anywhere in it seeks.
#[component]
pub fn LeaseChart(props: &ChartProps) -> Html {
    let frame = use_node_ref();
    // By reference: an event's current target is the root of the page, where Yew listens.
    let plot = use_node_ref();
    let width = use_width(&frame);
    let scene = use_memo((props.run.clone(), width), |(run, width)| {
        width.map(|width| Shared::new(chart(&run.scenario, &run.trace, width)))
    });
    let drawn = scene.as_ref().as_ref().map(|scene| draw(scene, &plot, props.t, &props.act));
    html! { <div class="frame" ref={frame}>{ drawn.unwrap_or_default() }</div> }
}

fn draw(scene: &Shared<Chart>, plot: &NodeRef, t: Millis, act: &Callback<Move>) -> Html {
    let axis = scene.axis;
    let seek = {
        let plot = plot.clone();
        move |event: &PointerEvent| {
            let x = f64::from(event.client_x()) - plot.cast::<DomElement>()?.get_bounding_client_rect().left();
            Some(Move::Seek(axis.instant(x)))
        }
    };
    let on_press = {
        let (plot, seek) = (plot.clone(), seek.clone());
        when(act, move |event: PointerEvent| {
            if event.button() != 0 {
                return None;
            }
            // So that a drag goes on when the pointer leaves the chart. Without it, it ends there.
            let _ = plot.cast::<DomElement>()?.set_pointer_capture(event.pointer_id());
            seek(&event)
        })
    };
    let on_drag = when(act, move |event: PointerEvent| {
        let is_pressed = event.buttons() & 1 == 1;
        is_pressed.then(|| seek(&event)).flatten()
    });
    html! {
        <svg
            ref={plot}
            class="plot"
            width={px(scene.width)}
            height={px(scene.height)}
            role="img"
            aria-label="Lease chart: a band for each lease, a bar for the job inside. The event log tells the same in words."
            onpointerdown={on_press}
            onpointermove={on_drag}
        >
            <Body scene={scene.clone()} />
            { playhead(scene, t) }
        </svg>
    }
}

fn playhead(scene: &Chart, t: Millis) -> Html {
    let x = scene.axis.x(t);
    let label = scene.axis.label(Millis(t.0 / 1000 * 1000));
    let width = 18.0 + 7.0 * f64::from(u32::try_from(label.len()).unwrap_or_default());
    let left = (x - width / 2.0).clamp(0.0, (scene.width - width).max(0.0));
    let (top, bottom) = scene.body;
    group(
        "playhead",
        vec![
            upright(x, top - 8.0, bottom),
            rect("", Rect { x: left, y: 2.0, width, height: 20.0 }, "10"),
            text("", left + width / 2.0, 16.0, label),
        ],
    )
}

#[derive(Properties, PartialEq)]
struct BodyProps {
    scene: Shared<Chart>,
}

/// Everything but the playhead: drawn once a run, not once a frame.
#[component]
fn Body(props: &BodyProps) -> Html {
    let hatch = use_uid("hatch");
    let Chart { width, body: (top, bottom), ticks, rows, .. } = &*props.scene;
    let ticks = ticks
        .iter()
        .flat_map(|tick| [upright(tick.x, *top, *bottom), text("", tick.x, bottom + 18.0, tick.label.clone())]);
    html! {
        <g>
            { hatching(&hatch) }
            { group("axis", ticks.collect()) }
            { all(rows.iter().map(|row| draw_row(row, &hatch)).collect()) }
            { rect("catch", Rect { x: 0.0, y: *top, width: *width, height: bottom - top }, "") }
        </g>
    }
}

fn draw_row(row: &Row, hatch: &AttrValue) -> Html {
    let mut parts = vec![text("row-label", 4.0, row.y + 4.0, row.label.clone())];
    for bar in &row.bars {
        let mut shapes = bar_shapes(bar, hatch);
        shapes.extend(bar_words(bar));
        shapes.extend(bar.marks.iter().map(|mark| draw_mark(mark, call_outline(mark.kind))));
        parts.push(
            Element::new("g", &["class", "data-lease"], vec!["lease".into(), bar.lease.to_string().into()])
                .holding(shapes),
        );
    }
    Element::new("g", &["class", "data-message"], vec!["row".into(), row.subject.to_string().into()]).holding(parts)
}

/// What is hatched is filled with this.
pub(super) fn hatching(id: &AttrValue) -> Html {
    html! {
        <defs>
            <pattern id={id.clone()} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="7" height="7" class="hatch-ground" />
                <line x1="1" x2="1" y1="0" y2="7" class="hatch-line" />
            </pattern>
        </defs>
    }
}

/// A delivery without its words and marks.
pub(super) fn bar_shapes(bar: &Bar, hatch: &AttrValue) -> Vec<Html> {
    let Bar { band, job, spare, overrun, .. } = bar;
    let mut parts = Vec::new();
    parts.extend(spare.map(|spare| sharp(spare, "spare", AttrValue::default())));
    parts.push(sharp(*band, "band", AttrValue::default()));
    parts.extend(overrun.map(|overrun| sharp(overrun, "overrun", format!("url(#{hatch})").into())));
    if job.width > 0.0 {
        parts.push(sharp(*job, "job", AttrValue::default()));
    }
    parts
}

/// Its words.
pub(super) fn bar_words(bar: &Bar) -> impl Iterator<Item = Html> {
    let title = bar.title.iter().map(|title| draw_note(title, "band-title"));
    title.chain(bar.note.iter().map(|note| draw_note(note, if note.trouble { "note trouble" } else { "note" })))
}

pub(super) fn draw_note(note: &Note, class: &'static str) -> Html {
    text(class, note.x, note.y + 4.0, note.text.clone())
}

pub(super) fn sharp(at: Rect, class: &'static str, fill: AttrValue) -> Html {
    // A lease of no time is still a lease: a hairline.
    filled_rect(class, Rect { width: at.width.max(1.5), ..at }, "3", fill)
}

/// The class and the outline of the mark of a call; of any other mark, nothing.
pub(super) fn call_outline(kind: MarkKind) -> (&'static str, &'static str) {
    match kind {
        MarkKind::Heartbeat => ("mark beat", "M-5 -7 h10 l-5 8 z"),
        MarkKind::HeartbeatStale => ("mark beat stale", "M-5 -7 h10 l-5 8 z M-6 -10 h12"),
        MarkKind::HeartbeatIgnored => ("mark beat lost", "M-5 -7 h10 l-5 8 z M-7 3 l14 -12"),
        MarkKind::HeartbeatRefused => ("mark beat lost", "M-5 -7 h10 l-5 8 z M-4 -14 l8 5 M4 -14 l-8 5"),
        MarkKind::Deleted => ("mark deleted", "M-6 0 l4.5 4.5 l8 -9"),
        MarkKind::DeletedLate => ("mark deleted-late", "M-6 -2 l4.5 4.5 l8 -9 M-6 7 h12"),
        MarkKind::DeleteStale => ("mark delete-lost", "M-4.5 -4.5 l9 9 M4.5 -4.5 l-9 9"),
        MarkKind::DeleteGone => ("mark delete-gone", "M-5 0 a5 5 0 0 1 10 0 a5 5 0 0 1 -10 0"),
        MarkKind::DeleteRefused => ("mark delete-refused", "M-6 -6 h12 v12 h-12 z M-3 -3 l6 6 M3 -3 l-6 6"),
        _ => ("", ""),
    }
}

pub(super) fn draw_mark(mark: &Mark, (class, outline): (&'static str, &'static str)) -> Html {
    let values = vec![class.into(), outline.into(), place(mark.x, mark.y)];
    Element::new("path", &["class", "d", "transform"], values).done()
}

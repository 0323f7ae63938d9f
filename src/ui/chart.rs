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
    // One that is higher than its frame (see the style sheet) can be scrolled, by the keyboard, too.
    let scrolls = scene.as_ref().as_ref().is_some_and(|scene| scene.height > 420.0);
    html! { <div class="frame" ref={frame} tabindex={scrolls.then_some("0")}>{ drawn.unwrap_or_default() }</div> }
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
    let Chart { width, axis, body: (top, bottom), ticks, rows, hidden_rows, .. } = &*props.scene;
    let ticks = ticks
        .iter()
        .flat_map(|tick| [upright(tick.x, *top, *bottom), text("", tick.x, bottom + 18.0, tick.label.clone())]);
    let left_out = || text("row-label", axis.left, bottom - 2.0, format!("and {hidden_rows} more messages"));
    html! {
        <g>
            <defs>
                <pattern id={hatch.clone()} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <rect width="7" height="7" class="hatch-ground" />
                    <line x1="1" x2="1" y1="0" y2="7" class="hatch-line" />
                </pattern>
            </defs>
            { group("axis", ticks.collect()) }
            { all(rows.iter().map(|row| draw_row(row, &hatch)).collect()) }
            { if *hidden_rows > 0 { left_out() } else { Html::default() } }
            { rect("catch", Rect { x: 0.0, y: *top, width: *width, height: bottom - top }, "") }
        </g>
    }
}

fn draw_row(row: &Row, hatch: &AttrValue) -> Html {
    let mut parts = vec![text("row-label", 4.0, row.y + 4.0, row.label.clone())];
    parts.extend(row.bars.iter().map(|bar| draw_bar(bar, hatch)));
    parts.extend(row.marks.iter().map(draw_mark));
    parts.extend(row.note.iter().map(draw_note));
    Element::new("g", &["class", "data-message"], vec!["row".into(), row.message.to_string().into()]).holding(parts)
}

fn draw_bar(bar: &Bar, hatch: &AttrValue) -> Html {
    let Bar { lease, band, job, spare, overrun, title, note, marks, story } = bar;
    let mut parts = vec![Element::new("title", &[], vec![]).saying(story.clone())];
    parts.extend(spare.map(|spare| sharp(spare, "spare", AttrValue::default())));
    parts.push(sharp(*band, "band", AttrValue::default()));
    parts.extend(overrun.map(|overrun| sharp(overrun, "overrun", format!("url(#{hatch})").into())));
    parts.push(sharp(*job, "job", AttrValue::default()));
    parts.extend(title.iter().map(|title| text("band-title", band.x + 8.0, band.y + 15.0, title.clone())));
    parts.extend(note.iter().map(draw_note));
    parts.extend(marks.iter().map(draw_mark));
    Element::new("g", &["class", "data-lease"], vec!["lease".into(), lease.to_string().into()]).holding(parts)
}

fn draw_note(note: &Note) -> Html {
    let Note { x, y, text: words, trouble } = note;
    text(if *trouble { "note trouble" } else { "note" }, *x, y + 4.0, words.clone())
}

fn sharp(at: Rect, class: &'static str, fill: AttrValue) -> Html {
    // A lease of no time is still a lease: a hairline.
    filled_rect(class, Rect { width: at.width.max(1.5), ..at }, "3", fill)
}

fn draw_mark(mark: &Mark) -> Html {
    let (class, path) = match mark.kind {
        MarkKind::Heartbeat => ("mark beat", "M-5 -7 h10 l-5 8 z"),
        MarkKind::HeartbeatLost => ("mark beat lost", "M-5 -7 h10 l-5 8 z M-7 3 l14 -12"),
        MarkKind::Deleted => ("mark deleted", "M-6 0 l4.5 4.5 l8 -9"),
        MarkKind::DeleteLost => ("mark delete-lost", "M-4.5 -4.5 l9 9 M4.5 -4.5 l-9 9"),
        MarkKind::Crash => ("mark crash", "M1 -9 l-6 10 h5 l-2 8 l7 -11 h-5 z"),
        MarkKind::Failure => ("mark failure", "M-4.5 -4.5 l9 9 M4.5 -4.5 l-9 9"),
        MarkKind::DeadLetter => ("mark dead", "M-6 -6 h12 v12 h-12 z"),
        MarkKind::Expired => ("mark expired", "M-6 -6 h12 l-12 12 h12 z"),
    };
    let values = vec![class.into(), path.into(), place(mark.x, mark.y)];
    Element::new("path", &["class", "d", "transform"], values).done()
}

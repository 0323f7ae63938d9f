//! Draws the lease chart, and the playhead over it.

use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::browser::{px, use_uid, use_width, when};
use super::session::{Action, Run, Shared};
use crate::queue::Millis;
use crate::scene::{Bar, Chart, Mark, MarkKind, Note, Rect, Row, chart};

#[derive(Properties, PartialEq)]
pub struct ChartProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub act: Callback<Action>,
}

#[component]
pub fn LeaseChart(props: &ChartProps) -> Html {
    let frame = use_node_ref();
    let width = use_width(&frame);
    let scene = use_memo((props.run.clone(), width), |(run, width)| {
        width.map(|width| Shared::new(chart(&run.scenario, &run.trace, width)))
    });
    html! {
        <div class="frame" ref={frame}>
            if let Some(scene) = &*scene {
                <Plot scene={scene.clone()} t={props.t} act={props.act.clone()} />
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct PlotProps {
    scene: Shared<Chart>,
    t: Millis,
    act: Callback<Action>,
}

/// The chart with its playhead. A press or a drag anywhere in it seeks.
#[component]
fn Plot(props: &PlotProps) -> Html {
    let axis = props.scene.axis;
    // By reference: an event's current target is the root of the page, where Yew listens.
    let plot = use_node_ref();
    let seek = {
        let plot = plot.clone();
        move |event: &PointerEvent| {
            let x = f64::from(event.client_x()) - plot.cast::<Element>()?.get_bounding_client_rect().left();
            Some(Action::Seek(axis.instant(x)))
        }
    };
    let on_press = {
        let (plot, seek) = (plot.clone(), seek.clone());
        when(&props.act, move |event: PointerEvent| {
            if event.button() != 0 {
                return None;
            }
            // So that a drag goes on when the pointer leaves the chart. Without it, it ends there.
            let _ = plot.cast::<Element>()?.set_pointer_capture(event.pointer_id());
            seek(&event)
        })
    };
    let on_drag = when(&props.act, move |event: PointerEvent| {
        let is_pressed = event.buttons() & 1 == 1;
        is_pressed.then(|| seek(&event)).flatten()
    });
    let x = axis.x(props.t);
    let label = axis.label(Millis(props.t.0 / 1000 * 1000));
    let label_width = 18.0 + 7.0 * f64::from(u32::try_from(label.len()).unwrap_or_default());
    let label_left = (x - label_width / 2.0).clamp(0.0, (props.scene.width - label_width).max(0.0));
    let (top, bottom) = props.scene.body;
    html! {
        <svg
            ref={plot}
            class="plot"
            width={px(props.scene.width)}
            height={px(props.scene.height)}
            role="img"
            aria-label="Lease chart: a band for each lease, a bar for the job inside. The event log tells the same in words."
            onpointerdown={on_press}
            onpointermove={on_drag}
        >
            <Body scene={props.scene.clone()} />
            <g class="playhead">
                <line x1={px(x)} x2={px(x)} y1={px(top - 8.0)} y2={px(bottom)} />
                <rect x={px(label_left)} y="2" width={px(label_width)} height="20" rx="10" />
                <text x={px(label_left + label_width / 2.0)} y="16">{ label }</text>
            </g>
        </svg>
    }
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
    html! {
        <g>
            <defs>
                <pattern id={hatch.clone()} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <rect width="7" height="7" class="hatch-ground" />
                    <line x1="1" x2="1" y1="0" y2="7" class="hatch-line" />
                </pattern>
            </defs>
            <g class="axis">
                { for ticks.iter().map(|tick| html! {
                    <>
                        <line x1={px(tick.x)} x2={px(tick.x)} y1={px(*top)} y2={px(*bottom)} />
                        <text x={px(tick.x)} y={px(bottom + 18.0)}>{ &tick.label }</text>
                    </>
                }) }
            </g>
            { for rows.iter().map(|row| draw_row(row, &hatch)) }
            if *hidden_rows > 0 {
                <text x={px(axis.left)} y={px(bottom - 2.0)} class="row-label">{ format!("and {hidden_rows} more messages") }</text>
            }
            <rect x="0" y={px(*top)} width={px(*width)} height={px(bottom - top)} class="catch" />
        </g>
    }
}

fn draw_row(row: &Row, hatch: &AttrValue) -> Html {
    html! {
        <g class="row" data-message={row.message.to_string()}>
            <text x="4" y={px(row.y + 4.0)} class="row-label">{ &row.label }</text>
            { for row.bars.iter().map(|bar| draw_bar(bar, hatch)) }
            { for row.marks.iter().map(draw_mark) }
            { for row.note.iter().map(draw_note) }
        </g>
    }
}

fn draw_bar(bar: &Bar, hatch: &AttrValue) -> Html {
    let Bar { lease, band, job, spare, overrun, title, note, marks, story } = bar;
    html! {
        <g class="lease" data-lease={lease.to_string()}>
            <title>{ story }</title>
            if let Some(spare) = spare {
                { sharp(*spare, "spare", None) }
            }
            { sharp(*band, "band", None) }
            if let Some(overrun) = overrun {
                { sharp(*overrun, "overrun", Some(format!("url(#{hatch})"))) }
            }
            { sharp(*job, "job", None) }
            if let Some(title) = title {
                <text x={px(band.x + 8.0)} y={px(band.y + 15.0)} class="band-title">{ title }</text>
            }
            { for note.iter().map(draw_note) }
            { for marks.iter().map(draw_mark) }
        </g>
    }
}

fn draw_note(note: &Note) -> Html {
    let Note { x, y, text, trouble } = note;
    html! { <text x={px(*x)} y={px(y + 4.0)} class={classes!("note", trouble.then_some("trouble"))}>{ text }</text> }
}

fn sharp(at: Rect, class: &'static str, fill: Option<String>) -> Html {
    // A lease of no time is still a lease: a hairline.
    let width = at.width.max(1.5);
    html! { <rect x={px(at.x)} y={px(at.y)} width={px(width)} height={px(at.height)} rx="3" {class} {fill} /> }
}

fn draw_mark(mark: &Mark) -> Html {
    let (class, path) = match mark.kind {
        MarkKind::Heartbeat => ("beat", "M-5 -7 h10 l-5 8 z"),
        MarkKind::HeartbeatLost => ("beat lost", "M-5 -7 h10 l-5 8 z M-7 3 l14 -12"),
        MarkKind::Deleted => ("deleted", "M-6 0 l4.5 4.5 l8 -9"),
        MarkKind::DeleteLost => ("delete-lost", "M-4.5 -4.5 l9 9 M4.5 -4.5 l-9 9"),
        MarkKind::Crash => ("crash", "M1 -9 l-6 10 h5 l-2 8 l7 -11 h-5 z"),
        MarkKind::Failure => ("failure", "M-4.5 -4.5 l9 9 M4.5 -4.5 l-9 9"),
        MarkKind::DeadLetter => ("dead", "M-6 -6 h12 v12 h-12 z"),
        MarkKind::Expired => ("expired", "M-6 -6 h12 l-12 12 h12 z"),
    };
    let transform = format!("translate({} {})", px(mark.x), px(mark.y));
    html! { <path class={classes!("mark", class)} d={path} {transform} /> }
}

//! One chart: its drawing with the playhead over it, its legend, its words and its figures.

use std::fmt::Write as _;

use web_sys::{Element as DomElement, HtmlElement, KeyboardEvent, PointerEvent};
use yew::prelude::*;

use super::super::browser::{px, use_uid, use_width};
use super::super::element::{Element, all, path};
use super::super::player::{Move, Run, Shared};
use super::super::session::Action;
use super::figures::Figures;
use crate::queue::Millis;
use crate::scene::{Anchor, Axis, Figure, Form, Graph, Ink, Plot, Point, plot};

#[derive(Properties, PartialEq)]
pub struct GraphProps {
    pub graph: Shared<Graph>,
    /// The run that it is of.
    pub run: Shared<Run>,
    pub t: Millis,
    pub act: Callback<Action>,
}

/// The chart. A pointer over it, or the arrow keys, read other instants than the playhead's; a press, a drag or Enter goes there.
#[component]
pub fn GraphView(props: &GraphProps) -> Html {
    let GraphProps { graph, run, t, act } = props;
    let frame = use_node_ref();
    let width = use_width(&frame);
    let drawn = use_memo((graph.clone(), width), |(graph, width)| width.map(|width| Shared::new(plot(graph, width))));
    let axis = drawn.as_ref().as_ref().map(|plot| plot.axis);
    let (id, told_id) = (use_uid("graph"), use_uid("graph-told"));
    // The instant that is read, where it is another than the playhead's.
    let reading = use_state_eq(|| None::<Millis>);
    let at = reading.unwrap_or(*t).clamp(graph.begin, graph.end);

    let seek = use_callback(act.clone(), |t, act| act.emit(Action::Move(Move::Seek(t))));
    let on_pointer = {
        let (frame, set, seek) = (frame.clone(), reading.setter(), seek.clone());
        Callback::from(move |event: PointerEvent| {
            let (Some(frame), Some(axis)) = (frame.cast::<DomElement>(), axis) else { return };
            let t = axis.instant(f64::from(event.client_x()) - frame.get_bounding_client_rect().left());
            let is_press = event.type_() == "pointerdown";
            if is_press && event.button() == 0 {
                // So that a drag goes on when the pointer leaves the chart. Without it, it ends there.
                let _ = frame.set_pointer_capture(event.pointer_id());
            }
            if event.buttons() & 1 == 1 {
                set.set(None);
                seek.emit(t);
            } else if !is_press && event.pointer_type() == "mouse" {
                set.set(Some(t));
            }
        })
    };
    let on_key = {
        let (graph, set, t) = (graph.clone(), reading.setter(), *t);
        Callback::from(move |event: KeyboardEvent| match on_key(&event, &graph, at, t) {
            Some(Key::Read(to)) => {
                event.prevent_default();
                set.set(Some(to));
            }
            Some(Key::Seek) => {
                event.prevent_default();
                seek.emit(at);
            }
            None => {}
        })
    };
    let on_focus = {
        let (set, reading, t) = (reading.setter(), *reading, *t);
        // From here on a screen reader hears of no instant that was not asked for, however the playhead moves.
        Callback::from(move |_: FocusEvent| set.set(reading.or(Some(t))))
    };
    let [on_leave, on_blur] = [reading.setter(), reading.setter()];
    let now = reading.is_none();
    html! {
        <figure class="graph">
            <figcaption id={id.clone()}>{ graph.title }</figcaption>
            <div
                ref={frame}
                class="frame"
                role="slider"
                tabindex="0"
                aria-labelledby={id}
                aria-describedby={told_id.clone()}
                aria-valuemin="0"
                aria-valuemax={graph.end.0.to_string()}
                aria-valuenow={at.0.to_string()}
                aria-valuetext={graph.reading(&run.trace, at)}
                onpointerdown={on_pointer.clone()}
                onpointermove={on_pointer}
                onpointerleave={move |_| on_leave.set(None)}
                onkeydown={on_key}
                onfocus={on_focus}
                onblur={move |_| on_blur.set(None)}
            >
                if let Some(plot) = &*drawn {
                    <Body plot={plot.clone()} />
                    <Upright class="playhead" axis={plot.axis} t={*t} />
                    if !now {
                        <Upright class="reading" axis={plot.axis} t={at} />
                    }
                }
            </div>
            <Legend graph={graph.clone()} values={graph.values_at(&run.trace, at)} at={tenths(at)} {now} />
            <p class="told" id={told_id}>{ &graph.told }</p>
            <Figures graph={graph.clone()} />
        </figure>
    }
}

/// An instant shown in a legend: to a tenth of a second.
fn tenths(t: Millis) -> Millis {
    Millis(t.0 / 100 * 100)
}

/// What a key does to a chart.
enum Key {
    /// Reads another instant.
    Read(Millis),
    /// Goes to the instant that is read.
    Seek,
}

/// From change to change, to the start, to the end; where `at` is read and the playhead is at `t`. A key with another, or of no use
/// here, does nothing.
fn on_key(event: &KeyboardEvent, graph: &Graph, at: Millis, t: Millis) -> Option<Key> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
        return None;
    }
    let next = |at| graph.series.after(at).unwrap_or(graph.end);
    let previous = |at| graph.series.before(at).unwrap_or(graph.begin);
    Some(Key::Read(match event.key().as_str() {
        "ArrowRight" | "ArrowUp" => next(at),
        "ArrowLeft" | "ArrowDown" => previous(at),
        "PageUp" => (0..10).fold(at, |at, _| next(at)),
        "PageDown" => (0..10).fold(at, |at, _| previous(at)),
        "Home" => graph.begin,
        "End" => graph.end,
        "Escape" => t,
        "Enter" => return Some(Key::Seek),
        _ => return None,
    }))
}

#[derive(Properties, PartialEq)]
struct UprightProps {
    class: &'static str,
    axis: Axis,
    t: Millis,
}

/// A line at an instant: an element of its own over the drawing, so that the browser moves it without painting that again.
#[component]
fn Upright(props: &UprightProps) -> Html {
    let UprightProps { class, axis, t } = *props;
    let line = use_node_ref();
    let moved = line.clone();
    use_effect_with((axis, t), move |&(axis, t)| {
        if let Some(line) = moved.cast::<HtmlElement>() {
            let _ = line.style().set_property("transform", &format!("translateX({}px)", px(axis.x(t))));
        }
    });
    html! { <div {class} ref={line}></div> }
}

#[derive(Properties, PartialEq)]
struct LegendProps {
    graph: Shared<Graph>,
    values: Vec<Option<u32>>,
    /// When the values are these.
    at: Millis,
    /// Whether that is the playhead's instant.
    now: bool,
}

/// What is what, with its values, from the top of a stack to its bottom.
#[component]
fn Legend(props: &LegendProps) -> Html {
    let LegendProps { graph, values, at, now } = props;
    let mut entries: Vec<Html> = graph
        .lines
        .iter()
        .zip(values)
        .map(|(line, value)| {
            html! {
                <li>
                    <svg width="26" height="16" aria-hidden="true">{ swatch(graph.form, line.ink) }</svg>
                    { line.name }
                    <b>{ graph.word(*value) }</b>
                </li>
            }
        })
        .collect();
    if graph.form == Form::Stack {
        entries.reverse();
    }
    let when = if *now { "now, at" } else { "at" };
    html! {
        <ul class="legend">
            <li class={if *now { "when" } else { "when reading" }}>{ format!("{when} {}:", graph.clock(*at)) }</li>
            { all(entries) }
        </ul>
    }
}

/// A piece of the drawing, as it looks there: the edge has its dashes.
fn swatch(form: Form, ink: Ink) -> Html {
    let points = |y: f64| vec![Point { x: 1.0, y }, Point { x: 25.0, y }];
    let edge = if form == Form::Steps { 8.0 } else { 3.0 };
    let mut parts = Vec::new();
    if form != Form::Steps {
        let below = vec![Point { x: 25.0, y: 15.0 }, Point { x: 1.0, y: 15.0 }];
        parts.push(path(area_class(ink), outline(&[[points(3.0), below].concat()])));
    }
    parts.push(path(line_class(ink), outline(&[points(edge)])));
    all(parts)
}

#[derive(Properties, PartialEq)]
struct BodyProps {
    plot: Shared<Plot>,
}

/// Everything but the playhead: drawn once a run and width.
#[component]
fn Body(props: &BodyProps) -> Html {
    let Plot { width, height, figures, .. } = &*props.plot;
    html! {
        <svg width={px(*width)} height={px(*height)} aria-hidden="true">{ all(figures.iter().map(draw).collect()) }</svg>
    }
}

fn draw(figure: &Figure) -> Html {
    match figure {
        Figure::Area(ink, points) => path(area_class(*ink), outline(std::slice::from_ref(points))),
        Figure::Lines(ink, lines) => path(line_class(*ink), outline(lines)),
        Figure::Label(at, anchor, label) => draw_text("", *at, *anchor, label),
        Figure::Name(ink, at, anchor, name) => draw_text(name_class(*ink), *at, *anchor, name),
    }
}

fn draw_text(class: &'static str, at: Point, anchor: Anchor, words: &str) -> Html {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let values = vec![class.into(), anchor.into(), px(at.x), px(at.y)];
    Element::new("text", &["class", "text-anchor", "x", "y"], values).saying(words.to_owned())
}

/// Lines from point to point, to a tenth of a pixel.
fn outline(lines: &[Vec<Point>]) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "lengths on a screen")]
    fn tenths(length: f64) -> i64 {
        (length * 10.0).round() as i64
    }
    let mut outline = String::with_capacity(lines.iter().map(|line| line.len() * 12).sum());
    for line in lines {
        for (nth, point) in line.iter().enumerate() {
            let (x, y) = (tenths(point.x), tenths(point.y));
            let letter = if nth == 0 { 'M' } else { 'L' };
            write!(outline, "{letter}{}.{} {}.{}", x / 10, x % 10, y / 10, y % 10)
                .expect("a text takes what is written");
        }
    }
    outline
}

const fn area_class(ink: Ink) -> &'static str {
    match ink {
        Ink::Delayed => "area delayed",
        Ink::Visible => "area visible",
        Ink::InFlight => "area in-flight",
        Ink::Deleted => "area deleted",
        Ink::DeadLetters => "area dead",
        Ink::Lost => "area lost",
        Ink::Age => "area age",
        Ink::Grid | Ink::Deliveries | Ink::Jobs | Ink::Effects => "area",
    }
}

const fn line_class(ink: Ink) -> &'static str {
    match ink {
        Ink::Grid => "grid",
        Ink::Delayed => "edge delayed",
        Ink::Visible => "edge visible",
        Ink::InFlight => "edge in-flight",
        Ink::Deleted => "edge deleted",
        Ink::DeadLetters => "edge dead",
        Ink::Lost => "edge lost",
        Ink::Deliveries => "edge deliveries",
        Ink::Jobs => "edge jobs",
        Ink::Effects => "edge effects",
        Ink::Age => "edge age",
    }
}

const fn name_class(ink: Ink) -> &'static str {
    match ink {
        Ink::Deliveries => "name deliveries",
        Ink::Effects => "name effects",
        Ink::Jobs => "name jobs",
        _ => "name",
    }
}

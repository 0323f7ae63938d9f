//! One chart: its drawing with the playhead over it, its legend, its words and its figures.

use std::cell::Cell;
use std::fmt::Write as _;
use std::rc::Rc;

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
    /// Its line, which others move.
    pub playhead: Rc<Playhead>,
    /// The run that it is of.
    pub run: Shared<Run>,
    /// The instant whose numbers are shown.
    pub t: Millis,
    pub act: Callback<Action>,
}

/// The chart. A pointer over it, or the arrow keys, read other instants than the playhead's; a press, a drag or Enter goes there.
#[component]
pub fn GraphView(props: &GraphProps) -> Html {
    let GraphProps { graph, playhead, run, t, .. } = props;
    let frame = use_node_ref();
    let width = use_width(&frame);
    let drawn = use_memo((graph.clone(), width), |(graph, width)| width.map(|width| Shared::new(plot(graph, width))));
    let axis = drawn.as_ref().as_ref().map(|plot| plot.axis);
    let (id, told_id) = (use_uid("graph"), use_uid("graph-told"));
    {
        let playhead = playhead.clone();
        use_effect_with(axis, move |&axis| playhead.follow(axis));
    }
    // The instant that is read, where it is another than the playhead's.
    let reading = use_state_eq(|| None::<Millis>);
    let at = reading.unwrap_or(*t).clamp(graph.begin, graph.end);
    let on_pointer = on_pointer(props, &frame, axis, &reading);
    let on_focus = {
        let (set, reading, t) = (reading.setter(), *reading, *t);
        // From here on a screen reader hears of no instant that was not asked for, however the playhead moves.
        Callback::from(move |_: FocusEvent| set.set(reading.or(Some(t))))
    };
    let [on_leave, on_blur] = [reading.setter(), reading.setter()];
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
                aria-valuemin={graph.begin.0.to_string()}
                aria-valuemax={graph.end.0.to_string()}
                aria-valuenow={at.0.to_string()}
                aria-valuetext={graph.reading(&run.trace, at)}
                onpointerdown={on_pointer.clone()}
                onpointermove={on_pointer}
                onpointerleave={move |_| on_leave.set(None)}
                onkeydown={on_key(props, at, &reading)}
                onfocus={on_focus}
                onblur={move |_| on_blur.set(None)}
            >
                if let Some(plot) = &*drawn {
                    <Body plot={plot.clone()} />
                    <div class="playhead" ref={playhead.line.clone()}></div>
                    if reading.is_some() {
                        <Reading {axis} t={at} />
                    }
                }
            </div>
            <Legend graph={graph.clone()} values={graph.values_at(&run.trace, at)} at={tenths(at)} now={reading.is_none()} />
            <p class="told" id={told_id}>{ &graph.told }</p>
            <Figures graph={graph.clone()} />
        </figure>
    }
}

type Read = UseStateHandle<Option<Millis>>;

/// A mouse over the chart reads; a press or a drag goes there.
fn on_pointer(props: &GraphProps, frame: &NodeRef, axis: Option<Axis>, reading: &Read) -> Callback<PointerEvent> {
    let (frame, set, act) = (frame.clone(), reading.setter(), props.act.clone());
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
            act.emit(Action::Move(Move::Seek(t)));
        } else if !is_press && event.pointer_type() == "mouse" {
            set.set(Some(t));
        }
    })
}

/// Keys read from change to change, and Enter goes to the instant that is read.
fn on_key(props: &GraphProps, at: Millis, reading: &Read) -> Callback<KeyboardEvent> {
    let (graph, set, act, t) = (props.graph.clone(), reading.setter(), props.act.clone(), props.t);
    Callback::from(move |event: KeyboardEvent| {
        match Key::of(&event, &graph, at, t) {
            Some(Key::Read(to)) => set.set(Some(to)),
            Some(Key::Seek) => act.emit(Action::Move(Move::Seek(at))),
            None => return,
        }
        event.prevent_default();
    })
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

impl Key {
    /// From change to change, to the start, to the end; where `at` is read and the playhead is at `t`. A key with another, or of no
    /// use here, does nothing.
    fn of(event: &KeyboardEvent, graph: &Graph, at: Millis, t: Millis) -> Option<Self> {
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
            return None;
        }
        let next = |at| graph.series.after(at).unwrap_or(graph.end);
        let previous = |at| graph.series.before(at).unwrap_or(graph.begin);
        Some(Self::Read(match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => next(at),
            "ArrowLeft" | "ArrowDown" => previous(at),
            "PageUp" => (0..10).fold(at, |at, _| next(at)),
            "PageDown" => (0..10).fold(at, |at, _| previous(at)),
            "Home" => graph.begin,
            "End" => graph.end,
            "Escape" => t,
            "Enter" => return Some(Self::Seek),
            _ => return None,
        }))
    }
}

/// The playhead's line over a chart: an element of its own, which is moved once a frame without anything being drawn.
#[derive(Default)]
pub struct Playhead {
    line: NodeRef,
    /// That of the chart as it is drawn now.
    axis: Cell<Option<Axis>>,
    t: Cell<Millis>,
}

/// Two are never equal but to themselves.
impl PartialEq for Playhead {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Playhead {
    /// Moves it to an instant.
    pub fn go(&self, t: Millis) {
        self.t.set(t);
        self.follow(self.axis.get());
    }

    /// Puts it to where its instant is on the axis of a chart that was drawn anew.
    fn follow(&self, axis: Option<Axis>) {
        self.axis.set(axis);
        move_to(&self.line, axis, self.t.get());
    }
}

/// Moves a line that stands upright in a chart to an instant.
fn move_to(line: &NodeRef, axis: Option<Axis>, t: Millis) {
    if let (Some(line), Some(axis)) = (line.cast::<HtmlElement>(), axis) {
        let _ = line.style().set_property("transform", &format!("translateX({}px)", px(axis.x(t))));
    }
}

#[derive(Properties, PartialEq)]
struct ReadingProps {
    axis: Option<Axis>,
    t: Millis,
}

/// The line at the instant that is read.
#[component]
fn Reading(props: &ReadingProps) -> Html {
    let line = use_node_ref();
    let moved = line.clone();
    use_effect_with((props.axis, props.t), move |&(axis, t)| move_to(&moved, axis, t));
    html! { <div class="reading" ref={line}></div> }
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

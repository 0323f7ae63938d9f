//! Draws the stage.

use yew::prelude::*;

use super::browser::{px, use_width};
use super::element::{Element, all, circle, group, path, place, rect, text};
use super::player::{Run, Shared};
use crate::queue::Millis;
use crate::scene::{Card, CardState, Link, Rect, Shape, Stage, Station, StationKind, Token, stage};

#[derive(Properties, PartialEq)]
pub struct StageProps {
    pub run: Shared<Run>,
    pub t: Millis,
    /// For how long a token is on its way, in time of the run.
    pub travel: Millis,
    pub playing: bool,
}

#[component]
pub fn StageView(props: &StageProps) -> Html {
    let frame = use_node_ref();
    let width = use_width(&frame);
    let scene = width.map(|width| {
        let Run { scenario, trace, .. } = &*props.run;
        stage(scenario, trace, props.t, props.travel, width)
    });
    // While it plays, a sentence a frame would drown the listener; standing still, it is the picture in words.
    let told = scene.as_ref().filter(|_| !props.playing).map(|scene| scene.description.clone());
    html! {
        <section class="card stage" aria-label="Stage">
            <div class="frame" ref={frame}>{ scene.as_ref().map(draw).unwrap_or_default() }</div>
            <p class="unseen" aria-live="polite">{ told }</p>
        </section>
    }
}

fn draw(scene: &Stage) -> Html {
    let names = &["width", "height", "role", "aria-label"];
    let values = vec![px(scene.width), px(scene.height), "img".into(), scene.description.clone().into()];
    Element::new("svg", names, values).holding(vec![
        all(scene.stations.iter().map(station).collect()),
        all(scene.links.iter().map(link).collect()),
        all(scene.cards.iter().map(card).collect()),
        all(scene.tokens.iter().map(token).collect()),
    ])
}

/// A station's name in the style sheet.
pub(super) fn station_class(kind: StationKind) -> &'static str {
    match kind {
        StationKind::Delayed => "delayed",
        StationKind::Visible => "visible",
        StationKind::InFlight => "in-flight",
        StationKind::Deleted => "deleted",
        StationKind::DeadLetters => "dead",
        StationKind::Effects => "effects",
    }
}

pub(super) fn station(station: &Station) -> Html {
    let Station { kind, at, title, count, note, absent, trouble } = station;
    let kind = station_class(*kind);
    let absent = if *absent { " absent" } else { "" };
    let trouble = if *trouble { " trouble" } else { "" };
    let class = format!("station {kind}{absent}{trouble}");
    let count = AttrValue::from(count.to_string());
    let frame = Rect { x: at.x + 0.5, y: at.y + 0.5, width: at.width - 1.0, height: at.height - 1.0 };
    let parts = vec![
        rect("box", frame, "10"),
        text("title", at.x + 14.0, at.y + 25.0, *title),
        text("count", at.right() - 14.0, at.y + 26.0, count.clone()),
        text("note", at.x + 14.0, at.y + 43.0, note.clone()),
    ];
    Element::new("g", &["class", "data-count"], vec![class.into(), count]).holding(parts)
}

/// An arrow between two stations, with its word beside it.
pub(super) fn link(link: &Link) -> Html {
    let Link { from, to, label } = link;
    let is_level = (from.y - to.y).abs() < 1.0;
    let (x, y) = (f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
    let (dx, dy) = if is_level { ((to.x - from.x).signum(), 0.0) } else { (0.0, (to.y - from.y).signum()) };
    // It begins 5 px after one station and ends 5 px before the other; its head is 6 px long.
    let point = |letter, x: f64, y: f64, along: f64, aside: f64| {
        format!("{letter}{} {} ", px(x + along * dx + aside * dy), px(y + along * dy + aside * dx))
    };
    let outline = [
        point('M', from.x, from.y, 5.0, 0.0),
        point('L', to.x, to.y, -5.0, 0.0),
        point('M', to.x, to.y, -11.0, 4.0),
        point('L', to.x, to.y, -5.0, 0.0),
        point('L', to.x, to.y, -11.0, -4.0),
    ];
    let word = if is_level { text("across", x, y - 7.0, *label) } else { text("", x + 9.0, y + 4.0, *label) };
    group("link", vec![path("", outline.concat()), word])
}

/// A worker's state in the style sheet.
pub(super) fn state_class(state: CardState) -> &'static str {
    match state {
        CardState::Idle => "idle",
        CardState::Working => "working",
        CardState::Overrun => "overrun",
        CardState::Done => "done",
        CardState::DoneBadly => "done-badly",
        CardState::Down => "down",
    }
}

pub(super) fn card(card: &Card) -> Html {
    let Card { worker, at, title, state, note, progress } = card;
    let state = state_class(*state);
    let bar = Rect { x: at.x + 14.0, y: at.y + 32.0, width: at.width - 14.0 - 76.0, height: 7.0 };
    let done = |progress| rect("progress", Rect { width: bar.width * progress, ..bar }, "3.5");
    let parts = vec![
        rect("box", *at, "8"),
        text("title", at.x + 14.0, at.y + 22.0, title.clone()),
        rect("track", bar, "3.5"),
        progress.map(done).unwrap_or_default(),
        text("note", at.x + 14.0, at.y + 56.0, note.clone()),
    ];
    let (class, number) = (format!("worker {state}"), (worker + 1).to_string());
    Element::new("g", &["class", "data-worker"], vec![class.into(), number.into()]).holding(parts)
}

fn token(token: &Token) -> Html {
    let Token { message, label, at, shape, travels } = token;
    let (shape, mut parts) = outline(*shape);
    if shape != "tick" {
        parts.push(text("", 0.0, 4.0, label.clone()));
    }
    let class = format!("token {shape}{}", if *travels { " travels" } else { "" });
    let at = place(at.x, at.y);
    // A message may have its token and several ghosts.
    let key = if token.is_ghost() { format!("{message} {at}") } else { message.to_string() };
    let values = vec![class.into(), at, label.clone().into()];
    Element::new("g", &["class", "transform", "data-message"], values).known_as(key).holding(parts)
}

/// What a token looks like: its name in the style sheet, and its parts.
pub(super) fn outline(shape: Shape) -> (&'static str, Vec<Html>) {
    match shape {
        Shape::Disc => ("disc", vec![circle("fill", "13")]),
        Shape::Ring(left) => ("ring", vec![circle("track", "20"), time_left(left), circle("fill", "14")]),
        Shape::Tick => ("tick", vec![circle("fill", "13"), path("mark", "M-6 0 l4.5 4.5 l7.5 -8.5")]),
        Shape::Square => ("square", vec![rect("fill", Rect { x: -12.0, y: -12.0, width: 24.0, height: 24.0 }, "3")]),
        Shape::HalfDisc => ("half", vec![circle("empty", "13"), path("fill", "M0 -13 a13 13 0 0 0 0 26 z")]),
        Shape::Ghost => ("ghost", vec![circle("outline", "15")]),
    }
}

/// As much of a ring as the lease has left, from the top clockwise.
fn time_left(left: f64) -> Html {
    let dashes = format!("{} 100", px(left * 100.0));
    let names = &["class", "r", "pathLength", "stroke-dasharray", "transform"];
    let values = vec!["left".into(), "20".into(), "100".into(), dashes.into(), "rotate(-90)".into()];
    Element::new("circle", names, values).done()
}

//! Draws the stage.

use yew::prelude::*;

use super::browser::{px, use_width};
use super::session::{Run, Shared};
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
            <div class="frame" ref={frame}>
                if let Some(scene) = &scene {
                    { draw(scene) }
                }
            </div>
            <p class="unseen" aria-live="polite">{ told }</p>
        </section>
    }
}

fn draw(scene: &Stage) -> Html {
    html! {
        <svg width={px(scene.width)} height={px(scene.height)} role="img" aria-label={scene.description.clone()}>
            { for scene.stations.iter().map(station) }
            { for scene.links.iter().map(link) }
            { for scene.cards.iter().map(card) }
            if scene.hidden_workers > 0 {
                { hidden_workers(scene) }
            }
            { for scene.tokens.iter().map(token) }
        </svg>
    }
}

fn rect(at: Rect, class: &'static str, radius: &'static str) -> Html {
    html! { <rect x={px(at.x)} y={px(at.y)} width={px(at.width)} height={px(at.height)} rx={radius} {class} /> }
}

fn text(x: f64, y: f64, class: &'static str, text: &str) -> Html {
    html! { <text x={px(x)} y={px(y)} {class}>{ text }</text> }
}

fn station(station: &Station) -> Html {
    let Station { kind, at, title, count, note, more, absent, trouble } = station;
    let class = match kind {
        StationKind::Delayed => "delayed",
        StationKind::Visible => "visible",
        StationKind::InFlight => "in-flight",
        StationKind::Deleted => "deleted",
        StationKind::DeadLetters => "dead",
        StationKind::Effects => "effects",
    };
    html! {
        <g class={classes!("station", class, absent.then_some("absent"), trouble.then_some("trouble"))} data-count={count.to_string()}>
            { rect(Rect { x: at.x + 0.5, y: at.y + 0.5, width: at.width - 1.0, height: at.height - 1.0 }, "box", "10") }
            { text(at.x + 14.0, at.y + 25.0, "title", title) }
            { text(at.right() - 14.0, at.y + 26.0, "count", &count.to_string()) }
            { text(at.x + 14.0, at.y + 43.0, "note", note) }
            if *more > 0 {
                { text(at.right() - 14.0, at.bottom() - 10.0, "more-tokens", &format!("+{more}")) }
            }
        </g>
    }
}

/// An arrow between two stations, with its word beside it.
fn link(link: &Link) -> Html {
    let Link { from, to, label } = link;
    let is_level = (from.y - to.y).abs() < 1.0;
    let (x, y) = (f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
    // The head is 6 px long and ends 5 px before the station.
    let (dx, dy) = if is_level { ((to.x - from.x).signum(), 0.0) } else { (0.0, (to.y - from.y).signum()) };
    let (tip_x, tip_y) = (to.x - 5.0 * dx, to.y - 5.0 * dy);
    let point = |along: f64, aside: f64| {
        format!("{} {}", px(tip_x - along * dx + aside * dy), px(tip_y - along * dy + aside * dx))
    };
    let path = format!(
        "M{} {} L{} {} M{} L{} {} L{}",
        px(from.x + 5.0 * dx),
        px(from.y + 5.0 * dy),
        px(tip_x),
        px(tip_y),
        point(6.0, 4.0),
        px(tip_x),
        px(tip_y),
        point(6.0, -4.0)
    );
    html! {
        <g class="link">
            <path d={path} />
            if is_level {
                <text x={px(x)} y={px(y - 7.0)} class="across">{ label }</text>
            } else {
                <text x={px(x + 9.0)} y={px(y + 4.0)}>{ label }</text>
            }
        </g>
    }
}

fn card(card: &Card) -> Html {
    let Card { worker, at, title, state, note, progress } = card;
    let class = match state {
        CardState::Idle => "idle",
        CardState::Working => "working",
        CardState::Overrun => "overrun",
        CardState::Done => "done",
        CardState::DoneBadly => "done-badly",
        CardState::Down => "down",
    };
    let bar = Rect { x: at.x + 14.0, y: at.y + 32.0, width: at.width - 14.0 - 76.0, height: 7.0 };
    let done = progress.map(|progress| Rect { width: bar.width * progress, ..bar });
    html! {
        <g class={classes!("worker", class)} data-worker={(worker + 1).to_string()}>
            { rect(*at, "box", "8") }
            { text(at.x + 14.0, at.y + 22.0, "title", title) }
            { rect(bar, "track", "3.5") }
            if let Some(done) = done {
                { rect(done, "progress", "3.5") }
            }
            { text(at.x + 14.0, at.y + 56.0, "note", note) }
        </g>
    }
}

fn hidden_workers(scene: &Stage) -> Html {
    let in_flight = scene.stations.iter().find(|station| station.kind == StationKind::InFlight);
    in_flight.map_or_else(Html::default, |station| {
        let note = format!("and {} more workers", scene.hidden_workers);
        text(station.at.x + 14.0, station.at.bottom() - 10.0, "note", &note)
    })
}

fn token(token: &Token) -> Html {
    let Token { message, label, at, shape, travels } = token;
    let (class, body) = match shape {
        Shape::Disc => ("disc", html! { <circle r="13" class="fill" /> }),
        Shape::Ring(left) => ("ring", ring(*left)),
        Shape::Tick => {
            ("tick", html! { <><circle r="13" class="fill" /><path d="M-6 0 l4.5 4.5 l7.5 -8.5" class="mark" /></> })
        }
        Shape::Square => ("square", html! { <rect x="-12" y="-12" width="24" height="24" rx="3" class="fill" /> }),
        Shape::HalfDisc => {
            ("half", html! { <><circle r="13" class="empty" /><path d="M0 -13 a13 13 0 0 0 0 26 z" class="fill" /></> })
        }
        Shape::Ghost => ("ghost", html! { <circle r="15" class="outline" /> }),
    };
    let ghost = matches!(shape, Shape::Ghost);
    let key = format!("{message}{}", if ghost { "-ghost" } else { "" });
    html! {
        <g
            {key}
            class={classes!("token", class, travels.then_some("travels"))}
            transform={format!("translate({} {})", px(at.x), px(at.y))}
            data-message={label.clone()}
        >
            { body }
            if !matches!(shape, Shape::Tick) {
                <text y="4">{ label }</text>
            }
        </g>
    }
}

/// A disc in a ring, of which as much is drawn as the lease has left, from the top clockwise.
fn ring(left: f64) -> Html {
    let dashes = format!("{} 100", px(left * 100.0));
    html! {
        <>
            <circle r="20" class="track" />
            <circle r="20" class="left" pathLength="100" stroke-dasharray={dashes} transform="rotate(-90)" />
            <circle r="14" class="fill" />
        </>
    }
}

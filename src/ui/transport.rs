//! Play, pause, step, scrub, speed.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::element::{button, icon};
use super::player::{Move, Player, SPEEDS};
use super::range::Range;
use crate::queue::Millis;
use crate::sim::{Trace, span};

const TO_START: &str = "M4 4 v12 M16 4 l-9 6 l9 6 z";
const BACK: &str = "M14 4 l-9 6 l9 6 z";
const PLAY: &str = "M6 3 l11 7 l-11 7 z";
const PAUSE: &str = "M5 3 h3.5 v14 h-3.5 z M11.5 3 h3.5 v14 h-3.5 z";
const FORWARD: &str = "M6 4 l9 6 l-9 6 z";
const TO_END: &str = "M16 4 v12 M4 4 l9 6 l-9 6 z";

pub fn transport(player: &Player, act: &Callback<Move>) -> Html {
    let (t, Trace { begin, end, .. }) = (player.playhead, &player.run.trace);
    let (begin, end, length) = (*begin, *end, player.run.trace.length());
    let button = |label: &'static str, class: &'static str, outline: &'static str, a_move: Move| {
        button(class, label, act, a_move).holding(vec![icon("icon-both", outline)])
    };
    let (play_label, play_icon) = match (player.playing, player.is_at_end()) {
        (true, _) => ("Pause", PAUSE),
        (false, false) => ("Play", PLAY),
        (false, true) => ("Play again", PLAY),
    };
    let on_speed = act.reform(|event: Event| {
        let chooser: HtmlSelectElement = event.target_unchecked_into();
        Move::Speed(chooser.value().parse().ok())
    });
    let speed = |speed: Option<u64>, name: String| {
        let value = speed.map(|speed| speed.to_string()).unwrap_or_default();
        html! { <option {value} selected={player.chosen_speed == speed}>{ name }</option> }
    };
    let speeds = SPEEDS.iter().map(|&fixed| speed(Some(fixed), format!("{fixed}×")));
    html! {
        <div class="transport" role="group" aria-label="Playback">
            <div class="buttons">
                { button("To the start", "button", TO_START, Move::Seek(begin)) }
                { button("Previous event", "button", BACK, Move::StepBack) }
                { button(play_label, "button play", play_icon, Move::TogglePlay) }
                { button("Next event", "button", FORWARD, Move::StepForward) }
                { button("To the end", "button", TO_END, Move::Seek(end)) }
            </div>
            <Range
                class="scrub"
                label="Time"
                last={length.0}
                step={scrub_step(length)}
                position={t.since(begin).0}
                spoken={span::spoken(Millis(t.0 / 100 * 100))}
                on_slide={act.reform(move |position| Move::Seek(begin + Millis(position)))}
            />
            <output class="time">{ time(t, end) }</output>
            <label class="speed">
                <span>{ "Speed" }</span>
                <select onchange={on_speed}>
                    { speed(None, format!("auto ({}×)", player.speed())) }
                    { speeds.collect::<Vec<_>>() }
                </select>
            </label>
        </div>
    }
}

/// A round step of which there are some hundreds in the run, in milliseconds: arrow keys move by it, and a drag can hit whole
/// seconds.
fn scrub_step(length: Millis) -> u64 {
    let steps = [1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000];
    steps.into_iter().rev().find(|step| length.0 / step >= 400).unwrap_or(1)
}

/// The instant to a tenth of a second in a run of minutes, to a second in a longer one.
fn time(t: Millis, end: Millis) -> String {
    if end < Millis::from_secs(600) {
        let tenths = t.0 / 100;
        format!("{}.{} s", tenths / 10, tenths % 10)
    } else {
        span::exact(Millis::from_secs(t.whole_secs()))
    }
}

//! Play, pause, step, scrub, speed.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::browser::use_fill;
use super::session::{Action, SPEEDS};
use crate::queue::Millis;
use crate::sim::span;

#[derive(Properties, PartialEq)]
pub struct TransportProps {
    pub t: Millis,
    pub end: Millis,
    pub playing: bool,
    pub at_end: bool,
    pub speed: u64,
    pub chosen_speed: Option<u64>,
    pub act: Callback<Action>,
}

const TO_START: &str = "M4 4 v12 M16 4 l-9 6 l9 6 z";
const BACK: &str = "M14 4 l-9 6 l9 6 z";
const PLAY: &str = "M6 3 l11 7 l-11 7 z";
const PAUSE: &str = "M5 3 h3.5 v14 h-3.5 z M11.5 3 h3.5 v14 h-3.5 z";
const FORWARD: &str = "M6 4 l9 6 l-9 6 z";
const TO_END: &str = "M16 4 v12 M4 4 l9 6 l-9 6 z";

#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let button = |label: &'static str, class: &'static str, icon: &'static str, action: Action| {
        let onclick = props.act.reform(move |_: MouseEvent| action.clone());
        html! {
            <button class={classes!("button", class)} {onclick} aria-label={label} title={label}>
                <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d={icon} class="icon-both" /></svg>
            </button>
        }
    };
    let (play_label, play_icon) = match (props.playing, props.at_end) {
        (true, _) => ("Pause", PAUSE),
        (false, false) => ("Play", PLAY),
        (false, true) => ("Play again", PLAY),
    };
    let on_scrub = props.act.reform(|event: InputEvent| {
        let slider: HtmlInputElement = event.target_unchecked_into();
        Action::Seek(Millis(slider.value().parse().unwrap_or_default()))
    });
    let on_speed = props.act.reform(|event: Event| {
        let chooser: HtmlSelectElement = event.target_unchecked_into();
        Action::Speed(chooser.value().parse().ok())
    });
    let scrub = use_node_ref();
    use_fill(&scrub, props.t.0, props.end.0);
    html! {
        <div class="transport" role="group" aria-label="Playback">
            <div class="buttons">
                { button("To the start", "", TO_START, Action::Seek(Millis::ZERO)) }
                { button("Previous event", "", BACK, Action::StepBack) }
                { button(play_label, "play", play_icon, Action::TogglePlay) }
                { button("Next event", "", FORWARD, Action::StepForward) }
                { button("To the end", "", TO_END, Action::Seek(props.end)) }
            </div>
            <input
                ref={scrub}
                type="range"
                class="scrub"
                aria-label="Time"
                min="0"
                max={props.end.0.to_string()}
                step={scrub_step(props.end).to_string()}
                value={props.t.0.to_string()}
                aria-valuetext={span::spoken(Millis(props.t.0 / 100 * 100))}
                oninput={on_scrub}
            />
            <output class="time">{ time(props.t, props.end) }</output>
            <label class="speed">
                <span>{ "Speed" }</span>
                <select onchange={on_speed}>
                    <option value="" selected={props.chosen_speed.is_none()}>{ format!("auto ({}×)", props.speed) }</option>
                    { for SPEEDS.iter().map(|&speed| html! {
                        <option value={speed.to_string()} selected={props.chosen_speed == Some(speed)}>
                            { format!("{speed}×") }
                        </option>
                    }) }
                </select>
            </label>
        </div>
    }
}

/// A round step of which there are some hundreds in the run, in milliseconds: arrow keys move by it, and a drag can hit whole
/// seconds.
fn scrub_step(end: Millis) -> u64 {
    let steps = [1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000];
    steps.into_iter().rev().find(|step| end.0 / step >= 400).unwrap_or(1)
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

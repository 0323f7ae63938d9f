//! The stage of the whole page: any number of messages and workers, and its messages can be picked out, by mouse and by keyboard.

use wasm_bindgen::JsCast;
use web_sys::{Element as Node, Event, KeyboardEvent};
use yew::prelude::*;

use super::super::browser::{px, use_uid, use_width};
use super::super::element::{Element, On, all, group};
use super::super::player::{Run, Shared};
use super::super::session::Action;
use super::super::stage::{card, station};
use super::narrator::Narrator;
use super::spots::{Spot, spots};
use super::throng::{cell, crew, flow, gate};
use crate::queue::Millis;
use crate::scene::Card;
use crate::scene::crowd::{Crew, Crowd, Instant, Picked, crowd};
use crate::sim::MessageIx;

#[derive(Properties, PartialEq)]
pub struct StageProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub selected: Option<MessageIx>,
    pub following: bool,
    /// For how long a token is on its way, in time of the run.
    pub travel: Millis,
    pub playing: bool,
    pub act: Callback<Action>,
}

/// The stage.
#[component]
pub fn StagePanel(props: &StageProps) -> Html {
    let StageProps { run, t, selected, following, travel, playing, act } = props;
    let frame = use_node_ref();
    let width = use_width(&frame);
    let uid = use_uid("stage");
    // Which of the spots the keyboard is on, by its name.
    let on = use_state_eq(String::new);
    let scene = width.map(|width| {
        let now = Instant { scenario: &run.scenario, trace: &run.trace, index: run.index(), t: *t };
        crowd(now, *travel, width, Picked { message: *selected, following: *following })
    });
    let drawn = scene.as_ref().map(|scene| {
        let spots = spots(scene, &run.trace, *selected, &run.scenario);
        let list = messages(spots, &uid, &on, *selected, act);
        draw(scene, *playing, list)
    });
    let at_rest = scene.filter(|_| !playing).map(|scene| AttrValue::from(scene.stage.description));
    html! {
        <section class="card stage" aria-label="Stage">
            <div class="frame" ref={frame}>{ drawn.unwrap_or_default() }</div>
            <Narrator {run} t={*t} playing={*playing} {at_rest} />
        </section>
    }
}

fn draw(scene: &Crowd, playing: bool, messages: Html) -> Html {
    let Crowd { stage, crew: drawn_as, lanes, flows, .. } = scene;
    // A name that changes with each frame would be told with each frame.
    let name = if playing {
        "The run at the playhead. Paused, it is told in words.".into()
    } else {
        stage.description.clone()
    };
    let (size, drawn): (_, fn(&Card) -> Html) =
        if *drawn_as == Crew::Cells { ("cells", cell) } else { ("cards", card) };
    let ways = stage.links.iter().zip(flows).map(|(link, &count)| flow(link, count)).collect();
    let names = &["width", "height", "role", "aria-label"];
    Element::new("svg", names, vec![px(stage.width), px(stage.height), "group".into(), name.into()]).holding(vec![
        Element::new("g", &["aria-hidden"], vec!["true".into()]).holding(vec![
            all(stage.stations.iter().map(station).collect()),
            all(ways),
            all(lanes.iter().map(gate).collect()),
            group(size, stage.cards.iter().map(drawn).collect()),
            crew(drawn_as, stage.cards.is_empty()),
        ]),
        messages,
    ])
}

/// The messages as a list to choose from: one stop of the Tab key, with arrows from one to the next. The list keeps the focus, so
/// that it is not lost when a token leaves.
fn messages(
    spots: Vec<Spot>,
    uid: &AttrValue,
    on: &UseStateHandle<String>,
    selected: Option<MessageIx>,
    act: &Callback<Action>,
) -> Html {
    let is_on = |spot: &&Spot| spot.key == **on;
    let active = spots.iter().find(is_on).or_else(|| spots.iter().find(|spot| spot.selected)).or(spots.first());
    let key = active.map(|spot| spot.key.clone()).unwrap_or_default();
    let names = &["class", "role", "aria-label", "tabindex", "aria-activedescendant"];
    let active_id = if key.is_empty() { AttrValue::default() } else { id_of(uid, &key) };
    let values = vec!["spots".into(), "listbox".into(), "Messages on the stage".into(), "0".into(), active_id];
    let on_key = {
        let places: Vec<(String, MessageIx)> = spots.iter().map(|spot| (spot.key.clone(), spot.message)).collect();
        let (set, act, key) = (on.setter(), act.clone(), key.clone());
        move |event: Event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
            let at = places.iter().position(|(place, _)| *place == key).unwrap_or_default();
            let next = match event.key().as_str() {
                "ArrowRight" | "ArrowDown" => (at + 1).min(places.len().saturating_sub(1)),
                "ArrowLeft" | "ArrowUp" => at.saturating_sub(1),
                "Home" => 0,
                "End" => places.len().saturating_sub(1),
                "Enter" | " " => {
                    event.prevent_default();
                    if let Some(&(_, message)) = places.get(at) {
                        act.emit(Action::Select((selected != Some(message)).then_some(message)));
                    }
                    return;
                }
                "Escape" if selected.is_some() => {
                    event.prevent_default();
                    return act.emit(Action::Select(None));
                }
                _ => return,
            };
            event.prevent_default();
            if let Some((place, _)) = places.get(next) {
                set.set(place.clone());
            }
        }
    };
    let on_click = {
        let (set, act) = (on.setter(), act.clone());
        move |event: Event| {
            let spot = event.target().and_then(|target| target.dyn_into::<Node>().ok());
            let spot = spot.and_then(|target| target.closest("[data-pick]").ok().flatten());
            let Some(spot) = spot else { return };
            let message = spot.get_attribute("data-pick").and_then(|pick| pick.parse().ok());
            set.set(spot.get_attribute("data-key").unwrap_or_default());
            act.emit(Action::Select(message.filter(|_| selected != message)));
        }
    };
    let option = |spot: Spot| {
        let (id, is_active) = (id_of(uid, &spot.key), spot.key == key);
        spot.draw(id, is_active)
    };
    let options = spots.into_iter().map(option).collect();
    Element::new("g", names, values).on(On::KeyDown, on_key).on(On::Click, on_click).holding(options)
}

fn id_of(uid: &AttrValue, key: &str) -> AttrValue {
    format!("{uid}-{key}").into()
}

//! The settings for everyone: three sliders.

use yew::prelude::*;

use super::settings::{MAIN, Setting};
use super::slider::Slider;
use super::verdict::glued;
use crate::sim::{Change, Scenario};

/// The three sliders, under what the scenario says of itself.
pub fn controls(scenario: &Scenario, about: Html, change: &Callback<Vec<Change>>, more: Html) -> Html {
    html! {
        <section class="card controls" aria-label="Settings">
            { about }
            <div class="settings">{ sliders(&MAIN, scenario, change) }</div>
            { more }
        </section>
    }
}

/// What a scenario says of itself; `changed` says whether any setting differs from the scenario as it was opened.
pub fn about(text: &str, changed: bool) -> Html {
    html! {
        <p class="about">
            if changed {
                <b>{ "As it was opened: " }</b>
            }
            { glued(text) }
        </p>
    }
}

/// The sliders of those settings that mean anything in the scenario.
pub fn sliders(settings: &'static [Setting], scenario: &Scenario, act: &Callback<Vec<Change>>) -> Vec<Html> {
    let applying = settings.iter().filter(|setting| (setting.applies)(scenario));
    let slider = |setting: &'static Setting| {
        html! { <Slider key={setting.id} {setting} value={(setting.get)(scenario)} {act} /> }
    };
    applying.map(slider).collect()
}

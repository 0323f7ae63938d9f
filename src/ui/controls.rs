//! The settings for everyone: three sliders.

use yew::prelude::*;

use super::settings::{MAIN, Setting};
use super::slider::Slider;
use super::verdict::glued;
use crate::sim::{Change, Scenario};

/// What makes changes, or says why they cannot be made.
pub type Make = Callback<Vec<Change>, Option<AttrValue>>;

/// The three sliders, under what the scenario says of itself.
pub fn controls(scenario: &Scenario, about: Html, make: &Make, more: Html) -> Html {
    let slider = |setting: &'static Setting| {
        let set = make.reform(|value| (setting.set)(value).into_iter().collect());
        let Setting { id, name, hint, class, dial, get, .. } = *setting;
        html! { <Slider key={id} {id} {name} {hint} {class} {dial} value={get(scenario)} {set} /> }
    };
    html! {
        <section class="card controls" aria-label="Settings">
            { about }
            <div class="settings">{ for MAIN.iter().map(slider) }</div>
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

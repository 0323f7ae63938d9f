//! All settings that a newcomer need not see.

use yew::prelude::*;

use super::super::controls::sliders;
use super::super::player::Shared;
use super::super::session::Action;
use super::super::settings::MORE;
use crate::sim::Scenario;

#[derive(Properties, PartialEq)]
pub struct MoreProps {
    /// The scenario as it was opened.
    pub opened: Shared<Scenario>,
    /// What is set.
    pub scenario: Shared<Scenario>,
    pub act: Callback<Action>,
}

/// The settings, in groups.
#[component]
pub fn More(props: &MoreProps) -> Html {
    let change = use_callback(props.act.clone(), |changes, act| act.emit(Action::Change(changes)));
    html! {
        <details class="more">
            <summary>{ "More" }</summary>
            <div class="settings">{ sliders(&MORE, &props.scenario, &change) }</div>
        </details>
    }
}

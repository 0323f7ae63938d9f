//! The switch by which a run goes on as long as somebody watches.

use yew::prelude::*;

use super::super::session::Action;
use crate::queue::Millis;
use crate::sim::span;

#[derive(Properties, PartialEq)]
pub struct EndlessSwitchProps {
    pub on: bool,
    /// From when on the run is known, if not from its start.
    pub begin: Millis,
    pub act: Callback<Action>,
}

/// The switch, and beside it what it does. It stands only where messages arrive one after the other, so that there is always a
/// next one.
#[component]
pub fn EndlessSwitch(props: &EndlessSwitchProps) -> Html {
    let EndlessSwitchProps { on, begin, act } = props;
    let on = *on;
    let toggle = act.reform(move |_: MouseEvent| Action::Endless(!on));
    let told = match (on, *begin > Millis::ZERO) {
        (true, true) => {
            format!("The run goes on while you watch. What was before {} is forgotten.", span::humane(*begin))
        }
        (true, false) => "The run goes on while you watch.".to_owned(),
        (false, true) => format!("The run ends here. What was before {} is forgotten.", span::humane(*begin)),
        (false, false) => "Lets messages arrive, and the run go on, as long as you watch.".to_owned(),
    };
    html! {
        <div class="endless">
            <button role="switch" class="switch" aria-checked={on.to_string()} aria-describedby="endless-hint" onclick={toggle}>
                <span class="knob" />
                { "Endless" }
            </button>
            <p class="hint" id="endless-hint">{ told }</p>
        </div>
    }
}

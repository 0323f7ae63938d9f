//! The switch by which a run goes on as long as somebody watches.

use yew::prelude::*;

use super::super::browser::when;
use super::super::session::Action;
use crate::queue::Millis;
use crate::sim::span;

#[derive(Properties, PartialEq)]
pub struct EndlessSwitchProps {
    pub on: bool,
    /// Why there is no such run of the scenario, if so.
    pub why_not: Option<&'static str>,
    /// From when on the run is known, if not from its start.
    pub begin: Millis,
    pub act: Callback<Action>,
}

/// The switch, and beside it what it does, or why it cannot.
#[component]
pub fn EndlessSwitch(props: &EndlessSwitchProps) -> Html {
    let EndlessSwitchProps { on, why_not, begin, act } = props;
    let (on, is_possible) = (*on, why_not.is_none());
    let toggle = when(act, move |_: MouseEvent| is_possible.then_some(Action::Endless(!on)));
    let told = match (why_not, on, *begin > Millis::ZERO) {
        (Some(why), ..) => format!("This run has an end: {why}."),
        (None, true, true) => {
            format!("The run goes on while you watch. What was before {} is forgotten.", span::humane(*begin))
        }
        (None, true, false) => "The run goes on while you watch.".to_owned(),
        (None, false, true) => format!("The run ends here. What was before {} is forgotten.", span::humane(*begin)),
        (None, false, false) => "Lets messages arrive, and the run go on, as long as you watch.".to_owned(),
    };
    html! {
        <div class="endless">
            // Not `disabled`: then nobody who goes by keys would learn why.
            <button role="switch" class="switch" aria-checked={on.to_string()} aria-disabled={(!is_possible).then_some("true")}
                aria-describedby="endless-hint" onclick={toggle}
            >
                <span class="knob" />
                { "Endless" }
            </button>
            <p class="hint" id="endless-hint">{ told }</p>
        </div>
    }
}

//! What to try next: buttons beside the verdict.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use super::super::element::button;
use super::super::player::{Run, Shared};
use super::super::session::Action;
use super::super::verdict::glued;
use super::message::WhyButton;
use crate::explain::{Suggestion, Tone, suggest};
use crate::queue::Millis;

/// Each suggestion was tried by a run of its own. Up to so many events that takes no time; for a longer run it waits until the
/// slider stands still for a moment.
const AT_ONCE: usize = 300;
/// That moment, in milliseconds.
const MOMENT: u32 = 150;

#[derive(Properties, PartialEq)]
pub struct TriesProps {
    pub run: Shared<Run>,
    /// Whether any setting differs from the scenario as it was opened.
    pub changed: bool,
    pub act: Callback<Action>,
}

#[component]
pub fn Tries(props: &TriesProps) -> Html {
    let TriesProps { run, changed, act } = props;
    // The run that they are for beside them: those of another run are not shown.
    let found = use_state(|| None::<(Shared<Run>, Vec<Suggestion>)>);
    let at_once = run.trace.events.len() <= AT_ONCE;
    let now = use_memo(run.clone(), |run| if at_once { tried(run) } else { Vec::new() });
    let set = found.setter();
    use_effect_with(run.clone(), move |run| {
        let run = run.clone();
        let later = (!at_once).then(|| Timeout::new(MOMENT, move || set.set(Some((run.clone(), tried(&run))))));
        move || drop(later)
    });
    let late = found.as_ref().filter(|(of, _)| of == run).map(|(_, suggestions)| suggestions);
    let tries = late.unwrap_or(&now).iter().map(|it| {
        let action = Action::Change(it.changes.clone());
        html! { <li>{ button("try forth", "", act, action).saying(glued(&it.label)) }</li> }
    });
    html! {
        <>
            if run.verdict.tone != Tone::Well {
                <li><WhyButton /></li>
            }
            { for tries }
            if *changed {
                <li>{ button("try back", "", act, Action::Reset).saying("Back to how it was") }</li>
            }
        </>
    }
}

/// Not for a part of a run without an end, which is another one every few seconds.
fn tried(run: &Run) -> Vec<Suggestion> {
    if run.trace.begin > Millis::ZERO {
        return Vec::new();
    }
    suggest(&run.scenario, &run.trace, run.verdict.tone)
}

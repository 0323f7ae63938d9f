//! What would have prevented a trouble: remedies, each tried on the scenario before it is offered.

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use super::super::super::player::{Run, Shared};
use super::super::super::session::Action;
use super::super::super::verdict::glued;
use crate::explain::{MOST_FIXES, Suggestion, Trouble, fixes_for, prevents, remedies};
use crate::queue::Millis;

/// All remedies are tried at once in a run of so many events: it takes no time.
const AT_ONCE: usize = 300;
/// In one of so many they are tried one by one when the slider stands still for a moment; in a longer one when somebody asks.
const UNASKED: usize = 5_000;
/// That moment, in milliseconds.
const MOMENT: u32 = 150;

#[derive(Properties, PartialEq)]
pub struct FixesProps {
    pub run: Shared<Run>,
    pub trouble: Trouble,
    pub act: Callback<Action>,
}

/// How far the trying has come.
#[derive(Clone)]
struct Search {
    /// For which run and trouble.
    of: (Shared<Run>, Trouble),
    /// How many remedies have been tried.
    tried: usize,
    /// Those that hold.
    found: Vec<Suggestion>,
    /// Whether somebody has asked for it.
    asked: bool,
}

#[component]
pub fn Fixes(props: &FixesProps) -> Html {
    let FixesProps { run, trouble, act } = props;
    let of = (run.clone(), *trouble);
    // A part of a run without an end takes as long to try as all that was before it.
    let is_part = run.trace.begin > Millis::ZERO;
    let at_once = run.trace.events.len() <= AT_ONCE && !is_part;
    let now = use_memo(
        of.clone(),
        |(run, trouble)| {
            if at_once { fixes_for(&run.scenario, &run.trace, *trouble) } else { Vec::new() }
        },
    );
    let candidates =
        use_memo(run.clone(), |run| if at_once { Vec::new() } else { remedies(&run.scenario, &run.trace) });
    let state = use_state(|| None::<Search>);
    let fresh =
        Search { of: of.clone(), tried: 0, found: Vec::new(), asked: run.trace.events.len() <= UNASKED && !is_part };
    let search = (*state).clone().filter(|search| search.of == of).unwrap_or(fresh);
    let is_over = search.tried >= candidates.len() || search.found.len() >= MOST_FIXES;
    {
        let (state, search, candidates) = (state.setter(), search.clone(), candidates.clone());
        // One remedy a time, so that the page answers between them.
        use_effect_with((of, search.tried, search.asked), move |_| {
            let wait = if search.tried == 0 { MOMENT } else { 0 };
            let next = (search.asked && !is_over)
                .then(|| Timeout::new(wait, move || state.set(Some(search.next(&candidates)))));
            move || drop(next)
        });
    }
    let fixes = if at_once { &*now } else { &search.found };
    let ask = {
        let (state, search) = (state.setter(), search.clone());
        move |_| state.set(Some(Search { asked: true, ..search.clone() }))
    };
    let progress = if is_over {
        if !fixes.is_empty() {
            Html::default()
        } else if at_once || !candidates.is_empty() {
            hint("No single change that is known here would have prevented it.")
        } else {
            hint("The run is too long to try changes on.")
        }
    } else if search.asked {
        hint("Trying changes…")
    } else {
        html! { <button class="button" onclick={ask}>{ format!("Find fixes: try {} changes", candidates.len()) }</button> }
    };
    let fix = |fix: &Suggestion| {
        let (act, changes) = (act.clone(), fix.changes.clone());
        let on_click = move |_: MouseEvent| {
            act.emit(Action::Settle);
            act.emit(Action::Change(changes.clone()));
            act.emit(Action::Settle);
        };
        html! { <li key={fix.label.clone()}><button class="try forth" onclick={on_click}>{ glued(&fix.label) }</button></li> }
    };
    html! {
        <div class="fixes">
            <h3>{ "What would have prevented it" }</h3>
            <ul>{ for fixes.iter().map(fix) }</ul>
            <div role="status">{ progress }</div>
            if !fixes.is_empty() {
                <p class="hint">{ "Each was tried on this scenario. Undo takes it back." }</p>
            }
        </div>
    }
}

fn hint(text: &'static str) -> Html {
    html! { <p class="hint">{ text }</p> }
}

impl Search {
    /// With one more remedy tried.
    fn next(&self, candidates: &[Suggestion]) -> Self {
        let (run, trouble) = &self.of;
        let mut found = self.found.clone();
        let holds = |remedy: &&Suggestion| prevents(&run.scenario, &run.trace, *trouble, remedy);
        found.extend(candidates.get(self.tried).filter(holds).cloned());
        Self { tried: self.tried + 1, found, ..self.clone() }
    }
}

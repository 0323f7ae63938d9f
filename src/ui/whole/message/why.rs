//! Why it came to what became of a message: the chain of causes, each step a way to its instant.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::super::super::browser;
use super::super::super::player::{Move, Run, Shared};
use super::super::super::session::Action;
use super::super::super::settings::more::label;
use super::super::super::verdict::glued;
use super::fixes::Fixes;
use crate::explain::{Because, Chain, Step, guards};
use crate::sim::MessageIx;
use crate::sim::span::humane;

/// Where the card's chain is, for what leads to it.
const PLACE: &str = "#why";

#[derive(Properties, PartialEq)]
pub struct WhyProps {
    pub run: Shared<Run>,
    pub message: MessageIx,
    pub chain: Shared<Chain>,
    /// How many of its steps have been taken at the playhead.
    pub now: usize,
    pub act: Callback<Action>,
}

#[component]
pub fn Why(props: &WhyProps) -> Html {
    let WhyProps { run, message, chain, now, act } = props;
    let name = run.trace.name(*message);
    let title =
        if chain.trouble.is_some() { format!("Why? {name}, step by step") } else { format!("{name}, step by step") };
    let step = |(nth, step): (usize, &Step)| {
        let (class, current) = match nth + 1 {
            nth if nth < *now => ("past", None),
            nth if nth == *now => ("now", Some("step")),
            _ => ("later", None),
        };
        let to = Action::Move(Move::Seek(step.at));
        html! {
            <li {class} aria-current={current} key={nth}>
                <button onclick={act.reform(move |_| to.clone())}>
                    <time>{ humane(step.at) }</time>
                    <span><b>{ step.actor.to_string() }</b>{ format!(": {}", glued(&step.text)) }{ because(step.because) }</span>
                </button>
            </li>
        }
    };
    html! {
        <div class="why">
            <h3 id={&PLACE[1..]} tabindex="-1">{ title }</h3>
            <p class={if chain.trouble.is_some() { "outcome trouble" } else { "outcome" }}>{ glued(&chain.outcome) }</p>
            <ol class="chain">{ for chain.steps.iter().enumerate().map(step) }</ol>
            if let Some(trouble) = chain.trouble {
                <Fixes {run} {trouble} {act} />
            } else {
                <Guards {run} message={*message} />
            }
        </div>
    }
}

/// By which rule or setting, in small print.
fn because(because: Because) -> Html {
    let told = match because {
        Because::Before => return Html::default(),
        Because::Rule(rule) => format!("SQS, rule {rule}"),
        Because::Setting(path) => match label(path) {
            Some(label) => format!("by “{label}”"),
            None => format!("by {path}"),
        },
    };
    html! { <small>{ told }</small> }
}

#[derive(Properties, PartialEq)]
struct GuardsProps {
    run: Shared<Run>,
    message: MessageIx,
}

/// What protected it, where nothing went wrong.
#[component]
fn Guards(props: &GuardsProps) -> Html {
    let found =
        use_memo((props.run.clone(), props.message), |(run, message)| guards(&run.scenario, &run.trace, *message));
    html! {
        <>
            <h3>{ "What protects it" }</h3>
            if found.is_empty() {
                <p class="hint">{ "Nothing went wrong with it in this run." }</p>
            }
            <ul class="guards">
                { for found.iter().map(|guard| html! { <li>{ glued(&guard.text) }{ because(guard.because) }</li> }) }
            </ul>
        </>
    }
}

/// Leads to the chain, from wherever it stands.
#[component]
pub fn WhyButton() -> Html {
    let on_click = |_: MouseEvent| {
        if let Some(place) = browser::find(PLACE).and_then(|place| place.dyn_into::<HtmlElement>().ok()) {
            // The focus takes what is there into view.
            let _ = place.focus();
        }
    };
    html! { <button class="try why-button" onclick={on_click}>{ "Why?" }</button> }
}

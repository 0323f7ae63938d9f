//! Which message: those that had trouble first, and all others by their numbers.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::super::super::browser::when;
use super::super::super::element::icon;
use super::super::super::player::{Run, Shared};
use super::super::super::session::Action;
use crate::explain::{Trouble, brief};
use crate::sim::MessageIx;

#[derive(Properties, PartialEq)]
pub struct PickerProps {
    pub run: Shared<Run>,
    /// The gravest of each message, gravest first.
    pub troubles: Shared<Vec<Trouble>>,
    pub message: MessageIx,
    pub act: Callback<Action>,
}

/// So many are listed of each sort: a list of thousands is read by nobody, and the buttons beside it reach every message.
const MOST: usize = 100;

const BACK: &str = "M12 4 l-6 6 l6 6";
const FORTH: &str = "M8 4 l6 6 l-6 6";

#[component]
pub fn Picker(props: &PickerProps) -> Html {
    let PickerProps { run, troubles, message, act } = props;
    let sent = MessageIx::try_from(run.trace.messages.len()).unwrap_or(MessageIx::MAX);
    let on_choose = when(act, |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        select.value().parse().ok().map(|message| Action::Select(Some(message)))
    });
    let step = |name: &'static str, outline: &'static str, to: Option<MessageIx>| {
        let on_click = when(act, move |_: MouseEvent| to.map(|to| Action::Select(Some(to))));
        html! {
            <button class="button" aria-label={name} title={name} disabled={to.is_none()} onclick={on_click}>
                { icon("icon-line", outline) }
            </button>
        }
    };
    // Once a person has chosen, the attributes of its options count no more.
    let select = use_node_ref();
    use_effect_with((run.clone(), troubles.clone(), *message), {
        let select = select.clone();
        move |(_, _, message)| {
            if let Some(select) = select.cast::<HtmlSelectElement>() {
                select.set_value(&message.to_string());
            }
        }
    });
    html! {
        <div class="picker">
            <h2 id="message-title">{ "Message" }</h2>
            <select ref={select} aria-label="Which message" onchange={on_choose}>{ options(props) }</select>
            { step("The message before", BACK, message.checked_sub(1)) }
            { step("The message after", FORTH, (message + 1 < sent).then_some(message + 1)) }
            if troubles.len() > MOST {
                <p class="hint">{ format!("{} messages had trouble; the list has the gravest {MOST}.", troubles.len()) }</p>
            }
        </div>
    }
}

fn options(props: &PickerProps) -> Html {
    let PickerProps { run, troubles, message, .. } = props;
    let option = |which: MessageIx, told: String| {
        html! { <option key={which} value={which.to_string()}>{ told }</option> }
    };
    let wrong = |trouble: &Trouble| {
        let name = run.trace.name(trouble.message);
        option(trouble.message, format!("{name}: {}", brief(&run.scenario, &run.trace, *trouble)))
    };
    let is_listed = |which: MessageIx| troubles.iter().take(MOST).any(|trouble| trouble.message == which);
    let had_trouble = |which: MessageIx| troubles.iter().any(|trouble| trouble.message == which);
    // Those around the one that is shown.
    let from = (*message as usize).saturating_sub(MOST / 2);
    let others = (from..run.trace.messages.len().min(from + MOST)).filter_map(|which| MessageIx::try_from(which).ok());
    let others: Vec<Html> = others
        .filter(|&which| !is_listed(which) && (which == *message || !had_trouble(which)))
        .map(|which| option(which, run.trace.name(which)))
        .collect();
    html! {
        <>
            if !troubles.is_empty() {
                <optgroup label="Something went wrong">{ for troubles.iter().take(MOST).map(wrong) }</optgroup>
            }
            if !others.is_empty() {
                <optgroup label={if troubles.is_empty() { "Messages" } else { "Others" }}>{ for others }</optgroup>
            }
        </>
    }
}

//! The event log: each line is a way to its instant.

use web_sys::HtmlElement;
use yew::prelude::*;

use super::session::{Action, Run, Shared};
use crate::explain::Topic;

/// So many lines are in the document at the most: those around the playhead.
const WINDOW: usize = 200;

#[derive(Properties, PartialEq)]
pub struct LogProps {
    pub run: Shared<Run>,
    /// How many lines have happened.
    pub shown: usize,
    pub act: Callback<Action>,
}

#[component]
pub fn Log(props: &LogProps) -> Html {
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with((props.shown, props.run.clone()), move |_| scroll_to_now(&list));
    }
    let lines = &props.run.log;
    let first = props.shown.saturating_sub(WINDOW / 2).min(lines.len().saturating_sub(WINDOW));
    let last = (first + WINDOW).min(lines.len());
    let now = props.shown.checked_sub(1).map(|shown| lines[shown].at);
    html! {
        <section class="card log" aria-labelledby="log-title">
            <h2 id="log-title">{ "Event log" }</h2>
            <ol ref={list} tabindex="-1">
                if first > 0 {
                    <li class="rest">{ format!("{first} earlier lines") }</li>
                }
                { for lines[first..last].iter().zip(first..).map(|(line, place)| {
                    let at = line.at;
                    let onclick = props.act.reform(move |_: MouseEvent| Action::Seek(at));
                    let is_now = place < props.shown && now == Some(at);
                    let when = if is_now { "now" } else if place < props.shown { "past" } else { "future" };
                    html! {
                        <li key={place} class={classes!(topic(line.topic), when)} aria-current={is_now.then_some("time")}>
                            <button {onclick}>
                                <span class="at">{ format!("t={at}") }</span>
                                <span>{ &line.text }</span>
                            </button>
                        </li>
                    }
                }) }
                if last < lines.len() {
                    <li class="rest">{ format!("{} later lines", lines.len() - last) }</li>
                }
            </ol>
        </section>
    }
}

fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Visible => "visible",
        Topic::Received => "received",
        Topic::Extended => "extended",
        Topic::Deleted => "deleted",
        Topic::Ended => "ended",
        Topic::Trouble => "trouble",
    }
}

/// Scrolls the list, and only the list, so that the line of this instant is in its middle.
fn scroll_to_now(list: &NodeRef) {
    let Some(list) = list.cast::<HtmlElement>() else { return };
    let current = list.query_selector_all(".now").ok();
    let latest = current.and_then(|current| current.item(current.length().checked_sub(1)?));
    let line = latest.and_then(|line| wasm_bindgen::JsCast::dyn_into::<HtmlElement>(line).ok());
    let top = line.map_or(0, |line| line.offset_top() - list.offset_top() - list.client_height() / 2);
    list.set_scroll_top(top);
}

//! The event log: each line is a way to its instant.

use web_sys::HtmlElement;
use yew::prelude::*;

use super::session::{Action, Run, Shared};
use crate::explain::Topic;
use crate::queue::Millis;

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
    // Five digits of seconds need a wider column.
    let is_long = props.run.trace.end >= Millis::from_secs(10_000);
    let now = props.shown.checked_sub(1).map(|shown| lines[shown].at);
    html! {
        <section class="card log" aria-labelledby="log-title">
            <h2 id="log-title">{ "Event log" }</h2>
            <ol ref={list} tabindex="-1" class={is_long.then_some("long")}>
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

/// Scrolls the list, and only the list, as little as it takes to show the lines of this instant and the one after.
fn scroll_to_now(list: &NodeRef) {
    let Some(list) = list.cast::<HtmlElement>() else { return };
    let current = list.query_selector_all(".now").ok();
    let lines = current.as_ref().map_or(0, web_sys::NodeList::length);
    let line = |nth: Option<u32>| {
        let line = current.as_ref()?.item(nth?)?;
        wasm_bindgen::JsCast::dyn_into::<HtmlElement>(line).ok()
    };
    let (Some(first), Some(last)) = (line(Some(0)), line(lines.checked_sub(1))) else {
        list.set_scroll_top(0);
        return;
    };
    let top = first.offset_top() - list.offset_top();
    let bottom = last.offset_top() - list.offset_top() + last.offset_height() * 2;
    if bottom > list.scroll_top() + list.client_height() {
        list.set_scroll_top(bottom - list.client_height());
    }
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    }
}

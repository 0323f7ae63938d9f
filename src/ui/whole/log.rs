//! The event log: each line is a way to its instant.

use web_sys::HtmlElement;
use yew::prelude::*;

use super::super::element::{Element, button};
use super::super::player::{Move, Run, Shared};
use super::super::session::Action;
use crate::explain::{Topic, log};
use crate::queue::Millis;
use crate::sim::MessageIx;

/// So many lines are in the document at the most: those around the playhead.
const WINDOW: usize = 200;

#[derive(Properties, PartialEq)]
pub struct LogProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub selected: Option<MessageIx>,
    pub playing: bool,
    pub act: Callback<Action>,
}

#[component]
pub fn LogPanel(props: &LogProps) -> Html {
    let list = use_node_ref();
    let lines = use_memo(props.run.clone(), |run| log(&run.trace, &run.scenario.story));
    let shown = lines.partition_point(|line| line.at <= props.t);
    {
        let list = list.clone();
        use_effect_with((shown, props.run.clone()), move |_| scroll_to_now(&list));
    }
    let first = shown.saturating_sub(WINDOW / 2).min(lines.len().saturating_sub(WINDOW));
    let last = (first + WINDOW).min(lines.len());
    // Five digits of seconds need a wider column.
    let is_long = props.run.trace.end >= Millis::from_secs(10_000);
    let now = shown.checked_sub(1).map(|shown| lines[shown].at);
    let rest = |count: usize, which: &str| {
        html! { <li class="rest">{ format!("{count} {which} lines") }</li> }
    };
    let mut items = Vec::new();
    if first > 0 {
        items.push(rest(first, "earlier"));
    }
    for (line, place) in lines[first..last].iter().zip(first..) {
        let (age, current) = match place < shown {
            true if now == Some(line.at) => ("now", "time"),
            true => ("past", ""),
            false => ("future", ""),
        };
        let text = html! {
            <><span class="at">{ format!("t={}", line.at) }</span><span>{ &line.text }</span></>
        };
        let class = format!("{} {age}", topic(line.topic));
        items.push(
            Element::new("li", &["class", "aria-current"], vec![class.into(), current.into()])
                .known_as(place)
                .holding(vec![button("", "", &props.act, Action::Move(Move::Seek(line.at))).holding(vec![text])]),
        );
    }
    if last < lines.len() {
        items.push(rest(lines.len() - last, "later"));
    }
    let class = if is_long { "long" } else { "" };
    let list = Element::new("ol", &["class", "tabindex"], vec![class.into(), "-1".into()]).found_by(&list);
    html! {
        <div class="log">{ list.holding(items) }</div>
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

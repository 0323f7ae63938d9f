//! What is printed besides what is seen: the settings and the log, for a handout.

use serde_json::Value;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use yew::prelude::*;

use super::super::player::{Run, Shared};
use super::super::verdict::glued;
use crate::explain::log;
use crate::sim::Scenario;

/// So many lines of the log are printed; some pages.
const MOST_LINES: usize = 200;

/// Whether the page is being printed.
#[hook]
fn use_printing() -> bool {
    let printing = use_state_eq(|| false);
    let set = printing.setter();
    use_effect_with((), move |()| {
        let window = web_sys::window().expect_throw("the page runs in a window");
        let listeners = [("beforeprint", true), ("afterprint", false)].map(|(name, is_printed)| {
            let set = set.clone();
            let listener = Closure::<dyn FnMut()>::new(move || set.set(is_printed));
            let _ = window.add_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
            (name, listener)
        });
        move || {
            for (name, listener) in listeners {
                let _ = window.remove_event_listener_with_callback(name, listener.as_ref().unchecked_ref());
            }
        }
    });
    *printing
}

#[derive(Properties, PartialEq)]
pub struct HandoutProps {
    pub run: Shared<Run>,
}

/// The settings and the log, while the page is being printed.
#[component]
pub fn Handout(props: &HandoutProps) -> Html {
    if !use_printing() {
        return Html::default();
    }
    let Run { scenario, trace, .. } = &*props.run;
    let lines = log(trace, &scenario.story);
    let told = lines.iter().take(MOST_LINES).map(|line| {
        html! { <><dt>{ format!("t={}", line.at) }</dt><dd>{ &line.text }</dd></> }
    });
    let more = lines.len().saturating_sub(MOST_LINES);
    let settings = set(scenario).into_iter().map(|(path, value)| html! { <><dt>{ path }</dt><dd>{ value }</dd></> });
    html! {
        <section class="handout">
            <h2>{ scenario.title.clone() }</h2>
            <p>{ glued(&scenario.about) }</p>
            <h2>{ "Settings" }</h2>
            <dl class="set">{ for settings }</dl>
            <h2>{ "Event log" }</h2>
            <dl>{ for told }</dl>
            if more > 0 {
                <p>{ format!("and {more} more lines") }</p>
            }
        </section>
    }
}

/// The settings that a file of the scenario would name, by path, but for its words.
fn set(scenario: &Scenario) -> Vec<(String, String)> {
    let (mut found, mut rest) = (Vec::new(), vec![(String::new(), scenario.to_value())]);
    let default = Scenario::default().to_value();
    let at = |path: &str| path.split('.').try_fold(&default, |value, name| value.get(name));
    while let Some((path, value)) = rest.pop() {
        match value {
            Value::Object(fields) => {
                let link = if path.is_empty() { "" } else { "." };
                // The last first, since they are taken from the end.
                rest.extend(fields.into_iter().rev().map(|(name, value)| (format!("{path}{link}{name}"), value)));
            }
            _ if matches!(path.as_str(), "title" | "about" | "version") || path.starts_with("story.") => {}
            value => {
                let is_main = matches!(path.as_str(), "queue.visibility_timeout" | "workers.job" | "workers.count");
                if is_main || at(&path) != Some(&value) {
                    found.push((path, value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
                }
            }
        }
    }
    found
}

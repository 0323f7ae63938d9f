//! What is deeper in the page, one panel at a time.

use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::PanelProps;
use super::charts::ChartsPanel;
use super::log::LogPanel;
use super::table::TablePanel;

/// Their names in the document, and on the page.
const TABS: [(&str, &str); 3] = [("log", "Event log"), ("charts", "Charts"), ("table", "Table")];

/// The tabs, with the panel of the one that is open.
#[component]
pub fn Tabs(props: &PanelProps) -> Html {
    let open = use_state_eq(|| 0);
    let places: [NodeRef; 3] = [use_node_ref(), use_node_ref(), use_node_ref()];
    let on_key = {
        let (set, places, open) = (open.setter(), places.clone(), *open);
        Callback::from(move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                "ArrowRight" => (open + 1) % TABS.len(),
                "ArrowLeft" => (open + TABS.len() - 1) % TABS.len(),
                "Home" => 0,
                "End" => TABS.len() - 1,
                _ => return,
            };
            event.prevent_default();
            set.set(next);
            if let Some(tab) = places[next].cast::<HtmlElement>() {
                let _ = tab.focus();
            }
        })
    };
    let tab = |nth: usize| {
        let ((id, name), is_open, set) = (TABS[nth], *open == nth, open.setter());
        html! {
            <button
                ref={places[nth].clone()} id={format!("{id}-tab")} class="tab" role="tab" aria-selected={is_open.to_string()}
                aria-controls={format!("{id}-panel")} tabindex={if is_open { "0" } else { "-1" }}
                onclick={move |_| set.set(nth)}
            >
                { name }
            </button>
        }
    };
    let (id, _) = TABS[*open];
    html! {
        <section class="card tabs" aria-label="More about the run">
            <div role="tablist" class="tablist" onkeydown={on_key}>{ for (0..TABS.len()).map(tab) }</div>
            <div role="tabpanel" id={format!("{id}-panel")} aria-labelledby={format!("{id}-tab")} class="tabpanel">
                { panel(*open, props) }
            </div>
        </section>
    }
}

fn panel(open: usize, props: &PanelProps) -> Html {
    let PanelProps { run, t, selected, playing, act } = props;
    match TABS[open].0 {
        "charts" => html! { <ChartsPanel {run} t={*t} playing={*playing} {act} /> },
        "table" => html! { <TablePanel {run} t={*t} selected={*selected} playing={*playing} {act} /> },
        _ => html! { <LogPanel {run} t={*t} selected={*selected} playing={*playing} {act} /> },
    }
}

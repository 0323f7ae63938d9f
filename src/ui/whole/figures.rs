//! The table behind a chart; made only when somebody opens it.

use web_sys::Element as DomElement;
use yew::prelude::*;

use super::super::element::{Element, all};
use super::super::player::Shared;
use crate::scene::{Graph, Table};

#[derive(Properties, PartialEq)]
pub struct FiguresProps {
    pub graph: Shared<Graph>,
}

/// The figures of a chart, to unfold.
#[component]
pub fn Figures(props: &FiguresProps) -> Html {
    let is_open = use_state_eq(|| false);
    let place = use_node_ref();
    let on_toggle = {
        let (place, set) = (place.clone(), is_open.setter());
        Callback::from(move |_: Event| {
            set.set(place.cast::<DomElement>().is_some_and(|details| details.has_attribute("open")));
        })
    };
    let name = format!("{}: figures", props.graph.title);
    html! {
        <details class="figures" ref={place} ontoggle={on_toggle}>
            <summary>{ "Figures" }<span class="unseen">{ format!(" of: {}", props.graph.title) }</span></summary>
            if *is_open {
                <div role="region" aria-label={name} tabindex="0">{ table(&props.graph.table()) }</div>
            }
        </details>
    }
}

fn table(table: &Table) -> Html {
    let row = |cells: &Vec<String>| {
        let cell = |(nth, cell): (usize, &String)| match nth {
            0 => Element::new("th", &["scope"], vec!["row".into()]).saying(cell.clone()),
            _ => Element::new("td", &[], vec![]).saying(cell.clone()),
        };
        Element::new("tr", &[], vec![]).holding(cells.iter().enumerate().map(cell).collect())
    };
    let head = |name: &&'static str| Element::new("th", &["scope"], vec!["col".into()]).saying(*name);
    html! {
        <table>
            if table.is_partial {
                <caption>{ "Rows in between are left out: the run has more changes than one can read." }</caption>
            }
            <thead><tr>{ all(table.head.iter().map(head).collect()) }</tr></thead>
            <tbody>{ all(table.rows.iter().map(row).collect()) }</tbody>
        </table>
    }
}

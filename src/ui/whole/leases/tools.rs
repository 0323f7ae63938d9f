//! What stands over the chart: what the rows are, how much is shown, and what the signs mean.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::super::super::browser::use_uid;
use super::super::super::chart::hatching;
use super::super::super::element::{button, icon};
use super::super::super::player::Shared;
use super::draw::legend_picture;
use super::prepared::Prepared;
use super::sight::Look;
use super::{STEP_IN, STEP_OUT};
use crate::queue::Millis;
use crate::scene::{RowsBy, Sign};
use crate::sim::span::exact;

const IN: &str = "M10 4 v12 M4 10 h12";
const OUT: &str = "M4 10 h12";
const ALL: &str = "M3 4 v12 M17 4 v12 M6 10 h8 M8 7.5 l-2.5 2.5 l2.5 2.5 M12 7.5 l2.5 2.5 l-2.5 2.5";

/// Names for what the rows are.
const ROWS: [(RowsBy, &str, &str); 3] = [
    (RowsBy::Message, "message", "By message"),
    (RowsBy::Trouble, "trouble", "In trouble"),
    (RowsBy::Worker, "worker", "By worker"),
];

#[derive(Properties, PartialEq)]
pub struct ToolsProps {
    pub by: RowsBy,
    /// Whether the whole run is shown.
    pub is_all: bool,
    /// Whether the legend is open.
    pub legend: bool,
    /// From when to when is shown.
    pub span: (Millis, Millis),
    /// The run whose signs the legend explains.
    pub signs: Shared<Prepared>,
    /// The run that it is compared with, which may have others.
    pub before: Option<Shared<Prepared>>,
    pub look: Callback<Look>,
    /// Shows so many times as much time.
    pub zoom: Callback<f64>,
}

/// The tools, and the legend where it is open.
#[component]
pub fn Tools(props: &ToolsProps) -> Html {
    let ToolsProps { by, is_all, legend, span: (from, to), signs, before, look, zoom } = props;
    let on_rows = look.reform(|event: Event| {
        let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
        Look::Rows(ROWS.iter().find(|(_, value, _)| *value == chosen).map_or(RowsBy::Message, |&(by, ..)| by))
    });
    let shown = (!is_all).then(|| format!("{} to {} is shown", exact(*from), exact(*to)));
    html! {
        <>
            <div class="chart-tools" role="group" aria-label="Lease chart">
                <output class="shown">{ shown }</output>
                <select aria-label="What the rows are" onchange={on_rows}>
                    { for ROWS.iter().map(|(row, value, name)| html! {
                        <option value={*value} selected={row == by}>{ *name }</option>
                    }) }
                </select>
                <div class="buttons">
                    { tool("Zoom out", OUT, zoom, STEP_OUT) }
                    { tool("Zoom in", IN, zoom, STEP_IN) }
                    { tool("Show the whole run", ALL, look, Look::All) }
                </div>
                <button class="button" aria-expanded={legend.to_string()} onclick={look.reform(|_| Look::Legend)}>{ "Legend" }</button>
            </div>
            if *legend { <Legend prepared={signs} before={before.clone()} /> }
        </>
    }
}

fn tool<A: Clone + 'static>(name: &'static str, outline: &'static str, act: &Callback<A>, what: A) -> Html {
    button("button", name, act, what).holding(vec![icon("icon-line", outline)])
}

#[derive(Properties, PartialEq)]
struct LegendProps {
    prepared: Shared<Prepared>,
    before: Option<Shared<Prepared>>,
}

/// What the signs of this run mean.
#[component]
fn Legend(props: &LegendProps) -> Html {
    let hatch = use_uid("legend");
    let LegendProps { prepared, before } = props;
    let more = before.iter().flat_map(|before| &before.signs).filter(|sign| !prepared.signs.contains(sign));
    let key = |sign: &Sign| {
        html! { <li>{ legend_picture(*sign, &hatch) }<span>{ sign.meaning() }</span></li> }
    };
    html! {
        <div class="legend">
            <svg width="0" height="0" aria-hidden="true">{ hatching(&hatch) }</svg>
            <ul>{ for prepared.signs.iter().chain(more).map(key) }</ul>
            <p>
                { "Ctrl and wheel, pinch, or + and − zoom; Shift and drag, or a drag on the time axis, pans; 0 shows the whole run. \
                   A press on a lease goes to its start." }
            </p>
        </div>
    }
}

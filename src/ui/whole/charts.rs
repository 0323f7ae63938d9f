//! The charts: what the whole run looks like, in numbers.

use yew::prelude::*;

use super::super::player::Shared;
use super::PanelProps;
use super::graph::GraphView;
use crate::scene::Graph;

/// The charts of the run. What they show is worked out once a run; with the playhead only its line and the numbers move.
#[component]
pub fn ChartsPanel(props: &PanelProps) -> Html {
    let PanelProps { run, t, act, .. } = props;
    let graphs = use_memo(run.clone(), |run| Graph::all(&run.scenario, &run.trace).map(Shared::new));
    html! {
        <div class="graphs">
            { for graphs.iter().map(|graph| html! { <GraphView graph={graph.clone()} {run} t={*t} {act} /> }) }
        </div>
    }
}

//! The charts: what the whole run looks like, in numbers.

use std::rc::Rc;

use yew::prelude::*;

use super::super::player::{Run, Shared};
use super::super::session::Action;
use super::calm::{READ_MS, use_calm};
use super::graph::{GraphView, Playhead};
use crate::queue::Millis;
use crate::scene::Graph;

#[derive(Properties, PartialEq)]
pub struct ChartsProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub playing: bool,
    pub act: Callback<Action>,
}

/// The charts of the run. What they show is worked out once a run. With the playhead only its lines move, by hand; the numbers
/// follow when there is time to read them.
#[component]
pub fn ChartsPanel(props: &ChartsProps) -> Html {
    let ChartsProps { run, t, playing, act } = props;
    let graphs = use_memo(run.clone(), |run| Graph::all(&run.scenario, &run.trace).map(Shared::new));
    let playheads = use_memo((), |()| [(); 3].map(|()| Rc::new(Playhead::default())));
    let read = use_calm(*t, *playing, READ_MS);
    {
        let playheads = playheads.clone();
        use_effect_with(*t, move |&t| playheads.iter().for_each(|playhead| playhead.go(t)));
    }
    let view = |(graph, playhead): (&Shared<Graph>, &Rc<Playhead>)| {
        html! { <GraphView graph={graph.clone()} playhead={playhead.clone()} {run} t={read} {act} /> }
    };
    html! { <div class="graphs">{ for graphs.iter().zip(playheads.iter()).map(view) }</div> }
}

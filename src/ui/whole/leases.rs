//! The lease chart of the whole page: it can be zoomed, and another run shown beside it.

use yew::prelude::*;

use super::super::chart::LeaseChart;
use super::super::first::leases_title;
use super::super::player::{Run, Shared};
use super::super::session::Action;
use crate::queue::Millis;
use crate::sim::MessageIx;

#[derive(Properties, PartialEq)]
pub struct LeasesProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub selected: Option<MessageIx>,
    pub playing: bool,
    /// A run to compare with.
    pub pinned: Option<Shared<Run>>,
    pub act: Callback<Action>,
}

/// The chart, under its heading.
#[component]
pub fn LeasesPanel(props: &LeasesProps) -> Html {
    let moves = use_callback(props.act.clone(), |a_move, act| act.emit(Action::Move(a_move)));
    html! {
        <>
            { leases_title() }
            <LeaseChart run={props.run.clone()} t={props.t} act={moves} />
        </>
    }
}

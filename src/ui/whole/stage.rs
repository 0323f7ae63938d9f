//! The stage of the whole page: its messages can be picked out.

use yew::prelude::*;

use super::super::player::{Run, Shared};
use super::super::session::Action;
use super::super::stage::StageView;
use crate::queue::Millis;
use crate::sim::MessageIx;

#[derive(Properties, PartialEq)]
pub struct StageProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub selected: Option<MessageIx>,
    pub following: bool,
    /// For how long a token is on its way, in time of the run.
    pub travel: Millis,
    pub playing: bool,
    pub act: Callback<Action>,
}

/// The stage.
#[component]
pub fn StagePanel(props: &StageProps) -> Html {
    let StageProps { run, t, travel, playing, .. } = props;
    html! { <StageView {run} t={*t} travel={*travel} playing={*playing} /> }
}

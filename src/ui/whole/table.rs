//! The instant as a table.

use yew::prelude::*;

use super::super::player::{Run, Shared};
use super::super::session::Action;
use crate::queue::Millis;
use crate::sim::MessageIx;

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub selected: Option<MessageIx>,
    pub playing: bool,
    pub act: Callback<Action>,
}

/// The table.
#[component]
pub fn TablePanel(props: &TableProps) -> Html {
    let _ = props;
    Html::default()
}

//! The whole page: everything that the first view does not need, and that view itself.

mod app;
mod calm;
mod charts;
mod compared;
mod endless;
mod figures;
mod graph;
mod handout;
mod header;
mod help;
mod leases;
mod library;
mod lines;
mod listed;
mod log;
mod message;
mod more;
mod narrator;
mod now_on;
mod panic;
mod rows;
mod spots;
mod stage;
mod table;
mod tabs;
mod theme;
mod throng;
mod tour;
mod tries;

use web_sys::Element;
use yew::prelude::*;

use super::player::{Run, Shared};
use super::session::Action;
use crate::queue::Millis;
use crate::sim::MessageIx;

/// Puts the page into its place, in the state that the first page told when it left.
pub fn open(place: Element, left: &str) {
    panic::watch(place.clone());
    yew::Renderer::<app::App>::with_root_and_props(place, app::AppProps { left: AttrValue::from(left.to_owned()) })
        .render();
}

/// What a panel of the tabs is about.
#[derive(Properties, PartialEq)]
pub struct PanelProps {
    /// The run.
    pub run: Shared<Run>,
    /// Which instant of it is shown.
    pub t: Millis,
    /// The message that was picked out.
    pub selected: Option<MessageIx>,
    /// Whether the playhead moves by itself.
    pub playing: bool,
    /// What the panel does to the page.
    pub act: Callback<Action>,
}

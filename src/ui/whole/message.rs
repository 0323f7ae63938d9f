//! One message: what is true of it now, and why it came to that.

use yew::prelude::*;

use super::super::player::{Run, Shared};
use super::super::session::Action;
use crate::queue::Millis;
use crate::sim::MessageIx;

#[derive(Properties, PartialEq)]
pub struct MessageProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub selected: Option<MessageIx>,
    pub following: bool,
    pub act: Callback<Action>,
}

/// The card of a message.
#[component]
pub fn MessagePanel(props: &MessageProps) -> Html {
    let _ = props;
    html! { <section class="card message" aria-label="Message" /> }
}

//! One message: what is true of it now, why it came to that, and what would have prevented it.

mod fixes;
mod inspector;
mod picker;
mod why;

use gloo_timers::callback::Timeout;
use yew::prelude::*;

use self::inspector::Inspector;
use self::picker::Picker;
use self::why::Why;
use super::super::player::{Run, Shared};
use super::super::session::Action;
use crate::explain::{Chain, Life, Trouble, all_troubles, why as chain_of};
use crate::queue::Millis;
use crate::sim::MessageIx;

pub use self::why::WhyButton;

#[derive(Properties, PartialEq)]
pub struct MessageProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub selected: Option<MessageIx>,
    pub following: bool,
    pub act: Callback<Action>,
}

/// Looking for trouble takes no time in a run of so many deliveries. In a longer one it waits until the slider stands still for a
/// moment.
const AT_ONCE: usize = 2_000;
/// That moment, in milliseconds.
const MOMENT: u32 = 150;

/// The card of a message: of the one that was picked out, or else of the one with the gravest trouble.
#[component]
pub fn MessagePanel(props: &MessageProps) -> Html {
    let MessageProps { run, t, selected, following, act } = props;
    let troubles = use_troubles(run);
    let gravest = troubles.first().map_or(0, |trouble| trouble.message);
    let sent = run.trace.messages.len();
    let message = selected.filter(|&message| (message as usize) < sent).unwrap_or(gravest);
    // Made once a run and message; what is asked each frame is cheap.
    let known = use_memo((run.clone(), message), |(run, message)| {
        run.trace.messages.get(*message as usize)?;
        let chain = chain_of(&run.scenario, &run.trace, *message);
        Some((Shared::new(chain), Life::of(&run.scenario, &run.trace, *message)))
    });
    let Some((chain, life)) = &*known else {
        return card(
            html! { <p class="hint">{ "Nothing is sent in this run, so there is no message to look at." }</p> },
        );
    };
    let moment = life.at(&run.trace, *t);
    let now = steps_by(chain, *t);
    card(html! {
        <>
            <Picker {run} {troubles} {message} {act} />
            <Inspector {run} {message} {moment} following={*following && *selected == Some(message)} {act} />
            <Why {run} {message} {chain} {now} {act} />
        </>
    })
}

fn card(inside: Html) -> Html {
    html! { <section class="card message" aria-labelledby="message-title">{ inside }</section> }
}

/// How many steps of a chain have been taken by `t`.
fn steps_by(chain: &Chain, t: Millis) -> usize {
    chain.steps.partition_point(|step| step.at <= t)
}

/// The troubles of a run: of a long one a moment later.
#[hook]
fn use_troubles(run: &Shared<Run>) -> Shared<Vec<Trouble>> {
    let all = |run: &Run| Shared::new(all_troubles(&run.scenario, &run.trace));
    let found = use_state(|| None::<(Shared<Run>, Shared<Vec<Trouble>>)>);
    let at_once = run.trace.leases.len() <= AT_ONCE;
    let now = use_memo(run.clone(), |run| if at_once { all(run) } else { Shared::new(Vec::new()) });
    let set = found.setter();
    use_effect_with(run.clone(), move |run| {
        let run = run.clone();
        let later = (!at_once).then(|| Timeout::new(MOMENT, move || set.set(Some((run.clone(), all(&run))))));
        move || drop(later)
    });
    let late = found.as_ref().filter(|(of, _)| of == run).map(|(_, troubles)| troubles.clone());
    late.unwrap_or_else(|| (*now).clone())
}

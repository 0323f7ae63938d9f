//! Tells the run to those who listen: what happened, every few seconds while it plays, and the instant itself while it stands still.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::callback::Interval;
use yew::prelude::*;

use super::super::player::{Run, Shared};
use crate::explain::{narrate, narrate_instant};
use crate::queue::Millis;

/// While the run plays, no more is told than every so many milliseconds: a sentence has to be heard to its end.
const PAUSE_MS: u32 = 5_000;

#[derive(Properties, PartialEq)]
pub struct NarratorProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub playing: bool,
    /// The instant in sentences, while nothing plays.
    pub at_rest: Option<AttrValue>,
}

/// A live region.
#[component]
pub fn Narrator(props: &NarratorProps) -> Html {
    let NarratorProps { run, t, playing, at_rest } = props;
    let told = use_state_eq(AttrValue::default);
    let now = use_memo((), |()| Cell::new(Millis::ZERO));
    now.set(*t);
    {
        let set = told.setter();
        use_effect_with((run.clone(), *playing), move |(run, playing)| {
            let ticks = playing.then(|| telling(run.clone(), now, set));
            move || drop(ticks)
        });
    }
    let text = match at_rest {
        Some(at_rest) => {
            let happened = narrate_instant(&run.scenario, &run.trace, *t);
            if happened.is_empty() { at_rest.clone() } else { format!("{happened} {at_rest}").into() }
        }
        None => (*told).clone(),
    };
    html! { <p class="unseen" aria-live="polite">{ text }</p> }
}

/// Tells every few seconds what has happened since.
fn telling(run: Shared<Run>, now: Rc<Cell<Millis>>, set: UseStateSetter<AttrValue>) -> Interval {
    let last = Cell::new(now.get());
    Interval::new(PAUSE_MS, move || {
        let (from, to) = (last.replace(now.get()), now.get());
        let happened = if from < to { narrate(&run.scenario, &run.trace, from, to) } else { String::new() };
        if !happened.is_empty() {
            set.set(happened.into());
        }
    })
}

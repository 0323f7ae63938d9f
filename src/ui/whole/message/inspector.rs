//! What is true of the message at the playhead.

use yew::prelude::*;

use super::super::super::player::{Run, Shared};
use super::super::super::session::Action;
use super::super::super::verdict::glued;
use crate::explain::{Moment, Receipt, Standing, worker_name};
use crate::sim::span::humane;
use crate::sim::{MessageIx, Trace};

#[derive(Properties, PartialEq)]
pub struct InspectorProps {
    pub run: Shared<Run>,
    pub message: MessageIx,
    /// What is true now. As long as that is the same, nothing is drawn.
    pub moment: Moment,
    pub following: bool,
    pub act: Callback<Action>,
}

#[component]
pub fn Inspector(props: &InspectorProps) -> Html {
    let InspectorProps { run, message, moment, following, act } = props;
    let story = &run.scenario.story;
    let most = run.scenario.queue.max_receive_count;
    let receives = match most {
        Some(most) => format!("{} of at most {most}", moment.receives),
        None => moment.receives.to_string(),
    };
    let effects = match moment.effects {
        0 => format!("not {} yet", story.done),
        1 => format!("{} once", story.done),
        2 => format!("{} twice", story.done),
        n => format!("{} {n} times", story.done),
    };
    let follow = {
        let (act, message, on) = (act.clone(), *message, !*following);
        Callback::from(move |_: MouseEvent| {
            act.emit(Action::Select(Some(message)));
            act.emit(Action::Follow(on));
        })
    };
    html! {
        <div class="inspector">
            <p class="state">{ glued(&moment.state) }</p>
            <button class="button follow" aria-pressed={following.to_string()} onclick={follow}>
                { format!("Follow {}", run.trace.name(*message)) }
            </button>
            <dl>
                { fact("Receive count", receives, false) }
                { fact("So far", effects, moment.effects > 1) }
                { about(&run.trace, *message) }
            </dl>
            if !moment.receipts.is_empty() {
                <h3>{ "Receipts" }</h3>
                <ul class="receipts">
                    { for moment.receipts.iter().map(receipt) }
                    if moment.earlier > 0 {
                        <li class="hint">{ format!("and {} earlier, all stale", moment.earlier) }</li>
                    }
                </ul>
            }
        </div>
    }
}

fn fact(name: &'static str, value: String, is_trouble: bool) -> Html {
    html! { <div><dt>{ name }</dt><dd class={is_trouble.then_some("trouble")}>{ value }</dd></div> }
}

/// What it is about, where the scenario says so.
fn about(trace: &Trace, message: MessageIx) -> Html {
    let life = trace.message(message);
    let key = &trace.keys[life.key as usize];
    html! {
        <>
            if let Some(group) = &life.group {
                { fact("Group", group.to_string(), false) }
            }
            if let Some(name) = &key.name {
                { fact("Key", if key.messages > 1 { format!("{name}, of {} messages", key.messages) } else { name.clone() }, false) }
            }
        </>
    }
}

fn receipt(receipt: &Receipt) -> Html {
    let Receipt { nth, worker, standing, deadline, job } = receipt;
    let (class, word) = match standing {
        Standing::Current => ("current", "current"),
        Standing::Lapsed => ("lapsed", "lapsed"),
        Standing::Stale => ("stale", "stale"),
        Standing::Spent => ("spent", "spent"),
    };
    let lease = match standing {
        Standing::Current => format!("lease until {}", humane(*deadline)),
        _ => format!("lease ended at {}", humane(*deadline)),
    };
    html! {
        <li class={class} key={*nth}>
            <span class="standing" title={meaning(*standing)}>{ word }</span>
            <span class="what">
                <b>{ format!("receipt {nth}, {}", worker_name(*worker)) }</b>
                <span>{ glued(&format!("{lease}; {job}")) }</span>
            </span>
        </li>
    }
}

fn meaning(standing: Standing) -> &'static str {
    match standing {
        Standing::Current => "it deletes the message, and a heartbeat with it extends the lease",
        Standing::Lapsed => "its deadline has passed, and nobody has received the message since",
        Standing::Stale => "a newer delivery exists",
        Standing::Spent => "the message is gone from the queue",
    }
}

//! The page: its state, its keys, its frames, and where everything is.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::browser::{self, use_frames, use_keys, when};
use super::chart::LeaseChart;
use super::controls::controls;
use super::library::use_chooser;
use super::log::Log;
use super::session::{Action, Choice, Run, Session, Shared};
use super::stage::StageView;
use super::transport::transport;
use super::verdict::verdict;
use crate::queue::Millis;

impl Reducible for Session {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(self.after(action))
    }
}

/// The whole page.
#[component]
pub fn App() -> Html {
    let session = use_reducer(|| Session::new(!browser::wants_less_motion()));
    let act = {
        let dispatch = session.dispatcher();
        use_callback((), move |action, ()| dispatch.dispatch(action))
    };
    use_frames(session.playing, act.reform(Action::Frame));
    use_keys(when(&act, |event: KeyboardEvent| on_key(&event)));

    let less_motion = browser::wants_less_motion();
    let travel = if less_motion { Millis::ZERO } else { session.travel() };
    let shown = session.run.log.partition_point(|line| line.at <= session.playhead);
    html! {
        <div class="page">
            <Still
                choice={session.choice.clone()}
                run={session.run.clone()}
                changed={session.is_changed()}
                act={act.clone()}
            />
            <main class="picture">
                <StageView run={session.run.clone()} t={session.playhead} {travel} playing={session.playing} />
                <section class="card leases" aria-labelledby="leases-title">
                    <h2 id="leases-title">
                        { "Leases" }
                        <small>{ "the band is the lease, the bar inside it the job; hatched: work without a lease" }</small>
                    </h2>
                    <LeaseChart run={session.run.clone()} t={session.playhead} act={act.clone()} />
                    { transport(&session, &act) }
                </section>
            </main>
            <Log run={session.run.clone()} {shown} {act} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct StillProps {
    choice: Shared<Choice>,
    run: Shared<Run>,
    /// Whether any setting differs from the scenario as it was opened.
    changed: bool,
    act: Callback<Action>,
}

/// Everything that does not move with the playhead: drawn once a run, not once a frame.
#[component]
fn Still(props: &StillProps) -> Html {
    let StillProps { choice, run, changed, act } = props;
    let chooser = use_chooser(choice, act);
    html! {
        <>
            { header(chooser) }
            { verdict(run, *changed, act) }
            { controls(run, *changed, act) }
        </>
    }
}

fn header(chooser: Html) -> Html {
    html! {
        <header class="header">
            <h1>{ "inflight" }<small>{ "what a visibility timeout really does" }</small></h1>
            { chooser }
            <button class="button theme" onclick={|_| browser::toggle_theme()} aria-label="Light or dark">
                <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
                    <circle cx="9" cy="9" r="7" class="icon-line" />
                    <path d="M9 2 a7 7 0 0 1 0 14 z" class="icon-fill" />
                </svg>
            </button>
        </header>
    }
}

/// What a key does that was pressed outside a field. A control that has a use for the key keeps it.
fn on_key(event: &KeyboardEvent) -> Option<Action> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
        return None;
    }
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let name = target.as_ref().map(|element| element.tag_name().to_ascii_lowercase()).unwrap_or_default();
    let is_range = target.is_some_and(|element| element.get_attribute("type").as_deref() == Some("range"));
    let action = match event.key().as_str() {
        " " if is_range || !matches!(name.as_str(), "input" | "select" | "button" | "summary") => Action::TogglePlay,
        _ if matches!(name.as_str(), "input" | "select") => return None,
        "ArrowRight" => Action::StepForward,
        "ArrowLeft" => Action::StepBack,
        _ => return None,
    };
    event.prevent_default();
    Some(action)
}

//! The first page: what a newcomer sees at once. Three sliders, stage, lease chart, play, and one sentence.
//!
//! It is a program of its own, so that nobody waits for what he does not use yet. As soon as it has been painted, `static/boot.js`
//! loads the whole page and puts it in its place, with all that was set here: see [`super::handover`]. Until then, and where the
//! whole page cannot be had, this one works by itself.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{Element, KeyboardEvent};
use yew::AppHandle;
use yew::prelude::*;

use super::browser::{self, when};
use super::chart::LeaseChart;
use super::controls::{Make, about, controls};
use super::handover;
use super::keys::on_key;
use super::player::{Move, Player, Run, Shared};
use super::stage::StageView;
use super::transport::transport;
use super::verdict::verdict;
use crate::scenarios;
use crate::sim::{Change, Scenario, run_as_it_is};

/// The state of the first page.
#[derive(Clone, PartialEq)]
struct State(Player);

enum Action {
    Move(Move),
    Change(Vec<Change>),
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut player = self.0.clone();
        match action {
            Action::Move(a_move) => player.make(a_move),
            Action::Change(changes) => player.show(run(player.run.scenario.with_named(&changes))),
        }
        Rc::new(Self(player))
    }
}

/// Its three settings take nothing that makes it a scenario of which there is no run: a test goes from end to end.
fn run(scenario: Scenario) -> Shared<Run> {
    let trace = run_as_it_is(&scenario);
    Run::of(scenario, trace)
}

thread_local! {
    /// The page, and its state as it was drawn last.
    static PAGE: RefCell<Option<AppHandle<First>>> = const { RefCell::new(None) };
    static DRAWN: RefCell<Option<Player>> = const { RefCell::new(None) };
}

/// Puts the page into its place.
pub fn open(place: Element) {
    let page = yew::Renderer::<First>::with_root(place).render();
    PAGE.with(|open| *open.borrow_mut() = Some(page));
}

/// Takes the page away, and tells in what state it was.
#[must_use]
pub fn leave() -> String {
    if let Some(page) = PAGE.with(RefCell::take) {
        page.destroy();
    }
    DRAWN.with(RefCell::take).as_ref().map(handover::write).unwrap_or_default()
}

/// The whole of it.
#[component]
fn First() -> Html {
    let state = use_reducer(|| State(Player::new(run(scenarios::first()), browser::wants_less_motion())));
    let (act, change) = {
        let (moves, changes) = (state.dispatcher(), state.dispatcher());
        (
            use_callback((), move |a_move, ()| moves.dispatch(Action::Move(a_move))),
            use_callback((), move |change, ()| {
                changes.dispatch(Action::Change(change));
                // These three go with whatever else is set.
                None
            }),
        )
    };
    let player = &state.0;
    DRAWN.with(|drawn| *drawn.borrow_mut() = Some(player.clone()));
    browser::use_frames(player.playing, act.reform(Move::Frame));
    browser::use_keys(when(&act, |event: KeyboardEvent| on_key(&event)));
    html! {
        <div class="page">
            <Still run={player.run.clone()} {change} />
            <main class="picture">
                <StageView run={player.run.clone()} t={player.playhead} travel={player.travel()} playing={player.playing} />
                <section class="card leases" aria-labelledby="leases-title">
                    { leases_title() }
                    <LeaseChart run={player.run.clone()} t={player.playhead} act={act.clone()} />
                    { transport(player, &act) }
                </section>
            </main>
            // Says why, where the rest of the page cannot be had: see the loader.
            <div class="apology" />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct StillProps {
    run: Shared<Run>,
    change: Make,
}

/// Everything that does not move with the playhead: drawn once a run, not once a frame.
#[component]
fn Still(props: &StillProps) -> Html {
    let Run { scenario, verdict: came_of_it, .. } = &*props.run;
    html! {
        <>
            <header class="header">
                { title() }
                <label class="chooser">
                    <span>{ "Scenario" }</span>
                    // Until the library is there.
                    <select disabled=true><option>{ scenario.title.clone() }</option></select>
                </label>
                // Holds the place of the whole page's.
                <div class="tools" />
            </header>
            { verdict(came_of_it, Html::default()) }
            { controls(scenario, about(&scenario.about, false), &props.change, Html::default()) }
        </>
    }
}

/// The page's name.
pub(super) fn title() -> Html {
    html! { <h1>{ "inflight" }<small>{ "what a visibility timeout really does" }</small></h1> }
}

/// The heading of the lease chart.
pub(super) fn leases_title() -> Html {
    html! {
        <h2 id="leases-title">
            { "Leases" }
            <small>{ "the band is the lease, the bar inside it the job; hatched: work without a lease" }</small>
        </h2>
    }
}

//! The page: its state, its keys, its frames, and where everything is.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::super::browser::{self, when};
use super::super::controls::{about, controls};
use super::super::handover;
use super::super::keys::on_key;
use super::super::player::{Move, Run, Shared};
use super::super::session::{Action, Choice, Computing, Session};
use super::super::transport::transport;
use super::super::verdict::verdict;
use super::header::Header;
use super::leases::LeasesPanel;
use super::message::MessagePanel;
use super::more::{More, use_desk};
use super::stage::StagePanel;
use super::tabs::Tabs;
use super::tries::Tries;
use crate::sim::Scenario;

impl Reducible for Session {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(self.after(action))
    }
}

#[derive(Properties, PartialEq)]
pub struct AppProps {
    /// What the first page told when it left.
    pub left: AttrValue,
}

/// The page as the first one left it.
fn taken_over(left: &str) -> Session {
    let mut session = Session::with(handover::read_scenario(left), browser::wants_less_motion());
    handover::resume(&mut session.player, left);
    session
}

/// The whole page.
#[component]
pub fn App(props: &AppProps) -> Html {
    let session = use_reducer(|| taken_over(&props.left));
    let act = {
        let dispatch = session.dispatcher();
        use_callback((), move |action, ()| dispatch.dispatch(action))
    };
    let moves = use_callback(act.clone(), |a_move, act| act.emit(Action::Move(a_move)));
    browser::use_frames(session.player.playing, moves.reform(Move::Frame));
    browser::use_keys(when(&moves, |event: KeyboardEvent| on_key(&event)));
    use_computing(session.computing.as_ref(), &act);

    let (player, selected) = (&session.player, session.selected);
    let (run, t) = (&player.run, player.playhead);
    // A slider that is let go tells so by an event that reaches the page, wherever it is.
    let on_settle = act.reform(|_: Event| Action::Settle);
    html! {
        <div class="page whole" onchange={on_settle}>
            <Header session={(*session).clone()} act={act.clone()} />
            <Still
                choice={session.choice.clone()}
                scenario={controlled(&session)}
                run={run.clone()}
                act={act.clone()}
            />
            <MessagePanel {run} {t} {selected} following={session.following} act={act.clone()} />
            <main class="picture">
                <StagePanel
                    {run} {t} {selected} following={session.following} travel={player.travel()} playing={player.playing}
                    act={act.clone()}
                />
                <section class="card leases" aria-labelledby="leases-title">
                    <LeasesPanel {run} {t} {selected} playing={player.playing} pinned={session.pinned.clone()} act={act.clone()} />
                    { transport(player, &moves) }
                </section>
                <Tabs {run} {t} {selected} playing={player.playing} {act} />
            </main>
        </div>
    }
}

/// What the settings show: what is set, or what is in force at the playhead where changes hold from there on.
fn controlled(session: &Session) -> Shared<Scenario> {
    if session.from_now_on { Shared::new(session.in_force()) } else { session.scenario.clone() }
}

/// Makes a long run piece by piece, and lets the browser do what it has to between them.
#[hook]
fn use_computing(computing: Option<&Computing>, act: &Callback<Action>) {
    let act = act.clone();
    use_effect_with(computing.cloned(), move |computing| {
        let next = computing.as_ref().map(|_| Timeout::new(0, move || act.emit(Action::Compute)));
        move || drop(next)
    });
}

#[derive(Properties, PartialEq)]
struct StillProps {
    choice: Shared<Choice>,
    scenario: Shared<Scenario>,
    run: Shared<Run>,
    act: Callback<Action>,
}

/// Verdict and settings: drawn when they change, not once a frame.
#[component]
fn Still(props: &StillProps) -> Html {
    let StillProps { choice, scenario, run, act } = props;
    let changed = **scenario != *choice.scenario;
    let desk = use_desk(scenario, act);
    let make = desk.maker();
    let tries = html! { <Tries {run} {changed} {act} /> };
    let more = html! { <More opened={choice.scenario.clone()} {scenario} {desk} /> };
    html! {
        <>
            { verdict(&run.verdict, tries) }
            { controls(scenario, about(&scenario.about, changed), &make, more) }
        </>
    }
}

//! The page: its state, its keys, its frames, and where everything is.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::super::browser::{self, use_on_screen};
use super::super::controls::{about, controls};
use super::super::handover;
use super::super::keys::{Key, page_key};
use super::super::player::{Move, Run, Shared};
use super::super::session::{Action, Choice, Computing, Session};
use super::super::transport::transport;
use super::super::verdict::verdict;
use super::compared::Compared;
use super::endless::EndlessSwitch;
use super::handout::Handout;
use super::header::Header;
use super::help::Help;
use super::leases::LeasesPanel;
use super::message::MessagePanel;
use super::more::{More, use_desk};
use super::now_on::from_now_on;
use super::panic;
use super::stage::StagePanel;
use super::tabs::Tabs;
use super::tour::{self, Tour};
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

/// The page as the first one left it; or with the scenario that it had when it broke down.
fn taken_over(left: &str) -> Session {
    let mut session = Session::with(handover::read_scenario(left), browser::wants_less_motion());
    handover::resume(&mut session.player, left);
    match browser::take_over_reload(panic::KEPT) {
        Some(json) => session.after(Action::Choose("kept".into())).after(Action::Open("kept".into(), json)),
        None => session,
    }
}

/// The whole page.
#[component]
pub fn App(props: &AppProps) -> Html {
    let session = use_reducer(|| taken_over(&props.left));
    let act = {
        let dispatch = session.dispatcher();
        use_callback((), move |action, ()| dispatch.dispatch(action))
    };
    panic::remember(&session.scenario);
    let moves = use_callback(act.clone(), |a_move, act| act.emit(Action::Move(a_move)));
    let page = use_node_ref();
    let is_seen = use_on_screen(&page);
    browser::use_frames(session.player.playing && is_seen, moves.reform(Move::Frame));
    let (helps, tours) = (use_state_eq(|| false), use_state_eq(tour::is_wanted));
    let help = {
        let set = helps.setter();
        use_callback((), move |(), ()| set.set(true))
    };
    use_page_keys(&session, &act, &help);
    use_computing(session.computing.as_ref(), &act);

    let scenario = use_controlled(&session);
    let (player, selected) = (&session.player, session.selected);
    let (run, t) = (&player.run, player.playhead);
    // A slider that is let go tells so by an event that reaches the page, wherever it is.
    let on_settle = act.reform(|_: Event| Action::Settle);
    html! {
        <div class="page whole" ref={page} onchange={on_settle}>
            <Header
                choice={session.choice.clone()}
                history={session.can_undo_and_redo()}
                pinned={session.pinned.is_some()}
                complaint={session.complaint.clone()}
                computing={session.computing.clone()}
                act={act.clone()}
                {help}
            />
            <Still
                choice={session.choice.clone()}
                {scenario}
                from_now_on={session.from_now_on}
                {run}
                act={act.clone()}
            />
            <MessagePanel {run} {t} {selected} following={session.following} act={act.clone()} />
            <main class="picture">
                <StagePanel
                    {run} {t} {selected} following={session.following} travel={player.travel()} playing={player.playing}
                    act={act.clone()}
                />
                <section class="card leases" aria-labelledby="leases-title">
                    if let Some(pinned) = &session.pinned {
                        <Compared {pinned} {run} act={act.clone()} />
                    }
                    <LeasesPanel {run} {t} {selected} playing={player.playing} pinned={session.pinned.clone()} act={act.clone()} />
                    { transport(player, &moves) }
                    if session.scenario.is_steady() {
                        <EndlessSwitch on={session.endless} begin={run.trace.begin} act={act.clone()} />
                    }
                </section>
                <Tabs {run} {t} {selected} playing={player.playing} act={act.clone()} />
            </main>
            <Handout {run} />
            { guides(&helps, &tours) }
        </div>
    }
}

/// Help and tour.
fn guides(helps: &UseStateHandle<bool>, tours: &UseStateHandle<bool>) -> Html {
    let on_close = {
        let set = helps.setter();
        move |()| set.set(false)
    };
    let on_tour = {
        let (set_help, set_tour) = (helps.setter(), tours.setter());
        move |()| {
            set_help.set(false);
            set_tour.set(true);
        }
    };
    let on_end = {
        let set = tours.setter();
        move |()| set.set(false)
    };
    html! {
        <>
            <Help open={**helps} {on_close} {on_tour} />
            if **tours {
                <Tour {on_end} />
            }
        </>
    }
}

/// What a key does that was pressed outside a field.
#[hook]
fn use_page_keys(session: &UseReducerHandle<Session>, act: &Callback<Action>, help: &Callback<()>) {
    let (session, act, help) = (session.clone(), act.clone(), help.clone());
    // The listener stays; what it needs of the state, it finds here.
    let now = use_mut_ref(|| session.clone());
    *now.borrow_mut() = session;
    let on_key = use_callback((), move |event: KeyboardEvent, ()| {
        let now = now.borrow();
        match page_key(&event, &now) {
            Some(Key::Help) => help.emit(()),
            Some(Key::Act(action)) => act.emit(action),
            None => {}
        }
    });
    browser::use_keys(on_key);
}

/// What the settings show: what is set, or what is in force at the playhead where changes hold from there on. The same one as long
/// as it stays so, that nothing is drawn anew for it in every frame.
#[hook]
fn use_controlled(session: &Session) -> Shared<Scenario> {
    let t = session.player.playhead;
    let made = session.scenario.changes.iter().filter(|change| change.at <= t).count();
    let phase = session.from_now_on.then_some(made);
    let controlled = use_memo((session.scenario.clone(), phase), |(scenario, phase)| match phase {
        Some(_) => Shared::new(scenario.in_force_at(t)),
        None => scenario.clone(),
    });
    (*controlled).clone()
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
    from_now_on: bool,
    run: Shared<Run>,
    act: Callback<Action>,
}

/// Verdict and settings: drawn when they change, not once a frame.
#[component]
fn Still(props: &StillProps) -> Html {
    let StillProps { choice, scenario, from_now_on: on, run, act } = props;
    let changed = **scenario != *choice.scenario;
    let desk = use_desk(scenario, *on, act);
    let make = desk.maker();
    let tries = html! { <Tries {run} {changed} {act} /> };
    let more = html! {
        <>
            { from_now_on(*on, act) }
            <More opened={choice.scenario.clone()} {scenario} {desk} />
        </>
    };
    html! {
        <>
            { verdict(&run.verdict, tries) }
            { controls(scenario, about(&scenario.about, changed), &make, more) }
        </>
    }
}

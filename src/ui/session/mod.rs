//! The state of the whole page, and every change to it. It knows no browser: frames and clicks reach it as actions.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use super::endless::Watched;
use super::history::{History, Moment};
use super::player::{Move, Player, Run, Shared};
use crate::queue::Millis;
use crate::scenarios;
use crate::sim::{Change, MessageIx, Running, Scenario};

/// What was chosen of the library, and what became of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The scenario as it was opened.
    pub scenario: Shared<Scenario>,
    /// Its name.
    pub opened: Rc<str>,
    /// The name of the one that was chosen last: another than the opened one as long as that is on its way.
    pub chosen: Rc<str>,
}

/// A run of so many events is made at once: it takes less than a frame. A longer one is made in pieces of that size, and the page
/// answers between them.
const PIECE: usize = 10_000;

/// How a run is made.
#[derive(Clone)]
enum Making {
    /// To its end; gone when it is there.
    Ordinary(Rc<RefCell<Option<Running>>>),
    /// As far as this, of a run without an end; and how much of it is kept.
    Endless(Watched, (Millis, Millis)),
}

/// A long run that is being made.
#[derive(Clone)]
pub struct Computing {
    /// The run as far as it has come.
    making: Making,
    /// How many thousandths of the time of the run are done.
    pub thousandths: u64,
    /// How many events there are so far.
    pub events: usize,
    /// Whether it is to be shown from its start.
    opens: bool,
}

impl PartialEq for Computing {
    fn eq(&self, other: &Self) -> bool {
        let is_same = match (&self.making, &other.making) {
            (Making::Ordinary(one), Making::Ordinary(other)) => Rc::ptr_eq(one, other),
            (Making::Endless(one, to), Making::Endless(other, other_to)) => (one, to) == (other, other_to),
            _ => false,
        };
        is_same && (self.events, self.thousandths) == (other.events, other.thousandths)
    }
}

impl fmt::Debug for Computing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Computing({} events)", self.events)
    }
}

/// The state of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// What was chosen of the library.
    pub choice: Shared<Choice>,
    /// What is set now. It differs from the scenario of the run only while a long run is being made.
    pub scenario: Shared<Scenario>,
    /// The run, and which instant of it is shown.
    pub player: Player,
    /// The run that is being made, where that takes long.
    pub computing: Option<Computing>,
    /// A run to compare with.
    pub pinned: Option<Shared<Run>>,
    /// The message that was picked out.
    pub selected: Option<MessageIx>,
    /// Whether the picked message is followed: always in view.
    pub following: bool,
    /// Whether a change holds only from the playhead on.
    pub from_now_on: bool,
    /// Whether the run goes on as long as somebody watches.
    pub endless: bool,
    /// The run without an end that is shown a part of, if it is one.
    pub(super) watched: Option<Watched>,
    /// Why something could not be done, if it was so last.
    pub complaint: Option<Rc<str>>,
    history: Shared<History>,
}

/// What a person, or a frame, does to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Moves the playhead.
    Move(Move),
    /// Wants a scenario of the library. The run stays until it is there.
    Choose(Rc<str>),
    /// Its file is there: opens it, if it is still wanted, and plays it unless the page opened paused.
    Open(Rc<str>, String),
    /// It cannot be had, for this reason: the run stays.
    Miss(Rc<str>, String),
    /// Changes settings: for the whole run, which is computed anew under the same playhead, or from the playhead on.
    Change(Vec<Change>),
    /// The change is done: the slider was let go. The next change of the same setting is another one to undo.
    Settle,
    /// Goes back to the scenario as it was opened.
    Reset,
    /// Takes the last change back.
    Undo,
    /// Makes the change again that was taken back last.
    Redo,
    /// Whether changes hold from the playhead on.
    FromNowOn(bool),
    /// Whether the run goes on as long as somebody watches.
    Endless(bool),
    /// Keeps this run to compare the next ones with.
    Pin,
    /// Compares no more.
    Unpin,
    /// Picks a message out, or none.
    Select(Option<MessageIx>),
    /// Whether the picked message is followed.
    Follow(bool),
    /// Makes the next piece of a long run.
    Compute,
}

impl Session {
    /// The page as it opens: the first scenario at its start, playing, or paused for those who want less motion.
    #[must_use]
    pub fn new(less_motion: bool) -> Self {
        Self::with(scenarios::first(), less_motion)
    }

    /// The page with the first scenario as it was set in the first view.
    #[must_use]
    pub fn with(set: Scenario, less_motion: bool) -> Self {
        let name: Rc<str> = scenarios::FIRST.into();
        let first = Shared::new(scenarios::first());
        let choice = Shared::new(Choice { scenario: first.clone(), opened: name.clone(), chosen: name });
        let scenario = if set == *first { first.clone() } else { Shared::new(set.clone()) };
        let past = if set == *first { None } else { Some((choice.clone(), first)) };
        let trace = Running::new(&set).to_its_end();
        Self {
            choice,
            scenario,
            player: Player::new(Run::of(set, trace), less_motion),
            computing: None,
            pinned: None,
            selected: None,
            following: false,
            from_now_on: false,
            endless: false,
            watched: None,
            complaint: None,
            history: Shared::new(History::after(past)),
        }
    }

    /// The page after an action.
    #[must_use]
    pub fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        match action {
            Action::Move(a_move) => next.make(a_move),
            Action::Choose(chosen) => {
                next.choice = Shared::new(Choice { chosen, ..(*self.choice).clone() });
                next.complaint = None;
            }
            Action::Open(name, json) if name == self.choice.chosen => match Scenario::from_json(&json) {
                Ok(scenario) => next.open(name, scenario),
                Err(error) => next.miss(&format!("{name} is no scenario: {error}.")),
            },
            Action::Miss(name, why) if name == self.choice.chosen => next.miss(&why),
            // Something else was chosen meanwhile.
            Action::Open(..) | Action::Miss(..) => {}
            Action::Change(changes) => next.change(&changes),
            Action::Settle => next.history = Shared::new(self.history.settled()),
            Action::Reset => next.set((*self.choice.scenario).clone(), "reset"),
            Action::Undo => next.travel_back(),
            Action::Redo => next.travel_forth(),
            Action::FromNowOn(on) => next.from_now_on = on,
            Action::Endless(on) => next.set_endless(on),
            Action::Pin => next.pinned = Some(self.player.run.clone()),
            Action::Unpin => next.pinned = None,
            Action::Select(message) => next.selected = message,
            Action::Follow(on) => next.following = on,
            Action::Compute => next.compute(),
        }
        next
    }

    /// Whether any setting differs from the scenario as it was opened.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        *self.scenario != *self.choice.scenario
    }

    /// Whether there is something to undo, and something to redo.
    #[must_use]
    pub fn can_undo_and_redo(&self) -> (bool, bool) {
        (self.history.can_undo(), self.history.can_redo())
    }

    /// The settings in force at the playhead, after the changes that were timed before it.
    #[must_use]
    pub fn in_force(&self) -> Scenario {
        self.scenario.in_force_at(self.player.playhead)
    }

    /// What is open and set, to come back to. What is still on its way is not part of it.
    fn moment(&self) -> Moment {
        let Choice { scenario, opened, chosen } = &*self.choice;
        let choice = if opened == chosen {
            self.choice.clone()
        } else {
            Shared::new(Choice { scenario: scenario.clone(), opened: opened.clone(), chosen: opened.clone() })
        };
        (choice, self.scenario.clone())
    }

    fn open(&mut self, name: Rc<str>, scenario: Scenario) {
        self.history = Shared::new(self.history.pushed(self.moment(), "open"));
        let scenario = Shared::new(scenario);
        self.choice = Shared::new(Choice { scenario: scenario.clone(), opened: name.clone(), chosen: name });
        (self.selected, self.following, self.from_now_on, self.endless) = (None, false, false, false);
        self.run(scenario, true);
    }

    /// What was chosen cannot be had: what is open stays.
    fn miss(&mut self, why: &str) {
        let Choice { scenario, opened, .. } = (*self.choice).clone();
        self.choice = Shared::new(Choice { scenario, chosen: opened.clone(), opened });
        self.complaint = Some(format!("{why} What was open stays; try again later.").into());
    }

    fn change(&mut self, changes: &[Change]) {
        let gesture: Vec<&str> = changes.iter().map(Change::setting).collect();
        let changed = if self.from_now_on {
            self.scenario.from_then_on(self.player.playhead, &self.in_force().with(changes))
        } else {
            self.scenario.with(changes)
        };
        self.set(changed, &gesture.join(" "));
    }

    /// A scenario that is not valid is not taken: the last good one stays in force.
    fn set(&mut self, scenario: Scenario, gesture: &str) {
        self.complaint = None;
        if scenario == *self.scenario {
            return;
        }
        if let Some(problem) = scenario.problems().first() {
            self.complaint = Some(format!("{}: {}. It stays as it was.", problem.field, problem.message()).into());
            return;
        }
        self.history = Shared::new(self.history.pushed(self.moment(), gesture));
        self.run(Shared::new(scenario), false);
    }

    fn travel_back(&mut self) {
        if let Some((history, (choice, scenario))) = self.history.undone(self.moment()) {
            self.travel_to(history, choice, scenario);
        }
    }

    fn travel_forth(&mut self) {
        if let Some((history, (choice, scenario))) = self.history.redone(self.moment()) {
            self.travel_to(history, choice, scenario);
        }
    }

    fn travel_to(&mut self, history: History, choice: Shared<Choice>, scenario: Shared<Scenario>) {
        self.history = Shared::new(history);
        self.complaint = None;
        self.choice = choice;
        self.run(scenario, false);
    }

    /// Runs what is set: at once, or in pieces.
    pub(super) fn run(&mut self, scenario: Shared<Scenario>, opens: bool) {
        let opens = opens || self.computing.as_ref().is_some_and(|computing| computing.opens);
        self.endless &= scenario.is_steady();
        self.watched = None;
        self.scenario = scenario;
        let making = if self.endless {
            Making::Endless(Watched::new(&self.scenario), self.first_window())
        } else {
            Making::Ordinary(Rc::new(RefCell::new(Some(Running::new(&self.scenario)))))
        };
        self.computing = Some(Computing { making, thousandths: 0, events: 0, opens });
        self.compute();
    }

    fn compute(&mut self) {
        let Some(mut computing) = self.computing.take() else { return };
        let opens = computing.opens;
        match computing.making.clone() {
            Making::Ordinary(running) => {
                let mut running = running.borrow_mut();
                let Some(under_way) = running.as_mut() else { return };
                if under_way.advance(PIECE) {
                    let trace = running.take().map(Running::to_its_end).expect("it is under way");
                    return self.show(Run::of((*self.scenario).clone(), trace), opens);
                }
                let (now, horizon) = under_way.progress();
                computing.events = under_way.events();
                computing.thousandths = thousandths(now, horizon);
            }
            Making::Endless(run, (to, window)) => {
                if run.advance(to, window, PIECE) {
                    return self.show_watched(&run, opens);
                }
                computing.events = run.events();
                computing.thousandths = thousandths(run.until(), to);
            }
        }
        self.computing = Some(computing);
    }

    /// Shows another run, from its start or under the same playhead. The message that was picked out stays, if it is there.
    pub(super) fn show(&mut self, run: Shared<Run>, opens: bool) {
        let before = &self.player.run.trace;
        self.selected = self.selected.and_then(|message| run.trace.numbered(before.number(message)));
        if opens {
            self.player.open(run);
        } else {
            self.player.show(run);
        }
    }
}

fn thousandths(part: Millis, whole: Millis) -> u64 {
    (part.0 * 1000 / whole.0.max(1)).min(1000)
}

#[cfg(test)]
mod tests;

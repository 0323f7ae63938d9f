//! The page's state, and every change to it. It knows no browser: frames and clicks reach it as actions.

use std::ops::Deref;
use std::rc::Rc;

use crate::explain::{Line, Suggestion, Verdict, log, suggest, verdict};
use crate::queue::Millis;
use crate::scenarios;
use crate::sim::{Change, Scenario, Trace, run};

/// A value that many components read and none changes. Two are equal when they are the same one, which costs nothing to find
/// out: a component redraws only for a new run, not for one that would have to be compared event by event.
#[derive(Debug)]
pub struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// A scenario and all that follows from it.
#[derive(Debug)]
pub struct Run {
    /// What the user set.
    pub scenario: Scenario,
    /// What happened.
    pub trace: Trace,
    /// The same in sentences.
    pub log: Vec<Line>,
    /// What it comes to.
    pub verdict: Verdict,
    /// What to try next.
    pub suggestions: Vec<Suggestion>,
}

impl Run {
    fn of(scenario: Scenario) -> Shared<Self> {
        let trace = run(&scenario);
        let log = log(&trace, &scenario.story);
        let verdict = verdict(&scenario, &trace);
        let suggestions = suggest(&scenario, &trace, verdict.tone);
        Shared::new(Self { scenario, trace, log, verdict, suggestions })
    }
}

/// A whole run should play for about so many seconds.
const PLAYED_SECS: u64 = 10;
/// A token is on its way for so long, in milliseconds of the person's time.
const TRAVEL_MS: u64 = 500;
/// A frame that took longer than this many milliseconds was none: the page was hidden or busy, and the run did not go on.
const MAX_FRAME_MS: u64 = 250;

/// The speeds to choose from, in seconds of the run a second.
pub const SPEEDS: [u64; 13] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 21600];

/// What was chosen of the library, and what became of it.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The scenario as it was opened.
    pub scenario: Shared<Scenario>,
    /// Its name.
    pub opened: Rc<str>,
    /// The name of the one that was chosen last: another than the opened one as long as that is on its way.
    pub chosen: Rc<str>,
    /// Why something could not be had, if it was so last.
    pub complaint: Option<String>,
}

/// The state of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// What was chosen of the library.
    pub choice: Shared<Choice>,
    /// The run as it is now.
    pub run: Shared<Run>,
    /// Which instant is shown.
    pub playhead: Millis,
    /// Whether it moves by itself.
    pub playing: bool,
    /// Whether a scenario plays as it is opened: not for those who have asked for less motion.
    autoplay: bool,
    /// The speed that was chosen; `None` for one that fits the run.
    pub chosen_speed: Option<u64>,
    /// The microseconds of the run that have passed since the playhead's millisecond.
    rest: u64,
}

/// What a person, or a frame, does to the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Wants a scenario of the library. The run stays until it is there.
    Choose(Rc<str>),
    /// Its file is there: opens it, if it is still wanted, and plays it unless the page opened paused.
    Open(Rc<str>, String),
    /// It cannot be had, for this reason: the run stays.
    Miss(Rc<str>, String),
    /// Changes settings. The whole run is computed anew under the same playhead.
    Change(Vec<Change>),
    /// Goes back to the scenario as it was opened.
    Reset,
    /// Plays, from the start if the run is at its end; or pauses.
    TogglePlay,
    /// Pauses.
    Pause,
    /// Shows another instant, and pauses.
    Seek(Millis),
    /// Shows the next instant at which something happens, and pauses.
    StepForward,
    /// Shows the instant before this one at which something happened, or the start, and pauses.
    StepBack,
    /// Chooses a speed; `None` for one that fits the run.
    Speed(Option<u64>),
    /// So many microseconds have passed.
    Frame(u64),
}

impl Session {
    /// The page as it opens: the first scenario at its start, playing or, without `autoplay`, paused.
    #[must_use]
    pub fn new(autoplay: bool) -> Self {
        // A test reads it; to say what is wrong with it would be code for nothing.
        let first = Scenario::from_json(scenarios::FIRST_JSON).unwrap_or_default();
        let name: Rc<str> = scenarios::FIRST.into();
        let scenario = Shared::new(first.clone());
        Self {
            choice: Shared::new(Choice { scenario, opened: name.clone(), chosen: name, complaint: None }),
            run: Run::of(first),
            playhead: Millis::ZERO,
            playing: autoplay,
            autoplay,
            chosen_speed: None,
            rest: 0,
        }
    }

    /// The page after an action.
    #[must_use]
    pub fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        match action {
            Action::Choose(chosen) => {
                next.choice = Shared::new(Choice { chosen, complaint: None, ..(*self.choice).clone() });
            }
            Action::Open(name, json) if name == self.choice.chosen => match Scenario::from_json(&json) {
                Ok(scenario) => {
                    next.run = Run::of(scenario.clone());
                    let scenario = Shared::new(scenario);
                    next.choice = Shared::new(Choice { scenario, opened: name.clone(), chosen: name, complaint: None });
                    next.seek(Millis::ZERO);
                    next.playing = self.autoplay;
                }
                Err(error) => next.miss(&format!("{name} is no scenario: {error}.")),
            },
            Action::Miss(name, why) if name == self.choice.chosen => next.miss(&why),
            // Something else was chosen meanwhile.
            Action::Open(..) | Action::Miss(..) => {}
            Action::Change(changes) => next.set_scenario(self.run.scenario.with(&changes)),
            Action::Reset => next.set_scenario((*self.choice.scenario).clone()),
            Action::TogglePlay => {
                if !next.playing && next.is_at_end() {
                    next.seek(Millis::ZERO);
                }
                next.playing = !next.playing;
            }
            Action::Pause => next.playing = false,
            Action::Seek(t) => {
                next.playing = false;
                next.seek(t);
            }
            Action::StepForward => {
                next.playing = false;
                next.seek(self.next_event().unwrap_or(self.run.trace.end));
            }
            Action::StepBack => {
                next.playing = false;
                next.seek(self.previous_event().unwrap_or(Millis::ZERO));
            }
            Action::Speed(speed) => next.chosen_speed = speed.filter(|speed| SPEEDS.contains(speed)),
            Action::Frame(micros) => next.advance(micros),
        }
        next
    }

    /// The speed in force, in seconds of the run a second: the chosen one, or the one that plays the run in about ten seconds.
    #[must_use]
    pub fn speed(&self) -> u64 {
        self.chosen_speed.unwrap_or_else(|| {
            let wanted = self.run.trace.end.0 / (PLAYED_SECS * 1000);
            let above = SPEEDS.partition_point(|&speed| speed < wanted);
            match above {
                0 => SPEEDS[0],
                // As ratios, 30 is nearer to 24 than 20 is to 16: compare squares with the product.
                _ if above == SPEEDS.len() || wanted * wanted <= SPEEDS[above - 1] * SPEEDS[above] => SPEEDS[above - 1],
                _ => SPEEDS[above],
            }
        })
    }

    /// For how long a token is on its way, in time of the run. While nothing plays, everything is where it belongs.
    #[must_use]
    pub fn travel(&self) -> Millis {
        if self.playing { Millis(TRAVEL_MS * self.speed()) } else { Millis::ZERO }
    }

    /// Whether the playhead is at the end of the run.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.playhead >= self.run.trace.end
    }

    /// Whether any setting differs from the scenario as it was opened.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.run.scenario != *self.choice.scenario
    }

    /// What was chosen cannot be had: what is open stays.
    fn miss(&mut self, why: &str) {
        let Choice { scenario, opened, .. } = (*self.choice).clone();
        let chosen = opened.clone();
        let complaint = Some(format!("{why} What was open stays; try again later."));
        self.choice = Shared::new(Choice { scenario, opened, chosen, complaint });
    }

    /// A scenario that is not valid is not taken: the last good one stays in force.
    fn set_scenario(&mut self, scenario: Scenario) {
        if scenario.problems().is_empty() && scenario != self.run.scenario {
            self.run = Run::of(scenario);
            self.seek(self.playhead);
        }
    }

    fn seek(&mut self, t: Millis) {
        self.playhead = t.min(self.run.trace.end);
        self.rest = 0;
    }

    fn advance(&mut self, micros: u64) {
        if !self.playing || micros > MAX_FRAME_MS * 1000 {
            return;
        }
        let passed = self.rest + micros * self.speed();
        self.playhead += Millis(passed / 1000);
        self.rest = passed % 1000;
        if self.is_at_end() {
            self.seek(self.run.trace.end);
            self.playing = false;
        }
    }

    fn next_event(&self) -> Option<Millis> {
        let trace = &self.run.trace;
        trace.events.get(trace.events_by(self.playhead)).map(|event| event.at)
    }

    fn previous_event(&self) -> Option<Millis> {
        let before = self.playhead.0.checked_sub(1)?;
        let trace = &self.run.trace;
        trace.events_by(Millis(before)).checked_sub(1).map(|last| trace.events[last].at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    #[test]
    fn opened_page_plays_ninety_seconds_in_about_nine() {
        let session = Session::new(true);
        assert_eq!(session.run.trace.end, secs(90));
        assert_eq!(session.speed(), 10);
        let later = (0..60).fold(session, |session, _| session.after(Action::Frame(16_667)));
        // 60 frames of 16.667 ms at ten times: 10.0002 s, of which whole milliseconds show.
        assert_eq!(later.playhead, secs(10));
    }

    #[test]
    fn playing_run_at_its_end_stops_and_plays_again_from_the_start() {
        let session = Session::new(true).after(Action::Seek(Millis(89_999))).after(Action::TogglePlay);
        let ended = session.after(Action::Frame(16_667));
        assert_eq!((ended.playhead, ended.playing), (secs(90), false));
        let again = ended.after(Action::TogglePlay);
        assert_eq!((again.playhead, again.playing), (Millis::ZERO, true));
    }

    #[test]
    fn hidden_page_does_not_catch_up() {
        let session = Session::new(true).after(Action::Frame(5_000_000));
        assert_eq!(session.playhead, Millis::ZERO);
    }

    #[test]
    fn paused_run_steps_through_the_instants_of_the_double_charge_and_back() {
        let mut session = Session::new(false);
        // Receive at 0; second delivery at 30; charge at 45; third delivery at 60; charge at 75; the end.
        for expected in [30, 45, 60, 75, 90, 90] {
            session = session.after(Action::StepForward);
            assert_eq!(session.playhead, secs(expected));
        }
        for expected in [75, 60, 45, 30, 0, 0] {
            session = session.after(Action::StepBack);
            assert_eq!(session.playhead, secs(expected));
        }
    }

    #[test]
    fn changed_setting_recomputes_the_run_under_the_same_playhead() {
        let session = Session::new(false).after(Action::Seek(secs(40)));
        let fixed = session.after(Action::Change(vec![Change::VisibilityTimeout(secs(60))]));
        assert_eq!(fixed.playhead, secs(40));
        assert_eq!(fixed.run.trace.leases.len(), 1);
        assert!(fixed.is_changed());
        let back = fixed.after(Action::Reset);
        assert_eq!(back.run.trace.leases.len(), session.run.trace.leases.len());
        assert!(!back.is_changed());
    }

    fn other() -> String {
        r#"{ "title": "Another" }"#.to_owned()
    }

    #[test]
    fn scenario_chosen_opens_when_it_is_there_and_not_before() {
        let waiting = Session::new(true).after(Action::Seek(secs(40))).after(Action::Choose("other".into()));
        assert_eq!((&*waiting.choice.opened, waiting.playhead), (scenarios::FIRST, secs(40)));
        let opened = waiting.after(Action::Open("other".into(), other()));
        assert_eq!((&*opened.choice.opened, opened.playhead, opened.playing), ("other", Millis::ZERO, true));
        assert_eq!(opened.run.scenario.title, "Another");
        assert!(!opened.is_changed());
    }

    #[test]
    fn scenario_that_comes_after_another_was_chosen_is_not_opened() {
        let session = Session::new(false).after(Action::Choose("slow".into())).after(Action::Choose("other".into()));
        let late =
            session.after(Action::Open("slow".into(), other())).after(Action::Miss("slow".into(), "lost".into()));
        assert_eq!(late, session);
    }

    #[test]
    fn scenario_that_cannot_be_had_leaves_the_run_and_says_why() {
        let session = Session::new(false).after(Action::Choose("other".into()));
        let missed = session.after(Action::Miss("other".into(), "It is gone.".into()));
        assert_eq!((&*missed.choice.opened, &*missed.choice.chosen), (scenarios::FIRST, scenarios::FIRST));
        assert_eq!(missed.choice.complaint.as_deref(), Some("It is gone. What was open stays; try again later."));
        assert!(missed.run == session.run);
        let garbled = session.after(Action::Open("other".into(), "<!doctype html>".into()));
        let complaint = garbled.choice.complaint.as_deref().unwrap_or_default();
        assert!(complaint.starts_with("other is no scenario: line 1: expected value."), "{complaint}");
        assert_eq!(&*garbled.choice.chosen, scenarios::FIRST);
        // The next choice starts afresh.
        assert_eq!(missed.after(Action::Choose("other".into())).choice.complaint, None);
    }

    #[test]
    fn change_out_of_range_leaves_the_last_good_run() {
        let session = Session::new(false);
        let same = session.after(Action::Change(vec![Change::VisibilityTimeout(secs(50_000))]));
        assert!(same.run == session.run);
    }
}

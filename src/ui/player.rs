//! What plays a run: the part of the page's state that both of its programs have. It knows no browser: frames and clicks reach it
//! as moves.

use std::cell::OnceCell;
use std::ops::Deref;
use std::rc::Rc;

use crate::explain::{Verdict, verdict, verdict_so_far};
use crate::queue::Millis;
use crate::scene::crowd::StageIndex;
use crate::sim::{Scenario, Trace};

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

/// So that it can be handed to a component by reference.
#[cfg(target_arch = "wasm32")]
impl<T> yew::html::ImplicitClone for Shared<T> {}

/// A scenario and what follows from it.
#[derive(Debug)]
pub struct Run {
    /// What the user set.
    pub scenario: Scenario,
    /// What happened.
    pub trace: Trace,
    /// What it comes to.
    pub verdict: Verdict,
    index: OnceCell<StageIndex>,
}

impl Run {
    /// The run of a scenario of which this trace was made.
    #[must_use]
    pub fn of(scenario: Scenario, trace: Trace) -> Shared<Self> {
        let verdict = verdict(&scenario, &trace);
        Shared::new(Self { scenario, trace, verdict, index: OnceCell::new() })
    }

    /// The part that is kept of a run without an end, of which this trace was made.
    #[must_use]
    pub fn part_of(scenario: Scenario, trace: Trace) -> Shared<Self> {
        let verdict = verdict_so_far(&scenario, &trace);
        Shared::new(Self { scenario, trace, verdict, index: OnceCell::new() })
    }

    /// What the stage and the table look up in it: made when it is first asked for, and once.
    #[must_use]
    pub fn index(&self) -> &StageIndex {
        self.index.get_or_init(|| StageIndex::new(&self.scenario, &self.trace))
    }
}

/// A whole run should play for about so many seconds.
const PLAYED_SECS: u64 = 10;
/// A token is on its way for so long, in milliseconds of the person's time.
const TRAVEL_MS: u64 = 500;
/// A frame that took longer than this many milliseconds was none: the page was hidden or busy, and the run did not go on.
const MAX_FRAME_MS: u64 = 250;
/// Who has asked for less motion sees one event after another instead, each for so many milliseconds.
const STEP_MS: u64 = 1_200;

/// The speeds to choose from, in seconds of the run a second.
pub const SPEEDS: [u64; 13] = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 21600];

/// A run and which instant of it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The run.
    pub run: Shared<Run>,
    /// Which instant is shown.
    pub playhead: Millis,
    /// Whether it moves by itself.
    pub playing: bool,
    /// Whether it goes from event to event instead of moving: for those who have asked for less motion.
    pub stepwise: bool,
    /// The speed that was chosen; `None` for one that fits the run.
    pub chosen_speed: Option<u64>,
    /// The microseconds that have passed since the playhead's millisecond, or since the last step.
    rest: u64,
}

/// What a person, or a frame, does to the playhead.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Move {
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

impl Player {
    /// A run at its start: playing or, for those who have asked for less motion, paused.
    #[must_use]
    pub fn new(run: Shared<Run>, less_motion: bool) -> Self {
        let (playing, stepwise) = (!less_motion, less_motion);
        Self { run, playhead: Millis::ZERO, playing, stepwise, chosen_speed: None, rest: 0 }
    }

    /// The page after a move.
    pub fn make(&mut self, a_move: Move) {
        match a_move {
            Move::TogglePlay => {
                if !self.playing && self.is_at_end() {
                    self.seek(Millis::ZERO);
                }
                self.playing = !self.playing;
            }
            Move::Pause => self.playing = false,
            Move::Seek(t) => {
                self.playing = false;
                self.seek(t);
            }
            Move::StepForward => {
                self.playing = false;
                self.seek(self.next_event().unwrap_or(self.run.trace.end));
            }
            Move::StepBack => {
                self.playing = false;
                self.seek(self.previous_event().unwrap_or(Millis::ZERO));
            }
            Move::Speed(speed) => self.chosen_speed = speed.filter(|speed| SPEEDS.contains(speed)),
            Move::Frame(micros) => self.advance(micros),
        }
    }

    /// Shows another run under the same playhead.
    pub fn show(&mut self, run: Shared<Run>) {
        self.run = run;
        self.playhead = self.within(self.playhead);
    }

    /// Shows another run from its start.
    pub fn open(&mut self, run: Shared<Run>) {
        self.run = run;
        self.playing = !self.stepwise;
        self.seek(Millis::ZERO);
    }

    /// The speed in force, in seconds of the run a second: the chosen one, or the one that plays the run in about ten seconds.
    #[must_use]
    pub fn speed(&self) -> u64 {
        self.chosen_speed.unwrap_or_else(|| {
            let wanted = self.run.trace.length().0 / (PLAYED_SECS * 1000);
            let above = SPEEDS.partition_point(|&speed| speed < wanted);
            match above {
                0 => SPEEDS[0],
                // As ratios, 30 is nearer to 24 than 20 is to 16: compare squares with the product.
                _ if above == SPEEDS.len() || wanted * wanted <= SPEEDS[above - 1] * SPEEDS[above] => SPEEDS[above - 1],
                _ => SPEEDS[above],
            }
        })
    }

    /// For how long a token is on its way, in time of the run. While nothing plays, everything is where it belongs; so it is for
    /// those who have asked for less motion.
    #[must_use]
    pub fn travel(&self) -> Millis {
        if self.playing && !self.stepwise { Millis(TRAVEL_MS * self.speed()) } else { Millis::ZERO }
    }

    /// Whether the playhead is at the end of the run.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.playhead >= self.run.trace.end
    }

    fn seek(&mut self, t: Millis) {
        self.playhead = self.within(t);
        self.rest = 0;
    }

    /// The instant, or the nearest one that the run has.
    fn within(&self, t: Millis) -> Millis {
        let Trace { begin, end, .. } = self.run.trace;
        t.clamp(begin, end)
    }

    fn advance(&mut self, micros: u64) {
        if !self.playing || micros > MAX_FRAME_MS * 1000 {
            return;
        }
        if self.stepwise {
            self.rest += micros;
            if self.rest >= STEP_MS * 1000 {
                self.seek(self.next_event().unwrap_or(self.run.trace.end));
            }
        } else {
            let passed = self.rest + micros * self.speed();
            self.playhead += Millis(passed / 1000);
            self.rest = passed % 1000;
        }
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
    use crate::scenarios;
    use crate::sim::run;

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    fn first(less_motion: bool) -> Player {
        let scenario = scenarios::first();
        let trace = run(&scenario);
        Player::new(Run::of(scenario, trace), less_motion)
    }

    fn after(mut player: Player, moves: &[Move]) -> Player {
        for &a_move in moves {
            player.make(a_move);
        }
        player
    }

    #[test]
    fn opened_page_plays_ninety_seconds_in_about_nine() {
        let player = first(false);
        assert_eq!(player.run.trace.end, secs(90));
        assert_eq!(player.speed(), 10);
        let later = after(player, &[Move::Frame(16_667); 60]);
        // 60 frames of 16.667 ms at ten times: 10.0002 s, of which whole milliseconds show.
        assert_eq!(later.playhead, secs(10));
    }

    #[test]
    fn playing_run_at_its_end_stops_and_plays_again_from_the_start() {
        let player = after(first(false), &[Move::Seek(Millis(89_999)), Move::TogglePlay]);
        let ended = after(player, &[Move::Frame(16_667)]);
        assert_eq!((ended.playhead, ended.playing), (secs(90), false));
        let again = after(ended, &[Move::TogglePlay]);
        assert_eq!((again.playhead, again.playing), (Millis::ZERO, true));
    }

    #[test]
    fn hidden_page_does_not_catch_up() {
        let player = after(first(false), &[Move::Frame(5_000_000)]);
        assert_eq!(player.playhead, Millis::ZERO);
    }

    #[test]
    fn paused_run_steps_through_the_instants_of_the_double_charge_and_back() {
        let mut player = first(true);
        // Receive at 0; second delivery at 30; charge at 45; third delivery at 60; charge at 75; the end.
        for expected in [30, 45, 60, 75, 90, 90] {
            player.make(Move::StepForward);
            assert_eq!(player.playhead, secs(expected));
        }
        for expected in [75, 60, 45, 30, 0, 0] {
            player.make(Move::StepBack);
            assert_eq!(player.playhead, secs(expected));
        }
    }

    #[test]
    fn run_played_with_less_motion_goes_from_event_to_event() {
        let mut player = after(first(true), &[Move::TogglePlay]);
        let mut shown = vec![player.playhead];
        for _ in 0..600 {
            player.make(Move::Frame(20_000));
            if shown.last() != Some(&player.playhead) {
                shown.push(player.playhead);
            }
        }
        // Ten steps of 1.2 s would fit into these 12 s; the run has five.
        assert_eq!(shown, [0, 30, 45, 60, 75, 90].map(secs));
        assert!(!player.playing);
    }
}

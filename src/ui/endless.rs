//! A run without an end, as the page watches it: while the playhead moves on, so does the end, and what lies far behind is forgotten.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use super::player::{Move, Run};
use super::session::Session;
use crate::queue::Millis;
use crate::sim::{Endless, Scenario, Trace};

/// Of a window of time that is kept and shown, the end moves on by one in so many parts at once, …
const PARTS: u64 = 6;
/// … when the playhead has come within so many of them of the end.
const PARTS_AHEAD: u64 = 2;
/// At a speed that was chosen, the window takes at least so many seconds to play.
const PLAYED_SECS: u64 = 10;
/// No more events than about so many are kept: with them, the page is drawn anew within a few frames.
const MOST_KEPT: usize = 20_000;
/// The shortest window.
const SHORTEST: Millis = Millis::from_secs(1);
/// So many events fit into a frame beside all else that it does.
const EVENTS_A_FRAME: usize = 1_000;
/// So many fit between a click and what comes of it.
const EVENTS_A_CLICK: usize = 20_000;

/// A run without an end, shared by the states of the page that follow one another.
#[derive(Clone)]
pub struct Watched(Rc<RefCell<Endless>>);

impl PartialEq for Watched {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Watched(until {})", self.0.borrow().until())
    }
}

impl Watched {
    /// The run of a scenario at its start.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        Self(Rc::new(RefCell::new(Endless::new(scenario))))
    }

    /// Goes on for so many events towards an instant, and keeps a window before it. Whether it is there.
    #[must_use]
    pub fn advance(&self, to: Millis, window: Millis, events: usize) -> bool {
        let mut run = self.0.borrow_mut();
        let is_there = run.advance(to, events);
        let begin = run.until().since(window).max(run.begin_of_last(MOST_KEPT));
        // To forget takes as long as what is kept is long, so it has to be worth it.
        if is_there || begin.since(run.begin()) > window || run.begin_of_last(2 * MOST_KEPT) > run.begin() {
            run.forget(begin);
        }
        is_there
    }

    /// How many events there were so far.
    #[must_use]
    pub fn events(&self) -> usize {
        self.0.borrow().events()
    }

    /// How far it has come.
    #[must_use]
    pub fn until(&self) -> Millis {
        self.0.borrow().until()
    }

    /// Whether there is more than can be kept, so that it goes no further.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        self.0.borrow().is_cut_off()
    }

    /// What is kept of it.
    #[must_use]
    pub fn trace(&self) -> Trace {
        self.0.borrow().trace()
    }
}

impl Session {
    /// Whether the run is one without an end, and goes on.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.endless && self.watched.as_ref().is_none_or(|run| !run.is_cut_off())
    }

    /// A run without an end goes on from where the page is, or stays as it is and ends there.
    pub(super) fn set_endless(&mut self, on: bool) {
        self.endless = on && self.scenario.is_steady();
        if self.endless && self.watched.is_none() {
            self.run(self.scenario.clone(), false);
        }
    }

    /// How much of a run without an end is kept: as much as the ordinary run has, or what the chosen speed asks for, but not too many
    /// events.
    fn window(&self) -> Millis {
        let speed = self.player.chosen_speed.unwrap_or_default();
        let wanted = self.scenario.horizon.max(Millis::from_secs(speed * PLAYED_SECS));
        let shown = &self.player.run.trace;
        let bearable = Millis(shown.length().0 * MOST_KEPT as u64 / shown.events.len().max(1) as u64);
        wanted.min(bearable).max(SHORTEST)
    }

    /// How far a run without an end is to be made at first, or anew, and how much of it is to be kept: what is shown, and a part
    /// before and after the playhead.
    pub(super) fn first_window(&self) -> (Millis, Millis) {
        let (window, shown, playhead) = (self.window(), &self.player.run.trace, self.player.playhead);
        let around = Millis(window.0 / PARTS * PARTS_AHEAD);
        let is_bearable = shown.events.len() <= MOST_KEPT;
        let end = if is_bearable { shown.end.max(playhead + around) } else { playhead + around };
        (end, window.max(end.since(playhead) + around))
    }

    /// Moves the playhead. A run without an end does not stop at the end of what is known of it so far.
    pub(super) fn make(&mut self, a_move: Move) {
        let was_playing = self.player.playing;
        if self.goes_on() && a_move == Move::TogglePlay && self.player.is_at_end() {
            self.player.playing = !was_playing;
        } else {
            self.player.make(a_move);
        }
        if self.goes_on() {
            let is_frame = matches!(a_move, Move::Frame(_));
            self.player.playing |= is_frame && was_playing;
            self.go_on(if is_frame { EVENTS_A_FRAME } else { EVENTS_A_CLICK });
        }
    }

    /// Where the playhead comes near the end, the end moves on.
    fn go_on(&mut self, events: usize) {
        let Some(run) = self.watched.clone() else { return };
        let (window, end) = (self.window(), self.player.run.trace.end);
        // In whole seconds, so that the instants at which it begins are round.
        let part = Millis((window.0 / PARTS).max(1));
        let part = if part < SHORTEST { part } else { Millis::from_secs(part.0.div_ceil(1000)) };
        if self.player.playhead + Millis(part.0 * PARTS_AHEAD) < end {
            return;
        }
        if run.advance(end + part, window, events) {
            self.show_watched(&run, false);
        }
    }

    /// Shows what is kept of a run without an end.
    pub(super) fn show_watched(&mut self, run: &Watched, opens: bool) {
        if run.is_cut_off() {
            self.complaint = Some(
                "The run ends here, though messages keep arriving: more of them are under way than can be shown."
                    .into(),
            );
        }
        let part = Run::part_of((*self.scenario).clone(), run.trace());
        self.watched = Some(run.clone());
        self.show(part, opens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Change;
    use crate::ui::session::Action;

    /// One message a second for a minute: m1 at 0, each done and deleted half a second later.
    const STEADY: &str = r#"{ "title": "Steady", "workers": { "count": 1, "job": 0.5 },
        "arrivals": [{ "count": 60, "every": 1 }], "horizon": 60 }"#;

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    fn after(session: Session, actions: impl IntoIterator<Item = Action>) -> Session {
        let mut session = actions.into_iter().fold(session, |session, action| session.after(action));
        while session.computing.is_some() {
            session = session.after(Action::Compute);
        }
        session
    }

    fn opened(json: &str) -> Session {
        after(Session::new(true), [Action::Choose("it".into()), Action::Open("it".into(), json.to_owned())])
    }

    fn steady() -> Session {
        after(opened(STEADY), [Action::Endless(true)])
    }

    fn seek(to: u64) -> Action {
        Action::Move(Move::Seek(secs(to)))
    }

    /// Plays for so many frames of a sixtieth of a second.
    fn played(session: Session, frames: usize) -> Session {
        let play = (!session.player.playing).then_some(Action::Move(Move::TogglePlay));
        let mut session = after(session, play);
        session.player.stepwise = false;
        after(session, std::iter::repeat_n(Action::Move(Move::Frame(16_667)), frames))
    }

    fn bounds(session: &Session) -> (Millis, Millis) {
        (session.player.run.trace.begin, session.player.run.trace.end)
    }

    #[test]
    fn ordinary_run_made_endless_shows_the_same_at_first() {
        let before = after(opened(STEADY), [seek(10)]);
        let endless = after(before.clone(), [Action::Endless(true)]);
        assert_eq!((endless.player.playhead, bounds(&endless)), (secs(10), (Millis::ZERO, secs(60))));
        let (old, new) = (&before.player.run.trace, &endless.player.run.trace);
        let until = old.events_by(secs(59));
        assert_eq!(old.events[..until], new.events[..until]);
    }

    #[test]
    fn endless_run_played_goes_past_its_horizon_and_forgets_what_lies_behind() {
        // At six times speed, as for any run of a minute, a frame is a tenth of a second.
        let session = played(steady(), 3_000);
        assert!(session.player.playing);
        let speed = session.player.speed();
        let (begin, end) = bounds(&session);
        assert_eq!(session.player.playhead, Millis(3_000 * 16_667 * speed / 1000));
        assert!(begin > Millis::ZERO && end - begin == secs(60), "{begin} to {end}");
        // The end is always a third of the window ahead, or a part more.
        let ahead = end - session.player.playhead;
        assert!((secs(20) - Millis(200)..=secs(30)).contains(&ahead), "{ahead}");
        let counts = session.player.run.trace.counts_at(session.player.playhead);
        // Whoever was sent at the full second before half a second ago is deleted.
        let deleted = (session.player.playhead.0 + 500) / 1000;
        assert_eq!(u64::from(counts.deleted), deleted);
        assert!(session.player.run.trace.messages.len() <= 62);
    }

    #[test]
    fn endless_run_paused_at_its_end_goes_on_where_it_is() {
        let session = after(steady(), [Action::Move(Move::Seek(Millis(u64::MAX)))]);
        // The key that goes to the end found another part of the window behind it.
        assert_eq!((session.player.playhead, bounds(&session).1), (secs(60), secs(70)));
        let later = played(session, 60);
        assert!(later.player.playhead > secs(60), "{}", later.player.playhead);
    }

    #[test]
    fn endless_run_seeks_back_as_far_as_it_is_kept() {
        let session = played(steady(), 3_000);
        let (begin, _) = bounds(&session);
        let back = after(session, [seek(0)]);
        assert_eq!(back.player.playhead, begin);
        assert_eq!(bounds(&back).0, begin);
    }

    #[test]
    fn slider_moved_late_in_an_endless_run_changes_it_under_the_same_playhead() {
        let session = after(played(steady(), 3_000), [Action::Move(Move::Pause)]);
        let playhead = session.player.playhead;
        let slow = after(session.clone(), [Action::Change(vec![Change::Job(Millis(1_500))])]);
        assert!(slow.goes_on());
        assert_eq!(slow.player.playhead, playhead);
        let trace = &slow.player.run.trace;
        assert!(trace.begin <= playhead && trace.end > playhead);
        // One worker and a job of 1.5 s: of what is sent each second, two in three are done.
        let counts = trace.counts_at(playhead);
        assert_eq!(u64::from(counts.deleted), playhead.0 / 1_500);
        let undone = after(slow, [Action::Undo]);
        assert_eq!(undone.player.run.trace.counts_at(playhead), session.player.run.trace.counts_at(playhead));
    }

    #[test]
    fn change_from_now_on_in_an_endless_run_leaves_the_past_as_it_was() {
        let session = after(played(steady(), 3_000), [Action::Move(Move::Pause), Action::FromNowOn(true)]);
        let playhead = session.player.playhead;
        let changed = after(session.clone(), [Action::Change(vec![Change::Job(Millis(250))])]);
        let [before, now] = [&session, &changed].map(|it| it.player.run.trace.counts_at(playhead - Millis(1)));
        assert_eq!(before, now);
        let job = |session: &Session| {
            let trace = &session.player.run.trace;
            let lease = trace.leases.iter().find(|lease| lease.from > playhead)?;
            Some(lease.job_ended?.0 - lease.from)
        };
        assert_eq!((job(&session), job(&changed)), (Some(Millis(500)), Some(Millis(250))));
    }

    #[test]
    fn message_picked_out_stays_picked_while_it_is_kept() {
        let session = after(steady(), [seek(30)]);
        // m50 is the fiftieth.
        let picked = played(after(session, [Action::Select(Some(49))]), 300);
        let trace = &picked.player.run.trace;
        assert!(trace.begin > Millis::ZERO);
        assert_eq!(picked.selected.map(|message| trace.name(message)), Some("m50".to_owned()));
        let later = played(picked, 3_000);
        assert_eq!(later.selected, None, "it is known no more");
    }

    #[test]
    fn endless_run_switched_off_plays_to_its_end_and_stops() {
        let off = after(played(steady(), 3_000), [Action::Endless(false)]);
        let (_, end) = bounds(&off);
        let stopped = played(off, 3_000);
        assert_eq!((stopped.player.playhead, stopped.player.playing), (end, false));
        // Switched on again, it goes on from there.
        let on = played(after(stopped, [Action::Endless(true)]), 60);
        assert!(on.player.playing && on.player.playhead > end);
    }

    #[test]
    fn scenario_of_one_message_has_an_end_all_the_same() {
        let session = after(Session::new(true), [Action::Endless(true)]);
        assert!(!session.endless);
        assert!(!session.scenario.is_steady());
        assert!(steady().scenario.is_steady());
    }

    #[test]
    fn another_scenario_opens_with_an_end() {
        let session = after(steady(), [Action::Choose("it".into()), Action::Open("it".into(), STEADY.to_owned())]);
        assert!(!session.endless);
        assert_eq!(session.player.run.trace.end, secs(60));
    }

    #[test]
    fn run_that_cannot_be_kept_ends_and_says_so() {
        let flood = r#"{ "workers": { "job": "1h" }, "arrivals": [{ "count": 1000, "every": 0.01 }], "horizon": 10 }"#;
        let session = after(opened(flood), [Action::Endless(true)]);
        let mut session = after(session, [Action::Move(Move::Speed(Some(600)))]);
        for _ in 0..60 {
            session = after(session, [Action::Move(Move::Seek(Millis(u64::MAX)))]);
        }
        assert!(!session.goes_on());
        assert!(session.player.is_at_end());
        let complaint = session.complaint.as_deref().unwrap_or_default();
        assert!(complaint.contains("The run ends here"), "{complaint}");
    }
}

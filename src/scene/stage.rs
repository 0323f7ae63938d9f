//! The stage: stations, worker cards, and the tokens that travel between them.

use super::axis::ratio;
use super::layout::Layout;
use super::tokens::{self, Token};
use super::{Point, Rect, bold_width, fitting, text_width, what_was_done};
use crate::explain::worker_name;
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{Counts, Delete, JobEnd, Lease, Scenario, Seen, Trace, WorkerIx};

/// Everything on the stage at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// How wide it is, in pixels.
    pub width: f64,
    /// How high it is, in pixels. It depends on the scenario and the width, not on the instant.
    pub height: f64,
    /// Where messages can be.
    pub stations: Vec<Station>,
    /// The ways between them.
    pub links: Vec<Link>,
    /// The workers.
    pub cards: Vec<Card>,
    /// How many workers have no card.
    pub hidden_workers: usize,
    /// The messages; those that travel come last, above the others.
    pub tokens: Vec<Token>,
    /// The instant in sentences, for those who do not see it.
    pub description: String,
}

/// A place of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Station {
    /// Which.
    pub kind: StationKind,
    /// Where it is.
    pub at: Rect,
    /// What it is called.
    pub title: &'static str,
    /// How many are there.
    pub count: usize,
    /// What being there means.
    pub note: String,
    /// How many messages are there without a token of their own, for want of room.
    pub more: usize,
    /// Whether the scenario has no such place.
    pub absent: bool,
    /// Whether something went wrong here: an effect that was had twice.
    pub trouble: bool,
}

/// The kinds of places.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum StationKind {
    /// Sent with a delay.
    Delayed,
    /// A receive may take them.
    Visible,
    /// Lent to workers.
    InFlight,
    /// Deleted by a worker.
    Deleted,
    /// In the dead-letter queue.
    DeadLetters,
    /// What the outside world saw. No message is here.
    Effects,
}

/// A way between two stations.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Where it begins.
    pub from: Point,
    /// Where its arrow is.
    pub to: Point,
    /// What takes a message along it.
    pub label: &'static str,
}

/// A worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Which.
    pub worker: WorkerIx,
    /// Where its card is.
    pub at: Rect,
    /// What it is called.
    pub title: String,
    /// What it does.
    pub state: CardState,
    /// The same in words.
    pub note: String,
    /// How much of the job is done, 0 to 1; `None` without a job.
    pub progress: Option<f64>,
}

/// What a worker does.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum CardState {
    /// It waits for a message.
    Idle,
    /// It works under a lease.
    Working,
    /// It works on, though its lease has ended.
    Overrun,
    /// It has just had its effect, for the first time of that message, and deleted it.
    Done,
    /// It has just had an effect that the message had had before, its delete removed nothing, or its job failed.
    DoneBadly,
    /// It has crashed.
    Down,
}

/// The stage at `t`, `width` pixels wide. A token is on its way for `travel` after its message has moved.
#[must_use]
pub fn stage(scenario: &Scenario, trace: &Trace, t: Millis, travel: Millis, width: f64) -> Stage {
    let layout = Layout::new(scenario, trace.workers.len(), width);
    let census = Census::new(trace, t);
    let cards: Vec<Card> =
        layout.cards.iter().zip(0..).map(|(&at, worker)| card(scenario, trace, t, travel, worker, at)).collect();
    let (tokens, left_out) = tokens::place(trace, &layout, t, travel);
    let mut stations = stations(scenario, &layout, &census);
    for station in &mut stations {
        station.more = left_out.iter().filter(|&&kind| kind == station.kind).count();
    }
    let description = census.describe(scenario, t, &cards);
    Stage {
        width: layout.width,
        height: layout.height,
        stations,
        links: layout.links(scenario.queue.max_receive_count.is_some()),
        hidden_workers: trace.workers.len() - cards.len(),
        cards,
        tokens,
        description,
    }
}

/// What of a card's width is not for words: its margin and the token.
const CARD_TAKEN: f64 = 14.0 + 64.0;

fn card(scenario: &Scenario, trace: &Trace, t: Millis, travel: Millis, worker: WorkerIx, at: Rect) -> Card {
    let Activity { state, words, progress } = activity(scenario, trace, t, travel, worker);
    let note = fitting(words, bold_width, at.width - CARD_TAKEN);
    Card { worker, at, title: worker_name(worker), state, note, progress }
}

/// What a worker does.
struct Activity {
    state: CardState,
    /// The same in ever fewer words.
    words: [String; 3],
    progress: Option<f64>,
}

impl Activity {
    fn new(state: CardState, words: [&str; 3], progress: Option<f64>) -> Self {
        Self { state, words: words.map(str::to_owned), progress }
    }
}

fn activity(scenario: &Scenario, trace: &Trace, t: Millis, travel: Millis, worker: WorkerIx) -> Activity {
    let idle = Activity::new(CardState::Idle, ["waiting for a message", "waiting", "waiting"], None);
    let Some(lease) = trace.last_lease_at(worker, t) else { return idle };
    if trace.is_down_at(worker, t) {
        // Not in mid-job: its process was asked to end, or was killed while it waited.
        let Some((at, JobEnd::Crashed)) = lease.job_ended else {
            return Activity::new(CardState::Down, ["down"; 3], None);
        };
        return Activity::new(CardState::Down, [&format!("crashed at {}", humane(at)), "crashed", "crashed"], None);
    }
    if !lease.is_worked_on_at(t) {
        return just_done(scenario, lease, t, travel).unwrap_or(idle);
    }
    let progress = Some(ratio(t.since(lease.started.unwrap_or(lease.from)), scenario.workers.job.typical()).min(1.0));
    match lease.ended {
        Some((ended_at, _)) if ended_at <= t => {
            let short = format!("lease lost at {}", humane(ended_at));
            Activity::new(CardState::Overrun, [&format!("{short}, works on"), &short, "lease lost"], progress)
        }
        _ => {
            let receipt = lease.receive;
            let left = lease.deadline_at(t).since(t);
            if left == Millis::ZERO {
                let long = format!("receipt {receipt}, lease ends now");
                return Activity::new(CardState::Working, [&long, "lease ends now", "ends now"], progress);
            }
            // Whole seconds, rounded up: nothing is left only when nothing is.
            let left = humane(Millis(left.0.div_ceil(1000) * 1000));
            let short = format!("lease has {left} left");
            let long = match trace.held_at(worker, t) {
                0 => format!("receipt {receipt}, {short}"),
                held => format!("{left} left, {held} more in hand"),
            };
            Activity::new(CardState::Working, [&long, &short, &format!("{left} left")].map(String::as_str), progress)
        }
    }
}

/// For a moment after its end, what a job did.
fn just_done(scenario: &Scenario, lease: &Lease, t: Millis, travel: Millis) -> Option<Activity> {
    let (at, end) = lease.job_ended?;
    if t.since(at) > Millis(travel.0 * 2) {
        return None;
    }
    let JobEnd::Done = end else {
        let failed = || Activity::new(CardState::DoneBadly, ["the job failed", "failed", "failed"], Some(1.0));
        return (end == JobEnd::Failed).then(failed);
    };
    let outcome = lease.deleted.map(|(_, outcome)| outcome);
    let is_in_vain = matches!(outcome, Some(Delete::Ignored | Delete::Refused));
    let state = if lease.is_repeat() || is_in_vain { CardState::DoneBadly } else { CardState::Done };
    let done = what_was_done(scenario, lease);
    let long = match outcome {
        Some(Delete::Removed) => format!("{done} and deleted"),
        Some(Delete::Ignored | Delete::Refused) => format!("{done}; nothing deleted"),
        Some(Delete::Gone) => format!("{done}; it was gone"),
        None => done.clone(),
    };
    Some(Activity::new(state, [&long, &done, &done], Some(1.0)))
}

/// How many messages are where, and what the world saw.
struct Census {
    counts: Counts,
    /// How many things had their effect more than once.
    repeated: usize,
}

impl Census {
    fn new(trace: &Trace, t: Millis) -> Self {
        let is_second =
            |lease: &&Lease| lease.effect == Seen::Done(2) && lease.job_ended.is_some_and(|(at, _)| at <= t);
        Self { counts: trace.counts_at(t), repeated: trace.leases.iter().filter(is_second).count() }
    }

    /// What the outside world saw, in ever fewer words.
    fn effects_note(&self, scenario: &Scenario) -> [String; 3] {
        let (thing, done) = (&scenario.story.thing, &scenario.story.done);
        match (self.counts.effects, self.repeated) {
            (0, _) => [format!("no {thing} {done} yet"), format!("none {done} yet"), "none yet".to_owned()],
            (1, _) => [format!("{thing} {done} once"), format!("{done} once"), "once".to_owned()],
            (n, 0) => [format!("{n} {thing}s {done}, each once"), format!("each {done} once"), "each once".to_owned()],
            (2, 1) => [format!("{thing} {done} twice"), format!("{done} twice"), "twice".to_owned()],
            (n, 1) => [
                format!("{done} {n} times, one {thing} repeatedly"),
                format!("one {thing} repeatedly"),
                "one repeatedly".to_owned(),
            ],
            (n, many) => [
                format!("{done} {n} times, {many} {thing}s repeatedly"),
                format!("{many} {thing}s repeatedly"),
                format!("{many} repeatedly"),
            ],
        }
    }

    fn describe(&self, scenario: &Scenario, t: Millis, cards: &[Card]) -> String {
        let Counts { visible, in_flight, deleted, dead_letters, .. } = self.counts;
        let mut text = format!(
            "At {}: {visible} visible, {in_flight} in flight, {deleted} deleted, {dead_letters} dead letters; {}.",
            humane(Millis(t.0 / 100 * 100)),
            self.effects_note(scenario)[0]
        );
        for card in cards.iter().filter(|card| card.state != CardState::Idle) {
            text += &format!(" {}: {}.", card.title, card.note);
        }
        text
    }
}

fn stations(scenario: &Scenario, layout: &Layout, census: &Census) -> Vec<Station> {
    let station = |kind, at, title, count: u32, note: &str| Station {
        kind,
        at,
        title,
        count: count as usize,
        note: note.to_owned(),
        more: 0,
        absent: false,
        trouble: false,
    };
    // In bold where it is trouble.
    let width = if census.repeated > 0 { bold_width } else { text_width };
    let effects = fitting(census.effects_note(scenario), width, layout.effects.width - 28.0);
    let counts = census.counts;
    let give_up = match scenario.queue.max_receive_count {
        Some(count) => format!("after {count} receives"),
        None => "no dead-letter queue".to_owned(),
    };
    let mut stations = vec![
        station(StationKind::Visible, layout.visible, "Visible", counts.visible, "waiting for a receive"),
        station(
            StationKind::InFlight,
            layout.in_flight,
            "In flight",
            counts.in_flight,
            "hidden until the ring runs out",
        ),
        station(StationKind::Deleted, layout.deleted, "Deleted", counts.deleted, "acknowledged"),
        station(StationKind::DeadLetters, layout.dead_letters, "Dead letters", counts.dead_letters, &give_up),
        station(StationKind::Effects, layout.effects, "Side effects", counts.effects, &effects),
    ];
    for station in &mut stations {
        match station.kind {
            StationKind::DeadLetters => station.absent = scenario.queue.max_receive_count.is_none(),
            StationKind::Effects => station.trouble = census.repeated > 0,
            _ => {}
        }
    }
    if let Some(delayed) = layout.delayed {
        stations.push(station(StationKind::Delayed, delayed, "Delayed", counts.delayed, "not visible yet"));
    }
    stations
}

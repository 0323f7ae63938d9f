//! The places of the stage: how many messages are where, and what the outside world saw.

use super::{Card, CardState, Station, StationKind};
use crate::queue::Millis;
use crate::scene::layout::Layout;
use crate::scene::{Rect, bold_width, fitting, text_width};
use crate::sim::span::humane;
use crate::sim::{Counts, Scenario, Trace};

/// How many messages are where, and what the outside world saw.
pub(in crate::scene) struct Census {
    pub counts: Counts,
    /// What it saw, in ever fewer words.
    pub effects: [String; 3],
    /// Whether it saw something twice.
    pub trouble: bool,
}

impl Census {
    /// Of a run in which all messages are about the same thing, or nothing is done twice.
    pub fn of_few(scenario: &Scenario, trace: &Trace, t: Millis) -> Self {
        let counts = trace.counts_at(t);
        let (thing, done) = (&scenario.story.thing, &scenario.story.done);
        let trouble = counts.effects > 1;
        let times = match counts.effects {
            0 => return Self { counts, effects: none_yet(thing, done), trouble },
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        Self { counts, effects: [format!("{thing} {done} {times}"), format!("{done} {times}"), times], trouble }
    }
}

/// That nothing has been done yet, in ever fewer words.
pub(in crate::scene) fn none_yet(thing: &str, done: &str) -> [String; 3] {
    [format!("no {thing} {done} yet"), format!("none {done} yet"), "none yet".to_owned()]
}

/// The instant in sentences.
pub(in crate::scene) fn describe(census: &Census, t: Millis, cards: &[Card]) -> String {
    let Counts { visible, in_flight, deleted, dead_letters, .. } = census.counts;
    let mut text = format!(
        "At {}: {visible} visible, {in_flight} in flight, {deleted} deleted, {dead_letters} dead letters; {}.",
        humane(Millis(t.0 / 100 * 100)),
        census.effects[0]
    );
    for card in cards.iter().filter(|card| card.state != CardState::Idle) {
        text += &format!(" {}: {}.", card.title, card.note);
    }
    text
}

/// A station's title, or a shorter one where the number takes its room.
fn title_beside(title: &'static str, count: u32, width: f64) -> &'static str {
    let digits = f64::from(count.checked_ilog10().unwrap_or_default() + 1);
    let needed = 1.12 * bold_width(title) + 13.5 * digits + 34.0;
    match title {
        "Dead letters" if needed > width => "Dead",
        "Side effects" if needed > width => "Effects",
        title => title,
    }
}

/// The places of the stage, with what is there.
pub(in crate::scene) fn stations(scenario: &Scenario, layout: &Layout, census: &Census) -> Vec<Station> {
    let station = |kind, at: Rect, title: &'static str, count: u32, note: &str| Station {
        kind,
        at,
        title: title_beside(title, count, at.width),
        count: count as usize,
        note: note.to_owned(),
        absent: false,
        trouble: false,
    };
    // In bold where it is trouble.
    let width = if census.trouble { bold_width } else { text_width };
    let effects = fitting(census.effects.clone(), width, layout.effects.width - 28.0);
    let counts = census.counts;
    let give_up = match scenario.queue.max_receive_count {
        Some(count) => [format!("after {count} receives"), format!("after {count}")],
        None => ["no dead-letter queue".to_owned(), "none set".to_owned()],
    };
    let give_up = fitting(give_up, text_width, layout.dead_letters.width - 14.0);
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
            StationKind::Effects => station.trouble = census.trouble,
            _ => {}
        }
    }
    if let Some(delayed) = layout.delayed {
        stations.push(station(StationKind::Delayed, delayed, "Delayed", counts.delayed, "not visible yet"));
    }
    stations
}

//! What the stage looks up at every instant, sorted once a run: so that a frame of ten thousand messages costs no more than one
//! of ten.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::stays::{Stay, Stays};
use crate::queue::Millis;
use crate::sim::{EventKind, MessageIx, Place, Scenario, Trace, WorkerIx};

/// So many groups of a FIFO queue have a lane of their own.
pub(in crate::scene) const MOST_LANES: usize = 4;

/// The ways of a message, in the order of the stage's links.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(in crate::scene) enum Way {
    Receive,
    Lapse,
    Delete,
    GiveUp,
}

/// How many ways there are.
pub(in crate::scene) const WAYS: usize = 4;

/// One group of a FIFO queue.
#[derive(Clone, Debug)]
pub(in crate::scene) struct Group {
    /// Its MessageGroupId.
    pub name: Arc<str>,
    /// Who of it is visible, in the order of sends: that is the order in which they are received.
    pub visible: Stays,
    /// Who of it is in flight.
    pub in_flight: Stays,
}

/// A run, sorted for looking up who is where.
#[derive(Clone, Debug)]
pub struct StageIndex {
    pub(in crate::scene) delayed: Stays,
    pub(in crate::scene) visible: Stays,
    pub(in crate::scene) deleted: Stays,
    pub(in crate::scene) dead_letters: Stays,
    /// By worker: which messages are lent to it.
    hands: Vec<Stays>,
    /// Every move of a message, in order.
    moves: Vec<(Millis, MessageIx)>,
    /// The instants of the moves along each way.
    ways: [Vec<Millis>; WAYS],
    /// When a thing had its effect for the first time, for the second, and for the third.
    effects: [Vec<Millis>; 3],
    /// How many things had had it before the run is known.
    things_before: [u32; 3],
    /// The first groups of a FIFO queue, in the order of their first sends.
    pub(in crate::scene) groups: Vec<Group>,
    /// How many groups there are without a lane.
    pub(in crate::scene) more_groups: usize,
    /// Who is visible in those.
    pub(in crate::scene) visible_without_lane: Stays,
}

impl StageIndex {
    /// Sorts a run.
    #[must_use]
    pub fn new(scenario: &Scenario, trace: &Trace) -> Self {
        let mut lists = Lists::new(scenario, trace);
        for (message, life) in (0..).zip(&trace.messages) {
            for (nth, &(from, place)) in life.places.iter().enumerate() {
                let to = life.places.get(nth + 1).map_or(Millis(u64::MAX), |&(to, _)| to);
                lists.add(trace, Stay { what: message, from, to }, place);
                let before = nth.checked_sub(1).map(|before| life.places[before].1);
                lists.moved(from, message, before, place);
            }
        }
        lists.sorted(trace)
    }

    /// Which messages are lent to the worker.
    pub(in crate::scene) fn hand(&self, worker: WorkerIx) -> &Stays {
        &self.hands[worker as usize]
    }

    /// How many messages moved along each way after `from`, up to `to`.
    pub(in crate::scene) fn on_ways(&self, from: Millis, to: Millis) -> [usize; WAYS] {
        let by = |way: usize, t: Millis| self.ways[way].partition_point(|&at| at <= t);
        std::array::from_fn(|way| by(way, to) - by(way, from))
    }

    /// The moves after `from`, up to `to`.
    pub(in crate::scene) fn moves(&self, from: Millis, to: Millis) -> &[(Millis, MessageIx)] {
        let by = |t: Millis| self.moves.partition_point(|&(at, _)| at <= t);
        &self.moves[by(from)..by(to)]
    }

    /// How many things had had their effect by `t` at least once, twice, three times.
    pub(in crate::scene) fn effects_by(&self, t: Millis) -> [usize; 3] {
        std::array::from_fn(|nth| self.things_before[nth] as usize + self.effects[nth].partition_point(|&at| at <= t))
    }
}

/// The index in the making.
struct Lists {
    stations: [Vec<Stay>; 4],
    hands: Vec<Vec<Stay>>,
    moves: Vec<(Millis, MessageIx)>,
    ways: [Vec<Millis>; WAYS],
    /// The lane of each message in a FIFO queue; [`MOST_LANES`] for none.
    lanes: Vec<usize>,
    names: Vec<Arc<str>>,
    groups_len: usize,
    visible_by_lane: Vec<Vec<Stay>>,
    in_flight_by_lane: Vec<Vec<Stay>>,
}

impl Lists {
    fn new(scenario: &Scenario, trace: &Trace) -> Self {
        let (mut numbers, mut lanes, mut names) = (BTreeMap::new(), Vec::new(), Vec::new());
        if scenario.queue.fifo {
            if trace.begin > Millis::ZERO {
                // Who sent first is forgotten, and changes with what is kept. By name, each lane stays where it is.
                let groups: BTreeSet<Arc<str>> = trace.messages.iter().filter_map(|life| life.group.clone()).collect();
                names.extend(groups.iter().take(MOST_LANES).cloned());
                numbers.extend(groups.into_iter().zip(0..));
            }
            for life in &trace.messages {
                let name = life.group.clone().unwrap_or_default();
                let next = numbers.len();
                let number = *numbers.entry(name.clone()).or_insert(next);
                if number == next && number < MOST_LANES {
                    names.push(name);
                }
                lanes.push(number.min(MOST_LANES));
            }
        }
        let by_lane = || vec![Vec::new(); if scenario.queue.fifo { MOST_LANES + 1 } else { 0 }];
        Self {
            stations: [const { Vec::new() }; 4],
            hands: vec![Vec::new(); trace.workers.len()],
            moves: Vec::new(),
            ways: [const { Vec::new() }; WAYS],
            lanes,
            names,
            groups_len: numbers.len(),
            visible_by_lane: by_lane(),
            in_flight_by_lane: by_lane(),
        }
    }

    fn add(&mut self, trace: &Trace, stay: Stay, place: Place) {
        let lane = self.lanes.get(stay.what as usize).copied();
        match place {
            Place::Delayed => self.stations[0].push(stay),
            Place::Visible => {
                self.stations[1].push(stay);
                if let Some(lane) = lane {
                    self.visible_by_lane[lane].push(stay);
                }
            }
            Place::Deleted => self.stations[2].push(stay),
            Place::DeadLetters => self.stations[3].push(stay),
            Place::InFlight(lease) => {
                self.hands[trace.lease(lease).worker as usize].push(stay);
                if let Some(lane) = lane {
                    self.in_flight_by_lane[lane].push(stay);
                }
            }
            Place::Expired | Place::Purged => {}
        }
    }

    fn moved(&mut self, at: Millis, message: MessageIx, before: Option<Place>, place: Place) {
        let way = match (before, place) {
            (Some(Place::Visible), Place::InFlight(_)) => Way::Receive,
            (Some(Place::InFlight(_)), Place::Visible) => Way::Lapse,
            (Some(_), Place::Deleted) => Way::Delete,
            (Some(_), Place::DeadLetters) => Way::GiveUp,
            // What comes in, or goes out by itself, has no way on the stage.
            (None, _) => return,
            _ => {
                self.moves.push((at, message));
                return;
            }
        };
        self.moves.push((at, message));
        self.ways[way as usize].push(at);
    }

    fn sorted(mut self, trace: &Trace) -> StageIndex {
        self.moves.sort_unstable();
        self.ways.iter_mut().for_each(|way| way.sort_unstable());
        let [delayed, visible, deleted, dead_letters] = self.stations.map(Stays::by_beginning);
        let without_lane = self.visible_by_lane.pop().unwrap_or_default();
        let lanes = self.names.into_iter().zip(self.visible_by_lane).zip(self.in_flight_by_lane);
        let groups = lanes.map(|((name, visible), in_flight)| Group {
            name,
            visible: Stays::as_given(visible),
            in_flight: Stays::by_beginning(in_flight),
        });
        let groups: Vec<Group> = groups.collect();
        StageIndex {
            delayed,
            visible,
            deleted,
            dead_letters,
            hands: self.hands.into_iter().map(Stays::by_beginning).collect(),
            moves: self.moves,
            ways: self.ways,
            effects: effects(trace),
            things_before: trace.things_before(),
            more_groups: self.groups_len - groups.len(),
            groups,
            visible_without_lane: Stays::by_beginning(without_lane),
        }
    }
}

/// When things had their effect for the first, the second and the third time.
fn effects(trace: &Trace) -> [Vec<Millis>; 3] {
    let mut effects = [const { Vec::new() }; 3];
    for event in &trace.events {
        if let EventKind::Effect { nth: nth @ 1..=3, .. } = event.kind {
            effects[nth as usize - 1].push(event.at);
        }
    }
    effects
}

//! Which rows a chart has, and in which lane of them each delivery is: found once a run, so that what is in view can be found by
//! halving.

use super::super::{float, text_width};
use super::{BARE_GUTTER, COMPACT, ROOMY, Sizes, bar, lanes};
use crate::explain::worker_name;
use crate::queue::Millis;
use crate::sim::{Delete, JobEnd, LeaseIx, Place, Trace};

/// Room over the first row, for the heartbeats on its edge, and under the last one, in pixels.
const OVER: f64 = 8.0;
const UNDER: f64 = 4.0;
/// So many rows still have room for words.
const FEW_ROWS: usize = 14;

/// What a row is.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum RowsBy {
    /// A message.
    #[default]
    Message,
    /// A message with which something went wrong.
    Trouble,
    /// A worker, with what it worked on.
    Worker,
}

/// The rows of a run, from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What a row is.
    pub by: RowsBy,
    /// How high all rows are together, in pixels.
    pub height: f64,
    pub(super) sizes: Sizes,
    pub(super) rows: Vec<PlannedRow>,
    /// Every delivery that is drawn, lane by lane from top to bottom, and in a lane by time.
    order: Vec<LeaseIx>,
    /// Where each lane begins in the order, and at last where the last one ends.
    lanes: Vec<u32>,
    /// How many deliveries before this place in the order are in trouble.
    troubled: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlannedRow {
    /// The message or the worker.
    pub subject: u32,
    /// Where it begins, in pixels.
    pub top: f64,
    /// The first of its lanes, among all lanes.
    first_lane: usize,
}

impl Plan {
    /// The rows of a run.
    #[must_use]
    pub fn new(trace: &Trace, by: RowsBy) -> Self {
        let subjects: Vec<u32> = match by {
            RowsBy::Worker => (0..).zip(&trace.workers).map(|(worker, _)| worker).collect(),
            RowsBy::Message => (0..).zip(&trace.messages).map(|(message, _)| message).collect(),
            RowsBy::Trouble => {
                let troubled = |&(message, _): &(u32, _)| is_message_troubled(trace, message);
                (0..).zip(&trace.messages).filter(troubled).map(|(message, _)| message).collect()
            }
        };
        let sizes = if subjects.len() > FEW_ROWS { COMPACT } else { ROOMY };
        let mut plan = Self {
            by,
            height: OVER,
            sizes,
            rows: Vec::new(),
            order: Vec::with_capacity(trace.leases.len()),
            lanes: vec![0],
            troubled: vec![0],
        };
        for subject in subjects {
            plan.push(trace, subject);
        }
        plan.height += UNDER;
        plan
    }

    fn push(&mut self, trace: &Trace, subject: u32) {
        let row = PlannedRow { subject, top: self.height, first_lane: self.lanes.len() - 1 };
        let leases = self.leases(trace, subject);
        let lane_of = lanes(trace, &leases);
        let count = lane_of.iter().max().map_or(1, |last| last + 1);
        // Their places, lane by lane.
        let mut places: Vec<usize> = (0..leases.len()).collect();
        places.sort_by_key(|&place| lane_of[place]);
        let mut lane = 0;
        for place in places {
            while lane < lane_of[place] {
                self.end_lane();
                lane += 1;
            }
            self.order.push(leases[place]);
            let troubled = self.troubled.last().copied().unwrap_or_default();
            self.troubled.push(troubled + u32::from(is_lease_troubled(trace, leases[place])));
        }
        self.end_lane();
        self.height += self.sizes.lane * float(count) + self.sizes.gap;
        self.rows.push(row);
    }

    fn end_lane(&mut self) {
        self.lanes.push(u32::try_from(self.order.len()).unwrap_or(u32::MAX));
    }

    /// The deliveries of a row, in the order of receives.
    #[must_use]
    pub fn leases(&self, trace: &Trace, subject: u32) -> Vec<LeaseIx> {
        match self.by {
            RowsBy::Worker => {
                let mut leases = trace.workers[subject as usize].leases.clone();
                leases.sort_unstable();
                leases
            }
            RowsBy::Message | RowsBy::Trouble => trace.message(subject).leases.clone(),
        }
    }

    /// How many rows there are.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are so many rows that there is no room for words.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.rows.len() > FEW_ROWS
    }

    /// The row of the message that was received for the first time last before `t`, or the nearest one before that has a row: where
    /// something happens. `None` where rows are workers, all of which are at work, and before the first receive.
    #[must_use]
    pub fn leading(&self, trace: &Trace, t: Millis) -> Option<u32> {
        /// So many redeliveries are looked at before it is given up.
        const MOST: usize = 512;
        if self.by == RowsBy::Worker {
            return None;
        }
        let begun = trace.leases.partition_point(|lease| lease.from <= t);
        let recent = trace.leases[..begun].iter().rev().take(MOST);
        let first = recent.filter(|lease| lease.receive == 1).map(|lease| lease.message).next()?;
        let row = self.rows.partition_point(|row| row.subject <= first);
        row.checked_sub(1).map(|row| self.rows[row].subject)
    }

    /// How much room the names of the rows need on the left, in pixels.
    #[must_use]
    pub fn gutter(&self, trace: &Trace, is_narrow: bool) -> f64 {
        match self.rows.last() {
            None => BARE_GUTTER,
            Some(_) if self.by != RowsBy::Worker && trace.messages.len() == 1 => BARE_GUTTER,
            Some(row) => text_width(&self.label(trace, row.subject, is_narrow)) + 18.0,
        }
    }

    /// What a row is called.
    pub(super) fn label(&self, trace: &Trace, subject: u32, is_narrow: bool) -> String {
        match self.by {
            RowsBy::Worker if is_narrow => format!("w{}", subject + 1),
            RowsBy::Worker => worker_name(subject),
            _ if trace.messages.len() == 1 => String::new(),
            _ => trace.name(subject),
        }
    }

    /// Where the row of a message or a worker is: its top and its height, in pixels. `None` where it has none.
    #[must_use]
    pub fn place_of(&self, subject: u32) -> Option<(f64, f64)> {
        let row = self.rows.binary_search_by_key(&subject, |row| row.subject).ok()?;
        Some((self.rows[row].top, self.bottom_of(row) - self.rows[row].top))
    }

    /// In the row of what a delivery's place is.
    #[must_use]
    pub fn subject_of(&self, trace: &Trace, lease: LeaseIx) -> u32 {
        let lease = trace.lease(lease);
        if self.by == RowsBy::Worker { lease.worker } else { lease.message }
    }

    pub(super) fn bottom_of(&self, row: usize) -> f64 {
        self.rows.get(row + 1).map_or(self.height - UNDER, |next| next.top)
    }

    /// The rows of which something is between two heights, in pixels.
    pub(super) fn rows_between(&self, top: f64, bottom: f64) -> std::ops::Range<usize> {
        let first = self.rows.partition_point(|row| row.top <= top).saturating_sub(1);
        first..self.rows.partition_point(|row| row.top < bottom)
    }

    /// The lanes of a row, each with its top and the places in the order of what is in it.
    pub(super) fn lanes_of(&self, row: usize) -> impl Iterator<Item = (f64, std::ops::Range<usize>)> {
        let first = self.rows[row].first_lane;
        let end = self.rows.get(row + 1).map_or(self.lanes.len() - 1, |next| next.first_lane);
        let top = self.rows[row].top;
        (first..end).map(move |lane| {
            let places = self.lanes[lane] as usize..self.lanes[lane + 1] as usize;
            (top + self.sizes.lane * float(lane - first), places)
        })
    }

    pub(super) fn lease(&self, place: usize) -> LeaseIx {
        self.order[place]
    }

    /// Of these places in the order, those of which something is drawn between two instants. All are of one lane.
    pub(super) fn places_between(
        &self,
        trace: &Trace,
        lane: std::ops::Range<usize>,
        (from, to): (Millis, Millis),
    ) -> std::ops::Range<usize> {
        let leases = &self.order[lane.clone()];
        let first = leases.partition_point(|&lease| bar::until(trace, lease) < from);
        let last = leases.partition_point(|&lease| trace.lease(lease).from <= to);
        lane.start + first..lane.start + last.max(first)
    }

    /// The first place in the order, of those of one lane, whose delivery begins at or after an instant.
    pub(super) fn place_from(&self, trace: &Trace, places: std::ops::Range<usize>, t: Millis) -> usize {
        places.start + self.order[places].partition_point(|&lease| trace.lease(lease).from < t)
    }

    /// How many of the deliveries at these places are in trouble.
    pub(super) fn troubled(&self, places: std::ops::Range<usize>) -> u32 {
        self.troubled[places.end] - self.troubled[places.start]
    }
}

/// Whether something went wrong with a delivery: its job outlived it or failed, its worker died, or it did again what had been done.
pub(super) fn is_lease_troubled(trace: &Trace, ix: LeaseIx) -> bool {
    let lease = trace.lease(ix);
    let failed = matches!(lease.job_ended, Some((_, JobEnd::Failed | JobEnd::Crashed)));
    let lost = matches!(lease.deleted, Some((_, Delete::Ignored | Delete::Refused)));
    failed || lost || lease.is_repeat() || lease.overrun(trace.end).is_some()
}

fn is_message_troubled(trace: &Trace, message: u32) -> bool {
    let life = trace.message(message);
    life.effects > 1
        || life.places.iter().any(|(_, place)| matches!(place, Place::DeadLetters | Place::Expired))
        || life.leases.iter().any(|&lease| is_lease_troubled(trace, lease))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Scenario, run};

    fn ran(json: &str) -> Trace {
        run(&Scenario::from_json(json).unwrap())
    }

    #[test]
    fn messages_of_which_one_is_poison_have_a_row_each_and_trouble_has_one() {
        let trace = ran(r#"{ "workers": { "job": 10 }, "horizon": 60,
                 "arrivals": [{ "count": 2, "every": 1 }, { "count": 1, "poison": true }] }"#);
        let rows = |by| Plan::new(&trace, by).rows.iter().map(|row| row.subject).collect::<Vec<_>>();
        assert_eq!(rows(RowsBy::Message), [0, 1, 2]);
        let poison: Vec<u32> = (0..3)
            .filter(|&message| {
                trace.leases_of(message).any(|lease| matches!(lease.job_ended, Some((_, JobEnd::Failed))))
            })
            .collect();
        assert_eq!(poison.len(), 1);
        assert_eq!(rows(RowsBy::Trouble), poison);
    }

    #[test]
    fn ten_thousand_leases_of_one_lane_are_found_by_time() {
        // One worker, one second each, back to back.
        let trace = ran(
            r#"{ "workers": { "count": 1, "job": 1 }, "arrivals": [{ "count": 2000, "every": 0 }], "horizon": 2000 }"#,
        );
        let plan = Plan::new(&trace, RowsBy::Worker);
        let (_, lane) = plan.lanes_of(0).next().unwrap();
        let seen = plan.places_between(&trace, lane, (Millis(100_500), Millis(102_500)));
        let from: Vec<u64> = seen.map(|place| trace.lease(plan.lease(place)).from.whole_secs()).collect();
        assert_eq!(from, [100, 101, 102]);
    }

    #[test]
    fn row_of_a_message_is_where_the_rows_before_it_end() {
        let trace = ran(
            r#"{ "workers": { "count": 1, "job": 1 }, "arrivals": [{ "count": 100, "every": 0 }], "horizon": 200 }"#,
        );
        let plan = Plan::new(&trace, RowsBy::Message);
        // A hundred rows are compact: 21 px for the lane and 5 px between.
        assert_eq!(plan.place_of(10), Some((268.0, 26.0)));
        assert_eq!(plan.rows_between(263.0, 298.0), 9..12);
        assert!((plan.height - 2612.0).abs() < 1e-9);
        assert!(plan.is_crowded());
        // A job a second: at 42.5 s the 43rd message has been received.
        assert_eq!(plan.leading(&trace, Millis(42_500)), Some(42));
    }
}

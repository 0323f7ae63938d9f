//! What a chart shows of a run: how some quantities change over time, gathered so that a long run takes no more than a short one.

use crate::queue::Millis;
use crate::sim::{Counts, Trace};

/// A run of more events than this is thinned out.
const MOST_EVENTS: usize = 4000;
/// Then it is cut into so many stretches of time, and of each the rows are kept that tell the most of it.
const STRETCHES: u64 = 1000;
/// No more rows than this wait for the end of their stretch.
const MOST_WAITING: usize = 4096;

/// Some quantities over time: at each instant at which one changes, the value of all.
///
/// Of a long run there are fewer: of each of a thousand stretches of time the first row and the last, and those where a quantity is
/// least or greatest. So a spike is there however short it is, a peak is exact, and a chart of a million events is drawn as
/// fast as one of a thousand.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    lines: usize,
    at: Vec<Millis>,
    /// All values in one list, row by row.
    values: Vec<u32>,
    /// How long a stretch is; a millisecond where every row is there.
    stretch: u64,
    /// The first row of the last stretch.
    from: usize,
}

impl Series {
    /// A series of so many quantities, without values yet, cut into stretches of so many milliseconds.
    fn new(lines: usize, stretch: u64) -> Self {
        Self { lines, at: Vec::new(), values: Vec::new(), stretch: stretch.max(1), from: 0 }
    }

    /// One for a run of that length that has so many changes.
    pub(super) fn of(lines: usize, changes: usize, length: Millis) -> Self {
        Self::new(lines, if changes > MOST_EVENTS { length.0.div_ceil(STRETCHES) } else { 1 })
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// Whether rows were left out.
    #[must_use]
    pub fn is_thinned(&self) -> bool {
        self.stretch > 1
    }

    /// The instant and the values of a row.
    #[must_use]
    pub fn row(&self, row: usize) -> (Millis, &[u32]) {
        (self.at[row], &self.values[row * self.lines..][..self.lines])
    }

    /// All rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = (Millis, &[u32])> {
        self.at.iter().copied().zip(self.values.chunks_exact(self.lines.max(1)))
    }

    /// The same with only some of the quantities.
    #[must_use]
    pub fn only(&self, lines: &[usize]) -> Self {
        let values = self.rows().flat_map(|(_, values)| lines.iter().map(|&line| values[line])).collect();
        Self { lines: lines.len(), values, at: self.at.clone(), ..*self }
    }

    /// Adds a row, no earlier than the last.
    pub(super) fn push(&mut self, at: Millis, values: &[u32]) {
        debug_assert!(values.len() == self.lines && self.at.last().is_none_or(|&last| last <= at));
        let is_in_next = self.at.get(self.from).is_some_and(|first| first.0 / self.stretch < at.0 / self.stretch);
        if is_in_next {
            self.thin(self.len());
            self.from = self.len();
        } else if self.len() - self.from > MOST_WAITING {
            // The last row may still be replaced.
            self.thin(self.len() - 1);
        }
        self.at.push(at);
        self.values.extend_from_slice(values);
    }

    /// The same where the values hold until the next row: without one where nothing changes, and with one row an instant.
    fn push_step(&mut self, at: Millis, values: &[u32]) {
        if self.at.last() == Some(&at) {
            self.at.pop();
            self.values.truncate(self.at.len() * self.lines);
        }
        if self.at.is_empty() || self.row(self.len() - 1).1 != values {
            self.push(at, values);
        }
    }

    /// Leaves out of the last stretch, up to the row `to`, the rows that tell little.
    pub(super) fn thin(&mut self, to: usize) {
        let kept = self.telling(self.from, to);
        if self.from + kept.len() == to {
            return;
        }
        let mut place = self.from;
        for row in kept.into_iter().chain(to..self.len()) {
            self.at[place] = self.at[row];
            self.values.copy_within(row * self.lines..(row + 1) * self.lines, place * self.lines);
            place += 1;
        }
        self.at.truncate(place);
        self.values.truncate(place * self.lines);
    }

    /// The rows of a stretch that tell the most of it, in order.
    fn telling(&self, from: usize, to: usize) -> Vec<usize> {
        if from >= to {
            return Vec::new();
        }
        let mut rows = vec![from, to - 1];
        for line in 0..self.lines {
            let value = |row: &usize| self.row(*row).1[line];
            rows.extend((from..to).min_by_key(value));
            // Of equal ones the first, as in `peak`.
            rows.extend((from..to).rev().max_by_key(value));
        }
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// The next instant after `t` at which something changes; of a thinned series in the next stretch.
    #[must_use]
    pub fn after(&self, t: Millis) -> Option<Millis> {
        let next = Millis((t.0 / self.stretch + 1) * self.stretch);
        self.at.get(self.at.partition_point(|&at| at < next)).copied()
    }

    /// The last instant before `t` at which something changed; of a thinned series before its stretch.
    #[must_use]
    pub fn before(&self, t: Millis) -> Option<Millis> {
        let own = Millis(t.0 / self.stretch * self.stretch);
        self.at.partition_point(|&at| at < own).checked_sub(1).map(|last| self.at[last])
    }

    /// The greatest value of a quantity, and the first instant that has it; zero at the start where there is none.
    #[must_use]
    pub fn peak(&self, line: usize) -> (Millis, u32) {
        let values = self.rows().map(|(at, values)| (at, values[line]));
        values.fold((Millis::ZERO, 0), |peak, (at, value)| if value > peak.1 { (at, value) } else { peak })
    }

    /// The greatest sum of all quantities.
    #[must_use]
    pub fn tallest(&self) -> u32 {
        self.rows().map(|(_, values)| values.iter().sum()).max().unwrap_or(0)
    }
}

/// Some of the counts of a run over time, in the order that `of` gives them.
#[must_use]
pub fn steps<const N: usize>(trace: &Trace, of: impl Fn(&Counts) -> [u32; N]) -> Series {
    let mut series = Series::of(N, trace.events.len(), trace.length());
    series.push_step(trace.begin, &of(&trace.counts_before()));
    for (at, counts) in trace.counts() {
        series.push_step(at, &of(&counts));
    }
    series.thin(series.len());
    series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::samples::{run_of, secs, shipped};

    /// Delayed, visible, in flight, deleted, dead letters.
    fn places(trace: &Trace) -> Vec<(u64, Vec<u32>)> {
        told(&steps(trace, |counts| {
            [counts.delayed, counts.visible, counts.in_flight, counts.deleted, counts.dead_letters]
        }))
    }

    fn work(trace: &Trace) -> Series {
        steps(trace, |counts| [counts.deliveries, counts.executions, counts.effects])
    }

    /// Each row as seconds and values.
    fn told(series: &Series) -> Vec<(u64, Vec<u32>)> {
        series.rows().map(|(at, values)| (at.whole_secs(), values.to_vec())).collect()
    }

    #[test]
    fn order_charged_twice_is_in_flight_throughout() {
        // From lease to lease, at 30 s and at 60 s, it is visible for no time, and no delete removes it.
        assert_eq!(places(&shipped("double-charged-order").1), [(0, vec![0, 0, 1, 0, 0])]);
    }

    #[test]
    fn order_charged_twice_has_three_deliveries_and_two_effects() {
        let expected =
            [(0, vec![1, 1, 0]), (30, vec![2, 2, 0]), (45, vec![2, 2, 1]), (60, vec![3, 3, 1]), (75, vec![3, 3, 2])];
        assert_eq!(told(&work(&shipped("double-charged-order").1)), expected);
    }

    #[test]
    fn poison_message_tried_five_times_moves() {
        let trace = shipped("poison-message").1;
        // Four orders are deleted, the poison message is a dead letter from 300 s on.
        assert_eq!(places(&trace).last(), Some(&(300, vec![0, 0, 0, 4, 1])));
    }

    #[test]
    fn two_messages_for_one_worker_are_worked_on_in_turn() {
        // One worker, jobs of 20 s: m1 is sent at 5 s and deleted at 25 s, m2 is sent at 15 s and deleted at 45 s.
        let trace =
            run_of(r#"{ "workers": { "count": 1, "job": 20 }, "arrivals": [{ "at": 5, "count": 2, "every": 10 }] }"#);
        let expected = [
            (0, vec![0, 0, 0, 0, 0]),
            (5, vec![0, 0, 1, 0, 0]),
            (15, vec![0, 1, 1, 0, 0]),
            (25, vec![0, 0, 1, 1, 0]),
            (45, vec![0, 0, 0, 2, 0]),
        ];
        assert_eq!(places(&trace), expected);
    }

    #[test]
    fn message_delayed_is_counted_as_such_until_it_is_received() {
        let trace = run_of(r#"{ "queue": { "delay": 10 }, "workers": { "job": 5 } }"#);
        let expected = [(0, vec![1, 0, 0, 0, 0]), (10, vec![0, 0, 1, 0, 0]), (15, vec![0, 0, 0, 1, 0])];
        assert_eq!(places(&trace), expected);
    }

    #[test]
    fn instant_looked_up_finds_its_neighbours() {
        let work = work(&shipped("double-charged-order").1);
        assert_eq!(work.after(secs(45)), Some(secs(60)));
        assert_eq!(work.before(secs(45)), Some(secs(30)));
        assert_eq!((work.before(secs(0)), work.after(secs(75))), (None, None));
        assert_eq!(work.peak(2), (secs(75), 2));
    }

    /// A million rows in a million milliseconds, with one spike, and nowhere else more than one.
    fn long() -> Series {
        let mut series = Series::of(2, 1_000_000, Millis(1_000_000));
        for at in 0..1_000_000_u32 {
            series.push_step(Millis(at.into()), &[if at == 123_456 { 99 } else { at % 2 }, at]);
        }
        series.thin(series.len());
        series
    }

    #[test]
    fn series_of_a_million_rows_keeps_its_ends_and_its_only_spike() {
        let series = long();
        assert!(series.len() <= 1000 * 6, "{}", series.len());
        assert_eq!(series.row(0), (Millis(0), [0, 0].as_slice()));
        assert_eq!(series.row(series.len() - 1), (Millis(999_999), [1, 999_999].as_slice()));
        assert_eq!(series.peak(0), (Millis(123_456), 99));
        assert!(series.rows().map(|(at, _)| at).is_sorted());
    }

    #[test]
    fn long_series_is_walked_through_stretch_by_stretch() {
        let series = long();
        assert_eq!(series.after(Millis(0)), Some(Millis(1000)));
        assert_eq!(series.after(Millis(1234)), Some(Millis(2000)));
        assert_eq!(series.before(Millis(2000)), Some(Millis(1999)));
        let mut at = Millis::ZERO;
        let mut steps = 0;
        while let Some(next) = series.after(at) {
            (at, steps) = (next, steps + 1);
        }
        assert_eq!(steps, 999);
    }

    #[test]
    fn rows_crowded_into_one_instant_of_a_long_run_keep_their_peak() {
        // Two weeks, and all happens in the tenth second.
        let end = secs(14 * 86_400);
        let mut series = Series::of(1, 20_000, end);
        series.push_step(Millis::ZERO, &[0]);
        for at in 0..20_000_u32 {
            series.push_step(Millis(10_000 + u64::from(at)), &[if at == 7777 { 5000 } else { at % 3 }]);
        }
        series.thin(series.len());
        assert_eq!(series.peak(0), (Millis(17_777), 5000));
        assert!(series.len() <= 4, "{}", series.len());
    }
}

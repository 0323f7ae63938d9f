//! The charts of a run, but for their drawing: what they show, in numbers and in words.

use super::age::{Oldest, age_at, ages, oldest};
use super::axis::Axis;
use super::canvas::Ink;
use super::series::{Series, steps};
use crate::queue::Millis;
use crate::sim::{Counts, Event, EventKind, Scenario, Trace};

/// How the values of a chart are drawn.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Form {
    /// Steps, one upon the other.
    Stack,
    /// Steps, each from the ground.
    Steps,
    /// An age in milliseconds, which grows from point to point.
    Age,
}

/// One quantity of a chart.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: &'static str,
    /// What its shapes stand for.
    pub ink: Ink,
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// What it is called.
    pub title: &'static str,
    /// How it is drawn.
    pub form: Form,
    /// Its quantities, from the bottom of a stack to its top.
    pub lines: Vec<Line>,
    /// Their values.
    pub series: Series,
    /// From when on the run is known.
    pub begin: Millis,
    /// When the run ends.
    pub end: Millis,
    /// What it shows, in a sentence or two.
    pub told: String,
    /// Of a chart of ages, the oldest messages.
    oldest: Vec<Oldest>,
}

/// The figures of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What the columns are.
    pub head: Vec<&'static str>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
    /// Whether rows between those shown are left out.
    pub is_partial: bool,
}

const STATES: [Line; 6] = [
    Line { name: "Deleted", ink: Ink::Deleted },
    Line { name: "Dead letters", ink: Ink::DeadLetters },
    Line { name: "Expired or purged", ink: Ink::Lost },
    Line { name: "In flight", ink: Ink::InFlight },
    Line { name: "Visible", ink: Ink::Visible },
    Line { name: "Delayed", ink: Ink::Delayed },
];
/// Those of them that are there even where they are empty throughout.
const ALWAYS: [Ink; 3] = [Ink::Deleted, Ink::InFlight, Ink::Visible];

const WORK: [Line; 3] = [
    Line { name: "Deliveries", ink: Ink::Deliveries },
    Line { name: "Jobs begun", ink: Ink::Jobs },
    Line { name: "Effects", ink: Ink::Effects },
];

/// A table longer than this leaves rows out.
const MOST_ROWS: usize = 200;

impl Graph {
    /// The charts of a run. The time they take is that of one look at each event, and no more memory than a chart can show.
    #[must_use]
    pub fn all(scenario: &Scenario, trace: &Trace) -> [Self; 3] {
        [Self::states(trace), Self::work(scenario, trace), Self::age(trace)]
    }

    fn states(trace: &Trace) -> Self {
        let all = steps(trace, |counts| STATES.map(|line| count(line.ink, &from_begin(trace, counts))));
        let told = tell_states(trace, &all) + &counted_from(trace);
        let is_shown = |&line: &usize| ALWAYS.contains(&STATES[line].ink) || all.peak(line).1 > 0;
        let shown: Vec<usize> = (0..STATES.len()).filter(is_shown).collect();
        let series = all.only(&shown);
        let lines = shown.into_iter().map(|line| STATES[line]).collect();
        let title = "Messages by state";
        Self { title, form: Form::Stack, lines, series, begin: trace.begin, end: trace.end, told, oldest: Vec::new() }
    }

    fn work(scenario: &Scenario, trace: &Trace) -> Self {
        let series = steps(trace, |counts| WORK.map(|line| count(line.ink, &from_begin(trace, counts))));
        let told = tell_work(scenario, trace) + &counted_from(trace);
        let title = "Deliveries, jobs and effects";
        Self {
            title,
            form: Form::Steps,
            lines: WORK.to_vec(),
            series,
            begin: trace.begin,
            end: trace.end,
            told,
            oldest: Vec::new(),
        }
    }

    fn age(trace: &Trace) -> Self {
        let oldest = oldest(trace);
        let series = ages(&oldest, trace.begin, trace.end);
        let told = tell_age(trace, &oldest);
        let lines = vec![Line { name: "Age", ink: Ink::Age }];
        Self {
            title: "Age of the oldest message",
            form: Form::Age,
            lines,
            series,
            begin: trace.begin,
            end: trace.end,
            told,
            oldest,
        }
    }

    /// The values at `t`, in the order of the lines and to the millisecond; `None` for the age of no message. `trace` is that of
    /// which the chart is.
    #[must_use]
    pub fn values_at(&self, trace: &Trace, t: Millis) -> Vec<Option<u32>> {
        if self.form == Form::Age {
            return vec![age_at(&self.oldest, t).map(in_millis)];
        }
        let counts = from_begin(trace, &trace.counts_at(t));
        self.lines.iter().map(|line| Some(count(line.ink, &counts))).collect()
    }

    /// What an instant of the run is called, on the axis and everywhere else.
    #[must_use]
    pub fn clock(&self, t: Millis) -> String {
        clock(self.end, t)
    }

    /// A value in words.
    #[must_use]
    pub fn word(&self, value: Option<u32>) -> String {
        match (self.form, value) {
            (Form::Age, Some(ms)) => clock(self.end, Millis(ms.into())),
            (Form::Age, None) => "none".to_owned(),
            (_, value) => value.unwrap_or(0).to_string(),
        }
    }

    /// What there is at `t`, to be read aloud.
    #[must_use]
    pub fn reading(&self, trace: &Trace, t: Millis) -> String {
        let values = self.values_at(trace, t);
        let at = self.clock(t);
        if self.form == Form::Age {
            return match values[0] {
                Some(_) => format!("At {at} the oldest message is {} old", self.word(values[0])),
                None => format!("At {at} there is no message"),
            };
        }
        // From the top of a stack to its bottom, as the eye goes.
        let mut parts: Vec<String> = self
            .lines
            .iter()
            .zip(&values)
            .map(|(line, value)| format!("{}: {}", line.name, self.word(*value)))
            .collect();
        if self.form == Form::Stack {
            parts.reverse();
        }
        format!("At {at}. {}", parts.join(", "))
    }

    /// The figures behind the drawing.
    #[must_use]
    pub fn table(&self) -> Table {
        let every = self.series.len().div_ceil(MOST_ROWS).max(1);
        let last = self.series.len().saturating_sub(1);
        let shown = (0..self.series.len()).filter(|row| row % every == 0 || *row == last);
        let mut head = vec!["At"];
        head.extend(self.lines.iter().map(|line| line.name));
        let rows: Vec<Vec<String>> = shown
            .map(|row| {
                let (at, values) = self.series.row(row);
                let mut cells = vec![self.clock(at)];
                cells.extend(values.iter().map(|&value| self.word(Some(value))));
                cells
            })
            .collect();
        let is_partial = self.series.is_thinned() || rows.len() < self.series.len();
        Table { head, rows, is_partial }
    }
}

/// The count that a line shows.
fn count(ink: Ink, counts: &Counts) -> u32 {
    match ink {
        Ink::Delayed => counts.delayed,
        Ink::Visible => counts.visible,
        Ink::InFlight => counts.in_flight,
        Ink::Deleted => counts.deleted,
        Ink::DeadLetters => counts.dead_letters,
        Ink::Lost => counts.lost,
        Ink::Deliveries => counts.deliveries,
        Ink::Jobs => counts.executions,
        Ink::Effects => counts.effects,
        Ink::Grid | Ink::Age => 0,
    }
}

/// An age as a value of a chart: in milliseconds, of which seven weeks fit.
fn in_millis(age: Millis) -> u32 {
    u32::try_from(age.0).unwrap_or(u32::MAX)
}

/// As on the time axis of a run that ends at `end`; beyond a minute to a tenth of a second, which is more than anybody hears.
fn clock(end: Millis, t: Millis) -> String {
    let t = if t < Millis::from_secs(60) { t } else { Millis((t.0 + 50) / 100 * 100) };
    Axis { from: Millis::ZERO, to: end, left: 0.0, right: 0.0 }.label(t)
}

/// The counts, those that only grow counted from the run's begin: after a day without an end nothing else would be seen beside what
/// was deleted.
fn from_begin(trace: &Trace, counts: &Counts) -> Counts {
    let before = trace.counts_before();
    Counts {
        deleted: counts.deleted - before.deleted,
        lost: counts.lost - before.lost,
        deliveries: counts.deliveries - before.deliveries,
        executions: counts.executions - before.executions,
        effects: counts.effects - before.effects,
        ..*counts
    }
}

/// Says so, where that is not its start.
fn counted_from(trace: &Trace) -> String {
    if trace.begin == Millis::ZERO {
        return String::new();
    }
    format!(" What is over is counted from {} on, since when the run is kept.", clock(trace.end, trace.begin))
}

fn tell_states(trace: &Trace, states: &Series) -> String {
    let peak = |line: usize| match states.peak(line) {
        (_, 0) => "0".to_owned(),
        (at, count) => format!("{count}, first at {}", clock(trace.end, at)),
    };
    let all = trace.messages.len();
    let mut told = format!("{all} message{} in all. ", if all == 1 { "" } else { "s" });
    told += &format!("Most in flight at once: {}; most visible: {}. ", peak(3), peak(4));
    let last = states.rows().last().map(|(_, values)| values).unwrap_or_default();
    let ends = ["deleted", "in the dead-letter queue", "expired or purged", "in flight", "visible", "delayed"];
    let left = last.iter().zip(ends).filter(|(count, _)| **count > 0).map(|(count, end)| format!("{count} {end}"));
    let left: Vec<String> = left.collect();
    let left = if left.is_empty() { "nothing".to_owned() } else { left.join(", ") };
    told + &format!("At the end, at {}: {left}.", clock(trace.end, trace.end))
}

fn tell_work(scenario: &Scenario, trace: &Trace) -> String {
    let Counts { deliveries, executions, effects, .. } = from_begin(trace, &trace.counts_at(trace.end));
    let count = |count: u32, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let told = format!(
        "By the end {}, {} and {}: ",
        count(deliveries, "delivery", "deliveries"),
        count(executions, "job begun", "jobs begun"),
        count(effects, "effect", "effects")
    );
    let is_again = |event: &&Event| matches!(event.kind, EventKind::Effect { nth: 2.., .. });
    let again = trace.events.iter().filter(is_again).count();
    let story = &scenario.story;
    told + &match again {
        0 => format!("no {} was {} twice.", story.thing, story.done),
        1 => format!("one {} was {} once too often.", story.thing, story.done),
        _ => format!("{again} of them repeat what had been done before."),
    }
}

fn tell_age(trace: &Trace, oldest: &[Oldest]) -> String {
    let clock = |t: Millis| clock(trace.end, t);
    let age = |one: &Oldest| one.to.since(one.sent);
    // Of equal ages the first.
    let Some(most) = oldest.iter().rev().max_by_key(|one| age(one)) else {
        return "No message stays for any time.".to_owned();
    };
    if most.stayed {
        return format!("The oldest message gets older to the end: {}.", clock(age(most)));
    }
    let left = match oldest.last() {
        Some(last) if last.stayed => format!("at the end it is {} old.", clock(age(last))),
        _ => "at the end there is none.".to_owned(),
    };
    format!("The oldest message is at most {} old, at {}; {left}", clock(age(most)), clock(most.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::samples::{secs, shipped};
    use crate::sim::run;

    fn run_of(name: &str) -> (Trace, [Graph; 3]) {
        let (scenario, trace) = shipped(name);
        let graphs = Graph::all(&scenario, &trace);
        (trace, graphs)
    }

    fn graphs(name: &str) -> [Graph; 3] {
        run_of(name).1
    }

    #[test]
    fn order_charged_twice_is_told_in_three_sentences() {
        let told = graphs("double-charged-order").map(|graph| graph.told);
        assert_eq!(
            told,
            [
                "1 message in all. Most in flight at once: 1, first at 0 s; most visible: 0. At the end, at 90 s: 1 in flight.",
                "By the end 3 deliveries, 3 jobs begun and 2 effects: one order was charged once too often.",
                "The oldest message gets older to the end: 90 s.",
            ]
        );
    }

    #[test]
    fn poison_message_moved_is_told_with_what_is_left() {
        let [states, work, age] = graphs("poison-message");
        assert!(
            states.told.ends_with("At the end, at 5 min 30 s: 4 deleted, 1 in the dead-letter queue."),
            "{}",
            states.told
        );
        assert!(work.told.ends_with("no order was booked twice."), "{}", work.told);
        assert_eq!(age.told, "The oldest message is at most 5 min old, at 5 min; at the end there is none.");
    }

    #[test]
    fn instant_read_has_every_line_from_top_to_bottom() {
        let (trace, [states, work, age]) = run_of("double-charged-order");
        assert_eq!(states.reading(&trace, secs(30)), "At 30 s. Visible: 0, In flight: 1, Deleted: 0");
        assert_eq!(work.reading(&trace, secs(50)), "At 50 s. Deliveries: 2, Jobs begun: 2, Effects: 1");
        assert_eq!(age.reading(&trace, secs(50)), "At 50 s the oldest message is 50 s old");
        assert_eq!(age.reading(&trace, secs(90)), "At 90 s the oldest message is 90 s old");
    }

    #[test]
    fn queue_emptied_has_no_oldest_message() {
        let (trace, [_, _, age]) = run_of("poison-message");
        assert_eq!(age.reading(&trace, secs(300)), "At 5 min there is no message");
        assert_eq!(age.values_at(&trace, secs(299)), [Some(299_000)]);
    }

    #[test]
    fn state_that_never_occurs_is_left_out() {
        let names = |graph: &Graph| graph.lines.iter().map(|line| line.name).collect::<Vec<_>>();
        assert_eq!(names(&graphs("double-charged-order")[0]), ["Deleted", "In flight", "Visible"]);
        assert_eq!(names(&graphs("poison-message")[0]), ["Deleted", "Dead letters", "In flight", "Visible"]);
    }

    /// Ten thousand orders, one each second, each worked on for ten seconds by one of twenty workers.
    const BUSY: &str = r#"{
        "workers": { "count": 20, "job": 10 },
        "arrivals": [{ "count": 10000, "every": 1 }],
        "horizon": "3h"
    }"#;

    #[test]
    fn value_read_of_a_long_run_is_exact_though_the_drawing_is_thinned() {
        let scenario = Scenario::from_json(BUSY).unwrap();
        let trace = run(&scenario);
        let graphs = Graph::all(&scenario, &trace);
        for graph in &graphs {
            assert!(graph.series.is_thinned() && graph.series.len() < 20_000, "{}", graph.series.len());
        }
        let sent = |t: u64| graphs[0].values_at(&trace, secs(t)).into_iter().flatten().sum::<u32>();
        // One a second from 0 s on.
        assert_eq!([sent(0), sent(4321), sent(9999)], [1, 4322, 10_000]);
    }

    #[test]
    fn table_of_a_long_series_leaves_rows_out_and_says_so() {
        let scenario = Scenario::from_json(BUSY).unwrap();
        let [_, work, _] = Graph::all(&scenario, &run(&scenario));
        let table = work.table();
        assert!(table.rows.len() <= MOST_ROWS + 1 && table.is_partial);
        assert_eq!(table.rows[0][0], "0 s");
        assert_eq!(table.head, ["At", "Deliveries", "Jobs begun", "Effects"]);
        let whole = graphs("double-charged-order")[1].table();
        assert_eq!((whole.rows.len(), whole.is_partial), (5, false));
        assert_eq!(whole.rows[1], ["30 s", "2", "2", "0"]);
    }
}

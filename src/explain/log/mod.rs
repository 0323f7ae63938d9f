//! The event log: a trace told in sentences, one line for what a reader takes as one thing.
//!
//! A run may have a million lines, of which a person sees twenty. So a [`Log`] only knows which events have one; a sentence is made
//! when it is read.

mod filter;
mod tell;
mod topic;

use std::fmt::Write as _;
use std::ops::Range;

use tell::Teller;
use topic::topic;

pub use filter::{Filter, message_named};
pub use topic::Topic;

use crate::queue::Millis;
use crate::sim::{Event, EventKind, MessageIx, Story, Trace, WorkerIx};

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// When.
    pub at: Millis,
    /// What happened, in a sentence without its time.
    pub text: String,
    /// What kind of thing it was, for colours and filters.
    pub topic: Topic,
    /// The message it concerns, if one.
    pub message: Option<MessageIx>,
    /// The worker it concerns, if one.
    pub worker: Option<WorkerIx>,
}

/// The lines of a run, or some of them, by number from 0. It belongs to a trace, which each of its functions is to be given.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Log {
    /// The events that have a line, by their places in the trace.
    events: Vec<u32>,
}

impl Log {
    /// All lines of a run.
    ///
    /// Left out is what the next line tells anyway: a send, a lapse or the end of a delay in the very instant of the receive.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        Self::among(trace, 0..trace.events.len())
    }

    /// The lines of these events of a run, by their places in the trace.
    #[must_use]
    pub fn among(trace: &Trace, events: Range<usize>) -> Self {
        let place = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let places = place(events.start)..place(events.end);
        Self { events: places.filter(|&place| topic_of(trace, place).is_some()).collect() }
    }

    /// Those lines that a filter lets through.
    #[must_use]
    pub fn only(&self, trace: &Trace, filter: Filter) -> Self {
        let events = self.events.iter().copied().filter(|&place| filter.takes(trace, place)).collect();
        Self { events }
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// How many lines there are up to and including `t`.
    #[must_use]
    pub fn lines_by(&self, trace: &Trace, t: Millis) -> usize {
        let until = trace.events_by(t);
        self.events.partition_point(|&place| (place as usize) < until)
    }

    /// When a line's event was.
    #[must_use]
    pub fn at(&self, trace: &Trace, nth: usize) -> Millis {
        trace.events[self.events[nth] as usize].at
    }

    /// A line, in words.
    #[must_use]
    pub fn line(&self, trace: &Trace, story: &Story, nth: usize) -> Line {
        let place = self.events[nth];
        let (event, before) = at_place(trace, place);
        let text = Teller { trace, story }.tell(event, before);
        let topic = topic_of(trace, place).expect("only events with a line are kept");
        Line { at: event.at, text, topic, message: message_of(trace, event.kind), worker: worker_of(trace, event.kind) }
    }
}

/// The log of a run, all of it.
#[must_use]
pub fn log(trace: &Trace, story: &Story) -> Vec<Line> {
    log_of(trace, story, 0..trace.events.len())
}

/// The lines of the log for these events of the run, by their places in the trace.
#[must_use]
pub fn log_of(trace: &Trace, story: &Story, events: Range<usize>) -> Vec<Line> {
    let log = Log::among(trace, events);
    (0..log.len()).map(|nth| log.line(trace, story, nth)).collect()
}

/// The log as text: the time in seconds, left-aligned in three columns, and the sentence.
#[must_use]
pub fn to_text(lines: &[Line]) -> String {
    let mut text = String::new();
    for line in lines {
        writeln!(text, "t={:<3} {}", line.at, line.text).expect("a text takes what is written");
    }
    text
}

/// What a worker is called: `worker-1` is the first.
#[must_use]
pub fn worker_name(worker: WorkerIx) -> String {
    format!("worker-{}", worker + 1)
}

/// An event, and the one before it.
fn at_place(trace: &Trace, place: u32) -> (Event, Option<Event>) {
    let place = place as usize;
    (trace.events[place], place.checked_sub(1).map(|before| trace.events[before]))
}

fn topic_of(trace: &Trace, place: u32) -> Option<Topic> {
    let (event, before) = at_place(trace, place);
    topic(trace, event, before)
}

fn message_of(trace: &Trace, kind: EventKind) -> Option<MessageIx> {
    kind.lease().map(|lease| trace.lease(lease).message).or(kind.message())
}

/// Whom a line names: not the worker whose lease lapses, since the line is about the message.
fn worker_of(trace: &Trace, kind: EventKind) -> Option<WorkerIx> {
    match kind {
        EventKind::Lapsed { .. } | EventKind::Resurfaced { .. } => None,
        _ => kind.worker().or(kind.lease().map(|lease| trace.lease(lease).worker)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios;
    use crate::sim::{Scenario, run};

    fn secs(secs: u64) -> Millis {
        Millis::from_secs(secs)
    }

    fn shipped(name: &str) -> (Scenario, Trace) {
        let file = scenarios::named(name).unwrap();
        let scenario = Scenario::from_json(file.json).unwrap();
        let trace = run(&scenario);
        (scenario, trace)
    }

    /// The lines that a filter leaves, as `seconds sentence`.
    fn told(name: &str, filter: Filter) -> Vec<String> {
        let (scenario, trace) = shipped(name);
        let log = Log::of(&trace).only(&trace, filter);
        let line = |nth| log.line(&trace, &scenario.story, nth);
        (0..log.len()).map(line).map(|line| format!("{} {}", line.at, line.text)).collect()
    }

    #[test]
    fn every_line_of_every_scenario_has_a_sentence() {
        for file in scenarios::all() {
            let scenario = Scenario::from_json(file.json).unwrap();
            for line in log(&run(&scenario), &scenario.story) {
                assert!(!line.text.is_empty(), "{}: {line:?}", file.name);
            }
        }
    }

    #[test]
    fn log_filtered_by_trouble_has_only_the_second_charge_and_the_lost_delete() {
        let only = Filter { topic: Some(Topic::Trouble), ..Filter::default() };
        let expected = [
            "45 worker-1 charges the card and deletes with an old receipt: 200, and nothing is deleted",
            "75 worker-2 charges the card and deletes with an old receipt: 200, and nothing is deleted",
        ];
        assert_eq!(told(scenarios::FIRST, only), expected);
    }

    #[test]
    fn log_filtered_by_worker_has_what_that_one_does() {
        let only = Filter { worker: Some(1), ..Filter::default() };
        let expected = [
            "30 worker-2 receives the message",
            "75 worker-2 charges the card and deletes with an old receipt: 200, and nothing is deleted",
        ];
        assert_eq!(told(scenarios::FIRST, only), expected);
    }

    #[test]
    fn log_filtered_by_message_and_kind_has_its_deliveries() {
        // The first order is the poison one: it is received five times, a minute apart, and then moved.
        let only = Filter { message: Some(0), topic: Some(Topic::Received), ..Filter::default() };
        let received = told("poison-message", only);
        assert_eq!(received.len(), 5, "{received:?}");
        assert!(received.iter().all(|line| line.ends_with("receives m1")), "{received:?}");
        let ended = Filter { topic: Some(Topic::Ended), ..only };
        assert_eq!(told("poison-message", ended), ["300 m1 moves to the dead-letter queue"]);
    }

    #[test]
    fn worker_that_comes_back_is_found_by_its_name() {
        let json = r#"{ "workers": { "count": 2, "job": 20 }, "crashes": [{ "worker": 1, "job": 1, "after": 5, "back_after": 10 }] }"#;
        let scenario = Scenario::from_json(json).unwrap();
        let trace = run(&scenario);
        let log = Log::of(&trace).only(&trace, Filter { worker: Some(0), topic: None, message: None });
        let lines: Vec<String> = (0..log.len()).map(|nth| log.line(&trace, &scenario.story, nth).text).collect();
        assert!(lines.contains(&"worker-1 is back".to_owned()), "{lines:?}");
    }

    #[test]
    fn lines_of_an_instant_have_happened_at_that_instant() {
        let (_, trace) = shipped(scenarios::FIRST);
        let log = Log::of(&trace);
        // 0 receive, 30 receive, 45 charge and delete, 60 receive, 75 charge and delete.
        assert_eq!([0, 29, 30, 45, 90].map(|t| log.lines_by(&trace, secs(t))), [1, 1, 2, 3, 5]);
        assert_eq!(log.at(&trace, 2), secs(45));
    }

    #[test]
    fn filter_that_fits_nothing_leaves_no_line() {
        let only = Filter { message: Some(7), ..Filter::default() };
        assert_eq!(told(scenarios::FIRST, only), Vec::<String>::new());
    }
}

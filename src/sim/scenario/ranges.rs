//! The range of every number of a scenario, in one table: the checks, the schema and its description follow it.

use serde_json::Value;

use super::super::problem::Problem;
use super::super::span;
use crate::queue::MAX_VISIBILITY_TIMEOUT;

/// What a number counts.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A time in whole seconds, since SQS takes no other.
    Seconds,
    /// A time to the millisecond; the bounds are in milliseconds.
    Span,
    /// A count, a percentage or a number of a list.
    Count,
}

/// The range of one field.
#[derive(Copy, Clone, Debug)]
pub struct Range {
    /// Its path, as `workers.heartbeat.every`; `[]` stands for every entry of a list.
    pub path: &'static str,
    /// What it counts.
    pub kind: Kind,
    /// The least value.
    pub least: u64,
    /// The greatest.
    pub most: u64,
}

const fn seconds(path: &'static str, least: u64, most: u64) -> Range {
    Range { path, kind: Kind::Seconds, least, most }
}

const fn count(path: &'static str, least: u64, most: u64) -> Range {
    Range { path, kind: Kind::Count, least, most }
}

/// A span that is not empty.
const fn lasting(path: &'static str) -> Range {
    Range { path, kind: Kind::Span, least: 1, most: LONGEST }
}

/// Any other span or instant.
const fn span(path: &'static str) -> Range {
    Range { path, kind: Kind::Span, least: 0, most: LONGEST }
}

const LONGEST: u64 = super::MAX_SPAN.0;
/// Of a count that nothing bounds: all that fits.
const ANY: u64 = u32::MAX as u64;
const TWELVE_HOURS: u64 = MAX_VISIBILITY_TIMEOUT;

/// Every field that has a range.
pub const RANGES: [Range; 96] = [
    count("version", 1, super::VERSION as u64),
    seconds("queue.visibility_timeout", 0, TWELVE_HOURS),
    count("queue.max_receive_count", 1, 1_000),
    seconds("queue.delay", 0, 900),
    seconds("queue.retention", 60, 1_209_600),
    seconds("queue.dead_letters.retention", 60, 1_209_600),
    count("queue.dead_letters.alarm", 1, 1_000_000),
    count("queue.in_flight_limit", 1, 120_000),
    count("queue.second_delivery_per_million", 0, 1_000_000),
    count("queue.short_poll_miss_per_million", 0, 1_000_000),
    count("workers.instances", 1, 1_000),
    count("workers.count", 1, 1_000),
    span("workers.job"),
    span("workers.job.from"),
    span("workers.job.to"),
    span("workers.job.usual"),
    span("workers.job.slow"),
    count("workers.job.slow_percent", 0, 100),
    lasting("workers.job.p50"),
    lasting("workers.job.p99"),
    span("workers.job.each[]"),
    count("workers.batch", 1, 10),
    count("workers.buffer", 0, 10_000),
    seconds("workers.wait", 0, 20),
    span("workers.pause"),
    seconds("workers.receive_timeout", 0, TWELVE_HOURS),
    seconds("workers.start_sets", 0, TWELVE_HOURS),
    lasting("workers.heartbeat.every"),
    seconds("workers.heartbeat.sets", 0, TWELVE_HOURS),
    span("workers.heartbeat.when_left"),
    lasting("workers.heartbeat.first_after"),
    span("workers.heartbeat.jitter"),
    count("workers.heartbeat.fails_percent", 0, 100),
    span("workers.heartbeat.limit.time"),
    count("workers.heartbeat.limit.count", 0, 1_000_000),
    span("workers.delete.after"),
    lasting("workers.delete.interval"),
    count("workers.delete.threshold", 1, 10_000),
    count("workers.retries.count", 0, 1_000),
    span("workers.retries.wait"),
    seconds("workers.on_failure.set", 0, TWELVE_HOURS),
    seconds("workers.on_failure.backoff.base", 0, TWELVE_HOURS),
    seconds("workers.on_failure.backoff.most", 0, TWELVE_HOURS),
    count("workers.on_failure.backoff.until", 0, ANY),
    lasting("workers.max_job"),
    lasting("workers.gives_up"),
    seconds("lambda.timeout", 1, 900),
    count("lambda.batch", 1, 10_000),
    seconds("lambda.window", 0, 300),
    count("lambda.reserved_concurrency", 0, 1_000),
    count("lambda.maximum_concurrency", 2, 1_000),
    count("lambda.pollers", 1, 1_000),
    count("lambda.growth_per_minute", 0, 10_000),
    span("lambda.throttled_for"),
    span("arrivals[].at"),
    count("arrivals[].count", 1, 1_000_000),
    span("arrivals[].every"),
    count("arrivals[].fails", 0, ANY),
    count("arrivals[].groups", 1, 100_000),
    count("arrivals[].copies", 1, 10),
    seconds("arrivals[].delay", 0, 900),
    span("arrivals[].hold"),
    span("arrivals[].job"),
    span("arrivals[].job.from"),
    span("arrivals[].job.to"),
    span("arrivals[].job.usual"),
    span("arrivals[].job.slow"),
    count("arrivals[].job.slow_percent", 0, 100),
    lasting("arrivals[].job.p50"),
    lasting("arrivals[].job.p99"),
    span("arrivals[].job.each[]"),
    span("effect.takes"),
    count("effect.fails_percent", 0, 100),
    count("failures.jobs_percent", 0, 100),
    count("failures.lost_answers[].percent", 0, 100),
    count("failures.lost_answers[].nth", 1, ANY),
    count("crashes[].worker", 1, 1_000_000),
    count("crashes[].job", 1, 1_000_000),
    span("crashes[].after"),
    span("crashes[].back_after"),
    count("pauses[].worker", 1, 1_000_000),
    span("pauses[].at"),
    lasting("pauses[].lasts"),
    span("outages[].at"),
    lasting("outages[].lasts"),
    span("busy[].at"),
    lasting("busy[].lasts"),
    count("busy[].percent", 1, 100_000),
    span("changes[].at"),
    span("acts[].at"),
    count("acts[].instance", 1, 1_000),
    span("acts[].drain"),
    span("acts[].back_after"),
    count("acts[].to", 0, 1_000),
    count("seed", 0, u64::MAX),
    lasting("horizon"),
];

impl Range {
    /// Every value of this field in a scenario that is out of the range.
    pub(super) fn problems(&self, scenario: &Value, found: &mut Vec<Problem>) {
        self.look(scenario, self.path, "", found);
    }

    fn look(&self, value: &Value, path: &str, so_far: &str, found: &mut Vec<Problem>) {
        let Some((head, rest)) = path.split_once('.').or(Some((path, ""))).filter(|(head, _)| !head.is_empty()) else {
            if !self.holds(value) {
                found.push(Problem::new(so_far, &self.expected()));
            }
            return;
        };
        let (name, is_list) = match head.strip_suffix("[]") {
            Some(name) => (name, true),
            None => (head, false),
        };
        let Some(inner) = value.get(name) else { return };
        let so_far = if so_far.is_empty() { name.to_owned() } else { format!("{so_far}.{name}") };
        match inner {
            Value::Array(entries) if is_list => {
                for (place, entry) in entries.iter().enumerate() {
                    self.look(entry, rest, &format!("{so_far}[{place}]"), found);
                }
            }
            _ => self.look(inner, rest, &so_far, found),
        }
    }

    /// Whether a value lies within. What is not set has no value, and a law in a form of its own is checked elsewhere.
    fn holds(&self, value: &Value) -> bool {
        let range = self.least..=self.most;
        let ms = match value {
            Value::Number(number) if self.kind == Kind::Count => {
                return number.as_u64().is_some_and(|it| range.contains(&it));
            }
            Value::Number(number) => number.as_u64().map(|secs| secs.saturating_mul(1000)),
            Value::String(text) => span::parse(text).map(|span| span.0),
            _ => return true,
        };
        ms.is_some_and(|ms| match self.kind {
            Kind::Span => range.contains(&ms),
            _ => ms.is_multiple_of(1000) && range.contains(&(ms / 1000)),
        })
    }

    /// The range in words.
    #[must_use]
    pub fn expected(&self) -> String {
        match (self.kind, self.least) {
            (Kind::Seconds, least) => format!("{least} to {} s, in whole seconds", self.most),
            (Kind::Span, 0) => "at most 14 d".to_owned(),
            (Kind::Span, _) => "0.001 s to 14 d".to_owned(),
            (Kind::Count, least) if self.most >= ANY => format!("{least} or more"),
            (Kind::Count, least) if least == self.most => least.to_string(),
            (Kind::Count, least) => format!("{least} to {}", self.most),
        }
    }
}

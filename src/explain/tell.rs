//! Sentences that several parts of an explanation share.

use std::fmt;

use super::chain::{Actor, Because, Chain, Step};
use super::log::worker_name;
use crate::sim::{Cause, Dropped};

/// What became of a delivery that nobody worked on, and why.
#[must_use]
pub fn dropped_because(why: Dropped) -> (&'static str, Because) {
    match why {
        Dropped::Rejected => {
            ("has no room for it: it stays hidden until its lease ends", Because::Setting("workers.when_full"))
        }
        Dropped::Late => ("drops it, since its lease is over before its turn", Because::Setting("workers.start")),
        Dropped::Superseded => ("replaces its copy by the newer delivery", Because::Setting("workers.held_twice")),
        Dropped::Ignored => {
            ("ignores the delivery, since it still has the message", Because::Setting("workers.held_twice"))
        }
        Dropped::Abandoned => ("drops it with the rest of its batch", Because::Setting("workers.on_failure")),
        Dropped::Ended => ("ends with the message unworked", Because::Setting("acts")),
        Dropped::Lost => {
            ("never sees it: the answer to the receive is lost", Because::Setting("failures.lost_answers"))
        }
        Dropped::Peeked => ("only looks at it; it counts as a receive all the same", Because::Setting("acts")),
        Dropped::Throttled => {
            ("never runs: its invocation was throttled", Because::Setting("lambda.reserved_concurrency"))
        }
    }
}

/// How a job failed, and why.
pub(super) fn failed_because(cause: Cause) -> (&'static str, Because) {
    match cause {
        Cause::Poison => ("fails: this message fails whoever works on it", Because::Setting("arrivals.poison")),
        Cause::Chance => ("fails", Because::Setting("failures.jobs_percent")),
        Cause::Outage => ("fails: what it needs is down", Because::Setting("outages")),
        Cause::Write => ("fails: the write fails", Because::Setting("effect.fails_percent")),
        Cause::GivenUp => ("is given up by whoever waits for it, and works on", Because::Setting("workers.gives_up")),
        Cause::TooLong => ("is cut off: it takes longer than it may", Because::Setting("workers.max_job")),
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Producer => f.write_str("producer"),
            Self::Queue => f.write_str("queue"),
            Self::Worker(worker) => f.write_str(&worker_name(*worker)),
            Self::Operator => f.write_str("operator"),
        }
    }
}

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => write!(f, "rule {rule}"),
            Self::Setting(path) => f.write_str(path),
            Self::Before => f.write_str("follows"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, actor, text, because, .. } = self;
        write!(f, "t={at:<5} {actor}: {text}")?;
        if *because == Because::Before { Ok(()) } else { write!(f, "  [{because}]") }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.outcome)?;
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}

//! What the page claims about SQS, each claim (K1, K2, …) on the trace of a scenario that ships with it. The numbers are those of
//! the claim or follow from it by the arithmetic beside them.

mod dead_letters;
#[path = "../golden/hash.rs"]
mod hash;
mod heartbeats;
mod practice;
mod receipts;
mod receiving;
mod shipped;
mod timeouts;

use inflight::explain::{log, to_text};
use inflight::queue::Millis;
use inflight::scenarios;
use inflight::sim::{Delete, EventKind, Lease, Place, Scenario, Trace, run};

fn secs(secs: u64) -> Millis {
    Millis::from_secs(secs)
}

fn hours(hours: u64) -> Millis {
    secs(hours * 3600)
}

fn read(json: &str) -> Scenario {
    Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}"))
}

/// A scenario that ships.
fn scenario(name: &str) -> Scenario {
    let shipped = scenarios::named(name);
    read(shipped.unwrap_or_else(|| panic!("no {name} ships")).json)
}

/// The run of a scenario that ships.
fn trace_of(name: &str) -> Trace {
    run(&scenario(name))
}

/// The run of a scenario that does not.
fn trace(json: &str) -> Trace {
    run(&read(json))
}

/// The log of a scenario that ships.
fn log_of(name: &str) -> String {
    let scenario = scenario(name);
    to_text(&log(&run(&scenario), &scenario.story))
}

/// When each delivery began, in seconds.
fn deliveries(trace: &Trace) -> Vec<u64> {
    trace.leases.iter().map(|lease| lease.from.whole_secs()).collect()
}

/// When each delivery of one message began, in seconds.
fn deliveries_of(trace: &Trace, message: u32) -> Vec<u64> {
    trace.leases_of(message).map(|lease| lease.from.whole_secs()).collect()
}

/// When jobs had effects, in seconds.
fn effects(trace: &Trace) -> Vec<u64> {
    effects_if(trace, |_| true)
}

/// When jobs on one message had effects, in seconds.
fn effects_of(trace: &Trace, message: u32) -> Vec<u64> {
    effects_if(trace, |lease| lease.message == message)
}

fn effects_if(trace: &Trace, holds: impl Fn(&Lease) -> bool) -> Vec<u64> {
    let is_effect = |kind| matches!(kind, EventKind::Effect { lease, .. } if holds(trace.lease(lease)));
    trace.events.iter().filter(|event| is_effect(event.kind)).map(|event| event.at.whole_secs()).collect()
}

/// How often each message had its effect.
fn effects_each(trace: &Trace) -> Vec<u32> {
    trace.messages.iter().map(|message| message.effects).collect()
}

fn outcome(lease: &Lease) -> Option<Delete> {
    lease.deleted.map(|(_, outcome)| outcome)
}

/// Where a message is at the end, and since when.
fn end_of(trace: &Trace, message: u32) -> Option<(Millis, Place)> {
    trace.since_place_at(message, trace.end)
}

/// When something of a kind happened, in seconds.
fn times(trace: &Trace, is: impl Fn(EventKind) -> bool) -> Vec<u64> {
    trace.events.iter().filter(|event| is(event.kind)).map(|event| event.at.whole_secs()).collect()
}

//! What a trace holds, in the words of the expectations.

use inflight::queue::Millis;
use inflight::sim::{Event, EventKind, Lease, MessageIx, Place, Trace, WorkerIx};
use serde_json::Value;

use super::language::{Messages, Times};

/// What concerns one of the messages; without any, everything does.
pub fn is_of(of: Option<Messages>, message: Option<MessageIx>) -> bool {
    of.is_none_or(|Messages(first, last)| message.is_some_and(|message| (first..=last).contains(&message)))
}

/// What concerns the worker, counted from 1; without one, everything does.
pub fn is_by(worker: Option<u32>, found: Option<WorkerIx>) -> bool {
    worker.is_none_or(|worker| found.is_some_and(|found| found + 1 == worker))
}

/// The one message that is meant, or that there is none.
pub fn message(trace: &Trace, of: Messages) -> Result<MessageIx, String> {
    let Messages(first, last) = of;
    if first != last {
        return Err("it takes one message and not a range".to_owned());
    }
    known(trace, Some(of)).map(|()| first)
}

/// That there are the messages that are meant.
pub fn known(trace: &Trace, of: Option<Messages>) -> Result<(), String> {
    let count = trace.messages.len();
    match of {
        Some(Messages(_, last)) if last as usize >= count => Err(format!("there are only {count} messages")),
        _ => Ok(()),
    }
}

/// The delivery of a message, counted from 1.
pub fn delivery(trace: &Trace, of: Messages, nth: usize) -> Result<&Lease, String> {
    let message = message(trace, of)?;
    let count = trace.message(message).leases.len();
    let found = nth.checked_sub(1).and_then(|nth| trace.leases_of(message).nth(nth));
    found.ok_or_else(|| format!("there are {count} deliveries"))
}

/// The message that an event concerns, and the worker.
pub fn subject(trace: &Trace, event: &Event) -> (Option<MessageIx>, Option<WorkerIx>) {
    let lease = event.kind.lease().map(|lease| trace.lease(lease));
    let message = lease.map(|lease| lease.message).or(event.kind.message());
    (message, event.kind.worker().or(lease.map(|lease| lease.worker)))
}

/// The times of the events that an expectation counts.
pub fn times(trace: &Trace, wanted: &Times, is_kind: impl Fn(&EventKind) -> bool) -> Result<Vec<Millis>, String> {
    known(trace, wanted.of)?;
    let key = match &wanted.key {
        Some(name) => {
            let of_name = |key: &inflight::sim::KeyLife| key.name.as_ref() == Some(name);
            Some(trace.keys.iter().position(of_name).ok_or_else(|| format!("there is no key {name:?}"))?)
        }
        None => None,
    };
    let found = trace.events.iter().filter(|event| {
        let (message, worker) = subject(trace, event);
        let has_key = |key| message.is_some_and(|message| trace.message(message).key as usize == key);
        is_kind(&event.kind) && is_of(wanted.of, message) && is_by(wanted.worker, worker) && key.is_none_or(has_key)
    });
    Ok(found.map(|event| event.at).collect())
}

/// When jobs were begun, again after a failure included.
pub fn executions(trace: &Trace, wanted: &Times) -> Result<Vec<Millis>, String> {
    if wanted.key.is_some() {
        return Err("executions are not counted by key".to_owned());
    }
    let mut all = times(trace, wanted, |kind| matches!(kind, EventKind::Retried { .. }))?;
    let first = trace
        .leases
        .iter()
        .filter(|lease| is_of(wanted.of, Some(lease.message)) && is_by(wanted.worker, Some(lease.worker)));
    all.extend(first.filter_map(|lease| lease.started));
    all.sort();
    Ok(all)
}

/// The name of an event.
pub fn name(kind: EventKind) -> String {
    word(&kind, "event")
}

/// Whether the event has these fields.
pub fn has_fields(kind: EventKind, fields: &serde_json::Map<String, Value>) -> bool {
    let told = serde_json::to_value(kind).expect("an event has only texts and numbers");
    fields.iter().all(|(field, value)| told.get(field) == Some(value))
}

/// The name of a place.
pub fn place(place: Place) -> &'static str {
    match place {
        Place::Delayed => "delayed",
        Place::Visible => "visible",
        Place::InFlight(_) => "in_flight",
        Place::Deleted => "deleted",
        Place::DeadLetters => "dead_letters",
        Place::Expired => "expired",
        Place::Purged => "purged",
    }
}

/// A value's name in the trace as JSON; `field` is where it is in an object, or the object's only field.
pub fn word(value: &impl serde::Serialize, field: &str) -> String {
    match serde_json::to_value(value).expect("it has only texts and numbers") {
        Value::String(name) => name,
        Value::Object(fields) => match fields.get(field) {
            Some(Value::String(name)) => name.clone(),
            _ => fields.keys().next().cloned().unwrap_or_default(),
        },
        other => other.to_string(),
    }
}

/// The most of these spans that run at once; one that ends as another begins does not count with it.
pub fn most_at_once(spans: &[(Millis, Millis)]) -> usize {
    let mut ends: Vec<(Millis, bool)> = Vec::new();
    for &(from, to) in spans.iter().filter(|(from, to)| from < to) {
        ends.extend([(from, true), (to, false)]);
    }
    ends.sort();
    let (mut now, mut most) = (0, 0);
    for (_, begins) in ends {
        now = if begins { now + 1 } else { now - 1 };
        most = most.max(now);
    }
    most
}

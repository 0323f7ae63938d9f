//! Whether a run shows what is expected.

use std::fmt::Debug;

use inflight::explain::{log, to_text, verdict};
use inflight::queue::Millis;
use inflight::sim::{Event, EventKind, JobEnd, Lease, Place, Scenario, Trace};

use super::language::{
    Check, CountsAt, Deadline, Delivery, End, Heartbeats, Holds, Idle, Judged, Log, NextDelivery, Oldest, PlaceAt,
    Running, Time, Times,
};
use super::lookup::{
    delivery, executions, has_fields, is_by, is_of, known, message, most_at_once, name, place, subject, times, word,
};

/// Whether the run shows it; what was found if not.
pub fn holds(check: &Check, trace: &Trace, scenario: &Scenario) -> Result<(), String> {
    match check {
        Check::Events(wanted) => events(wanted, trace),
        Check::Deliveries(wanted) => {
            of_kind(wanted, times(trace, wanted, |kind| matches!(kind, EventKind::Received { .. })))
        }
        Check::Executions(wanted) => of_kind(wanted, executions(trace, wanted)),
        Check::Effects(wanted) => {
            of_kind(wanted, times(trace, wanted, |kind| matches!(kind, EventKind::Effect { .. })))
        }
        Check::Heartbeats(wanted) => heartbeats(wanted, trace),
        Check::End(wanted) => end(wanted, trace),
        Check::Place(wanted) => place_at(wanted, trace),
        Check::Delivery(wanted) => one_delivery(wanted, trace),
        Check::Deadline(wanted) => deadline(wanted, trace),
        Check::Counts(wanted) => counts(wanted, trace),
        Check::Running(wanted) => running(wanted, trace),
        Check::NextDelivery(wanted) => next_delivery(wanted, trace),
        Check::Idle(wanted) => idle(wanted, trace),
        Check::Holds(wanted) => in_hand(wanted, trace),
        Check::Oldest(wanted) => oldest(wanted, trace),
        Check::Receives(wanted) => {
            same("answered", wanted.answered, trace.receives.answered)?;
            same("empty", wanted.empty, trace.receives.empty)
        }
        Check::Verdict(wanted) => judged(wanted, trace, scenario),
        Check::Log(wanted) => told(wanted, trace, scenario),
    }
}

/// That a value is as expected, where one is.
fn same<T: Copy + Debug + PartialEq>(what: &str, wanted: Option<T>, found: T) -> Result<(), String> {
    match wanted {
        Some(wanted) if wanted != found => Err(format!("{what} is {found:?}")),
        _ => Ok(()),
    }
}

/// The same for a time that there may not be.
fn same_time(what: &str, wanted: Option<Time>, found: Option<Millis>) -> Result<(), String> {
    match (wanted, found) {
        (Some(Time(wanted)), Some(found)) if wanted != found => Err(format!("{what} is {found}")),
        (Some(_), None) => Err(format!("{what} is never")),
        _ => Ok(()),
    }
}

fn list(times: &[Millis]) -> String {
    let shown: Vec<_> = times.iter().take(60).map(ToString::to_string).collect();
    format!("{} times: {}{}", times.len(), shown.join(", "), if times.len() > 60 { ", ..." } else { "" })
}

fn plain(times: &[Time]) -> Vec<Millis> {
    times.iter().map(|&Time(at)| at).collect()
}

fn of_kind(wanted: &Times, found: Result<Vec<Millis>, String>) -> Result<(), String> {
    if wanted.kind.is_some() || !wanted.with.is_empty() {
        return Err("only events have a kind and fields".to_owned());
    }
    as_expected(wanted, &found?)
}

fn events(wanted: &Times, trace: &Trace) -> Result<(), String> {
    const NAMES: &str = "sent deduplicated delay_ended received started retried dropped extended extend_ignored extend_refused \
        extend_failed beats_ended returned lapsed resurfaced effect effect_repeated deleted failed crashed restarted stopping \
        stopped paused resumed throttled answer_lost dead_lettered redriven expired purged alarm changed acted";
    let kind = wanted.kind.as_deref().ok_or("events need a kind")?;
    if !NAMES.split_whitespace().any(|name| name == kind) {
        return Err(format!("there is no event {kind:?}"));
    }
    let is_kind = |found: &EventKind| name(*found) == kind && has_fields(*found, &wanted.with);
    as_expected(wanted, &times(trace, wanted, is_kind)?)
}

/// That these times are as expected.
fn as_expected(wanted: &Times, found: &[Millis]) -> Result<(), String> {
    let Times { from, until, at, first, count, least, most, .. } = wanted;
    if at.is_none() && first.is_none() && count.or(*least).or(*most).is_none() {
        return Err("it says neither when nor how often".to_owned());
    }
    let is_within = |at: &&Millis| from.is_none_or(|from| **at >= from.0) && until.is_none_or(|until| **at <= until.0);
    let found: Vec<Millis> = found.iter().filter(is_within).copied().collect();
    let is_exact = at.as_ref().is_none_or(|at| plain(at) == found);
    let begins = first.as_ref().is_none_or(|first| found.starts_with(&plain(first)));
    let counts = count.is_none_or(|count| count == found.len())
        && least.is_none_or(|least| found.len() >= least)
        && most.is_none_or(|most| found.len() <= most);
    if is_exact && begins && counts { Ok(()) } else { Err(format!("found {}", list(&found))) }
}

fn heartbeats(wanted: &Heartbeats, trace: &Trace) -> Result<(), String> {
    known(trace, wanted.of)?;
    let is_meant = |event: &&Event| {
        let (message, worker) = subject(trace, event);
        let in_time = wanted.until.is_none_or(|Time(until)| event.at <= until);
        is_of(wanted.of, message) && is_by(wanted.worker, worker) && in_time
    };
    let meant: Vec<&Event> = trace.events.iter().filter(is_meant).collect();
    let accepted: Vec<(Millis, Millis)> = meant
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Extended { deadline, .. } => Some((event.at, deadline)),
            _ => None,
        })
        .collect();
    let pairs = |pairs: &[(Time, Time)]| pairs.iter().map(|&(Time(at), Time(to))| (at, to)).collect::<Vec<_>>();
    let found = || {
        let shown: Vec<_> = accepted.iter().take(60).map(|(at, to)| format!("[{at}, {to}]")).collect();
        format!("{} accepted: {}, last {:?}", accepted.len(), shown.join(", "), accepted.last())
    };
    let fits = wanted.accepted.as_ref().is_none_or(|all| pairs(all) == accepted)
        && wanted.first.as_ref().is_none_or(|first| accepted.starts_with(&pairs(first)))
        && wanted.last.is_none_or(|(Time(at), Time(to))| accepted.last() == Some(&(at, to)))
        && wanted.count.is_none_or(|count| accepted.len() == count);
    if !fits {
        return Err(found());
    }
    let named = |kind: &str| -> Vec<Millis> {
        meant.iter().filter(|event| name(event.kind) == kind).map(|event| event.at).collect()
    };
    for (field, kind) in [
        (&wanted.refused, "extend_refused"),
        (&wanted.ignored, "extend_ignored"),
        (&wanted.failed, "extend_failed"),
        (&wanted.ended, "beats_ended"),
    ] {
        if field.as_ref().is_some_and(|field| plain(field) != named(kind)) {
            return Err(format!("{kind} {}", list(&named(kind))));
        }
    }
    let Some(reason) = &wanted.reason else { return Ok(()) };
    let mut reasons = meant.iter().filter_map(|event| match event.kind {
        EventKind::ExtendRefused { reason, .. } => Some(word(&reason, "")),
        _ => None,
    });
    match (reasons.next(), reasons.find(|other| other != reason)) {
        (None, _) => Err("none is refused".to_owned()),
        (Some(first), _) if first != *reason => Err(format!("one is refused for {first}")),
        (_, Some(other)) => Err(format!("one is refused for {other}")),
        _ => Ok(()),
    }
}

fn end(wanted: &End, trace: &Trace) -> Result<(), String> {
    let message = message(trace, wanted.of)?;
    let life = trace.message(message);
    let &(since, last) = life.places.last().ok_or("it was never sent")?;
    if place(last) != wanted.how {
        return Err(format!("it is {} since {since}", place(last)));
    }
    same_time("since", wanted.at, Some(since))?;
    same("deliveries", wanted.deliveries, life.leases.len())?;
    same("executions", wanted.executions, trace.executions_of(message))?;
    if wanted.by.is_none() && wanted.delivery.is_none() {
        return Ok(());
    }
    let removed = |lease: &&Lease| lease.deleted.is_some_and(|(_, outcome)| word(&outcome, "") == "removed");
    let lease = trace.leases_of(message).find(removed).filter(|_| last == Place::Deleted).ok_or("nobody deleted it")?;
    same("by", wanted.by, lease.worker + 1)?;
    same("delivery", wanted.delivery, lease.receive)
}

fn place_at(wanted: &PlaceAt, trace: &Trace) -> Result<(), String> {
    let found = trace.place_at(message(trace, wanted.of)?, wanted.at.0).map_or("not sent", place);
    if found == wanted.is { Ok(()) } else { Err(format!("it is {found}")) }
}

fn one_delivery(wanted: &Delivery, trace: &Trace) -> Result<(), String> {
    let lease = delivery(trace, wanted.of, wanted.nth)?;
    same_time("from", wanted.from, Some(lease.from))?;
    same("worker", wanted.worker, lease.worker + 1)?;
    same_time("deadline", wanted.deadline, Some(lease.deadline))?;
    same_time("started", wanted.started, lease.started)?;
    let (job_ended, ended, deleted) = (lease.job_ended, lease.ended, lease.deleted);
    same_time("job_ended", wanted.job_ended, job_ended.map(|(at, _)| at))?;
    same_time("ended", wanted.ended, ended.map(|(at, _)| at))?;
    same_time("deleted", wanted.deleted, deleted.map(|(at, _)| at))?;
    let (job, why) = match job_ended {
        None => ("running".to_owned(), String::new()),
        Some((_, JobEnd::Dropped(why))) => ("dropped".to_owned(), word(&why, "")),
        Some((_, other)) => (word(&other, ""), String::new()),
    };
    same("job", wanted.job.as_ref(), &job)?;
    same("why", wanted.why.as_ref(), &why)?;
    let end = ended.map_or_else(|| "open".to_owned(), |(_, end)| word(&end, ""));
    same("end", wanted.end.as_ref(), &end)?;
    let outcome = deleted.map_or_else(|| "none".to_owned(), |(_, outcome)| word(&outcome, ""));
    same("outcome", wanted.outcome.as_ref(), &outcome)?;
    same("executions", wanted.executions, lease.executions)?;
    for field in &wanted.never {
        let found = match field.as_str() {
            "started" => lease.started,
            "job_ended" => job_ended.map(|(at, _)| at),
            "deleted" => deleted.map(|(at, _)| at),
            "ended" => ended.map(|(at, _)| at),
            _ => return Err(format!("there is no time {field:?}")),
        };
        if let Some(at) = found {
            return Err(format!("{field} is {at}"));
        }
    }
    Ok(())
}

fn deadline(wanted: &Deadline, trace: &Trace) -> Result<(), String> {
    let lease = delivery(trace, wanted.of, wanted.nth)?;
    same_time("the deadline", Some(wanted.is), Some(lease.deadline_at(wanted.at.0)))
}

fn counts(wanted: &CountsAt, trace: &Trace) -> Result<(), String> {
    let found = trace.counts_at(wanted.at.0);
    for (what, wanted, found) in [
        ("delayed", wanted.delayed, found.delayed),
        ("visible", wanted.visible, found.visible),
        ("in_flight", wanted.in_flight, found.in_flight),
        ("deleted", wanted.deleted, found.deleted),
        ("dead_letters", wanted.dead_letters, found.dead_letters),
        ("lost", wanted.lost, found.lost),
        ("deliveries", wanted.deliveries, found.deliveries),
        ("executions", wanted.executions, found.executions),
        ("effects", wanted.effects, found.effects),
    ] {
        same(what, wanted, found)?;
    }
    Ok(())
}

/// From when to when the jobs ran that are meant.
fn jobs(wanted: &Running, trace: &Trace) -> Vec<(Millis, Millis)> {
    let is_meant = |lease: &&Lease| {
        let process = trace.workers[lease.worker as usize].instance + 1;
        is_of(wanted.of, Some(lease.message))
            && is_by(wanted.worker, Some(lease.worker))
            && wanted.process.is_none_or(|wanted| wanted == process)
    };
    let span = |lease: &Lease| Some((lease.started?, lease.job_ended.map_or(Millis(u64::MAX), |(at, _)| at)));
    trace.leases.iter().filter(is_meant).filter_map(span).collect()
}

fn running(wanted: &Running, trace: &Trace) -> Result<(), String> {
    known(trace, wanted.of)?;
    let jobs = jobs(wanted, trace);
    if wanted.at.is_some() != wanted.is.is_some() || (wanted.at.is_none() && wanted.most.is_none()) {
        return Err("it says neither how many at a time nor how many at most".to_owned());
    }
    if let Some(Time(at)) = wanted.at {
        let now = jobs.iter().filter(|&&(from, to)| from <= at && at < to).count();
        same("running", wanted.is, now)?;
    }
    same("most", wanted.most, most_at_once(&jobs))
}

fn next_delivery(wanted: &NextDelivery, trace: &Trace) -> Result<(), String> {
    known(trace, wanted.of)?;
    let is_meant = |lease: &&Lease| is_of(wanted.of, Some(lease.message)) && lease.from > wanted.after.0;
    let found = trace.leases.iter().filter(is_meant).map(|lease| lease.from).min();
    if found == wanted.at {
        return Ok(());
    }
    Err(format!("the next is {}", found.map_or_else(|| "never".to_owned(), |at| at.to_string())))
}

fn idle(wanted: &Idle, trace: &Trace) -> Result<(), String> {
    let is_worker = wanted.worker.checked_sub(1).is_some_and(|worker| (worker as usize) < trace.workers.len());
    if !is_worker {
        return Err(format!("there are {} workers", trace.workers.len()));
    }
    let of_worker = Running { worker: Some(wanted.worker), ..Running::default() };
    let jobs = jobs(&of_worker, trace);
    match jobs.iter().find(|&&(from, to)| from < wanted.until.0 && to > wanted.from.0) {
        Some((from, to)) => Err(format!("it works from {from} to {to}")),
        None => Ok(()),
    }
}

fn in_hand(wanted: &Holds, trace: &Trace) -> Result<(), String> {
    let at = wanted.at.0;
    let is_held = |lease: &&Lease| {
        trace.workers[lease.worker as usize].instance + 1 == wanted.process
            && lease.from <= at
            && lease.started.is_none_or(|started| started > at)
            && lease.job_ended.is_none_or(|(ended, _)| ended > at)
    };
    same("it", Some(wanted.is), trace.leases.iter().filter(is_held).count())
}

fn oldest(wanted: &Oldest, trace: &Trace) -> Result<(), String> {
    let at = wanted.at.0;
    let is_there = |message: &u32| trace.place_at(*message, at).is_some_and(|place| !place.is_final());
    let sent = |message: u32| trace.message(message).places.first().map(|&(sent, _)| sent);
    let first = (0..).take(trace.messages.len()).filter(is_there).filter_map(sent).min();
    same_time("the age", Some(wanted.is), first.map(|first| at.since(first)))
}

fn told(wanted: &Log, trace: &Trace, scenario: &Scenario) -> Result<(), String> {
    let lines = log(trace, &scenario.story);
    let in_time = |at: Millis| wanted.at.is_none_or(|Time(wanted)| wanted == at);
    let finds = |text: &String| lines.iter().find(|line| in_time(line.at) && line.text.contains(text.as_str()));
    if wanted.has.is_none() && wanted.lacks.is_none() {
        return Err("it says neither what the log has nor what it lacks".to_owned());
    }
    if wanted.has.as_ref().is_some_and(|text| finds(text).is_none()) {
        return Err(format!("the log has no such line:\n{}", to_text(&lines)));
    }
    match wanted.lacks.as_ref().and_then(finds) {
        Some(line) => Err(format!("the log has: t={} {}", line.at, line.text)),
        None => Ok(()),
    }
}

fn judged(wanted: &Judged, trace: &Trace, scenario: &Scenario) -> Result<(), String> {
    let verdict = verdict(scenario, trace);
    let text = format!("{} {}", verdict.headline, verdict.detail);
    let tone = format!("{:?}", verdict.tone).to_ascii_lowercase();
    let fits = wanted.tone.as_ref().is_none_or(|wanted| *wanted == tone)
        && wanted.has.as_ref().is_none_or(|has| text.contains(has.as_str()))
        && wanted.lacks.as_ref().is_none_or(|lacks| !text.contains(lacks.as_str()));
    if fits { Ok(()) } else { Err(format!("{tone}: {text}")) }
}

//! What goes wrong in a run, and why a message came to be delivered again.

use crate::queue::Millis;
use crate::sim::{Dropped, JobEnd, Lease, LeaseEnd, MessageIx, Place, Scenario, Trace};

/// Why a message could be received again after one of its deliveries.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Again {
    /// The lease ended while its job was still under way.
    Overrun,
    /// The lease ended before the job began: the message waited in memory.
    Waited,
    /// Nobody worked on it.
    Dropped(Dropped),
    /// Its worker died.
    Crashed,
    /// Its job failed.
    Failed,
    /// Its job was done, and it was not deleted in time.
    NotDeleted,
    /// The queue delivered it though its lease was running.
    Chance,
    /// It came back from the dead-letter queue.
    Redriven,
}

/// Why the delivery after `lease` was possible; `None` if there was none.
#[must_use]
pub fn why_again(trace: &Trace, lease: &Lease) -> Option<Again> {
    let next = trace.next_of(lease)?;
    let was_dead = trace
        .message(lease.message)
        .places
        .iter()
        .any(|&(at, place)| place == Place::DeadLetters && lease.from <= at && at <= next.from);
    if was_dead {
        return Some(Again::Redriven);
    }
    let Some((ended, _)) = lease.ended.filter(|&(at, _)| at <= next.from) else { return Some(Again::Chance) };
    let end = lease.job_ended.filter(|&(at, _)| at <= ended);
    Some(match end {
        Some((_, JobEnd::Done)) => Again::NotDeleted,
        Some((_, JobEnd::Failed)) => Again::Failed,
        Some((_, JobEnd::Crashed)) => Again::Crashed,
        Some((_, JobEnd::Dropped(why))) => Again::Dropped(why),
        // A timeout of zero is over when the job begins, and yet nothing waited.
        None if lease.started.is_some_and(|started| started < ended || started == lease.from) => Again::Overrun,
        None => match lease.job_ended {
            Some((_, JobEnd::Dropped(why))) => Again::Dropped(why),
            _ => Again::Waited,
        },
    })
}

/// A kind of trouble, gravest first.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum TroubleKind {
    /// The outside world saw something twice.
    DuplicateEffect,
    /// Something is gone and was never done.
    Lost,
    /// A message moved to the dead-letter queue.
    DeadLetter,
    /// Two worked on the same message at once, or one without a lease.
    DuplicateDelivery,
    /// A message is hidden though nobody works on it, for longer than a job takes.
    Stall,
}

/// Something that went wrong with a message.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Trouble {
    /// What.
    pub kind: TroubleKind,
    /// With which message.
    pub message: MessageIx,
    /// When it had come to that.
    pub at: Millis,
}

/// A shorter wait after a failure is none to speak of.
pub const SHORT_STALL: Millis = Millis::from_secs(60);

/// Everything that went wrong with a message, gravest first.
#[must_use]
pub fn troubles(trace: &Trace, scenario: &Scenario, message: MessageIx) -> Vec<Trouble> {
    let mut found = Vec::new();
    let mut add = |kind, at| found.push(Trouble { kind, message, at });
    for lease in trace.leases_of(message) {
        if let (true, Some((at, _))) = (lease.is_repeat(), lease.job_ended) {
            add(TroubleKind::DuplicateEffect, at);
        }
        if let (true, Some(next)) = (is_overrun(lease), trace.next_of(lease)) {
            add(TroubleKind::DuplicateDelivery, next.from);
        }
        if let Some((from, to)) = stall(lease, trace.end)
            && to.since(from) > scenario.workers.job.tail().max(SHORT_STALL)
        {
            add(TroubleKind::Stall, from);
        }
    }
    if let Some(at) = lost_at(trace, message) {
        add(TroubleKind::Lost, at);
    }
    if let Some(at) = trace.message(message).first_at(Place::DeadLetters) {
        add(TroubleKind::DeadLetter, at);
    }
    found.sort_by_key(|trouble| (trouble.kind, trouble.at));
    found
}

/// Whether the lease ended while the job was under way, or before it began.
#[must_use]
pub fn is_overrun(lease: &Lease) -> bool {
    let Some((ended, LeaseEnd::Lapsed)) = lease.ended else { return false };
    let is_begun = lease.started.is_some();
    is_begun && lease.job_ended.is_none_or(|(at, end)| at > ended && !matches!(end, JobEnd::Dropped(_)))
}

/// From when to when a message was hidden by this delivery though nobody would work on it any more.
#[must_use]
pub fn stall(lease: &Lease, end: Millis) -> Option<(Millis, Millis)> {
    let (over, how) = lease.job_ended?;
    let is_vain = matches!(how, JobEnd::Failed | JobEnd::Crashed | JobEnd::Dropped(_));
    let to = lease.ended.map_or(end, |(at, _)| at);
    (is_vain && to > over).then_some((over, to))
}

/// When a message was lost: it is gone, what it is about was never done, and nothing else will do it.
#[must_use]
pub fn lost_at(trace: &Trace, message: MessageIx) -> Option<Millis> {
    let life = trace.message(message);
    let &(at, place) = life.places.last()?;
    let is_gone = matches!(place, Place::Deleted | Place::Expired | Place::Purged);
    if !is_gone || trace.keys[life.key as usize].effects > 0 {
        return None;
    }
    // A job may still be under way on a message that was deleted before its work.
    let is_worked_on = trace.leases_of(message).any(|lease| lease.job_ended.is_none());
    let over = trace.leases_of(message).filter_map(|lease| lease.job_ended.map(|(at, _)| at)).max();
    (!is_worked_on).then(|| over.unwrap_or(at).max(at))
}

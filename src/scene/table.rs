//! The instant as a table: what the stage shows, for those who would rather read it.

use super::crowd::{Instant, worker_title};
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{Lease, LeaseEnd, MessageIx, Place, Seen, WorkerIx};

/// More rows than this are counted instead of shown.
const MOST_WORKERS: usize = 200;
const MOST_MESSAGES: usize = 50;

/// Everything that the table shows of an instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The queue: how many messages are where, and what was done so far.
    pub counts: Vec<(&'static str, u32)>,
    /// The workers.
    pub workers: Vec<WorkerLine>,
    /// How many workers have no row.
    pub more_workers: usize,
    /// The messages that matter most: the picked one, those worked on and lent, those that wait, and those that have ended.
    pub messages: Vec<MessageLine>,
    /// How many messages have no row.
    pub more_messages: usize,
}

/// A worker.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkerLine {
    /// What it is called.
    pub title: String,
    /// What it does.
    pub state: &'static str,
    /// Whether that is trouble.
    pub trouble: bool,
    /// The message it works on.
    pub message: Option<MessageIx>,
    /// Its receipt, and what that is still good for.
    pub receipt: String,
    /// How long its lease still is.
    pub left: String,
    /// How much of its job is done.
    pub done: String,
    /// How many messages are lent to it and not begun.
    pub held: usize,
}

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub struct MessageLine {
    /// Which.
    pub message: MessageIx,
    /// Where it is.
    pub state: String,
    /// Since when.
    pub since: Millis,
    /// How often it has been received.
    pub receives: usize,
    /// When it becomes visible again, for one in flight.
    pub deadline: Option<Millis>,
    /// How often it had its effect.
    pub effects: usize,
    /// Whether one of its workers works on without a lease.
    pub overrun: bool,
}

/// The table of an instant, in which the picked message has a row whatever happens.
#[must_use]
pub fn table(now: Instant<'_>, picked: Option<MessageIx>) -> Table {
    let Instant { scenario, trace, t, .. } = now;
    let counts = trace.counts_at(t);
    let mut shown = vec![
        ("Visible", counts.visible),
        ("In flight", counts.in_flight),
        ("Delayed", counts.delayed),
        ("Deleted", counts.deleted),
        ("Dead letters", counts.dead_letters),
        ("Expired or purged", counts.lost),
        ("Deliveries", counts.deliveries),
        ("Jobs begun", counts.executions),
        ("Effects", counts.effects),
    ];
    let has_dead_letters = scenario.queue.max_receive_count.is_some();
    shown.retain(|&(name, count)| match name {
        "Delayed" | "Expired or purged" => count > 0,
        "Dead letters" => has_dead_letters,
        _ => true,
    });
    let all_workers = trace.workers.len();
    let workers: Vec<WorkerLine> = (0..).take(all_workers.min(MOST_WORKERS)).map(|ix| worker(now, ix)).collect();
    let messages: Vec<MessageLine> = which(now, picked).into_iter().filter_map(|ix| message(now, ix)).collect();
    let all_messages =
        [counts.visible, counts.in_flight, counts.delayed, counts.deleted, counts.dead_letters, counts.lost];
    let all_messages = all_messages.iter().sum::<u32>() as usize;
    Table {
        counts: shown,
        more_workers: all_workers - workers.len(),
        workers,
        more_messages: all_messages.saturating_sub(messages.len()),
        messages,
    }
}

fn worker(now: Instant<'_>, worker: WorkerIx) -> WorkerLine {
    let Instant { scenario, trace, index, t } = now;
    let lease = trace.last_lease_at(worker, t).filter(|lease| lease.is_worked_on_at(t));
    let in_hand = index.hand(worker).count_at(t);
    let has_it = lease.is_some_and(|lease| is_lent(now, lease));
    let (state, trouble) = match lease {
        _ if trace.is_down_at(worker, t) => ("down", true),
        Some(lease) if !lease.is_open_at(t) => ("works on without a lease", true),
        Some(_) => ("works", false),
        None if in_hand > 0 => ("has messages, works on none", false),
        None => ("waits", false),
    };
    let left = |lease: &Lease| if lease.is_open_at(t) { left(lease.deadline_at(t), t) } else { "none".to_owned() };
    let done = |lease: &Lease| {
        let whole = scenario.workers.job.typical().0.max(1);
        let done = t.since(lease.started.unwrap_or(lease.from)).0 * 100 / whole;
        format!("{} %", done.min(100))
    };
    WorkerLine {
        title: worker_title(scenario, worker),
        state,
        trouble,
        message: lease.map(|lease| lease.message),
        receipt: lease.map(|lease| format!("{}, {}", lease.receive, validity(now, lease))).unwrap_or_default(),
        left: lease.map(left).unwrap_or_default(),
        done: lease.map(done).unwrap_or_default(),
        held: in_hand - usize::from(has_it),
    }
}

/// Whether the message is lent by this very lease.
fn is_lent(now: Instant<'_>, lease: &Lease) -> bool {
    let place = now.trace.place_at(lease.message, now.t);
    matches!(place, Some(Place::InFlight(ix)) if now.trace.lease(ix).receive == lease.receive)
}

/// What a receipt is still good for.
fn validity(now: Instant<'_>, lease: &Lease) -> &'static str {
    let Instant { trace, t, .. } = now;
    let has_newer = trace.next_of(lease).is_some_and(|next| next.from <= t);
    match lease.ended {
        _ if has_newer => "stale",
        Some((at, LeaseEnd::Lapsed)) if at <= t => "lapsed",
        Some((at, _)) if at <= t => "its message is gone",
        _ => "current",
    }
}

/// A span up to a deadline; whole seconds, rounded up, so that nothing is left only when nothing is.
fn left(deadline: Millis, t: Millis) -> String {
    humane(Millis(deadline.since(t).0.div_ceil(1000) * 1000))
}

/// The messages that have a row, in this order.
fn which(now: Instant<'_>, picked: Option<MessageIx>) -> Vec<MessageIx> {
    let Instant { trace, index, t, .. } = now;
    let mut found: Vec<MessageIx> = picked.into_iter().collect();
    let mut add = |message: MessageIx| {
        if found.len() < MOST_MESSAGES && !found.contains(&message) {
            found.push(message);
        }
        found.len() < MOST_MESSAGES
    };
    let workers = || (0..).take(trace.workers.len());
    // Those that two may be working on come first.
    for worker in workers() {
        let ghost = trace.last_lease_at(worker, t).filter(|lease| lease.is_worked_on_at(t) && !lease.is_open_at(t));
        if ghost.is_some_and(|lease| !add(lease.message)) {
            break;
        }
    }
    'hands: for worker in workers() {
        for stay in index.hand(worker).first_at(t, MOST_MESSAGES) {
            if !add(stay.what) {
                break 'hands;
            }
        }
    }
    for station in [&index.visible, &index.delayed, &index.dead_letters, &index.deleted] {
        for stay in station.first_at(t, MOST_MESSAGES) {
            add(stay.what);
        }
    }
    found
}

fn message(now: Instant<'_>, message: MessageIx) -> Option<MessageLine> {
    let Instant { trace, t, .. } = now;
    let (since, place) = trace.since_place_at(message, t)?;
    let mut deadline = None;
    let state = match place {
        Place::Delayed => "delayed".to_owned(),
        Place::Visible => blocked(now, message),
        Place::InFlight(lease) => {
            let lease = trace.lease(lease);
            deadline = Some(lease.deadline_at(t));
            format!("in flight with {}", worker_title(now.scenario, lease.worker))
        }
        Place::Deleted => "deleted".to_owned(),
        Place::DeadLetters => "in the dead-letter queue".to_owned(),
        Place::Expired => "expired".to_owned(),
        Place::Purged => "purged".to_owned(),
    };
    let leases = || trace.leases_of(message).take_while(|lease| lease.from <= t);
    let has_effect =
        |lease: &&Lease| matches!(lease.effect, Seen::Done(_)) && lease.job_ended.is_some_and(|(at, _)| at <= t);
    Some(MessageLine {
        message,
        state,
        since,
        receives: leases().count(),
        deadline,
        effects: leases().filter(has_effect).count(),
        overrun: leases().any(|lease| lease.is_worked_on_at(t) && !lease.is_open_at(t)),
    })
}

/// The state of a visible message: in a FIFO queue it may have to wait for one of its group.
fn blocked(now: Instant<'_>, message: MessageIx) -> String {
    let Instant { trace, index, t, .. } = now;
    let name = trace.message(message).group.as_deref();
    let group = index.groups.iter().find(|group| Some(&*group.name) == name);
    let before = group.and_then(|group| group.in_flight.first_at(t, 1).first().copied());
    match before {
        Some(stay) => format!("visible, waits for {} of its group", trace.name(stay.what)),
        None => "visible".to_owned(),
    }
}

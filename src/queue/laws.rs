//! Laws that hold whatever is called when: the list that property tests, the exhaustive search of small worlds, and anyone who
//! watches a queue share.
//!
//! A [`Watch`] follows the events of an [`Sqs`] and knows from them alone what the queue must look like. Each [`Law`] compares.

use std::collections::BTreeMap;

use super::MAX_VISIBILITY_TIMEOUT;
use super::event::{Event, EventKind};
use super::message::{MessageId, State};
use super::receipt::QueueId;
use super::sqs::Sqs;
use super::time::Millis;

/// Something that is always so.
#[derive(Copy, Clone)]
pub struct Law {
    /// What is so.
    pub name: &'static str,
    /// Whether it is so now; if not, what is wrong.
    check: fn(&Watch, &Sqs) -> Result<(), String>,
}

/// All laws on what a queue looks like, as long as no chance is set that delivers twice.
///
/// Those on what happens, [`Watch::observe`] checks as it happens: leases of one message do not overlap, receives are counted one
/// by one, no deadline passes twelve hours, no message is delivered more often than its redrive policy says, and in a FIFO queue none
/// before an earlier one of its group.
pub const LAWS: [Law; 4] = [
    Law {
        name: "every message is in exactly one queue, and none is lost but by delete, retention or purge",
        check: in_one_place,
    },
    Law { name: "every message is in the state that its story implies", check: in_its_state },
    Law { name: "the counts of a queue add up to its messages", check: counts_add_up },
    Law { name: "nothing that is due is left undone", check: nothing_overdue },
];

/// What is known of a message that is not gone.
#[derive(Clone, Debug)]
struct Known {
    queue: QueueId,
    state: State,
    /// When each of its deliveries began, in all queues.
    received_at: Vec<Millis>,
    received_here: usize,
}

/// Follows what happens.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    messages: BTreeMap<MessageId, Known>,
    now: Millis,
}

impl Watch {
    /// Takes in what has happened since the last call of this method: all events of one call or one advance, and the instant up to
    /// which they go. Then checks every law.
    ///
    /// # Errors
    /// The law that is broken, and how.
    pub fn observe(&mut self, sqs: &Sqs, events: &[Event], now: Millis) -> Result<(), String> {
        for event in events {
            self.take_in(sqs, event).map_err(|broken| format!("at {}: {broken}", event.at))?;
        }
        self.now = now;
        for law in LAWS {
            (law.check)(self, sqs).map_err(|broken| format!("{}: {broken}", law.name))?;
        }
        Ok(())
    }

    fn take_in(&mut self, sqs: &Sqs, event: &Event) -> Result<(), String> {
        let &Event { at, queue, message, kind } = event;
        if let EventKind::Sent { visible_at } = kind {
            let state = if visible_at > at { State::Delayed { until: visible_at } } else { State::Visible };
            let known = Known { queue, state, received_at: Vec::new(), received_here: 0 };
            return if self.messages.insert(message, known).is_none() { Ok(()) } else { Err("sent twice".to_owned()) };
        }
        if let EventKind::Received { receive, deadline } = kind {
            self.receive(sqs, event, receive, deadline)?;
        }
        let known = self.messages.get_mut(&message).ok_or_else(|| format!("{kind:?} of a message that is gone"))?;
        match kind {
            EventKind::DelayEnded | EventKind::Lapsed { .. } | EventKind::Resurfaced { .. } => {
                known.state = State::Visible;
            }
            EventKind::DelayChanged { visible_at } => known.state = State::Delayed { until: visible_at },
            EventKind::VisibilityChanged { by, deadline } => {
                within_twelve_hours(known.received_at[by as usize - 1], deadline)?;
                known.state = State::InFlight { until: deadline };
            }
            EventKind::MovedToDeadLetterQueue { target } => {
                (known.queue, known.state, known.received_here) = (target, State::Visible, 0);
            }
            EventKind::Deleted { .. } | EventKind::Expired | EventKind::Purged | EventKind::Redriven { .. } => {
                self.messages.remove(&message);
            }
            EventKind::Sent { .. }
            | EventKind::Received { .. }
            | EventKind::ChangeIgnored { .. }
            | EventKind::DeleteIgnored { .. } => {}
        }
        Ok(())
    }

    fn receive(&mut self, sqs: &Sqs, event: &Event, receive: u32, deadline: Millis) -> Result<(), String> {
        let &Event { at, queue, message, .. } = event;
        let attributes = sqs.attributes(queue);
        if attributes.fifo.is_some() {
            self.check_order(sqs, event)?;
        }
        let known = self.messages.get_mut(&message).ok_or("a message that is gone is received")?;
        if known.state != State::Visible {
            return Err(format!("received while {:?}: two leases overlap", known.state));
        }
        if receive as usize != known.received_at.len() + 1 {
            return Err(format!("receive {receive} follows receive {}", known.received_at.len()));
        }
        let most = attributes.redrive_policy.map(|policy| policy.max_receive_count.unsigned_abs());
        known.received_at.push(at);
        known.received_here += 1;
        if most.is_some_and(|most| known.received_here as u64 > most) {
            return Err(format!("delivered {} times by one queue", known.received_here));
        }
        known.state = State::InFlight { until: deadline };
        within_twelve_hours(at, deadline)
    }

    /// In a FIFO queue, every earlier message of the group that is still there was lent by this very receive, so at this instant.
    /// Messages from another queue are left out: their ids do not tell their order.
    fn check_order(&self, sqs: &Sqs, event: &Event) -> Result<(), String> {
        let Some(group) = sqs.group_of(event.queue, event.message) else { return Ok(()) };
        let is_native = |known: &Known| known.queue == event.queue && known.received_at.len() == known.received_here;
        if !self.messages.get(&event.message).is_some_and(is_native) {
            return Ok(());
        }
        for (&message, known) in self.messages.range(..event.message).filter(|(_, known)| is_native(known)) {
            let is_lent_now =
                known.received_at.last() == Some(&event.at) && matches!(known.state, State::InFlight { .. });
            if !is_lent_now && sqs.group_of(event.queue, message) == Some(group) {
                return Err(format!("delivered past an earlier message of its group, which is {:?}", known.state));
            }
        }
        Ok(())
    }
}

fn within_twelve_hours(received_at: Millis, deadline: Millis) -> Result<(), String> {
    if deadline.since(received_at) <= Millis::from_secs(MAX_VISIBILITY_TIMEOUT) {
        return Ok(());
    }
    Err(format!("received at {received_at}, hidden until {deadline}: more than twelve hours"))
}

fn in_one_place(watch: &Watch, sqs: &Sqs) -> Result<(), String> {
    let mut found = BTreeMap::new();
    for queue in sqs.queues() {
        for (message, _) in sqs.messages(queue) {
            if found.insert(message, queue).is_some() {
                return Err(format!("{message} is in two queues"));
            }
        }
    }
    let expected: BTreeMap<_, _> = watch.messages.iter().map(|(&message, known)| (message, known.queue)).collect();
    if found == expected { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
}

fn in_its_state(watch: &Watch, sqs: &Sqs) -> Result<(), String> {
    for queue in sqs.queues() {
        for (message, state) in sqs.messages(queue) {
            let expected = watch.messages.get(&message).map(|known| known.state);
            if expected != Some(state) {
                return Err(format!("{message} is {state:?}, but its story ends with {expected:?}"));
            }
        }
    }
    Ok(())
}

fn counts_add_up(_: &Watch, sqs: &Sqs) -> Result<(), String> {
    for queue in sqs.queues() {
        let counts = sqs.counts(queue);
        let count = |is: fn(State) -> bool| sqs.messages(queue).filter(|&(_, state)| is(state)).count();
        let counted = (
            count(|state| state == State::Visible),
            count(|state| matches!(state, State::InFlight { .. })),
            count(|state| matches!(state, State::Delayed { .. })),
        );
        if counted != (counts.visible, counts.in_flight, counts.delayed) {
            return Err(format!("{counts:?} for (visible, in flight, delayed) = {counted:?}"));
        }
    }
    Ok(())
}

/// What is due at this very instant may still be to come: a call is before it.
fn nothing_overdue(watch: &Watch, sqs: &Sqs) -> Result<(), String> {
    match sqs.next_deadline() {
        Some(due) if due < watch.now => Err(format!("at {} something is still due at {due}", watch.now)),
        _ => Ok(()),
    }
}

//! Every state of some small worlds, searched: whatever two consumers do with three messages, in whatever order and for however
//! long, no law breaks.
//!
//! Two states are one when their futures are alike: times count from now. So the search ends by itself, when it has been everywhere.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use inflight::queue::laws::Watch;
use inflight::queue::{
    Event, EventKind, MessageId, Millis, QueueId, ReceiptHandle, Receive, ReceiveMessage, RedrivePolicy, SendMessage,
    SetAttributes, Settings, Sqs, StaleDelete, State,
};

/// The queue's timeout, and what a heartbeat sets, in seconds.
const TIMEOUT: i64 = 2;

/// What can happen next.
#[derive(Copy, Clone, Debug)]
enum Step {
    /// A second passes.
    Wait,
    /// A consumer that has no message receives up to so many.
    Receive { consumer: usize, most: i64 },
    /// A consumer deletes the first message that it has.
    Delete { consumer: usize },
    /// A consumer extends the lease of the first message that it has.
    Beat { consumer: usize },
    /// A consumer makes the first message that it has visible again.
    GiveBack { consumer: usize },
    /// A consumer dies with its messages, and a new one takes its place.
    Crash { consumer: usize },
}

#[derive(Clone)]
struct World {
    sqs: Sqs,
    source: QueueId,
    watch: Watch,
    now: Millis,
    /// The receipts that each consumer has.
    consumers: [Vec<ReceiptHandle>; 2],
    /// How often each message was received.
    receives: BTreeMap<MessageId, u32>,
}

impl World {
    /// Three messages in a queue, of groups a, a and b if it is a FIFO queue, with a dead-letter queue after two receives.
    fn new(is_fifo: bool, stale_delete: StaleDelete) -> Self {
        let mut sqs = Sqs::new(Settings { stale_delete, ..Settings::default() });
        let named = |name: &str| if is_fifo { format!("{name}.fifo") } else { name.to_owned() };
        let kind = SetAttributes { fifo_queue: is_fifo.then_some(true), ..SetAttributes::default() };
        let dead_letter_target = sqs.create_queue(Millis::ZERO, &named("dead"), &kind).unwrap();
        let policy = RedrivePolicy { dead_letter_target, max_receive_count: 2 };
        let attributes =
            SetAttributes { visibility_timeout: Some(TIMEOUT), redrive_policy: Some(Some(policy)), ..kind };
        let source = sqs.create_queue(Millis::ZERO, &named("source"), &attributes).unwrap();
        let mut world = Self {
            sqs,
            source,
            watch: Watch::default(),
            now: Millis::ZERO,
            consumers: [const { Vec::new() }; 2],
            receives: BTreeMap::new(),
        };
        for (body, group) in [("1", "a"), ("2", "a"), ("3", "b")] {
            let message = SendMessage {
                message_group_id: is_fifo.then(|| group.into()),
                message_deduplication_id: is_fifo.then(|| body.into()),
                ..SendMessage::new(body)
            };
            world.sqs.send_message(Millis::ZERO, source, message).unwrap();
        }
        world.observe().unwrap();
        world
    }

    /// The steps that are possible now.
    fn steps(&self) -> Vec<Step> {
        let mut steps = vec![Step::Wait];
        for (consumer, receipts) in self.consumers.iter().enumerate() {
            if receipts.is_empty() {
                steps.extend([1, 2].map(|most| Step::Receive { consumer, most }));
            } else {
                let (delete, beat) = (Step::Delete { consumer }, Step::Beat { consumer });
                steps.extend([delete, beat, Step::GiveBack { consumer }, Step::Crash { consumer }]);
            }
        }
        steps
    }

    /// The world after a step, and what happened in it; `Err` where a law breaks.
    fn after(&self, step: Step) -> Result<(Self, Vec<Event>), String> {
        let mut next = self.clone();
        let (now, queue) = (next.now, next.source);
        match step {
            Step::Wait => {
                next.now = now + Millis::from_secs(1);
                next.sqs.advance_to(next.now);
            }
            Step::Receive { consumer, most } => {
                let call = ReceiveMessage { max_number_of_messages: Some(most), ..ReceiveMessage::default() };
                let Ok(Receive::Answered(messages)) = next.sqs.receive_message(now, queue, &call) else {
                    return Err("a short poll is answered at once".to_owned());
                };
                next.consumers[consumer] = messages.iter().map(|message| message.receipt_handle).collect();
            }
            Step::Delete { consumer } => {
                let receipt = next.consumers[consumer].remove(0);
                // A FIFO queue refuses a lapsed receipt; then nothing may have changed, which the laws see.
                let _ = next.sqs.delete_message(now, queue, &receipt);
            }
            Step::Beat { consumer } => {
                let receipt = next.consumers[consumer][0];
                let _ = next.sqs.change_message_visibility(now, queue, &receipt, TIMEOUT);
            }
            Step::GiveBack { consumer } => {
                let receipt = next.consumers[consumer].remove(0);
                let _ = next.sqs.change_message_visibility(now, queue, &receipt, 0);
            }
            Step::Crash { consumer } => next.consumers[consumer].clear(),
        }
        let events = next.observe()?;
        Ok((next, events))
    }

    /// Checks the laws on what has happened since the last time, and answers that.
    fn observe(&mut self) -> Result<Vec<Event>, String> {
        let events: Vec<Event> = self.sqs.take_events().collect();
        self.watch.observe(&self.sqs, &events, self.now)?;
        for event in &events {
            if let EventKind::Received { receive, .. } = event.kind {
                self.receives.insert(event.message, receive);
            }
        }
        Ok(events)
    }

    /// All that the future depends on, with times counted from now: where each message is, how often it was received, what the
    /// consumers hold, and which message a receive would return, which is all there is to the order of two groups.
    fn fingerprint(&self) -> Fingerprint {
        let place = |queue| {
            self.sqs.messages(queue).map(move |(message, state)| {
                let left = match state {
                    State::Visible => None,
                    State::Delayed { until } | State::InFlight { until } => Some(until.since(self.now)),
                };
                (message, queue, left)
            })
        };
        let mut places: Vec<_> = self.sqs.queues().flat_map(place).collect();
        places.sort();
        let receipts = |held: &Vec<ReceiptHandle>| held.iter().map(|it| (it.message(), it.receive())).collect();
        let held = self.consumers.iter().map(receipts).collect();
        let received = match self.sqs.clone().receive_message(self.now, self.source, &ReceiveMessage::default()) {
            Ok(Receive::Answered(messages)) => messages.first().map(|message| message.message_id),
            _ => None,
        };
        (places, self.receives.clone(), held, received)
    }
}

type Fingerprint = (
    Vec<(MessageId, QueueId, Option<Millis>)>,
    BTreeMap<MessageId, u32>,
    Vec<Vec<(MessageId, u32)>>,
    Option<MessageId>,
);

/// What a search saw.
#[derive(Default)]
struct Seen {
    states: BTreeSet<Fingerprint>,
    lapses: usize,
    dead_letters: usize,
    ignored_deletes: usize,
}

/// Searches breadth first, so that a law that breaks is told with the shortest way there.
fn search(start: World) -> Seen {
    let mut seen = Seen::default();
    seen.states.insert(start.fingerprint());
    let mut ahead = VecDeque::from([(start, Vec::new())]);
    while let Some((world, way)) = ahead.pop_front() {
        for step in world.steps() {
            let mut way = way.clone();
            way.push(step);
            let (next, events) = world.after(step).unwrap_or_else(|broken| panic!("{broken}\nafter {way:#?}"));
            let count = |is: fn(EventKind) -> bool| events.iter().filter(|event| is(event.kind)).count();
            seen.lapses += count(|kind| matches!(kind, EventKind::Lapsed { .. }));
            seen.dead_letters += count(|kind| matches!(kind, EventKind::MovedToDeadLetterQueue { .. }));
            seen.ignored_deletes += count(|kind| matches!(kind, EventKind::DeleteIgnored { .. }));
            if seen.states.insert(next.fingerprint()) {
                ahead.push_back((next, way));
            }
        }
    }
    seen
}

/// A search that never got to the interesting places proves nothing.
fn assert_went_everywhere(seen: &Seen) {
    println!("{} states", seen.states.len());
    assert!(seen.states.len() > 10_000, "only {} states", seen.states.len());
    assert!(seen.lapses > 0 && seen.dead_letters > 0);
}

#[test]
fn standard_world_in_every_state_keeps_the_laws() {
    let seen = search(World::new(false, StaleDelete::Keeps));
    assert_went_everywhere(&seen);
    assert!(seen.ignored_deletes > 0);
}

#[test]
fn standard_world_where_stale_deletes_remove_keeps_the_laws() {
    let seen = search(World::new(false, StaleDelete::Removes));
    assert_went_everywhere(&seen);
    assert_eq!(seen.ignored_deletes, 0);
}

#[test]
fn fifo_world_in_every_state_keeps_the_laws() {
    assert_went_everywhere(&search(World::new(true, StaleDelete::Keeps)));
}

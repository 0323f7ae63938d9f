//! The laws of the queue on thousands of random call sequences. A sequence that breaks one is shrunk to a short script.

use inflight::queue::laws::Watch;
use inflight::queue::{
    Answer, BatchEntry, ChangeVisibility, Event, Message, Millis, QueueId, ReceiptHandle, Receive, ReceiveMessage,
    RedrivePolicy, SendMessage, SetAttributes, Settings, Sqs, StaleDelete,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// One thing that a script does. Receipts are named by how many were handed out before them.
#[derive(Clone, Debug)]
enum Call {
    Wait { ms: u64 },
    Send { group: u8, id: u8, delay: Option<i64> },
    Receive { most: i64, timeout: Option<i64>, wait: i64 },
    Delete { receipt: usize },
    DeleteTwo { receipts: [usize; 2] },
    Change { receipt: usize, timeout: i64 },
    ChangeTwo { receipts: [usize; 2], timeout: i64 },
    SetTimeout { timeout: i64 },
    SetDelay { delay: i64 },
    Purge,
    Redrive { rate: Option<i64> },
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let timeout = prop_oneof![8 => 0..4_i64, 1 => Just(43_200)];
    let receipt = 0..12_usize;
    let call = prop_oneof![
        6 => prop_oneof![4 => 0..2_500_u64, 2 => (0..4_u64).prop_map(|secs| secs * 1000), 1 => 50_000..90_000_000_u64]
            .prop_map(|ms| Call::Wait { ms }),
        6 => (0..3_u8, 0..9_u8, proptest::option::of(0..3_i64)).prop_map(|(group, id, delay)| Call::Send { group, id, delay }),
        8 => (1..4_i64, proptest::option::of(timeout.clone()), 0..3_i64)
            .prop_map(|(most, timeout, wait)| Call::Receive { most, timeout, wait }),
        4 => receipt.clone().prop_map(|receipt| Call::Delete { receipt }),
        1 => [receipt.clone(), receipt.clone()].prop_map(|receipts| Call::DeleteTwo { receipts }),
        4 => (receipt.clone(), timeout.clone()).prop_map(|(receipt, timeout)| Call::Change { receipt, timeout }),
        1 => ([receipt.clone(), receipt], timeout).prop_map(|(receipts, timeout)| Call::ChangeTwo { receipts, timeout }),
        1 => (0..4_i64).prop_map(|timeout| Call::SetTimeout { timeout }),
        1 => (0..3_i64).prop_map(|delay| Call::SetDelay { delay }),
        1 => Just(Call::Purge),
        1 => proptest::option::of(1..3_i64).prop_map(|rate| Call::Redrive { rate }),
    ];
    vec(call, 1..60)
}

/// A queue with a dead-letter queue after three receives, and what a script has seen of it.
struct Script {
    sqs: Sqs,
    source: QueueId,
    dead: QueueId,
    is_fifo: bool,
    now: Millis,
    receipts: Vec<ReceiptHandle>,
}

impl Script {
    fn new(is_fifo: bool, stale_delete: StaleDelete) -> Self {
        let mut sqs = Sqs::new(Settings { stale_delete, ..Settings::default() });
        let suffix = if is_fifo { ".fifo" } else { "" };
        let kind = SetAttributes { fifo_queue: is_fifo.then_some(true), ..SetAttributes::default() };
        let dead = sqs.create_queue(Millis::ZERO, &format!("dead{suffix}"), &kind).unwrap();
        let policy = RedrivePolicy { dead_letter_target: dead, max_receive_count: 3 };
        let attributes = SetAttributes {
            visibility_timeout: Some(2),
            message_retention_period: Some(86_400),
            redrive_policy: Some(Some(policy)),
            ..kind
        };
        let source = sqs.create_queue(Millis::ZERO, &format!("source{suffix}"), &attributes).unwrap();
        Self { sqs, source, dead, is_fifo, now: Millis::ZERO, receipts: Vec::new() }
    }

    fn take(&mut self, messages: &[Message]) {
        self.receipts.extend(messages.iter().map(|message| message.receipt_handle));
    }

    fn message(&self, group: u8, id: u8, delay: Option<i64>) -> SendMessage {
        SendMessage {
            // A FIFO message has no delay of its own (R53).
            delay_seconds: delay.filter(|_| !self.is_fifo),
            // In a standard queue, group 0 is none.
            message_group_id: (self.is_fifo || group > 0).then(|| format!("g{group}").into()),
            message_deduplication_id: self.is_fifo.then(|| format!("d{id}").into()),
            ..SendMessage::new(format!("{group}-{id}"))
        }
    }

    /// Makes a call. Refusals are answers, too: the laws see whether they changed anything.
    fn make(&mut self, call: &Call) {
        let (now, source) = (self.now, self.source);
        let receipt = |which: &usize| self.receipts.get(*which).copied();
        match call {
            Call::Wait { ms } => {
                self.now = Millis(now.0 + ms);
                self.sqs.advance_to(self.now);
            }
            Call::Send { group, id, delay } => {
                let message = self.message(*group, *id, *delay);
                self.sqs.send_message(now, source, message).expect("a good message");
            }
            Call::Receive { most, timeout, wait } => {
                let call = ReceiveMessage {
                    max_number_of_messages: Some(*most),
                    visibility_timeout: *timeout,
                    wait_time_seconds: Some(*wait),
                    ..ReceiveMessage::default()
                };
                if let Receive::Answered(messages) =
                    self.sqs.receive_message(now, source, &call).expect("a good receive")
                {
                    self.take(&messages);
                }
            }
            Call::Delete { receipt: which } => {
                let _ = receipt(which).map(|receipt| self.sqs.delete_message(now, source, &receipt));
            }
            Call::DeleteTwo { receipts } => {
                let entries = entries(receipts.iter().filter_map(receipt));
                let _ = self.sqs.delete_message_batch(now, source, entries);
            }
            Call::Change { receipt: which, timeout } => {
                let _ = receipt(which).map(|it| self.sqs.change_message_visibility(now, source, &it, *timeout));
            }
            Call::ChangeTwo { receipts, timeout } => {
                let change = |receipt_handle| ChangeVisibility { receipt_handle, visibility_timeout: *timeout };
                let entries = entries(receipts.iter().filter_map(receipt).map(change));
                let _ = self.sqs.change_message_visibility_batch(now, source, entries);
            }
            Call::SetTimeout { timeout } => {
                self.set(&SetAttributes { visibility_timeout: Some(*timeout), ..SetAttributes::default() });
            }
            Call::SetDelay { delay } => {
                self.set(&SetAttributes { delay_seconds: Some(*delay), ..SetAttributes::default() });
            }
            Call::Purge => {
                let _ = self.sqs.purge_queue(now, source);
            }
            Call::Redrive { rate } => {
                let _ = self.sqs.start_message_move_task(now, self.dead, None, *rate);
            }
        }
        let answers: Vec<Answer> = self.sqs.take_answers().collect();
        for answer in answers {
            self.take(&answer.messages);
        }
    }

    fn set(&mut self, change: &SetAttributes) {
        self.sqs.set_queue_attributes(self.now, self.source, change).expect("values in their ranges");
    }
}

fn entries<T>(calls: impl Iterator<Item = T>) -> Vec<BatchEntry<Result<T, inflight::queue::Error>>> {
    calls.enumerate().map(|(at, call)| BatchEntry { id: at.to_string(), call: Ok(call) }).collect()
}

/// Tries a property on so many random scripts, the same ones each time.
fn for_all(count: u32, property: impl Fn(Vec<Call>) -> Result<(), String>) {
    let config = Config { cases: count, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let tried =
        TestRunner::new_with_rng(config, rng).run(&calls(), |calls| property(calls).map_err(TestCaseError::fail));
    tried.unwrap_or_else(|broken| panic!("{broken:#}"));
}

fn keeps_the_laws(is_fifo: bool, stale_delete: StaleDelete) {
    for_all(1_000, |calls| {
        let (mut script, mut watch) = (Script::new(is_fifo, stale_delete), Watch::default());
        for call in &calls {
            script.make(call);
            let events: Vec<Event> = script.sqs.take_events().collect();
            watch.observe(&script.sqs, &events, script.now).map_err(|broken| format!("after {call:?}: {broken}"))?;
        }
        Ok(())
    });
}

#[test]
fn standard_queue_after_any_calls_keeps_the_laws() {
    keeps_the_laws(false, StaleDelete::Keeps);
}

#[test]
fn standard_queue_where_stale_deletes_remove_keeps_the_laws() {
    keeps_the_laws(false, StaleDelete::Removes);
}

#[test]
fn fifo_queue_after_any_calls_keeps_the_laws() {
    keeps_the_laws(true, StaleDelete::Keeps);
}

/// A wait in one step and in many, each to the next deadline or half-way there, comes to the same.
#[test]
fn wait_in_many_steps_is_the_same_as_in_one() {
    for is_fifo in [false, true] {
        for_all(1_000, |calls| {
            let (mut once, mut often) =
                (Script::new(is_fifo, StaleDelete::Keeps), Script::new(is_fifo, StaleDelete::Keeps));
            for call in &calls {
                once.make(call);
                if let Call::Wait { ms } = call {
                    let until = Millis(often.now.0 + ms);
                    while let Some(due) = often.sqs.next_deadline().filter(|&due| due <= until) {
                        let half = Millis(often.now.0.midpoint(due.0));
                        often.sqs.advance_to(half.max(often.now));
                        often.sqs.advance_to(due);
                        often.now = due;
                        if often.sqs.next_deadline() == Some(due) {
                            return Err(format!("what was due at {due} is still due"));
                        }
                    }
                    often.sqs.advance_to(until);
                    often.now = until;
                    let answers: Vec<Answer> = often.sqs.take_answers().collect();
                    for answer in answers {
                        often.take(&answer.messages);
                    }
                } else {
                    often.make(call);
                }
                let events = |script: &mut Script| script.sqs.take_events().collect::<Vec<Event>>();
                let (one, many) = (events(&mut once), events(&mut often));
                if one != many || once.receipts != often.receipts {
                    return Err(format!("after {call:?}: {one:?} in one step, {many:?} in many"));
                }
            }
            Ok(())
        });
    }
}

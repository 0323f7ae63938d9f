//! Rubbish in every argument of every call: it is refused with an AWS code, and nothing changes.

use std::sync::Arc;

use inflight::queue::{
    BatchEntry, ChangeVisibility, Error, MessageAttribute, Millis, QueueId, ReceiptHandle, Receive, ReceiveMessage,
    RedriveAllowPolicy, RedrivePolicy, SendMessage, SetAttributes, Settings, Sqs, TaskHandle,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// A call with arguments of which some are good and many are not.
#[derive(Clone, Debug)]
enum Call {
    Create { name: String, attributes: SetAttributes },
    SetAttributes(SetAttributes),
    Send(SendMessage),
    SendBatch(Vec<(String, SendMessage)>),
    Receive(ReceiveMessage),
    Delete { receipt: String },
    DeleteBatch(Vec<(String, String)>),
    Change { receipt: String, timeout: i64 },
    ChangeBatch(Vec<(String, String)>),
    StartTask { source: usize, destination: Option<usize>, rate: Option<i64> },
    CancelTask { task: u32 },
    ListTasks { source: usize, most: Option<i64> },
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-c]{1,3}",
        "[ -~]{1,20}",
        "[a-z]{120,140}",
        Just("queue.fifo".to_owned()),
        Just("null\0byte".to_owned()),
        Just("naïve ☃".to_owned()),
    ]
}

fn shared_text() -> impl Strategy<Value = Arc<str>> {
    text().prop_map(Arc::from)
}

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![-2..12_i64, Just(i64::MIN), Just(i64::MAX), Just(901), Just(1_000_000), Just(43_201), Just(59)]
}

fn message() -> impl Strategy<Value = SendMessage> {
    let attribute =
        (text(), text(), text()).prop_map(|(name, data_type, value)| MessageAttribute { name, data_type, value });
    let texts = (shared_text(), option::of(shared_text()), option::of(shared_text()));
    (texts, option::of(number()), vec(attribute, 0..12)).prop_map(|(texts, delay_seconds, message_attributes)| {
        SendMessage {
            message_body: texts.0,
            message_group_id: texts.1,
            message_deduplication_id: texts.2,
            delay_seconds,
            message_attributes,
            aws_trace_header: None,
        }
    })
}

fn attributes() -> impl Strategy<Value = SetAttributes> {
    let numbers =
        [option::of(number()), option::of(number()), option::of(number()), option::of(number()), option::of(number())];
    let flags = (option::of(any::<bool>()), option::of(any::<bool>()), any::<bool>());
    (numbers, flags).prop_map(|(numbers, (fifo_queue, content_based_deduplication, bad_policy))| SetAttributes {
        visibility_timeout: numbers[0],
        delay_seconds: numbers[1],
        message_retention_period: numbers[2],
        receive_message_wait_time_seconds: numbers[3],
        maximum_message_size: numbers[4],
        fifo_queue,
        content_based_deduplication,
        redrive_allow_policy: bad_policy.then(|| RedriveAllowPolicy::ByQueue(Vec::new())),
        ..SetAttributes::default()
    })
}

fn call() -> impl Strategy<Value = Call> {
    let receipts = || vec((text(), text()), 0..13);
    let receive = (option::of(number()), option::of(number()), option::of(-3..2_i64), option::of(shared_text()));
    prop_oneof![
        (text(), attributes()).prop_map(|(name, attributes)| Call::Create { name, attributes }),
        attributes().prop_map(Call::SetAttributes),
        message().prop_map(Call::Send),
        vec((text(), message()), 0..13).prop_map(Call::SendBatch),
        receive.prop_map(|(most, timeout, wait, attempt)| {
            Call::Receive(ReceiveMessage {
                max_number_of_messages: most,
                visibility_timeout: timeout,
                // Never one that waits: that would be no refusal, but no answer yet.
                wait_time_seconds: wait.map(|wait| if wait > 0 { 21 } else { wait }),
                receive_request_attempt_id: attempt,
            })
        }),
        text().prop_map(|receipt| Call::Delete { receipt }),
        receipts().prop_map(Call::DeleteBatch),
        (text(), number()).prop_map(|(receipt, timeout)| Call::Change { receipt, timeout }),
        receipts().prop_map(Call::ChangeBatch),
        (0..2_usize, option::of(0..2_usize), option::of(number()))
            .prop_map(|(source, destination, rate)| Call::StartTask { source, destination, rate }),
        (0..4_u32).prop_map(|task| Call::CancelTask { task }),
        (0..2_usize, option::of(number())).prop_map(|(source, most)| Call::ListTasks { source, most }),
    ]
}

/// A queue with a dead-letter queue, a message in each state, and one good receipt.
struct World {
    sqs: Sqs,
    queues: [QueueId; 2],
    receipt: ReceiptHandle,
}

const NOW: Millis = Millis::from_secs(1);

impl World {
    fn new(is_fifo: bool) -> Self {
        let mut sqs = Sqs::new(Settings::default());
        let suffix = if is_fifo { ".fifo" } else { "" };
        let kind = SetAttributes { fifo_queue: is_fifo.then_some(true), ..SetAttributes::default() };
        let dead = sqs.create_queue(Millis::ZERO, &format!("dead{suffix}"), &kind).unwrap();
        let policy = RedrivePolicy { dead_letter_target: dead, max_receive_count: 3 };
        let attributes = SetAttributes { redrive_policy: Some(Some(policy)), ..kind };
        let source = sqs.create_queue(Millis::ZERO, &format!("source{suffix}"), &attributes).unwrap();
        for body in ["one", "two"] {
            let message = SendMessage {
                message_group_id: is_fifo.then(|| body.into()),
                message_deduplication_id: is_fifo.then(|| body.into()),
                ..SendMessage::new(body)
            };
            sqs.send_message(Millis::ZERO, source, message).unwrap();
        }
        let Ok(Receive::Answered(messages)) = sqs.receive_message(NOW, source, &ReceiveMessage::default()) else {
            panic!("a message is there");
        };
        let receipt = messages[0].receipt_handle;
        sqs.take_events().for_each(drop);
        Self { sqs, queues: [dead, source], receipt }
    }

    /// A text is rubbish as a receipt; the empty one stands for the good one, so that other arguments are reached.
    fn receipt(&self, text: &str) -> Result<ReceiptHandle, Error> {
        if text.is_empty() { Ok(self.receipt) } else { text.parse() }
    }

    /// Makes a call, and answers whether it was refused as a whole.
    fn make(&mut self, call: Call) -> Result<(), Error> {
        let (now, queue) = (NOW, self.queues[1]);
        let entry = |(id, text): &(String, String)| BatchEntry { id: id.clone(), call: self.receipt(text) };
        match call {
            Call::Create { name, attributes } => self.sqs.create_queue(now, &name, &attributes).map(drop),
            Call::SetAttributes(change) => self.sqs.set_queue_attributes(now, queue, &change),
            Call::Send(message) => self.sqs.send_message(now, queue, message).map(drop),
            Call::SendBatch(entries) => {
                let batch = entries.into_iter().map(|(id, call)| BatchEntry { id, call }).collect();
                self.sqs.send_message_batch(now, queue, batch).map(drop)
            }
            Call::Receive(call) => self.sqs.receive_message(now, queue, &call).map(drop),
            Call::Delete { receipt } => {
                let receipt = self.receipt(&receipt)?;
                self.sqs.delete_message(now, queue, &receipt)
            }
            Call::DeleteBatch(entries) => {
                let batch = entries.iter().map(entry).collect();
                self.sqs.delete_message_batch(now, queue, batch).map(drop)
            }
            Call::Change { receipt, timeout } => {
                let receipt = self.receipt(&receipt)?;
                self.sqs.change_message_visibility(now, queue, &receipt, timeout)
            }
            Call::ChangeBatch(entries) => {
                let change = |receipt_handle| ChangeVisibility { receipt_handle, visibility_timeout: -1 };
                let entries = entries.iter().map(entry);
                let batch = entries.map(|entry| BatchEntry { id: entry.id, call: entry.call.map(change) }).collect();
                self.sqs.change_message_visibility_batch(now, queue, batch).map(drop)
            }
            Call::StartTask { source, destination, rate } => {
                let destination = destination.map(|destination| self.queues[destination]);
                self.sqs.start_message_move_task(now, self.queues[source], destination, rate).map(drop)
            }
            Call::CancelTask { task } => {
                self.sqs.cancel_message_move_task(now, TaskHandle::from_ordinal(task)).map(drop)
            }
            Call::ListTasks { source, most } => {
                self.sqs.list_message_move_tasks(now, self.queues[source], most).map(drop)
            }
        }
    }
}

/// Tries thousands of calls, the same each time, and counts the refused ones.
fn refused_calls_change_nothing(is_fifo: bool) {
    let config = Config { cases: 4_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let refused = std::cell::Cell::new(0);
    let tried = runner.run(&call(), |call| {
        let mut world = World::new(is_fifo);
        let before = format!("{:?}", world.sqs);
        if let Err(error) = world.make(call) {
            refused.set(refused.get() + 1);
            prop_assert_eq!(before, format!("{:?}", world.sqs), "{}", error);
            prop_assert_eq!(world.sqs.take_events().count(), 0);
            prop_assert!((400..500).contains(&error.code.status()));
        }
        Ok(())
    });
    tried.unwrap_or_else(|broken| panic!("{broken:#}"));
    assert!(refused.get() > 1_000, "only {} calls were refused", refused.get());
}

#[test]
fn standard_queue_given_rubbish_refuses_it_and_stays_as_it_was() {
    refused_calls_change_nothing(false);
}

#[test]
fn fifo_queue_given_rubbish_refuses_it_and_stays_as_it_was() {
    refused_calls_change_nothing(true);
}

//! The speed of the queue's calls, with few messages in it and with many.
//!
//! One iteration is a window of [`WINDOW`] calls by the clock, so the throughput shown is in calls. Before and after it, off
//! the clock, whatever keeps the queue at its size is done. Messages come and go in the order of a real queue: a call reaches
//! for a message that was touched a whole queue ago, not for one that is still in the processor's cache.

use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use inflight::queue::{
    DeduplicationScope, Millis, QueueId, ReceiptHandle, Receive, ReceiveMessage, SendMessage, SetAttributes, Settings,
    Sqs,
};

/// How many messages the queue holds.
const SIZES: [u64; 2] = [1_000, 1_000_000];
/// So many calls are measured in one go: few beside the queue's size, many beside the cost of reading the clock.
const WINDOW: u64 = 100;
/// So many of them are in flight where the call is about leases: as many as SQS has in flight at a time (R46).
const IN_FLIGHT: u64 = 120_000;
/// The longest lease, in seconds.
const TWELVE_HOURS: i64 = 43_200;

/// A queue of a steady size, and the receipts of what is in flight, oldest first.
struct Full {
    sqs: Sqs,
    queue: QueueId,
    now: Millis,
    body: Arc<str>,
    receipts: VecDeque<ReceiptHandle>,
    /// The receipts that the window uses, laid out off the clock.
    hand: Vec<ReceiptHandle>,
    random: u64,
}

impl Full {
    /// A queue in which so many messages are visible.
    fn visible(size: u64) -> Self {
        let mut sqs = Sqs::new(Settings { in_flight_limit: usize::MAX, ..Settings::default() });
        let attributes = SetAttributes { visibility_timeout: Some(TWELVE_HOURS), ..SetAttributes::default() };
        let queue = sqs.create_queue(Millis::ZERO, "queue", &attributes).unwrap();
        let (receipts, hand) = (VecDeque::new(), Vec::new());
        let mut full = Self { sqs, queue, now: Millis::ZERO, body: "body".into(), receipts, hand, random: 1 };
        for _ in 0..size {
            full.send();
        }
        full
    }

    /// A queue of so many messages, as many of them in flight as can be.
    fn in_flight(size: u64) -> Self {
        let mut full = Self::visible(size);
        for _ in 0..size.min(IN_FLIGHT) {
            full.receive();
        }
        full
    }

    fn send(&mut self) {
        let call = SendMessage::new(Arc::clone(&self.body));
        black_box(self.sqs.send_message(self.now, self.queue, call).unwrap());
        self.drain();
    }

    fn call_to_group(&self, group: u64, id: u64) -> SendMessage {
        SendMessage {
            message_group_id: Some(group.to_string().into()),
            message_deduplication_id: Some(id.to_string().into()),
            ..SendMessage::new(Arc::clone(&self.body))
        }
    }

    fn send_to_group(&mut self, call: SendMessage) {
        black_box(self.sqs.send_message(self.now, self.queue, call).unwrap());
        self.drain();
    }

    fn receive(&mut self) {
        self.receive_up_to(1);
    }

    fn receive_up_to(&mut self, most: i64) {
        let call = ReceiveMessage { max_number_of_messages: Some(most), ..ReceiveMessage::default() };
        let Ok(Receive::Answered(messages)) = self.sqs.receive_message(self.now, self.queue, &call) else {
            panic!("a short poll that is not refused");
        };
        self.receipts.extend(messages.iter().map(|message| message.receipt_handle));
        self.drain();
    }

    /// A window of messages, ten a call.
    fn receive_by_tens(&mut self) {
        for _ in 0..WINDOW / 10 {
            self.receive_up_to(10);
        }
    }

    fn delete(&mut self, receipt: &ReceiptHandle) {
        self.sqs.delete_message(self.now, self.queue, receipt).unwrap();
        self.drain();
    }

    fn receive_and_delete(&mut self) {
        self.receive();
        let receipt = self.receipts.pop_front().expect("a group is free");
        self.delete(&receipt);
    }

    fn heartbeat(&mut self, receipt: &ReceiptHandle) {
        self.sqs.change_message_visibility(self.now, self.queue, receipt, TWELVE_HOURS / 2).unwrap();
        self.drain();
    }

    /// Whoever calls the queue takes its events out after each call, so that belongs to the cost.
    fn drain(&mut self) {
        for event in self.sqs.take_events() {
            black_box(event);
        }
    }

    /// Lays the oldest receipts out.
    fn take_oldest(&mut self) {
        self.hand.clear();
        self.hand.extend(self.receipts.drain(..as_index(WINDOW)));
    }

    /// Lays any receipts out.
    fn take_any(&mut self) {
        self.hand.clear();
        for _ in 0..WINDOW {
            // A linear congruence (Knuth's MMIX), of which only the high bits are any good.
            self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let place = as_index(self.random >> 33) % self.receipts.len();
            self.hand.push(self.receipts.swap_remove_back(place).expect("a place among them"));
        }
    }

    fn for_each_in_hand(&mut self, call: impl Fn(&mut Self, &ReceiptHandle)) {
        let hand = std::mem::take(&mut self.hand);
        for receipt in &hand {
            call(self, receipt);
        }
        self.hand = hand;
    }
}

fn as_index(number: u64) -> usize {
    usize::try_from(number).expect("a small number")
}

fn times(full: &mut Full, call: impl Fn(&mut Full)) {
    for _ in 0..WINDOW {
        call(full);
    }
}

/// Measures `calls`, a window of them, at each size.
fn measure(
    criterion: &mut Criterion,
    name: &str,
    fill: fn(u64) -> Full,
    before: impl Fn(&mut Full),
    calls: impl Fn(&mut Full),
    after: impl Fn(&mut Full),
) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(WINDOW));
    for size in SIZES {
        let mut full = None;
        group.bench_function(BenchmarkId::from_parameter(size), |bencher| {
            let full = full.get_or_insert_with(|| fill(size));
            bencher.iter_custom(|windows| {
                let mut spent = Duration::ZERO;
                for _ in 0..windows {
                    full.now += Millis(1);
                    before(full);
                    let begun = Instant::now();
                    calls(full);
                    spent += begun.elapsed();
                    after(full);
                }
                spent
            });
        });
    }
    group.finish();
}

fn calls(criterion: &mut Criterion) {
    let nothing = |_: &mut Full| {};
    let receive_and_delete = |full: &mut Full| {
        times(full, Full::receive);
        full.take_oldest();
        full.for_each_in_hand(Full::delete);
    };
    let delete_and_send = |full: &mut Full| {
        full.take_oldest();
        full.for_each_in_hand(Full::delete);
        times(full, Full::send);
    };
    let send_and_receive = |full: &mut Full| {
        times(full, Full::send);
        times(full, Full::receive);
    };
    let give_back = |full: &mut Full| full.receipts.extend(full.hand.drain(..));
    let delete_hand = |full: &mut Full| full.for_each_in_hand(Full::delete);
    let heartbeat_hand = |full: &mut Full| full.for_each_in_hand(Full::heartbeat);

    measure(criterion, "send", Full::visible, nothing, |full| times(full, Full::send), receive_and_delete);
    measure(criterion, "receive", Full::visible, nothing, |full| times(full, Full::receive), delete_and_send);
    measure(criterion, "receive 10, a message", Full::visible, nothing, Full::receive_by_tens, delete_and_send);
    measure(criterion, "delete", Full::in_flight, Full::take_oldest, delete_hand, send_and_receive);
    measure(criterion, "delete in any order", Full::in_flight, Full::take_any, delete_hand, send_and_receive);
    measure(criterion, "change visibility", Full::in_flight, Full::take_oldest, heartbeat_hand, give_back);
}

/// A window of leases that lapse at one instant.
fn lapse(criterion: &mut Criterion) {
    let lend = |full: &mut Full| {
        full.receipts.clear();
        times(full, Full::receive);
    };
    let let_lapse = |full: &mut Full| {
        full.now += Millis::from_secs(1);
        full.sqs.advance_to(full.now);
        full.drain();
    };
    measure(criterion, "lapse", with_leases_that_lapse_in_turn, |_| {}, let_lapse, lend);
}

/// All in flight; each second a window of leases lapses, and a new lease ends when all the others have.
fn with_leases_that_lapse_in_turn(size: u64) -> Full {
    let mut full = Full::visible(size);
    let leases = size.min(IN_FLIGHT) / WINDOW;
    let timeout = SetAttributes { visibility_timeout: i64::try_from(leases).ok(), ..SetAttributes::default() };
    full.sqs.set_queue_attributes(full.now, full.queue, &timeout).unwrap();
    for _ in 0..leases {
        full.now += Millis::from_secs(1);
        times(&mut full, Full::receive);
    }
    full
}

/// A FIFO queue of a hundred messages a group and so many groups.
fn with_groups(groups: u64) -> Full {
    let mut sqs = Sqs::new(Settings { in_flight_limit: usize::MAX, fifo_window: usize::MAX, ..Settings::default() });
    let fifo = SetAttributes {
        visibility_timeout: Some(TWELVE_HOURS),
        fifo_queue: Some(true),
        deduplication_scope: Some(DeduplicationScope::MessageGroup),
        ..SetAttributes::default()
    };
    let queue = sqs.create_queue(Millis::ZERO, "queue.fifo", &fifo).unwrap();
    let (receipts, hand) = (VecDeque::new(), Vec::new());
    let mut full = Full { sqs, queue, now: Millis::ZERO, body: "body".into(), receipts, hand, random: 1 };
    for message in 0..groups * 100 {
        full.send_to_group(full.call_to_group(message % groups, message));
    }
    full
}

/// One receive of a message and its delete, a call, in a FIFO queue in which all groups but the one received from are blocked or
/// wait: with how many groups, must not matter. And one send to it, which is no duplicate of as many as the queue holds.
fn fifo(criterion: &mut Criterion) {
    for (name, is_send) in [("fifo receive and delete", false), ("fifo send", true)] {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(WINDOW));
        for groups in [1, 10_000] {
            let mut full = with_groups(groups);
            // Half of the groups are blocked for good.
            for _ in 0..groups / 2 {
                full.receive();
            }
            full.receipts.clear();
            let mut sent = groups * 100;
            // As the queue is sent as much as it holds, it forgets the ids of what it held before.
            let pause = Millis(300_000 / groups);
            group.bench_function(BenchmarkId::from_parameter(format!("{groups} groups")), |bencher| {
                bencher.iter_custom(|windows| {
                    let mut spent = [Duration::ZERO; 2];
                    for _ in 0..windows {
                        full.now += pause;
                        let begun = Instant::now();
                        times(&mut full, Full::receive_and_delete);
                        spent[0] += begun.elapsed();
                        let calls: Vec<_> =
                            (sent..sent + WINDOW).map(|id| full.call_to_group(id % groups, id)).collect();
                        sent += WINDOW;
                        let begun = Instant::now();
                        for call in calls {
                            full.send_to_group(call);
                        }
                        spent[1] += begun.elapsed();
                    }
                    spent[usize::from(is_send)]
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = queue;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = calls, lapse, fifo
}
criterion_main!(queue);

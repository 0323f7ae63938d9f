//! K14 and K19: how messages are received, and FIFO queues.

use super::*;

#[test]
fn k14_short_polls_are_sixty_a_minute_and_nearly_all_empty() {
    let trace = trace_of("short-polling");
    // One each second from 0 to 59: the order of 10 is done at 11, that of 55 at 56, in time for the next. 60 − 2 bring nothing.
    assert_eq!((trace.receives.answered, trace.receives.empty), (60, 58));
    assert_eq!(effects(&trace), [11, 56]);
}

#[test]
fn k14_long_polls_get_the_same_orders_at_the_same_time_with_four_calls() {
    let trace = trace_of("long-polling");
    // From 0 to the order of 10; from 11 empty at 31, from 31 empty at 51; from 51 to the order of 55.
    assert_eq!((trace.receives.answered, trace.receives.empty), (4, 2));
    assert_eq!(deliveries(&trace), deliveries(&trace_of("short-polling")));
    assert_eq!(effects(&trace), [11, 56]);
}

#[test]
fn k14_receive_takes_up_to_ten_messages() {
    let (one, ten) = (trace_of("receive-one-by-one"), trace_of("receive-ten-at-once"));
    // 10 × 2 s either way.
    let even: Vec<u64> = (1..=10).map(|nth| 2 * nth).collect();
    assert_eq!(effects(&one), even);
    assert_eq!(effects(&ten), even);
    // The eleventh call, that at 20, waits until 40 and is not answered within the run.
    assert_eq!((one.receives.answered, ten.receives.answered), (10, 1));
    assert_eq!(deliveries(&ten), [0; 10]);
    // The last of ten has waited 9 × 2 s in its lease.
    assert_eq!(ten.leases[9].started, Some(secs(18)));
    // There is no batch of eleven.
    let mut eleven = scenario("receive-ten-at-once");
    eleven.workers.batch = 11;
    assert_eq!(eleven.problems().len(), 1);
}

#[test]
fn k14_batch_that_takes_longer_than_the_timeout_is_lent_again_at_its_end() {
    let trace = trace_of("ten-at-once-too-slow");
    // 4 s each: seven are done by 28. The eighth would be at 32, so the last three are lent again at 30.
    assert_eq!(effects_each(&trace), [1, 1, 1, 1, 1, 1, 1, 2, 2, 2]);
    for message in 7..10 {
        assert_eq!(deliveries_of(&trace, message), [0, 30]);
    }
    // The first worker goes on with what it has: 32, 36, 40. The second begins with the same at 30.
    assert_eq!(effects_of(&trace, 7), [32, 34]);
    assert_eq!(effects_of(&trace, 8), [36, 38]);
    assert_eq!(effects_of(&trace, 9), [40, 42]);
}

#[test]
fn k19_fifo_messages_of_a_group_wait_for_the_one_in_flight() {
    let trace = trace_of("fifo-in-order");
    // Two groups, three workers, jobs of 10 s: two at a time, in the order of the sends.
    assert_eq!(deliveries(&trace), [0, 0, 10, 10, 20, 20]);
    let order: Vec<u32> = trace.leases.iter().map(|lease| lease.message).collect();
    assert_eq!(order, [0, 1, 2, 3, 4, 5]);
    // A standard queue gives all three workers something to do at once.
    let mut standard = scenario("fifo-in-order");
    standard.queue.fifo = false;
    assert_eq!(deliveries(&run(&standard)), [0, 0, 0, 10, 10, 10]);
}

#[test]
fn k19_fifo_crash_holds_up_its_group_and_no_other() {
    let trace = trace_of("fifo-group-waits");
    // The first group: lent at 0, lent again at 60 and done at 70; only then the next of the group.
    assert_eq!(deliveries_of(&trace, 0), [0, 60]);
    assert_eq!(deliveries_of(&trace, 2), [70]);
    // The other: at 0 and, when that is done, at 10.
    assert_eq!((deliveries_of(&trace, 1), deliveries_of(&trace, 3)), (vec![0], vec![10]));
}

#[test]
fn k19_fifo_send_within_five_minutes_is_dropped_and_after_six_is_not() {
    let soon = trace_of("fifo-send-repeated");
    assert_eq!(soon.messages.len(), 1);
    assert_eq!(times(&soon, |kind| kind == EventKind::Deduplicated { message: 0 }), [0]);
    assert_eq!(effects(&soon), [20]);
    let late = trace_of("fifo-send-repeated-late");
    assert_eq!(late.messages.len(), 2);
    // One order, charged at 20 and at 360 + 20.
    assert_eq!(effects(&late), [20, 380]);
    assert_eq!(late.keys.iter().map(|key| key.effects).collect::<Vec<_>>(), [2]);
}

#[test]
fn k19_fifo_slow_worker_gets_the_message_twice_and_may_not_delete_it() {
    let trace = trace_of("fifo-slow-worker");
    assert_eq!(deliveries(&trace)[..2], [0, 30]);
    assert_eq!(trace.leases[0].deleted, Some((secs(45), Delete::Refused)));
    assert_eq!(effects(&trace), [45, 75]);
}

//! K24 to K26: what has happened to people.

use super::*;

/// The pictures that were waiting for a function: one runs at a time, for 20 s.
const SECOND: u32 = 1;
const THIRD: u32 = 2;

#[test]
fn k24_lambda_with_a_timeout_hardly_above_the_functions_works_on_what_has_lapsed() {
    let trace = trace_of("lambda-timeout-too-short");
    // The second is tried at 0, 1, 3, 7, 15 and 31, when the first is done: from 31 to 51, and its lease ends at 45.
    let first = trace.leases_of(SECOND).next().unwrap();
    assert_eq!((first.started, first.overrun(trace.end)), (Some(secs(31)), Some((secs(45), secs(51)))));
    // Lent again at 45 and tried at 45, 46, 48 and 52: done at 72 once more.
    assert_eq!(deliveries_of(&trace, SECOND), [0, 45]);
    assert_eq!(effects_of(&trace, SECOND), [51, 72]);
    // The third is given up at 31, since the next try would be at 63. Then 45, 46, 48, 52, 60 and 76: to 96, past 45 + 45.
    assert_eq!(deliveries_of(&trace, THIRD), [0, 45, 90]);
    // And tried at 90, 91, 93 and 97.
    assert_eq!(effects_of(&trace, THIRD), [96, 117]);
}

#[test]
fn k24_lambda_with_six_times_the_functions_timeout_does_each_in_its_first_lease() {
    let trace = trace_of("lambda-six-times");
    let scenario = scenario("lambda-six-times");
    let function = scenario.lambda.map(|lambda| lambda.timeout).unwrap();
    assert_eq!(scenario.queue.visibility_timeout, Millis(6 * function.0));
    assert_eq!(deliveries(&trace), [0, 0, 0]);
    // Tried at 31, when the first is done since 20; the third then only at 31 + 32.
    assert_eq!(effects(&trace), [20, 31 + 20, 63 + 20]);
}

#[test]
fn k24_lambda_throttled_makes_a_dead_letter_that_nobody_worked_on() {
    let trace = trace_of("lambda-dead-letters");
    // Given up at 15 (31 would be past the lease's end at 30). At 30 the second gets the function, at 60 it is one receive too many.
    assert_eq!(deliveries_of(&trace, THIRD), [0, 30]);
    assert_eq!(trace.executions_of(THIRD), 0);
    assert_eq!(end_of(&trace, THIRD), Some((secs(60), Place::DeadLetters)));
    assert_eq!(effects(&trace), [20, 50]);
}

/// Orders come at 5, 25, 45, …; those of 45 and 65 fall into the busy period, and take 12 s × 300 % = 36.
const SLOW: [u32; 2] = [2, 3];

#[test]
fn k25_busy_period_charges_two_customers_twice() {
    let trace = trace_of("busy-period");
    assert_eq!(effects_each(&trace), [1, 1, 2, 2, 1, 1]);
    // Lent again 30 s later, when charges take 12 s again: 45 + 36 and 75 + 12; 65 + 36 and 95 + 12.
    assert_eq!(deliveries_of(&trace, SLOW[0]), [45, 75]);
    assert_eq!(effects_of(&trace, SLOW[0]), [81, 87]);
    assert_eq!(effects_of(&trace, SLOW[1]), [101, 107]);
}

#[test]
fn k25_busy_period_on_a_fifo_queue_charges_the_same_two_twice() {
    let (standard, fifo) = (trace_of("busy-period"), trace_of("busy-period-fifo"));
    assert_eq!(effects(&fifo), effects(&standard));
    assert_eq!(effects_each(&fifo), [1, 1, 2, 2, 1, 1]);
    // What differs is the answer to the late delete.
    let answer = |trace: &Trace| trace.leases_of(SLOW[0]).next().and_then(outcome);
    assert_eq!((answer(&standard), answer(&fifo)), (Some(Delete::Ignored), Some(Delete::Refused)));
}

#[test]
fn k25_timeout_and_heartbeat_help_against_slowness_and_not_against_a_crash() {
    let trace = trace_of("busy-period-heartbeat");
    // No job outlives its lease. The third order is charged at 81, and its worker dies before the delete.
    assert!(trace.leases.iter().all(|lease| lease.overrun(trace.end).is_none()));
    // The beat at 45 + 20 sets 60: lent again at 125, charged again at 137.
    assert_eq!(deliveries_of(&trace, SLOW[0]), [45, 125]);
    assert_eq!(effects_of(&trace, SLOW[0]), [81, 137]);
    assert_eq!(effects_each(&trace), [1, 1, 2, 1, 1, 1]);
}

#[test]
fn k25_idempotent_charge_makes_the_crash_harmless() {
    let trace = trace_of("busy-period-idempotent");
    assert_eq!(effects_each(&trace), [1; 6]);
    assert_eq!(deliveries(&trace), deliveries(&trace_of("busy-period-heartbeat")), "the same crash");
    assert_eq!(end_of(&trace, SLOW[0]), Some((secs(137), Place::Deleted)), "deleted last");
}

#[test]
fn k25_dead_letter_queue_and_alarm_take_care_of_the_one_that_cannot_be_charged() {
    let trace = trace_of("busy-period-dead-letters");
    // It comes at 35, third of seven, and is tried at 35, 95 and 155; the receive at 215 moves it.
    assert_eq!(deliveries_of(&trace, 2), [35, 95, 155]);
    assert_eq!(end_of(&trace, 2), Some((secs(215), Place::DeadLetters)));
    assert_eq!(times(&trace, |kind| kind == EventKind::Alarm { count: 1 }), [215]);
    assert_eq!(effects_each(&trace), [1, 1, 0, 1, 1, 1, 1]);
}

#[test]
fn k26_same_file_on_several_machines_in_one_message_means_the_job_exceeds_the_timeout() {
    let trace = trace_of("same-file-on-three-machines");
    assert_eq!(trace.messages.len(), 1);
    let machines: Vec<u32> = trace.leases.iter().map(|lease| trace.workers[lease.worker as usize].instance).collect();
    assert_eq!(machines, [0, 1, 2]);
    // 70 s of job in a lease of 30 s: 0 + 70, 30 + 70, 60 + 70.
    assert_eq!(effects(&trace), [70, 100, 130]);
    assert_eq!(trace.leases.last().map(|lease| lease.receive), Some(3));
}

#[test]
fn k26_same_file_in_two_messages_is_another_illness() {
    let trace = trace_of("same-file-sent-twice");
    assert_eq!(trace.messages.len(), 2);
    assert!(trace.leases.iter().all(|lease| lease.receive == 1));
    assert!(trace.leases.iter().all(|lease| lease.overrun(trace.end).is_none()));
    assert_eq!(trace.keys.iter().map(|key| key.effects).collect::<Vec<_>>(), [2]);
}

//! K1 to K3, K6 to K8, K13: how long the timeout is, and how long the job.

use super::*;
use inflight::sim::LeaseEnd;

#[test]
fn k1_job_shorter_than_the_timeout_is_delivered_once() {
    let trace = trace_of("job-in-time");
    // A timeout of 30 s, which nobody has set, and a job of 20 s.
    assert_eq!(deliveries(&trace), [0]);
    assert_eq!(effects(&trace), [20]);
    assert_eq!(trace.leases[0].ended, Some((secs(20), LeaseEnd::Deleted)));
    assert_eq!(end_of(&trace, 0), Some((secs(20), Place::Deleted)));
    // Hidden in between.
    assert_eq!(trace.place_at(0, Millis(19_999)), Some(Place::InFlight(0)));
}

#[test]
fn k2_job_longer_than_the_timeout_is_delivered_again_while_the_first_worker_runs() {
    let trace = trace_of("double-charged-order");
    let (first, second) = (&trace.leases[0], &trace.leases[1]);
    assert_eq!((first.receive, second.receive), (1, 2), "the receive count goes up");
    assert_eq!(second.from, secs(30));
    assert_ne!(first.worker, second.worker);
    // Without a lease from 30 to 45, and both are at it then.
    assert_eq!(first.overrun(trace.end), Some((secs(30), secs(45))));
    assert!(first.is_worked_on_at(secs(30)) && second.is_worked_on_at(secs(30)));
    assert!(first.is_worked_on_at(Millis(44_999)) && !first.is_worked_on_at(secs(45)));
}

#[test]
fn k3_toy_run_is_told_line_for_line() {
    assert_eq!(
        log_of("old-receipt-removes"),
        "t=0   worker-1 receives the message\n\
         t=30  worker-2 receives the message\n\
         t=45  worker-1 charges the card and deletes\n\
         t=75  worker-2 charges the card and deletes\n"
    );
}

#[test]
fn k3_toy_run_with_a_heartbeat_is_told_line_for_line() {
    assert_eq!(
        log_of("order-with-heartbeat"),
        "t=0   worker-1 receives the message\n\
         t=20  worker-1 extends visibility to t=50\n\
         t=40  worker-1 extends visibility to t=70\n\
         t=45  worker-1 charges the card and deletes\n"
    );
}

#[test]
fn k6_timeout_is_thirty_seconds_by_default() {
    assert_eq!(Scenario::default().queue.visibility_timeout, secs(30));
    assert_eq!(trace_of("job-in-time").leases[0].deadline, secs(30));
}

#[test]
fn k6_timeout_of_zero_hides_nothing_from_three_workers() {
    let trace = trace_of("timeout-of-zero");
    assert_eq!(deliveries(&trace), [0, 0, 0]);
    assert_eq!(effects(&trace), [10, 10, 10]);
}

#[test]
fn k6_timeout_of_twelve_hours_outlives_a_job_of_eleven() {
    let trace = trace_of("twelve-hour-timeout");
    assert_eq!(trace.leases[0].deadline, hours(12));
    assert_eq!(deliveries(&trace), [0]);
    assert_eq!(effects(&trace), [11 * 3600]);
    // No more than that can be set.
    let mut scenario = scenario("twelve-hour-timeout");
    scenario.queue.visibility_timeout = hours(12) + secs(1);
    assert_eq!(scenario.problems().len(), 1);
}

#[test]
fn k7_crash_under_a_timeout_of_five_hours_is_retried_after_five_hours() {
    let trace = trace_of("five-hour-trap");
    // 5 × 3600.
    assert_eq!(deliveries(&trace), [0, 18_000]);
    let between = trace.events.iter().filter(|event| secs(10) < event.at && event.at < secs(18_000));
    assert_eq!(between.count(), 0, "nobody retries for five hours");
    assert_eq!(trace.place_at(0, Millis(17_999_999)), Some(Place::InFlight(0)));
    assert_eq!(effects(&trace), [18_000 + 600]);
}

#[test]
fn k8_timeout_of_five_seconds_lets_a_second_worker_start_on_a_ten_second_job() {
    let trace = trace_of("five-second-timeout");
    assert_eq!(deliveries(&trace), [0, 5]);
    assert!(trace.leases[0].is_worked_on_at(secs(5)), "the first worker is still at it");
    // The picture is written twice: at 0 + 10 and 5 + 10.
    assert_eq!(effects(&trace), [10, 15]);
}

/// Nine pictures of 4 s and one, the fourth, of 20 s: (9 × 4 + 20) / 10 = 5.6 s on average. It comes at 3 × 5 = 15.
const SLOW: u32 = 3;

fn repeated(trace: &Trace) -> Vec<usize> {
    let each = effects_each(trace);
    (0..each.len()).filter(|&message| each[message] > 1).collect()
}

#[test]
fn k13_timeout_sized_on_the_mean_is_too_short_for_the_tail() {
    let trace = trace_of("timeout-on-the-mean");
    // Nearly twice the mean: 10 s. At 15 + 10 it is lent again, and done at 15 + 20 and 25 + 20.
    assert_eq!(deliveries_of(&trace, SLOW), [15, 25]);
    assert_eq!(effects_of(&trace, SLOW), [35, 45]);
    assert_eq!(repeated(&trace), [SLOW as usize], "the others are done once");
}

#[test]
fn k13_timeout_of_thirty_is_tight_for_a_tail_of_twenty() {
    let trace = trace_of("timeout-on-the-tail-tight");
    // On a day when all takes twice as long, 40 s: lent again at 15 + 30, done at 15 + 40 and 45 + 40.
    assert_eq!(deliveries_of(&trace, SLOW), [15, 45]);
    assert_eq!(effects_of(&trace, SLOW), [55, 85]);
    assert_eq!(repeated(&trace), [SLOW as usize]);
    // On an ordinary day it is enough.
    let usual = Scenario { busy: Vec::new(), ..scenario("timeout-on-the-tail-tight") };
    assert_eq!(repeated(&run(&usual)), [0; 0]);
}

#[test]
fn k13_timeout_of_sixty_is_reasonable_for_a_tail_of_twenty() {
    let trace = trace_of("timeout-on-the-tail");
    assert_eq!(trace.leases.len(), 10);
    assert_eq!(effects_of(&trace, SLOW), [55]);
    // 60 − 40: the least that any lease had to spare.
    let spare = trace.leases.iter().map(|lease| lease.deadline.since(lease.job_ended.unwrap().0));
    assert_eq!(spare.min(), Some(secs(20)));
}

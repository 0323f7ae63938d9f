//! What the world does at the edges: the order within an instant, late heartbeats, delays, retention, several messages.

use inflight::queue::Millis;
use inflight::sim::{Delete, EventKind, JobEnd, LeaseEnd, Place, Scenario, Trace, run};

fn secs(secs: u64) -> Millis {
    Millis::from_secs(secs)
}

fn trace(json: &str) -> Trace {
    run(&Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn job_that_ends_with_its_lease_is_deleted_in_time() {
    let trace = trace(r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "job": 30 } }"#);
    assert_eq!(trace.leases.len(), 1);
    assert_eq!(trace.leases[0].ended, Some((secs(30), LeaseEnd::Deleted)));
}

#[test]
fn heartbeat_at_the_instant_of_the_deadline_extends_the_lease() {
    let trace =
        trace(r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "job": 45, "heartbeat": { "every": 30 } } }"#);
    assert_eq!(trace.leases.len(), 1);
    assert_eq!(trace.leases[0].deadlines().collect::<Vec<_>>(), [(secs(0), secs(30)), (secs(30), secs(60))]);
}

#[test]
fn heartbeat_after_the_lapse_without_another_receive_changes_nothing() {
    // One worker: nobody else receives the message at 30, so the beat at 40 finds it visible (R39).
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 1, "job": 50, "heartbeat": { "every": 40 } } }"#,
    );
    assert!(
        trace.events.iter().any(|event| event.at == secs(40) && event.kind == EventKind::ExtendIgnored { lease: 0 })
    );
    assert_eq!(trace.place_at(0, secs(45)), Some(Place::Visible));
    // The lapsed receipt still deletes it, since there is no newer one (R28).
    assert_eq!(trace.leases[0].deleted, Some((secs(50), Delete::Removed)));
}

#[test]
fn heartbeat_with_an_older_receipt_moves_the_newer_lease() {
    // worker-2 has it from 30 on, until 60. The beat of worker-1 at 40 sets it to 70 all the same (R40).
    let trace =
        trace(r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "job": 55, "heartbeat": { "every": 40 } } }"#);
    let moved = EventKind::Extended { lease: 0, deadline: secs(70), current: false };
    assert!(trace.events.iter().any(|event| event.at == secs(40) && event.kind == moved));
    assert_eq!(trace.leases[1].deadlines().take(2).collect::<Vec<_>>(), [(secs(30), secs(60)), (secs(40), secs(70))]);
}

#[test]
fn delayed_message_is_received_when_its_delay_ends() {
    let trace = trace(r#"{ "queue": { "delay": 10 }, "workers": { "job": 5 } }"#);
    assert_eq!(trace.place_at(0, Millis(9_999)), Some(Place::Delayed));
    assert_eq!(trace.leases[0].from, secs(10));
}

#[test]
fn message_in_flight_past_its_retention_expires() {
    // Retention 60 s; the lease would run to 100.
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 100, "retention": 60 }, "workers": { "job": 90 }, "horizon": 200 }"#,
    );
    assert_eq!(trace.leases[0].ended, Some((secs(60), LeaseEnd::Expired)));
    assert_eq!(trace.leases[0].deleted, Some((secs(90), Delete::Gone)));
    assert_eq!(trace.leases.len(), 1);
}

#[test]
fn crashed_worker_that_comes_back_polls_again() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 1, "job": 20 },
             "crashes": [{ "worker": 1, "after": 5, "back_after": 10 }] }"#,
    );
    assert!(trace.is_down_at(0, secs(5)) && trace.is_down_at(0, Millis(14_999)) && !trace.is_down_at(0, secs(15)));
    // It is back at 15, but the lease of its dead job runs to 30.
    assert_eq!(trace.leases[1].from, secs(30));
}

#[test]
fn more_messages_than_workers_wait_their_turn_in_order() {
    let trace = trace(r#"{ "workers": { "count": 2, "job": 10 }, "arrivals": [{ "count": 4, "every": 0 }] }"#);
    let received: Vec<(u64, u32)> = trace.leases.iter().map(|lease| (lease.from.whole_secs(), lease.message)).collect();
    assert_eq!(received, [(0, 0), (0, 1), (10, 2), (10, 3)]);
}

#[test]
fn short_poll_finds_a_message_at_the_next_full_second() {
    // Polls at 0, 1, 2, …: a message sent at 0.5 waits for the one at 1.
    let trace = trace(r#"{ "workers": { "count": 1, "job": 5, "wait": 0 }, "arrivals": [{ "at": 0.5 }] }"#);
    assert_eq!(trace.leases[0].from, secs(1));
}

#[test]
fn long_poll_finds_a_message_at_once_and_costs_few_empty_receives() {
    let trace =
        trace(r#"{ "workers": { "count": 1, "job": 5, "wait": 20 }, "arrivals": [{ "at": 50.5 }], "horizon": 60 }"#);
    assert_eq!(trace.leases[0].from, Millis(50_500));
    // Waits end empty at 20 and 40; the third is answered at 50.5.
    assert_eq!((trace.receives.empty, trace.receives.answered), (2, 3));
}

#[test]
fn settled_run_ends_at_its_horizon_and_a_trapped_message_is_followed_to_its_end() {
    assert_eq!(trace(r#"{ "workers": { "job": 20 }, "horizon": 90 }"#).end, secs(90));
    // Crash at 10 of a lease to 600: the next attempt is over at 620.
    let trapped = r#"{ "queue": { "visibility_timeout": 600 }, "crashes": [{ "after": 10 }], "horizon": 90 }"#;
    assert_eq!(trace(trapped).end, secs(620));
}

#[test]
fn messages_that_a_redrive_brings_back_are_the_ones_that_went_and_no_more() {
    // Both fail at 5 and move at 30; brought back at 40, both are done at 45.
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 30, "max_receive_count": 1 }, "workers": { "job": 5 },
             "arrivals": [{ "count": 2, "every": 0, "fails": 1 }], "acts": [{ "at": 40, "do": "redrive" }] }"#,
    );
    assert_eq!(trace.messages.len(), 2);
    let sent = trace.events.iter().filter(|event| matches!(event.kind, EventKind::Sent { .. }));
    assert_eq!(sent.count(), 2);
    for message in 0..2 {
        let from: Vec<u64> = trace.leases_of(message).map(|lease| lease.from.whole_secs()).collect();
        assert_eq!(from, [0, 40]);
        assert_eq!(trace.since_place_at(message, trace.end), Some((secs(45), Place::Deleted)));
    }
}

#[test]
fn alarm_gone_off_goes_off_again_only_after_the_queue_was_below_it() {
    // Received at 0 and 30, dead at 10 and 40; the redrive at 30 empties the dead-letter queue in between.
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 10, "max_receive_count": 1, "dead_letters": { "alarm": 1 } },
             "workers": { "count": 1, "job": 5 }, "arrivals": [{ "poison": true }],
             "acts": [{ "at": 30, "do": "redrive" }], "horizon": 60 }"#,
    );
    let is_alarm = |kind| matches!(kind, EventKind::Alarm { count: 1 });
    let alarms: Vec<Millis> = trace.events.iter().filter(|event| is_alarm(event.kind)).map(|event| event.at).collect();
    assert_eq!(alarms, [secs(10), secs(40)]);
}

#[test]
fn rest_of_a_group_dropped_after_a_failure_leaves_the_other_groups_be() {
    // Two producers by turns: m1 and m2 are of group-1, m3 and m4 of group-2. m2 fails at 2, and of group-1 nothing is left.
    let trace = trace(
        r#"{ "queue": { "fifo": true },
             "workers": { "count": 1, "batch": 10, "job": 1, "on_failure": "delete_and_drop_rest" },
             "arrivals": [{ "count": 2, "every": 0, "groups": 2 }, { "count": 2, "every": 0, "groups": 2, "fails": 1 }] }"#,
    );
    let ends: Vec<_> = trace.leases.iter().map(|lease| (lease.message, lease.job_ended)).collect();
    let (done, failed) = (JobEnd::Done, JobEnd::Failed);
    let expected = [(0, done, 1), (1, failed, 2), (2, done, 3), (3, failed, 4)];
    assert_eq!(ends, expected.map(|(message, end, at)| (message, Some((secs(at), end)))));
}

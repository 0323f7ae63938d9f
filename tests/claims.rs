//! What the page claims about SQS, each claim (K1, K2, …) on the trace that a scenario yields. The numbers are those of the
//! claim or follow from it by the arithmetic beside them.

use inflight::queue::{Millis, Receive, ReceiveMessage, SendMessage, SetAttributes, Settings, Sqs};
use inflight::sim::{Delete, EventKind, Lease, LeaseEnd, Place, Refusal, Scenario, Trace, run};

fn secs(secs: u64) -> Millis {
    Millis::from_secs(secs)
}

fn trace(json: &str) -> Trace {
    run(&Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}")))
}

/// When each delivery began, in seconds.
fn deliveries(trace: &Trace) -> Vec<u64> {
    trace.leases.iter().map(|lease| lease.from.whole_secs()).collect()
}

/// When the jobs had their effects, in seconds.
fn effects(trace: &Trace) -> Vec<u64> {
    let is_effect = |kind| matches!(kind, EventKind::Effect { .. });
    trace.events.iter().filter(|event| is_effect(event.kind)).map(|event| event.at.whole_secs()).collect()
}

fn outcome(lease: &Lease) -> Option<Delete> {
    lease.deleted.map(|(_, outcome)| outcome)
}

#[test]
fn k1_job_shorter_than_the_timeout_is_delivered_once() {
    let trace = trace(r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "job": 20 } }"#);
    assert_eq!(deliveries(&trace), [0]);
    assert_eq!(effects(&trace), [20]);
    assert_eq!(trace.leases[0].ended, Some((secs(20), LeaseEnd::Deleted)));
    assert_eq!(trace.since_place_at(0, trace.end), Some((secs(20), Place::Deleted)));
}

#[test]
fn k2_job_longer_than_the_timeout_is_delivered_again_while_the_first_worker_runs() {
    let trace = trace(r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "job": 45 } }"#);
    let (first, second) = (&trace.leases[0], &trace.leases[1]);
    assert_eq!((second.from, second.receive), (secs(30), 2));
    assert_ne!(first.worker, second.worker);
    assert_eq!(first.overrun(trace.end), Some((secs(30), secs(45))));
    // Both are at it from 30 to 45.
    assert!(first.is_worked_on_at(secs(30)) && second.is_worked_on_at(secs(30)));
    assert!(first.is_worked_on_at(Millis(44_999)) && !first.is_worked_on_at(secs(45)));
}

#[test]
fn k4_stale_delete_that_removes_ends_the_run_at_75() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 30, "stale_delete": "removes" }, "workers": { "job": 45 }, "horizon": 200 }"#,
    );
    assert_eq!(deliveries(&trace), [0, 30]);
    assert_eq!(effects(&trace), [45, 75]);
    assert_eq!(outcome(&trace.leases[0]), Some(Delete::Removed));
    assert_eq!(outcome(&trace.leases[1]), Some(Delete::Gone));
    assert_eq!(trace.events.last().map(|event| event.at), Some(secs(75)));
}

#[test]
fn k4_stale_delete_that_keeps_leads_to_a_third_delivery_at_60() {
    let trace =
        trace(r#"{ "queue": { "visibility_timeout": 30, "stale_delete": "keeps" }, "workers": { "job": 45 } }"#);
    assert_eq!(deliveries(&trace), [0, 30, 60]);
    assert_eq!(outcome(&trace.leases[0]), Some(Delete::Ignored));
    assert_eq!(trace.place_at(0, secs(59)), Some(Place::InFlight(1)));
}

#[test]
fn k5_every_receive_gives_a_new_receipt_and_the_newest_counts() {
    let mut sqs = Sqs::new(Settings::default());
    let timeout = SetAttributes { visibility_timeout: Some(10), ..SetAttributes::default() };
    let queue = sqs.create_queue(Millis::ZERO, "q", &timeout).unwrap();
    sqs.send_message(Millis::ZERO, queue, SendMessage::new("order")).unwrap();
    let receive = |sqs: &mut Sqs, at| match sqs.receive_message(secs(at), queue, &ReceiveMessage::default()) {
        Ok(Receive::Answered(messages)) => messages[0].receipt_handle,
        other => panic!("{other:?}"),
    };
    let (old, new) = (receive(&mut sqs, 0), receive(&mut sqs, 10));
    assert_ne!(old.to_string(), new.to_string());
    sqs.delete_message(secs(11), queue, &old).unwrap();
    assert_eq!(sqs.counts(queue).in_flight, 1, "the old receipt answers 200 and removes nothing");
    sqs.delete_message(secs(12), queue, &new).unwrap();
    assert_eq!(sqs.counts(queue).in_flight, 0);
}

#[test]
fn k7_crash_under_a_timeout_of_five_hours_is_retried_after_five_hours() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": "5h" }, "workers": { "job": 20 }, "crashes": [{ "worker": 1, "after": 1 }] }"#,
    );
    assert_eq!(deliveries(&trace), [0, 18_000]);
    let between = trace.events.iter().filter(|event| secs(1) < event.at && event.at < secs(18_000));
    assert_eq!(between.count(), 0, "nobody retries for five hours");
    assert_eq!(trace.place_at(0, secs(17_999)), Some(Place::InFlight(0)));
}

#[test]
fn k8_timeout_of_five_seconds_lets_a_second_worker_start_on_a_ten_second_job() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 5, "stale_delete": "removes" }, "workers": { "job": 10 }, "horizon": 20 }"#,
    );
    assert_eq!(deliveries(&trace), [0, 5]);
    assert!(trace.leases[0].is_worked_on_at(secs(5)), "the first worker is still at it");
    // The picture is written twice.
    assert_eq!(effects(&trace), [10, 15]);
}

#[test]
fn k9_heartbeat_at_20_that_sets_30_lasts_until_50() {
    let trace =
        trace(r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "job": 25, "heartbeat": { "every": 20 } } }"#);
    assert_eq!(trace.leases[0].deadlines().collect::<Vec<_>>(), [(secs(0), secs(30)), (secs(20), secs(50))]);
}

#[test]
fn k10_slow_videos_without_a_heartbeat_are_delivered_again() {
    let trace = trace(r#"{ "queue": { "visibility_timeout": 45 }, "workers": { "job": 180, "count": 4 } }"#);
    assert_eq!(deliveries(&trace)[..4], [0, 45, 90, 135]);
}

#[test]
fn k10_heartbeat_keeps_a_slow_video_hidden_until_it_is_done() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 45 }, "workers": { "job": 180, "count": 4, "heartbeat": { "every": 30 } } }"#,
    );
    assert_eq!(deliveries(&trace), [0]);
    assert_eq!(effects(&trace), [180]);
    // Beats at 30, 60, …, 150. The one at 180 does not come: finish and delete are first within an instant.
    assert_eq!(trace.leases[0].moves.len(), 5);
}

#[test]
fn k10_crash_under_a_heartbeat_frees_the_message_within_one_timeout() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 45 }, "workers": { "job": 180, "heartbeat": { "every": 30 } },
             "crashes": [{ "worker": 1, "after": 100 }] }"#,
    );
    // The last heartbeat was at 90, so the lease ends at 90 + 45.
    assert_eq!(deliveries(&trace), [0, 135]);
    assert_eq!(effects(&trace), [135 + 180]);
}

#[test]
fn k12_heartbeat_past_twelve_hours_is_refused_and_changes_nothing() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": "1h" }, "workers": { "job": "13h", "heartbeat": { "every": "30m" } } }"#,
    );
    // At 11 h the deadline becomes 12 h exactly, which is allowed; at 11 h 30 min it would be 12 h 30 min.
    let lease = &trace.leases[0];
    let hours = |tenths: u64| secs(tenths * 360);
    assert_eq!(lease.moves.last(), Some(&(hours(110), hours(120))));
    let refused: Vec<Millis> = trace
        .events
        .iter()
        .filter(|event| {
            let reason = Refusal::TwelveHours;
            event.kind == EventKind::ExtendRefused { lease: 0, reason }
        })
        .map(|event| event.at)
        .collect();
    assert_eq!(refused, [hours(115)]);
    assert_eq!(lease.ended, Some((secs(43_200), LeaseEnd::Lapsed)));
    assert_eq!(trace.leases[1].from, secs(43_200));
}

#[test]
fn k20_poison_message_without_a_redrive_policy_cycles_for_ever() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 60 }, "workers": { "job": 10 }, "arrivals": [{ "poison": true }],
             "horizon": "1h" }"#,
    );
    // One an hour's minute, and it is still not over.
    assert_eq!(trace.leases.len(), 60);
    assert!(trace.place_at(0, trace.end).is_some_and(|place| !place.is_final()));
    assert_eq!(trace.message(0).effects, 0);
}

#[test]
fn k20_poison_message_received_five_times_is_moved_after_five_minutes() {
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 60, "max_receive_count": 5 }, "workers": { "job": 10 },
             "arrivals": [{ "poison": true }] }"#,
    );
    assert_eq!(deliveries(&trace), [0, 60, 120, 180, 240]);
    assert_eq!(trace.since_place_at(0, trace.end), Some((secs(300), Place::DeadLetters)));
}

#[test]
fn k20_exhausted_message_stays_visible_until_somebody_receives() {
    // One worker, dead for good in its second job: nobody polls when the second lease lapses at 60.
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 30, "max_receive_count": 2 }, "workers": { "count": 1, "job": 10 },
             "arrivals": [{ "poison": true }], "crashes": [{ "worker": 1, "job": 2, "after": 5 }], "horizon": 300 }"#,
    );
    assert_eq!(deliveries(&trace), [0, 30]);
    assert_eq!(trace.since_place_at(0, trace.end), Some((secs(60), Place::Visible)));
}

//! K4, K5, K15 to K18: what a delete proves, and what a second delivery does.

use super::*;
use inflight::queue::{Receive, ReceiveMessage, SendMessage, SetAttributes, Settings, Sqs};
use inflight::sim::{Call, JobEnd, Seen};

#[test]
fn k4_stale_delete_that_removes_ends_the_run_at_75() {
    let trace = trace_of("old-receipt-removes");
    assert_eq!(deliveries(&trace), [0, 30]);
    // 0 + 45 and 30 + 45.
    assert_eq!(effects(&trace), [45, 75]);
    assert_eq!(outcome(&trace.leases[0]), Some(Delete::Removed));
    assert_eq!(outcome(&trace.leases[1]), Some(Delete::Gone));
    assert_eq!(trace.events.last().map(|event| event.at), Some(secs(75)));
}

#[test]
fn k4_stale_delete_that_keeps_leads_to_a_third_delivery_at_60() {
    let trace = trace_of("double-charged-order");
    assert_eq!(deliveries(&trace), [0, 30, 60]);
    assert_eq!(outcome(&trace.leases[0]), Some(Delete::Ignored));
    assert_eq!(trace.place_at(0, secs(59)), Some(Place::InFlight(1)));
}

#[test]
fn k4_both_answers_to_the_stale_delete_are_told_apart_in_the_log_alone() {
    // The same line up to the point, which no worker sees: both answers are 200.
    let line = |name| log_of(name).lines().nth(2).map(str::to_owned);
    let (removes, keeps) = (line("old-receipt-removes"), line("double-charged-order"));
    assert_eq!(removes.as_deref(), Some("t=45  worker-1 charges the card and deletes"));
    assert_eq!(keeps, removes.map(|line| line + " with an old receipt: 200, and nothing is deleted"));
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
fn k5_delete_with_the_newer_receipt_removes_what_the_older_one_left() {
    let trace = trace_of("newest-receipt");
    // The first call is slow: 20 s × 225 % = 45. The second begins at 30 and takes 20.
    assert_eq!(deliveries(&trace), [0, 30]);
    assert_eq!(trace.leases[0].deleted, Some((secs(45), Delete::Ignored)));
    assert_eq!(trace.leases[1].deleted, Some((secs(50), Delete::Removed)));
}

#[test]
fn k15_delete_before_the_work_loses_the_message_in_a_crash() {
    let trace = trace_of("delete-first");
    assert_eq!(end_of(&trace, 0), Some((Millis::ZERO, Place::Deleted)));
    assert_eq!(trace.leases[0].job_ended, Some((secs(10), JobEnd::Crashed)));
    assert_eq!(deliveries(&trace), [0], "nobody tries again");
    assert_eq!(trace.message(0).effects, 0);
}

#[test]
fn k15_delete_after_the_work_survives_the_same_crash() {
    let trace = trace_of("delete-last");
    assert_eq!(trace.leases[0].job_ended, Some((secs(10), JobEnd::Crashed)));
    // Lent again as the lease ends at 30, done at 30 + 20.
    assert_eq!(deliveries(&trace), [0, 30]);
    assert_eq!(effects(&trace), [50]);
}

#[test]
fn k16_crash_between_the_effect_and_the_delete_repeats_the_effect() {
    for name in ["crash-before-the-delete", "stock-counted-down"] {
        let trace = trace_of(name);
        assert_eq!(trace.leases[0].job_ended, Some((secs(20), JobEnd::Crashed)), "{name}");
        assert_eq!(trace.leases[0].deleted, None, "{name}");
        assert_eq!(deliveries(&trace), [0, 30], "{name}");
        assert_eq!(effects(&trace), [20, 50], "{name}: 0 + 20 and 30 + 20");
    }
}

#[test]
fn k16_conditional_write_finds_it_done_and_only_deletes() {
    // Set to a value, the second time changes nothing either.
    for name in ["crash-before-the-delete-idempotent", "stock-set"] {
        let trace = trace_of(name);
        assert_eq!(effects(&trace), [20], "{name}");
        assert_eq!(trace.leases[1].effect, Seen::Again, "{name}");
        assert_eq!(trace.leases[1].deleted, Some((secs(50), Delete::Removed)), "{name}");
    }
}

#[test]
fn k17_delete_whose_answer_is_lost_has_worked() {
    let trace = trace_of("lost-answer");
    let lost = EventKind::AnswerLost { call: Call::Delete, lease: Some(0) };
    assert_eq!(times(&trace, |kind| kind == lost), [20]);
    assert_eq!(end_of(&trace, 0), Some((secs(20), Place::Deleted)));
    assert_eq!(deliveries(&trace), [0]);
}

#[test]
fn k18_second_delivery_by_chance_comes_within_the_first_lease() {
    let trace = trace_of("second-delivery-by-chance");
    let again: Vec<&Lease> = trace.leases.iter().filter(|lease| lease.receive > 1).collect();
    assert!(!again.is_empty());
    for lease in again {
        let first = trace.leases_of(lease.message).next().unwrap();
        assert!(lease.from < first.deadline, "no lease was too short");
    }
    // 12 orders, and one more charge for each time that one was lent twice.
    let resurfaced = times(&trace, |kind| matches!(kind, EventKind::Resurfaced { .. })).len();
    assert_eq!(effects(&trace).len(), 12 + resurfaced);
}

#[test]
fn k18_second_delivery_by_chance_is_off_unless_it_is_asked_for() {
    let mut scenario = scenario("second-delivery-by-chance");
    scenario.queue.second_delivery_per_million = Scenario::default().queue.second_delivery_per_million;
    let trace = run(&scenario);
    assert_eq!((trace.leases.len(), effects(&trace).len()), (12, 12));
}

#[test]
fn k18_second_delivery_by_chance_does_no_harm_to_an_idempotent_effect() {
    let (plain, idempotent) = (trace_of("second-delivery-by-chance"), trace_of("second-delivery-by-chance-idempotent"));
    assert_eq!(deliveries(&plain), deliveries(&idempotent), "the same chance");
    assert_eq!(effects_each(&idempotent), [1; 12]);
}

//! K20 to K23: messages that fail, and messages that are too old.

use super::*;

const MINUTE: u64 = 60;
const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

#[test]
fn k20_poison_message_without_a_redrive_policy_cycles_for_ever() {
    let trace = trace_of("poison-without-a-policy");
    // Once a minute for ten minutes, and it is still not over.
    assert_eq!(deliveries_of(&trace, 0), (0..10).map(|nth| nth * MINUTE).collect::<Vec<_>>());
    assert!(trace.place_at(0, trace.end).is_some_and(|place| !place.is_final()));
    assert_eq!(effects_each(&trace), [0, 1, 1, 1, 1]);
}

#[test]
fn k20_poison_message_received_five_times_is_moved_after_five_minutes() {
    let trace = trace_of("poison-message");
    assert_eq!(deliveries_of(&trace, 0), [0, 60, 120, 180, 240]);
    assert_eq!(end_of(&trace, 0), Some((secs(5 * MINUTE), Place::DeadLetters)));
    assert_eq!(effects_each(&trace), [0, 1, 1, 1, 1]);
}

#[test]
fn k20_exhausted_message_stays_visible_until_somebody_receives() {
    // One worker, dead for good in its second job: nobody polls when the second lease lapses at 60.
    let trace = trace(
        r#"{ "queue": { "visibility_timeout": 30, "max_receive_count": 2 }, "workers": { "count": 1, "job": 10 },
             "arrivals": [{ "poison": true }], "crashes": [{ "worker": 1, "job": 2, "after": 5 }], "horizon": 300 }"#,
    );
    assert_eq!(deliveries(&trace), [0, 30]);
    assert_eq!(end_of(&trace, 0), Some((secs(60), Place::Visible)));
}

#[test]
fn k21_short_outage_with_a_count_of_two_makes_dead_letters_of_healthy_messages() {
    let trace = trace_of("outage-count-of-two");
    // Tries at 0 and 30 fail at 5 and 35. The receive at 60, when the outage is over, is one too many.
    for message in 0..3 {
        assert_eq!(deliveries_of(&trace, message), [0, 30]);
        assert_eq!(end_of(&trace, message), Some((secs(60), Place::DeadLetters)));
    }
    assert_eq!(effects(&trace), [0; 0]);
}

#[test]
fn k21_short_outage_with_a_count_of_five_is_over_before_the_count_is() {
    let trace = trace_of("outage-count-of-five");
    assert_eq!(deliveries_of(&trace, 0), [0, 30, 60]);
    assert_eq!(effects(&trace), [65; 3]);
}

#[test]
fn k21_single_crash_with_a_count_of_one_makes_a_dead_letter() {
    let trace = trace_of("crash-count-of-one");
    assert_eq!(deliveries(&trace), [0]);
    assert_eq!(end_of(&trace, 0), Some((secs(30), Place::DeadLetters)));
    assert_eq!(effects(&trace), [0; 0]);
}

#[test]
fn k22_alarm_goes_off_with_the_first_dead_letter_and_a_redrive_brings_all_back() {
    let trace = trace_of("alarm-and-redrive");
    // Tries at 0, 30 and 60 fail; the receives at 90 move both.
    assert_eq!(times(&trace, |kind| matches!(kind, EventKind::DeadLettered { .. })), [90, 90]);
    assert_eq!(times(&trace, |kind| matches!(kind, EventKind::Alarm { .. })), [90]);
    assert_eq!(times(&trace, |kind| matches!(kind, EventKind::Redriven { .. })), [150, 150]);
    assert_eq!(deliveries_of(&trace, 0), [0, 30, 60, 150]);
    assert_eq!(effects(&trace), [155, 155]);
    assert_eq!(trace.messages.len(), 2, "what comes back is nothing new");
}

#[test]
fn k23_retention_is_four_days_by_default_and_runs_from_the_send() {
    let trace = trace_of("four-days");
    assert_eq!(deliveries(&trace), [0; 0]);
    assert_eq!(end_of(&trace, 0), Some((secs(HOUR + 4 * DAY), Place::Expired)));
}

#[test]
fn k23_retention_of_fourteen_days_is_the_most_and_keeps_the_message() {
    let trace = trace_of("fourteen-days");
    assert_eq!(deliveries(&trace), [5 * DAY]);
    assert_eq!(effects(&trace), [5 * DAY + 10]);
    let mut longer = scenario("fourteen-days");
    longer.queue.retention = secs(14 * DAY + 1);
    assert_eq!(longer.problems().len(), 1);
}

#[test]
fn k23_dead_letter_queue_with_no_longer_retention_loses_the_message() {
    let trace = trace_of("dead-letter-expires");
    // Seven tries, twelve hours apart: the eighth receive, at 7 × 12 h, moves it. Four days from the send are 96 h.
    assert_eq!(deliveries(&trace), (0..7).map(|nth| nth * 12 * HOUR).collect::<Vec<_>>());
    let places: Vec<_> = trace.message(0).places.iter().rev().take(2).rev().copied().collect();
    assert_eq!(places, [(hours(84), Place::DeadLetters), (hours(96), Place::Expired)]);
    assert_eq!(effects(&trace), [0; 0]);
}

#[test]
fn k23_dead_letter_queue_with_a_longer_retention_still_has_it_on_the_fifth_day() {
    let trace = trace_of("dead-letter-kept");
    assert_eq!(times(&trace, |kind| kind == EventKind::Redriven { message: 0 }), [5 * DAY]);
    assert_eq!(deliveries(&trace).last(), Some(&(5 * DAY)));
    assert_eq!(effects(&trace), [5 * DAY + HOUR]);
}

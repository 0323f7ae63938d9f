//! K9 to K12: what a heartbeat can do, and what not.

use super::*;
use inflight::sim::{LeaseEnd, Refusal};

#[test]
fn k9_heartbeat_at_20_that_sets_30_lasts_until_50() {
    let trace = trace_of("heartbeat-counts-from-now");
    // Not until 30 + 30. The job takes 20 s × 275 % = 55, so that another worker has it from 50 on.
    assert_eq!(trace.leases[0].deadlines().collect::<Vec<_>>(), [(secs(0), secs(30)), (secs(20), secs(50))]);
    assert_eq!(deliveries(&trace), [0, 50]);
    // 0 + 55, and 50 + 20 at the usual speed.
    assert_eq!(effects(&trace), [55, 70]);
}

#[test]
fn k10_slow_videos_without_a_heartbeat_are_delivered_again() {
    let trace = trace_of("slow-videos");
    assert_eq!(deliveries(&trace)[..4], [0, 45, 90, 135]);
    // The first is done at 180, when its receipt is the fourth newest.
    assert_eq!(trace.leases[0].deleted, Some((secs(180), Delete::Ignored)));
}

#[test]
fn k10_heartbeat_keeps_a_slow_video_hidden_until_it_is_done() {
    let trace = trace_of("slow-videos-heartbeat");
    assert_eq!(deliveries(&trace), [0]);
    assert_eq!(effects(&trace), [180]);
    // Beats at 30, 60, …, 150. The one at 180 does not come: finish and delete are first within an instant.
    assert_eq!(trace.leases[0].moves.len(), 5);
}

#[test]
fn k10_crash_under_a_heartbeat_frees_the_message_within_one_timeout() {
    let trace = trace_of("slow-videos-crash");
    // The last heartbeat was at 90, so the lease ends at 90 + 45.
    assert_eq!(deliveries(&trace), [0, 135]);
    assert_eq!(effects(&trace), [135 + 180]);
}

#[test]
fn k10_purge_stops_no_worker_and_takes_what_nobody_has_begun() {
    let trace = trace_of("slow-videos-purge");
    // The first is lent again at 45 and done at 180 and at 45 + 180, purged or not.
    assert_eq!(effects_of(&trace, 0), [180, 225]);
    // The fourth came at 50, while all four workers were busy.
    assert_eq!(end_of(&trace, 3), Some((secs(60), Place::Purged)));
    assert_eq!(effects_each(&trace), [2, 1, 1, 0]);
}

#[test]
fn k10_huge_timeout_makes_a_crash_wait_for_its_end() {
    let trace = trace_of("slow-videos-huge-timeout");
    assert_eq!(deliveries(&trace), [0, 12 * 3600]);
    assert_eq!(effects(&trace), [12 * 3600 + 180]);
}

#[test]
fn k11_mixed_work_under_one_huge_timeout_waits_a_quarter_of_an_hour() {
    let trace = trace_of("mixed-work-huge-timeout");
    // 5 s of work, lent again after 15 min.
    assert_eq!(deliveries_of(&trace, 0), [0, 900]);
    assert_eq!(effects_of(&trace, 0), [905]);
}

#[test]
fn k11_mixed_work_under_a_modest_timeout_with_extensions_goes_on_after_a_minute() {
    let trace = trace_of("mixed-work-modest-timeout");
    // Visible again at 60. worker-1 is back at 12, files the third until 42 and the fourth until 42 + 120 = 162.
    assert!(trace.events.iter().any(|event| event.at == secs(60) && event.kind == EventKind::Lapsed { lease: 0 }));
    assert_eq!(deliveries_of(&trace, 0), [0, 162]);
    assert_eq!(effects_of(&trace, 0), [167]);
    // The one of 10 min is lent once, with a beat every 20 s but for the last: 600 / 20 − 1.
    assert_eq!(deliveries_of(&trace, 1), [0]);
    assert_eq!(trace.leases_of(1).next().map(|lease| lease.moves.len()), Some(29));
    assert_eq!(effects_each(&trace), [1; 4]);
}

#[test]
fn k12_heartbeat_past_twelve_hours_is_refused_and_changes_nothing() {
    let trace = trace_of("heartbeat-past-twelve-hours");
    let lease = &trace.leases[0];
    // Each sets two hours: at 10 h the deadline becomes 12 h exactly, which is allowed; at 11 h it would be 13 h.
    assert_eq!(lease.moves.last(), Some(&(hours(10), hours(12))));
    let refused = EventKind::ExtendRefused { lease: 0, reason: Refusal::TwelveHours };
    assert_eq!(times(&trace, |kind| kind == refused), [11 * 3600]);
    assert_eq!(lease.ended, Some((hours(12), LeaseEnd::Lapsed)));
    assert_eq!(trace.leases[1].from, hours(12));
    // 6.5 h × 200 % = 13 h, and 12 h + 6.5 h at the usual speed.
    assert_eq!(effects(&trace), [13 * 3600, 18 * 3600 + 1800]);
}

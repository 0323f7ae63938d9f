//! What the stage and the table show of any number of messages and workers, by what a reader would see.

use inflight::queue::Millis;
use inflight::scene::crowd::{Crew, Crowd, Instant, Picked, StageIndex, crowd, worker_title};
use inflight::scene::table::{Table, table};
use inflight::scene::{CardState, Shape, StationKind, stage};
use inflight::sim::{Scenario, Trace, run};

/// The stage of a desktop.
const WIDTH: f64 = 972.0;

struct Ran {
    scenario: Scenario,
    trace: Trace,
    index: StageIndex,
}

fn ran(json: &str) -> Ran {
    let scenario = Scenario::from_json(json).unwrap_or_else(|error| panic!("{error}"));
    let trace = run(&scenario);
    let index = StageIndex::new(&scenario, &trace);
    Ran { scenario, trace, index }
}

impl Ran {
    fn at(&self, secs: u64) -> Instant<'_> {
        self.at_ms(secs * 1000)
    }

    fn at_ms(&self, ms: u64) -> Instant<'_> {
        Instant { scenario: &self.scenario, trace: &self.trace, index: &self.index, t: Millis(ms) }
    }

    fn stage(&self, secs: u64) -> Crowd {
        self.picked(secs, None, false)
    }

    fn picked(&self, secs: u64, message: Option<u32>, following: bool) -> Crowd {
        crowd(self.at(secs), Millis::ZERO, WIDTH, Picked { message, following })
    }

    fn table(&self, secs: u64) -> Table {
        table(self.at(secs), None)
    }
}

fn note(crowd: &Crowd, kind: StationKind) -> &str {
    &crowd.stage.stations.iter().find(|station| station.kind == kind).unwrap().note
}

fn labels(crowd: &Crowd, is: fn(Shape) -> bool) -> Vec<&str> {
    crowd.stage.tokens.iter().filter(|token| is(token.shape)).map(|token| &*token.label).collect()
}

fn is_disc(shape: Shape) -> bool {
    shape == Shape::Disc
}

fn is_ring(shape: Shape) -> bool {
    matches!(shape, Shape::Ring(_))
}

/// One order, a lease of 30 s, a job of 45 s, two workers.
const DOUBLE: &str = r#"{ "workers": { "job": 45 }, "horizon": 90 }"#;

#[test]
fn few_messages_look_the_same_on_the_first_page_and_on_the_whole_one() {
    let ran = ran(DOUBLE);
    for (ms, travel) in [(0, 0), (500, 5_000), (31_000, 5_000), (45_000, 0), (46_000, 5_000), (80_000, 0)] {
        let now = ran.at_ms(ms);
        for width in [300.0, 620.0, WIDTH] {
            let whole = crowd(now, Millis(travel), width, Picked::default());
            let first = stage(&ran.scenario, &ran.trace, Millis(ms), Millis(travel), width);
            assert_eq!(whole.stage, first, "at {ms} ms, {width} px wide");
            assert!(whole.stacks.is_empty() && whole.lanes.is_empty() && whole.crew == Crew::Cards);
        }
    }
}

#[test]
fn thousands_of_waiting_messages_are_some_tokens_and_a_counted_stack() {
    // All at once, and one worker that takes 20 s for each.
    let ran = ran(r#"{ "workers": { "count": 1 }, "arrivals": [{ "count": 10000, "every": 0 }], "horizon": 40 }"#);
    let at_10 = ran.stage(10);
    let stack = at_10.stacks.iter().find(|stack| stack.station == StationKind::Visible).unwrap();
    let tokens = labels(&at_10, is_disc).len();
    // One is in flight.
    assert_eq!(stack.count + tokens, 9_999);
    assert!((1..60).contains(&tokens), "{tokens}");
    // The stack picks the first that has no token: m1 is in flight, m2 is the first token.
    assert_eq!(stack.first as usize, tokens + 1);
    assert!(!stack.has_selected);
}

#[test]
fn picked_message_in_a_stack_marks_it_and_followed_has_a_token_of_its_own() {
    let ran = ran(r#"{ "workers": { "count": 1 }, "arrivals": [{ "count": 10000, "every": 0 }], "horizon": 40 }"#);
    let picked = ran.picked(10, Some(9_000), false);
    assert!(picked.stacks.iter().any(|stack| stack.has_selected));
    assert!(!labels(&picked, is_disc).contains(&"m9001"));
    let followed = ran.picked(10, Some(9_000), true);
    assert!(labels(&followed, is_disc).contains(&"m9001"));
    assert!(followed.stacks.iter().all(|stack| !stack.has_selected));
}

#[test]
fn messages_in_one_workers_hands_are_a_token_and_a_number() {
    // Five received together, worked off one by one.
    let ran = ran(r#"{ "queue": { "visibility_timeout": 200 }, "workers": { "count": 1, "batch": 5 },
             "arrivals": [{ "count": 5, "every": 0 }], "horizon": 120 }"#);
    let at_30 = ran.stage(30);
    assert_eq!(labels(&at_30, is_ring), ["m2"], "the second of 20 s each");
    let [stack] = &at_30.stacks[..] else { panic!("one number on one card: {:?}", at_30.stacks) };
    assert_eq!((stack.worker, stack.count, stack.first), (Some(0), 3, 2));
    let picked = ran.picked(30, Some(4), false);
    assert!(picked.stacks[0].has_selected);
}

#[test]
fn effects_are_counted_by_what_they_were_had_on() {
    // Four orders of 45 s under leases of 30 s, eight workers: each charged at 45, and again at 75.
    let ran =
        ran(r#"{ "workers": { "count": 8, "job": 45 }, "arrivals": [{ "count": 4, "every": 0 }], "horizon": 80 }"#);
    assert_eq!(note(&ran.stage(44), StationKind::Effects), "no order charged yet");
    assert_eq!(note(&ran.stage(45), StationKind::Effects), "each charged once", "there is no room for more");
    assert_eq!(note(&ran.stage(75), StationKind::Effects), "4 charged, 4 twice");
}

#[test]
fn group_of_a_fifo_queue_waits_behind_its_message_in_flight() {
    // Two groups of two, two workers, 10 s each: m1 and m2 are worked on, m3 waits for m1 and m4 for m2.
    let ran = ran(r#"{ "queue": { "fifo": true }, "workers": { "job": 10 },
             "arrivals": [{ "count": 4, "every": 0, "groups": 2 }], "horizon": 60 }"#);
    let at_5 = ran.stage(5);
    let lanes: Vec<_> = at_5.lanes.iter().map(|lane| (&*lane.spoken, lane.locked)).collect();
    assert_eq!(lanes, [("group-1: 1 waits for m1", true), ("group-2: 1 waits for m2", true)]);
    assert_eq!(at_5.blocked, [2, 3]);
    let at_15 = ran.stage(15);
    assert_eq!(at_15.lanes[0].spoken, "group-1: m3 is in flight");
    let at_25 = ran.stage(25);
    assert_eq!((at_25.lanes[0].locked, at_25.blocked.len()), (false, 0));
    let states: Vec<String> = ran.table(5).messages.into_iter().map(|line| line.state).collect();
    assert_eq!(
        states,
        [
            "in flight with worker-1",
            "in flight with worker-2",
            "visible, waits for m1 of its group",
            "visible, waits for m2 of its group"
        ]
    );
}

#[test]
fn message_whose_lease_lapsed_is_the_first_of_its_group_again() {
    // One worker takes 20 s under a lease of 10 s: m1 is visible again from 10 to 20, before m2 which has waited all along.
    let ran = ran(r#"{ "queue": { "fifo": true, "visibility_timeout": 10 }, "workers": { "count": 1 },
             "arrivals": [{ "count": 3, "every": 0 }], "horizon": 15 }"#);
    assert_eq!(labels(&ran.stage(5), is_disc), ["m2", "m3"]);
    assert_eq!(labels(&ran.stage(12), is_disc), ["m1", "m2", "m3"]);
}

#[test]
fn more_groups_than_lanes_are_counted() {
    let ran = ran(r#"{ "queue": { "fifo": true }, "workers": { "count": 1 },
             "arrivals": [{ "count": 40, "every": 0, "groups": 20 }], "horizon": 10 }"#);
    let at_5 = ran.stage(5);
    let last = at_5.lanes.last().unwrap();
    assert_eq!(last.spoken, format!("{} more groups", 20 - (at_5.lanes.len() - 1)));
    // 39 wait, wherever they are drawn.
    let stacked: usize = at_5.stacks.iter().map(|stack| stack.count).sum();
    assert_eq!(labels(&at_5, is_disc).len() + stacked, 39);
}

#[test]
fn two_dozen_workers_have_small_cards_with_a_word() {
    let ran =
        ran(r#"{ "workers": { "count": 24, "job": 45 }, "arrivals": [{ "count": 12, "every": 0 }], "horizon": 90 }"#);
    let at_40 = ran.stage(40);
    assert_eq!(at_40.crew, Crew::Cells);
    let word = |worker: usize| (at_40.stage.cards[worker].state, &*at_40.stage.cards[worker].note);
    // The first twelve lost their leases at 30 to the others, which have 20 s left.
    assert_eq!(word(0), (CardState::Overrun, "lost"));
    assert_eq!(word(12), (CardState::Working, "20 s"));
}

#[test]
fn two_hundred_workers_are_a_row_a_state_and_the_picked_ones_card() {
    // 152 messages at once; those of 45 s each lose their leases at 30, and the 48 others receive 48 of them.
    let ran =
        ran(r#"{ "workers": { "count": 200, "job": 45 }, "arrivals": [{ "count": 152, "every": 0 }], "horizon": 90 }"#);
    let titles = |crowd: &Crowd| match &crowd.crew {
        Crew::Summary { rows, .. } => rows.iter().map(|row| row.title.clone()).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let at_10 = ran.stage(10);
    assert_eq!(
        titles(&at_10),
        ["152 work under their leases", "0 lost their leases and work on", "48 wait for messages", "0 are down"]
    );
    assert!(at_10.stage.cards.is_empty());
    let at_40 = ran.stage(40);
    assert_eq!(
        titles(&at_40),
        ["48 work under their leases", "152 lost their leases and work on", "0 wait for messages", "0 are down"]
    );
    let picked = ran.picked(10, Some(3), false);
    assert_eq!(picked.stage.cards[0].title, "worker-4");
    assert!(labels(&picked, is_ring).contains(&"m4"));
}

#[test]
fn many_messages_on_their_way_make_the_way_thick_instead_of_being_drawn() {
    let ran =
        ran(r#"{ "workers": { "count": 200 }, "arrivals": [{ "at": 2, "count": 150, "every": 0 }], "horizon": 60 }"#);
    let travel = Millis::from_secs(5);
    let received = crowd(ran.at(3), travel, WIDTH, Picked::default());
    assert_eq!(received.flows, [150, 0, 0, 0]);
    assert!(received.stage.tokens.iter().all(|token| !token.travels));
    // All are done at 22.
    assert_eq!(crowd(ran.at(24), travel, WIDTH, Picked::default()).flows, [0, 0, 150, 0]);
    assert_eq!(crowd(ran.at(28), travel, WIDTH, Picked::default()).flows, [0; 4]);
}

#[test]
fn few_messages_on_their_way_to_a_stack_are_drawn() {
    // A hundred deleted, one every 10 s by one worker; the next to be deleted travels to the stack.
    let ran =
        ran(r#"{ "workers": { "count": 1, "job": 1 }, "arrivals": [{ "count": 100, "every": 10 }], "horizon": 1000 }"#);
    let now = ran.at_ms(901_500);
    let crowd = crowd(now, Millis::from_secs(2), WIDTH, Picked::default());
    let travelling: Vec<_> =
        crowd.stage.tokens.iter().filter(|token| token.travels).map(|token| &*token.label).collect();
    assert_eq!(travelling, ["m91"]);
}

#[test]
fn message_delayed_by_its_own_setting_has_a_station_to_wait_in() {
    let ran = ran(r#"{ "arrivals": [{ "delay": 10 }], "horizon": 60 }"#);
    let at_5 = ran.stage(5);
    assert!(at_5.stage.stations.iter().any(|station| station.kind == StationKind::Delayed && station.count == 1));
    assert_eq!(labels(&at_5, |shape| shape == Shape::HalfDisc), ["m1"]);
}

#[test]
fn lambda_works_in_invocations() {
    let ran = ran(r#"{ "lambda": {}, "horizon": 60 }"#);
    assert_eq!(worker_title(&ran.scenario, 0), "invocation-1");
    let titles: Vec<_> = ran.stage(5).stage.cards.into_iter().map(|card| card.title).collect();
    assert!(titles.iter().all(|title| title.starts_with("invocation-")), "{titles:?}");
    assert!(ran.stage(59).stage.cards.iter().all(|card| card.note == "not invoked"));
}

#[test]
fn table_of_the_double_charge_tells_who_works_without_a_lease() {
    let ran = ran(DOUBLE);
    let at_40 = ran.table(40);
    let [first, second] = &at_40.workers[..] else { panic!("two workers") };
    assert_eq!((first.state, first.trouble), ("works on without a lease", true));
    assert_eq!((&*first.receipt, &*first.left), ("1, stale", "none"));
    // 40 of 45 s, and 10 of 45 s.
    assert_eq!((&*first.done, &*second.done), ("88 %", "22 %"));
    assert_eq!((&*second.receipt, &*second.left), ("2, current", "20 s"));
    let [message] = &at_40.messages[..] else { panic!("one message") };
    assert_eq!(message.state, "in flight with worker-2");
    assert_eq!((message.receives, message.deadline, message.overrun), (2, Some(Millis::from_secs(60)), true));
    assert_eq!(message.effects, 0);
    assert_eq!(ran.table(75).messages[0].effects, 2);
}

#[test]
fn table_of_thousands_shows_the_picked_one_and_counts_the_rest() {
    let ran = ran(r#"{ "workers": { "count": 1 }, "arrivals": [{ "count": 10000, "every": 0 }], "horizon": 40 }"#);
    let table = table(ran.at(10), Some(9_000));
    assert_eq!(table.messages[0].message, 9_000);
    assert_eq!(table.messages.len() + table.more_messages, 10_000);
    assert!(table.messages.len() <= 50);
    assert_eq!(table.messages[1].state, "in flight with worker-1");
}

#[test]
fn every_shipped_scenario_draws_every_message_once() {
    for (name, scenario) in shipped() {
        let trace = run(&scenario);
        let index = StageIndex::new(&scenario, &trace);
        for share in 0..=20 {
            let t = Millis(trace.end.0 * share / 20);
            let now = Instant { scenario: &scenario, trace: &trace, index: &index, t };
            let crowd = crowd(now, Millis::ZERO, WIDTH, Picked::default());
            let counts = trace.counts_at(t);
            let stacked = |kind| {
                crowd.stacks.iter().filter(|stack| stack.station == kind).map(|stack| stack.count).sum::<usize>()
            };
            let visible = labels(&crowd, is_disc).len() + stacked(StationKind::Visible);
            assert_eq!(visible, counts.visible as usize, "visible in {name} at {t}");
            let deleted = labels(&crowd, |shape| shape == Shape::Tick).len() + stacked(StationKind::Deleted);
            assert_eq!(deleted, counts.deleted as usize, "deleted in {name} at {t}");
            let dead = labels(&crowd, |shape| shape == Shape::Square).len() + stacked(StationKind::DeadLetters);
            assert_eq!(dead, counts.dead_letters as usize, "dead in {name} at {t}");
            if crowd.crew != Crew::Cards && crowd.crew != Crew::Cells {
                continue;
            }
            let in_flight = labels(&crowd, is_ring).len() + stacked(StationKind::InFlight);
            // Where a worker still has what it lost, its number counts the rest.
            assert_eq!(in_flight, counts.in_flight as usize, "in flight in {name} at {t}");
        }
    }
}

fn shipped() -> Vec<(String, Scenario)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/scenarios");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    let read = |path: std::path::PathBuf| {
        let json = std::fs::read_to_string(&path).unwrap();
        (path.display().to_string(), Scenario::from_json(&json).unwrap())
    };
    files.into_iter().map(read).collect()
}

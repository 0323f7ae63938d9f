//! What a user would see of each action.

use super::*;

fn secs(secs: u64) -> Millis {
    Millis::from_secs(secs)
}

fn after(session: Session, actions: impl IntoIterator<Item = Action>) -> Session {
    actions.into_iter().fold(session, |session, action| session.after(action))
}

fn seek(to: u64) -> Action {
    Action::Move(Move::Seek(secs(to)))
}

fn timeout(to: u64) -> Action {
    Action::Change(vec![Change::VisibilityTimeout(secs(to))])
}

fn timeout_of(session: &Session) -> Millis {
    session.scenario.queue.visibility_timeout
}

#[test]
fn changed_setting_recomputes_the_run_under_the_same_playhead() {
    let session = Session::new(true).after(seek(40));
    let fixed = session.after(timeout(60));
    assert_eq!(fixed.player.playhead, secs(40));
    assert_eq!(fixed.player.run.trace.leases.len(), 1);
    assert!(fixed.is_changed());
    let back = fixed.after(Action::Reset);
    assert_eq!(back.player.run.trace.leases.len(), session.player.run.trace.leases.len());
    assert!(!back.is_changed());
}

#[test]
fn slider_dragged_and_let_go_is_one_change_to_undo() {
    let dragged = after(Session::new(true), [timeout(31), timeout(40), timeout(60), Action::Settle, timeout(90)]);
    let once = dragged.after(Action::Undo);
    assert_eq!(timeout_of(&once), secs(60));
    let twice = once.after(Action::Undo);
    assert_eq!((timeout_of(&twice), twice.can_undo_and_redo()), (secs(30), (false, true)));
    assert_eq!(twice.after(Action::Undo), twice);
    let again = after(twice, [Action::Redo, Action::Redo]);
    assert_eq!((timeout_of(&again), again.can_undo_and_redo()), (secs(90), (true, false)));
    assert_eq!(again.player.run.scenario, *again.scenario);
}

#[test]
fn change_after_an_undo_takes_what_was_undone_away() {
    let session = after(Session::new(true), [timeout(60), Action::Undo, timeout(50)]);
    assert_eq!(session.can_undo_and_redo(), (true, false));
}

#[test]
fn reset_and_another_scenario_can_be_undone() {
    let changed = Session::new(true).after(timeout(60));
    let reset = changed.after(Action::Reset);
    assert_eq!(timeout_of(&reset.after(Action::Undo)), secs(60));
    let opened = after(changed, [Action::Choose("other".into()), Action::Open("other".into(), other())]);
    let back = opened.after(Action::Undo);
    assert_eq!((&*back.choice.opened, timeout_of(&back)), (scenarios::FIRST, secs(60)));
    assert_eq!(&*back.choice.chosen, scenarios::FIRST, "nothing is on its way again");
}

#[test]
fn change_from_now_on_leaves_what_was_before_as_it_was() {
    let session = after(Session::new(true), [seek(20), Action::FromNowOn(true), timeout(60)]);
    let trace = &session.player.run.trace;
    // What is under way keeps its deadline (R36); from the second delivery on, at 30 s, the job of 45 s fits.
    assert_eq!(trace.leases[0].deadline, secs(30));
    assert_eq!(trace.leases[1].deadline, secs(90));
    assert_eq!(trace.leases.len(), 2);
    assert_eq!(session.in_force().queue.visibility_timeout, secs(60));
    assert_eq!(session.after(seek(19)).in_force().queue.visibility_timeout, secs(30));
    assert_eq!(session.after(Action::Undo).player.run.trace.leases.len(), 3);
}

#[test]
fn setting_that_cannot_change_during_a_run_is_refused_from_now_on() {
    let session = after(Session::new(true), [seek(20), Action::FromNowOn(true)]);
    let refused = session.after(Action::Change(vec![Change::WorkerCount(5)]));
    let complaint = refused.complaint.as_deref().unwrap_or_default();
    assert!(complaint.contains("workers.count: fixed for the whole run"), "{complaint}");
    assert!(refused.player.run == session.player.run);
}

#[test]
fn long_run_is_made_in_pieces_under_the_run_before() {
    let long = r#"{ "title": "Long", "workers": { "count": 10, "job": "1s" },
        "arrivals": [{ "count": 20000, "every": "100ms" }], "horizon": "1h" }"#;
    let mut session =
        after(Session::new(true), [Action::Choose("long".into()), Action::Open("long".into(), long.to_owned())]);
    let first = session.player.run.clone();
    let mut told = Vec::new();
    while let Some(computing) = session.computing.clone() {
        assert!(session.player.run == first, "what was shown stays");
        told.push(computing.thousandths);
        session = session.after(Action::Compute);
    }
    assert!(told.len() > 3 && told.is_sorted() && told[0] < 500, "{told:?}");
    assert_eq!(session.player.run.trace.messages.len(), 20_000);
    assert_eq!(session.player.playhead, Millis::ZERO);
}

#[test]
fn change_during_a_long_run_takes_its_place() {
    let long = r#"{ "arrivals": [{ "count": 20000, "every": "100ms" }], "horizon": "1h" }"#;
    let session =
        after(Session::new(true), [Action::Choose("long".into()), Action::Open("long".into(), long.to_owned())]);
    assert!(session.computing.is_some());
    let undone = session.after(Action::Undo);
    assert_eq!(undone.computing, None);
    assert_eq!(undone.player.run.scenario, scenarios::first());
}

#[test]
fn message_that_the_new_run_does_not_have_is_not_picked_out_any_more() {
    let session = Session::new(true).after(Action::Select(Some(0)));
    assert_eq!(session.after(timeout(60)).selected, Some(0));
    let none = Action::Change(vec![Change::Set("arrivals".to_owned(), serde_json::json!([]))]);
    let emptied = session.after(none);
    assert_eq!((emptied.player.run.trace.messages.len(), emptied.selected), (0, None));
}

fn other() -> String {
    r#"{ "title": "Another" }"#.to_owned()
}

#[test]
fn scenario_chosen_opens_when_it_is_there_and_not_before() {
    let waiting = after(Session::new(false), [seek(40), Action::Choose("other".into())]);
    assert_eq!((&*waiting.choice.opened, waiting.player.playhead), (scenarios::FIRST, secs(40)));
    let opened = waiting.after(Action::Open("other".into(), other()));
    assert_eq!((&*opened.choice.opened, opened.player.playhead), ("other", Millis::ZERO));
    assert!(opened.player.playing);
    assert_eq!(opened.scenario.title, "Another");
    assert!(!opened.is_changed());
}

#[test]
fn scenario_that_comes_after_another_was_chosen_is_not_opened() {
    let session = after(Session::new(true), [Action::Choose("slow".into()), Action::Choose("other".into())]);
    let late =
        after(session.clone(), [Action::Open("slow".into(), other()), Action::Miss("slow".into(), "lost".into())]);
    assert_eq!(late, session);
}

#[test]
fn scenario_that_cannot_be_had_leaves_the_run_and_says_why() {
    let session = Session::new(true).after(Action::Choose("other".into()));
    let missed = session.after(Action::Miss("other".into(), "It is gone.".into()));
    assert_eq!((&*missed.choice.opened, &*missed.choice.chosen), (scenarios::FIRST, scenarios::FIRST));
    assert_eq!(missed.complaint.as_deref(), Some("It is gone. What was open stays; try again later."));
    assert!(missed.player.run == session.player.run);
    let garbled = session.after(Action::Open("other".into(), "<!doctype html>".into()));
    let complaint = garbled.complaint.as_deref().unwrap_or_default();
    assert!(complaint.starts_with("other is no scenario: line 1: expected value"), "{complaint}");
    assert_eq!(&*garbled.choice.chosen, scenarios::FIRST);
    // The next choice starts afresh.
    assert_eq!(missed.after(Action::Choose("other".into())).complaint, None);
}

#[test]
fn change_out_of_range_leaves_the_last_good_run_and_says_why() {
    let session = Session::new(true);
    let same = session.after(timeout(50_000));
    assert!(same.player.run == session.player.run);
    let complaint = same.complaint.as_deref().unwrap_or_default();
    assert!(complaint.starts_with("queue.visibility_timeout: out of range; expected"), "{complaint}");
}

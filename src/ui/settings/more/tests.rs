//! The settings against the format, and against scenarios.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::*;
use crate::sim::Change;

/// The format, as the schema has it.
struct Schema(Value);

/// Fields that no control sets, and why.
const EXCEPTIONS: [(&str, &str); 5] = [
    ("version", "the format is the program's, not the run's"),
    ("queue.visibility_timeout", "one of the three for everyone"),
    ("workers.heartbeat.every", "one of the three for everyone"),
    ("workers.job.each[]", "the whole list is one field"),
    ("arrivals[].job.each[]", "the whole list is one field"),
];

impl Schema {
    fn read() -> Self {
        Self(serde_json::from_str(include_str!("../../../../docs/scenario.schema.json")).unwrap())
    }

    /// What stands at `#/$defs/Name`.
    fn resolve<'a>(&'a self, node: &'a Value) -> Option<(&'a str, &'a Value)> {
        let name = node["$ref"].as_str()?.strip_prefix("#/$defs/")?;
        Some((name, &self.0["$defs"][name]))
    }

    /// Every scalar below a node, by path; of those that are words, the words.
    fn scalars(&self, node: &Value, path: &str, found: &mut BTreeMap<String, Vec<String>>) {
        let resolved = self.resolve(node);
        if resolved.is_some_and(|(name, _)| name == "Settings") {
            return;
        }
        if let Some((_, inner)) = resolved.filter(|(name, _)| *name != "Time") {
            return self.scalars(inner, path, found);
        }
        let step = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        if let Some(forms) = node["oneOf"].as_array().or(node["anyOf"].as_array()) {
            for form in forms {
                match form["const"].as_str() {
                    Some(word) => found.entry(path.to_owned()).or_default().push(word.to_owned()),
                    None => self.scalars(form, path, found),
                }
            }
        } else if let Some(fields) = node["properties"].as_object() {
            for (name, inner) in fields {
                self.scalars(inner, &step(name), found);
            }
        } else if node["type"] == "array" {
            self.scalars(&node["items"], &format!("{path}[]"), found);
        } else if node["type"] != "null" {
            found.entry(path.to_owned()).or_default();
        }
    }

    fn all(&self) -> BTreeMap<String, Vec<String>> {
        let mut found = BTreeMap::new();
        self.scalars(&self.0, "", &mut found);
        found
    }
}

#[test]
fn format_walked_has_a_control_for_every_field_and_no_control_leads_nowhere() {
    let format = Schema::read().all();
    let mut paths: BTreeSet<&str> = every().map(|field| field.path).collect();
    assert!(format.len() > 120 && format.contains_key("workers.on_failure.backoff.base"), "the format is read");
    for (exception, _) in EXCEPTIONS {
        assert!(format.contains_key(exception), "{exception} is a field");
        paths.insert(exception);
    }
    let missing: Vec<_> = format.keys().filter(|path| !paths.contains(path.as_str())).collect();
    assert_eq!(missing, Vec::<&String>::new(), "fields without a control");
    // An object that may be absent, and a list of times, are no scalars, and yet are set.
    let objects = ["lambda", "workers.job.each", "arrivals[].job.each"];
    let nowhere: Vec<_> = paths.iter().filter(|path| !format.contains_key(**path) && !objects.contains(path)).collect();
    assert_eq!(nowhere, Vec::<&&str>::new(), "controls of no field");
}

#[test]
fn setting_of_words_offers_those_of_the_format() {
    let format = Schema::read().all();
    for field in every() {
        if let Control::Choice(words) = field.control {
            let offered: BTreeSet<&str> = words.iter().map(|(word, _)| *word).collect();
            let known: BTreeSet<&str> = format[field.path].iter().map(String::as_str).collect();
            assert_eq!(offered, known, "{}", field.path);
        }
    }
}

#[test]
fn every_setting_says_what_it_means_and_no_two_of_a_kind_share_a_name() {
    let mut names = BTreeSet::new();
    for item in GROUPS.iter().flat_map(|group| group.items) {
        match item {
            Item::One(field) => assert!(names.insert(field.name), "{} twice", field.name),
            Item::List(list) | Item::Changes(list) => {
                assert!(names.insert(list.name) && !list.hint.is_empty(), "{}", list.name);
            }
        }
    }
    for field in every() {
        assert!(!field.name.is_empty() && !field.hint.is_empty(), "{}", field.path);
        assert!(!field.hint.ends_with('.'), "{}: a hint is no sentence", field.path);
    }
}

/// A scenario in which every setting is there, in one of the forms of its laws.
fn rich(job: &Value, on_failure: &Value, lambda: bool) -> Scenario {
    let json = json!({
        "queue": { "max_receive_count": 3 },
        "workers": { "job": job, "on_failure": on_failure, "heartbeat": {}, "polling": "instance",
                     "delete": { "interval": 5 } },
        "lambda": if lambda { json!({}) } else { Value::Null },
        "arrivals": [{ "job": job }],
        "failures": { "lost_answers": [{}] },
        "crashes": [{}], "pauses": [{}], "outages": [{}], "busy": [{}],
        "acts": [{ "do": "purge" }], "changes": [{ "at": 5, "set": { "queue.delay": 5 } }],
    });
    Scenario::from_json(&json.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

fn riches() -> Vec<Scenario> {
    let laws = JOB.iter().map(|form| (form.make)(None));
    let failures = FAILURE.iter().map(|form| (form.make)(None)).cycle();
    laws.zip(failures).enumerate().map(|(nth, (job, failure))| rich(&job, &failure, nth % 2 == 0)).collect()
}

#[test]
fn number_set_from_end_to_end_shows_what_it_was_set_to() {
    let mut seen = BTreeSet::new();
    for scenario in riches() {
        let values = Values::of(&scenario, &scenario);
        for field in every() {
            let place = field.path.contains("[]").then_some(0);
            let Control::Number(dial, off) = field.control else { continue };
            if !field.is_there(&scenario, &values, place) {
                continue;
            }
            seen.insert(field.path);
            let ends = [Some(dial.takes.0), Some(dial.takes.1), Some(dial.slides.0), Some(dial.slides.1)];
            for number in ends.into_iter().chain(dial.off.map(|_| None)) {
                let path = field.path_at(place);
                let set = scenario.with_field(&path, &off.value(dial, number)).unwrap();
                let after = Values::of(&set, &scenario);
                let shown = off.number(dial, at(&after.now, &path));
                // The greatest value of one that is off at most is off.
                assert!(shown == number || shown.is_none(), "{path}: {number:?} is {shown:?}");
                assert_eq!(dial.read(&dial.show(number)), Ok(number), "{path}");
            }
        }
    }
    let numbers = every().filter(|field| matches!(field.control, Control::Number(..))).map(|field| field.path);
    let unseen: Vec<_> = numbers.filter(|path| !seen.contains(path)).collect();
    assert_eq!(unseen, Vec::<&str>::new());
}

#[test]
fn every_word_and_form_makes_a_scenario() {
    for scenario in riches() {
        let values = Values::of(&scenario, &scenario);
        for field in every() {
            let place = field.path.contains("[]").then_some(0);
            let path = field.path_at(place);
            let now = at(&values.now, &path);
            let choices: Vec<Value> = match field.control {
                Control::Choice(words) => words.iter().map(|(word, _)| json!(word)).collect(),
                Control::Forms(forms) => forms.iter().map(|form| (form.make)(now)).collect(),
                Control::Switch => vec![json!(true), json!(false)],
                Control::Presence(make) => vec![make(&scenario), Value::Null],
                _ => continue,
            };
            if !field.is_there(&scenario, &values, place) {
                continue;
            }
            for choice in choices {
                let set = scenario.with_field(&path, &choice).unwrap_or_else(|error| panic!("{path}: {error:?}"));
                let after = set.to_value();
                let shown = at(&after, &path);
                match field.control {
                    Control::Choice(_) => assert_eq!(shown, Some(&choice), "{path}"),
                    Control::Forms(forms) => {
                        assert_eq!(
                            Form::place(forms, shown),
                            Form::place(forms, Some(&choice).filter(|it| !it.is_null()))
                        );
                    }
                    Control::Switch => assert_eq!(shown == Some(&json!(true)), choice == json!(true), "{path}"),
                    _ => assert_eq!(shown.is_some(), !choice.is_null(), "{path}"),
                }
            }
        }
    }
}

#[test]
fn setting_changed_differs_until_it_is_reset() {
    for scenario in riches() {
        let same = Values::of(&scenario, &scenario);
        assert_eq!(GROUPS.iter().map(|group| group.changed(&same)).sum::<usize>(), 0);
        for field in every() {
            let place = field.path.contains("[]").then_some(0);
            let Control::Number(dial, off) = field.control else { continue };
            let path = field.path_at(place);
            let was = off.number(dial, at(&same.now, &path));
            let Some(other) = [dial.takes.0, dial.takes.1].into_iter().find(|&end| Some(end) != was) else { continue };
            if !field.is_there(&scenario, &same, place) {
                continue;
            }
            let changed = scenario.with(&[change(&path, off.value(dial, Some(other)))]);
            let values = Values::of(&changed, &scenario);
            let counted: usize = GROUPS.iter().map(|group| group.changed(&values)).sum();
            assert_eq!((field.differs(&values, place), counted), (true, 1), "{path}");
            assert_eq!(field.show(at(&values.opened, &path)), dial.show(was), "{path}");
            let back = changed.with(&[change(&path, field.before(&values, place))]);
            assert_eq!(back, scenario, "{path}");
        }
    }
}

#[test]
fn heartbeat_turned_on_since_is_compared_with_one_as_it_is_by_default() {
    let opened = Scenario::default();
    let on = opened.with(&[Change::HeartbeatEvery(Some(crate::queue::Millis::from_secs(10)))]);
    let guards = |scenario: &Scenario| GROUPS[3].changed(&Values::of(scenario, &opened));
    assert_eq!(guards(&on), 0);
    assert_eq!(guards(&on.with(&[change("workers.heartbeat.sets", json!(20))])), 1);
}

#[test]
fn entry_added_to_each_list_is_a_scenario_and_removed_leaves_the_one_before() {
    for item in GROUPS.iter().flat_map(|group| group.items) {
        let (Item::List(list) | Item::Changes(list)) = item else { continue };
        let mut scenario = Scenario::default();
        let (there, _) = Values::of(&scenario, &scenario).len_of(list.path);
        let mut entries = at(&scenario.to_value(), list.path).cloned().unwrap_or_else(|| json!([]));
        let before = entries.clone();
        for nth in there..there + 3 {
            entries.as_array_mut().unwrap().push((list.add)(&scenario, nth));
            let changes = [change(list.path, entries.clone())];
            assert_eq!(refusal(&scenario, &changes, false), None, "{}", list.path);
            scenario = scenario.with(&changes);
        }
        let values = Values::of(&scenario, &Scenario::default());
        assert_eq!(values.len_of(list.path), (there + 3, there), "{}", list.path);
        assert_eq!(scenario.with(&[change(list.path, before)]), Scenario::default(), "{}", list.path);
    }
}

#[test]
fn setting_that_does_not_go_with_another_is_refused_by_its_name() {
    let scenario = Scenario::from_json(r#"{ "arrivals": [{ "delay": 5 }] }"#).unwrap();
    assert_eq!(
        refusal(&scenario, &[change("queue.fifo", json!(true))], false).as_deref(),
        Some("It does not go with “Send 1, delay of each”: expected none: a FIFO queue has only its own.")
    );
    let lambda = scenario.with(&[change("lambda", json!({}))]);
    assert_eq!(
        refusal(&lambda, &[change("lambda.timeout", json!(60))], false).as_deref(),
        Some("Expected at most the queue's visibility timeout: AWS refuses such a mapping.")
    );
    let shorter = [Change::VisibilityTimeout(crate::queue::Millis::from_secs(10))];
    assert_eq!(
        refusal(&lambda, &shorter, false).as_deref(),
        Some(
            "It does not go with “Function timeout”: expected at most the queue's visibility timeout: AWS refuses such a mapping."
        )
    );
    assert_eq!(refusal(&scenario, &[change("queue.delay", json!(5))], false), None);
}

#[test]
fn fewer_workers_take_the_crashes_of_those_that_are_gone_along() {
    let scenario = Scenario::default().with(&[change("crashes", json!([{ "worker": 2 }]))]);
    assert_eq!(refusal(&scenario, &[change("workers.count", json!(1))], false), None);
    assert_eq!(scenario.with(&[change("workers.count", json!(1))]).crashes, []);
}

#[test]
fn list_of_times_typed_is_read_and_one_with_a_word_is_not() {
    let read = field::read_times("400, 1.5s,5m").unwrap();
    assert_eq!(read, json!([400, "1500ms", 300]));
    assert_eq!(field::show_times(Some(&read)), "6 min 40 s, 1.5 s, 5 min");
    assert!(field::read_times("400, soon").unwrap_err().starts_with("Takes times"));
}

#[test]
fn more_closed_tells_the_settings_most_asked_for() {
    assert_eq!(summary(&Scenario::default()), "2 workers · batch 1 · no DLQ");
    let other = rich(&json!(20), &json!("leave"), true);
    assert_eq!(summary(&other), "Lambda · batch 10 · DLQ after 3");
}

#[test]
fn path_of_a_cause_is_called_as_its_setting_is() {
    let called = |path| label(path).unwrap_or_else(|| panic!("{path} has a name"));
    assert_eq!(called("queue.visibility_timeout"), "Visibility timeout");
    assert_eq!(called("workers.receive_timeout"), "A receive asks for");
    assert_eq!(called("arrivals.poison"), "Poison");
    assert_eq!(called("crashes"), "Crashes");
    assert_eq!(called("crashes[1].after"), "Crash 2, after");
    assert_eq!(label("wheels"), None);
}

#[test]
fn setting_fixed_for_the_run_is_refused_from_now_on_and_another_is_not() {
    let scenario = Scenario::default();
    let told = refusal(&scenario, &[change("workers.count", json!(5))], true).unwrap_or_default();
    assert!(told.starts_with("Fixed for the whole run"), "{told}");
    assert_eq!(refusal(&scenario, &[change("workers.count", json!(5))], false), None);
    assert_eq!(refusal(&scenario, &[change("queue.delay", json!(5))], true), None);
}

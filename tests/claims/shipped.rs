//! The list of what ships: it shows every claim, every file is in it, and what follows from it is up to date.
//!
//! Three things are written from the scenarios, and `make golden` writes them anew where a change was meant to change them: the log of
//! each (`logs`), the list that the page fetches (`static/scenarios/index.html`), and for the tests in the browser what they must find,
//! the hash of each trace among it (`tests/golden/shipped.json`).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use inflight::explain::{Tone, verdict};
use inflight::scenarios::{FIRST, GROUPS, all, first as first_scenario, named};
use inflight::sim::run;
use serde_json::{Value, json};

use super::hash::hash_of;
use super::{log_of, read, scenario};

fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// Compares a file with what it must be, or with `WRITE_GOLDEN` set writes it.
fn assert_up_to_date(relative: &str, wanted: &str) {
    let file = path(relative);
    if std::env::var_os("WRITE_GOLDEN").is_some() {
        return fs::write(&file, wanted).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    let differs = found.lines().zip(wanted.lines()).position(|(found, wanted)| found != wanted);
    let line = differs.unwrap_or_else(|| found.lines().count().min(wanted.lines().count()));
    assert!(
        found == wanted,
        "{relative}, line {}: is {:?}, and would be {:?} (make golden)",
        line + 1,
        found.lines().nth(line),
        wanted.lines().nth(line)
    );
}

/// The names of the files of a folder, without their endings.
fn files(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(path(folder)).unwrap();
    entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned()).collect()
}

fn names() -> BTreeSet<String> {
    all().map(|shipped| shipped.name.to_owned()).collect()
}

#[test]
fn every_claim_is_shown_by_a_scenario() {
    let shown: BTreeSet<u8> = all().flat_map(|shipped| shipped.claims).copied().collect();
    assert_eq!(shown, (1..=26).collect());
    assert!(all().all(|shipped| !shipped.claims.is_empty()));
}

#[test]
fn every_file_of_the_folder_ships_once() {
    let mut files = files("static/scenarios");
    assert!(files.remove("index"));
    assert_eq!(files, names());
    assert_eq!(all().count(), names().len());
}

#[test]
fn every_scenario_has_words_of_its_own_and_no_problems() {
    let (mut titles, mut abouts) = (BTreeSet::new(), BTreeSet::new());
    for shipped in all() {
        // Reading checks the ranges, too.
        let scenario = read(shipped.json);
        assert!((60..=300).contains(&scenario.about.chars().count()), "{}: {}", shipped.name, scenario.about);
        assert!((5..=52).contains(&scenario.title.chars().count()), "{}: {}", shipped.name, scenario.title);
        assert!(titles.insert(scenario.title) && abouts.insert(scenario.about), "{}", shipped.name);
    }
}

#[test]
fn first_scenario_is_the_one_that_the_page_carries() {
    let first = GROUPS[0].scenarios[0];
    assert_eq!((first.name, read(first.json)), (FIRST, first_scenario()));
}

#[test]
fn scenario_to_see_beside_another_is_another_that_ships() {
    for shipped in all() {
        if let Some(beside) = shipped.beside {
            assert!(beside != shipped.name && names().contains(beside), "{}", shipped.name);
        }
    }
}

#[test]
fn every_run_ends_within_what_a_page_can_show() {
    for shipped in all() {
        let trace = run(&read(shipped.json));
        assert!(!trace.cut_off && trace.events.len() < 500, "{}: {} events", shipped.name, trace.events.len());
    }
}

#[test]
fn every_verdict_takes_its_run_as_it_went() {
    let judged = |json| {
        let scenario = read(json);
        verdict(&scenario, &run(&scenario))
    };
    let wrong = all().filter(|shipped| judged(shipped.json).tone != shipped.tone);
    let told = |name: &str| {
        let shipped = named(name).unwrap();
        let verdict = judged(shipped.json);
        format!("{name} is {:?}, not {:?}: {} {}", shipped.tone, verdict.tone, verdict.headline, verdict.detail)
    };
    let differs: Vec<String> = wrong.map(|shipped| told(shipped.name)).collect();
    assert!(differs.is_empty(), "{}", differs.join("\n"));
}

#[test]
fn every_log_is_up_to_date() {
    for shipped in all() {
        assert_up_to_date(&format!("tests/claims/logs/{}.txt", shipped.name), &log_of(shipped.name));
    }
    assert_eq!(files("tests/claims/logs"), names(), "a log of nothing, or none of something");
}

#[test]
fn list_that_the_page_fetches_is_up_to_date() {
    let mut list = String::new();
    for group in GROUPS {
        list += &format!("<optgroup label=\"{}\">\n", group.title);
        for shipped in group.scenarios {
            let title = scenario(shipped.name).title;
            assert!(!title.contains(['&', '<']), "{title}: would have to be written otherwise there");
            list += &format!("<option value=\"{}\">{title}</option>\n", shipped.name);
        }
        list += "</optgroup>\n";
    }
    assert_up_to_date("static/scenarios/index.html", &list);
}

#[test]
fn words_and_hashes_for_the_browser_are_up_to_date() {
    let entries = GROUPS.iter().flat_map(|group| group.scenarios.iter().map(move |shipped| (group.title, shipped)));
    let entry = |(group, shipped): (&str, &inflight::scenarios::Shipped)| {
        let scenario = read(shipped.json);
        let trace = run(&scenario);
        let tone = match verdict(&scenario, &trace).tone {
            Tone::Well => "well",
            Tone::Caution => "caution",
            Tone::Trouble => "trouble",
        };
        let (name, title, about) = (shipped.name, scenario.title, scenario.about);
        json!({ "name": name, "group": group, "title": title, "about": about, "tone": tone, "hash": hash_of(&trace) })
    };
    let entries: Vec<Value> = entries.map(entry).collect();
    let text = serde_json::to_string_pretty(&entries).unwrap() + "\n";
    assert_up_to_date("tests/golden/shipped.json", &text);
}

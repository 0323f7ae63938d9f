//! How true the machine is: every rule of SQS is in `rules.json`, has cases in `tests/semantics` or a reason why not, and is told
//! of in `FIDELITY.md`.

mod cases;
mod list;
mod page;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cases::Case;
use list::{Rule, Section};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn rules_listed_are_all_there_once_and_in_order() {
    let listed: Vec<_> = list::rules().into_iter().map(|rule| rule.name).collect();
    let wanted: Vec<_> = (1..=122).map(|number| format!("R{number}")).collect();
    assert_eq!(listed, wanted);
}

#[test]
fn rules_listed_are_in_sections_that_follow_each_other() {
    let mut sections: Vec<_> = list::rules().into_iter().map(|rule| rule.section).collect();
    sections.dedup();
    let with_text_only = |section: &Section| !sections.contains(&section.title) && !section.text.is_empty();
    let wanted: Vec<_> = list::sections().into_iter().filter(|section| !with_text_only(section)).collect();
    assert_eq!(sections, wanted.into_iter().map(|section| section.title).collect::<Vec<_>>());
}

#[test]
fn rule_listed_has_a_case_or_a_reason() {
    let cases = cases::all();
    let has_case = |rule: &Rule| cases.iter().any(|case| case.checks(&rule.name));
    let missing: Vec<_> = list::rules().into_iter().filter(|rule| !has_case(rule) && !rule.has_reason()).collect();
    let missing: Vec<_> = missing.iter().map(|rule| format!("{}: {}", rule.name, rule.says)).collect();
    assert!(missing.is_empty(), "{} rules have neither a case nor a reason:\n{}", missing.len(), missing.join("\n"));
}

/// A reason for having no case contradicts a case, but for one that names a part.
#[test]
fn rule_with_cases_has_at_most_a_reason_in_part() {
    let cases = cases::all();
    let is_contradiction = |rule: &Rule| rule.has_reason() && cases.iter().any(|case| case.checks(&rule.name));
    let contradictions: Vec<_> =
        list::rules().into_iter().filter(is_contradiction).map(|rule| (rule.name, rule.reason)).collect();
    assert!(
        contradictions.is_empty(),
        "these have cases, so their reason must begin with \"In part\": {contradictions:?}"
    );
}

#[test]
fn rule_named_by_a_case_is_listed() {
    let mut known: BTreeSet<_> = list::rules().into_iter().map(|rule| rule.name).collect();
    known.extend(list::sections().iter().map(Section::name));
    let is_unknown = |case: &Case| case.rules.is_empty() || !case.rules.iter().all(|rule| known.contains(rule));
    let unknown: Vec<_> = cases::all().into_iter().filter(is_unknown).map(|case| (case.name, case.rules)).collect();
    assert!(unknown.is_empty(), "these cases name no rule, or one that is not listed: {unknown:?}");
}

#[test]
fn rule_named_in_the_source_is_listed() {
    let known: BTreeSet<_> = list::rules().into_iter().map(|rule| rule.name).collect();
    let mut unknown = Vec::new();
    for file in sources(&project().join("src")) {
        let text = fs::read_to_string(&file).expect("a source file is a text");
        unknown.extend(
            numbers(&text).filter(|number| !known.contains(*number)).map(|number| (file.clone(), number.to_owned())),
        );
    }
    assert!(unknown.is_empty(), "these rules are not listed: {unknown:?}");
}

/// The page is what the rules and the cases of now make of it. With `WRITE_FIDELITY` set, which is what `make fidelity` does, it
/// is written instead of compared: so there is one place that knows how, and no second program to build.
#[test]
fn page_compared_is_up_to_date() {
    let file = project().join("FIDELITY.md");
    let page = page::write(&list::sections(), &list::rules(), &cases::all());
    if std::env::var_os("WRITE_FIDELITY").is_some() {
        fs::write(file, page).expect("FIDELITY.md can be written");
        return;
    }
    let found = fs::read_to_string(file).unwrap_or_default();
    assert!(found == page, "FIDELITY.md is not up to date: run `make fidelity`");
}

/// Every Rust file below a directory.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries =
        directory.read_dir().expect("the directory is there").map(|entry| entry.expect("it can be read").path());
    let (directories, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let below = directories.iter().flat_map(|directory| sources(directory));
    files.into_iter().filter(|file| file.extension().is_some_and(|it| it == "rs")).chain(below).collect()
}

/// Every word that is an R and a number.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| {
        let digits = word.strip_prefix('R').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

//! How a scenario is read, and what is told of a text that is none: the line, the field, and what was expected there.

use serde_json::Value;

use super::super::outline::{Entry, line_of, outline};
use super::super::problem::{Problem, ScenarioError};
use super::super::wording;
use super::{RANGES, Scenario, VERSION};

/// Reads JSON; whether each value lies in its range is not looked at here.
pub(super) fn read(json: &str) -> Result<Scenario, ScenarioError> {
    let scenario = serde_json::from_str(json).map_err(|error| told(json, &error))?;
    // What serde lets pass.
    for entry in outline(json) {
        if entry.is_twice {
            return Err(at(json, &entry, wording::TWICE.to_owned()));
        }
        if is_list(json, &entry) && takes_object(&entry.path) {
            return Err(at(json, &entry, wording::LIST.to_owned()));
        }
    }
    Ok(scenario)
}

/// A value that was read but is out of its range, with the line where it stands; where it is a default, that of the object it
/// would stand in.
pub(super) fn out_of_range(json: &str, problem: Problem) -> ScenarioError {
    let entries = outline(json);
    let mut path = problem.field.as_str();
    let entry = loop {
        match entries.iter().find(|entry| entry.path == path) {
            Some(entry) => break entry,
            None => path = path.rfind(['.', '[']).map_or("", |end| &path[..end]),
        }
    };
    let line = Some(line_of(json, entry.from)).filter(|_| !entry.path.is_empty());
    ScenarioError { line, message: problem.message(), field: Some(problem.field) }
}

/// A file of a format to come.
pub(super) fn later() -> Problem {
    Problem::told("version", format!("a later format than this program knows; expected 1 to {VERSION}"))
}

/// What serde says, in words for people.
fn told(json: &str, error: &serde_json::Error) -> ScenarioError {
    let text = error.to_string();
    // serde_json appends the place, which has fields of its own here.
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    // A word where an enum has none is called a slip of syntax.
    let whole = serde_json::from_str::<Value>(json);
    if !error.is_data() && whole.is_err() {
        return ScenarioError { line: Some(error.line()), field: None, message: message.to_owned() };
    }
    // A later format has fields that are not known here.
    let version = whole.ok().and_then(|whole| whole.get("version")?.as_u64());
    if version.is_some_and(|version| version > VERSION.into()) {
        return out_of_range(json, later());
    }
    let line_start: usize = json.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let end = (line_start + error.column()).min(json.len());
    // All that has not ended by then is around the error, the innermost last. What follows is of no interest, and may be anything.
    let entries = outline(json.get(..end).unwrap_or(json));
    let around: Vec<&Entry> = entries.iter().filter(|entry| entry.to >= end).collect();
    let is_wrong_list = |entry: &&&Entry| is_list(json, entry) && takes_object(&entry.path);
    if let Some(list) = around.iter().find(is_wrong_list) {
        return at(json, list, wording::LIST.to_owned());
    }
    // A word that needs a value is told of only at the end of what it stands in.
    let is_bare = |entry: &&Entry| {
        let value = json.get(entry.value..entry.to).unwrap_or_default();
        value.starts_with('"') && probe(&entry.path, value).is_some_and(|error| error.starts_with(wording::BARE))
    };
    if let Some(word) = entries.iter().find(|entry| message.starts_with(wording::BARE) && is_bare(entry)) {
        return at(json, word, format!("a value is missing; expected {{ {}: … }}", &json[word.value..word.to]));
    }
    let Some(entry) = around.last() else {
        return ScenarioError { line: Some(error.line()), field: None, message: message.to_owned() };
    };
    let message = match probe(&entry.path, "\"\"") {
        Some(words) if !error.is_data() => wording::expected_word(&words),
        _ => wording::in_words(message, number(&entry.path).as_deref()),
    };
    at(json, entry, message)
}

fn at(json: &str, entry: &Entry, message: String) -> ScenarioError {
    let field = Some(entry.path.clone()).filter(|path| !path.is_empty());
    ScenarioError { line: Some(line_of(json, entry.from)), field, message }
}

/// What the number at this path may be, in words, if there is one.
fn number(path: &str) -> Option<String> {
    let mut general = String::new();
    for (at, part) in path.split('[').enumerate() {
        let part = if at == 0 { part } else { part.split_once(']')?.1 };
        general += if at == 0 { "" } else { "[]" };
        general += part;
    }
    RANGES.iter().find(|range| range.path == general).map(super::Range::expected)
}

fn is_list(json: &str, entry: &Entry) -> bool {
    json.get(entry.value..).is_some_and(|value| value.starts_with('['))
}

/// Whether an object belongs at this path. serde reads one from a list as well, its fields in order: nobody means that.
fn takes_object(path: &str) -> bool {
    // What a timed change sets is looked at when it is set.
    !path.contains("].set.") && probe(path, "{}").is_none_or(|error| error.starts_with("missing field"))
}

/// What is wrong with a scenario that has this value at this path and nothing else.
pub(super) fn probe(path: &str, value: &str) -> Option<String> {
    let (mut json, mut close) = (String::new(), String::new());
    for step in path.split('.').filter(|step| !step.is_empty()) {
        let name = step.split('[').next().unwrap_or_default();
        json += &format!("{{\"{name}\":");
        close.insert(0, '}');
        for _ in step.matches('[') {
            json.push('[');
            close.insert(0, ']');
        }
    }
    serde_json::from_str::<Scenario>(&(json + value + &close)).err().map(|error| error.to_string())
}

//! The cases, as far as they say what they check.

use std::fs;

use serde::Deserialize;

/// The head of a case file.
#[derive(Deserialize)]
pub struct Case {
    pub name: String,
    pub rules: Vec<String>,
    pub source: String,
}

/// A test that was run against AWS; the later one is the greater.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
pub enum Validated<'a> {
    /// At a date that nobody wrote down.
    Undated,
    /// On this day, as `2025-03-28`.
    On(&'a str),
}

impl Case {
    /// Whether it is a case of that rule or section.
    pub fn checks(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule == name)
    }

    /// Whether its source is a test that was validated against AWS, and when last: the source says `AWS` and the day, `AWS
    /// (undated)` or, as moto marks its tests, `AWS verified`. Whatever else it says of AWS, such as `seen on AWS`, is a report
    /// and not a test.
    pub fn validated(&self) -> Option<Validated<'_>> {
        let after = self.source.split("AWS ").skip(1);
        let validated = after.filter_map(|rest| match rest.get(..10) {
            Some(day) if is_day(day) => Some(Validated::On(day)),
            _ => ["(undated)", "verified"].iter().any(|mark| rest.starts_with(mark)).then_some(Validated::Undated),
        });
        validated.max()
    }
}

fn is_day(text: &str) -> bool {
    text.bytes()
        .enumerate()
        .all(|(place, byte)| if matches!(place, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() })
}

/// Every case, by name.
pub fn all() -> Vec<Case> {
    let directory = super::project().join("tests/semantics");
    let files =
        directory.read_dir().expect("the directory is there").map(|entry| entry.expect("it can be read").path());
    let mut cases: Vec<Case> = files
        .map(|file| {
            let text = fs::read_to_string(&file).expect("a case is a text");
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        })
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

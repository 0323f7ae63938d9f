//! What is wrong with a scenario file, and where.

use std::fmt;

use super::nearest::nearest;
use super::scenario::VERSION;

/// What a span takes that must not be empty.
pub(super) const LASTING: &str = "0.001 s to 14 d";
/// What any other span or instant takes.
pub(super) const AT_MOST: &str = "at most 14 d";

/// What is said of a list where an object belongs.
pub(super) const LIST: &str = "a list; expected an object, as { \"name\": … }";
/// What is said of a field that stands twice in one object.
pub(super) const TWICE: &str = "stands twice in the same object";
/// How serde begins to tell of a word that needs a value.
pub(super) const BARE: &str = "invalid type: unit variant";

/// A value that does not fit.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// The field, as `workers.job`.
    pub field: String,
    /// What is wrong with it; empty for a value out of its range.
    pub wrong: String,
    /// What it takes; empty where `wrong` says it all.
    pub expected: String,
}

impl Problem {
    pub(super) fn new(field: &str, expected: &str) -> Self {
        Self { field: field.to_owned(), wrong: String::new(), expected: expected.to_owned() }
    }

    /// Another than a value out of its range, in a sentence.
    pub(super) fn told(field: &str, wrong: String) -> Self {
        Self { field: field.to_owned(), wrong, expected: String::new() }
    }

    /// What is wrong, and what was expected.
    #[must_use]
    pub fn message(&self) -> String {
        if self.wrong.is_empty() { format!("out of range; expected {}", self.expected) } else { self.wrong.clone() }
    }
}

/// A file of a format to come.
pub(super) fn later() -> Problem {
    Problem::told("version", format!("a later format than this program knows; expected 1 to {VERSION}"))
}

/// Why a text is no scenario.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ScenarioError {
    /// The line, counted from 1; `None` where it is not known.
    pub line: Option<usize>,
    /// The field; `None` where the text is no JSON at all.
    pub field: Option<String>,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(field) = &self.field {
            write!(f, "field {field}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScenarioError {}

/// A name that serde does not know, and those that it knows.
pub(super) fn unknown(message: &str) -> Option<(&str, Vec<&str>)> {
    let rest = message.strip_prefix("unknown field `").or_else(|| message.strip_prefix("unknown variant `"))?;
    let (name, known) = rest.rsplit_once("`, expected ")?;
    Some((name, known.split('`').skip(1).step_by(2).collect()))
}

/// What to say where a word of a list belongs, given what serde says of the empty word.
pub(super) fn expected_word(message: &str) -> String {
    match unknown(message) {
        Some((_, known)) => format!("expected one of `{}`", known.join("`, `")),
        None => "expected one name only".to_owned(),
    }
}

/// What serde says of a value, in words for people; `number` is what a number in this place may be.
pub(super) fn in_words(message: &str, number: Option<&str>) -> String {
    if let Some((name, known)) = unknown(message) {
        let what = if message.starts_with("unknown field") { "field" } else { "value" };
        let meant = nearest(name, &known).map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
        let end = if meant.is_empty() { "." } else { "" };
        return format!("unknown {what} `{name}`{meant}{end} Known here: `{}`", known.join("`, `"));
    }
    if message.starts_with("duplicate field") {
        return TWICE.to_owned();
    }
    let found = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    let Some((found, expected)) = found.and_then(|found| found.rsplit_once(", expected ")) else {
        return message.to_owned();
    };
    let in_words = |word: &str, words: &[(&str, &str)]| {
        let known = words.iter().find(|(rust, _)| word.starts_with(rust));
        known
            .map(|(rust, words)| if words.ends_with(' ') { word.replacen(rust, words, 1) } else { (*words).to_owned() })
    };
    let expected = match (in_words(expected, &EXPECTED), number) {
        (Some(kind), Some(range)) if kind == NUMBER => format!("{kind}, {range}"),
        (kind, _) => kind.unwrap_or_else(|| expected.to_owned()),
    };
    let found = in_words(found, &FOUND).unwrap_or_else(|| found.to_owned()).replace('`', "");
    format!("{found}; expected {expected}")
}

const NUMBER: &str = "a whole number";

/// What Rust calls a kind of value that was expected, and what people do.
const EXPECTED: [(&str, &str); 9] = [
    ("struct", "an object, as { \"name\": … }"),
    ("unit", "a name alone, without a value"),
    ("u", NUMBER),
    ("i64", NUMBER),
    ("a boolean", "true or false"),
    ("a string", "a text"),
    ("string", "a text"),
    ("a sequence", "a list"),
    ("a map", "an object"),
];

/// The same of a value that was found; one that ends with a space has the value behind it.
const FOUND: [(&str, &str); 6] = [
    ("string ", "the text "),
    ("integer ", "the number "),
    ("floating point ", "the number "),
    ("boolean ", "the value "),
    ("sequence", "a list"),
    ("map", "an object"),
];

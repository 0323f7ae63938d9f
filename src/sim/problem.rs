//! What is wrong with a scenario file, and where.

use std::fmt;

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

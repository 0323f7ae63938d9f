//! What is wrong with a scenario file, and where.

use std::fmt;

use serde::de::DeserializeOwned;

/// What a span takes that must not be empty.
pub(super) const LASTING: &str = "0.001 s to 14 d";
/// What any other span or instant takes.
pub(super) const AT_MOST: &str = "at most 14 d";

/// A value out of its range.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// The field, as `workers.job`.
    pub field: String,
    /// What it takes.
    pub expected: String,
}

impl Problem {
    pub(super) fn new(field: &str, expected: &str) -> Self {
        Self { field: field.to_owned(), expected: expected.to_owned() }
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

impl ScenarioError {
    /// A value that parsed but is out of its range. Its line is that of the field's name, where that stands only once.
    pub(super) fn of(json: &str, problem: Problem) -> Self {
        let name = problem.field.rsplit('.').next().unwrap_or_default();
        let quoted = format!("\"{name}\"");
        let mut lines = json.lines().enumerate().filter(|(_, line)| line.contains(&quoted)).map(|(at, _)| at + 1);
        let line = lines.next().filter(|_| lines.next().is_none());
        Self { line, field: Some(problem.field), message: format!("out of range; expected {}", problem.expected) }
    }
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

/// Reads JSON, and natively names the field of what does not fit; the page does without, for the sake of its size.
pub(super) fn parse<T: DeserializeOwned>(json: &str) -> Result<T, ScenarioError> {
    // A struct may be read from a list as well, its fields in order: nobody means that.
    if json.trim_start().starts_with('[') {
        let message = "a list; expected an object, as { \"queue\": … }".to_owned();
        return Err(ScenarioError { line: Some(1), field: None, message });
    }
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let parsed = deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(parsed)
}

#[cfg(not(target_arch = "wasm32"))]
fn deserialize<T: DeserializeOwned>(
    deserializer: &mut serde_json::Deserializer<serde_json::de::StrRead<'_>>,
) -> Result<T, ScenarioError> {
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let path = error.path().to_string();
        let field = Some(path).filter(|path| path != ".");
        ScenarioError { field, ..ScenarioError::from(error.into_inner()) }
    })
}

#[cfg(target_arch = "wasm32")]
fn deserialize<T: DeserializeOwned>(
    deserializer: &mut serde_json::Deserializer<serde_json::de::StrRead<'_>>,
) -> Result<T, ScenarioError> {
    Ok(T::deserialize(deserializer)?)
}

impl From<serde_json::Error> for ScenarioError {
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        // serde_json appends the place, which has a field of its own here.
        let message = text.split(" at line ").next().unwrap_or_default().to_owned();
        Self { line: Some(error.line()), field: None, message }
    }
}

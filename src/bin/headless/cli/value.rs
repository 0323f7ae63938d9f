//! The numbers, switches and long texts in a case file.

use std::sync::Arc;

use inflight::queue::Millis;
use inflight::sim::span;
use serde::Deserialize;
use serde_json::{Number, Value};

/// An instant in seconds, with at most three decimals.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(try_from = "Number")]
pub struct Seconds(pub Millis);

/// Some thirty years: no case needs more, and no sum of instants overflows.
const LATEST: Millis = Millis::from_secs(1_000_000_000);

impl TryFrom<Number> for Seconds {
    type Error = String;

    /// By way of the shortest text that means the number, so that no error of floating point gets in.
    fn try_from(number: Number) -> Result<Self, String> {
        span::parse(&number.to_string()).filter(|instant| *instant <= LATEST).map(Self).ok_or_else(|| {
            format!("{number} is no instant; expected 0 to {LATEST} seconds with at most three decimals")
        })
    }
}

/// A whole number, or a text that says one: SQS itself takes and gives attributes as texts.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct Whole(pub i64);

impl TryFrom<Value> for Whole {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let whole = match &value {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        whole.map(Self).ok_or_else(|| format!("{value} is no whole number; expected one, or a text such as \"30\""))
    }
}

/// Yes or no, or a text that says so: SQS itself takes and gives attributes as texts.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct Flag(pub bool);

impl TryFrom<Value> for Flag {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let flag = match &value {
            Value::Bool(flag) => Some(*flag),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        flag.map(Self).ok_or_else(|| format!("{value} is neither true nor false"))
    }
}

/// A text, or how to make a long one: `{ "repeat": "x", "times": 1024 }`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct Text(pub Arc<str>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Repeated {
    repeat: String,
    times: usize,
}

/// More than a message can hold, so that a case can send it, and not so much that one could fill the memory.
const LONGEST: usize = 4 << 20;

impl TryFrom<Value> for Text {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        if let Value::String(text) = value {
            return Ok(Self(text.into()));
        }
        let no_text = || format!("{value} is no text; expected one, or an object with `repeat` and `times`");
        let Repeated { repeat, times } = Repeated::deserialize(&value).map_err(|_| no_text())?;
        let is_short = repeat.len().checked_mul(times).is_some_and(|length| length <= LONGEST);
        if is_short { Ok(Self(repeat.repeat(times).into())) } else { Err(no_text()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_read_are_exact_to_the_millisecond_and_no_finer() {
        let ms = |text: &str| serde_json::from_str::<Seconds>(text).ok().map(|seconds| seconds.0.0);
        assert_eq!(ms("0"), Some(0));
        assert_eq!(ms("43200.001"), Some(43_200_001));
        assert_eq!(ms("1.100"), Some(1_100));
        assert_eq!(ms("1.0005"), None);
        assert_eq!(ms("-1"), None);
        assert_eq!(ms("1000000000.001"), None);
        assert_eq!(ms("\"1\""), None);
    }

    #[test]
    fn whole_number_read_may_be_a_text() {
        let whole = |text: &str| serde_json::from_str::<Whole>(text).ok().map(|whole| whole.0);
        assert_eq!(whole("-1"), Some(-1));
        assert_eq!(whole("\"30\""), Some(30));
        assert_eq!(whole("1.5"), None);
        assert_eq!(whole("\"\""), None);
    }

    #[test]
    fn flag_read_may_be_a_text() {
        let flag = |text: &str| serde_json::from_str::<Flag>(text).ok().map(|flag| flag.0);
        assert_eq!(flag("true"), Some(true));
        assert_eq!(flag("\"false\""), Some(false));
        assert_eq!(flag("1"), None);
        assert_eq!(flag("\"True\""), None);
    }

    #[test]
    fn text_read_may_be_repeated_but_not_without_end() {
        let text = |text: &str| serde_json::from_str::<Text>(text).ok().map(|text| text.0.to_string());
        assert_eq!(text("\"A\""), Some("A".to_owned()));
        assert_eq!(text(r#"{ "repeat": "ab", "times": 3 }"#), Some("ababab".to_owned()));
        assert_eq!(text(r#"{ "repeat": "ab" }"#), None);
        assert_eq!(text(r#"{ "repeat": "ab", "times": 3000000 }"#), None);
        assert_eq!(text("5"), None);
    }
}

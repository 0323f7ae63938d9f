//! The two kinds of numbers in a case file.

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
}

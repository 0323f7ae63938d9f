//! Comparing an answer with what a case expects of it.
//!
//! Only what an expectation lists is compared. An empty list means that the member is absent, as SQS leaves an empty `Messages`
//! out; so does `null`. A number, `true` and `false` equal the texts that say them, since SQS gives attributes as texts.

use std::fmt;

use serde_json::{Map, Value};

type Object = Map<String, Value>;

/// In front of some error codes; cases may leave it out.
const CODE_PREFIX: &str = "AWS.SimpleQueueService.";

/// What was expected, and what came instead.
#[derive(Debug)]
pub struct Mismatch {
    expected: String,
    got: String,
}

impl Mismatch {
    fn new(expected: impl fmt::Display, got: Option<&Value>) -> Self {
        let got = got.map_or_else(|| "nothing".to_owned(), Value::to_string);
        Self { expected: expected.to_string(), got }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, got {}", self.expected, self.got)
    }
}

/// Compares a whole answer. That of a refused call holds an `error` and nothing else; only an expected error fits it.
pub fn compare(expectation: &Object, answer: &Object) -> Result<(), Mismatch> {
    let differs = |expected: &dyn fmt::Display| Mismatch::new(expected, Some(&answer.clone().into()));
    if let Some(Value::Array(alternatives)) = expectation.get("any") {
        let mut common = expectation.clone();
        common.remove("any");
        let fits = alternatives.iter().filter_map(Value::as_object).any(|alternative| {
            let mut whole = common.clone();
            whole.extend(alternative.clone());
            compare(&whole, answer).is_ok()
        });
        return if fits { Ok(()) } else { Err(differs(&any_of(alternatives))) };
    }
    match (expectation.get("error"), answer.get("error")) {
        (None, Some(error)) => Err(Mismatch::new("no error", Some(error))),
        (Some(error), None) => Err(differs(&format_args!("error {error}"))),
        _ => compare_object("", expectation, answer),
    }
}

fn compare_object(path: &str, expectation: &Object, object: &Object) -> Result<(), Mismatch> {
    let unordered = expectation.get("unordered") == Some(&Value::Bool(true));
    for (name, expected) in expectation {
        let got = object.get(name);
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match (name.as_str(), expected) {
            ("unordered", _) => {}
            ("any", Value::Array(alternatives)) => compare_any(alternatives, object)?,
            ("not", Value::Object(excluded)) => compare_not(excluded, object)?,
            ("contains", Value::String(part)) => {
                let message = object.get("message");
                if !message.and_then(Value::as_str).is_some_and(|message| message.contains(part)) {
                    return Err(Mismatch::new(format_args!("a message that contains {expected}"), message));
                }
            }
            _ => compare_member(&path, expected, got, unordered)?,
        }
    }
    Ok(())
}

fn compare_any(alternatives: &[Value], object: &Object) -> Result<(), Mismatch> {
    let fits = |alternative: &Object| compare_object("", alternative, object).is_ok();
    if alternatives.iter().filter_map(Value::as_object).any(fits) {
        return Ok(());
    }
    Err(Mismatch::new(any_of(alternatives), Some(&object.clone().into())))
}

/// Every field that is listed must differ.
fn compare_not(excluded: &Object, object: &Object) -> Result<(), Mismatch> {
    for (name, value) in excluded {
        let got = object.get(name);
        if compare_member(name, value, got, false).is_ok() {
            return Err(Mismatch::new(format_args!("{name} other than {value}"), got));
        }
    }
    Ok(())
}

fn compare_member(path: &str, expected: &Value, got: Option<&Value>, unordered: bool) -> Result<(), Mismatch> {
    match (expected, got) {
        (Value::Object(expected), Some(Value::Object(got))) => compare_object(path, expected, got),
        (Value::Array(items), Some(Value::Array(got_items))) if items.len() == got_items.len() => {
            if !unordered {
                let mut pairs = items.iter().zip(got_items).enumerate();
                return pairs.try_for_each(|(place, (item, got))| {
                    compare_member(&format!("{path}[{place}]"), item, Some(got), false)
                });
            }
            if can_pair(items, &got_items.iter().collect::<Vec<_>>()) {
                return Ok(());
            }
            Err(Mismatch::new(format_args!("{path}, in any order, {expected}"), got))
        }
        _ if is_same(expected, got) || is_same_queue(path, expected, got) => Ok(()),
        _ => Err(Mismatch::new(format_args!("{path} {expected}"), got)),
    }
}

/// Whether each expected item can have an item of its own that fits it. An expected item may fit several, so all ways are tried.
fn can_pair(items: &[Value], got: &[&Value]) -> bool {
    let Some((item, items)) = items.split_first() else { return true };
    (0..got.len()).any(|place| {
        let mut others = got.to_vec();
        let taken = others.remove(place);
        compare_member("", item, Some(taken), false).is_ok() && can_pair(items, &others)
    })
}

fn is_same(expected: &Value, got: Option<&Value>) -> bool {
    match (expected, got) {
        (Value::Null, None) => true,
        (Value::Array(items), None) => items.is_empty(),
        (Value::Number(number), Some(Value::String(text))) | (Value::String(text), Some(Value::Number(number))) => {
            number.to_string() == *text
        }
        (Value::Bool(flag), Some(Value::String(text))) => flag.to_string() == *text,
        (Value::Number(expected), Some(Value::Number(got))) => expected.as_f64() == got.as_f64(),
        (Value::String(expected), Some(Value::String(got))) => without_prefix(expected) == without_prefix(got),
        (_, Some(got)) => expected == got,
        (_, None) => false,
    }
}

/// Where AWS has an ARN, there is a queue's name, and a case may leave out the suffix of a FIFO queue.
fn is_same_queue(path: &str, expected: &Value, got: Option<&Value>) -> bool {
    let field = path.rsplit('.').next().unwrap_or_default();
    let got = got.and_then(Value::as_str).and_then(|name| name.strip_suffix(".fifo"));
    field.contains("Arn") && got.is_some() && got == expected.as_str()
}

fn without_prefix(code: &str) -> &str {
    code.strip_prefix(CODE_PREFIX).unwrap_or(code)
}

fn any_of(alternatives: &[Value]) -> String {
    alternatives.iter().map(Value::to_string).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(expectation: &Value, answer: &Value) -> String {
        let objects = (expectation.as_object().unwrap(), answer.as_object().unwrap());
        compare(objects.0, objects.1).map_or_else(|mismatch| mismatch.to_string(), |()| "fits".to_owned())
    }

    fn two_messages() -> Value {
        json!({ "Messages": [{ "Body": "A", "ApproximateReceiveCount": 1 }, { "Body": "B", "ApproximateReceiveCount": 2 }] })
    }

    #[test]
    fn answer_with_more_than_is_listed_fits() {
        assert_eq!(told(&json!({}), &two_messages()), "fits");
        assert_eq!(
            told(&json!({ "Messages": [{ "Body": "A" }, { "ApproximateReceiveCount": "2" }] }), &two_messages()),
            "fits"
        );
        assert_eq!(told(&json!({ "Messages": [], "QueueUrl": null }), &json!({})), "fits");
    }

    #[test]
    fn answer_that_differs_is_told_with_its_place() {
        let expectation = json!({ "Messages": [{ "Body": "A" }, { "Body": "C" }] });
        assert_eq!(told(&expectation, &two_messages()), "expected Messages[1].Body \"C\", got \"B\"");
        assert_eq!(told(&json!({ "Messages": [{}] }), &json!({})), "expected Messages [{}], got nothing");
        assert!(told(&json!({ "Messages": [] }), &two_messages()).starts_with("expected Messages [], got [{"));
        assert!(told(&json!({ "Messages": [{}] }), &two_messages()).starts_with("expected Messages [{}], got [{"));
    }

    #[test]
    fn queue_named_in_an_arn_may_lack_its_suffix() {
        let answer = json!({ "SourceArn": "q.fifo", "Body": "b.fifo", "FifoQueue": "true" });
        assert_eq!(told(&json!({ "SourceArn": "q", "FifoQueue": true }), &answer), "fits");
        assert_eq!(told(&json!({ "SourceArn": "p" }), &answer), "expected SourceArn \"p\", got \"q.fifo\"");
        assert_eq!(told(&json!({ "Body": "b" }), &answer), "expected Body \"b\", got \"b.fifo\"");
        assert_ne!(told(&json!({ "FifoQueue": false }), &answer), "fits");
    }

    #[test]
    fn unordered_messages_fit_in_any_order_but_each_only_once() {
        let unordered = |messages: Value| told(&json!({ "Messages": messages, "unordered": true }), &two_messages());
        assert_eq!(unordered(json!([{ "Body": "B" }, { "Body": "A" }])), "fits");
        // The first fits both and must leave A to the second.
        assert_eq!(unordered(json!([{}, { "Body": "A" }])), "fits");
        assert_ne!(unordered(json!([{ "Body": "A" }, { "Body": "A" }])), "fits");
        let ordered = json!({ "Messages": [{ "Body": "B" }, { "Body": "A" }] });
        assert_eq!(told(&ordered, &two_messages()), "expected Messages[0].Body \"B\", got \"A\"");
    }

    #[test]
    fn excluded_field_must_differ() {
        let not = |body: &str| told(&json!({ "Messages": [{ "not": { "Body": body } }, {}] }), &two_messages());
        assert_eq!(not("B"), "fits");
        assert_eq!(not("A"), "expected Body other than \"A\", got \"A\"");
    }

    #[test]
    fn alternative_that_fits_is_enough() {
        let any = json!({ "any": [{ "Messages": [] }, { "error": { "code": "OverLimit" } }] });
        assert_eq!(told(&any, &json!({})), "fits");
        assert_eq!(told(&any, &json!({ "error": { "code": "OverLimit" } })), "fits");
        assert_ne!(told(&any, &two_messages()), "fits");
        assert_ne!(told(&any, &json!({ "error": { "code": "MissingParameter" } })), "fits");
        let inner = json!({ "Messages": [{ "any": [{ "Body": "X" }, { "Body": "A" }] }, {}] });
        assert_eq!(told(&inner, &two_messages()), "fits");
    }

    #[test]
    fn error_fits_only_an_expected_error() {
        let code = "AWS.SimpleQueueService.NonExistentQueue";
        let answer = json!({ "error": { "code": code, "status": 400, "message": "No queue." } });
        for code in ["NonExistentQueue", code] {
            assert_eq!(
                told(&json!({ "error": { "code": code, "status": 400, "contains": "queue" } }), &answer),
                "fits"
            );
        }
        assert!(told(&json!({}), &answer).starts_with("expected no error, got {\"code\":"));
        assert_eq!(told(&json!({ "error": {} }), &json!({})), "expected error {}, got {}");
        assert_eq!(told(&json!({ "error": { "status": 403 } }), &answer), "expected error.status 403, got 400");
        let other_text = json!({ "error": { "contains": "handle" } });
        assert_eq!(told(&other_text, &answer), "expected a message that contains \"handle\", got \"No queue.\"");
    }
}

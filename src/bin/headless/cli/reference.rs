//! References of a case to answers that were given before: `$r1.0`, `$r1.0.MessageId`, `$s1.MessageId`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A part of a named answer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Reference<'a> {
    name: &'a str,
    /// Which message of a receive; `None` for a field of the answer itself.
    message: Option<usize>,
    field: &'a str,
}

impl<'a> Reference<'a> {
    /// `None` for a text that is no reference, and so is taken as it stands.
    fn parse(text: &'a str) -> Option<Self> {
        let (name, part) = text.strip_prefix('$')?.split_once('.')?;
        let (message, field) = match part.split_once('.') {
            Some((message, field)) => (Some(message.parse().ok()?), field),
            None => part.parse().map_or((None, part), |message| (Some(message), "ReceiptHandle")),
        };
        (is_name(name) && is_name(field)).then_some(Self { name, message, field })
    }
}

/// Whether an answer can be called so.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|char| char.is_ascii_alphanumeric() || "_-".contains(char))
}

/// The names of the answers that a piece of a case refers to.
pub fn names(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => Reference::parse(text).map(|reference| reference.name).into_iter().collect(),
        Value::Array(items) => items.iter().flat_map(names).collect(),
        Value::Object(members) => members.values().flat_map(names).collect(),
        _ => Vec::new(),
    }
}

/// The named answers that were given so far.
#[derive(Debug, Default)]
pub struct Answers(BTreeMap<String, Value>);

impl Answers {
    /// Keeps an answer under its name.
    pub fn insert(&mut self, name: &str, answer: Value) {
        self.0.insert(name.to_owned(), answer);
    }

    /// `value` with what its references stand for; the error says which of them stands for nothing.
    fn resolve(&self, value: &Value) -> Result<Value, String> {
        match value {
            Value::String(text) => match Reference::parse(text) {
                Some(reference) => {
                    self.look_up(reference).map_err(|reason| format!("{text} stands for nothing: {reason}"))
                }
                None => Ok(value.clone()),
            },
            Value::Array(items) => items.iter().map(|item| self.resolve(item)).collect(),
            Value::Object(members) => self.resolve_all(members).map(Value::Object),
            _ => Ok(value.clone()),
        }
    }

    /// The same for every member of an object.
    pub fn resolve_all(&self, members: &Map<String, Value>) -> Result<Map<String, Value>, String> {
        members.iter().map(|(name, member)| Ok((name.clone(), self.resolve(member)?))).collect()
    }

    fn look_up(&self, Reference { name, message, field }: Reference) -> Result<Value, String> {
        let answer = self.0.get(name).ok_or_else(|| format!("{name} is not answered yet"))?;
        let of = match message {
            Some(message) => answer.get("Messages").and_then(|messages| messages.get(message)),
            None => Some(answer),
        };
        of.and_then(|of| of.get(field)).cloned().ok_or_else(|| format!("{name} is {answer}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answers() -> Answers {
        let mut answers = Answers::default();
        answers.insert(
            "r1",
            json!({ "Messages": [{ "ReceiptHandle": "h0" }, { "ReceiptHandle": "h1", "MessageId": "m1" }] }),
        );
        answers.insert("s1", json!({ "MessageId": "m1" }));
        answers
    }

    #[test]
    fn reference_resolved_stands_for_a_part_of_its_answer() {
        let resolve = |text: &str| answers().resolve(&json!(text)).unwrap();
        assert_eq!(resolve("$r1.0"), "h0");
        assert_eq!(resolve("$r1.1.MessageId"), "m1");
        assert_eq!(resolve("$s1.MessageId"), "m1");
        let nested = answers().resolve(&json!({ "Entries": [{ "ReceiptHandle": "$r1.1" }] })).unwrap();
        assert_eq!(nested, json!({ "Entries": [{ "ReceiptHandle": "h1" }] }));
    }

    #[test]
    fn text_that_is_no_reference_is_taken_as_it_stands() {
        for text in ["garbage", "$", "$r1", "$5.00", "$r1.", "$r1.first.Body", "r1.0"] {
            assert_eq!(answers().resolve(&json!(text)).unwrap(), text);
            assert!(names(&json!([text])).is_empty());
        }
    }

    #[test]
    fn reference_to_what_is_not_there_is_named() {
        let told = |text: &str| answers().resolve(&json!(text)).unwrap_err();
        assert_eq!(told("$r2.0"), "$r2.0 stands for nothing: r2 is not answered yet");
        assert_eq!(told("$s1.0"), "$s1.0 stands for nothing: s1 is {\"MessageId\":\"m1\"}");
        assert!(told("$r1.2").starts_with("$r1.2 stands for nothing: r1 is {"));
        assert_eq!(names(&json!({ "a": "$r2.0", "b": ["$s1.MessageId"] })), ["r2", "s1"]);
    }
}

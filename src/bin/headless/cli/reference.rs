//! References of a case to answers that were given before: `$r1.0`, `$r1.0.MessageId`, `$s1.MessageId`, `$b1.a.MessageId`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A part of a named answer.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Reference<'a> {
    name: &'a str,
    /// From the answer to the part: names of fields and places in lists.
    path: Vec<&'a str>,
}

impl<'a> Reference<'a> {
    /// `None` for a text that is no reference, and so is taken as it stands.
    fn parse(text: &'a str) -> Option<Self> {
        let (name, part) = text.strip_prefix('$')?.split_once('.')?;
        let mut path: Vec<_> = part.split('.').collect();
        let is_part = |part: &&str| !part.is_empty() && part.chars().all(is_name_letter);
        if !is_name(name) || !path.iter().all(is_part) {
            return None;
        }
        if is_place(path[0]) {
            path.insert(0, "Messages");
            if path.len() == 2 {
                path.push("ReceiptHandle");
            }
        }
        Some(Self { name, path })
    }
}

fn is_place(part: &str) -> bool {
    part.parse::<usize>().is_ok()
}

/// Whether an answer can be called so.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.chars().all(is_name_letter)
}

fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_-".contains(letter)
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

    fn look_up(&self, Reference { name, path }: Reference) -> Result<Value, String> {
        let answer = self.0.get(name).ok_or_else(|| format!("{name} is not answered yet"))?;
        let found = path.iter().try_fold(answer, |of, part| {
            let member =
                if of.is_array() { part.parse::<usize>().ok().and_then(|at| of.get(at)) } else { of.get(part) };
            member.or_else(|| entry(of, part))
        });
        found.cloned().ok_or_else(|| format!("{name} is {answer}"))
    }
}

/// The entry of that id, in the answer of a batch.
fn entry<'a>(answer: &'a Value, id: &str) -> Option<&'a Value> {
    let lists = ["Successful", "Failed"].into_iter().filter_map(|list| answer.get(list)?.as_array());
    lists.flatten().find(|entry| entry.get("Id").is_some_and(|of| of == id))
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
        answers.insert("b1", json!({ "Successful": [{ "Id": "a", "MessageId": "m2" }], "Failed": [{ "Id": "b" }] }));
        answers
    }

    #[test]
    fn reference_resolved_stands_for_a_part_of_its_answer() {
        let resolve = |text: &str| answers().resolve(&json!(text)).unwrap();
        assert_eq!(resolve("$r1.0"), "h0");
        assert_eq!(resolve("$r1.1.MessageId"), "m1");
        assert_eq!(resolve("$s1.MessageId"), "m1");
        assert_eq!(resolve("$b1.Successful.0.MessageId"), "m2");
        assert_eq!(resolve("$b1.a.MessageId"), "m2");
        let nested = answers().resolve(&json!({ "Entries": [{ "ReceiptHandle": "$r1.1" }] })).unwrap();
        assert_eq!(nested, json!({ "Entries": [{ "ReceiptHandle": "h1" }] }));
    }

    #[test]
    fn text_that_is_no_reference_is_taken_as_it_stands() {
        for text in ["garbage", "$", "$r1", "$5.00", "$r1.", "$r1..Body", "$r1.a b", "r1.0"] {
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

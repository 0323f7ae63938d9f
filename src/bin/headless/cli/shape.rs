//! What an answer may hold, so that an expectation that names anything else is refused and never passes unseen.

use serde_json::{Map, Value};

use super::bad_input::BadInput;
use super::json;

/// The fields of an object, by their names.
pub type Fields = [(&'static str, Shape)];

/// The form of a field.
#[derive(Debug)]
pub enum Shape {
    /// A text or a number.
    Plain,
    /// An object with some of these fields.
    Object(&'static Fields),
    /// A list of such objects.
    List(&'static Fields),
    /// An object of such objects, by names that are nobody's but the case's.
    Named(&'static Fields),
    /// A list of texts.
    Texts,
}

/// In every expectation: the call is refused.
pub const ERROR: (&str, Shape) =
    ("error", Shape::Object(&[("code", Shape::Plain), ("status", Shape::Plain), ("contains", Shape::Plain)]));

/// Checks that an expectation says nothing but what an answer with these `fields` can be compared with.
pub fn check(expectation: &Map<String, Value>, fields: &Fields) -> Result<(), BadInput> {
    for (name, member) in expectation {
        let checked = match name.as_str() {
            "not" => check_object(member, fields),
            "any" => check_list(member, fields),
            "unordered" if member.is_boolean() => Ok(()),
            "unordered" => Err(BadInput::new(format_args!("{member} is neither true nor false"))),
            _ => check_member(member, shape_of(name, fields)?),
        };
        checked.map_err(|bad| bad.at(name))?;
    }
    Ok(())
}

fn shape_of<'a>(name: &str, fields: &'a Fields) -> Result<&'a Shape, BadInput> {
    let found = fields.iter().find(|(known, _)| *known == name);
    found.map(|(_, shape)| shape).ok_or_else(|| {
        let known: Vec<_> = fields.iter().map(|(known, _)| *known).collect();
        json::unknown_name(name, &known)
    })
}

fn check_object(value: &Value, fields: &Fields) -> Result<(), BadInput> {
    let members = value.as_object().ok_or_else(|| BadInput::new(format_args!("{value} is no object")))?;
    check(members, fields)
}

fn check_member(member: &Value, shape: &Shape) -> Result<(), BadInput> {
    match (shape, member) {
        // That the member must be absent.
        (_, Value::Null) => Ok(()),
        (Shape::Object(fields), _) => check_object(member, fields),
        (Shape::List(fields), _) => check_list(member, fields),
        (Shape::Named(fields), Value::Object(members)) => members.iter().try_for_each(|(name, member)| {
            if member.is_null() { Ok(()) } else { check_object(member, fields).map_err(|bad| bad.at(name)) }
        }),
        (Shape::Named(_), _) => Err(BadInput::new(format_args!("{member} is no object"))),
        (Shape::Texts, Value::Array(texts)) if texts.iter().all(Value::is_string) => Ok(()),
        (Shape::Texts, _) => Err(BadInput::new(format_args!("{member} is no list of texts"))),
        (Shape::Plain, Value::Object(_) | Value::Array(_)) => {
            Err(BadInput::new(format_args!("{member} is neither a text nor a number")))
        }
        (Shape::Plain, _) => Ok(()),
    }
}

fn check_list(list: &Value, fields: &Fields) -> Result<(), BadInput> {
    let items = list.as_array().ok_or_else(|| BadInput::new(format_args!("{list} is no list")))?;
    items.iter().try_for_each(|item| check_object(item, fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const MESSAGE: &Fields =
        &[("Body", Shape::Plain), ("MessageAttributes", Shape::Named(&[("DataType", Shape::Plain)]))];
    const FIELDS: &Fields = &[("Messages", Shape::List(MESSAGE)), ("Sources", Shape::Texts), ERROR];

    #[test]
    fn expectation_within_the_shape_is_accepted() {
        for expectation in [
            json!({}),
            json!({ "Messages": [{ "Body": "A" }, { "Body": null }], "unordered": true }),
            json!({ "Messages": [{ "not": { "Body": "A" } }] }),
            json!({ "Messages": [{ "MessageAttributes": { "a": { "DataType": "String" }, "b": null } }] }),
            json!({ "Sources": ["q"] }),
            json!({ "any": [{ "Messages": [] }, { "error": { "code": "OverLimit" } }] }),
        ] {
            assert!(check_object(&expectation, FIELDS).is_ok(), "{expectation}");
        }
    }

    #[test]
    fn expectation_beyond_the_shape_is_refused_with_its_place() {
        let told = |expectation| check_object(&expectation, FIELDS).unwrap_err().to_string();
        assert_eq!(
            told(json!({ "Messages": [{ "not": { "Bodi": "A" } }] })),
            "Messages: not: unknown field `Bodi`, expected one of `Body`, `MessageAttributes`"
        );
        assert_eq!(told(json!({ "Messages": { "Body": "A" } })), "Messages: {\"Body\":\"A\"} is no list");
        assert_eq!(
            told(json!({ "error": { "message": "x" } })),
            "error: unknown field `message`, expected one of `code`, `status`, `contains`"
        );
        assert_eq!(told(json!({ "Messages": [{ "SenderId": "me" }] })), "Messages: not supported: SenderId");
        assert_eq!(
            told(json!({ "Messages": [{ "MessageAttributes": { "a": { "Type": "String" } } }] })),
            "Messages: MessageAttributes: a: unknown field `Type`, expected one of `DataType`"
        );
        assert_eq!(told(json!({ "Sources": [1] })), "Sources: [1] is no list of texts");
        assert_eq!(told(json!([])), "[] is no object");
    }
}

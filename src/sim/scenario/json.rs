//! JSON for the page, whose files a test has read before: without the tables by which a general reader turns digits into floats,
//! which weigh as much as the simulation of a queue.

use serde_json::{Map, Value};

/// Reads a JSON text; `None` if it is none. A number with decimals becomes a text, which is how times are read as well.
pub(super) fn parse(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text };
    let value = reader.value()?;
    reader.skip_blanks();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    /// Takes a mark, if it comes next.
    fn takes(&mut self, mark: &str) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix(mark);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self) -> Option<Value> {
        if self.takes("{") {
            let mut object = Map::new();
            self.list("}", |reader| {
                let name = reader.takes("\"").then(|| reader.text())??;
                let value = reader.takes(":").then(|| reader.value())??;
                object.insert(name, value);
                Some(())
            })?;
            return Some(Value::Object(object));
        }
        if self.takes("[") {
            let mut list = Vec::new();
            self.list("]", |reader| {
                list.push(reader.value()?);
                Some(())
            })?;
            return Some(Value::Array(list));
        }
        if self.takes("\"") {
            return self.text().map(Value::String);
        }
        for (word, value) in [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)] {
            if self.takes(word) {
                return Some(value);
            }
        }
        let end = self.rest.bytes().position(|byte| !matches!(byte, b'0'..=b'9' | b'.')).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        match number.parse::<u64>() {
            Ok(number) => Some(Value::from(number)),
            Err(_) if number.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) => Some(Value::from(number)),
            Err(_) => None,
        }
    }

    /// Entries with commas between them, up to the closing mark.
    fn list(&mut self, close: &str, mut entry: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        if self.takes(close) {
            return Some(());
        }
        loop {
            entry(self)?;
            if self.takes(close) {
                return Some(());
            }
            self.takes(",").then_some(())?;
        }
    }

    /// The rest of a text, after its opening mark.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let mut chars = self.rest.chars();
            let next = chars.next()?;
            self.rest = chars.as_str();
            match next {
                '"' => return Some(text),
                '\\' => {
                    let escape = chars.next()?;
                    self.rest = chars.as_str();
                    text.push(match escape {
                        'n' => '\n',
                        't' => '\t',
                        'u' => {
                            let digits = self.rest.get(..4)?;
                            self.rest = &self.rest[4..];
                            char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                        }
                        '"' | '\\' | '/' => escape,
                        _ => return None,
                    });
                }
                next => text.push(next),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios::GROUPS;

    fn with_decimals_as_texts(value: Value) -> Value {
        match value {
            Value::Number(number) if !number.is_u64() => Value::from(number.to_string()),
            Value::Array(list) => list.into_iter().map(with_decimals_as_texts).collect(),
            Value::Object(object) => {
                object.into_iter().map(|(name, value)| (name, with_decimals_as_texts(value))).collect()
            }
            other => other,
        }
    }

    #[test]
    fn file_that_ships_is_read_as_any_reader_reads_it() {
        for shipped in GROUPS.iter().flat_map(|group| group.scenarios) {
            let expected = with_decimals_as_texts(serde_json::from_str(shipped.json).unwrap());
            assert_eq!(parse(shipped.json), Some(expected), "{}", shipped.name);
        }
        let text = r#" {"a": [1, 2.5, "é\n\"", true, null, {}, []], "b": "1h"} "#;
        let expected = r#"{"a": [1, "2.5", "é\n\"", true, null, {}, []], "b": "1h"}"#;
        assert_eq!(parse(text), serde_json::from_str(expected).ok());
    }

    #[test]
    fn text_that_is_no_json_is_refused() {
        for text in ["", "{", "[1,]", "{\"a\" 1}", "\"", "-", "x", "{} {}", "\"\\u12\""] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}

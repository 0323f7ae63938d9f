//! What serde says of a value that does not fit, in words for people.

use super::nearest::nearest;

/// What is said of a list where an object belongs.
pub(super) const LIST: &str = "a list; expected an object, as { \"name\": … }";
/// What is said of a field that stands twice in one object.
pub(super) const TWICE: &str = "stands twice in the same object";
/// How serde begins to tell of a word that needs a value.
pub(super) const BARE: &str = "invalid type: unit variant";

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

//! Values of several forms: how long a job takes, and what becomes of one that failed.

use serde_json::{Value, json};

use super::field::time;
use crate::sim::Law;

/// One form of a value.
#[derive(Debug)]
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// What a value of it has: nothing, a name of its own, or a field.
    key: Key,
    /// A value of it, in place of another one.
    pub make: fn(Option<&Value>) -> Value,
}

/// By what a form is known.
#[derive(Debug)]
enum Key {
    /// There is no value.
    None,
    /// A time alone.
    Plain,
    /// A word.
    Word(&'static str),
    /// An object with this field.
    Has(&'static str),
}

impl Form {
    /// Which of some forms a value has, by its place.
    #[must_use]
    pub fn place(forms: &[Self], value: Option<&Value>) -> Option<usize> {
        forms.iter().position(|form| form.holds(value))
    }

    pub(super) fn of(forms: &'static [Self], value: Option<&Value>) -> Option<&'static Self> {
        Self::place(forms, value).map(|place| &forms[place])
    }

    fn holds(&self, value: Option<&Value>) -> bool {
        match (&self.key, value) {
            (Key::None, None) => true,
            (Key::Plain, Some(value)) => value.is_number() || value.is_string(),
            (Key::Word(word), Some(value)) => value.as_str() == Some(word),
            (Key::Has(field), Some(value)) => value.get(field).is_some(),
            _ => false,
        }
    }
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// What most jobs of a law take, in milliseconds.
fn typical(value: Option<&Value>) -> u64 {
    let law = value.and_then(|value| serde_json::from_value::<Law>(value.clone()).ok());
    law.unwrap_or_default().typical().0.max(1)
}

const FIXED: Form = Form { name: "always the same", key: Key::Plain, make: |value| time(typical(value)) };
const UNIFORM: Form = Form {
    name: "anything between two",
    key: Key::Has("from"),
    make: |value| json!({ "from": time(typical(value).div_ceil(2)), "to": time(typical(value) * 2) }),
};
const BANDS: Form = Form {
    name: "usual, or slow",
    key: Key::Has("usual"),
    make: |value| json!({ "usual": time(typical(value)), "slow": time(typical(value) * 4), "slow_percent": 5 }),
};
const LOG_NORMAL: Form = Form {
    name: "a long tail",
    key: Key::Has("p50"),
    make: |value| json!({ "p50": time(typical(value)), "p99": time(typical(value) * 5) }),
};
const EACH: Form =
    Form { name: "one by one", key: Key::Has("each"), make: |value| json!({ "each": [time(typical(value))] }) };

/// How long a job takes.
pub static JOB: [Form; 5] = [FIXED, UNIFORM, BANDS, LOG_NORMAL, EACH];

/// How long a job on one message takes, if not as the workers say.
pub static OWN_JOB: [Form; 6] = [
    Form { name: "as the workers say", key: Key::None, make: |_| Value::Null },
    FIXED,
    UNIFORM,
    BANDS,
    LOG_NORMAL,
    EACH,
];

/// What a worker does with the message of a failed job.
pub static FAILURE: [Form; 5] = [
    Form { name: "leave it to its lease", key: Key::Word("leave"), make: |_| json!("leave") },
    Form { name: "give it back after a time", key: Key::Has("set"), make: |_| json!({ "set": 30 }) },
    Form {
        name: "give it back ever later",
        key: Key::Has("backoff"),
        make: |_| json!({ "backoff": { "base": 10, "most": 900 } }),
    },
    Form { name: "delete it", key: Key::Word("delete"), make: |_| json!("delete") },
    Form {
        name: "delete it, drop the rest",
        key: Key::Word("delete_and_drop_rest"),
        make: |_| json!("delete_and_drop_rest"),
    },
];

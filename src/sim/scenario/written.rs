//! How a scenario becomes a JSON value, by the table of its fields. Not on the page, which only reads them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Law, OnFailure, Scenario};
use crate::queue::Millis;

/// Something that a JSON value can stand for.
pub(super) trait Written {
    fn write(&self) -> Value;
}

pub(super) fn write_fields(fields: &[(&str, &dyn Written)]) -> Value {
    // One by one: collecting would sort them first, with a sort of its own.
    let mut object = Map::new();
    for (name, field) in fields {
        object.insert((*name).to_owned(), field.write());
    }
    Value::Object(object)
}

impl Written for bool {
    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Written for u64 {
    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Written for u32 {
    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Written for i64 {
    fn write(&self) -> Value {
        Value::from(*self)
    }
}

impl Written for String {
    fn write(&self) -> Value {
        Value::from(self.as_str())
    }
}

impl Written for Millis {
    fn write(&self) -> Value {
        if self.0.is_multiple_of(1000) { Value::from(self.whole_secs()) } else { Value::from(format!("{}ms", self.0)) }
    }
}

impl<T: Written> Written for Option<T> {
    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }
}

impl<T: Written> Written for Vec<T> {
    fn write(&self) -> Value {
        Value::Array(self.iter().map(T::write).collect())
    }
}

impl Written for BTreeMap<String, Value> {
    fn write(&self) -> Value {
        let mut object = Map::new();
        for (path, value) in self {
            object.insert(path.clone(), value.clone());
        }
        Value::Object(object)
    }
}

impl Written for Law {
    fn write(&self) -> Value {
        let object = |fields: &[(&str, &dyn Written)]| write_fields(fields);
        match self {
            Self::Fixed(span) => span.write(),
            Self::Uniform { from, to } => object(&[("from", from), ("to", to)]),
            Self::Bands { usual, slow, slow_percent } => {
                object(&[("usual", usual), ("slow", slow), ("slow_percent", slow_percent)])
            }
            Self::LogNormal { p50, p99 } => object(&[("p50", p50), ("p99", p99)]),
            Self::Each(spans) => object(&[("each", spans)]),
        }
    }
}

impl Written for OnFailure {
    fn write(&self) -> Value {
        match self {
            Self::Leave => Value::from("leave"),
            Self::Delete => Value::from("delete"),
            Self::DeleteAndDropRest => Value::from("delete_and_drop_rest"),
            Self::Set(span) => write_fields(&[("set", span)]),
            Self::Backoff { base, most, until } => {
                let backoff = write_fields(&[("base", base), ("most", most), ("until", until)]);
                let mut object = Map::new();
                object.insert("backoff".to_owned(), backoff);
                Value::Object(object)
            }
        }
    }
}

impl Scenario {
    /// The scenario as a JSON value, with every field.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.write()
    }
}

//! Every field of the format by its path, with all that is known of it: its range, its default, whether a timed change may set it.

use std::collections::BTreeMap;

use inflight::sim::{RANGES, Range, Scenario};
use serde_json::{Value as Json, json};

use super::source::{Field, Form, Kind, Shape, Value};

pub struct Format {
    pub forms: BTreeMap<String, Form>,
    /// Each object of the format, the whole first.
    pub objects: Vec<Object>,
}

pub struct Object {
    /// As `arrivals[]`; empty for the whole.
    pub path: String,
    /// The type that it is, or that it is a part of.
    pub form: String,
    pub fields: Vec<Known>,
}

/// A field, and what is known of it.
#[derive(Clone, Debug)]
pub struct Known {
    /// As `arrivals[].count`.
    pub path: String,
    pub name: String,
    pub about: String,
    pub kind: Kind,
    /// `None` where it has to be there.
    pub default: Option<Json>,
    pub range: Option<Range>,
    pub can_change: bool,
}

impl Format {
    pub fn new(forms: BTreeMap<String, Form>) -> Self {
        let mut format = Self { forms, objects: Vec::new() };
        format.walk("Scenario", "");
        format
    }

    pub fn form(&self, name: &str) -> &Form {
        self.forms.get(name).unwrap_or_else(|| panic!("no public type {name} in the sources of the format"))
    }

    pub fn fields(&self) -> impl Iterator<Item = &Known> {
        self.objects.iter().flat_map(|object| &object.fields)
    }

    /// The fields of the object at this path.
    pub fn at(&self, path: &str) -> &[Known] {
        let found = self.objects.iter().find(|object| object.path == path);
        &found.unwrap_or_else(|| panic!("no object at {path:?}")).fields
    }

    fn walk(&mut self, name: &str, path: &str) {
        match &self.form(name).shape {
            Shape::Object(fields) => {
                let known = known(path, fields, &json!({}));
                self.add(path, name, known);
            }
            Shape::Words(words) | Shape::Forms(words) => {
                let is_named = matches!(self.form(name).shape, Shape::Words(_));
                let objects: Vec<_> = words
                    .iter()
                    .filter_map(|word| {
                        let Value::Object(fields) = &word.value else { return None };
                        let path = if is_named { format!("{path}.{}", word.name) } else { path.to_owned() };
                        Some((path.clone(), known(&path, fields, &least(fields))))
                    })
                    .collect();
                for (path, fields) in objects {
                    match self.objects.iter_mut().find(|object| object.path == path) {
                        Some(object) => object.fields.extend(fields),
                        None => self.add(&path, name, fields),
                    }
                }
            }
        }
    }

    fn add(&mut self, path: &str, form: &str, fields: Vec<Known>) {
        self.objects.push(Object { path: path.to_owned(), form: form.to_owned(), fields: fields.clone() });
        for field in fields {
            let (kind, list) = bare(&field.kind);
            if let Kind::Form(name) = kind {
                self.walk(&name.clone(), &format!("{}{}", field.path, if list { "[]" } else { "" }));
            }
        }
    }
}

/// Without what says that there may be none or several of it, and whether there may be several.
pub fn bare(kind: &Kind) -> (&Kind, bool) {
    match kind {
        Kind::Optional(inner) => bare(inner),
        Kind::List(inner) => (bare(inner).0, true),
        kind => (kind, false),
    }
}

/// The least value of an object.
pub fn least(fields: &[Field]) -> Json {
    fields.iter().filter(|field| field.is_required).map(|field| (field.name.clone(), json!(1))).collect()
}

fn known(path: &str, fields: &[Field], least: &Json) -> Vec<Known> {
    let whole = read(&wrapped(path, least)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let whole = whole.to_value();
    let object = whole.pointer(&pointer(path)).unwrap_or_else(|| panic!("{path} is not written"));
    let of_field = |field: &Field| {
        let path = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
        // What is left out when it is written is none of it.
        let none = || match &field.kind {
            Kind::Optional(_) => Json::Null,
            Kind::List(_) => json!([]),
            Kind::Time => json!(0),
            Kind::Flag => json!(false),
            kind => panic!("{path}: is {kind:?} ever left out?"),
        };
        let written = || object.get(&field.name).cloned().unwrap_or_else(none);
        let default = (!field.is_required).then(|| bare_objects(written()));
        Known {
            range: RANGES.iter().find(|range| range.path == path).copied(),
            can_change: can_change(&path),
            name: field.name.clone(),
            about: field.about.clone(),
            kind: field.kind.clone(),
            default,
            path,
        }
    };
    fields.iter().map(of_field).collect()
}

/// Without the fields of objects: they have defaults of their own.
fn bare_objects(value: Json) -> Json {
    match value {
        Json::Object(_) => json!({}),
        Json::Array(entries) => entries.into_iter().map(bare_objects).collect(),
        value => value,
    }
}

/// A scenario, whether or not its values are in their ranges.
pub fn read(json: &Json) -> Result<Scenario, serde_json::Error> {
    serde_json::from_str(&json.to_string())
}

/// Whether the path may stand in a timed change. What is said of the value is of no interest.
fn can_change(path: &str) -> bool {
    let change = json!({ "changes": [{ "set": { path.replace("[]", "[0]"): null } }] });
    match Scenario::from_json(&change.to_string()) {
        Ok(_) => true,
        Err(error) => !error.message.starts_with("fixed for the whole run"),
    }
}

/// A scenario with this value at this path and nothing else.
pub fn wrapped(path: &str, value: &Json) -> Json {
    let wrap = |value: Json, step: &str| {
        let (name, is_list) = step.strip_suffix("[]").map_or((step, false), |name| (name, true));
        json!({ name: if is_list { json!([value]) } else { value } })
    };
    path.split('.').rev().filter(|step| !step.is_empty()).fold(value.clone(), wrap)
}

/// Where a path leads in a scenario, in the first entry of each list.
pub fn pointer(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("/{}", path.replace("[]", ".0").replace('.', "/")) }
}

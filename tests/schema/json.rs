//! The format as a JSON Schema.

use inflight::sim;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value as Json, json};

use super::source::{Kind, Shape, Value, Word};
use super::walk::{Format, Known, Object, bare};

/// JSON whose objects keep the order of their fields.
pub enum Node {
    Plain(Json),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plain(value) => value.serialize(serializer),
            Self::List(nodes) => nodes.serialize(serializer),
            Self::Object(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                fields.iter().try_for_each(|(name, node)| map.serialize_entry(name, node))?;
                map.end()
            }
        }
    }
}

/// What the texts of times look like: numbers with units, or a number alone.
fn time_pattern() -> String {
    const NUMBER: &str = r"([0-9]+(\.[0-9]{0,3})?|\.[0-9]{1,3})";
    const UNIT: &str = "([mM]?[sS]|[mM]([iI][nN])?|[hHdD])";
    format!(r"^\s*({NUMBER}|{NUMBER}\s*{UNIT}(\s*{NUMBER}\s*{UNIT})*)\s*$")
}

/// What the checks ask of a text or a list beyond its kind.
const BOUNDS: [(&str, &str); 4] = [
    ("arrivals[].body", r#"{ "minLength": 1 }"#),
    ("arrivals[].key", r#"{ "minLength": 1 }"#),
    ("arrivals[].group", r#"{ "pattern": "^[!-~]{1,128}$" }"#),
    ("arrivals[].deduplication_id", r#"{ "pattern": "^[!-~]{1,128}$" }"#),
];

/// The schema as a text, as it lies in docs.
pub fn write(format: &Format) -> String {
    let mut schema = vec![
        ("$schema".to_owned(), plain("https://json-schema.org/draft/2020-12/schema")),
        ("title".to_owned(), plain("A scenario of inflight")),
    ];
    schema.extend(object(&format.form("Scenario").about, format.at("")));
    let mut forms: Vec<(String, Node)> = Vec::new();
    for (path, name) in form_paths(format) {
        if !forms.iter().any(|(known, _)| *known == name) {
            let form = form(format, &name, &path);
            forms.push((name, form));
        }
    }
    let time = json!({
        "description": sim::span::EXPECTED,
        "pattern": time_pattern(),
        "examples": [30, "90s", "2m", "1h30m", "4d", "500ms"],
    });
    forms.push(("Time".to_owned(), plain(time)));
    forms.push(("Settings".to_owned(), settings(format)));
    schema.push(("$defs".to_owned(), Node::Object(forms)));
    serde_json::to_string_pretty(&Node::Object(schema)).expect("a schema is JSON") + "\n"
}

fn plain(value: impl Into<Json>) -> Node {
    Node::Plain(value.into())
}

fn fields<const N: usize>(fields: [(&str, Node); N]) -> Vec<(String, Node)> {
    fields.into_iter().map(|(name, node)| (name.to_owned(), node)).collect()
}

fn described(about: &str, form: Node) -> Node {
    let mut all = fields([("description", plain(about))]);
    if let Node::Object(rest) = form {
        all.extend(rest);
    }
    Node::Object(all)
}

/// Each type that a field is of, with the path of the first such field, in the order of the fields.
fn form_paths(format: &Format) -> Vec<(String, String)> {
    let of_field = |field: &Known| match bare(&field.kind) {
        (Kind::Form(name), is_list) => {
            Some((format!("{}{}", field.path, if is_list { "[]" } else { "" }), name.clone()))
        }
        _ => None,
    };
    format.fields().filter_map(of_field).collect()
}

fn form(format: &Format, name: &str, path: &str) -> Node {
    let form = format.form(name);
    match &form.shape {
        Shape::Object(_) => Node::Object(object(&form.about, format.at(path))),
        Shape::Words(words) => {
            let words = words.iter().map(|word| self::word(format, word, path)).collect();
            described(&form.about, Node::Object(fields([("oneOf", Node::List(words))])))
        }
        Shape::Forms(words) => {
            let words = words.iter().map(|word| law(format, word, path)).collect();
            described(&form.about, Node::Object(fields([("anyOf", Node::List(words))])))
        }
    }
}

fn object(about: &str, known: &[Known]) -> Vec<(String, Node)> {
    let properties = known.iter().map(|field| (field.name.clone(), property(field))).collect();
    let mut object =
        fields([("description", plain(about)), ("type", plain("object")), ("properties", Node::Object(properties))]);
    let required: Vec<_> = known.iter().filter(|field| field.default.is_none()).map(|it| it.name.clone()).collect();
    if !required.is_empty() {
        object.extend(fields([("required", plain(required))]));
    }
    object.extend(fields([("additionalProperties", plain(false))]));
    object
}

/// A name, alone or with what belongs to it.
fn word(format: &Format, word: &Word, path: &str) -> Node {
    let path = format!("{path}.{}", word.name);
    let value = match &word.value {
        Value::None => {
            return Node::Object(fields([
                ("const", plain(word.name.as_str())),
                ("description", plain(word.about.as_str())),
            ]));
        }
        Value::One(kind) => Node::Object(of_kind(kind, &path)),
        Value::Object(_) => Node::Object(object(&word.about, format.at(&path))),
    };
    Node::Object(only(&word.about, &word.name, value))
}

/// An object of one field.
fn only(about: &str, name: &str, value: Node) -> Vec<(String, Node)> {
    fields([
        ("description", plain(about)),
        ("type", plain("object")),
        ("properties", Node::Object(vec![(name.to_owned(), value)])),
        ("required", plain(vec![name])),
        ("additionalProperties", plain(false)),
    ])
}

/// One form of a law of durations: each is told by its fields.
fn law(format: &Format, word: &Word, path: &str) -> Node {
    match &word.value {
        Value::Object(own) => {
            let is_own = |known: &&Known| own.iter().any(|field| field.name == known.name);
            let known: Vec<_> = format.at(path).iter().filter(is_own).cloned().collect();
            Node::Object(object(&word.about, &known))
        }
        Value::One(list @ Kind::List(_)) => {
            let mut list = of_kind(list, &format!("{path}.{}", word.name));
            list.extend(fields([("minItems", plain(1))]));
            Node::Object(only(&word.about, &word.name, Node::Object(list)))
        }
        Value::One(kind) => described(&word.about, Node::Object(of_kind(kind, path))),
        Value::None => panic!("{}: a form without a value", word.name),
    }
}

fn property(field: &Known) -> Node {
    let mut property = fields([("description", plain(field.about.as_str()))]);
    property.extend(of_kind(&field.kind, &field.path));
    if let Some(default) = &field.default {
        property.extend(fields([("default", plain(default.clone()))]));
    }
    Node::Object(property)
}

/// What says of which kind a value is, and in which range.
fn of_kind(kind: &Kind, path: &str) -> Vec<(String, Node)> {
    let (inner, is_optional) = match kind {
        Kind::Optional(inner) => (&**inner, true),
        kind => (kind, false),
    };
    let types = |names: &[&str]| {
        let names: Vec<_> = names.iter().copied().chain(is_optional.then_some("null")).collect();
        ("type", if names.len() == 1 { plain(names[0]) } else { plain(names) })
    };
    let mut schema = match inner {
        Kind::Flag => fields([types(&["boolean"])]),
        Kind::Text => fields([types(&["string"])]),
        Kind::Number => fields([types(&["integer"])]),
        Kind::Time => {
            let is_whole = range(path).is_some_and(|range| range.kind == sim::Kind::Seconds);
            let number = if is_whole { "integer" } else { "number" };
            fields([types(&[number, "string"]), ("$ref", plain("#/$defs/Time"))])
        }
        Kind::Settings => fields([("$ref", plain("#/$defs/Settings"))]),
        Kind::List(of) => {
            let path = format!("{path}[]");
            fields([types(&["array"]), ("items", Node::Object(of_kind(of, &path)))])
        }
        Kind::Form(name) if is_optional => {
            let (none, form) = (json!({ "type": "null" }), json!({ "$ref": format!("#/$defs/{name}") }));
            fields([("anyOf", plain(json!([form, none])))])
        }
        Kind::Form(name) => fields([("$ref", plain(format!("#/$defs/{name}")))]),
        Kind::Optional(_) => panic!("{path}: optional twice"),
    };
    if let (Kind::Number | Kind::Time, Some(range)) = (inner, range(path)) {
        let bound = |bound: u64| match range.kind {
            #[allow(clippy::cast_precision_loss, reason = "spans are < 2^53")]
            sim::Kind::Span if !bound.is_multiple_of(1000) => plain(bound as f64 / 1000.0),
            sim::Kind::Span => plain(bound / 1000),
            _ => plain(bound),
        };
        schema.extend(fields([("minimum", bound(range.least)), ("maximum", bound(range.most))]));
        schema.extend(unit(&range, path).map(|unit| ("x-unit".to_owned(), plain(unit))));
    }
    if let Some((_, bounds)) = BOUNDS.iter().find(|(it, _)| *it == path) {
        let bounds: serde_json::Map<String, Json> = serde_json::from_str(bounds).expect("a part of a schema");
        schema.extend(bounds.into_iter().map(|(name, bound)| (name, plain(bound))));
    }
    schema
}

fn range(path: &str) -> Option<sim::Range> {
    sim::RANGES.iter().find(|range| range.path == path).copied()
}

/// The unit of a number, if it has one.
pub fn unit(range: &sim::Range, path: &str) -> Option<&'static str> {
    match range.kind {
        sim::Kind::Seconds | sim::Kind::Span => Some("s"),
        sim::Kind::Count if path.ends_with("percent") => Some("%"),
        sim::Kind::Count if path.ends_with("_per_million") => Some("of 1000000"),
        sim::Kind::Count if path.ends_with("_per_minute") => Some("per minute"),
        sim::Kind::Count => None,
    }
}

/// What a timed change may set: each path with the type of its field.
fn settings(format: &Format) -> Node {
    let (mut exact, mut in_lists) = (Vec::new(), Vec::new());
    let mut set = |path: &str, is_open: bool, place: String| {
        let form = if is_open { plain(true) } else { plain(json!({ "$ref": place })) };
        if path.contains("[]") || is_open {
            let mut pattern = path.replace('.', "\\.").replace("[]", "\\[[0-9]+\\]");
            pattern.push_str(if is_open { "\\." } else { "$" });
            in_lists.push((format!("^{pattern}"), form));
        } else {
            exact.push((path.to_owned(), form));
        }
    };
    for Object { path, form, fields } in &format.objects {
        let is_object = matches!(format.form(form).shape, Shape::Object(_));
        if fields.iter().any(|field| field.can_change) && !is_object {
            set(path, true, String::new());
        } else if path.ends_with("[]") && fields.iter().all(|field| field.can_change) {
            set(path, false, format!("#/$defs/{form}"));
        }
        for field in fields.iter().filter(|field| field.can_change && is_object) {
            let defs = if path.is_empty() { "#".to_owned() } else { format!("#/$defs/{form}") };
            set(&field.path, false, format!("{defs}/properties/{}", field.name));
        }
    }
    Node::Object(fields([
        ("description", plain("Fields by path, as queue.visibility_timeout, and their new values.")),
        ("type", plain("object")),
        ("properties", Node::Object(exact)),
        ("patternProperties", Node::Object(in_lists)),
        ("additionalProperties", plain(false)),
    ]))
}

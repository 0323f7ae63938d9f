//! The format of scenario files, as it is told to their authors: `docs/scenario.schema.json` and the tables of
//! `docs/scenario.md`. Both are made from the types, and what they claim is held against what the machine reads.

mod json;
mod page;
mod source;
mod walk;

use std::fs;
use std::path::{Path, PathBuf};

use inflight::queue::Millis;
use inflight::sim::{self, RANGES, Scenario, span};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use source::{Kind, Shape, Value};
use walk::{Format, bare, read, wrapped};

const SCHEMA: &str = "docs/scenario.schema.json";
const PAGE: &str = "docs/scenario.md";

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn format() -> Format {
    Format::new(source::forms())
}

/// The schema as the types make it, which is what lies in docs.
fn schema() -> Json {
    serde_json::from_str(&json::write(&format())).expect("a schema is JSON")
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).expect("the schema is one")
}

/// With `WRITE_SCHEMA` set, which is what `make schema` does, the file is written instead of compared.
fn assert_up_to_date(file: &str, made: &str) {
    if std::env::var_os("WRITE_SCHEMA").is_some() {
        fs::write(project().join(file), made).unwrap_or_else(|error| panic!("{file}: {error}"));
        return;
    }
    let found = fs::read_to_string(project().join(file)).unwrap_or_default();
    assert!(found == made, "{file} is not up to date: run `make schema`");
}

#[test]
fn schema_compared_is_up_to_date() {
    assert_up_to_date(SCHEMA, &json::write(&format()));
}

#[test]
fn page_compared_is_up_to_date() {
    let page = fs::read_to_string(project().join(PAGE)).expect("the page is there");
    assert_up_to_date(PAGE, &page::write(&format(), &page));
}

#[test]
fn schema_held_against_the_schema_of_schemas_is_one() {
    jsonschema::draft202012::meta::validate(&schema()).unwrap_or_else(|error| panic!("{error}"));
}

/// Every object of a schema that says something of a value.
fn objects(schema: &Json) -> Vec<&serde_json::Map<String, Json>> {
    let inner = match schema {
        Json::Object(fields) => {
            fields.iter().filter(|(name, _)| *name != "default").flat_map(|(_, it)| objects(it)).collect()
        }
        Json::Array(entries) => entries.iter().flat_map(objects).collect(),
        _ => Vec::new(),
    };
    schema.as_object().into_iter().chain(inner).collect()
}

#[test]
fn field_of_the_schema_says_what_it_is_and_what_it_is_without() {
    let schema = schema();
    let mut count = 0;
    for object in objects(&schema) {
        let Some(Json::Object(properties)) = object.get("properties") else { continue };
        // Paths of timed changes only refer to the fields that they set.
        if object.contains_key("patternProperties") {
            continue;
        }
        assert_eq!(object["additionalProperties"], false, "{object:?}");
        let required = object.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
        for (name, property) in properties {
            let of_one_word = properties.len() == 1 && property.get("description").is_none();
            let about = if of_one_word { &object["description"] } else { &property["description"] };
            assert!(
                about.as_str().is_some_and(|about| about.ends_with(['.', ':'])),
                "{name} is not described: {property}"
            );
            let is_required = required.contains(&json!(name));
            assert!(
                property.get("default").is_some() != is_required,
                "{name} has no default, or needs none: {property}"
            );
            let kinds = property["type"].to_string();
            if kinds.contains("number") || kinds.contains("integer") {
                let bounds = ["minimum", "maximum"].map(|bound| property[bound].is_number());
                assert_eq!(bounds, [true, true], "{name} has no range: {property}");
                assert!(!kinds.contains("string") || property["x-unit"] == "s", "{name} has no unit: {property}");
            }
            count += 1;
        }
    }
    assert!(count > 100, "the fields are found: {count}");
}

#[test]
fn word_of_the_schema_says_what_it_means() {
    for (name, form) in format().forms {
        assert!(!form.about.is_empty(), "{name} is not described");
        if let Shape::Words(words) | Shape::Forms(words) = form.shape {
            assert!(words.iter().all(|word| !word.about.is_empty()), "a word of {name} is not described");
        }
    }
}

#[test]
fn number_of_any_field_has_a_range_and_every_range_a_field() {
    let format = format();
    let mut paths = Vec::new();
    for field in format.fields() {
        if matches!(bare(&field.kind).0, Kind::Number | Kind::Time) || bare(&field.kind).0 == &Kind::Form("Law".into())
        {
            assert!(field.range.is_some(), "{} has no row in RANGES", field.path);
        }
        paths.push(field.path.clone());
        // Values of words and forms that are no object.
        let (Kind::Form(name), _) = bare(&field.kind) else { continue };
        if let Shape::Words(words) | Shape::Forms(words) = &format.form(name).shape {
            for word in words {
                paths.extend(match &word.value {
                    Value::One(Kind::List(_)) => Some(format!("{}.{}[]", field.path, word.name)),
                    Value::One(_) => Some(format!("{}.{}", field.path, word.name)),
                    _ => None,
                });
            }
        }
    }
    for range in &RANGES {
        assert!(paths.iter().any(|path| path == range.path), "there is no field {}", range.path);
        let twice = RANGES.iter().filter(|other| other.path == range.path).count();
        assert_eq!(twice, 1, "{} has several rows", range.path);
    }
    // Two fields are of the type Law, whose ranges the schema tells once.
    for range in RANGES.iter().filter(|range| range.path.starts_with("workers.job")) {
        let other = range.path.replace("workers", "arrivals[]");
        let other = RANGES.iter().find(|range| range.path == other).expect("a law has the same fields everywhere");
        assert_eq!((range.kind, range.least, range.most), (other.kind, other.least, other.most), "{}", range.path);
    }
}

#[test]
fn fields_read_from_the_source_are_those_that_serde_knows() {
    for object in &format().objects {
        let mut entry: serde_json::Map<String, Json> = serde_json::Map::new();
        entry.insert("?".to_owned(), json!(0));
        let error = read(&wrapped(&object.path, &Json::Object(entry))).expect_err("no field is called so").to_string();
        let known: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
        let mut fields: Vec<&str> = object.fields.iter().map(|field| field.name.as_str()).collect();
        if matches!(format().form(&object.form).shape, Shape::Forms(_)) {
            fields.push("each");
        }
        assert_eq!(fields, known, "{:?}", object.path);
    }
}

#[test]
fn default_of_any_field_written_out_changes_nothing() {
    for object in format().objects {
        let required = object.fields.iter().filter(|field| field.default.is_none());
        let mut least: serde_json::Map<String, Json> = required.map(|field| (field.name.clone(), json!(1))).collect();
        // A law has the fields of one form only.
        if object.path.ends_with("job") {
            least.retain(|name, _| name == "usual" || name == "slow");
        }
        let without = read(&wrapped(&object.path, &Json::Object(least.clone()))).unwrap();
        for field in object.fields {
            let Some(default) = field.default else { continue };
            let mut entry = least.clone();
            entry.insert(field.name, default);
            let with = read(&wrapped(&object.path, &Json::Object(entry)));
            assert_eq!(with.unwrap_or_else(|error| panic!("{}: {error}", field.path)), without, "{}", field.path);
        }
    }
}

/// A value at the path, with what belongs beside it.
fn with(path: &str, value: &Json) -> Json {
    let (outer, name) = path.rsplit_once('.').unwrap_or(("", path));
    let beside = match name {
        "from" if outer.ends_with("job") => json!({ "to": "14d" }),
        "to" if outer.ends_with("job") => json!({ "from": 0 }),
        "usual" => json!({ "slow": 1 }),
        "slow" => json!({ "usual": 1 }),
        "slow_percent" => json!({ "slow": 1, "usual": 1 }),
        "p50" => json!({ "p99": "14d" }),
        "p99" => json!({ "p50": 0.001 }),
        "most" | "until" => json!({ "base": 1 }),
        _ => json!({}),
    };
    let mut object = beside;
    match name.strip_suffix("[]") {
        Some(name) => object[name] = json!([value]),
        None => object[name] = value.clone(),
    }
    wrapped(outer, &object)
}

#[test]
fn bounds_of_any_number_are_those_of_the_schema_and_of_the_machine() {
    let validator = validator();
    for range in &RANGES {
        let value = |number: u64, is_beyond: bool| match range.kind {
            sim::Kind::Span if number.is_multiple_of(1000) => json!(number / 1000 + u64::from(is_beyond)),
            #[allow(clippy::cast_precision_loss, reason = "spans are < 2^53")]
            sim::Kind::Span => json!(number as f64 / 1000.0),
            _ => json!(number + u64::from(is_beyond)),
        };
        let is_told = |scenario: &Json| match read(scenario) {
            Ok(scenario) => scenario.problems().iter().any(|problem| {
                problem.field == range.path.replace("[]", "[0]")
                    && (problem.expected == range.expected() || problem.field == "version")
            }),
            Err(_) => true,
        };
        for bound in [range.least, range.most] {
            let scenario = with(range.path, &value(bound, false));
            assert!(validator.is_valid(&scenario) && !is_told(&scenario), "{scenario}");
        }
        let mut beyond = Vec::new();
        if range.most < u64::MAX {
            beyond.push(value(range.most, true));
        }
        match (range.kind, range.least) {
            (sim::Kind::Span, 1) => beyond.push(json!(0)),
            (_, 0) => beyond.push(json!(-1)),
            (_, least) => beyond.push(json!(least - 1)),
        }
        for value in beyond {
            let scenario = with(range.path, &value);
            assert!(!validator.is_valid(&scenario) && is_told(&scenario), "{scenario}");
        }
    }
}

#[test]
fn word_of_any_field_is_taken_by_the_schema_and_by_the_machine() {
    let (format, validator) = (format(), validator());
    for field in format.fields() {
        let (Kind::Form(name), false) = bare(&field.kind) else { continue };
        let Shape::Words(words) = &format.form(name).shape else { continue };
        for word in words {
            let value = match &word.value {
                Value::None => json!(word.name),
                Value::One(_) => json!({ &word.name: 1 }),
                Value::Object(fields) => json!({ &word.name: walk::least(fields) }),
            };
            let scenario = with(&field.path, &value);
            assert!(validator.is_valid(&scenario) && read(&scenario).is_ok(), "{scenario}");
        }
        let scenario = with(&field.path, &json!("no such word"));
        assert!(!validator.is_valid(&scenario) && read(&scenario).is_err(), "{scenario}");
    }
}

#[test]
fn path_of_any_field_is_taken_by_a_timed_change_or_refused_by_both() {
    let (format, validator) = (format(), validator());
    let least = |path: &str| {
        let found = format.fields().find(|field| field.path == path).and_then(|field| field.default.clone());
        found.unwrap_or(json!(1))
    };
    for field in format.fields() {
        let set = json!({ field.path.replace("[]", "[0]"): least(&field.path) });
        let scenario = json!({ "changes": [{ "set": set }] });
        assert_eq!(validator.is_valid(&scenario), field.can_change, "{scenario}");
    }
    for set in [json!({ "workers.batc": 1 }), json!({ "workers": {} }), json!({ "workers.batch": "x" })] {
        let scenario = json!({ "changes": [{ "set": set }] });
        assert!(!validator.is_valid(&scenario) && Scenario::from_json(&scenario.to_string()).is_err(), "{scenario}");
    }
}

/// The JSON files below a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = project().join(folder).read_dir().expect("the folder is there").map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect()
}

/// Every scenario of the project: the files that ship and those of the tests, the examples of the pages, and what the tests
/// have in their sources.
fn scenarios() -> Vec<(String, String)> {
    let text = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut found: Vec<(String, String)> = Vec::new();
    let own = [project().join("tests/golden/scenario.json")];
    for path in files("static/scenarios").into_iter().chain(files("tests/scenarios")).chain(own) {
        found.push((path.display().to_string(), text(&path)));
    }
    for page in ["README.md", PAGE] {
        let page_text = text(&project().join(page));
        let examples = page_text.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next());
        found.extend(examples.map(|example| (page.to_owned(), example.to_owned())));
    }
    for entry in project().join("tests").read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let source = text(&path);
            let texts = source.split("r#\"").skip(1).filter_map(|rest| rest.split("\"#").next());
            let is_scenario = |text: &&str| Scenario::from_json(text).is_ok();
            found.extend(texts.filter(is_scenario).map(|text| (path.display().to_string(), text.to_owned())));
        }
    }
    found
}

#[test]
fn scenario_of_the_project_fits_the_schema_and_is_read() {
    let validator = validator();
    let scenarios = scenarios();
    assert!(scenarios.len() > 40, "the scenarios are found: {}", scenarios.len());
    for (place, text) in scenarios {
        let scenario: Json = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{place}: {error}\n{text}"));
        let wrong: Vec<_> =
            validator.iter_errors(&scenario).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{place}: {wrong:?}\n{text}");
        let read = Scenario::from_json(&text).unwrap_or_else(|error| panic!("{place}: {error}\n{text}"));
        let written: Json = serde_json::from_str(&read.to_json()).unwrap();
        assert!(validator.is_valid(&written), "{place}: written anew it does not fit: {written}");
    }
}

#[test]
fn scenario_that_is_none_is_refused_by_the_schema_and_by_the_machine() {
    let validator = validator();
    for wrong in [
        "[]",
        "5",
        r#"{ "workrs": {} }"#,
        r#"{ "version": 3 }"#,
        r#"{ "title": 5 }"#,
        r#"{ "title": null }"#,
        r#"{ "queue": [] }"#,
        r#"{ "queue": { "visibility_timeout": 43201 } }"#,
        r#"{ "queue": { "visibility_timeout": 1.5 } }"#,
        r#"{ "queue": { "visibility_timeout": "soon" } }"#,
        r#"{ "queue": { "visibility_timeout": null } }"#,
        r#"{ "queue": { "fifo": "yes" } }"#,
        r#"{ "queue": { "stale_delete": "keep" } }"#,
        r#"{ "workers": { "batch": 0 } }"#,
        r#"{ "workers": { "job": true } }"#,
        r#"{ "workers": { "job": { "from": 1 } } }"#,
        r#"{ "workers": { "job": { "from": 1, "to": 2, "p50": 3 } } }"#,
        r#"{ "workers": { "job": { "each": [] } } }"#,
        r#"{ "workers": { "job": { "p50": 0, "p99": 2 } } }"#,
        r#"{ "workers": { "heartbeat": { "evry": 20 } } }"#,
        r#"{ "workers": { "heartbeat": [] } }"#,
        r#"{ "workers": { "on_failure": "set" } }"#,
        r#"{ "workers": { "on_failure": { "backoff": {} } } }"#,
        r#"{ "workers": { "on_failure": { "set": 1, "leave": null } } }"#,
        r#"{ "arrivals": {} }"#,
        r#"{ "arrivals": [5] }"#,
        r#"{ "arrivals": [{ "body": "" }] }"#,
        r#"{ "arrivals": [{ "group": "a b" }] }"#,
        r#"{ "arrivals": [{ "count": 1.5 }] }"#,
        r#"{ "acts": [{ "do": "scal" }] }"#,
        r#"{ "crashes": [{ "worker": 0 }] }"#,
        r#"{ "changes": [{ "set": [] }] }"#,
        r#"{ "changes": [{ "set": { "queue.fifo": true } }] }"#,
        r#"{ "horizon": 0 }"#,
    ] {
        let scenario: Json = serde_json::from_str(wrong).unwrap();
        assert!(!validator.is_valid(&scenario), "it fits the schema: {wrong}");
        assert!(Scenario::from_json(wrong).is_err(), "it is read: {wrong}");
    }
}

/// What version 1 knew is read as it was meant, and the rest is as it always was.
#[test]
fn file_of_version_1_is_read_as_the_same_scenario_of_version_2() {
    let file = include_str!("../scenarios/version-1.json");
    let (mut read, anew) = (
        Scenario::from_json(file).unwrap_or_else(|error| panic!("{error}")),
        Scenario::from_json(&file.replace("\"version\": 1", "\"version\": 2")).unwrap(),
    );
    assert_eq!(read.version, 1);
    read.version = 2;
    assert_eq!(read, anew);
    let empty = Scenario::from_json("{}").unwrap();
    assert_eq!((&read.lambda, &read.effect, &read.failures), (&empty.lambda, &empty.effect, &empty.failures));
    // Every value of the file is there again.
    let (written, file): (Json, Json) = (read.to_value(), serde_json::from_str(file).unwrap());
    assert_within(&file, &written, "");
}

/// Every value of `part` is in `whole` at the same place, times in whatever form.
fn assert_within(part: &Json, whole: &Json, path: &str) {
    match (part, whole) {
        (Json::Object(fields), _) => {
            fields.iter().for_each(|(name, value)| assert_within(value, &whole[name], &format!("{path}.{name}")));
        }
        (Json::Array(entries), Json::Array(found)) => {
            assert_eq!(entries.len(), found.len(), "{path}");
            entries.iter().zip(found).for_each(|(entry, found)| assert_within(entry, found, path));
        }
        (Json::String(text), Json::Number(secs)) => {
            assert_eq!(span::parse(text).map(Millis::whole_secs), secs.as_u64(), "{path}");
        }
        (Json::Number(number), _) if path == ".version" => assert_eq!(number.as_u64(), Some(1)),
        _ => assert_eq!(part, whole, "{path}"),
    }
}

/// The page tells of errors as they are: below each scenario what is told of it.
#[test]
fn error_on_the_page_is_told_so() {
    let page = fs::read_to_string(project().join(PAGE)).expect("the page is there");
    let chapter = page.split("## Errors").nth(1).expect("there is a chapter on errors");
    let lines: Vec<&str> = chapter.split("```").nth(1).expect("with examples").lines().skip(1).collect();
    assert!(lines.len() > 10 && lines.len().is_multiple_of(2), "scenarios and errors in turn");
    for pair in lines.chunks(2) {
        let told = Scenario::from_json(pair[0]).expect_err(pair[0]).to_string();
        let is_told = pair[1].strip_suffix('…').map_or(told == pair[1], |beginning| told.starts_with(beginning));
        assert!(is_told, "{}\ntold     {told}\non page  {}", pair[0], pair[1]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The pattern of times takes what the machine does.
    #[test]
    fn text_of_a_time_fits_the_schema_if_it_is_read(text in "( |\t)?([0-9.]{0,4} ?(ms|s|m|min|h|d|S|Min|x|) ?){0,3}") {
        thread_local!(static VALIDATOR: Validator = validator());
        let fits = VALIDATOR.with(|validator| validator.is_valid(&json!({ "horizon": text })));
        prop_assert_eq!(fits, span::parse(&text).is_some(), "{:?}", text);
    }
}

//! The fields of the format as tables, for the page of its users.

use inflight::queue::Millis;
use inflight::sim::{self, span};
use serde_json::Value as Json;

use super::source::{Kind, Shape, Value};
use super::walk::{Format, Known, Object, bare};

const FROM: &str =
    "<!-- What follows is made from the types in src/sim/scenario by `make schema`: change it there. -->\n";
const TO: &str = "<!-- The end of what is made. -->\n";

/// The page with its tables anew, the rest as it is.
pub fn write(format: &Format, page: &str) -> String {
    let (before, rest) = page.split_once(FROM).expect("the page has the mark where its tables begin");
    let (_, after) = rest.split_once(TO).expect("the page has the mark where its tables end");
    format!("{before}{FROM}{}\n{TO}{after}", tables(format))
}

fn tables(format: &Format) -> String {
    let mut page = String::new();
    for object in &format.objects {
        // Other types are told of where they are used.
        if matches!(format.form(&object.form).shape, Shape::Object(_)) {
            page += &table(format, object);
        }
    }
    page + &law(format)
}

/// The forms of a law of durations.
fn law(format: &Format) -> String {
    let form = format.form("Law");
    let (Shape::Forms(words), path) = (&form.shape, "workers.job") else { panic!("a law has several forms") };
    let about = form.about.split('\n').next().unwrap_or_default();
    let mut page = format!("\n### A law\n\n{about}\n\n| Form | Fields | Meaning |\n|---|---|---|\n");
    for word in words {
        let (written, fields) = match &word.value {
            Value::Object(own) => {
                let names: Vec<_> = own.iter().map(|field| format!("\"{}\": …", field.name)).collect();
                let is_own = |known: &&Known| own.iter().any(|field| field.name == known.name);
                let fields: Vec<_> = format.at(path).iter().filter(is_own).map(in_brief).collect();
                (format!("{{ {} }}", names.join(", ")), fields.join("<br>"))
            }
            Value::One(Kind::List(_)) => {
                (format!("{{ \"{}\": [time, …] }}", word.name), "At least one time.".to_owned())
            }
            _ => ("time".to_owned(), String::new()),
        };
        page += &format!("| `{written}` | {fields} | {} |\n", word.about);
    }
    page
}

/// A field in a sentence: its name, meaning, range, unit and default.
fn in_brief(field: &Known) -> String {
    let unit = Some(unit(field)).filter(|unit| unit == "%").unwrap_or_default();
    let default = default(field);
    let default = if default == "required" { default } else { format!("by default {default}") };
    format!("`{}`: {} ({}{unit}; {default})", field.name, field.about, range(field))
}

fn table(format: &Format, Object { path, form, fields }: &Object) -> String {
    let title = if path.is_empty() { "The whole file".to_owned() } else { format!("`{path}`") };
    let mut page = format!("\n### {title}\n\n{}\n\n", format.form(form).about);
    page += "| Name | Type | Unit | Range | Default | Meaning |\n|---|---|---|---|---|---|\n";
    for field in fields {
        let cells = [
            format!("`{}`", field.name),
            kind(format, field, &field.kind),
            unit(field),
            range(field),
            default(field),
            meaning(format, field),
        ];
        page += &format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    page
}

fn kind(format: &Format, field: &Known, kind: &Kind) -> String {
    match kind {
        Kind::Flag => "true or false".to_owned(),
        Kind::Text => "text".to_owned(),
        Kind::Number => "whole number".to_owned(),
        Kind::Time => "[time](#times)".to_owned(),
        Kind::Settings => "[settings by path](#timed-changes)".to_owned(),
        Kind::Optional(inner) => self::kind(format, field, inner),
        Kind::List(inner) => format!("list of {}", self::kind(format, field, inner)),
        Kind::Form(name) => match &format.form(name).shape {
            Shape::Object(_) => format!("[object](#{})", anchor(&field.path)),
            Shape::Words(_) => "word".to_owned(),
            Shape::Forms(_) => "[law](#how-long-jobs-take)".to_owned(),
        },
    }
}

/// What a heading of this path is linked by.
fn anchor(path: &str) -> String {
    path.chars().filter(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

fn unit(field: &Known) -> String {
    let Some(range) = &field.range else { return String::new() };
    let whole = if range.kind == sim::Kind::Seconds { ", whole" } else { "" };
    super::json::unit(range, &field.path).map(|unit| format!("{unit}{whole}")).unwrap_or_default()
}

fn range(field: &Known) -> String {
    let Some(range) = &field.range else { return String::new() };
    match range.kind {
        sim::Kind::Seconds => {
            format!("{} to {}", span::exact(Millis::from_secs(range.least)), span::exact(Millis::from_secs(range.most)))
        }
        sim::Kind::Span => format!("{} to {}", span::exact(Millis(range.least)), span::exact(Millis(range.most))),
        sim::Kind::Count => range.expected(),
    }
}

fn default(field: &Known) -> String {
    let is_time = matches!(bare(&field.kind).0, Kind::Time) || bare(&field.kind).0 == &Kind::Form("Law".to_owned());
    match &field.default {
        None => "required".to_owned(),
        Some(Json::Null) => "none".to_owned(),
        Some(Json::Number(number)) if number.as_u64() == Some(u32::MAX.into()) => "no end".to_owned(),
        Some(Json::Number(secs)) if is_time => {
            span::exact(Millis::from_secs(secs.as_u64().expect("a default in whole seconds")))
        }
        Some(Json::Object(_)) => "its fields' own".to_owned(),
        Some(Json::Array(entries)) if entries.is_empty() => "`[]`".to_owned(),
        Some(Json::Array(entries)) => format!("`[{}]`", vec!["{}"; entries.len()].join(", ")),
        Some(value) => format!("`{value}`"),
    }
}

fn meaning(format: &Format, field: &Known) -> String {
    let mut meaning = field.about.replace('\n', " ");
    let (Kind::Form(name), _) = bare(&field.kind) else { return meaning };
    let Shape::Words(words) = &format.form(name).shape else { return meaning };
    for word in words {
        let name = &word.name;
        let written = match &word.value {
            Value::None => format!("`\"{name}\"`"),
            Value::One(_) => format!("`{{ \"{name}\": time }}`"),
            Value::Object(fields) => {
                let fields: Vec<_> = fields.iter().map(|field| format!("\"{}\"", field.name)).collect();
                format!("`{{ \"{name}\": {{ {} }} }}`", fields.join(", "))
            }
        };
        meaning += &format!("<br>{written}: {}", word.about);
        if let Value::Object(_) = &word.value {
            for field in format.at(&format!("{}.{name}", field.path)) {
                meaning += &format!(" {}", in_brief(field));
            }
        }
    }
    meaning
}

//! The types of a scenario as they stand in the source, with their comments.
//!
//! Read from the text and not by a derive: so the types carry nothing for it, the page least of all, and the fields keep their
//! order. What is read here is held against what serde makes of the same types by the tests beside it.

use std::collections::BTreeMap;
use std::fs;

use syn::{Attribute, Expr, Fields, GenericArgument, Item, Lit, PathArguments, Type};

/// A type of the format, and what its comment says.
pub struct Form {
    pub about: String,
    pub shape: Shape,
}

pub enum Shape {
    Object(Vec<Field>),
    /// One of some names, of which some have a value.
    Words(Vec<Word>),
    /// One of some forms that are told apart by their fields.
    Forms(Vec<Word>),
}

pub struct Field {
    pub name: String,
    pub about: String,
    pub kind: Kind,
    /// Whether it has to be there.
    pub is_required: bool,
}

pub struct Word {
    pub name: String,
    pub about: String,
    pub value: Value,
}

/// What comes with a name.
pub enum Value {
    None,
    One(Kind),
    Object(Vec<Field>),
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    Flag,
    Text,
    Number,
    Time,
    /// Settings by their paths.
    Settings,
    /// Another type, by its name.
    Form(String),
    Optional(Box<Kind>),
    List(Box<Kind>),
}

/// Every type of the format, by name.
pub fn forms() -> BTreeMap<String, Form> {
    let mut forms = BTreeMap::new();
    let folder = super::project().join("src/sim/scenario");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.push(super::project().join("src/queue/sqs.rs"));
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for item in parsed.items {
            let (attributes, name, shape) = match &item {
                Item::Struct(item) => (&item.attrs, &item.ident, object(item)),
                Item::Enum(item) => (&item.attrs, &item.ident, words(item)),
                _ => continue,
            };
            if let Some(shape) = shape {
                forms.insert(name.to_string(), Form { about: comment(attributes), shape });
            }
        }
    }
    forms
}

/// The fields of a public type that is read from a file; `None` of any other.
fn object(item: &syn::ItemStruct) -> Option<Shape> {
    let serde = serde(&item.attrs);
    let is_of_format = matches!(item.vis, syn::Visibility::Public(_)) && derives(&item.attrs, "Deserialize");
    let Fields::Named(_) = item.fields else { return None };
    if !is_of_format {
        return None;
    }
    assert!(serde.contains(&"deny_unknown_fields".to_owned()), "{} takes unknown fields", item.ident);
    let has_default = serde.contains(&"default".to_owned());
    Some(Shape::Object(fields(&item.fields, has_default)))
}

fn words(item: &syn::ItemEnum) -> Option<Shape> {
    if !matches!(item.vis, syn::Visibility::Public(_)) {
        return None;
    }
    let serde = serde(&item.attrs);
    let case = |name: &str| match serde.iter().find_map(|it| it.strip_prefix("rename_all=")) {
        Some("snake_case") => snake_case(name),
        Some("lowercase") => name.to_lowercase(),
        other => panic!("{}: names as {other:?}", item.ident),
    };
    // The one that is read by hand.
    let is_law = item.ident == "Law";
    if !is_law && !derives(&item.attrs, "Deserialize") {
        return None;
    }
    let word = |variant: &syn::Variant| Word {
        name: if is_law { variant.ident.to_string().to_lowercase() } else { case(&variant.ident.to_string()) },
        about: comment(&variant.attrs),
        value: match &variant.fields {
            Fields::Unit => Value::None,
            Fields::Unnamed(fields) => Value::One(kind(&fields.unnamed[0].ty)),
            Fields::Named(_) => Value::Object(fields(&variant.fields, false)),
        },
    };
    let words = item.variants.iter().map(word).collect();
    Some(if is_law { Shape::Forms(words) } else { Shape::Words(words) })
}

fn fields(fields: &Fields, has_default: bool) -> Vec<Field> {
    let field = |field: &syn::Field| {
        let serde = serde(&field.attrs);
        let name = field.ident.as_ref().expect("a field of these has a name").to_string();
        let has_own_default = serde.iter().any(|it| it == "default" || it.starts_with("default="));
        Field {
            about: comment(&field.attrs),
            kind: kind(&field.ty),
            // Of the law that is read by hand, this field alone has a default.
            is_required: !(has_default || has_own_default || name == "slow_percent"),
            name: serde.iter().find_map(|it| it.strip_prefix("rename=").map(str::to_owned)).unwrap_or(name),
        }
    };
    fields.iter().map(field).collect()
}

fn kind(ty: &Type) -> Kind {
    let Type::Path(path) = ty else { panic!("a type that is no name") };
    let last = path.path.segments.last().expect("a name");
    let inner = || match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match &arguments.args[0] {
            GenericArgument::Type(inner) => Box::new(kind(inner)),
            _ => panic!("{}: no type", last.ident),
        },
        _ => panic!("{}: no argument", last.ident),
    };
    match last.ident.to_string().as_str() {
        "bool" => Kind::Flag,
        "String" => Kind::Text,
        "u32" | "u64" | "i64" => Kind::Number,
        "Millis" => Kind::Time,
        "BTreeMap" => Kind::Settings,
        "Option" => Kind::Optional(inner()),
        "Vec" => Kind::List(inner()),
        name => Kind::Form(name.to_owned()),
    }
}

/// The comment of a type or a field, in one line per paragraph.
fn comment(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let Expr::Lit(value) = &attribute.meta.require_name_value().unwrap().value else { continue };
        let Lit::Str(line) = &value.lit else { continue };
        match line.value().trim() {
            "" => text.push('\n'),
            line if text.is_empty() || text.ends_with('\n') => text.push_str(line),
            line => text.push_str(&format!(" {line}")),
        }
    }
    text
}

fn derives(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let mut found = false;
        let looked = attribute.parse_nested_meta(|meta| {
            found |= meta.path.segments.last().is_some_and(|last| last.ident == name);
            Ok(())
        });
        looked.unwrap();
        found
    })
}

/// What is told to serde, each as `name` or `name=value`.
fn serde(attributes: &[Attribute]) -> Vec<String> {
    const KNOWN: [&str; 7] =
        ["default", "deny_unknown_fields", "rename", "rename_all", "skip_serializing_if", "with", "transparent"];
    let mut found = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        let looked = attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().expect("a name").to_string();
            assert!(KNOWN.contains(&name.as_str()), "say in tests/schema what serde's {name} means for the format");
            match meta.value().and_then(syn::parse::ParseBuffer::parse::<syn::LitStr>) {
                Ok(value) => found.push(format!("{name}={}", value.value())),
                Err(_) => found.push(name),
            }
            Ok(())
        });
        looked.unwrap();
    }
    found
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

//! The timed changes: at each instant some fields are set, by their paths.

use serde_json::{Map, Value, json};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::super::super::settings::MAIN;
use super::super::super::settings::more::{Control, Field, GROUPS, Item, at, every, label};
use super::Desk;
use super::knob::{Knob, Words, dial_of};
use super::list::{ListProps, MOST, framed, whole};

#[component]
pub fn Changes(props: &ListProps) -> Html {
    let ListProps { list, values, desk, .. } = props;
    let entries = props.entries();
    let (_, opened) = values.len_of(list.path);
    let entry = |place: usize| {
        let name = AttrValue::from(format!("{} {}", list.one, place + 1));
        let knobs = list.fields.iter().map(|field| {
            let value = at(&values.now, &field.path_at(Some(place))).cloned();
            let differs = place < opened && field.differs(values, Some(place));
            let was = differs.then(|| field.before(values, Some(place)));
            html! { <Knob key={field.name} {field} place={(place, name.clone())} {value} {was} desk={desk.clone()} /> }
        });
        let set = entries[place].get("set").and_then(Value::as_object).cloned().unwrap_or_default();
        framed(props, place, &name, html! { <>{ for knobs }<Sets {place} name={name.clone()} {set} {desk} /></> })
    };
    whole(props, (0..entries.len().min(MOST)).map(entry).collect())
}

#[derive(Properties, PartialEq)]
struct SetsProps {
    place: usize,
    name: AttrValue,
    /// The fields by path, and their new values.
    set: Map<String, Value>,
    desk: Desk,
}

/// What one change sets.
#[component]
fn Sets(props: &SetsProps) -> Html {
    let SetsProps { place, name, set, desk } = props;
    let path = format!("changes[{place}].set");
    let one = |(field_path, value): (&String, &Value)| {
        let told = AttrValue::from(label(field_path).unwrap_or_else(|| field_path.clone()));
        let field = every().find(|field| field.path == field_path);
        let with = {
            let (desk, path, set, field_path) = (desk.clone(), path.clone(), set.clone(), field_path.clone());
            Callback::from(move |value: Value| {
                let mut set = set.clone();
                set.insert(field_path.clone(), value);
                desk.set(&path, Value::Object(set))
            })
        };
        let without = {
            let (desk, path, mut set) = (desk.clone(), path.clone(), set.clone());
            set.remove(field_path);
            move |_| {
                let _ = desk.set_at_once(&path, Value::Object(set.clone()));
            }
        };
        html! {
            <div class="set" key={field_path.clone()}>
                <Words
                    id={format!("{path}.{field_path}")} full_name={format!("{name}, {}", told.to_lowercase())} name={told.clone()}
                    hint={field_path.clone()} shown={shown(field, value)} read={reader(field)} set={with}
                />
                <button class="reset" aria-label={format!("Remove “{told}” from {}", name.to_lowercase())} onclick={without}>
                    { "Remove" }
                </button>
            </div>
        }
    };
    html! {
        <>
            { for set.iter().map(one) }
            <Add {place} {name} set={set.clone()} {desk} />
        </>
    }
}

/// A value as it is typed: a number with its unit, a word, or JSON.
fn shown(field: Option<&Field>, value: &Value) -> String {
    match (dial_of(field), value) {
        (Some((dial, off)), value) => dial.show(off.number(dial, Some(value).filter(|value| !value.is_null()))),
        (None, Value::String(text)) => text.clone(),
        (None, other) => other.to_string(),
    }
}

/// Reads what was typed.
fn reader(field: Option<&'static Field>) -> Callback<String, Result<Value, AttrValue>> {
    Callback::from(move |text: String| match dial_of(field) {
        Some((dial, off)) => dial.read(&text).map(|number| off.value(dial, number)).map_err(AttrValue::from),
        None => Ok(serde_json::from_str(&text).unwrap_or_else(|_| json!(text.trim()))),
    })
}

/// A choice of what else it sets: as it is now, to be changed then.
#[component]
fn Add(props: &SetsProps) -> Html {
    let SetsProps { place, name, set, desk } = props;
    let main = ["queue.visibility_timeout", "workers.job", "workers.heartbeat.every"];
    let own = GROUPS.iter().flat_map(|group| group.items).filter_map(|item| match item {
        Item::One(field) if matches!(field.control, Control::Number(..) | Control::Switch | Control::Choice(_)) => {
            Some((field.path, field.name))
        }
        _ => None,
    });
    let scenario = desk.scenario().to_value();
    let all = main.into_iter().zip(MAIN.iter().map(|setting| setting.name)).chain(own);
    let offered: Vec<(&str, &str)> =
        all.filter(|(path, _)| !set.contains_key(*path) && at(&scenario, path).is_some()).collect();
    let on_choose = {
        let (desk, set, path, offered) = (desk.clone(), set.clone(), format!("changes[{place}].set"), offered.clone());
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            let place = usize::try_from(select.selected_index()).ok().and_then(|place| place.checked_sub(1));
            select.set_selected_index(0);
            if let Some(&(field, _)) = place.and_then(|place| offered.get(place)) {
                let mut set = set.clone();
                set.insert(field.to_owned(), desk.value(field).unwrap_or_default());
                let _ = desk.set_at_once(&path, Value::Object(set));
            }
        })
    };
    html! {
        <select class="also" aria-label={format!("{name}, set also")} onchange={on_choose}>
            <option>{ "Set also…" }</option>
            { for offered.iter().map(|(_, name)| html! { <option>{ *name }</option> }) }
        </select>
    }
}

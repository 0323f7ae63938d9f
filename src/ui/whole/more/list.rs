//! A list of a scenario: its entries with their settings, and buttons to add and to remove.

use serde_json::Value;
use yew::prelude::*;

use super::super::super::player::Shared;
use super::super::super::settings::more::{List, Values, at};
use super::Desk;
use super::knob::Knob;
use crate::sim::Scenario;

#[derive(Properties, PartialEq)]
pub struct ListProps {
    pub list: &'static List,
    pub scenario: Shared<Scenario>,
    pub values: Shared<Values>,
    pub desk: Desk,
}

/// So many entries are shown: a list of more was written by a program.
pub const MOST: usize = 30;

impl ListProps {
    /// Its entries.
    pub fn entries(&self) -> Vec<Value> {
        at(&self.values.now, self.list.path).and_then(Value::as_array).cloned().unwrap_or_default()
    }
}

#[component]
pub fn Entries(props: &ListProps) -> Html {
    let ListProps { list, scenario, values, desk } = props;
    let entries = props.entries();
    let (_, opened) = values.len_of(list.path);
    let entry = |place: usize| {
        let name = AttrValue::from(format!("{} {}", list.one, place + 1));
        let there = list.fields.iter().filter(|field| field.is_there(scenario, values, Some(place)));
        let knobs = there.map(|field| {
            let value = at(&values.now, &field.path_at(Some(place))).cloned();
            let differs = place < opened && field.differs(values, Some(place));
            let was = differs.then(|| field.before(values, Some(place)));
            html! { <Knob key={field.name} {field} place={(place, name.clone())} {value} {was} desk={desk.clone()} /> }
        });
        framed(props, place, &name, knobs.collect())
    };
    whole(props, (0..entries.len().min(MOST)).map(entry).collect())
}

/// An entry with a button that removes it.
pub fn framed(props: &ListProps, place: usize, name: &AttrValue, inside: Html) -> Html {
    let (path, desk, mut rest) = (props.list.path, props.desk.clone(), props.entries());
    rest.remove(place);
    let remove = move |_| {
        let _ = desk.set_at_once(path, Value::Array(rest.clone()));
    };
    html! {
        <fieldset class="entry" key={place}>
            <legend>{ name }</legend>
            <button class="reset" aria-label={format!("Remove {}", name.to_lowercase())} onclick={remove}>{ "Remove" }</button>
            { inside }
        </fieldset>
    }
}

/// The list under its name: with a button that adds an entry, and one that takes all changes back.
pub fn whole(props: &ListProps, entries: Html) -> Html {
    let ListProps { list, scenario, values, desk } = props;
    let (now, opened) = values.len_of(list.path);
    let add = {
        let (desk, mut more, path) = (desk.clone(), props.entries(), list.path);
        more.push((list.add)(scenario, now));
        move |_: MouseEvent| {
            let _ = desk.set_at_once(path, Value::Array(more.clone()));
        }
    };
    let back = {
        let (desk, path) = (desk.clone(), list.path);
        let before = at(&values.opened, path).cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        move |_: MouseEvent| {
            let _ = desk.set_at_once(path, before.clone());
        }
    };
    let differs = values.list_differs(list.path);
    html! {
        <section class={if differs { "list setter differs" } else { "list setter" }} aria-label={list.name}>
            <p class="list-title"><b>{ list.name }</b><small>{ list.hint }</small></p>
            { entries }
            if now > MOST {
                <p class="hint">{ format!("and {} more", now - MOST) }</p>
            }
            <button class="button add" onclick={add}>{ format!("Add: {}", list.one.to_lowercase()) }</button>
            if differs {
                <p class="was">
                    <span>{ before(now, opened) }</span>
                    <button class="reset" aria-label={format!("Reset “{}”", list.name)} onclick={back}>{ "Reset" }</button>
                </p>
            }
        </section>
    }
}

/// What was there.
fn before(now: usize, opened: usize) -> String {
    match opened {
        _ if now == opened => "changed".to_owned(),
        0 => "changed, there was none".to_owned(),
        1 => "changed, there was 1".to_owned(),
        _ => format!("changed, there were {opened}"),
    }
}

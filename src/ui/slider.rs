//! A setting: a slider on a scale that fits its range, and a field that takes the exact value.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

use super::element::{Element, On};
use super::range::Range;
use super::scale::nearest;
use super::settings::Setting;
use crate::sim::Change;

#[derive(Properties)]
pub struct SliderProps {
    pub setting: &'static Setting,
    /// The value; `None` where the setting is off.
    pub value: Option<u64>,
    pub act: Callback<Vec<Change>>,
}

impl PartialEq for SliderProps {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.setting, other.setting) && self.value == other.value && self.act == other.act
    }
}

/// What is being typed, and what is wrong with it.
#[derive(Default, Clone, PartialEq)]
struct Draft {
    text: Option<AttrValue>,
    takes: Option<AttrValue>,
}

#[component]
pub fn Slider(props: &SliderProps) -> Html {
    let SliderProps { setting, value, ref act } = *props;
    let draft = use_state_eq(Draft::default);
    let set_draft = draft.setter();
    {
        // A new value from elsewhere makes it void.
        let set_draft = set_draft.clone();
        use_effect_with(value, move |_| set_draft.set(Draft::default()));
    }
    let change = {
        let act = act.clone();
        move |value| act.emit((setting.set)(value).into_iter().collect())
    };

    let stops = setting.stops();
    // Where the setting can be off, that is the position before the first stop.
    let first = u64::from(setting.off.is_some());
    let position = value.map_or(0, |value| first + nearest(&stops, value) as u64);
    let last = first + stops.len() as u64 - 1;
    let on_slide = {
        let change = change.clone();
        Callback::from(move |position: u64| {
            let stop = position.checked_sub(first).and_then(|stop| usize::try_from(stop).ok());
            change(stop.and_then(|stop| stops.get(stop)).copied());
        })
    };

    let typed = |event: Event| event.target_unchecked_into::<HtmlInputElement>().value();
    let on_type = {
        let (set_draft, takes) = (set_draft.clone(), draft.takes.clone());
        move |event| set_draft.set(Draft { text: Some(typed(event).into()), takes: takes.clone() })
    };
    let on_commit = {
        let set_draft = set_draft.clone();
        move |event| {
            let text = typed(event);
            match setting.read(&text) {
                Ok(read) => {
                    set_draft.set(Draft::default());
                    if read != value {
                        change(read);
                    }
                }
                Err(takes) => set_draft.set(Draft { text: Some(text.into()), takes: Some(takes.into()) }),
            }
        }
    };
    let on_key = move |event: Event| {
        if event.dyn_into::<KeyboardEvent>().is_ok_and(|event| event.key() == "Escape") {
            set_draft.set(Draft::default());
        }
    };

    let slider_id = AttrValue::from(format!("{}-slider", setting.id));
    let hint_id = AttrValue::from(format!("{}-hint", setting.id));
    let shown = draft.text.clone().unwrap_or_else(|| setting.show(value).into());
    let names = &["type", "class", "aria-label", "aria-describedby", "aria-invalid", "autocomplete", "spellcheck"];
    let values = vec![
        "text".into(),
        "value".into(),
        format!("{}, exact value", setting.name).into(),
        hint_id.clone(),
        if draft.takes.is_some() { "true" } else { "" }.into(),
        "off".into(),
        "false".into(),
    ];
    let field = Element::new("input", names, values)
        .with_value(shown)
        .on(On::Input, on_type)
        .on(On::Change, on_commit)
        .on(On::KeyDown, on_key);
    let class = format!("{}{}", setting.class, if draft.takes.is_some() { " wrong" } else { "" });
    Element::new("div", &["class"], vec![class.into()]).holding(vec![
        html! { <label for={slider_id.clone()}>{ setting.name }</label> },
        field.done(),
        html! {
            <Range
                id={slider_id} {last} {position} spoken={setting.speak(value)} described_by={hint_id.clone()} {on_slide}
            />
        },
        html! {
            <p class="hint" id={hint_id}>
                if let Some(takes) = &draft.takes {
                    <span role="alert">{ takes }</span>
                } else {
                    { setting.hint }
                }
            </p>
        },
    ])
}

//! A setting: a slider on a scale that fits its range, and a field that takes the exact value.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

use super::element::{Element, On};
use super::range::Range;
use super::scale::nearest;
use super::settings::dial::Dial;

/// What sets a value, or says why that cannot be.
pub type Set = Callback<Option<u64>, Option<AttrValue>>;

#[derive(Properties, PartialEq)]
pub struct SliderProps {
    /// What its elements are called in the document.
    pub id: AttrValue,
    pub name: AttrValue,
    pub hint: AttrValue,
    pub class: AttrValue,
    pub dial: Dial,
    /// The value; `None` where the setting is off.
    pub value: Option<u64>,
    pub set: Set,
}

#[component]
pub fn Slider(props: &SliderProps) -> Html {
    let SliderProps { ref id, ref name, ref hint, ref class, dial, value, ref set } = *props;
    let entry = use_entry(dial.show(value).into());
    // What was refused stays where it was put, beside the reason.
    let tried = entry.wrong().and_then(|_| dial.read(&entry.text()).ok());
    let shown = tried.unwrap_or(value);

    let stops = dial.stops();
    // Where the setting can be off, that is the position before the first stop.
    let first = u64::from(dial.off.is_some());
    let position = shown.map_or(0, |value| first + nearest(&stops, value) as u64);
    let last = first + stops.len() as u64 - 1;
    let on_slide = {
        let (entry, set) = (entry.clone(), set.clone());
        Callback::from(move |position: u64| {
            let stop = position.checked_sub(first).and_then(|stop| usize::try_from(stop).ok());
            let value = stop.and_then(|stop| stops.get(stop)).copied();
            entry.settle(dial.show(value), set.emit(value));
        })
    };

    let slider_id = AttrValue::from(format!("{id}-slider"));
    let hint_id = AttrValue::from(format!("{id}-hint"));
    let field = entry.number(dial, value, set, format!("{name}, exact value").into(), hint_id.clone());
    let class = format!("{class}{}", entry.wrong().map(|_| " wrong").unwrap_or_default());
    Element::new("div", &["class"], vec![class.into()]).holding(vec![
        html! { <label for={slider_id.clone()}>{ name }</label> },
        field,
        html! {
            <Range id={slider_id} {last} {position} spoken={dial.speak(shown)} described_by={hint_id.clone()} {on_slide} />
        },
        entry.hint(hint_id, hint),
    ])
}

/// What is being typed, and what is wrong with it.
#[derive(Default, Clone, PartialEq)]
struct Draft {
    text: Option<AttrValue>,
    wrong: Option<AttrValue>,
}

/// A field into which a person types, and what is wrong with what was typed.
#[derive(Clone)]
pub struct Entry {
    shown: AttrValue,
    draft: UseStateHandle<Draft>,
}

/// A field that shows a text as long as nobody types into it.
#[hook]
pub fn use_entry(shown: AttrValue) -> Entry {
    let draft = use_state_eq(Draft::default);
    let set = draft.setter();
    // A new value from elsewhere makes a draft void.
    use_effect_with(shown.clone(), move |_| set.set(Draft::default()));
    Entry { shown, draft }
}

impl Entry {
    /// What is wrong with what was typed, as long as it stands there.
    pub fn wrong(&self) -> Option<&AttrValue> {
        self.draft.wrong.as_ref()
    }

    /// What stands in the field.
    pub fn text(&self) -> AttrValue {
        self.draft.text.clone().unwrap_or_else(|| self.shown.clone())
    }

    /// A text has been taken, or it stays with what is wrong with it.
    pub fn settle(&self, text: String, wrong: Option<AttrValue>) {
        let text = wrong.is_some().then(|| text.into());
        self.draft.set(Draft { text, wrong });
    }

    /// The field, for a number.
    pub fn number(&self, dial: Dial, value: Option<u64>, set: &Set, name: AttrValue, described_by: AttrValue) -> Html {
        let set = set.clone();
        self.field(name, described_by, move |text| match dial.read(text) {
            Ok(read) if read == value => None,
            Ok(read) => set.emit(read),
            Err(takes) => Some(takes.into()),
        })
    }

    /// The field. `commit` takes what was typed, or says what is wrong with it.
    pub fn field(
        &self,
        name: AttrValue,
        described_by: AttrValue,
        commit: impl Fn(&str) -> Option<AttrValue> + 'static,
    ) -> Html {
        let typed = |event: Event| event.target_unchecked_into::<HtmlInputElement>().value();
        let names = &["type", "class", "aria-label", "aria-describedby", "aria-invalid", "autocomplete", "spellcheck"];
        let values = vec![
            "text".into(),
            "value".into(),
            name,
            described_by,
            if self.wrong().is_some() { "true" } else { "" }.into(),
            "off".into(),
            "false".into(),
        ];
        let (to_type, to_leave) = (self.clone(), self.draft.setter());
        let to_commit = self.clone();
        let commit = Rc::new(move |event: Event| {
            let text = typed(event);
            let wrong = commit(&text);
            to_commit.settle(text, wrong);
        });
        let on_enter = commit.clone();
        Element::new("input", names, values)
            .with_value(self.text())
            .on(On::Input, move |event| {
                let wrong = to_type.draft.wrong.clone();
                to_type.draft.set(Draft { text: Some(typed(event).into()), wrong });
            })
            .on(On::Change, move |event| commit(event))
            .on(On::KeyDown, move |event| match event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key).as_deref() {
                Some("Escape") => to_leave.set(Draft::default()),
                // The same text again may be taken now, and is no change to the browser.
                Some("Enter") => on_enter(event),
                _ => {}
            })
            .done()
    }

    /// The line below: what the setting means, or what is wrong.
    pub fn hint(&self, id: AttrValue, hint: &AttrValue) -> Html {
        html! {
            <p class="hint" {id}>
                if let Some(wrong) = self.wrong() {
                    <span role="alert">{ wrong }</span>
                } else {
                    { hint }
                }
            </p>
        }
    }
}

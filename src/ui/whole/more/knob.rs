//! The control of one setting, whatever kind it is of, and whether it differs from the scenario as it was opened.

use serde_json::{Value, json};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::super::super::settings::dial::Dial;
use super::super::super::settings::more::{Control, Field, Form, Off, read_times};
use super::super::super::slider::{Slider, use_entry};
use super::super::super::verdict::glued;
use super::Desk;

#[derive(Properties, PartialEq)]
pub struct KnobProps {
    pub field: &'static Field,
    /// Of which entry of its list, and what such an entry is called: `Crash 1`.
    #[prop_or_default]
    pub place: Option<(usize, AttrValue)>,
    /// What it is set to.
    pub value: Option<Value>,
    /// What it was set to, if that differs.
    pub was: Option<Value>,
    pub desk: Desk,
}

impl KnobProps {
    fn path(&self) -> String {
        self.field.path_at(self.place.as_ref().map(|&(place, _)| place))
    }

    /// Its name among all others.
    fn full_name(&self) -> AttrValue {
        match &self.place {
            Some((_, entry)) => format!("{entry}, {}", self.field.name.to_lowercase()).into(),
            None => self.field.name.into(),
        }
    }
}

/// The control, and below it what was set before.
#[component]
pub fn Knob(props: &KnobProps) -> Html {
    let KnobProps { field, place, value, was, desk } = props;
    let path = props.path();
    let set = {
        let (desk, path) = (desk.clone(), path.clone());
        Callback::from(move |value| desk.set(&path, value))
    };
    let full_name = props.full_name();
    let control = match field.control {
        Control::Number(dial, off) => {
            let number = off.number(dial, value.as_ref());
            let set = set.reform(move |number| off.value(dial, number));
            let (name, hint, class) = (field.name, field.hint, field.class);
            if place.is_some() {
                html! { <Exact id={path} {full_name} {name} {hint} {dial} value={number} {set} /> }
            } else {
                html! { <Slider id={path} {name} {hint} {class} {dial} value={number} {set} /> }
            }
        }
        Control::Switch => {
            let on = *value == Some(Value::Bool(true));
            html! { <Switch id={path} {full_name} name={field.name} hint={field.hint} {on} set={set.reform(|on| json!(on))} /> }
        }
        Control::Presence(make) => {
            let set = {
                let (desk, set) = (desk.clone(), set);
                Callback::from(move |on| set.emit(if on { make(&desk.scenario()) } else { Value::Null }))
            };
            html! { <Switch id={path} {full_name} name={field.name} hint={field.hint} on={value.is_some()} {set} /> }
        }
        Control::Choice(words) => {
            let word = value.as_ref().and_then(Value::as_str).unwrap_or_default();
            let chosen = words.iter().position(|(known, _)| *known == word);
            let names: Vec<AttrValue> = words.iter().map(|(_, told)| (*told).into()).collect();
            let set = set.reform(move |place: usize| json!(words[place].0));
            html! { <Pick id={path} {full_name} name={field.name} hint={field.hint} {names} {chosen} {set} /> }
        }
        Control::Forms(forms) => {
            let names: Vec<AttrValue> = forms.iter().map(|form| form.name.into()).collect();
            let chosen = Form::place(forms, value.as_ref());
            let set = {
                let (desk, path, set) = (desk.clone(), path.clone(), set);
                Callback::from(move |place: usize| set.emit((forms[place].make)(desk.value(&path).as_ref())))
            };
            html! { <Pick id={path} {full_name} name={field.name} hint={field.hint} {names} {chosen} {set} /> }
        }
        Control::Text { optional } => {
            let shown = value.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
            let read = Callback::from(move |text: String| {
                Ok(if optional && text.is_empty() { Value::Null } else { json!(text) })
            });
            html! { <Words id={path} {full_name} name={field.name} hint={field.hint} {shown} {read} {set} /> }
        }
        Control::Times => {
            let shown = field.show(value.as_ref());
            let read = Callback::from(|text: String| read_times(&text).map_err(AttrValue::from));
            html! { <Words id={path} {full_name} name={field.name} hint={field.hint} {shown} {read} {set} /> }
        }
    };
    html! {
        <div class={if was.is_some() { "setter differs" } else { "setter" }}>
            { control }
            // A node of its own also where there is none: else the control would be made anew.
            if let Some(was) = was {
                { reset(props, was) }
            }
        </div>
    }
}

/// What it was, and a way back.
fn reset(props: &KnobProps, was: &Value) -> Html {
    let KnobProps { field, desk, .. } = props;
    let told = glued(&field.show(Some(was).filter(|was| !was.is_null())));
    let name = format!("Reset “{}” to {told}", props.full_name());
    let (desk, path, was) = (desk.clone(), props.path(), was.clone());
    html! {
        <p class="was">
            <span>{ format!("changed, was {told}") }</span>
            <button class="reset" aria-label={name} onclick={move |_| { let _ = desk.set_at_once(&path, was.clone()); }}>
                { "Reset" }
            </button>
        </p>
    }
}

/// Sets something, or says why it cannot be set.
type Set<T> = Callback<T, Option<AttrValue>>;

#[derive(Properties, PartialEq)]
struct ExactProps {
    id: String,
    full_name: AttrValue,
    name: AttrValue,
    hint: AttrValue,
    dial: Dial,
    value: Option<u64>,
    set: Set<Option<u64>>,
}

/// A number without a slider: in a list, where there is no room for one.
#[component]
fn Exact(props: &ExactProps) -> Html {
    let ExactProps { id, full_name, name, hint, dial, value, set } = props;
    let entry = use_entry(dial.show(*value).into());
    let hint_id = AttrValue::from(format!("{id}-hint"));
    html! {
        <div class={classes!("setting", entry.wrong().map(|_| "wrong"))}>
            <span class="name" aria-hidden="true">{ name }</span>
            { entry.number(*dial, *value, set, full_name.clone(), hint_id.clone()) }
            { entry.hint(hint_id, hint) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct WordsProps {
    pub id: String,
    pub full_name: AttrValue,
    pub name: AttrValue,
    pub hint: AttrValue,
    pub shown: String,
    /// What a text stands for, or what is wrong with it.
    pub read: Callback<String, Result<Value, AttrValue>>,
    pub set: Set<Value>,
}

/// A text.
#[component]
pub fn Words(props: &WordsProps) -> Html {
    let WordsProps { id, full_name, name, hint, shown, read, set } = props;
    let entry = use_entry(shown.clone().into());
    let hint_id = AttrValue::from(format!("{id}-hint"));
    let (read, set, shown) = (read.clone(), set.clone(), shown.clone());
    let commit = move |text: &str| match read.emit(text.to_owned()) {
        _ if text == shown => None,
        Ok(value) => set.emit(value),
        Err(wrong) => Some(wrong),
    };
    html! {
        <div class={classes!("setting", "words", entry.wrong().map(|_| "wrong"))}>
            <span class="name" aria-hidden="true">{ name }</span>
            { entry.field(full_name.clone(), hint_id.clone(), commit) }
            { entry.hint(hint_id, hint) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SwitchProps {
    id: String,
    full_name: AttrValue,
    name: AttrValue,
    hint: AttrValue,
    on: bool,
    set: Set<bool>,
}

/// Yes or no. Where it is refused it stays as it was, and says why.
#[component]
fn Switch(props: &SwitchProps) -> Html {
    let SwitchProps { id, full_name, name, hint, on, set } = props;
    let refused = use_refusal(*on);
    let hint_id = AttrValue::from(format!("{id}-hint"));
    let on_change = {
        let (set, refused, on) = (set.clone(), refused.clone(), *on);
        Callback::from(move |event: Event| {
            let wrong = set.emit(!on);
            if wrong.is_some() {
                event.target_unchecked_into::<HtmlInputElement>().set_checked(on);
            }
            refused.set(wrong);
        })
    };
    html! {
        <div class={classes!("setting", "on-off", refused.as_ref().map(|_| "wrong"))}>
            <label>
                <input type="checkbox" role="switch" checked={*on} aria-label={full_name} aria-describedby={hint_id.clone()} onchange={on_change} />
                <span>{ name }</span>
            </label>
            { line(hint_id, hint, refused.as_ref()) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct PickProps {
    id: String,
    full_name: AttrValue,
    name: AttrValue,
    hint: AttrValue,
    names: Vec<AttrValue>,
    chosen: Option<usize>,
    set: Set<usize>,
}

/// One of several. Where it is refused it stays as it was, and says why.
#[component]
fn Pick(props: &PickProps) -> Html {
    let PickProps { id, full_name, name, hint, names, chosen, set } = props;
    let refused = use_refusal(*chosen);
    let hint_id = AttrValue::from(format!("{id}-hint"));
    let on_change = {
        let (set, refused, chosen) = (set.clone(), refused.clone(), *chosen);
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            let wrong = usize::try_from(select.selected_index()).ok().and_then(|place| set.emit(place));
            if wrong.is_some() {
                select.set_selected_index(chosen.and_then(|place| i32::try_from(place).ok()).unwrap_or(-1));
            }
            refused.set(wrong);
        })
    };
    let select = use_chosen(*chosen, names.clone());
    html! {
        <div class={classes!("setting", "pick", refused.as_ref().map(|_| "wrong"))}>
            <label for={format!("{id}-pick")}>{ name }</label>
            <select ref={select} id={format!("{id}-pick")} aria-label={full_name} aria-describedby={hint_id.clone()} onchange={on_change}>
                { for names.iter().map(|name| html! { <option>{ name }</option> }) }
            </select>
            { line(hint_id, hint, refused.as_ref()) }
        </div>
    }
}

/// Lets a select show what is chosen, of these names: once a person has chosen, the attributes of its options count no more.
#[hook]
fn use_chosen(chosen: Option<usize>, names: Vec<AttrValue>) -> NodeRef {
    let place = use_node_ref();
    use_effect_with((chosen, names), {
        let place = place.clone();
        move |(chosen, _)| {
            if let Some(select) = place.cast::<HtmlSelectElement>() {
                select.set_selected_index(chosen.and_then(|place| i32::try_from(place).ok()).unwrap_or(-1));
            }
        }
    });
    place
}

/// Why what was tried last could not be set, until something else is.
#[hook]
fn use_refusal<T: PartialEq + 'static>(value: T) -> UseStateHandle<Option<AttrValue>> {
    let refused = use_state_eq(|| None);
    let set = refused.setter();
    use_effect_with(value, move |_| set.set(None));
    refused
}

/// What a setting means, or why it could not be set.
fn line(id: AttrValue, hint: &AttrValue, refused: Option<&AttrValue>) -> Html {
    html! {
        <p class="hint" {id}>
            if let Some(refused) = refused {
                <span role="alert">{ refused }</span>
            } else {
                { hint }
            }
        </p>
    }
}

/// The number and the unit that a value of a timed change has, where its field is a number.
pub fn dial_of(field: Option<&Field>) -> Option<(Dial, Off)> {
    match field?.control {
        Control::Number(dial, off) => Some((dial, off)),
        _ => None,
    }
}

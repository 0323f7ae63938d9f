//! A setting: a slider on a scale that fits its range, and a field that takes the exact value.

use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

use super::browser::{use_fill, use_uid};
use super::scale::{Scale, nearest};
use crate::queue::Millis;
use crate::sim::span;

/// What a setting measures.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Unit {
    /// A time in whole seconds, in milliseconds.
    Seconds,
    /// Any time, in milliseconds.
    Time,
    /// A number of things.
    Count,
}

#[derive(Clone, Properties, PartialEq)]
pub struct SliderProps {
    /// The name of the setting.
    pub name: AttrValue,
    /// What it means, in a line.
    pub hint: AttrValue,
    pub unit: Unit,
    /// The lowest and highest value that it takes.
    pub low: u64,
    pub high: u64,
    /// The lowest and highest value of the slider, where that is less than the field takes.
    #[prop_or_default]
    pub reach: Option<(u64, u64)>,
    /// The value; `None` where the setting is off.
    pub value: Option<u64>,
    /// What the setting is called when it is off; without it, it cannot be.
    #[prop_or_default]
    pub off: Option<AttrValue>,
    /// Another class, for the colour of the thumb.
    #[prop_or_default]
    pub class: Classes,
    pub on_change: Callback<Option<u64>>,
}

impl SliderProps {
    fn show(&self, value: Option<u64>) -> String {
        match (value, self.unit) {
            (None, _) => self.off.as_deref().unwrap_or_default().to_owned(),
            (Some(value), Unit::Count) => value.to_string(),
            (Some(value), _) => span::exact(Millis(value)),
        }
    }

    fn speak(&self) -> String {
        match (self.value, self.unit) {
            (Some(value), Unit::Seconds | Unit::Time) => span::spoken(Millis(value)),
            (value, _) => self.show(value),
        }
    }

    /// What a person typed, or what the field takes instead.
    fn read(&self, text: &str) -> Result<Option<u64>, String> {
        let text = text.trim();
        if self.off.is_some() && (text.is_empty() || Some(text) == self.off.as_deref()) {
            return Ok(None);
        }
        let read = match self.unit {
            Unit::Count => text.parse().ok(),
            Unit::Time => span::parse(text).map(|span| span.0),
            Unit::Seconds => span::parse(text).map(|span| span.0).filter(|ms| ms.is_multiple_of(1000)),
        };
        read.filter(|value| (self.low..=self.high).contains(value)).map(Some).ok_or_else(|| self.takes())
    }

    fn takes(&self) -> String {
        let or_off = self.off.as_ref().map(|off| format!(", or {off}")).unwrap_or_default();
        let Self { low, high, .. } = self;
        let (low_secs, high_secs) = (Millis(*low), Millis(*high));
        match self.unit {
            Unit::Count => format!("Takes {low} to {high}{or_off}."),
            Unit::Seconds => format!("Takes {low_secs} to {high_secs} s in whole seconds, as 90, 2m or 1h30m{or_off}."),
            Unit::Time => format!("Takes {low_secs} to {high_secs} s, as 90, 2m or 1h30m{or_off}."),
        }
    }
}

#[component]
pub fn Slider(props: &SliderProps) -> Html {
    let uid = use_uid("setting");
    // What is being typed, and what is wrong with it. A new value from elsewhere makes both void.
    let draft = use_state(|| None::<String>);
    let error = use_state(|| None::<String>);
    {
        let (draft, error) = (draft.setter(), error.setter());
        use_effect_with(props.value, move |_| {
            draft.set(None);
            error.set(None);
        });
    }
    let scale = if props.unit == Unit::Count { Scale::Counts } else { Scale::Times };
    let (low, high) = props.reach.unwrap_or((props.low, props.high));
    let stops = use_memo((scale, low, high), |&(scale, low, high)| scale.stops(low, high));
    // Where the setting can be off, that is the position before the first stop.
    let first = usize::from(props.off.is_some());
    let position = props.value.map_or(0, |value| first + nearest(&stops, value));
    let last = first + stops.len() - 1;

    let slider = use_node_ref();
    use_fill(&slider, position as u64, last as u64);

    let on_slide = {
        let stops = stops.clone();
        props.on_change.reform(move |event: InputEvent| {
            let slider: HtmlInputElement = event.target_unchecked_into();
            let position: usize = slider.value().parse().unwrap_or_default();
            position.checked_sub(first).map(|stop| stops[stop.min(stops.len() - 1)])
        })
    };
    let on_type = {
        let draft = draft.setter();
        move |event: InputEvent| draft.set(Some(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let on_commit = {
        let (props, draft, error) = (props.clone(), draft.setter(), error.setter());
        move |event: Event| match props.read(&event.target_unchecked_into::<HtmlInputElement>().value()) {
            Ok(value) => {
                draft.set(None);
                error.set(None);
                if value != props.value {
                    props.on_change.emit(value);
                }
            }
            Err(takes) => error.set(Some(takes)),
        }
    };
    let on_escape = {
        let (draft, error) = (draft.setter(), error.setter());
        move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                draft.set(None);
                error.set(None);
            }
        }
    };
    let (slider_id, hint_id) = (format!("{uid}-slider"), format!("{uid}-hint"));
    let value = (*draft).clone().unwrap_or_else(|| props.show(props.value));
    html! {
        <div class={classes!("setting", props.class.clone(), error.is_some().then_some("wrong"))}>
            <label for={slider_id.clone()}>{ &props.name }</label>
            <input
                type="text"
                class="value"
                aria-label={format!("{}, exact value", props.name)}
                aria-describedby={hint_id.clone()}
                aria-invalid={error.is_some().then_some("true")}
                autocomplete="off"
                spellcheck="false"
                {value}
                oninput={on_type}
                onchange={on_commit}
                onkeydown={on_escape}
            />
            <input
                ref={slider}
                type="range"
                id={slider_id}
                min="0"
                max={last.to_string()}
                step="1"
                value={position.to_string()}
                aria-valuetext={props.speak()}
                aria-describedby={hint_id.clone()}
                oninput={on_slide}
            />
            <p class="hint" id={hint_id}>
                if let Some(takes) = &*error {
                    <span role="alert">{ takes }</span>
                } else {
                    { &props.hint }
                }
            </p>
        </div>
    }
}

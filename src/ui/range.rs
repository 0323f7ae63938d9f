//! A bar to slide on: of a setting, or of the whole run.

use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::element::{Element, On};

#[derive(Properties, PartialEq)]
pub struct RangeProps {
    #[prop_or_default]
    pub class: AttrValue,
    /// Its name, where no label has its id.
    #[prop_or_default]
    pub label: AttrValue,
    #[prop_or_default]
    pub id: AttrValue,
    /// The id of what says more.
    #[prop_or_default]
    pub described_by: AttrValue,
    /// It goes from 0 to this one.
    pub last: u64,
    #[prop_or(1)]
    pub step: u64,
    pub position: u64,
    /// The position in words.
    pub spoken: AttrValue,
    /// Called with each position that it is moved to.
    pub on_slide: Callback<u64>,
}

#[component]
pub fn Range(props: &RangeProps) -> Html {
    let RangeProps { class, label, id, described_by, last, step, position, spoken, on_slide } = props;
    let bar = use_node_ref();
    // Tells the style sheet how much of the bar is behind its thumb, as `--fill`. Through the object model, since the page's
    // security policy forbids a style attribute.
    use_effect_with((bar.clone(), position * 1000 / (*last).max(1)), |(bar, fill)| {
        if let Some(bar) = bar.cast::<HtmlElement>() {
            let _ = bar.style().set_property("--fill", &fill.to_string());
        }
    });
    let names = &["type", "class", "aria-label", "id", "aria-describedby", "min", "max", "step", "aria-valuetext"];
    let values = vec![
        "range".into(),
        class.clone(),
        label.clone(),
        id.clone(),
        described_by.clone(),
        "0".into(),
        last.to_string().into(),
        step.to_string().into(),
        spoken.clone(),
    ];
    let on_slide = on_slide.clone();
    let slide = move |event: Event| {
        let bar: HtmlInputElement = event.target_unchecked_into();
        on_slide.emit(bar.value().parse().unwrap_or_default());
    };
    Element::new("input", names, values).with_value(position.to_string()).found_by(&bar).on(On::Input, slide).done()
}

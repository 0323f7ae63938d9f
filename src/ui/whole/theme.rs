//! The theme: light, dark, as the system has it, or for a projector.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::super::browser;
use super::super::element::icon;

/// Their names in the document, and on the page.
const THEMES: [(&str, &str); 4] = [("", "Auto"), ("light", "Light"), ("dark", "Dark"), ("projector", "Projector")];

/// A disc, half of it filled: what a chooser of themes is known by.
const HALF: &str = "M10 2.5 a7.5 7.5 0 0 1 0 15 a7.5 7.5 0 0 1 0 -15 v15 a7.5 7.5 0 0 0 0 -15 z";

/// The chooser.
#[component]
pub fn ThemeChooser() -> Html {
    let chosen = use_state_eq(browser::chosen_theme);
    let on_choose = {
        let set = chosen.setter();
        Callback::from(move |event: Event| {
            // Not a change of the run.
            event.stop_propagation();
            let theme = event.target_unchecked_into::<HtmlSelectElement>().value();
            browser::choose_theme(&theme);
            set.set(theme);
        })
    };
    html! {
        <label class="theme">
            <span class="unseen">{ "Theme" }</span>
            { icon("icon-half", HALF) }
            <select onchange={on_choose}>
                { for THEMES.iter().map(|&(theme, name)| html! {
                    <option value={theme} selected={*chosen == theme}>{ name }</option>
                }) }
            </select>
        </label>
    }
}

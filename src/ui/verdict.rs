//! The verdict, and what to try next.

use yew::prelude::*;

use super::element::{Element, button, icon};
use super::session::{Action, Run};
use crate::explain::Tone;

/// `changed` says whether any setting differs from the scenario as it was opened.
pub fn verdict(run: &Run, changed: bool, act: &Callback<Action>) -> Html {
    let Run { verdict, suggestions, .. } = run;
    let (class, outline) = match verdict.tone {
        Tone::Well => ("verdict well", "M4 10 l4 4 l8 -9"),
        Tone::Caution => ("verdict caution", "M10 4 v8 M10 15 v1"),
        Tone::Trouble => ("verdict trouble", "M5 5 l10 10 M15 5 l-10 10"),
    };
    let suggest = |class, label: &str, action| {
        html! { <li>{ button(class, "", act, action).saying(glued(label)) }</li> }
    };
    let mut tries: Vec<Html> =
        suggestions.iter().map(|it| suggest("try forth", &it.label, Action::Change(it.changes.clone()))).collect();
    if changed {
        tries.push(suggest("try back", "Back to how it was", Action::Reset));
    }
    Element::new("section", &["class", "aria-label"], vec![class.into(), "Verdict".into()]).holding(vec![
        icon("icon-line", outline),
        html! {
            <div role="status">
                <p class="headline">{ glued(&verdict.headline) }</p>
                <p class="detail">{ glued(&verdict.detail) }</p>
            </div>
        },
        html! { <ul aria-label="Try">{ tries }</ul> },
    ])
}

/// The text with every number and its unit on one line: `4 h 59 min` does not break.
pub(super) fn glued(text: &str) -> String {
    let is_unit = |word: &str| matches!(word.trim_end_matches([',', '.', ':', ';']), "s" | "min" | "h" | "d");
    let is_number = |word: &str| word.starts_with(|first: char| first.is_ascii_digit());
    let mut words = text.split(' ');
    let mut last = words.next().unwrap_or_default();
    let mut glued = last.to_owned();
    for word in words {
        let holds = (is_number(last) && is_unit(word)) || (matches!(last, "h" | "d" | "min") && is_number(word));
        glued.push(if holds { '\u{a0}' } else { ' ' });
        glued.push_str(word);
        last = word;
    }
    glued
}

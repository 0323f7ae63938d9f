//! The verdict, and what to try next.

use yew::prelude::*;

use super::session::{Action, Run, Shared};
use crate::explain::Tone;

#[derive(Properties, PartialEq)]
pub struct VerdictProps {
    pub run: Shared<Run>,
    /// Whether any setting differs from the scenario as it was opened.
    pub changed: bool,
    pub act: Callback<Action>,
}

#[component]
pub fn VerdictBanner(props: &VerdictProps) -> Html {
    let Run { verdict, suggestions, .. } = &*props.run;
    let (class, icon) = match verdict.tone {
        Tone::Well => ("well", "M4 10 l4 4 l8 -9"),
        Tone::Caution => ("caution", "M10 4 v8 M10 15 v1"),
        Tone::Trouble => ("trouble", "M5 5 l10 10 M15 5 l-10 10"),
    };
    let button = |class: &'static str, label: &str, action: Action| {
        let onclick = props.act.reform(move |_: MouseEvent| action.clone());
        html! { <li><button class={classes!("try", class)} {onclick}>{ glued(label) }</button></li> }
    };
    html! {
        <section class={classes!("verdict", class)} aria-label="Verdict">
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d={icon} class="icon-line" /></svg>
            <div role="status">
                <p class="headline">{ glued(&verdict.headline) }</p>
                <p class="detail">{ glued(&verdict.detail) }</p>
            </div>
            <ul aria-label="Try">
                { for suggestions.iter().map(|it| button("forth", &it.label, Action::Change(it.changes.clone()))) }
                if props.changed {
                    { button("back", "Back to how it was", Action::Reset) }
                }
            </ul>
        </section>
    }
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

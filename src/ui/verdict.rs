//! The verdict.

use yew::prelude::*;

use super::element::{Element, icon};
use crate::explain::{Tone, Verdict};

/// The verdict, and beside it what to try.
pub fn verdict(verdict: &Verdict, tries: Html) -> Html {
    let (class, outline) = match verdict.tone {
        Tone::Well => ("verdict well", "M4 10 l4 4 l8 -9"),
        Tone::Caution => ("verdict caution", "M10 4 v8 M10 15 v1"),
        Tone::Trouble => ("verdict trouble", "M5 5 l10 10 M15 5 l-10 10"),
    };
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

//! A short tour for whoever comes first. It covers nothing, and once it was taken or skipped it comes only when asked for.

use yew::prelude::*;

use super::super::browser;

/// Where each step points, its heading and its words.
const STEPS: [(&str, &str, &str); 5] = [
    (
        ".leases",
        "Lent, not taken",
        "Each band is a lease: a message lent to a worker until a deadline. The dark bar in it is the job. Where the job sticks out, \
         hatched, the worker goes on without a lease.",
    ),
    (
        ".verdict",
        "What came of it",
        "One sentence says what went wrong, or that all is well. The buttons beside it are ways out.",
    ),
    (
        ".controls",
        "Drag to find the fix",
        "Drag the visibility timeout beyond the job duration, or turn the heartbeat on: the whole run is computed anew at once.",
    ),
    (
        ".message",
        "Why?",
        "The chain of causes behind what happened to a message. Each step leads to its instant. Pick any message on the stage.",
    ),
    (
        ".tools",
        "Try anything",
        "Everything can be undone. Compare pins this run beside the next. The question mark has the keys, and this tour.",
    ),
];

/// Under this name it is kept that the tour was seen.
const SEEN: &str = "inflight.toured";

/// Whether the tour is for this visitor: not if he saw it, nor where that could not be kept.
pub fn is_wanted() -> bool {
    browser::keeps() && browser::kept(SEEN).is_none()
}

#[derive(Properties, PartialEq)]
pub struct TourProps {
    pub on_end: Callback<()>,
}

/// The tour at one of its steps.
#[component]
pub fn Tour(props: &TourProps) -> Html {
    let step = use_state_eq(|| 0);
    use_effect_with(*step, |&step| {
        let (selector, ..) = STEPS[step];
        let shown = browser::find(selector);
        if let Some(shown) = &shown {
            let _ = shown.class_list().add_1("pointed-at");
        }
        // Not at its start: who has just come has not asked to be taken anywhere.
        if step > 0 {
            browser::bring_into_view(selector);
        }
        move || {
            if let Some(shown) = shown {
                let _ = shown.class_list().remove_1("pointed-at");
            }
        }
    });
    let end = props.on_end.reform(|_: MouseEvent| browser::keep(SEEN, "1"));
    let is_last = *step + 1 == STEPS.len();
    let next = {
        let (set, step, end) = (step.setter(), *step, end.clone());
        move |event| if is_last { end.emit(event) } else { set.set(step + 1) }
    };
    let (_, heading, words) = STEPS[*step];
    html! {
        <aside class="tour" aria-label="Tour">
            <div aria-live="polite">
                <h2>{ heading }<small>{ format!("{} of {}", *step + 1, STEPS.len()) }</small></h2>
                <p>{ words }</p>
            </div>
            <div class="buttons">
                if !is_last {
                    <button class="button wordy" onclick={end}>{ "Skip" }</button>
                }
                <button class="button wordy play" onclick={next}>{ if is_last { "Done" } else { "Next" } }</button>
            </div>
        </aside>
    }
}

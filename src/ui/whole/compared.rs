//! A pinned run beside the one that is shown: the difference in a sentence.

use yew::prelude::*;

use super::super::player::{Run, Shared};
use super::super::session::Action;
use super::super::verdict::glued;
use crate::explain::compare;

#[derive(Properties, PartialEq)]
pub struct ComparedProps {
    pub pinned: Shared<Run>,
    pub run: Shared<Run>,
    pub act: Callback<Action>,
}

/// The sentence, once a pair of runs.
#[component]
pub fn Compared(props: &ComparedProps) -> Html {
    let ComparedProps { pinned, run, act } = props;
    let said = use_memo((pinned.clone(), run.clone()), |(pinned, run)| {
        if pinned == run {
            "This run is pinned. Change something: both runs will stand on one time axis.".to_owned()
        } else {
            format!("Against the pinned run: {}", decapitalised(&compare(&pinned.trace, &run.trace)))
        }
    });
    html! {
        <div class="compared">
            <p role="status">{ glued(&said) }</p>
            <button class="button" onclick={act.reform(|_| Action::Unpin)}>{ "Stop comparing" }</button>
        </div>
    }
}

fn decapitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str()).unwrap_or_default()
}

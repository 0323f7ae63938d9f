//! The switch by which a change holds only from the playhead on.

use yew::prelude::*;

use super::super::session::Action;

/// The switch.
pub fn from_now_on(on: bool, act: &Callback<Action>) -> Html {
    let toggle = act.reform(move |_: MouseEvent| Action::FromNowOn(!on));
    html! {
        <div class="now-on">
            <button role="switch" class="switch" aria-checked={on.to_string()} aria-describedby="now-on-hint" onclick={toggle}>
                <span class="knob" />
                { "From now on" }
            </button>
            <p class="hint" id="now-on-hint">
                { if on {
                    "a slider changes what comes after the playhead, as SetQueueAttributes does on a live queue"
                } else {
                    "off: a slider changes the whole run"
                } }
            </p>
        </div>
    }
}

//! Help: what the keys do, and the way back to the tour.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// What each key does, in groups.
const KEYS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Anywhere",
        &[
            ("Space", "play, pause"),
            ("← →", "the event before, the next event"),
            ("Home, End", "the start, the end of the run"),
            ("Ctrl Z", "undo; with Shift, or Ctrl Y: redo"),
            ("P", "pin this run to compare, or stop comparing"),
            ("N", "changes hold from now on, or for the whole run"),
            ("Esc", "pick out no message"),
            ("?", "this help"),
        ],
    ),
    ("On a slider", &[("← →", "one step"), ("Page Up, Page Down", "many steps"), ("Home, End", "least, most")]),
    (
        "On the lease chart",
        &[
            ("+ −", "zoom in, zoom out"),
            ("0", "the whole run"),
            ("Shift ← →", "earlier, later"),
            ("↑ ↓ ← →", "from lease to lease"),
            ("Enter", "go to the lease's start"),
        ],
    ),
    ("In the event log", &[("↑ ↓", "from line to line"), ("Enter", "go to the line's instant")]),
];

#[derive(Properties, PartialEq)]
pub struct HelpProps {
    pub open: bool,
    pub on_close: Callback<()>,
    pub on_tour: Callback<()>,
}

/// The dialog.
#[component]
pub fn Help(props: &HelpProps) -> Html {
    let HelpProps { open, on_close, on_tour } = props;
    let dialog = use_node_ref();
    use_effect_with((dialog.clone(), *open), |(dialog, open)| {
        if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
            if *open {
                // An error where it is open already: then there is nothing to do.
                let _ = dialog.show_modal();
            } else {
                dialog.close();
            }
        }
    });
    let close = on_close.reform(|_: MouseEvent| ());
    let groups = KEYS.iter().map(|(where_, keys)| {
        let rows = keys.iter().map(|(key, does)| html! { <><dt><kbd>{ *key }</kbd></dt><dd>{ *does }</dd></> });
        html! { <section><h3>{ *where_ }</h3><dl>{ for rows }</dl></section> }
    });
    html! {
        <dialog ref={dialog} class="help" aria-labelledby="help-title" onclose={on_close.reform(|_: Event| ())}>
            <h2 id="help-title">{ "Help" }</h2>
            <p>
                { "A receive lends a message until a deadline: that is a lease. Only a heartbeat moves the deadline. What outlives \
                   its lease is done without one, and somebody else gets the message meanwhile." }
            </p>
            <div class="keys">{ for groups }</div>
            <div class="buttons">
                <button class="button wordy" onclick={on_tour.reform(|_: MouseEvent| ())}>{ "Take the tour" }</button>
                <button class="button wordy" onclick={close}>{ "Close" }</button>
            </div>
        </dialog>
    }
}

//! The header: which scenario, what can be undone, and what is for the whole page.

use std::rc::Rc;

use yew::prelude::*;

use super::super::element::icon;
use super::super::first::title;
use super::super::player::Shared;
use super::super::session::{Action, Choice, Computing};
use super::library::Chooser;
use super::theme::ThemeChooser;

#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    pub choice: Shared<Choice>,
    /// Whether something can be undone, and redone.
    pub history: (bool, bool),
    pub pinned: bool,
    /// Why something could not be done.
    pub complaint: Option<Rc<str>>,
    /// The run that is being made.
    pub computing: Option<Computing>,
    pub act: Callback<Action>,
    /// Opens the help.
    pub help: Callback<()>,
}

/// The header.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let HeaderProps { choice, history, pinned, complaint, computing, act, help } = props;
    html! {
        <header class="header">
            { title() }
            <Chooser {choice} {act} />
            <Tools history={*history} pinned={*pinned} {act} {help} />
            if let Some(complaint) = complaint {
                <p class="complaint" role="alert">{ &**complaint }</p>
            }
            if let Some(computing) = computing {
                <p class="computing">
                    <progress max="1000" value={computing.thousandths.to_string()} aria-label="Computing the run" />
                    { format!("Computing the run: {} events so far", computing.events) }
                </p>
            }
        </header>
    }
}

#[derive(Properties, PartialEq)]
struct ToolsProps {
    /// Whether something can be undone, and redone.
    history: (bool, bool),
    pinned: bool,
    act: Callback<Action>,
    help: Callback<()>,
}

const UNDO: &str = "M4 8 h8 a4.5 4.5 0 0 1 0 9 h-3 M8 3.5 l-4.5 4.5 l4.5 4.5";
const REDO: &str = "M16 8 h-8 a4.5 4.5 0 0 0 0 9 h3 M12 3.5 l4.5 4.5 l-4.5 4.5";
const PIN: &str = "M3 4 h9 v5 h-9 z M8 12 h9 v5 h-9 z";
const PRINT: &str = "M6 7 v-4 h8 v4 M4 7 h12 v7 h-2 M4 7 v7 h2 M6 11 h8 v6 h-8 z";

/// Apart from the header, so that a frame compares these few and draws nothing.
#[component]
fn Tools(props: &ToolsProps) -> Html {
    let ToolsProps { history: (undo, redo), pinned, act, help } = props;
    let tool = |name: &'static str, outline: &'static str, can: bool, action: Action| {
        let on_click = act.reform(move |_| action.clone());
        html! {
            <button class="button" aria-label={name} title={name} disabled={!can} onclick={on_click}>
                { icon("icon-line", outline) }
            </button>
        }
    };
    let toggle_pin = if *pinned { Action::Unpin } else { Action::Pin };
    let print = |_: MouseEvent| {
        if let Some(window) = web_sys::window() {
            let _ = window.print();
        }
    };
    html! {
        <div class="tools" role="toolbar" aria-label="Page">
            { tool("Undo", UNDO, *undo, Action::Undo) }
            { tool("Redo", REDO, *redo, Action::Redo) }
            <button class="button wordy" aria-pressed={pinned.to_string()} onclick={act.reform(move |_| toggle_pin.clone())}
                title="Keeps this run beside what you change from here on"
            >
                { icon("icon-line", PIN) }
                <span>{ "Compare" }</span>
            </button>
            <button class="button" aria-label="Print" title="Print" onclick={print}>{ icon("icon-line", PRINT) }</button>
            <ThemeChooser />
            <button class="button" aria-label="Help and keys" title="Help and keys (?)" onclick={help.reform(|_| ())}>{ "?" }</button>
        </div>
    }
}

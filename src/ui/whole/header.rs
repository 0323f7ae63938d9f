//! The header: which scenario, what can be undone, and the page's own settings.

use yew::prelude::*;

use super::super::browser;
use super::super::element::icon;
use super::super::first::title;
use super::super::session::{Action, Session};
use super::library::Chooser;

#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    pub session: Session,
    pub act: Callback<Action>,
}

/// Drawn when something of it changes: the playhead is no part of it.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let HeaderProps { session, act } = props;
    let history = session.can_undo_and_redo();
    html! {
        <header class="header">
            { title() }
            <Chooser choice={session.choice.clone()} act={act.clone()} />
            <Tools {history} from_now_on={session.from_now_on} pinned={session.pinned.is_some()} act={act.clone()} />
            if let Some(complaint) = &session.complaint {
                <p class="complaint" role="alert">{ &**complaint }</p>
            }
            if let Some(computing) = &session.computing {
                <p class="computing" role="status">
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
    from_now_on: bool,
    pinned: bool,
    act: Callback<Action>,
}

const UNDO: &str = "M4 9 h8 a4.5 4.5 0 0 1 0 9 h-2 M8 4.5 l-4.5 4.5 l4.5 4.5";
const REDO: &str = "M16 9 h-8 a4.5 4.5 0 0 0 0 9 h2 M12 4.5 l4.5 4.5 l-4.5 4.5";

#[component]
fn Tools(props: &ToolsProps) -> Html {
    let ToolsProps { history: (undo, redo), from_now_on: _, pinned: _, act } = props;
    let tool = |name: &'static str, outline: &'static str, can: bool, action: Action| {
        html! {
            <button class="button tool" aria-label={name} title={name} disabled={!can} onclick={act.reform(move |_| action.clone())}>
                { icon("icon-line", outline) }
            </button>
        }
    };
    html! {
        <div class="tools">
            { tool("Undo", UNDO, *undo, Action::Undo) }
            { tool("Redo", REDO, *redo, Action::Redo) }
            <button class="button theme" onclick={|_| browser::toggle_theme()} aria-label="Light or dark">
                <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
                    <circle cx="9" cy="9" r="7" class="icon-line" />
                    <path d="M9 2 a7 7 0 0 1 0 14 z" class="icon-fill" />
                </svg>
            </button>
        </div>
    }
}

//! The lines of the event log: a list that may be a million lines long, of which what is seen is in the document.

use std::cell::{Cell, RefCell};

use wasm_bindgen::JsCast;
use web_sys::{Element as DomElement, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::super::browser::{has_selection, use_uid, use_width};
use super::super::player::{Move, Run, Shared};
use super::super::rolling::Rolling;
use super::super::session::Action;
use super::listed::Listed;
use super::rows::Rows;
use crate::explain::Log;

#[derive(Properties, PartialEq)]
pub struct LinesProps {
    pub run: Shared<Run>,
    /// The lines to show.
    pub log: Shared<Log>,
    /// The list itself, for whoever wants to focus it.
    pub place: NodeRef,
    /// How many lines have happened.
    pub shown: usize,
    /// How many of them before this instant.
    pub past: usize,
    /// Whether the list keeps the lines of this instant in view.
    pub follows: bool,
    /// Called when a reader goes to see other lines.
    pub on_roam: Callback<()>,
    pub act: Callback<Action>,
}

/// What the list remembers from one drawing to the next, and what does not by itself make it draw anew.
#[derive(Default)]
struct Memory {
    /// How far it had scrolled. If it is anywhere else, a reader has scrolled it.
    scrolled: Cell<i32>,
    /// How high the view was: where that has changed, it is no reader's doing.
    view: Cell<i32>,
    /// The line that a reader went to, to be brought into view.
    wanted: Cell<Option<usize>>,
    /// What the list had when it was last brought to the lines of now.
    followed: RefCell<Option<Followed>>,
}

type Followed = (Shared<Log>, usize, usize, Option<f64>);

/// How high a line is until one has been measured, in pixels.
const LINE: f64 = 28.0;
/// The same of the view.
const VIEW: f64 = 360.0;

/// The list. It is one stop of the Tab key: the arrow keys go from line to line, and Enter to a line's instant, as a click does.
#[component]
pub fn Lines(props: &LinesProps) -> Html {
    let LinesProps { run, log, place, shown, past, follows, on_roam, act } = props;
    let (space, block) = (use_node_ref(), use_node_ref());
    let id = use_uid("log-line");
    let width = use_width(place);
    let memory = use_memo((), |()| Memory::default());
    // The line that is read by the keyboard.
    let active = use_state_eq(|| None::<usize>);
    let scrolled = use_state_eq(|| 0.0);
    let (view, line) = (use_state_eq(|| VIEW), use_state_eq(|| LINE));
    let rolling = Rolling { count: log.len(), view: *view, line: *line };
    let window = rolling.window(*scrolled);
    let active_row = active.filter(|active| window.contains(active));

    {
        let set = active.setter();
        use_effect_with(log.clone(), move |_| set.set(None));
    }
    {
        // Measured once a width, and not while it is read: the lines would jump.
        let (block, set) = (block.clone(), line.setter());
        use_effect_with((width, log.is_empty()), move |_| {
            if let Some(line) = block.cast::<DomElement>().and_then(|block| mean_height(&block)) {
                set.set(line);
            }
        });
    }
    {
        let parts = (place.clone(), space.clone(), block.clone());
        let (memory, set_scrolled, set_view) = (memory.clone(), scrolled.setter(), view.setter());
        let first = window.start;
        let now = follows.then(|| (log.clone(), *past, *shown, width));
        use_effect(move || {
            let Some(list) = Listed::of(&parts, rolling, first) else { return };
            list.lay_out();
            if let Some(wanted) = memory.wanted.take() {
                list.show(wanted, wanted);
            }
            if *memory.followed.borrow() != now {
                // What is selected stays where it is.
                if let Some((_, past, shown, _)) = now
                    && !has_selection()
                {
                    list.show(past.min(shown.saturating_sub(1)), shown);
                }
                memory.followed.replace(now);
            }
            memory.scrolled.set(list.scrolled());
            memory.view.set(list.view());
            set_scrolled.set(f64::from(list.scrolled()));
            set_view.set(f64::from(list.view().max(1)));
        });
    }

    let on_scroll = {
        let (place, memory, on_roam, set) = (place.clone(), memory.clone(), on_roam.clone(), scrolled.setter());
        Callback::from(move |_: Event| {
            let Some(list) = place.cast::<HtmlElement>() else { return };
            let (scrolled, view) = (list.scroll_top(), list.client_height());
            if (scrolled - memory.scrolled.replace(scrolled)).abs() > 1 && view == memory.view.get() {
                on_roam.emit(());
            }
            set.set(f64::from(scrolled));
        })
    };
    let go = {
        let (run, log, act) = (run.clone(), log.clone(), act.clone());
        move |line: usize| act.emit(Action::Move(Move::Seek(log.at(&run.trace, line))))
    };
    let on_click = {
        let (set, go) = (active.setter(), go.clone());
        Callback::from(move |event: MouseEvent| {
            // Whoever selects text wants that, and not to be anywhere else.
            if let Some(line) = line_of(&event)
                && !has_selection()
            {
                set.set(Some(line));
                go(line);
            }
        })
    };
    let on_key = {
        let (active, memory, on_roam) = (active.clone(), memory, on_roam.clone());
        let update = use_force_update();
        let (count, here, page) = (log.len(), shown.saturating_sub(1), rolling.in_view().saturating_sub(2).max(1));
        Callback::from(move |event: KeyboardEvent| {
            let at = active.unwrap_or(here);
            if event.key() == "Enter" && count > 0 {
                event.prevent_default();
                go(at);
            } else if let Some(to) = line_after(&event, at, count, page) {
                event.prevent_default();
                memory.wanted.set(Some(to));
                active.set(Some(to));
                on_roam.emit(());
                // Even if it was there before, it may have been scrolled away.
                update.force_update();
            }
        })
    };
    let on_focus = {
        let (active, here) = (active.clone(), shown.saturating_sub(1));
        let is_empty = log.is_empty();
        Callback::from(move |_: FocusEvent| active.set(active.or((!is_empty).then_some(here))))
    };
    html! {
        <div
            ref={place}
            class={if rolling.is_whole() { "lines" } else { "lines rolling" }}
            role="listbox"
            aria-label="Event log"
            tabindex="0"
            aria-activedescendant={active_row.map(|line| format!("{id}-{line}"))}
            onscroll={on_scroll}
            onkeydown={on_key}
            onfocus={on_focus}
            onclick={on_click}
        >
            <div ref={space} role="presentation" class="space">
                <Rows
                    run={run.clone()} log={log.clone()} place={block} {id} first={window.start} last={window.end}
                    shown={*shown} past={*past} active={active_row}
                />
            </div>
        </div>
    }
}

/// How high the lines in the document are on average, if there are any.
fn mean_height(block: &DomElement) -> Option<f64> {
    let lines = f64::from(block.child_element_count());
    let height = block.get_bounding_client_rect().height();
    (lines > 0.0 && height > 0.0).then(|| height / lines)
}

/// The line that was clicked on.
fn line_of(event: &MouseEvent) -> Option<usize> {
    let target: DomElement = event.target()?.dyn_into().ok()?;
    let row = target.closest("[role=option]").ok()??;
    row.get_attribute("aria-posinset")?.parse::<usize>().ok()?.checked_sub(1)
}

/// To which line a key leads from the line `at`; a key with another, or of no use here, to none.
fn line_after(event: &KeyboardEvent, at: usize, count: usize, page: usize) -> Option<usize> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
        return None;
    }
    let last = count.checked_sub(1)?;
    Some(match event.key().as_str() {
        "ArrowDown" => (at + 1).min(last),
        "ArrowUp" => at.saturating_sub(1),
        "PageDown" => (at + page).min(last),
        "PageUp" => at.saturating_sub(page),
        "Home" => 0,
        "End" => last,
        _ => return None,
    })
}

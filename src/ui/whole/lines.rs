//! The lines of the event log: a list that may be a million lines long, of which what is seen is in the document.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

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

/// The parts of the list, and what it knows of itself.
#[derive(Clone)]
struct Roll {
    /// The view, the space in it, and the block of lines in that.
    parts: (NodeRef, NodeRef, NodeRef),
    memory: Rc<Memory>,
    /// The line that is read by the keyboard.
    active: UseStateHandle<Option<usize>>,
    /// How far the list was scrolled when it was drawn, and how high the view was, in pixels.
    scrolled: UseStateHandle<f64>,
    view: UseStateHandle<f64>,
}

/// The list. It is one stop of the Tab key: the arrow keys go from line to line, and Enter to a line's instant, as a click does.
#[component]
pub fn Lines(props: &LinesProps) -> Html {
    let LinesProps { run, log, place, shown, past, .. } = props;
    let roll = Roll {
        parts: (place.clone(), use_node_ref(), use_node_ref()),
        memory: use_memo((), |()| Memory::default()),
        active: use_state_eq(|| None),
        scrolled: use_state_eq(|| 0.0),
        view: use_state_eq(|| VIEW),
    };
    let (_, space, block) = roll.parts.clone();
    let (id, width) = (use_uid("log-line"), use_width(place));
    let line = use_line_height(&block, (width, log.is_empty()));
    let rolling = Rolling { count: log.len(), view: *roll.view, line };
    let window = rolling.window(*roll.scrolled);
    use_layout(props, &roll, rolling, width);
    let active = roll.active.filter(|active| window.contains(active));
    let update = use_force_update();
    let on_key = on_key(props, &roll, rolling.in_view().saturating_sub(2).max(1), update);
    html! {
        <div
            ref={place}
            class={if rolling.is_whole() { "lines" } else { "lines rolling" }}
            role="listbox"
            aria-label="Event log"
            tabindex="0"
            aria-activedescendant={active.map(|line| format!("{id}-{line}"))}
            onscroll={on_scroll(props, &roll)}
            onkeydown={on_key}
            onfocus={on_focus(props, &roll)}
            onclick={on_click(props, &roll)}
        >
            <div ref={space} role="presentation" class="space">
                <Rows
                    run={run.clone()} log={log.clone()} place={block} {id} first={window.start} last={window.end}
                    shown={*shown} past={*past} {active}
                />
            </div>
        </div>
    }
}

/// How high a line is: measured once a width, and not while the list is read, since the lines would jump.
#[hook]
fn use_line_height(block: &NodeRef, when: (Option<f64>, bool)) -> f64 {
    let line = use_state_eq(|| LINE);
    let (block, set) = (block.clone(), line.setter());
    use_effect_with(when, move |_| {
        if let Some(line) = block.cast::<DomElement>().and_then(|block| mean_height(&block)) {
            set.set(line);
        }
    });
    *line
}

/// With each drawing puts the lines to where they are, and scrolls to those that are to be seen: the line that a reader went to, or
/// the lines of now where these are others than before.
#[hook]
fn use_layout(props: &LinesProps, roll: &Roll, rolling: Rolling, width: Option<f64>) {
    let LinesProps { log, shown, past, follows, .. } = props;
    {
        let active = roll.active.setter();
        use_effect_with(log.clone(), move |_| active.set(None));
    }
    let now = follows.then(|| (log.clone(), *past, *shown, width));
    let first = rolling.window(*roll.scrolled).start;
    let Roll { parts, memory, scrolled, view, .. } = roll.clone();
    use_effect(move || {
        let Some(list) = Listed::of(&parts, rolling, first) else { return };
        list.lay_out();
        if let Some(wanted) = memory.wanted.take() {
            list.show(wanted, wanted);
        }
        if *memory.followed.borrow() != now {
            // What is selected stays where it is.
            if let Some((_, past, shown, _)) = now
                && !list.has_selection()
            {
                list.show(past.min(shown.saturating_sub(1)), shown);
            }
            memory.followed.replace(now);
        }
        memory.scrolled.set(list.scrolled());
        memory.view.set(list.view());
        scrolled.set(f64::from(list.scrolled()));
        view.set(f64::from(list.view().max(1)));
    });
}

/// A list that is scrolled, and not by itself, is scrolled by a reader.
fn on_scroll(props: &LinesProps, roll: &Roll) -> Callback<Event> {
    let (place, on_roam) = (props.place.clone(), props.on_roam.clone());
    let (memory, set) = (roll.memory.clone(), roll.scrolled.setter());
    Callback::from(move |_| {
        let Some(list) = place.cast::<HtmlElement>() else { return };
        let (scrolled, view) = (list.scroll_top(), list.client_height());
        if (scrolled - memory.scrolled.replace(scrolled)).abs() > 1 && view == memory.view.get() {
            on_roam.emit(());
        }
        set.set(f64::from(scrolled));
    })
}

fn on_click(props: &LinesProps, roll: &Roll) -> Callback<MouseEvent> {
    let (run, log, act) = (props.run.clone(), props.log.clone(), props.act.clone());
    let (place, active) = (props.place.clone(), roll.active.setter());
    Callback::from(move |event| {
        // Whoever selects text wants that, and not to be anywhere else.
        if let Some(line) = line_of(&event)
            && !place.cast::<DomElement>().is_some_and(|list| has_selection(&list))
        {
            active.set(Some(line));
            act.emit(Action::Move(Move::Seek(log.at(&run.trace, line))));
        }
    })
}

fn on_key(props: &LinesProps, roll: &Roll, page: usize, update: UseForceUpdateHandle) -> Callback<KeyboardEvent> {
    let LinesProps { run, log, on_roam, act, .. } = props;
    let (run, log, on_roam, act) = (run.clone(), log.clone(), on_roam.clone(), act.clone());
    let Roll { active, memory, .. } = roll.clone();
    let at = active.unwrap_or(last_of(props));
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" && !log.is_empty() {
            event.prevent_default();
            act.emit(Action::Move(Move::Seek(log.at(&run.trace, at))));
        } else if let Some(to) = line_after(&event, at, log.len(), page) {
            event.prevent_default();
            memory.wanted.set(Some(to));
            active.set(Some(to));
            on_roam.emit(());
            // Even if it was there before, it may have been scrolled away.
            update.force_update();
        }
    })
}

fn on_focus(props: &LinesProps, roll: &Roll) -> Callback<FocusEvent> {
    let active = roll.active.clone();
    let here = (!props.log.is_empty()).then_some(last_of(props));
    Callback::from(move |_| active.set(active.or(here)))
}

/// The last line that has happened, or the first of all.
fn last_of(props: &LinesProps) -> usize {
    props.shown.saturating_sub(1)
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

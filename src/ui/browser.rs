//! What the components need of the browser: frames, sizes, keys, storage, and numbers as SVG wants them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, KeyboardEvent, ResizeObserver, ScrollIntoViewOptions,
    ScrollLogicalPosition, Storage, Window,
};
use yew::prelude::*;

fn window() -> Window {
    web_sys::window().expect("the page runs in a window")
}

/// A length for an SVG attribute: to a tenth of a pixel. By integers, since printing a float costs seven kilobytes.
#[allow(clippy::cast_possible_truncation, reason = "lengths on a screen")]
pub fn px(length: f64) -> AttrValue {
    let tenths = (length * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.abs();
    format!("{sign}{}.{}", tenths / 10, tenths % 10).into()
}

/// A callback for events of which not every one is an action.
pub fn when<E: 'static, A: 'static>(act: &Callback<A>, make: impl Fn(E) -> Option<A> + 'static) -> Callback<E> {
    let act = act.clone();
    Callback::from(move |event| {
        if let Some(action) = make(event) {
            act.emit(action);
        }
    })
}

/// An id that no other instance on the page has.
#[hook]
pub fn use_uid(name: &'static str) -> AttrValue {
    thread_local! {
        static NEXT: Cell<u32> = const { Cell::new(0) };
    }
    let id = use_memo((), |()| NEXT.replace(NEXT.get() + 1));
    format!("{name}-{id}").into()
}

/// A loop of animation frames; it ends when this is dropped.
struct Frames(Rc<FrameLoop>);

/// What the browser calls once a frame, with its time in milliseconds.
type Step = Closure<dyn FnMut(f64)>;

struct FrameLoop {
    handle: Cell<i32>,
    step: RefCell<Option<Step>>,
}

impl Frames {
    /// Calls back once a frame with the microseconds since the frame before.
    fn start(on_frame: Callback<u64>) -> Self {
        let frames = Rc::new(FrameLoop { handle: Cell::new(0), step: RefCell::new(None) });
        let weak = Rc::downgrade(&frames);
        let mut last = None;
        let step = Closure::new(move |now: f64| {
            let Some(frames) = weak.upgrade() else { return };
            frames.request();
            if let Some(last) = last.replace(now) {
                on_frame.emit(micros(now - last));
            }
        });
        *frames.step.borrow_mut() = Some(step);
        frames.request();
        Self(frames)
    }
}

impl FrameLoop {
    fn request(&self) {
        if let Some(step) = &*self.step.borrow() {
            let handle = window().request_animation_frame(step.as_ref().unchecked_ref());
            self.handle.set(handle.unwrap_or_default());
        }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        // If it fails, the frame still comes once and finds the loop gone.
        let _ = window().cancel_animation_frame(self.0.handle.get());
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a frame's length, never negative")]
fn micros(ms: f64) -> u64 {
    (ms.max(0.0) * 1000.0) as u64
}

/// Calls back once a frame while `running`, with the microseconds since the frame before. While it is not, no frame is asked
/// for. The browser itself gives none to a hidden page.
#[hook]
pub fn use_frames(running: bool, on_frame: Callback<u64>) {
    use_effect_with(running, move |&running| {
        let frames = running.then(|| Frames::start(on_frame));
        move || drop(frames)
    });
}

/// The width of an element in pixels, and again whenever it changes; `None` until it has one.
#[hook]
pub fn use_width(element: &NodeRef) -> Option<f64> {
    let width = use_state_eq(|| None);
    let (element, set) = (element.clone(), width.setter());
    use_effect_with((), move |()| {
        let watched = element.cast::<Element>().map(|element| {
            let measured = element.clone();
            let tell = move || {
                let width = measured.client_width();
                set.set((width > 0).then(|| f64::from(width)));
            };
            // At once, so that no frame shows the place empty.
            tell();
            let measure = Closure::<dyn FnMut()>::new(tell);
            let observer =
                ResizeObserver::new(measure.as_ref().unchecked_ref()).expect("the browser has ResizeObserver");
            observer.observe(&element);
            (observer, measure)
        });
        move || {
            if let Some((observer, _measure)) = watched {
                observer.disconnect();
            }
        }
    });
    *width
}

/// Whether any part of an element is on the screen; until it is known, it is.
#[hook]
pub fn use_on_screen(element: &NodeRef) -> bool {
    let seen = use_state_eq(|| true);
    let (element, set) = (element.clone(), seen.setter());
    use_effect_with((), move |()| {
        let watched = element.cast::<Element>().map(|element| {
            let tell = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
                // The last one tells how it is now.
                let last = entries.pop().dyn_into::<IntersectionObserverEntry>();
                set.set(last.is_ok_and(|entry| entry.is_intersecting()));
            });
            let observer =
                IntersectionObserver::new(tell.as_ref().unchecked_ref()).expect("the browser has IntersectionObserver");
            observer.observe(&element);
            (observer, tell)
        });
        move || {
            if let Some((observer, _tell)) = watched {
                observer.disconnect();
            }
        }
    });
    *seen
}

/// Calls back for each key that is pressed anywhere on the page.
#[hook]
pub fn use_keys(on_key: Callback<KeyboardEvent>) {
    use_effect_with((), move |()| {
        let document = window().document();
        let listener = Closure::<dyn FnMut(KeyboardEvent)>::new(move |event| on_key.emit(event));
        if let Some(document) = &document {
            let _ = document.add_event_listener_with_callback("keydown", listener.as_ref().unchecked_ref());
        }
        move || {
            if let Some(document) = document {
                let _ = document.remove_event_listener_with_callback("keydown", listener.as_ref().unchecked_ref());
            }
        }
    });
}

/// Whether any text in an element is selected.
pub fn has_selection(place: &Element) -> bool {
    let selection = window().get_selection().ok().flatten().filter(|selection| !selection.is_collapsed());
    selection.is_some_and(|selection| place.contains(selection.anchor_node().as_ref()))
}

/// Whether the person has asked for less motion.
pub fn wants_less_motion() -> bool {
    matches_media("(prefers-reduced-motion: reduce)")
}

fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|media| media.matches())
}

const THEME: &str = "inflight.theme";

/// The browser's store for this page. A sandboxed frame has none, and asking for it is an error there.
fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Puts the theme in force that was chosen last time, if one was.
pub fn restore_theme() {
    if let Some(theme) = kept(THEME) {
        set_theme(&theme);
    }
}

/// The theme that was chosen: its name in the document, empty where the system decides.
pub fn chosen_theme() -> String {
    let root = window().document().and_then(|document| document.document_element());
    root.and_then(|root| root.get_attribute("data-theme")).unwrap_or_default()
}

/// Puts a theme in force, and keeps the choice for next time where that can be done.
pub fn choose_theme(theme: &str) {
    set_theme(theme);
    keep(THEME, theme);
}

/// Keeps something for the next visit. Where the store is full or forbidden, it is kept no longer than this one.
pub fn keep(name: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, value);
    }
}

/// What was kept.
pub fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Whether anything can be kept.
pub fn keeps() -> bool {
    storage().is_some()
}

/// What the page itself kept over a reload; it is given once.
pub fn take_over_reload(name: &str) -> Option<String> {
    let storage = window().session_storage().ok().flatten()?;
    let value = storage.get_item(name).ok().flatten()?;
    // Gone before it is used: what brought the page down once may do so again.
    let _ = storage.remove_item(name);
    Some(value)
}

/// Shows an element whose place is given by a selector, if it is there, scrolling no further than that takes.
pub fn bring_into_view(selector: &str) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    if let Some(element) = find(selector) {
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// The first element of a selector.
pub fn find(selector: &str) -> Option<Element> {
    window().document()?.query_selector(selector).ok().flatten()
}

fn set_theme(theme: &str) {
    if let Some(root) = window().document().and_then(|document| document.document_element()) {
        let _ = if theme.is_empty() {
            root.remove_attribute("data-theme")
        } else {
            root.set_attribute("data-theme", theme)
        };
    }
}

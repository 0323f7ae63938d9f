//! The chart of one run: the rows that are in view, the playhead over them, and what pointers and keys do there.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element as DomElement, FocusEvent, HtmlElement, KeyboardEvent};
use yew::prelude::*;

use super::super::super::browser::{px, use_uid, when};
use super::super::super::element::upright;
use super::super::super::player::{Move, Shared};
use super::super::super::session::Action;
use super::draw::{Drawn, Rows, drawn_as, spots};
use super::hands::use_hands;
use super::listen::use_listener;
use super::prepared::Prepared;
use super::sight::{Look, Spot};
use crate::queue::Millis;
use crate::scene::{Body, Frame, Row, RowsBy, window};
use crate::sim::{LeaseIx, MessageIx};

/// No chart is higher in view than this, in pixels: see the style sheet.
pub const HIGHEST: f64 = 362.0;
/// Rows are drawn anew when this much was scrolled, in pixels.
const STRIDE: f64 = 200.0;

#[derive(Properties, PartialEq)]
pub struct PlotProps {
    pub prepared: Shared<Prepared>,
    pub frame: Frame,
    pub t: Millis,
    pub playing: bool,
    pub selected: Option<MessageIx>,
    pub pinned: bool,
    pub scroller: NodeRef,
    pub look: Callback<Look>,
    pub act: Callback<Action>,
}

/// The chart.
#[component]
pub fn Plot(props: &PlotProps) -> Html {
    let PlotProps { prepared, frame, t, playing, selected, pinned, scroller, look, act } = props;
    let plot = use_node_ref();
    let hatch = use_uid("hatch");
    let scrolled = use_scrolled(scroller);
    let body = use_memo((prepared.clone(), *frame, scrolled), |(prepared, frame, scrolled)| {
        let view = (scrolled - STRIDE, scrolled + STRIDE + HIGHEST + STRIDE);
        let run = (&prepared.run.scenario, &prepared.run.trace);
        Shared::new(window(run, (&prepared.plan, &prepared.marks), *frame, view))
    });
    let current = use_state_eq(|| None::<LeaseIx>);
    let focus = use_focus(&plot, prepared, &body, *current);
    use_scroll_to(scroller, prepared, *selected);
    use_scroll_along(scroller, prepared, *t, *playing);

    let press = {
        let (prepared, look, act, frame, pinned) = (prepared.clone(), look.clone(), act.clone(), *frame, *pinned);
        Callback::from(move |spot: Spot| press(&prepared, &look, &act, &frame, pinned, spot))
    };
    let hands = use_hands(&plot, frame, *pinned, look, act, &press);
    let on_focus = {
        let (look, set, focus, pinned) = (look.clone(), current.setter(), focus.clone(), *pinned);
        Callback::from(move |event: FocusEvent| {
            let Some(spot) = spot_of(event.target(), pinned) else { return };
            set.set(Some(spot.lease));
            focus.borrow_mut().within = true;
            let shows = event.target_dyn_into::<DomElement>().is_some_and(|element| shows_focus(&element));
            look.emit(Look::Focus(shows.then_some(spot)));
        })
    };
    let on_blur = {
        let (look, focus) = (look.clone(), focus.clone());
        Callback::from(move |event: FocusEvent| {
            // What has gone from the document did not lose the focus by anybody's will.
            let is_there = event.target_dyn_into::<DomElement>().is_some_and(|element| element.is_connected());
            focus.borrow_mut().within &= !is_there;
            look.emit(Look::Focus(None));
        })
    };
    let on_key = {
        let (body, look, focus, prepared, pinned) =
            (body.clone(), look.clone(), focus.clone(), prepared.clone(), *pinned);
        when(&Callback::from(|()| ()), move |event: KeyboardEvent| {
            let spot = spot_of(event.target(), pinned)?;
            if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
                return None;
            }
            match event.key().as_str() {
                "Enter" | " " => press.emit(spot),
                key => {
                    let next = next(&body, &prepared, spot.lease, key)?;
                    focus.borrow_mut().wanted = Some(next);
                    if drawn_as(&prepared, &body.rows, next).is_some() {
                        take_focus(&focus, &prepared, &body);
                    } else {
                        let t = prepared.run.trace.lease(next).from;
                        look.emit(Look::Follow { t, whole: body.frame.whole, playing: false });
                    }
                }
            }
            event.prevent_default();
            None::<()>
        })
    };
    let x = frame.axis.x(*t);
    let height = prepared.plan.height.max(40.0);
    let name = format!(
        "{}: {} rows. Arrow keys go from delivery to delivery, plus and minus zoom.",
        if *pinned { "Lease chart of the pinned run" } else { "Lease chart" },
        prepared.plan.row_count()
    );
    let is_seen = frame.axis.from <= *t && *t <= frame.axis.to;
    html! {
        <svg
            ref={plot} class="plot"  width={px(frame.width)} height={px(height)} viewBox={box_of(frame.width, height)}
            role="group" aria-label={name}
            onpointerdown={hands.down} onpointermove={hands.moved} onpointerup={hands.up}
            onpointercancel={hands.cancel} onpointerleave={hands.leave}
            onfocusin={on_focus} onfocusout={on_blur} onkeydown={on_key}
        >
            <Rows {prepared} body={(*body).clone()} current={*current} selected={*selected} {hatch} />
            <g class="playhead">{ if is_seen { upright(x, 0.0, height) } else { Html::default() } }</g>
        </svg>
    }
}

/// The coordinates of a drawing, which are pixels but on paper.
pub fn box_of(width: f64, height: f64) -> AttrValue {
    format!("0 0 {} {}", px(width), px(height)).into()
}

/// Goes to a delivery: to its start, with its message picked out. A clump is zoomed into instead.
fn press(prepared: &Prepared, look: &Callback<Look>, act: &Callback<Action>, frame: &Frame, pinned: bool, spot: Spot) {
    let lease = prepared.run.trace.lease(spot.lease);
    if spot.clump {
        look.emit(Look::Scale { times: 0.2, at: lease.from, whole: frame.whole });
        return;
    }
    act.emit(Action::Move(Move::Seek(lease.from)));
    // A message of the pinned run may be another one in this run.
    if !pinned {
        act.emit(Action::Select(Some(lease.message)));
    }
}

/// The delivery or clump in which something is.
pub fn spot_of(target: Option<web_sys::EventTarget>, pinned: bool) -> Option<Spot> {
    let element = target?.dyn_into::<DomElement>().ok()?.closest("[data-lease], [data-clump]").ok()??;
    let number = |name| element.get_attribute(name).and_then(|ix| ix.parse().ok());
    let one = number("data-lease").map(|lease| Spot { pinned, lease, clump: false });
    one.or_else(|| number("data-clump").map(|lease| Spot { pinned, lease, clump: true }))
}

/// Whether the browser shows that an element has the focus: it came there by the keyboard.
fn shows_focus(element: &DomElement) -> bool {
    element.matches(":focus-visible").unwrap_or(true)
}

/// Where an arrow key goes from a delivery: to its neighbours in the row, or to the nearest one in the next row that has any in view.
fn next(body: &Body, prepared: &Prepared, lease: LeaseIx, key: &str) -> Option<LeaseIx> {
    let has = |row: &Row| spots(row).iter().any(|spot| spot.lease == lease);
    let row = body.rows.iter().position(has)?;
    let here = spots(&body.rows[row]);
    let place = here.iter().position(|spot| spot.lease == lease)?;
    let nearest = |row: &Row| {
        let away = |spot: &Drawn| (spot.x - here[place].x).abs();
        spots(row).into_iter().min_by(|a, b| away(a).total_cmp(&away(b))).map(|spot| spot.lease)
    };
    // Beyond what is in view, if there is more.
    let beyond = || prepared.plan.leases(&prepared.run.trace, body.rows[row].subject).into_iter();
    match key {
        "ArrowRight" => here.get(place + 1).map(|spot| spot.lease).or_else(|| {
            let last = here.iter().map(|spot| spot.last).max()?;
            beyond().find(|&lease| lease > last)
        }),
        "ArrowLeft" => place.checked_sub(1).map(|place| here[place].lease).or_else(|| {
            let first = here.iter().map(|spot| spot.lease).min()?;
            beyond().rev().find(|&lease| lease < first)
        }),
        "ArrowDown" => body.rows[row + 1..].iter().find_map(nearest),
        "ArrowUp" => body.rows[..row].iter().rev().find_map(nearest),
        "Home" => here.first().map(|spot| spot.lease),
        "End" => here.last().map(|spot| spot.lease),
        _ => None,
    }
}

/// Where the focus is to be.
#[derive(Default)]
struct Focus {
    plot: NodeRef,
    /// Whether it is in the chart.
    within: bool,
    /// The delivery that is to have it as soon as it is drawn.
    wanted: Option<LeaseIx>,
}

/// Keeps the focus in the chart when what has it is drawn anew, or becomes part of a clump.
#[hook]
fn use_focus(
    plot: &NodeRef,
    prepared: &Shared<Prepared>,
    body: &Shared<Body>,
    current: Option<LeaseIx>,
) -> Rc<RefCell<Focus>> {
    let focus = use_mut_ref(Focus::default);
    focus.borrow_mut().plot = plot.clone();
    let (kept, prepared) = (focus.clone(), prepared.clone());
    use_effect_with(body.clone(), move |body| {
        let is_lost = kept.borrow().within && has_no_focus();
        if is_lost && kept.borrow().wanted.is_none() {
            kept.borrow_mut().wanted = current;
        }
        take_focus(&kept, &prepared, body);
    });
    focus
}

fn has_no_focus() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let active = document.and_then(|document| document.active_element());
    active.is_none_or(|active| active.tag_name().eq_ignore_ascii_case("body"))
}

/// Puts the focus onto the delivery that is to have it, or onto the clump of which that is part.
fn take_focus(focus: &RefCell<Focus>, prepared: &Prepared, body: &Body) {
    let Some(wanted) = focus.borrow_mut().wanted.take() else { return };
    let Some(drawn) = drawn_as(prepared, &body.rows, wanted) else { return };
    let plot = focus.borrow().plot.cast::<DomElement>();
    let selector = format!("[data-lease='{drawn}'], [data-clump='{drawn}']");
    if let Some(found) = plot.and_then(|plot| plot.query_selector(&selector).ok().flatten()) {
        // Shapes can be focused as HTML elements can; only their type is another one.
        let _ = found.unchecked_into::<HtmlElement>().focus();
    }
}

/// How far the chart is scrolled, in whole strides.
#[hook]
fn use_scrolled(scroller: &NodeRef) -> f64 {
    let scrolled = use_state_eq(|| 0.0);
    let on_scroll = {
        let (scroller, set) = (scroller.clone(), scrolled.setter());
        use_callback((), move |_: Event, ()| {
            if let Some(scroller) = scroller.cast::<DomElement>() {
                set.set((f64::from(scroller.scroll_top()) / STRIDE).floor() * STRIDE);
            }
        })
    };
    use_listener(scroller, "scroll", on_scroll);
    *scrolled
}

/// Brings the row of a message into view when it is picked out.
#[hook]
fn use_scroll_to(scroller: &NodeRef, prepared: &Shared<Prepared>, selected: Option<MessageIx>) {
    let (scroller, prepared) = (scroller.clone(), prepared.clone());
    use_effect_with(selected, move |&selected| {
        let is_row = prepared.plan.by != RowsBy::Worker;
        if let Some(message) = selected.filter(|_| is_row) {
            show_row(&scroller, &prepared, message);
        }
    });
}

/// Scrolls to where something happens when the playhead goes elsewhere; while it plays, no more than a few times a second. What
/// somebody points at or walks through stays where it is.
#[hook]
fn use_scroll_along(scroller: &NodeRef, prepared: &Shared<Prepared>, t: Millis, playing: bool) {
    /// Once in so many frames.
    const SELDOM: u32 = 20;
    let frames = use_mut_ref(|| 0_u32);
    let (scroller, prepared) = (scroller.clone(), prepared.clone());
    use_effect_with((t, playing), move |&(t, playing)| {
        *frames.borrow_mut() += 1;
        let is_time = !playing || frames.borrow().is_multiple_of(SELDOM);
        if !is_time || !prepared.plan.is_crowded() {
            return;
        }
        let place = scroller.cast::<DomElement>();
        let is_in_use = place.is_some_and(|place| place.matches(":hover, :focus-within").unwrap_or_default());
        if let Some(leading) = prepared.plan.leading(&prepared.run.trace, t).filter(|_| !is_in_use) {
            show_row(&scroller, &prepared, leading);
        }
    });
}

/// Scrolls a row into the middle, unless it is in view.
fn show_row(scroller: &NodeRef, prepared: &Prepared, subject: u32) {
    let place = prepared.plan.place_of(subject);
    let Some(((top, height), scroller)) = place.zip(scroller.cast::<DomElement>()) else { return };
    let (from, seen) = (f64::from(scroller.scroll_top()), f64::from(scroller.client_height()));
    if top < from || top + height > from + seen {
        scroller.set_scroll_top(whole((top - (seen - height).max(0.0) / 2.0).max(0.0)));
    }
}

#[allow(clippy::cast_possible_truncation, reason = "no chart is higher than two thousand million pixels")]
fn whole(pixels: f64) -> i32 {
    pixels as i32
}

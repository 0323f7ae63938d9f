//! What stands over and under the rows: the playhead's time, all rows in one, and the axis.

use std::cell::Cell;

use web_sys::{Element as DomElement, PointerEvent};
use yew::prelude::*;

use super::super::super::browser::{px, use_uid};
use super::super::super::chart::hatching;
use super::super::super::element::{Element, group, rect, text, upright};
use super::super::super::player::{Move, Shared};
use super::super::super::session::Action;
use super::hands::panned;
use super::plot::box_of;
use super::prepared::Prepared;
use super::sight::Look;
use crate::queue::Millis;
use crate::scene::{FOOT, Frame, Rect};

/// How high the playhead's label is with what is around it, in pixels.
const HEAD: f64 = 22.0;
/// How high all rows in one are, in pixels.
const CROWD: f64 = 36.0;

/// The time of the playhead, over its line.
pub fn head_strip(frame: &Frame, t: Millis, act: &Callback<Action>) -> Html {
    let axis = frame.axis;
    let label = axis.playhead_label(t);
    let width = 18.0 + 7.0 * f64::from(u32::try_from(label.len()).unwrap_or_default());
    let x = axis.x(t);
    let left = (x - width / 2.0).clamp(0.0, (frame.width - width).max(0.0));
    // Out of view it points to where it is.
    let (label, line) = match () {
        () if t < axis.from => (format!("‹ {label}"), None),
        () if t > axis.to => (format!("{label} ›"), None),
        () => (label, Some(upright(x, 18.0, HEAD))),
    };
    let mut parts =
        vec![rect("", Rect { x: left, y: 2.0, width, height: 20.0 }, "10"), text("", left + width / 2.0, 16.0, label)];
    parts.extend(line);
    let seek = act.reform(move |(event, place): (PointerEvent, DomElement)| {
        let x = f64::from(event.client_x()) - place.get_bounding_client_rect().left();
        Action::Move(Move::Seek(axis.instant(x)))
    });
    let emit = move |event: PointerEvent| {
        if let Some(place) = strip_of(&event) {
            let _ = place.set_pointer_capture(event.pointer_id());
            seek.emit((event, place));
        }
    };
    let drag = emit.clone();
    html! {
        <svg
            class="strip head" width={px(frame.width)} height={px(HEAD)} viewBox={box_of(frame.width, HEAD)} aria-hidden="true"
            onpointerdown={move |event: PointerEvent| if event.button() == 0 { emit(event) }}
            onpointermove={move |event: PointerEvent| if event.buttons() & 1 == 1 { drag(event) }}
        >
            { group("playhead", parts) }
        </svg>
    }
}

/// The strip in which something is.
fn strip_of(event: &PointerEvent) -> Option<DomElement> {
    event.target_dyn_into::<DomElement>()?.closest(".strip").ok()?
}

#[derive(Properties, PartialEq)]
pub struct AxisProps {
    pub frame: Frame,
    pub look: Callback<Look>,
    pub act: Callback<Action>,
}

/// The axis: a drag on it pans, a press seeks.
#[component]
pub fn AxisStrip(props: &AxisProps) -> Html {
    let AxisProps { frame, look, act } = props;
    let held = use_mut_ref(|| Cell::new(None::<(f64, Millis, Millis)>));
    let axis = frame.axis;
    let is_part = axis.from > frame.whole.begin || axis.to < frame.whole.end;
    let on_down = {
        let held = held.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(strip) = strip_of(&event).filter(|_| event.button() == 0) {
                let _ = strip.set_pointer_capture(event.pointer_id());
                held.borrow().set(Some((f64::from(event.client_x()), axis.from, axis.to)));
            }
        })
    };
    let on_move = {
        let (held, look, frame) = (held.clone(), look.clone(), *frame);
        Callback::from(move |event: PointerEvent| {
            if let Some((x, from, to)) = held.borrow().get().filter(|_| is_part) {
                look.emit(panned(&frame, f64::from(event.client_x()) - x, (from, to)));
            }
        })
    };
    let on_up = {
        let act = act.clone();
        Callback::from(move |event: PointerEvent| {
            let Some((x, ..)) = held.borrow().take() else { return };
            let is_press = (f64::from(event.client_x()) - x).abs() < 4.0;
            if let Some(strip) = strip_of(&event).filter(|_| is_press) {
                let x = x - strip.get_bounding_client_rect().left();
                act.emit(Action::Move(Move::Seek(axis.instant(x))));
            }
        })
    };
    let labels = axis.ticks().into_iter().map(|tick| text("", tick.x, 18.0, tick.label)).collect();
    html! {
        <svg
            class={if is_part { "strip under part" } else { "strip under" }} width={px(frame.width)} height={px(FOOT)} viewBox={box_of(frame.width, FOOT)}
            aria-hidden="true" onpointerdown={on_down} onpointermove={on_move} onpointerup={on_up}
        >
            { group("axis", labels) }
        </svg>
    }
}

#[derive(Properties, PartialEq)]
pub struct CrowdProps {
    pub prepared: Shared<Prepared>,
    pub frame: Frame,
}

/// All rows in one, where there are more than are in view.
#[component]
pub fn CrowdStrip(props: &CrowdProps) -> Html {
    let CrowdProps { prepared, frame } = props;
    let hatch = use_uid("crowd");
    let crowd = use_memo((prepared.clone(), *frame), |(prepared, frame)| {
        prepared.crowds.along(&prepared.run.trace, &frame.axis, CROWD)
    });
    let (leases, overruns) = crowd.most;
    let told = match overruns {
        0 => format!("up to {leases} leases at once"),
        1 => format!("up to {leases} leases at once, and at times a job without a lease"),
        _ => format!("up to {leases} leases at once, up to {overruns} jobs without a lease"),
    };
    let area = |class: &'static str, outline: &str, fill: AttrValue| {
        Element::new("path", &["class", "d", "fill"], vec![class.into(), outline.to_owned().into(), fill]).done()
    };
    html! {
        <div class="crowd">
            <p>{ format!("All {} rows: {told}", prepared.plan.row_count()) }</p>
            <svg width={px(frame.width)} height={px(CROWD)} viewBox={box_of(frame.width, CROWD)} aria-hidden="true">
                { hatching(&hatch) }
                { area("leases-area", &crowd.leases, AttrValue::default()) }
                { area("overruns-area", &crowd.overruns, format!("url(#{hatch})").into()) }
            </svg>
        </div>
    }
}

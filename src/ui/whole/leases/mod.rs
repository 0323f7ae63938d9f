//! The lease chart of the whole page: it can be zoomed and panned, has rows by message or by worker, tells the story of each
//! delivery, and shows another run on the same time axis.

mod draw;
mod hands;
mod listen;
mod plot;
mod prepared;
mod sight;
mod strips;
mod tip;
mod tools;

use web_sys::{Element, KeyboardEvent, WheelEvent};
use yew::prelude::*;

use super::super::browser::{use_width, when};
use super::super::first::leases_title;
use super::super::player::{Run, Shared};
use super::super::session::Action;
use crate::queue::Millis;
use crate::scene::{Frame, Whole};
use crate::sim::{MessageIx, Trace};
use listen::use_listener;
use plot::{HIGHEST, Plot};
use prepared::Prepared;
use sight::{Look, Sight};
use strips::{AxisStrip, CrowdStrip, head_strip};
use tip::Tip;
use tools::Tools;

/// How much more or less time a key or a button shows.
const STEP_OUT: f64 = 1.6;
const STEP_IN: f64 = 0.625;

#[derive(Properties, PartialEq)]
pub struct LeasesProps {
    pub run: Shared<Run>,
    pub t: Millis,
    pub selected: Option<MessageIx>,
    pub playing: bool,
    /// A run to compare with.
    pub pinned: Option<Shared<Run>>,
    pub act: Callback<Action>,
}

/// The chart, under its heading.
#[component]
pub fn LeasesPanel(props: &LeasesProps) -> Html {
    let LeasesProps { run, t, selected, playing, pinned, act } = props;
    let sight = use_reducer(Sight::default);
    let look = {
        let dispatch = sight.dispatcher();
        use_callback((), move |look, ()| dispatch.dispatch(look))
    };
    let by = sight.by;
    let prepared = (*use_memo((run.clone(), by), |(run, by)| Prepared::new(run, *by))).clone();
    let before = (*use_memo((pinned.clone(), by), |(run, by)| run.as_ref().map(|run| Prepared::new(run, *by)))).clone();
    let whole = seen_of(&run.trace, pinned.as_ref().map(|run| &run.trace));
    use_following(&sight, *t, whole, *playing, &look);
    use_forgetting(run, &look);

    let chart = use_node_ref();
    let (scroller, other) = (use_node_ref(), use_node_ref());
    let width = use_width(&scroller);
    let frame = width.map(|width| {
        let is_narrow = width < 480.0;
        let gutter = |prepared: &Shared<Prepared>| prepared.plan.gutter(&prepared.run.trace, is_narrow);
        let gutter = before.iter().map(gutter).fold(gutter(&prepared), f64::max);
        Frame::new(width, gutter, sight.view.span(whole), whole)
    });
    use_wheel(&chart, frame, &look);
    let zoom = use_zoom(frame, *t, &look);
    let on_key = {
        let (frame, t) = (frame, *t);
        when(&look, move |event: KeyboardEvent| {
            let look = on_key(&event, frame?, t)?;
            event.prevent_default();
            Some(look)
        })
    };
    let plot = |prepared: &Shared<Prepared>, is_pinned: bool, scroller: &NodeRef| {
        let drawn = frame.map(|frame| {
            html! {
                <Plot
                    {prepared} {frame} t={*t} playing={*playing} selected={*selected} pinned={is_pinned} {scroller} look={look.clone()} act={act.clone()}
                />
            }
        });
        let class = if is_pinned { "rows pinned-run" } else { "rows this-run" };
        // One that is higher than its frame can be scrolled, by the keyboard, too.
        let tab = (prepared.plan.height > HIGHEST).then_some("0");
        html! { <div {class} ref={scroller} tabindex={tab}>{ drawn.unwrap_or_default() }</div> }
    };
    let crowd = |prepared: &Shared<Prepared>| {
        let frame = frame.filter(|_| prepared.plan.is_crowded());
        frame.map(|frame| html! { <CrowdStrip {prepared} {frame} /> }).unwrap_or_default()
    };
    let tip = sight.told().zip(frame).and_then(|((spot, x), frame)| {
        let of = if spot.pinned { before.clone()? } else { prepared.clone() };
        let is_known = (spot.lease as usize) < of.run.trace.leases.len();
        is_known.then(|| {
            html! { <Tip prepared={of} {spot} {x} t={*t} {frame} within={&chart} look={look.clone()} /> }
        })
    });
    let class = if before.is_some() { "chart comparing" } else { "chart" };
    html! {
        <>
            { leases_title() }
            <div {class} ref={&chart} onkeydown={on_key}>
                <Tools
                    by={sight.by} is_all={sight.view.is_all(whole)} legend={sight.legend} span={sight.view.span(whole)}
                    signs={prepared.clone()} before={before.clone()} look={look.clone()} {zoom}
                />
                if before.is_some() { <h3 class="which">{ "Now" }</h3> }
                { crowd(&prepared) }
                { frame.map(|frame| head_strip(&frame, *t, act)).unwrap_or_default() }
                { plot(&prepared, false, &scroller) }
                if let Some(before) = &before {
                    <h3 class="which">{ "Pinned" }</h3>
                    { crowd(before) }
                    { plot(before, true, &other) }
                }
                if let Some(frame) = frame { <AxisStrip {frame} {look} {act} /> }
                // Always as many children: Yew would take the chart away and make it anew for one that comes after it.
                { tip.unwrap_or_default() }
            </div>
        </>
    }
}

/// From when to when there is something to see: of a run and the one beside it, which are on one time axis; or of a run that has
/// forgotten its start, as much as is known.
fn seen_of(trace: &Trace, other: Option<&Trace>) -> Whole {
    let Trace { begin, end, .. } = *trace;
    let longest = other.map_or(end, |other| other.end.max(end));
    Whole { begin, end: if begin == Millis::ZERO { longest } else { end } }
}

/// What a key does that is pressed somewhere in the chart: plus, minus and nought zoom, shifted arrows pan.
fn on_key(event: &KeyboardEvent, frame: Frame, t: Millis) -> Option<Look> {
    let target: Element = event.target_dyn_into()?;
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
        return None;
    }
    let Frame { axis, whole, .. } = frame;
    let key = event.key();
    if key == "Escape" {
        return Some(Look::Dismiss);
    }
    if target.tag_name().eq_ignore_ascii_case("select") {
        return None;
    }
    // Around what has the focus, if something has.
    let focused = target.query_selector(":scope > .band, :scope > .heap").ok().flatten();
    let left = focused.and_then(|band| band.get_attribute("x")).and_then(|x| x.parse().ok());
    let at = left.map_or_else(|| center(&frame, t), |left: f64| axis.instant(left));
    match key.as_str() {
        "+" | "=" => Some(Look::Scale { times: STEP_IN, at, whole }),
        "-" | "_" => Some(Look::Scale { times: STEP_OUT, at, whole }),
        "0" => Some(Look::All),
        "ArrowLeft" if event.shift_key() => Some(Look::Shift { thousandths: -250, whole }),
        "ArrowRight" if event.shift_key() => Some(Look::Shift { thousandths: 250, whole }),
        _ => None,
    }
}

/// Around what is zoomed: the playhead, if it is in view, or else the middle.
fn center(frame: &Frame, t: Millis) -> Millis {
    let axis = &frame.axis;
    let is_seen = axis.from <= t && t <= axis.to;
    if is_seen { t } else { axis.instant(f64::midpoint(axis.left, axis.right)) }
}

/// Zooms around the playhead. It stays the same callback while that moves, so that nothing is drawn anew for it.
#[hook]
fn use_zoom(frame: Option<Frame>, t: Millis, look: &Callback<Look>) -> Callback<f64> {
    let now = use_mut_ref(|| None);
    *now.borrow_mut() = frame.map(|frame| (center(&frame, t), frame.whole));
    use_callback(look.clone(), move |times, look| {
        if let Some((at, whole)) = *now.borrow() {
            look.emit(Look::Scale { times, at, whole });
        }
    })
}

/// The wheel zooms with Ctrl, which is what a pinch on a touchpad sends, too; with Shift, or sideways, it pans. Alone it scrolls the
/// page, as everywhere.
#[hook]
fn use_wheel(chart: &NodeRef, frame: Option<Frame>, look: &Callback<Look>) {
    let place = chart.clone();
    let on_wheel = use_callback((frame, look.clone()), move |event: WheelEvent, (frame, look)| {
        let Some((Frame { axis, whole, .. }, place)) = frame.zip(place.cast::<Element>()) else { return };
        let (across, down) = (event.delta_x(), event.delta_y());
        let is_zoom = event.ctrl_key() || event.meta_key();
        let pan = if event.shift_key() && across == 0.0 { down } else { across };
        if is_zoom {
            let x = f64::from(event.client_x()) - place.get_bounding_client_rect().left();
            // A notch of a mouse is a hundred pixels, or three lines; a touchpad sends a few pixels at a time.
            let pixels = if event.delta_mode() == 0 { down } else { down * 33.0 };
            let times = 1.0 + pixels.clamp(-200.0, 200.0).abs() / 250.0;
            let times = if down < 0.0 { 1.0 / times } else { times };
            look.emit(Look::Scale { times, at: axis.instant(x), whole });
        } else if pan.abs() > down.abs() || (event.shift_key() && pan != 0.0) {
            if axis.from == whole.begin && axis.to >= whole.end {
                return;
            }
            look.emit(hands::panned(&Frame { axis, whole, width: 0.0 }, -pan, (axis.from, axis.to)));
        } else {
            return;
        }
        event.prevent_default();
    });
    use_listener(chart, "wheel", on_wheel);
}

/// Keeps the playhead in view: see [`Look::Follow`].
#[hook]
fn use_following(sight: &UseReducerHandle<Sight>, t: Millis, whole: Whole, playing: bool, look: &Callback<Look>) {
    let (sight, look) = (sight.clone(), look.clone());
    use_effect_with((t, playing), move |&(t, playing)| {
        if sight.follows(t, whole, playing) {
            look.emit(Look::Follow { t, whole, playing });
        }
    });
}

/// Another scenario is looked at as a whole.
#[hook]
fn use_forgetting(run: &Shared<Run>, look: &Callback<Look>) {
    let look = look.clone();
    use_effect_with(run.scenario.title.clone(), move |_| look.emit(Look::Forget));
}

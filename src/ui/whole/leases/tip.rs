//! The story of the delivery that is pointed at or has the focus, beside it.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::super::super::browser::px;
use super::super::super::player::Shared;
use super::prepared::Prepared;
use super::sight::{Look, Spot};
use crate::queue::Millis;
use crate::scene::{Frame, receipt_at, tale};

#[derive(Properties, PartialEq)]
pub struct TipProps {
    pub prepared: Shared<Prepared>,
    pub spot: Spot,
    /// Where across the pointer is, in pixels.
    pub x: Option<f64>,
    pub t: Millis,
    pub frame: Frame,
    /// What it stands in.
    pub within: NodeRef,
    pub look: Callback<Look>,
}

/// The story. It is the name of its delivery, too, so a listener is not told it twice.
#[component]
pub fn Tip(props: &TipProps) -> Html {
    let TipProps { prepared, spot, x, t, frame, within, look } = props;
    let place = use_node_ref();
    {
        let (place, within) = (place.clone(), within.clone());
        // When the text changes its height, too.
        use_effect_with((*spot, *x, *frame, *t), move |(spot, x, ..)| {
            let _ = put_beside(&place, &within, *spot, *x);
        });
    }
    let on_leave = look.reform(|_: PointerEvent| Look::Hover(None));
    html! {
        <div ref={place} class="story" aria-hidden="true" onpointerleave={on_leave}>
            { if spot.clump { clump() } else { lease(prepared, spot, *t) } }
        </div>
    }
}

fn clump() -> Html {
    html! { <p>{ "So many deliveries that they cannot be told apart here. Press to zoom in." }</p> }
}

fn lease(prepared: &Prepared, spot: &Spot, t: Millis) -> Html {
    let Prepared { run, marks, .. } = prepared;
    let (title, sentences) = tale(&run.scenario, &run.trace, marks, spot.lease);
    let told = receipt_at(&run.trace, spot.lease, t).told(t);
    html! {
        <>
            <p class="title">{ title }</p>
            <p class="receipt">{ told }</p>
            <ul>{ for sentences.into_iter().map(|sentence| html! { <li>{ sentence }</li> }) }</ul>
        </>
    }
}

/// Over its delivery in the upper half of the rows and under it in the lower one, so that it covers few others; the other way round
/// where the window has no room.
fn put_beside(place: &NodeRef, within: &NodeRef, spot: Spot, x: Option<f64>) -> Option<()> {
    let (tip, within) = (place.cast::<HtmlElement>()?, within.cast::<Element>()?);
    let chart = if spot.pinned { ".pinned-run" } else { ".this-run" };
    let selector = format!("{chart} [data-lease='{0}'], {chart} [data-clump='{0}']", spot.lease);
    let drawn = within.query_selector(&selector).ok()??;
    // Its band: its words and marks stick out of it.
    let band = drawn.query_selector(".band, .heap").ok()??.get_bounding_client_rect();
    let (outer, own) = (within.get_bounding_client_rect(), tip.get_bounding_client_rect());
    let left = x.unwrap_or_else(|| band.left().max(outer.left()) - outer.left()) - 24.0;
    let left = left.min(outer.width() - own.width()).max(0.0);
    let height = web_sys::window()?.inner_height().ok()?.as_f64()?;
    let rows = within.query_selector(chart).ok()??.get_bounding_client_rect();
    let is_upper = band.top() + band.bottom() < rows.top() + rows.bottom();
    let (fits_over, fits_under) = (band.top() > own.height(), band.bottom() + own.height() < height);
    let is_over = if is_upper { fits_over || !fits_under } else { fits_over && !fits_under };
    let top = if is_over { band.top() - own.height() } else { band.bottom() } - outer.top();
    let style = tip.unchecked_ref::<HtmlElement>().style();
    style.set_property("left", &format!("{}px", px(left))).ok()?;
    style.set_property("top", &format!("{}px", px(top))).ok()
}

//! What a pointer does on the chart, or two fingers: seek, pan, pinch, point at a delivery, press it.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use super::super::super::player::Move;
use super::super::super::session::Action;
use super::plot::spot_of;
use super::sight::{Look, Spot};
use crate::queue::Millis;
use crate::scene::Frame;

/// A pointer that moves less than this, in pixels, has pressed and not dragged.
const STILL: f64 = 4.0;

/// What the chart listens for.
pub struct Hands {
    pub down: Callback<PointerEvent>,
    pub moved: Callback<PointerEvent>,
    pub up: Callback<PointerEvent>,
    pub cancel: Callback<PointerEvent>,
    pub leave: Callback<PointerEvent>,
}

/// What is going on.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
enum Gesture {
    #[default]
    None,
    /// A delivery was pressed, here; it may become a drag.
    Press(Spot, f64),
    /// The playhead follows the pointer.
    Scrub,
    /// What is shown follows the pointer, which was here when this was shown.
    Pan { x: f64, from: Millis, to: Millis },
    /// Two fingers keep two instants.
    Pinch(Millis, Millis),
}

#[derive(Default)]
struct Hand {
    gesture: Gesture,
    /// The pointers that are down, and where across they are.
    down: Vec<(i32, f64)>,
}

struct Grip {
    plot: NodeRef,
    frame: Frame,
    pinned: bool,
    look: Callback<Look>,
    act: Callback<Action>,
    press: Callback<Spot>,
    hand: Rc<RefCell<Hand>>,
}

/// The handlers for a chart.
#[hook]
pub fn use_hands(
    plot: &NodeRef,
    frame: &Frame,
    pinned: bool,
    look: &Callback<Look>,
    act: &Callback<Action>,
    press: &Callback<Spot>,
) -> Hands {
    let hand = use_mut_ref(Hand::default);
    let grip = Rc::new(Grip {
        plot: plot.clone(),
        frame: *frame,
        pinned,
        look: look.clone(),
        act: act.clone(),
        press: press.clone(),
        hand,
    });
    let with = |handle: fn(&Grip, &PointerEvent)| {
        let grip = grip.clone();
        Callback::from(move |event: PointerEvent| handle(&grip, &event))
    };
    Hands {
        down: with(Grip::down),
        moved: with(Grip::moved),
        up: with(Grip::up),
        cancel: with(Grip::cancel),
        leave: with(Grip::leave),
    }
}

impl Grip {
    fn x(&self, event: &PointerEvent) -> Option<f64> {
        Some(f64::from(event.client_x()) - self.plot.cast::<Element>()?.get_bounding_client_rect().left())
    }

    fn seek(&self, x: f64) {
        self.act.emit(Action::Move(Move::Seek(self.frame.axis.instant(x))));
    }

    fn down(&self, event: &PointerEvent) {
        let is_middle = event.button() == 1;
        if event.button() != 0 && !is_middle {
            return;
        }
        let Some(x) = self.x(event) else { return };
        // Before the capture, by which every later event is the chart's.
        let spot = spot_of(event.target(), self.pinned);
        // So that a drag goes on when the pointer leaves the chart. Without it, it ends there.
        if let Some(plot) = self.plot.cast::<Element>() {
            let _ = plot.set_pointer_capture(event.pointer_id());
        }
        let mut hand = self.hand.borrow_mut();
        hand.down.retain(|&(id, _)| id != event.pointer_id());
        hand.down.push((event.pointer_id(), x));
        let axis = &self.frame.axis;
        hand.gesture = match (&hand.down[..], spot) {
            (&[(_, a), (_, b)], _) => Gesture::Pinch(axis.instant(a), axis.instant(b)),
            _ if event.shift_key() || is_middle => {
                event.prevent_default();
                Gesture::Pan { x, from: axis.from, to: axis.to }
            }
            (_, Some(spot)) => Gesture::Press(spot, x),
            (_, None) => {
                self.seek(x);
                Gesture::Scrub
            }
        };
    }

    fn moved(&self, event: &PointerEvent) {
        let Some(x) = self.x(event) else { return };
        let mut hand = self.hand.borrow_mut();
        let Some(pointer) = hand.down.iter_mut().find(|(id, _)| *id == event.pointer_id()) else {
            drop(hand);
            let spot = spot_of(event.target(), self.pinned);
            self.look.emit(Look::Hover(spot.map(|spot| (spot, x))));
            return;
        };
        pointer.1 = x;
        let whole = self.frame.whole;
        match hand.gesture {
            Gesture::None => {}
            Gesture::Press(_, pressed_at) if (x - pressed_at).abs() < STILL => {}
            Gesture::Press(..) => {
                hand.gesture = Gesture::Scrub;
                self.seek(x);
            }
            Gesture::Scrub => self.seek(x),
            Gesture::Pan { x: pressed_at, from, to } => {
                self.look.emit(panned(&self.frame, x - pressed_at, (from, to)));
            }
            Gesture::Pinch(a, b) => {
                if let &[(_, x), (_, y)] = &hand.down[..] {
                    self.look.emit(Look::Pinch { instants: (a, b), fingers: (x, y), axis: self.frame.axis, whole });
                }
            }
        }
    }

    fn up(&self, event: &PointerEvent) {
        let mut hand = self.hand.borrow_mut();
        hand.down.retain(|&(id, _)| id != event.pointer_id());
        // One finger of two that stays does nothing more.
        let gesture = std::mem::take(&mut hand.gesture);
        drop(hand);
        if let Gesture::Press(spot, x) = gesture {
            self.press.emit(spot);
            self.look.emit(Look::Hover(Some((spot, x))));
        }
    }

    fn cancel(&self, event: &PointerEvent) {
        let mut hand = self.hand.borrow_mut();
        hand.down.retain(|&(id, _)| id != event.pointer_id());
        hand.gesture = Gesture::None;
    }

    fn leave(&self, event: &PointerEvent) {
        // The story may be pointed at itself, and a finger that has left has not gone elsewhere.
        let to: Option<Element> = event.related_target().and_then(|to| wasm_bindgen::JsCast::dyn_into(to).ok());
        let is_on_story = to.is_some_and(|to| to.closest(".story").ok().flatten().is_some());
        if !is_on_story && event.pointer_type() != "touch" {
            self.look.emit(Look::Hover(None));
        }
    }
}

/// What is shown when it is dragged by so many pixels.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "clamped")]
pub fn panned(frame: &Frame, pixels: f64, (from, to): (Millis, Millis)) -> Look {
    let axis = &frame.axis;
    let per_pixel = (to - from).0 as f64 / (axis.right - axis.left);
    let (first, last) = (frame.whole.begin, frame.whole.end.since(to - from));
    let moved = (from.0 as f64 - pixels * per_pixel).clamp(first.0 as f64, last.max(first).0 as f64);
    let moved = Millis((moved + 0.5) as u64);
    Look::Part { from: moved, to: moved + (to - from), whole: frame.whole }
}

//! How a person looks at the chart: which stretch of time, rows of what, and which delivery is pointed at.

use std::rc::Rc;

use yew::Reducible;

use crate::queue::Millis;
use crate::scene::{Axis, RowsBy, View, Whole};
use crate::sim::LeaseIx;

/// A delivery in one of the charts, or the clump that begins with it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Spot {
    /// Whether it is in the chart of the pinned run.
    pub pinned: bool,
    pub lease: LeaseIx,
    /// How many deliveries it is: one, or those of a clump.
    pub clump: bool,
}

/// The state of the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    pub view: View,
    pub by: RowsBy,
    pub legend: bool,
    /// Whether the person looks elsewhere than where the playhead is.
    pub held: bool,
    /// What the pointer is on, and where across, in pixels.
    pub hovered: Option<(Spot, f64)>,
    /// What has the focus, where that shows.
    pub focused: Option<Spot>,
    /// Whether the story of what is pointed at was put away.
    pub dismissed: bool,
}

/// What a person does to it. `whole` is from when to when there is something to see.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// Shows so many times as much time around an instant.
    Scale {
        times: f64,
        at: Millis,
        whole: Whole,
    },
    /// Shows a part.
    Part {
        from: Millis,
        to: Millis,
        whole: Whole,
    },
    /// Moves by so many thousandths of what is shown.
    Shift {
        thousandths: i64,
        whole: Whole,
    },
    /// Keeps two instants under two fingers.
    Pinch {
        instants: (Millis, Millis),
        fingers: (f64, f64),
        axis: Axis,
        whole: Whole,
    },
    /// Shows the whole run.
    All,
    /// The playhead has moved, by itself or because it was set.
    Follow {
        t: Millis,
        whole: Whole,
        playing: bool,
    },
    /// Another scenario was opened.
    Forget,
    Rows(RowsBy),
    Legend,
    Hover(Option<(Spot, f64)>),
    Focus(Option<Spot>),
    /// Puts the story away.
    Dismiss,
}

impl Sight {
    /// Whether the view has to follow the playhead.
    pub fn follows(&self, t: Millis, whole: Whole, playing: bool) -> bool {
        let next = self.followed(t, whole, playing);
        (next.view, next.held) != (self.view, self.held)
    }

    /// While it plays, the page is turned shortly before the playhead leaves it, unless the person looks elsewhere: until it comes
    /// there. A playhead that was set is shown.
    fn followed(&self, t: Millis, whole: Whole, playing: bool) -> Self {
        let (from, to) = self.view.span(whole);
        let is_seen = from <= t && t <= to;
        let mut next = self.clone();
        next.held = self.held && playing && !is_seen;
        if !playing {
            next.view = self.view.showing(t, whole);
        } else if !next.held && (!is_seen || self.view.is_leaving(t, whole)) {
            next.view = self.view.turned(t, whole);
        }
        next
    }

    fn looking_at(&self, view: View) -> Self {
        // What was under the pointer is not any more.
        Self { view, held: true, hovered: None, ..self.clone() }
    }

    /// What a story is told of.
    pub fn told(&self) -> Option<(Spot, Option<f64>)> {
        let pointed_at = self.hovered.map(|(spot, x)| (spot, Some(x)));
        pointed_at.or(self.focused.map(|spot| (spot, None))).filter(|_| !self.dismissed)
    }
}

impl Reducible for Sight {
    type Action = Look;

    fn reduce(self: Rc<Self>, look: Look) -> Rc<Self> {
        let same = (*self).clone();
        Rc::new(match look {
            Look::Scale { times, at, whole } => self.looking_at(self.view.scaled(times, at, whole)),
            Look::Part { from, to, whole } => self.looking_at(View::part(from, to, whole)),
            Look::Shift { thousandths, whole } => self.looking_at(self.view.shifted(thousandths, whole)),
            Look::Pinch { instants, fingers, axis, whole } => {
                self.looking_at(self.view.pinched(instants, fingers, &axis, whole))
            }
            Look::All => Self { held: false, ..self.looking_at(View::default()) },
            Look::Follow { t, whole, playing } => self.followed(t, whole, playing),
            Look::Forget => Self { by: self.by, legend: self.legend, ..Self::default() },
            Look::Rows(by) => Self { by, hovered: None, focused: None, ..same },
            Look::Legend => Self { legend: !self.legend, ..same },
            Look::Hover(hovered) => {
                let is_new = hovered.map(|(spot, _)| spot) != self.hovered.map(|(spot, _)| spot);
                Self { hovered, dismissed: self.dismissed && !is_new, ..same }
            }
            Look::Focus(focused) => Self { focused, dismissed: false, ..same },
            Look::Dismiss => Self { dismissed: true, ..same },
        })
    }
}

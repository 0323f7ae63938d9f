//! How a person looks at the chart: which stretch of time, rows of what, and which delivery is pointed at.

use std::rc::Rc;

use yew::Reducible;

use crate::queue::Millis;
use crate::scene::{Axis, RowsBy, View};
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

/// What a person does to it. `end` is the end of the longest run that is shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// Shows so many times as much time around an instant.
    Scale {
        times: f64,
        at: Millis,
        end: Millis,
    },
    /// Shows a part.
    Part {
        from: Millis,
        to: Millis,
        end: Millis,
    },
    /// Moves by so many thousandths of what is shown.
    Shift {
        thousandths: i64,
        end: Millis,
    },
    /// Keeps two instants under two fingers.
    Pinch {
        instants: (Millis, Millis),
        fingers: (f64, f64),
        axis: Axis,
        end: Millis,
    },
    /// Shows the whole run.
    All,
    /// The playhead has moved, by itself or because it was set.
    Follow {
        t: Millis,
        end: Millis,
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
    pub fn follows(&self, t: Millis, end: Millis, playing: bool) -> bool {
        let next = self.followed(t, end, playing);
        (next.view, next.held) != (self.view, self.held)
    }

    /// While it plays, the page is turned shortly before the playhead leaves it, unless the person looks elsewhere: until it comes
    /// there. A playhead that was set is shown.
    fn followed(&self, t: Millis, end: Millis, playing: bool) -> Self {
        let (from, to) = self.view.span(end);
        let is_seen = from <= t && t <= to;
        let mut next = self.clone();
        next.held = self.held && playing && !is_seen;
        if !playing {
            next.view = self.view.showing(t, end);
        } else if !next.held && (!is_seen || self.view.is_leaving(t, end)) {
            next.view = self.view.turned(t, end);
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
            Look::Scale { times, at, end } => self.looking_at(self.view.scaled(times, at, end)),
            Look::Part { from, to, end } => self.looking_at(View::part(from, to, end)),
            Look::Shift { thousandths, end } => self.looking_at(self.view.shifted(thousandths, end)),
            Look::Pinch { instants, fingers, axis, end } => {
                self.looking_at(self.view.pinched(instants, fingers, &axis, end))
            }
            Look::All => Self { held: false, ..self.looking_at(View::default()) },
            Look::Follow { t, end, playing } => self.followed(t, end, playing),
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

//! The lanes of a FIFO queue: a row a group. While one message of a group is in flight, those behind it may not be received.

use super::residents::row_of_seats;
use super::{Drawing, MOST_LANES, Placed, StageIndex, rows};
use crate::scene::tokens::{HEAD, Seats};
use crate::scene::{Rect, bold_width, fitting};
use crate::sim::Place;

/// How high a lane is: a line of text and a token.
const LANE: f64 = 58.0;
/// Where the tokens of a lane begin, from its top.
const BELOW_TITLE: f64 = 22.0;

/// A group of a FIFO queue.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Where it is.
    pub at: Rect,
    /// Its name, and for whom it waits.
    pub title: String,
    /// The same in full, for those who hear it.
    pub spoken: String,
    /// Whether one of its messages is in flight, so that none may be received.
    pub locked: bool,
}

impl Lane {
    /// Adds the lane to a description, if there is anything to tell.
    pub(super) fn describe(&self, description: &mut String) {
        if self.locked {
            *description += &format!(" {}.", self.spoken);
        }
    }
}

/// How high the station of the visible ones must be for all lanes.
pub(super) fn height(index: &StageIndex) -> f64 {
    match index.groups.len() {
        0 => 0.0,
        lanes => HEAD + rows(lanes + usize::from(index.more_groups > 0), LANE) + 6.0,
    }
}

impl Drawing<'_> {
    /// Draws who waits for a receive: in lanes where the queue has groups.
    pub fn waiting(&self, crowd: &mut Placed) -> Vec<Lane> {
        let (index, station) = (self.now.index, self.placing.layout.visible);
        if index.groups.is_empty() {
            self.residents(&index.visible, Place::Visible, Seats::of(station), crowd);
            return Vec::new();
        }
        let lane_at = |nth: usize| Rect { y: station.y + HEAD + rows(nth, LANE), height: LANE, ..station };
        let mut lanes: Vec<Lane> = (0..index.groups.len()).map(|nth| self.lane(nth, lane_at(nth), crowd)).collect();
        if index.more_groups > 0 {
            let at = lane_at(index.groups.len());
            self.residents(&index.visible_without_lane, Place::Visible, seats(at), crowd);
            let title = format!("{} more groups", index.more_groups);
            lanes.push(Lane { at, spoken: title.clone(), title, locked: false });
        }
        debug_assert!(lanes.len() <= MOST_LANES + 1, "no more lanes than there is room for");
        lanes
    }

    fn lane(&self, nth: usize, at: Rect, crowd: &mut Placed) -> Lane {
        let (group, t) = (&self.now.index.groups[nth], self.now.t);
        let waiting = group.visible.count_at(t);
        let first = group.in_flight.first_at(t, 1).first().map(|stay| self.now.trace.name(stay.what));
        let drawn = self.residents(&group.visible, Place::Visible, seats(at), crowd);
        let name = &*group.name;
        let room = at.width - 48.0;
        let Some(first) = first else {
            let title = fitting([name.to_owned(), "group".to_owned()], bold_width, room);
            return Lane { at, title, spoken: name.to_owned(), locked: false };
        };
        crowd.blocked.extend(drawn);
        let spoken = match waiting {
            0 => format!("{name}: {first} is in flight"),
            1 => format!("{name}: 1 waits for {first}"),
            waiting => format!("{name}: {waiting} wait for {first}"),
        };
        let short = if waiting == 0 { format!("{first} in flight") } else { format!("{waiting} behind {first}") };
        let title = fitting([spoken.clone(), format!("{name}: {short}"), short, first], bold_width, room);
        Lane { at, title, spoken, locked: true }
    }
}

fn seats(lane: Rect) -> Seats {
    row_of_seats(lane, lane.y + BELOW_TITLE)
}

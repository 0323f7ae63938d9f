//! Who stays in a station: a token each as long as there are seats, and a stack for the rest.

use super::stays::Stays;
use super::{Drawing, Placed, Stack};
use crate::queue::Millis;
use crate::scene::Rect;
use crate::scene::stage::StationKind;
use crate::scene::tokens::Seats;
use crate::sim::{MessageIx, Place};

/// A stack with its number is as wide as so many tokens.
const STACK_SEATS: usize = 4;

impl Drawing<'_> {
    /// Draws who is in the stations in which messages only are.
    pub fn stations(&self, crowd: &mut Placed) {
        let (index, layout) = (self.now.index, self.placing.layout);
        if let Some(delayed) = layout.delayed {
            self.residents(&index.delayed, Place::Delayed, Seats::of(delayed), crowd);
        }
        self.residents(&index.deleted, Place::Deleted, Seats::of(layout.deleted), crowd);
        self.residents(&index.dead_letters, Place::DeadLetters, Seats::of(layout.dead_letters), crowd);
    }

    /// Draws those who are somewhere, on these seats, in their order. Tells which have a token.
    pub fn residents(&self, stays: &Stays, place: Place, seats: Seats, crowd: &mut Placed) -> Vec<MessageIx> {
        let t = self.now.t;
        let count = stays.count_at(t);
        let all = seats.columns * seats.rows;
        let shown = match () {
            () if count <= all => count,
            () if seats.rows > 1 => seats.columns * (seats.rows - 1),
            () => seats.columns.saturating_sub(STACK_SEATS),
        };
        let mut there = stays.first_at(t, shown + 1);
        let rest = there.get(shown).copied();
        there.truncate(shown);
        let picked = self.picked_place().filter(|&(_, at)| at == place).map(|(message, _)| message);
        let is_among = |message| there.iter().any(|stay| stay.what == message);
        // In a lane, the picked message may be in another one.
        let mut is_hidden = picked.is_some_and(|message| count > shown && !is_among(message));
        if is_hidden
            && self.picked.following
            && let Some(last) = there.last_mut()
        {
            (last.what, is_hidden) = (picked.unwrap_or(last.what), false);
            last.from = self.now.trace.since_place_at(last.what, t).map_or(last.from, |(since, _)| since);
        }
        for (seat, stay) in there.iter().enumerate() {
            crowd.tokens.push(self.placing.token(stay.what, stay.from, place, seats.at(seat)));
        }
        if let Some(first) = rest {
            crowd.stacks.push(Stack {
                station: station_of(place),
                worker: None,
                at: seats.at(shown),
                count: count - shown + self.forgotten(place, count),
                first: first.what,
                has_selected: is_hidden,
            });
        }
        there.iter().map(|stay| stay.what).collect()
    }

    /// How many there are beyond those that are known: a run without an end has forgotten some that were deleted.
    fn forgotten(&self, place: Place, known: usize) -> usize {
        let has_forgotten = place == Place::Deleted && self.now.trace.begin > Millis::ZERO;
        if has_forgotten { (self.now.trace.counts_at(self.now.t).deleted as usize).saturating_sub(known) } else { 0 }
    }
}

/// The seats of one row that begins here.
pub(super) fn row_of_seats(station: Rect, top: f64) -> Seats {
    Seats::row(Rect { y: top, ..station })
}

fn station_of(place: Place) -> StationKind {
    match place {
        Place::Delayed => StationKind::Delayed,
        Place::Visible => StationKind::Visible,
        Place::InFlight(_) => StationKind::InFlight,
        Place::Deleted => StationKind::Deleted,
        // The last two are drawn nowhere.
        Place::DeadLetters | Place::Expired | Place::Purged => StationKind::DeadLetters,
    }
}

//! Which stretch of time the chart shows.

use super::super::axis::Axis;
use crate::queue::Millis;

/// No stretch is shorter, in milliseconds: then ticks are a millisecond apart.
const SHORTEST: u64 = 10;

/// From when to when a run is known.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Whole {
    /// Its start; later where a run without an end has forgotten it.
    pub begin: Millis,
    /// Its end.
    pub end: Millis,
}

impl Whole {
    /// The same, never empty.
    fn lasting(self) -> Self {
        Self { end: self.end.max(self.begin + Millis(1)), ..self }
    }

    fn length(self) -> Millis {
        self.end - self.begin
    }
}

/// That of a run which is known from its start.
impl From<Millis> for Whole {
    fn from(end: Millis) -> Self {
        Self { begin: Millis::ZERO, end }
    }
}

/// The stretch of a run that is shown: all of it, or a part.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct View {
    /// From when to when; `None` for the whole run, however long it is.
    part: Option<(Millis, Millis)>,
}

impl View {
    /// From when to when it shows a run. Never empty.
    #[must_use]
    pub fn span(self, whole: impl Into<Whole>) -> (Millis, Millis) {
        let whole = whole.into().lasting();
        match self.part {
            Some((from, to)) if to - from < whole.length() => {
                let span = to - from;
                let from = from.clamp(whole.begin, whole.end - span);
                (from, from + span)
            }
            _ => (whole.begin, whole.end),
        }
    }

    /// Whether it shows the whole of such a run.
    #[must_use]
    pub fn is_all(self, whole: impl Into<Whole>) -> bool {
        let whole = whole.into().lasting();
        self.span(whole) == (whole.begin, whole.end)
    }

    /// Shows from one instant to another, or as much as there is of that. Shorter than the shortest is not to be had.
    #[must_use]
    pub fn part(from: Millis, to: Millis, whole: impl Into<Whole>) -> Self {
        let whole = whole.into();
        let span = to.since(from).max(Millis(SHORTEST));
        let from = from.min(whole.end.since(span)).max(whole.begin);
        let view = Self { part: Some((from, from + span)) };
        if view.is_all(whole) { Self::default() } else { view }
    }

    /// Shows `times` as much time, and `at` in the same place as before.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "clamped")]
    pub fn scaled(self, times: f64, at: Millis, whole: impl Into<Whole>) -> Self {
        let whole = whole.into().lasting();
        let (from, to) = self.span(whole);
        let old = (to - from).0;
        let length = whole.length().0;
        let new = ((old as f64 * times + 0.5) as u64).clamp(SHORTEST.min(length), length);
        // A step that rounds to nothing would not go on for ever.
        let new = if new == old && times < 1.0 { new.saturating_sub(1).max(SHORTEST) } else { new };
        let at = at.clamp(from, to);
        let before = (at - from).0 as f64 * (new as f64 / old as f64);
        let from = Millis(at.0.saturating_sub((before + 0.5) as u64));
        Self::part(from, from + Millis(new), whole)
    }

    /// Shows so much that two instants are under two fingers: each is given with where its finger is, in pixels. Fingers that touch
    /// each other change nothing.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "clamped")]
    pub fn pinched(self, (a, b): (Millis, Millis), (x, y): (f64, f64), axis: &Axis, whole: impl Into<Whole>) -> Self {
        /// Nearer fingers cannot be told apart, in pixels.
        const APART: f64 = 8.0;
        let (a, b) = (a.0 as f64, b.0 as f64);
        if (y - x).abs() < APART || (b - a) * (y - x) <= 0.0 {
            return self;
        }
        let whole = whole.into();
        let per_pixel = (b - a) / (y - x);
        let from = (a - (x - axis.left) * per_pixel).max(whole.begin.0 as f64);
        let to = from + (axis.right - axis.left) * per_pixel;
        Self::part(Millis((from + 0.5) as u64), Millis((to.min(whole.end.0 as f64 * 2.0) + 0.5) as u64), whole)
    }

    /// Shows as much time, that many milliseconds later, or earlier where they are negative, as far as the run goes.
    #[must_use]
    pub fn moved(self, by: i64, whole: impl Into<Whole>) -> Self {
        let whole = whole.into();
        let (from, to) = self.span(whole);
        let span = to - from;
        let from = Millis(from.0.saturating_add_signed(by));
        Self::part(from, from + span, whole)
    }

    /// The same by so many thousandths of what is shown, and by a millisecond at least.
    #[must_use]
    pub fn shifted(self, thousandths: i64, whole: impl Into<Whole>) -> Self {
        let whole = whole.into();
        let (from, to) = self.span(whole);
        let by = i64::try_from((to - from).0).unwrap_or(i64::MAX).saturating_mul(thousandths) / 1000;
        self.moved(if by == 0 { thousandths.signum() } else { by }, whole)
    }

    /// Moved so that an instant is in view. One that is in view already does not move it; one that is not comes to stand at a tenth
    /// of the way, so that what follows is seen.
    #[must_use]
    pub fn showing(self, t: Millis, whole: impl Into<Whole>) -> Self {
        let whole = whole.into();
        let (from, to) = self.span(whole);
        if from <= t && t <= to {
            return self;
        }
        let span = to - from;
        let from = Millis(t.0.saturating_sub(span.0 / 10));
        Self::part(from, from + span, whole)
    }

    /// Whether the instant is so near the end of what is shown that a playhead is about to leave it: in the last twentieth of a part
    /// that is not the run's end.
    #[must_use]
    pub fn is_leaving(self, t: Millis, whole: impl Into<Whole>) -> bool {
        let whole = whole.into();
        let (from, to) = self.span(whole);
        to < whole.end && t.0 + (to - from).0 / 20 > to.0
    }

    /// Moved on by a page, so that the instant stands at a tenth of the way.
    #[must_use]
    pub fn turned(self, t: Millis, whole: impl Into<Whole>) -> Self {
        let whole = whole.into();
        let (from, to) = self.span(whole);
        let span = to - from;
        let from = Millis(t.0.saturating_sub(span.0 / 10));
        Self::part(from, from + span, whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: Millis = Millis(90_000);
    const FOURTEEN_DAYS: Millis = Millis(1_209_600_000);

    fn part(from: u64, to: u64) -> View {
        View::part(Millis(from), Millis(to), END)
    }

    fn span(view: View) -> (u64, u64) {
        let (from, to) = view.span(END);
        (from.0, to.0)
    }

    #[test]
    fn whole_run_zoomed_in_keeps_the_instant_under_the_pointer_where_it_was() {
        // 30 s is at a third of 90 s, and at a third of the 45 s from 15 to 60.
        assert_eq!(span(View::default().scaled(0.5, Millis(30_000), END)), (15_000, 60_000));
        assert_eq!(span(View::default().scaled(0.5, Millis::ZERO, END)), (0, 45_000));
        assert_eq!(span(View::default().scaled(0.5, END, END)), (45_000, 90_000));
    }

    #[test]
    fn part_zoomed_out_beyond_the_run_is_the_whole_of_it_for_any_run() {
        let all = part(15_000, 60_000).scaled(2.0, Millis(30_000), END);
        assert_eq!(all, View::default());
        assert_eq!(all.span(FOURTEEN_DAYS), (Millis::ZERO, FOURTEEN_DAYS));
    }

    #[test]
    fn fourteen_days_zoomed_in_end_at_ten_milliseconds() {
        let mut view = View::default();
        for _ in 0..200 {
            view = view.scaled(0.8, Millis(604_800_123), FOURTEEN_DAYS);
        }
        let (from, to) = view.span(FOURTEEN_DAYS);
        assert_eq!((to - from).0, 10);
        assert!(from.0 <= 604_800_123 && 604_800_123 <= to.0, "{from} to {to}");
        for _ in 0..200 {
            view = view.scaled(1.25, Millis(604_800_123), FOURTEEN_DAYS);
        }
        assert!(view.is_all(FOURTEEN_DAYS));
    }

    #[test]
    fn two_fingers_that_move_apart_keep_their_instants() {
        // Ten pixels a second; the fingers are at 30 s and 60 s.
        let axis = Axis { from: Millis::ZERO, to: END, left: 0.0, right: 900.0 };
        let instants = (Millis(30_000), Millis(60_000));
        let pinched = |fingers| span(View::default().pinched(instants, fingers, &axis, END));
        // Twice as far apart: 50 ms a pixel, and 30 s at 150 px.
        assert_eq!(pinched((150.0, 750.0)), (22_500, 67_500));
        assert_eq!(pinched((300.0, 600.0)), (0, 90_000));
        // Past each other, or together: as before.
        assert_eq!(pinched((600.0, 300.0)), (0, 90_000));
        assert_eq!(pinched((400.0, 401.0)), (0, 90_000));
    }

    #[test]
    fn part_moved_stops_at_both_ends() {
        assert_eq!(span(part(10_000, 20_000).moved(5_000, END)), (15_000, 25_000));
        assert_eq!(span(part(10_000, 20_000).moved(-50_000, END)), (0, 10_000));
        assert_eq!(span(part(10_000, 20_000).moved(500_000, END)), (80_000, 90_000));
        assert_eq!(View::default().moved(5_000, END), View::default());
    }

    #[test]
    fn instant_out_of_view_comes_to_stand_at_a_tenth_of_the_way() {
        assert_eq!(span(part(10_000, 20_000).showing(Millis(50_000), END)), (49_000, 59_000));
        assert_eq!(span(part(10_000, 20_000).showing(Millis(15_000), END)), (10_000, 20_000));
        assert_eq!(span(part(10_000, 20_000).showing(END, END)), (80_000, 90_000));
    }

    #[test]
    fn playhead_near_the_end_of_a_part_turns_the_page_and_at_the_run_s_end_does_not() {
        let view = part(10_000, 20_000);
        assert!(!view.is_leaving(Millis(19_000), END));
        assert!(view.is_leaving(Millis(19_600), END));
        assert_eq!(span(view.turned(Millis(19_600), END)), (18_600, 28_600));
        assert!(!part(80_000, 90_000).is_leaving(Millis(89_900), END));
    }

    #[test]
    fn run_that_became_shorter_than_the_part_is_shown_as_a_whole() {
        let view = part(40_000, 80_000);
        assert_eq!(view.span(Millis(30_000)), (Millis::ZERO, Millis(30_000)));
        assert_eq!(view.span(Millis(50_000)), (Millis(10_000), Millis(50_000)));
        assert_eq!(view.span(Millis::ZERO), (Millis::ZERO, Millis(1)));
    }
}

//! The time axis: instants to pixels and back.

use super::text_width;
use crate::queue::Millis;
use crate::sim::span::{exact, humane};

/// The steps between two ticks that a person can read, in milliseconds.
const STEPS: [u64; 30] = [
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    1_000,
    2_000,
    5_000,
    10_000,
    15_000,
    30_000,
    60_000,
    120_000,
    300_000,
    600_000,
    900_000,
    1_800_000,
    3_600_000,
    7_200_000,
    10_800_000,
    21_600_000,
    43_200_000,
    86_400_000,
    172_800_000,
    345_600_000,
    604_800_000,
];

/// Runs up to this long are labelled in seconds throughout.
const COUNTED_IN_SECONDS: Millis = Millis::from_secs(180);

/// No two ticks are nearer than this, in pixels, and no two labels nearer than the gap.
const LEAST_ROOM: f64 = 44.0;
const LEAST_GAP: f64 = 26.0;

/// A stretch of time drawn from `left` to `right`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Axis {
    /// The first instant shown.
    pub from: Millis,
    /// The last instant shown; later than `from`.
    pub to: Millis,
    /// Where `from` is, in pixels.
    pub left: f64,
    /// Where `to` is, in pixels.
    pub right: f64,
}

/// A marked instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where it is, in pixels.
    pub x: f64,
    /// What is written there.
    pub label: String,
}

impl Axis {
    /// Where an instant is, in pixels; one that is not shown is at the nearer end.
    #[must_use]
    pub fn x(&self, t: Millis) -> f64 {
        let t = t.clamp(self.from, self.to);
        self.left + (self.right - self.left) * ratio(t - self.from, self.to - self.from)
    }

    /// Which instant is at `x`; at the ends beyond them.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "clamped")]
    pub fn instant(&self, x: f64) -> Millis {
        let share = ((x - self.left) / (self.right - self.left)).clamp(0.0, 1.0);
        self.from + Millis((share * (self.to - self.from).0 as f64 + 0.5) as u64)
    }

    /// Round instants, as many as can be labelled with room between them.
    #[must_use]
    pub fn ticks(&self) -> Vec<Tick> {
        let mut ticks = Vec::new();
        for step in STEPS {
            let room = ratio(Millis(step), self.to - self.from) * (self.right - self.left);
            if room < LEAST_ROOM {
                continue;
            }
            ticks = self.every(step);
            if ticks.iter().all(|tick| text_width(&tick.label) + LEAST_GAP <= room) {
                break;
            }
        }
        ticks
    }

    fn every(&self, step: u64) -> Vec<Tick> {
        (self.from.0.div_ceil(step)..=self.to.0 / step)
            .map(|count| Millis(count * step))
            .map(|t| Tick { x: self.x(t), label: self.exact_label(t) })
            .collect()
    }

    /// A round instant in full: on a part of a long run, ticks are nearer to each other than [`humane`] tells apart.
    fn exact_label(&self, t: Millis) -> String {
        if self.to <= COUNTED_IN_SECONDS { format!("{t} s") } else { exact(t) }
    }

    /// The instant where a playhead stands, rounded down to what a pixel tells apart: to seconds on a long axis, to milliseconds on
    /// a short one.
    #[must_use]
    pub fn playhead_label(&self, t: Millis) -> String {
        let mut step = 1_000;
        while step > 1 && ratio(Millis(step), self.to - self.from) * (self.right - self.left) > 15.0 {
            step /= 10;
        }
        self.exact_label(Millis(t.0 / step * step))
    }

    /// What an instant is called on this axis. Up to a few minutes people count on in seconds.
    #[must_use]
    pub fn label(&self, t: Millis) -> String {
        if self.to <= COUNTED_IN_SECONDS { format!("{t} s") } else { humane(t) }
    }
}

/// How much of `whole` is `part`.
#[allow(clippy::cast_precision_loss, reason = "spans are far below 2^53 ms")]
pub(super) fn ratio(part: Millis, whole: Millis) -> f64 {
    if whole == Millis::ZERO { 0.0 } else { part.0 as f64 / whole.0 as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(secs: u64) -> Axis {
        Axis { from: Millis::ZERO, to: Millis::from_secs(secs), left: 100.0, right: 1000.0 }
    }

    #[test]
    fn instant_drawn_and_read_back_is_the_same() {
        let axis = axis(90);
        assert!((axis.x(Millis::from_secs(45)) - 550.0).abs() < 1e-9);
        assert_eq!(axis.instant(axis.x(Millis(12_345))), Millis(12_345));
        assert_eq!(axis.instant(-5.0), Millis::ZERO);
        assert_eq!(axis.instant(2000.0), Millis::from_secs(90));
    }

    #[test]
    fn ticks_of_ninety_seconds_are_ten_apart() {
        let labels: Vec<String> = axis(90).ticks().into_iter().map(|tick| tick.label).collect();
        assert_eq!(labels, ["0 s", "10 s", "20 s", "30 s", "40 s", "50 s", "60 s", "70 s", "80 s", "90 s"]);
    }

    #[test]
    fn ticks_of_ten_milliseconds_in_the_second_hour_tell_themselves_apart() {
        let from = Millis(3_661_000);
        let axis = Axis { from, to: from + Millis(10), left: 0.0, right: 900.0 };
        let labels: Vec<String> = axis.ticks().into_iter().map(|tick| tick.label).collect();
        assert_eq!(labels[..2], ["1 h 1 min 1 s", "1 h 1 min 1.002 s"]);
        assert_eq!(axis.playhead_label(from + Millis(7)), "1 h 1 min 1.007 s");
    }

    #[test]
    fn playhead_of_ninety_seconds_on_the_whole_page_is_labelled_in_seconds() {
        assert_eq!(axis(90).playhead_label(Millis(31_999)), "31 s");
        let part = Axis { from: Millis(30_000), to: Millis(32_000), ..axis(90) };
        // 450 px a second: a tenth of a second is 45 px, a hundredth 4.5.
        assert_eq!(part.playhead_label(Millis(31_999)), "31.99 s");
    }

    #[test]
    fn ticks_never_touch_from_milliseconds_to_fourteen_days() {
        for ms in [7, 1_000, 90_000, 3_600_000, 18_600_000, 1_209_600_000] {
            let axis = Axis { from: Millis::ZERO, to: Millis(ms), left: 0.0, right: 320.0 };
            let ticks = axis.ticks();
            assert!(ticks.len() >= 2, "{ms}");
            for pair in ticks.windows(2) {
                assert!(pair[1].x - pair[0].x > text_width(&pair[1].label), "{ms}");
            }
        }
    }
}

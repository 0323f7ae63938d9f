//! Slider scales: from a thumb's position to a value that a person would choose, fine at the low end and coarse at the high.

/// A stretch of a scale: from where the last one ended up to `to`, in steps of `step`.
struct Stretch {
    to: u64,
    step: u64,
}

const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// Times in milliseconds: seconds up to a minute, and ever larger steps up to 14 d.
const TIMES: [Stretch; 9] = [
    Stretch { to: MINUTE, step: SECOND },
    Stretch { to: 2 * MINUTE, step: 5 * SECOND },
    Stretch { to: 5 * MINUTE, step: 10 * SECOND },
    Stretch { to: 10 * MINUTE, step: 30 * SECOND },
    Stretch { to: HOUR, step: 5 * MINUTE },
    Stretch { to: 3 * HOUR, step: 15 * MINUTE },
    Stretch { to: 12 * HOUR, step: 30 * MINUTE },
    Stretch { to: 24 * HOUR, step: HOUR },
    Stretch { to: 14 * 24 * HOUR, step: 12 * HOUR },
];

/// Counts: single up to 20, then tens up to 100, hundreds up to 1000, and so on.
const COUNTS: [Stretch; 6] = [
    Stretch { to: 20, step: 1 },
    Stretch { to: 100, step: 10 },
    Stretch { to: 1_000, step: 100 },
    Stretch { to: 10_000, step: 1_000 },
    Stretch { to: 100_000, step: 10_000 },
    Stretch { to: 1_000_000, step: 100_000 },
];

/// Which scale a slider has.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Scale {
    /// Milliseconds.
    Times,
    /// A number of things.
    Counts,
}

impl Scale {
    /// The values at the positions of a slider from `low` to `high`, both included.
    #[must_use]
    pub fn stops(self, low: u64, high: u64) -> Vec<u64> {
        let stretches: &[Stretch] = match self {
            Self::Times => &TIMES,
            Self::Counts => &COUNTS,
        };
        let mut stops = vec![low];
        for stretch in stretches {
            while let Some(&last) = stops.last()
                && last < stretch.to.min(high)
            {
                // The next multiple, so that a low end off the steps is left at once.
                stops.push(((last / stretch.step + 1) * stretch.step).min(high));
            }
        }
        stops
    }
}

/// The position of the stop that is nearest to `value`, the lower of two that are equally near.
#[must_use]
pub fn nearest(stops: &[u64], value: u64) -> usize {
    let above = stops.partition_point(|&stop| stop < value);
    match (above.checked_sub(1).map(|below| stops[below]), stops.get(above)) {
        (Some(below), Some(&stop)) if value - below <= stop - value => above - 1,
        (Some(_), None) => above - 1,
        _ => above,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeout_scale_has_every_second_up_to_a_minute_and_ends_at_twelve_hours() {
        let stops = Scale::Times.stops(0, 12 * HOUR);
        for second in 0..=60 {
            assert!(stops.contains(&(second * SECOND)));
        }
        assert_eq!(stops.last(), Some(&(12 * HOUR)));
        assert!(stops.windows(2).all(|pair| pair[0] < pair[1]));
        // About a pixel each on the narrowest page: 320 px less its margins.
        assert!(stops.len() < 160, "{}", stops.len());
    }

    #[test]
    fn value_between_two_stops_is_at_the_nearer_one() {
        let stops = [0, 10, 20, 40];
        assert_eq!(nearest(&stops, 0), 0);
        assert_eq!(nearest(&stops, 14), 1);
        assert_eq!(nearest(&stops, 15), 1);
        assert_eq!(nearest(&stops, 16), 2);
        assert_eq!(nearest(&stops, 99), 3);
    }
}

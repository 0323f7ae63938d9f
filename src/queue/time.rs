//! The one unit of time: whole milliseconds, always passed in, never read from a clock.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// An instant since the start of the run, or a span between two instants, in whole milliseconds.
///
/// Integers, because a sum of floats may differ between a native build and wasm, and the same scenario must give the same trace.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// The start of the run, and the empty span.
    pub const ZERO: Self = Self(0);

    /// A span of whole seconds.
    #[must_use]
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs * 1000)
    }

    /// The whole seconds in this span, rounded down.
    #[must_use]
    pub const fn whole_secs(self) -> u64 {
        self.0 / 1000
    }

    /// The span from `earlier` to `self`; zero where `earlier` is the later one.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Millis {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Millis {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// Seconds with no more decimals than needed and no unit: `30`, `1.5`, `0.001`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (secs, rest) = (self.0 / 1000, self.0 % 1000);
        if rest == 0 {
            return f.pad(&secs.to_string());
        }
        let decimals = format!("{rest:03}");
        f.pad(&format!("{secs}.{}", decimals.trim_end_matches('0')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn millis_shown_has_only_the_decimals_it_needs() {
        let shown = |ms| Millis(ms).to_string();
        assert_eq!(shown(30_000), "30");
        assert_eq!(shown(1_500), "1.5");
        assert_eq!(shown(1), "0.001");
        assert_eq!(format!("{:<3}|", Millis(5_000)), "5  |");
    }
}

//! The values of a setting that is a number: what it takes, how a slider goes through them, and how they are written, said and read.

use super::super::scale::Scale;
use crate::queue::Millis;
use crate::sim::span;

/// What a number measures.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Unit {
    /// A time in whole seconds, in milliseconds.
    Seconds,
    /// Any time, in milliseconds.
    Time,
    /// A number of things, with what is written behind it: ` %`.
    Count(&'static str),
}

/// The values of a setting.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Dial {
    /// What they measure.
    pub unit: Unit,
    /// The lowest and highest value that it takes.
    pub takes: (u64, u64),
    /// The lowest and highest value of its slider, which may be less.
    pub slides: (u64, u64),
    /// What it is called when it is off; without it, it cannot be.
    pub off: Option<&'static str>,
}

impl Dial {
    /// The values at the positions of its slider, but for the one where it is off, which comes before them.
    #[must_use]
    pub fn stops(&self) -> Vec<u64> {
        let scale = if matches!(self.unit, Unit::Count(_)) { Scale::Counts } else { Scale::Times };
        scale.stops(self.slides.0, self.slides.1)
    }

    /// A value as its field shows it.
    #[must_use]
    pub fn show(&self, value: Option<u64>) -> String {
        match (value, self.unit) {
            (None, _) => self.off.unwrap_or_default().to_owned(),
            (Some(value), Unit::Count(unit)) => format!("{value}{unit}"),
            (Some(value), _) => span::exact(Millis(value)),
        }
    }

    /// A value as a screen reader says it.
    #[must_use]
    pub fn speak(&self, value: Option<u64>) -> String {
        match (value, self.unit) {
            (Some(value), Unit::Seconds | Unit::Time) => span::spoken(Millis(value)),
            (value, _) => self.show(value),
        }
    }

    /// The value that a person typed.
    ///
    /// # Errors
    /// What it takes instead.
    pub fn read(&self, text: &str) -> Result<Option<u64>, String> {
        let text = text.trim();
        if self.off.is_some() && (text.is_empty() || Some(text) == self.off) {
            return Ok(None);
        }
        let read = match self.unit {
            Unit::Count(unit) => text.trim_end_matches(unit.trim()).trim().parse().ok(),
            Unit::Time => span::parse(text).map(|span| span.0),
            Unit::Seconds => span::parse(text).map(|span| span.0).filter(|ms| ms.is_multiple_of(1000)),
        };
        let (low, high) = self.takes;
        read.filter(|value| (low..=high).contains(value)).map(Some).ok_or_else(|| self.wanted())
    }

    fn wanted(&self) -> String {
        let or_off = self.off.map(|off| format!(", or {off}")).unwrap_or_default();
        let (low, high) = self.takes;
        let (low_secs, high_secs) = (Millis(low), Millis(high));
        match self.unit {
            Unit::Count(unit) => format!("Takes {low} to {high}{unit}{or_off}."),
            Unit::Seconds => format!("Takes {low_secs} to {high_secs} s in whole seconds, as 90, 2m or 1h30m{or_off}."),
            Unit::Time => format!("Takes {low_secs} to {high_secs} s, as 90, 2m or 1h30m{or_off}."),
        }
    }
}

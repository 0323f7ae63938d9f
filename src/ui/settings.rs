//! The settings, as data: what each is called, what it takes, and which value of a scenario it shows and changes. It knows no
//! browser.

use super::scale::Scale;
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis};
use crate::sim::{Change, Scenario, span};

/// What a setting measures.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Unit {
    /// A time in whole seconds, in milliseconds.
    Seconds,
    /// Any time, in milliseconds.
    Time,
    /// A number of things.
    Count,
}

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// What its elements are called in the document; no two settings share it.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it means, in a line.
    pub hint: &'static str,
    /// The classes of its element, for the colour of the thumb.
    pub class: &'static str,
    /// What it measures.
    pub unit: Unit,
    /// The lowest and highest value that it takes.
    pub takes: (u64, u64),
    /// The lowest and highest value of its slider, which may be less.
    pub slides: (u64, u64),
    /// What it is called when it is off; without it, it cannot be.
    pub off: Option<&'static str>,
    /// Whether it means anything in a scenario.
    pub applies: fn(&Scenario) -> bool,
    /// Its value; `None` where it is off.
    pub get: fn(&Scenario) -> Option<u64>,
    /// What a value changes, of those that it takes.
    pub set: fn(Option<u64>) -> Option<Change>,
}

const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
const FOURTEEN_DAYS: u64 = 14 * 24 * HOUR;
const MAX_TIMEOUT: u64 = MAX_VISIBILITY_TIMEOUT * SECOND;

/// The settings for everyone.
pub static MAIN: [Setting; 3] = [
    Setting {
        id: "timeout",
        name: "Visibility timeout",
        hint: "how long a receive hides a message",
        class: "setting lease",
        unit: Unit::Seconds,
        takes: (0, MAX_TIMEOUT),
        slides: (0, MAX_TIMEOUT),
        off: None,
        applies: |_| true,
        get: |scenario| Some(scenario.queue.visibility_timeout.0),
        set: |value| value.map(|ms| Change::VisibilityTimeout(Millis(ms))),
    },
    Setting {
        id: "job",
        name: "Job duration",
        hint: "how long the worker needs",
        class: "setting job",
        unit: Unit::Time,
        takes: (1, FOURTEEN_DAYS),
        slides: (SECOND, 24 * HOUR),
        off: None,
        applies: |_| true,
        get: |scenario| Some(scenario.workers.job.typical().0),
        set: |value| value.map(|ms| Change::Job(Millis(ms))),
    },
    Setting {
        id: "heartbeat",
        name: "Heartbeat every",
        hint: "extends the lease while the job runs",
        class: "setting beat",
        unit: Unit::Time,
        takes: (1, FOURTEEN_DAYS),
        slides: (SECOND, 12 * HOUR),
        off: Some("off"),
        applies: |_| true,
        get: |scenario| scenario.workers.heartbeat.as_ref().map(|heartbeat| heartbeat.every.0),
        set: |value| Some(Change::HeartbeatEvery(value.map(Millis))),
    },
];

/// The settings that a newcomer need not see.
pub static MORE: [Setting; 4] = [
    Setting {
        id: "workers",
        name: "Workers",
        hint: "each polls the queue and works on one message at a time",
        class: "setting",
        unit: Unit::Count,
        takes: (1, 1000),
        slides: (1, 20),
        off: None,
        applies: |_| true,
        get: |scenario| Some(u64::from(scenario.workers.count)),
        set: |value| Some(Change::WorkerCount(u32::try_from(value?).ok()?)),
    },
    Setting {
        id: "receives",
        name: "Max receive count",
        hint: "the receive after that moves the message to the dead-letter queue",
        class: "setting dead",
        unit: Unit::Count,
        takes: (1, 1000),
        slides: (1, 1000),
        off: Some("no limit"),
        applies: |_| true,
        get: |scenario| scenario.queue.max_receive_count.map(i64::unsigned_abs),
        set: |value| Some(Change::MaxReceiveCount(value.and_then(|count| i64::try_from(count).ok()))),
    },
    Setting {
        id: "sets",
        name: "A heartbeat sets",
        hint: "the timeout that it asks for, counted from then",
        class: "setting beat",
        unit: Unit::Seconds,
        takes: (0, MAX_TIMEOUT),
        slides: (0, MAX_TIMEOUT),
        off: Some("the timeout"),
        applies: |scenario| scenario.workers.heartbeat.is_some(),
        get: |scenario| scenario.workers.heartbeat.as_ref()?.sets.map(|sets| sets.0),
        set: |value| Some(Change::HeartbeatSets(value.map(Millis))),
    },
    Setting {
        id: "crash",
        name: "Worker-1 crashes after",
        hint: "so long into its first job; it never comes back",
        class: "setting trouble",
        unit: Unit::Time,
        takes: (0, FOURTEEN_DAYS),
        slides: (0, 12 * HOUR),
        off: Some("never"),
        applies: |_| true,
        get: |scenario| scenario.crashes.first().map(|crash| crash.after.0),
        set: |value| Some(Change::Crash(value.map(Millis))),
    },
];

impl Setting {
    /// The values at the positions of its slider, but for the one where it is off, which comes before them.
    #[must_use]
    pub fn stops(&self) -> Vec<u64> {
        let scale = if self.unit == Unit::Count { Scale::Counts } else { Scale::Times };
        scale.stops(self.slides.0, self.slides.1)
    }

    /// A value as its field shows it.
    #[must_use]
    pub fn show(&self, value: Option<u64>) -> String {
        match (value, self.unit) {
            (None, _) => self.off.unwrap_or_default().to_owned(),
            (Some(value), Unit::Count) => value.to_string(),
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
            Unit::Count => text.parse().ok(),
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
            Unit::Count => format!("Takes {low} to {high}{or_off}."),
            Unit::Seconds => format!("Takes {low_secs} to {high_secs} s in whole seconds, as 90, 2m or 1h30m{or_off}."),
            Unit::Time => format!("Takes {low_secs} to {high_secs} s, as 90, 2m or 1h30m{or_off}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn every() -> impl Iterator<Item = &'static Setting> {
        MAIN.iter().chain(&MORE)
    }

    #[test]
    fn no_two_settings_share_an_id_or_a_name() {
        let ids: BTreeSet<&str> = every().map(|setting| setting.id).collect();
        let names: BTreeSet<&str> = every().map(|setting| setting.name).collect();
        assert_eq!((ids.len(), names.len()), (every().count(), every().count()));
    }

    #[test]
    fn setting_shows_what_it_was_set_to_from_end_to_end() {
        // With a heartbeat, so that every setting applies.
        let base = Scenario::default().with(&[Change::HeartbeatEvery(Some(Millis::from_secs(10)))]);
        for setting in every() {
            let (low, high) = setting.takes;
            let values = [Some(low), Some(high), Some(setting.slides.0), Some(setting.slides.1)];
            for value in values.into_iter().chain(setting.off.map(|_| None)) {
                assert!((setting.applies)(&base), "{}", setting.name);
                let changed = base.with(&[(setting.set)(value).unwrap()]);
                assert_eq!((setting.get)(&changed), value, "{}", setting.name);
                assert_eq!(changed.problems(), [], "{} at {value:?}", setting.name);
                assert_eq!(setting.read(&setting.show(value)), Ok(value), "{}", setting.name);
            }
        }
    }

    #[test]
    fn value_out_of_range_is_refused_with_what_the_setting_takes() {
        let [timeout, ..] = &MAIN;
        assert_eq!(timeout.read("12h"), Ok(Some(12 * HOUR)));
        let takes = Err("Takes 0 to 43200 s in whole seconds, as 90, 2m or 1h30m.".to_owned());
        assert_eq!(timeout.read("12h1s"), takes);
        assert_eq!(timeout.read("0.5"), takes);
        assert_eq!(timeout.read("never"), takes);
    }
}

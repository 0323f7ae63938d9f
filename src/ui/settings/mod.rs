//! The settings, as data: what each is called, what it takes, and which value of a scenario it shows and changes. It knows no
//! browser.
//!
//! Here are those that everyone sees; all others are in [`more`], which only the whole page has.

pub mod dial;
pub mod more;

use self::dial::{Dial, Unit};
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis};
use crate::sim::{Change, Scenario};

/// A setting for everyone.
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
    /// Its values.
    pub dial: Dial,
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
        dial: Dial { unit: Unit::Seconds, takes: (0, MAX_TIMEOUT), slides: (0, MAX_TIMEOUT), off: None },
        get: |scenario| Some(scenario.queue.visibility_timeout.0),
        set: |value| value.map(|ms| Change::VisibilityTimeout(Millis(ms))),
    },
    Setting {
        id: "job",
        name: "Job duration",
        hint: "how long the worker needs",
        class: "setting job",
        dial: Dial { unit: Unit::Time, takes: (1, FOURTEEN_DAYS), slides: (SECOND, 24 * HOUR), off: None },
        get: |scenario| Some(scenario.workers.job.typical().0),
        set: |value| value.map(|ms| Change::Job(Millis(ms))),
    },
    Setting {
        id: "heartbeat",
        name: "Heartbeat every",
        hint: "extends the lease while the job runs",
        class: "setting beat",
        dial: Dial { unit: Unit::Time, takes: (1, FOURTEEN_DAYS), slides: (SECOND, 12 * HOUR), off: Some("off") },
        get: |scenario| scenario.workers.heartbeat.as_ref().map(|heartbeat| heartbeat.every.0),
        set: |value| Some(Change::HeartbeatEvery(value.map(Millis))),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_shows_what_it_was_set_to_from_end_to_end() {
        let base = Scenario::default();
        for setting in &MAIN {
            let Dial { takes: (low, high), slides, off, .. } = setting.dial;
            let values = [Some(low), Some(high), Some(slides.0), Some(slides.1)];
            for value in values.into_iter().chain(off.map(|_| None)) {
                let changed = base.with(&[(setting.set)(value).unwrap()]);
                assert_eq!((setting.get)(&changed), value, "{}", setting.name);
                assert_eq!(changed.problems(), [], "{} at {value:?}", setting.name);
                assert_eq!(setting.dial.read(&setting.dial.show(value)), Ok(value), "{}", setting.name);
            }
        }
    }

    #[test]
    fn value_out_of_range_is_refused_with_what_the_setting_takes() {
        let timeout = &MAIN[0].dial;
        assert_eq!(timeout.read("12h"), Ok(Some(12 * HOUR)));
        let takes = Err("Takes 0 to 43200 s in whole seconds, as 90, 2m or 1h30m.".to_owned());
        assert_eq!(timeout.read("12h1s"), takes);
        assert_eq!(timeout.read("0.5"), takes);
        assert_eq!(timeout.read("never"), takes);
    }
}

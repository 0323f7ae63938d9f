//! A setting by the path of its field.

use serde_json::{Value, json};

use super::super::dial::{Dial, Unit};
use super::{Form, Values};
use crate::queue::Millis;
use crate::sim::{Kind, RANGES, Range, Scenario, span};

/// A setting of a scenario.
#[derive(Copy, Clone, Debug)]
pub struct Field {
    /// The path of its field; `[]` stands for an entry of a list.
    pub path: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it means, in a line.
    pub hint: &'static str,
    /// The class of its element, for the colour of the thumb.
    pub class: &'static str,
    /// How it is set.
    pub control: Control,
    /// Whether it is there only where its field is: the part of a law, say.
    is_part: bool,
    /// Whether it means anything in a scenario.
    applies: fn(&Scenario) -> bool,
}

/// How a setting is set.
#[derive(Copy, Clone, Debug)]
pub enum Control {
    /// A number, by a slider and a field for its exact value. Off is what the file leaves out, or the greatest value.
    Number(Dial, Off),
    /// Yes or no.
    Switch,
    /// Whether there is something at all; what there is then is made by default.
    Presence(fn(&Scenario) -> Value),
    /// One of some words: each as the file has it, and what it means.
    Choice(&'static [(&'static str, &'static str)]),
    /// A text; where it is optional, an empty one is none.
    Text {
        /// Whether there may be none.
        optional: bool,
    },
    /// A value of several forms, each with settings of its own.
    Forms(&'static [Form]),
    /// A list of times.
    Times,
}

/// What the file has where a number is off.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Off {
    /// Nothing.
    Nothing,
    /// The greatest value that it takes.
    Most,
}

/// Each field is told of once.
impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.name == other.name
    }
}

const fn field(path: &'static str, name: &'static str, hint: &'static str, control: Control) -> Field {
    Field { path, name, hint, class: "setting", control, is_part: false, applies: |_| true }
}

/// A number, with the range that the format has for it.
pub(super) const fn number(path: &'static str, name: &'static str, hint: &'static str) -> Field {
    let Range { kind, least, most, .. } = range_of(path);
    let (unit, scale) = match kind {
        Kind::Seconds => (Unit::Seconds, 1_000),
        Kind::Span => (Unit::Time, 1),
        Kind::Count => (Unit::Count(""), 1),
    };
    let takes = (least * scale, most.saturating_mul(scale));
    let slides = match kind {
        Kind::Count => (least, if most > 1_000 { 1_000 } else { most }),
        _ => (if takes.0 == 1 { 1_000 } else { takes.0 }, if takes.1 > TWELVE_HOURS { TWELVE_HOURS } else { takes.1 }),
    };
    field(path, name, hint, Control::Number(Dial { unit, takes, slides, off: None }, Off::Nothing))
}

const TWELVE_HOURS: u64 = 12 * 3_600_000;

pub(super) const fn switch(path: &'static str, name: &'static str, hint: &'static str) -> Field {
    field(path, name, hint, Control::Switch)
}

pub(super) const fn choice(
    path: &'static str,
    name: &'static str,
    hint: &'static str,
    words: &'static [(&'static str, &'static str)],
) -> Field {
    field(path, name, hint, Control::Choice(words))
}

pub(super) const fn text(path: &'static str, name: &'static str, hint: &'static str, optional: bool) -> Field {
    field(path, name, hint, Control::Text { optional })
}

pub(super) const fn forms(path: &'static str, name: &'static str, hint: &'static str, forms: &'static [Form]) -> Field {
    field(path, name, hint, Control::Forms(forms))
}

pub(super) const fn presence(
    path: &'static str,
    name: &'static str,
    hint: &'static str,
    make: fn(&Scenario) -> Value,
) -> Field {
    field(path, name, hint, Control::Presence(make))
}

pub(super) const fn times(path: &'static str, name: &'static str, hint: &'static str) -> Field {
    field(path, name, hint, Control::Times).part()
}

/// The range of a path: a setting of a number that the format does not know is no program.
const fn range_of(path: &str) -> Range {
    let mut place = 0;
    while place < RANGES.len() {
        if is_same(RANGES[place].path.as_bytes(), path.as_bytes()) {
            return RANGES[place];
        }
        place += 1;
    }
    panic!("no number of the format has this path");
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}

impl Field {
    const fn with_dial(self, dial: Dial, off: Off) -> Self {
        Self { control: Control::Number(dial, off), ..self }
    }

    const fn dial(&self) -> Dial {
        match self.control {
            Control::Number(dial, _) => dial,
            _ => panic!("only a number has a dial"),
        }
    }

    /// The same, which can be off.
    pub(super) const fn off(self, off: &'static str) -> Self {
        let dial = Dial { off: Some(off), ..self.dial() };
        self.with_dial(dial, Off::Nothing)
    }

    /// The same, whose greatest value means that it is off.
    pub(super) const fn off_at_most(self, off: &'static str) -> Self {
        let dial = Dial { off: Some(off), ..self.dial() };
        self.with_dial(dial, Off::Most)
    }

    /// The same with another slider, in milliseconds where it is a time.
    pub(super) const fn slides(self, low: u64, high: u64) -> Self {
        let dial = Dial { slides: (low, high), ..self.dial() };
        self.with_dial(dial, Off::Nothing)
    }

    /// The same with something behind its number.
    pub(super) const fn unit(self, unit: &'static str) -> Self {
        let dial = Dial { unit: Unit::Count(unit), ..self.dial() };
        self.with_dial(dial, Off::Nothing)
    }

    /// The same in the colour of something.
    pub(super) const fn coloured(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// The same, which is there only where its field is.
    pub(super) const fn part(self) -> Self {
        Self { is_part: true, ..self }
    }

    /// The same, which means something only in some scenarios.
    pub(super) const fn only(self, applies: fn(&Scenario) -> bool) -> Self {
        Self { applies, ..self }
    }

    /// Its path, of an entry of a list.
    #[must_use]
    pub fn path_at(&self, place: Option<usize>) -> String {
        concrete(self.path, place)
    }

    /// Whether it can be set in this scenario: it means something, and what it is a part of is there.
    #[must_use]
    pub fn is_there(&self, scenario: &Scenario, values: &Values, place: Option<usize>) -> bool {
        let path = self.path_at(place);
        let parent = path.rsplit_once('.').map_or("", |(parent, _)| parent);
        let has_parent = parent.is_empty() || at(&values.now, parent).is_some_and(Value::is_object);
        (self.applies)(scenario) && has_parent && (!self.is_part || self.is_own(at(&values.now, &path)))
    }

    /// Whether a value is there and of its kind: a time, and not an object in whose place it may stand.
    fn is_own(&self, value: Option<&Value>) -> bool {
        value.is_some_and(|value| !value.is_object() && (value.is_array() == matches!(self.control, Control::Times)))
    }

    /// Whether it differs from the scenario as it was opened. Of a value in several forms it does so in another form: each form has
    /// settings of its own.
    #[must_use]
    pub fn differs(&self, values: &Values, place: Option<usize>) -> bool {
        let path = self.path_at(place);
        let (now, before) = (at(&values.now, &path), at(&values.opened, &path));
        match self.control {
            Control::Forms(forms) => Form::of(forms, now) != Form::of(forms, before),
            Control::Presence(_) => now.is_some() != before.is_some(),
            _ if self.is_part => self.is_own(before) && self.is_own(now) && now != before,
            _ => now != before,
        }
    }

    /// A value of it as the page shows it: where it says what it was.
    #[must_use]
    pub fn show(&self, value: Option<&Value>) -> String {
        match self.control {
            Control::Number(dial, off) => dial.show(off.number(dial, value)),
            Control::Switch => if value == Some(&Value::Bool(true)) { "on" } else { "off" }.to_owned(),
            Control::Presence(_) => if value.is_some() { "on" } else { "off" }.to_owned(),
            Control::Choice(words) => {
                let word = value.and_then(Value::as_str).unwrap_or_default();
                words.iter().find(|(known, _)| *known == word).map_or(word, |(_, told)| told).to_owned()
            }
            Control::Text { .. } => match value.and_then(Value::as_str).unwrap_or_default() {
                "" => "empty".to_owned(),
                text => format!("“{text}”"),
            },
            Control::Forms(forms) => Form::of(forms, value).map_or("another", |form| form.name).to_owned(),
            Control::Times => show_times(value),
        }
    }

    /// What the file has where the value is the one that it was when the scenario was opened: for a reset.
    #[must_use]
    pub fn before(&self, values: &Values, place: Option<usize>) -> Value {
        let before = at(&values.opened, &self.path_at(place));
        match self.control {
            Control::Number(dial, off) => off.value(dial, off.number(dial, before)),
            Control::Switch => json!(before == Some(&Value::Bool(true))),
            _ => before.cloned().unwrap_or_default(),
        }
    }
}

impl Off {
    /// The number that a value of the file stands for; `None` where it is off. What the file leaves out is none.
    #[must_use]
    pub fn number(self, dial: Dial, value: Option<&Value>) -> Option<u64> {
        let number = match (value, dial.unit) {
            (Some(Value::Number(number)), Unit::Count(_)) => number.as_u64(),
            (Some(Value::Number(number)), _) => number.as_u64().map(|secs| secs * 1_000),
            (Some(Value::String(text)), _) => span::parse(text).map(|span| span.0),
            _ => None,
        };
        match (number, dial.off) {
            (None, None) => Some(0),
            (Some(most), Some(_)) if self == Self::Most && most == dial.takes.1 => None,
            _ => number,
        }
    }

    /// The other way round.
    #[must_use]
    pub fn value(self, dial: Dial, number: Option<u64>) -> Value {
        match (number, dial.unit) {
            (None, _) if self == Self::Most => json!(dial.takes.1),
            (None, _) => Value::Null,
            (Some(count), Unit::Count(_)) => json!(count),
            (Some(ms), _) => time(ms),
        }
    }
}

/// A time as the file has it.
pub(super) fn time(ms: u64) -> Value {
    if ms.is_multiple_of(1_000) { json!(ms / 1_000) } else { json!(format!("{ms}ms")) }
}

/// A list of times, as its field shows it: `6 min 40 s, 5 min`.
#[must_use]
pub fn show_times(value: Option<&Value>) -> String {
    let one = |value: &Value| match value {
        Value::String(text) => span::parse(text).unwrap_or_default(),
        other => Millis(other.as_u64().unwrap_or_default() * 1_000),
    };
    let one = |value: &Value| span::exact(one(value));
    let all = value.and_then(Value::as_array).map(|times| times.iter().map(one).collect::<Vec<_>>());
    all.unwrap_or_default().join(", ")
}

/// The list of times that a person typed.
///
/// # Errors
/// What is wrong with it.
pub fn read_times(text: &str) -> Result<Value, String> {
    let one = |text: &str| span::parse(text).map(|span| time(span.0));
    let times: Option<Vec<Value>> = text.split(',').map(one).collect();
    times.map(Value::Array).ok_or_else(|| "Takes times with commas between them, as 400, 5m, 1h30m.".to_owned())
}

/// The value at a path, where there is one.
#[must_use]
pub fn at<'a>(values: &'a Value, path: &str) -> Option<&'a Value> {
    let mut value = values;
    for step in path.split('.') {
        let (name, entry) = match step.split_once('[') {
            Some((name, rest)) => (name, Some(rest.strip_suffix(']')?.parse::<usize>().ok()?)),
            None => (step, None),
        };
        value = value.get(name)?;
        if let Some(entry) = entry {
            value = value.get(entry)?;
        }
    }
    (!value.is_null()).then_some(value)
}

/// The path of a list's entry.
#[must_use]
pub fn concrete(path: &str, place: Option<usize>) -> String {
    match place {
        Some(place) => path.replacen("[]", &format!("[{place}]"), 1),
        None => path.to_owned(),
    }
}

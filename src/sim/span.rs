//! Spans of time as people write them: `30`, `"90s"`, `"2m"`, `"1h30m"`, `"4d"`, `"500ms"`.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;

use crate::queue::Millis;

/// What a text that is no span should have been.
pub const EXPECTED: &str = "seconds, or a time such as 90s, 2m, 1h30m or 4d";

const UNITS: [(&str, u64); 6] =
    [("ms", 1), ("s", 1_000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

/// Reads a span: a number of seconds with at most three decimals, or numbers with units, largest first or not, in any case.
/// `None` for anything else, a negative number and a span beyond what fits.
#[must_use]
pub fn parse(text: &str) -> Option<Millis> {
    let text = text.trim().to_ascii_lowercase();
    if text.is_empty() {
        return None;
    }
    let mut rest = text.as_str();
    let mut total = 0_u64;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, tail) = rest.split_at(digits);
        let tail = tail.trim_start();
        let letters = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(letters);
        // A bare number is one of seconds, but only alone: `1h30` leaves open what the 30 are.
        let unit = if unit.is_empty() && number == text { "s" } else { unit };
        let (_, scale) = UNITS.iter().find(|(name, _)| *name == unit)?;
        total = total.checked_add(scaled(number, *scale)?)?;
        rest = tail.trim_start();
    }
    Some(Millis(total))
}

/// So many seconds; `None` for a negative number, and for one with more than three decimals.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "checked")]
pub(super) fn of_secs(secs: f64) -> Option<Millis> {
    // Only * and + on floats: they give the same bits natively and in wasm.
    let exact = secs * 1000.0;
    let ms = (exact + 0.5) as u64;
    (secs >= 0.0 && (exact - ms as f64).abs() <= 1e-3).then_some(Millis(ms))
}

/// `number` × `scale`, where the number may have up to three decimals. In integers, so that it is the same everywhere.
fn scaled(number: &str, scale: u64) -> Option<u64> {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    if (whole.is_empty() && decimals.is_empty()) || decimals.len() > 3 {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let thousandths: u64 = format!("{decimals:0<3}").parse().ok()?;
    whole.checked_mul(scale)?.checked_add(thousandths * scale / 1000)
}

/// A span in the words of a person, in at most two units, rounded down: `30 s`, `1.5 s`, `2 min`, `1 h 30 min`, `4 d`.
#[must_use]
pub fn humane(span: Millis) -> String {
    let parts = parts(span);
    // The second unit only where it is the next smaller one: `1 d 5 s` would claim a precision that nobody reads.
    let shown = if parts.len() > 1 && parts[1].0 == parts[0].0 + 1 { 2 } else { 1 };
    join(&parts[..shown])
}

/// A span in full, as [`parse`] reads it back: `1 h 0.5 s`.
#[must_use]
pub fn exact(span: Millis) -> String {
    join(&parts(span))
}

/// A span as it is read aloud, in full: `1 hour 30 minutes`.
#[must_use]
pub fn spoken(span: Millis) -> String {
    let words = parts(span).into_iter().map(|(unit, count)| {
        let name = ["day", "hour", "minute", "second"][unit];
        format!("{count} {name}{}", if count == "1" { "" } else { "s" })
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The units in which there is anything, largest first, by number: 0 for days to 3 for seconds.
fn parts(span: Millis) -> Vec<(usize, String)> {
    let ms = span.0;
    let larger = [ms / 86_400_000, ms / 3_600_000 % 24, ms / 60_000 % 60];
    let mut parts: Vec<_> = larger
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(unit, count)| (unit, count.to_string()))
        .collect();
    let rest = Millis(ms % 60_000);
    if rest > Millis::ZERO || parts.is_empty() {
        parts.push((3, rest.to_string()));
    }
    parts
}

fn join(parts: &[(usize, String)]) -> String {
    let words = parts.iter().map(|(unit, count)| format!("{count} {}", ["d", "h", "min", "s"][*unit]));
    words.collect::<Vec<_>>().join(" ")
}

/// Writes a span as whole seconds where it is such, else with its unit. For `#[serde(with)]`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(span: &Millis, serializer: S) -> Result<S::Ok, S::Error> {
    if span.0.is_multiple_of(1000) {
        serializer.serialize_u64(span.whole_secs())
    } else {
        serializer.serialize_str(&format!("{}ms", span.0))
    }
}

/// Reads a span from a number of seconds or a text. For `#[serde(with)]`.
///
/// # Errors
/// For anything that is no span: it says what one looks like.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Millis, D::Error> {
    deserializer.deserialize_any(SpanVisitor)
}

pub(super) struct SpanVisitor;

impl Visitor<'_> for SpanVisitor {
    type Value = Millis;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_u64<E: Error>(self, secs: u64) -> Result<Millis, E> {
        secs.checked_mul(1000).map(Millis).ok_or_else(|| E::custom(format_args!("{secs} s is too long")))
    }

    fn visit_f64<E: Error>(self, secs: f64) -> Result<Millis, E> {
        of_secs(secs).ok_or_else(|| E::custom(format_args!("expected {EXPECTED}, with at most three decimals")))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Millis, E> {
        parse(text).ok_or_else(|| E::custom(format_args!("\"{text}\" is not a time; expected {EXPECTED}")))
    }
}

/// The same for a span that may be absent or `null`.
pub mod optional {
    use super::{Deserializer, Millis, Serializer};
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Wrapped(#[serde(with = "super")] Millis);

    /// See [`super::serialize`].
    ///
    /// # Errors
    /// Those of the serializer.
    #[allow(clippy::ref_option, reason = "serde asks for this signature")]
    pub fn serialize<S: Serializer>(span: &Option<Millis>, serializer: S) -> Result<S::Ok, S::Error> {
        match span {
            Some(span) => super::serialize(span, serializer),
            None => serializer.serialize_none(),
        }
    }

    /// See [`super::deserialize`].
    ///
    /// # Errors
    /// For anything that is neither a span nor `null`.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Millis>, D::Error> {
        Option::<Wrapped>::deserialize(deserializer).map(|span| span.map(|Wrapped(span)| span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_parsed_means_what_a_person_means_by_it() {
        let ms = |text| parse(text).map(|span| span.0);
        assert_eq!(ms("90"), Some(90_000));
        assert_eq!(ms(" 1.5 "), Some(1_500));
        assert_eq!(ms("2m"), Some(120_000));
        assert_eq!(ms("1h30m"), Some(5_400_000));
        assert_eq!(ms("1h 30m"), Some(5_400_000));
        assert_eq!(ms("4D"), Some(345_600_000));
        assert_eq!(ms("500ms"), Some(500));
        for text in
            ["", "-1", "abc", "1h30", "3 5", "1..5", ".", "0.0001", "s", "99999999999999999999", "300000000000d"]
        {
            assert_eq!(ms(text), None, "{text}");
        }
    }

    #[test]
    fn span_told_takes_two_units_at_most() {
        let told = |text| humane(parse(text).unwrap());
        assert_eq!(told("0"), "0 s");
        assert_eq!(told("1.5"), "1.5 s");
        assert_eq!(told("90"), "1 min 30 s");
        assert_eq!(told("5h"), "5 h");
        assert_eq!(told("1h30m"), "1 h 30 min");
        assert_eq!(told("4d"), "4 d");
        assert_eq!(told("1d1m"), "1 d");
        assert_eq!(told("4h59m50s"), "4 h 59 min");
    }

    #[test]
    fn span_told_in_full_is_parsed_back_and_read_aloud() {
        for ms in [0, 1, 1_500, 30_000, 5_400_000, 3_600_500, 1_209_599_999] {
            assert_eq!(parse(&exact(Millis(ms))), Some(Millis(ms)));
        }
        assert_eq!(spoken(Millis(5_401_000)), "1 hour 30 minutes 1 second");
        assert_eq!(spoken(Millis::ZERO), "0 seconds");
    }
}

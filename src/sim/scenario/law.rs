//! How long jobs take: fixed, or drawn for each job from the seed.
//!
//! Only `+ - * /` and the square root are used on floats: they give the same bits natively and in wasm.

use std::fmt;

use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::super::span;
use crate::queue::{Millis, Rng};

/// How long something takes.
///
/// In JSON: `"45s"`; `{ "from": "5s", "to": "10m" }`; `{ "usual": "40s", "slow": "280s", "slow_percent": 3 }`;
/// `{ "p50": "2s", "p99": "20s" }`; `{ "each": ["400s", "350s"] }`.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// Always the same.
    Fixed(Millis),
    /// Any span between two, both included, equally likely.
    Uniform {
        /// The shortest.
        from: Millis,
        /// The longest.
        to: Millis,
    },
    /// One of two: the usual, or the slow in so many of a hundred.
    Bands {
        /// The usual.
        usual: Millis,
        /// The slow.
        slow: Millis,
        /// How many of a hundred are slow.
        slow_percent: u32,
    },
    /// Log-normal, as response times are: few are fast, most near the median, and the tail is long.
    LogNormal {
        /// Half of them take at most so long.
        p50: Millis,
        /// Ninety-nine of a hundred take at most so long.
        p99: Millis,
    },
    /// By message, in the order of the sends; from the last on always that.
    Each(Vec<Millis>),
}

/// Quantiles of the normal distribution: of ten thousand, how many lie below, and the z in ten thousandths. Between two of them
/// it is taken as straight.
const NORMAL: [(u64, f64); 15] = [
    (5_000, 0.0),
    (6_000, 0.2533),
    (7_000, 0.5244),
    (7_500, 0.6745),
    (8_000, 0.8416),
    (8_500, 1.0364),
    (9_000, 1.2816),
    (9_250, 1.4395),
    (9_500, 1.6449),
    (9_750, 1.9600),
    (9_800, 2.0537),
    (9_900, Z99),
    (9_950, 2.5758),
    (9_990, 3.0902),
    (9_999, 3.7190),
];
/// The z of the 99th percentile.
const Z99: f64 = 2.3263;

impl Default for Law {
    fn default() -> Self {
        Self::Fixed(Millis::from_secs(20))
    }
}

impl Law {
    /// What most jobs take: what a slider shows.
    #[must_use]
    pub fn typical(&self) -> Millis {
        match self {
            Self::Fixed(span) => *span,
            Self::Uniform { from, to } => Millis(u64::midpoint(from.0, to.0)),
            Self::Bands { usual, .. } => *usual,
            Self::LogNormal { p50, .. } => *p50,
            Self::Each(spans) => spans.first().copied().unwrap_or_default(),
        }
    }

    /// What the slowest take, short of one in a hundred: what a timeout should outlive.
    #[must_use]
    pub fn tail(&self) -> Millis {
        match self {
            Self::Fixed(span) => *span,
            Self::Uniform { to, .. } => *to,
            Self::Bands { usual, slow, slow_percent } => {
                if *slow_percent > 0 {
                    *slow
                } else {
                    *usual
                }
            }
            Self::LogNormal { p99, .. } => *p99,
            Self::Each(spans) => spans.iter().copied().max().unwrap_or_default(),
        }
    }

    /// How long the job on this message takes, counted from 0 in the order of the sends.
    pub(in crate::sim) fn draw(&self, message: u32, rng: &mut Rng) -> Millis {
        match self {
            Self::Fixed(span) => *span,
            Self::Uniform { from, to } => *from + Millis(rng.up_to(to.since(*from).0)),
            Self::Bands { usual, slow, slow_percent } => {
                if rng.up_to(99) < u64::from(*slow_percent) {
                    *slow
                } else {
                    *usual
                }
            }
            Self::LogNormal { p50, p99 } => log_normal(*p50, *p99, rng.up_to(9_999)),
            Self::Each(spans) => {
                let place = (message as usize).min(spans.len().saturating_sub(1));
                spans.get(place).copied().unwrap_or_default()
            }
        }
    }
}

/// The span below which `below` of ten thousand lie.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "spans are < 2^53"
)]
fn log_normal(p50: Millis, p99: Millis, below: u64) -> Millis {
    let upper = below.max(10_000 - below).min(9_999);
    let next = NORMAL.partition_point(|&(quantile, _)| quantile <= upper).min(NORMAL.len() - 1);
    let ((q0, z0), (q1, z1)) = (NORMAL[next - 1], NORMAL[next]);
    let z = z0 + (z1 - z0) * (upper - q0) as f64 / (q1 - q0) as f64;
    let ratio = p99.0.max(1) as f64 / p50.0.max(1) as f64;
    let factor = power(ratio, z / Z99);
    let span = if below >= 5_000 { p50.0 as f64 * factor } else { p50.0 as f64 / factor };
    Millis((span + 0.5) as u64)
}

/// `base` to the power of `exponent`, which is between 0 and 2: by its binary digits, with square roots.
fn power(base: f64, exponent: f64) -> f64 {
    let (mut result, mut root, mut left, mut digit) = (1.0, base, exponent, 1.0);
    for _ in 0..40 {
        if left >= digit {
            result *= root;
            left -= digit;
        }
        root = root.sqrt();
        digit /= 2.0;
    }
    result
}

/// The fields of every form.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Fields {
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    from: Option<Millis>,
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    to: Option<Millis>,
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    usual: Option<Millis>,
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    slow: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slow_percent: Option<u32>,
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    p50: Option<Millis>,
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    p99: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    each: Option<Vec<Span>>,
}

/// A span in a list.
#[derive(Copy, Clone, Serialize, Deserialize)]
#[serde(transparent)]
struct Span(#[serde(with = "span")] Millis);

impl Serialize for Law {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = match *self {
            Self::Fixed(fixed) => return span::serialize(&fixed, serializer),
            Self::Uniform { from, to } => Fields { from: Some(from), to: Some(to), ..Fields::default() },
            Self::Bands { usual, slow, slow_percent } => {
                let slow_percent = Some(slow_percent);
                Fields { usual: Some(usual), slow: Some(slow), slow_percent, ..Fields::default() }
            }
            Self::LogNormal { p50, p99 } => Fields { p50: Some(p50), p99: Some(p99), ..Fields::default() },
            Self::Each(ref spans) => {
                Fields { each: Some(spans.iter().map(|&span| Span(span)).collect()), ..Fields::default() }
            }
        };
        fields.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Law {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LawVisitor)
    }
}

struct LawVisitor;

/// What a law looks like.
const EXPECTED: &str = "seconds, a time such as 90s, 2m, 1h30m or 4d, or one of { from, to }, { usual, slow, slow_percent }, { p50, p99 } and { each: [times] }";

impl<'de> Visitor<'de> for LawVisitor {
    type Value = Law;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_u64<E: de::Error>(self, secs: u64) -> Result<Law, E> {
        span::SpanVisitor.visit_u64(secs).map(Law::Fixed)
    }

    fn visit_f64<E: de::Error>(self, secs: f64) -> Result<Law, E> {
        span::SpanVisitor.visit_f64(secs).map(Law::Fixed)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Law, E> {
        span::SpanVisitor.visit_str(text).map(Law::Fixed)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Law, A::Error> {
        let fields = Fields::deserialize(de::value::MapAccessDeserializer::new(map))?;
        match fields {
            Fields {
                from: Some(from),
                to: Some(to),
                usual: None,
                slow: None,
                slow_percent: None,
                p50: None,
                p99: None,
                each: None,
            } => Ok(Law::Uniform { from, to }),
            Fields {
                usual: Some(usual),
                slow: Some(slow),
                slow_percent,
                from: None,
                to: None,
                p50: None,
                p99: None,
                each: None,
            } => Ok(Law::Bands { usual, slow, slow_percent: slow_percent.unwrap_or(1) }),
            Fields {
                p50: Some(p50),
                p99: Some(p99),
                from: None,
                to: None,
                usual: None,
                slow: None,
                slow_percent: None,
                each: None,
            } => Ok(Law::LogNormal { p50, p99 }),
            Fields {
                each: Some(spans),
                from: None,
                to: None,
                usual: None,
                slow: None,
                slow_percent: None,
                p50: None,
                p99: None,
            } => Ok(Law::Each(spans.into_iter().map(|Span(span)| span).collect())),
            _ => Err(de::Error::custom(format_args!("expected {EXPECTED}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_normal_law_has_its_median_and_its_tail_where_they_were_set() {
        let law = |below| log_normal(Millis(2_000), Millis(20_000), below);
        assert_eq!(law(5_000), Millis(2_000));
        assert_eq!(law(9_900), Millis(20_000));
        // As far below the median as the 99th percentile lies above: 2 s / 10.
        assert_eq!(law(100), Millis(200));
    }

    #[test]
    fn law_written_is_read_back() {
        for text in [
            "45",
            r#""1500ms""#,
            r#"{"from":5,"to":600}"#,
            r#"{"usual":40,"slow":280,"slow_percent":3}"#,
            r#"{"p50":2,"p99":20}"#,
            r#"{"each":[400,400,350]}"#,
        ] {
            let law: Law = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&law).unwrap(), text);
        }
    }

    #[test]
    fn law_of_mixed_forms_is_refused_with_what_was_expected() {
        let error = serde_json::from_str::<Law>(r#"{"from":5,"p99":600}"#).unwrap_err().to_string();
        assert!(error.contains("{ from, to }"), "{error}");
    }
}

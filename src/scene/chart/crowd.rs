//! All rows in one, for a run with more of them than are in view: how many leases there are at once, and how many jobs go on without
//! one.

use super::super::axis::Axis;
use crate::queue::Millis;
use crate::sim::Trace;

/// One step of the summary is so wide, in pixels.
const STEP: f64 = 4.0;

/// When jobs go on without a lease: found once a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Crowds {
    /// When such a stretch begins, in order.
    begun: Vec<Millis>,
    /// When one ends, in order.
    ended: Vec<Millis>,
}

/// The summary of what is shown of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Crowd {
    /// How high the leases at once are, as an outline from the axis' left to its right, in pixels.
    pub leases: String,
    /// The same of the jobs without a lease.
    pub overruns: String,
    /// The most leases at once, and the most jobs without a lease.
    pub most: (u32, u32),
}

impl Crowds {
    /// Those of a run.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let (mut begun, mut ended): (Vec<_>, Vec<_>) =
            trace.leases.iter().filter_map(|lease| lease.overrun(trace.end)).unzip();
        begun.sort_unstable();
        ended.sort_unstable();
        Self { begun, ended }
    }

    /// How many jobs go on without a lease at `t`.
    #[must_use]
    pub fn overruns_at(&self, t: Millis) -> u32 {
        let by = |times: &[Millis]| times.partition_point(|&at| at <= t);
        u32::try_from(by(&self.begun) - by(&self.ended)).unwrap_or(u32::MAX)
    }

    /// The summary along an axis, `height` pixels high. Of each few pixels it tells the instant at their middle.
    #[must_use]
    pub fn along(&self, trace: &Trace, axis: &Axis, height: f64) -> Crowd {
        let mut steps = Vec::new();
        let mut x = axis.left;
        while x < axis.right {
            let t = axis.instant((x + STEP / 2.0).min(axis.right));
            let is_over = t > trace.end;
            let leases = if is_over { 0 } else { trace.counts_at(t).in_flight };
            steps.push((x, leases, if is_over { 0 } else { self.overruns_at(t) }));
            x += STEP;
        }
        let most_leases = steps.iter().map(|step| step.1).max().unwrap_or_default();
        let most_overruns = steps.iter().map(|step| step.2).max().unwrap_or_default();
        let scale = height / f64::from(most_leases.max(most_overruns).max(1));
        let outline = |count: fn(&(f64, u32, u32)) -> u32| {
            let mut path = format!("M{} {}", tenths(axis.left), tenths(height));
            for step in &steps {
                path += &format!(
                    " V{} H{}",
                    tenths(height - f64::from(count(step)) * scale),
                    tenths((step.0 + STEP).min(axis.right))
                );
            }
            path + &format!(" V{} Z", tenths(height))
        };
        let (leases, overruns) = (outline(|step| step.1), outline(|step| step.2));
        Crowd { leases, overruns, most: (most_leases, most_overruns) }
    }
}

/// A length to a tenth of a pixel.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lengths in a drawing, never negative")]
fn tenths(length: f64) -> String {
    let tenths = (length * 10.0 + 0.5) as usize;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Scenario, run};

    #[test]
    fn summary_of_the_double_charge_has_at_most_one_lease_and_one_job_without() {
        // Work without a lease from 30 to 45 and from 60 to 75.
        let json = r#"{ "queue": { "visibility_timeout": 30 }, "workers": { "count": 2, "job": 45 }, "horizon": 90 }"#;
        let trace = run(&Scenario::from_json(json).unwrap());
        let crowds = Crowds::of(&trace);
        let at = |secs| crowds.overruns_at(Millis::from_secs(secs));
        assert_eq!([29, 30, 44, 45, 60, 74, 75].map(at), [0, 1, 1, 0, 1, 1, 0]);
        let axis = Axis { from: Millis::ZERO, to: Millis(90_000), left: 0.0, right: 360.0 };
        let crowd = crowds.along(&trace, &axis, 20.0);
        assert_eq!(crowd.most, (1, 1));
        assert!(crowd.leases.starts_with("M0.0 20.0 V0.0 H4.0"), "{}", crowd.leases);
        assert!(crowd.overruns.starts_with("M0.0 20.0 V20.0 H4.0"), "{}", crowd.overruns);
    }
}

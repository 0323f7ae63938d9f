//! The lines of a chart in its own coordinates, milliseconds and values, with no more points than can be told apart.

use super::series::Series;
use crate::queue::Millis;

/// An instant in milliseconds, and a value.
pub(super) type Spot = (u64, u64);

/// How fine the lines of a chart are.
pub(super) struct Outline {
    /// The last instant.
    pub end: u64,
    /// How many milliseconds are one column of the drawing.
    column: u64,
}

impl Outline {
    /// That of a chart which goes from one instant to another in so many columns.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width on a screen")]
    pub fn new((begin, end): (Millis, Millis), columns: f64) -> Self {
        Self { end: end.0, column: ((end - begin).0 / (columns.max(1.0) as u64)).max(1) }
    }

    /// The corners of values that hold until the next instant, to the end.
    pub fn steps(&self, series: &Series, values: &[u64]) -> Vec<Spot> {
        let mut corners = Vec::with_capacity(2 * values.len());
        for ((at, _), &value) in series.rows().zip(values) {
            if let Some(&(_, last)) = corners.last()
                && last != value
            {
                corners.push((at.0, last));
            }
            corners.push((at.0, value));
        }
        corners.extend(corners.last().map(|&(_, last)| (self.end, last)));
        self.thin(&corners)
    }

    /// The stretches of an upper edge below which there is something. Gaps narrower than a column are none.
    pub fn edges(&self, series: &Series, upper: &[u64], values: &[u64]) -> Vec<Vec<Spot>> {
        let mut edges: Vec<Vec<Spot>> = Vec::new();
        let mut is_open = false;
        for (row, (at, _)) in series.rows().enumerate() {
            let at = at.0;
            if is_open
                && let Some(edge) = edges.last_mut()
                && let Some(&(_, last)) = edge.last()
                && (last != upper[row] || values[row] == 0)
            {
                edge.push((at, last));
            }
            if values[row] > 0 {
                let is_near = edges.last().and_then(|edge| edge.last()).is_some_and(|last| at - last.0 < self.column);
                match edges.last_mut() {
                    Some(edge) if is_open || is_near => edge.push((at, upper[row])),
                    _ => edges.push(vec![(at, upper[row])]),
                }
            }
            is_open = values[row] > 0;
        }
        if is_open && let Some(edge) = edges.last_mut() {
            edge.extend(edge.last().map(|&(_, last)| (self.end, last)));
        }
        edges.into_iter().map(|edge| self.thin(&edge)).collect()
    }

    /// Of the points of each column the first, the lowest, the highest and the last.
    pub fn thin(&self, points: &[Spot]) -> Vec<Spot> {
        let column = |point: &Spot| point.0 / self.column;
        let mut thinned = Vec::new();
        for points in points.chunk_by(|a, b| column(a) == column(b)) {
            let lowest = (0..points.len()).min_by_key(|&nth| points[nth].1);
            let highest = (0..points.len()).max_by_key(|&nth| points[nth].1);
            let mut kept = vec![0, points.len() - 1];
            kept.extend(lowest);
            kept.extend(highest);
            kept.sort_unstable();
            kept.dedup();
            thinned.extend(kept.into_iter().map(|nth| points[nth]));
        }
        thinned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_full_of_points_keeps_four() {
        let outline = Outline::new((Millis::ZERO, Millis(1000)), 10.0);
        let points = vec![(0, 5), (10, 7), (20, 1), (30, 6), (99, 4), (100, 4), (1000, 2)];
        assert_eq!(outline.thin(&points), [(0, 5), (10, 7), (20, 1), (99, 4), (100, 4), (1000, 2)]);
    }

    #[test]
    fn points_of_their_own_columns_are_all_kept() {
        let outline = Outline::new((Millis::ZERO, Millis(90_000)), 90.0);
        let points = vec![(0, 0), (30_000, 0), (30_000, 1), (45_000, 1), (45_000, 2)];
        assert_eq!(outline.thin(&points), points);
    }
}

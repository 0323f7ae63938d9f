//! The names of what a chart shows, where there is room for them beside or within it.

use super::canvas::{Anchor, Figure, LINE};
use super::graph::Graph;
use super::plot::{GAP, Plot};
use super::{Point, bold_width, float};
use crate::queue::Millis;

/// Room is looked for in columns of so many pixels.
const COLUMN: f64 = 4.0;
/// A name within an area has so much room above and below.
const AIR: f64 = 2.0;

/// The names of lines at their right ends, pushed apart where lines end near each other.
pub(super) fn names_beside(graph: &Graph, plot: &Plot) -> Vec<Figure> {
    let Some(last) = graph.series.len().checked_sub(1) else { return Vec::new() };
    let (_, values) = graph.series.row(last);
    let mut ends: Vec<(f64, usize)> =
        values.iter().enumerate().map(|(line, &value)| (plot.y(value.into()), line)).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (top, bottom) = plot.body;
    let mut heights: Vec<f64> = ends.iter().map(|end| end.0).collect();
    spread(&mut heights, LINE, (top, bottom - LINE / 2.0));
    let name = |((_, line), y): (&(f64, usize), f64)| {
        let line = graph.lines[*line];
        Figure::Name(line.ink, Point { x: plot.axis.right + GAP, y }, Anchor::Start, line.name.to_owned())
    };
    ends.iter().zip(heights).map(name).collect()
}

/// Moves heights apart, as little as it takes downwards and then back up from the bottom.
fn spread(heights: &mut [f64], gap: f64, (top, bottom): (f64, f64)) {
    let mut least = top;
    for height in heights.iter_mut() {
        *height = height.max(least);
        least = *height + gap;
    }
    let mut most = bottom;
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - gap;
    }
}

/// The names of the areas of a stack, each where its area has the most room; none for an area with too little.
pub(super) fn names_within(graph: &Graph, plot: &Plot) -> Vec<Figure> {
    let mut names = Vec::new();
    for (line, quantity) in graph.lines.iter().enumerate() {
        let room = free_room(graph, plot, line);
        let columns = columns_of(bold_width(quantity.name) + 2.0 * GAP);
        let spaces = room.windows(columns.max(1)).map(|room| {
            let top = room.iter().map(|column| column.0).fold(f64::MIN, f64::max);
            let bottom = room.iter().map(|column| column.1).fold(f64::MAX, f64::min);
            (top, bottom)
        });
        let height = |space: &(usize, (f64, f64))| space.1.1 - space.1.0;
        // Of equal spaces the first.
        let widest = spaces.enumerate().rev().max_by(|a, b| height(a).total_cmp(&height(b)));
        if let Some((nth, (top, bottom))) = widest
            && bottom - top >= LINE + 2.0 * AIR
        {
            let x = plot.axis.left + COLUMN * (float(nth) + float(columns) / 2.0);
            let at = Point { x, y: f64::midpoint(top, bottom) };
            names.push(Figure::Name(quantity.ink, at, Anchor::Middle, quantity.name.to_owned()));
        }
    }
    names
}

/// From where to where the area of a line is free, column by column.
fn free_room(graph: &Graph, plot: &Plot, line: usize) -> Vec<(f64, f64)> {
    let axis = plot.axis;
    let columns = columns_of(axis.right - axis.left);
    let mut room = vec![(f64::MIN, f64::MAX); columns];
    let column_at = |t: Millis| columns_of(axis.x(t) - axis.left).min(columns.saturating_sub(1));
    for row in 0..graph.series.len() {
        let (at, values) = graph.series.row(row);
        let next = if row + 1 < graph.series.len() { graph.series.row(row + 1).0 } else { graph.end };
        let below: u64 = values[..line].iter().map(|&value| u64::from(value)).sum();
        let (top, bottom) = (plot.y(below + u64::from(values[line])), plot.y(below));
        for column in room.iter_mut().take(column_at(next) + 1).skip(column_at(at)) {
            *column = (column.0.max(top), column.1.min(bottom));
        }
    }
    room
}

/// How many whole columns are in a width.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a width on a screen")]
fn columns_of(width: f64) -> usize {
    (width / COLUMN).max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(heights: [f64; 3]) -> [String; 3] {
        heights.map(|height| format!("{height:.0}"))
    }

    #[test]
    fn names_of_lines_that_end_at_one_height_are_pushed_apart() {
        let mut heights = [50.0, 50.0, 90.0];
        spread(&mut heights, 14.0, (10.0, 100.0));
        assert_eq!(whole(heights), ["50", "64", "90"]);
    }

    #[test]
    fn names_of_lines_that_end_at_the_bottom_are_pushed_up() {
        let mut heights = [98.0, 100.0, 100.0];
        spread(&mut heights, 14.0, (10.0, 100.0));
        assert_eq!(whole(heights), ["72", "86", "100"]);
    }
}

//! Draws a chart with plotters, for a place of some width.

use std::convert::Infallible;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::combinators::{BindKeyPoints, WithKeyPoints};
use plotters::coord::types::RangedCoordu64;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{PathElement, Polygon};
use plotters::style::{Color, TRANSPARENT};

use super::axis::{Axis, ratio};
use super::canvas::{Canvas, Figure, Ink, pixels, units};
use super::graph::{Form, Graph};
use super::names::{names_beside, names_within};
use super::outline::Outline;
use super::{bold_width, text_width};
use crate::queue::Millis;

/// A drawn chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Its width in pixels.
    pub width: f64,
    /// Its height in pixels.
    pub height: f64,
    /// Its time axis.
    pub axis: Axis,
    /// From where to where its inside goes, from the top.
    pub body: (f64, f64),
    /// The value at the top.
    pub top: u64,
    /// What there is to draw, from the back to the front.
    pub figures: Vec<Figure>,
}

const HEIGHT: f64 = 190.0;
/// Above, right and below the inside; half a label of the time axis sticks out at the right.
const TOP: f64 = 10.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 26.0;
/// From a label to the inside, and how much wider than the rule of thumb a label may turn out.
pub(super) const GAP: f64 = 8.0;
const SPARE: f64 = 5.0;
/// A narrower chart has no names beside its lines: its inside would be too small.
const LEAST_WITH_NAMES: f64 = 300.0;
/// A path has a few points for each of so many columns at most: more would be no clearer, and slow to draw.
const MOST_COLUMNS: f64 = 500.0;

type Error = DrawingAreaErrorKind<Infallible>;
type Scale = WithKeyPoints<RangedCoordu64>;
type Context<'a, 'b> = ChartContext<'a, Canvas<'b>, Cartesian2d<Scale, Scale>>;

/// Draws a chart `width` pixels wide.
#[must_use]
pub fn plot(graph: &Graph, width: f64) -> Plot {
    let mut figures = Vec::new();
    let beside = if graph.form == Form::Steps && width >= LEAST_WITH_NAMES {
        let widest = graph.lines.iter().map(|line| bold_width(line.name)).fold(0.0, f64::max);
        RIGHT.max(widest + GAP + SPARE)
    } else {
        RIGHT
    };
    let area = Canvas { size: (width, HEIGHT), figures: &mut figures }.into_drawing_area();
    let (axis, top) = draw(graph, width, beside, &area).expect("drawing into a list of shapes cannot fail");
    drop(area);
    let plot = Plot { width, height: HEIGHT, axis, body: (TOP, HEIGHT - BOTTOM), top, figures };
    let names = match graph.form {
        Form::Stack => names_within(graph, &plot),
        Form::Steps if beside > RIGHT => names_beside(graph, &plot),
        Form::Steps | Form::Age => Vec::new(),
    };
    Plot { figures: [plot.figures, names].concat(), ..plot }
}

impl Plot {
    /// How far down a value is.
    #[must_use]
    pub fn y(&self, value: u64) -> f64 {
        let (top, bottom) = self.body;
        bottom - (bottom - top) * ratio(Millis(value.min(self.top)), Millis(self.top))
    }
}

fn draw(graph: &Graph, width: f64, beside: f64, area: &DrawingArea<Canvas, Shift>) -> Result<(Axis, u64), Error> {
    let (top, marks) = upright_scale(graph);
    let upright = |value: u64| if graph.form == Form::Age { graph.clock(Millis(value)) } else { value.to_string() };
    let room = marks.iter().map(|&mark| text_width(&upright(mark))).fold(0.0, f64::max) + GAP + SPARE;
    // A run of no length has no axis.
    let (begin, end) = (graph.begin, graph.end.max(graph.begin + Millis(1)));
    let axis = Axis { from: begin, to: end, left: room, right: width - beside };
    let instants = axis.ticks().iter().map(|tick| axis.instant(tick.x).0).collect();
    let outline = Outline::new((begin, end), (axis.right - axis.left).clamp(1.0, MOST_COLUMNS));

    let mut chart = ChartBuilder::on(area)
        .margin_top(units(TOP))
        .margin_right(units(beside))
        .x_label_area_size(units(BOTTOM))
        .y_label_area_size(units(room))
        .build_cartesian_2d((begin.0..end.0).with_key_points(instants), (0..top).with_key_points(marks))?;
    chart
        .configure_mesh()
        // The labels are the axes.
        .axis_style(TRANSPARENT)
        .light_line_style(TRANSPARENT)
        .bold_line_style(Ink::Grid.colour())
        .set_all_tick_mark_size(units(GAP / 2.0))
        .x_label_formatter(&|t| axis.label(Millis(*t)))
        .y_label_formatter(&|value| upright(*value))
        .draw()?;

    match graph.form {
        Form::Stack => stack(&mut chart, graph, &outline)?,
        Form::Steps => steps(&mut chart, graph, &outline)?,
        Form::Age => age(&mut chart, graph, &outline)?,
    }
    let (inside, _) = chart.plotting_area().get_pixel_range();
    let axis = Axis { left: pixels(inside.start), right: pixels(inside.end), ..axis };
    Ok((axis, top))
}

/// Each quantity upon those before it: an area, and its upper edge where it is not empty.
fn stack(chart: &mut Context, graph: &Graph, outline: &Outline) -> Result<(), Error> {
    let mut ground = vec![0; graph.series.len()];
    for (line, quantity) in graph.lines.iter().enumerate() {
        let values = values_of(graph, line);
        if values.iter().all(|&value| value == 0) {
            continue;
        }
        let upper: Vec<u64> = ground.iter().zip(&values).map(|(low, value)| low + value).collect();
        let mut around = outline.steps(&graph.series, &upper);
        around.extend(outline.steps(&graph.series, &ground).into_iter().rev());
        let colour = quantity.ink.colour();
        chart.draw_series([Polygon::new(around, colour.filled())])?;
        let edges = outline.edges(&graph.series, &upper, &values);
        chart.draw_series(edges.into_iter().map(|edge| PathElement::new(edge, colour)))?;
        ground = upper;
    }
    Ok(())
}

fn steps(chart: &mut Context, graph: &Graph, outline: &Outline) -> Result<(), Error> {
    for (line, quantity) in graph.lines.iter().enumerate() {
        let path = outline.steps(&graph.series, &values_of(graph, line));
        chart.draw_series([PathElement::new(path, quantity.ink.colour())])?;
    }
    Ok(())
}

fn age(chart: &mut Context, graph: &Graph, outline: &Outline) -> Result<(), Error> {
    let ages = graph.series.rows().map(|(at, values)| (at.0, u64::from(values[0])));
    let line = outline.thin(&ages.collect::<Vec<_>>());
    let colour = graph.lines[0].ink.colour();
    let mut around = line.clone();
    around.extend([(outline.end, 0), (graph.begin.0, 0)]);
    chart.draw_series([Polygon::new(around, colour.filled())])?;
    chart.draw_series([PathElement::new(line, colour)])?;
    Ok(())
}

fn values_of(graph: &Graph, line: usize) -> Vec<u64> {
    graph.series.rows().map(|(_, values)| u64::from(values[line])).collect()
}

/// The top of the upright scale and its marks.
fn upright_scale(graph: &Graph) -> (u64, Vec<u64>) {
    let most = match graph.form {
        Form::Stack => graph.series.tallest(),
        Form::Steps | Form::Age => (0..graph.lines.len()).map(|line| graph.series.peak(line).1).max().unwrap_or(0),
    };
    let most = u64::from(most).max(1);
    if graph.form == Form::Age {
        let axis = upright_axis(most);
        return (most, axis.ticks().iter().map(|tick| axis.instant(tick.x).0).collect());
    }
    let step = (0..10).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)));
    let step = step.into_iter().find(|step| most.div_ceil(*step) <= 4).unwrap_or(most);
    let marks: Vec<u64> = (0..=most.div_ceil(step)).map(|count| count * step).collect();
    (marks.last().copied().unwrap_or(1), marks)
}

/// An axis from bottom to top for ages up to `most` milliseconds. Its labels stand above each other, where they need less room than
/// beside each other: it is taken for twice as long.
fn upright_axis(most: u64) -> Axis {
    Axis { from: Millis::ZERO, to: Millis(most), left: 0.0, right: 2.0 * (HEIGHT - TOP - BOTTOM) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios;
    use crate::scene::Point;
    use crate::sim::{Scenario, run};

    fn graphs(json: &str) -> [Graph; 3] {
        let scenario = Scenario::from_json(json).unwrap();
        Graph::all(&scenario, &run(&scenario))
    }

    /// Those of the double-charged order.
    fn plots(width: f64) -> [Plot; 3] {
        let first = scenarios::named(scenarios::FIRST).unwrap();
        graphs(first.json).map(|graph| plot(&graph, width))
    }

    fn labels(plot: &Plot) -> Vec<&str> {
        let texts = plot.figures.iter().filter_map(|figure| match figure {
            Figure::Label(_, _, text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    fn names(plot: &Plot) -> Vec<&str> {
        let texts = plot.figures.iter().filter_map(|figure| match figure {
            Figure::Name(_, _, _, text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    fn points(figure: &Figure) -> Vec<Point> {
        match figure {
            Figure::Area(_, points) => points.clone(),
            Figure::Lines(_, lines) => lines.concat(),
            Figure::Label(point, ..) | Figure::Name(_, point, ..) => vec![*point],
        }
    }

    #[test]
    fn order_charged_twice_is_one_area_in_flight_to_the_end_of_the_run() {
        let [states, ..] = plots(400.0);
        let area = states.figures.iter().find(|figure| matches!(figure, Figure::Area(Ink::InFlight, _))).unwrap();
        let lefts = points(area).iter().map(|point| point.x).fold(f64::MAX, f64::min);
        let rights = points(area).iter().map(|point| point.x).fold(0.0, f64::max);
        assert!((lefts - states.axis.left).abs() < 0.2 && (rights - states.axis.right).abs() < 0.2, "{area:?}");
    }

    #[test]
    fn effect_drawn_is_where_the_axes_say() {
        let [_, work, _] = plots(600.0);
        let line = work.figures.iter().find(|figure| matches!(figure, Figure::Lines(Ink::Effects, _))).unwrap();
        let points = points(line);
        let rise = points.windows(2).find(|pair| pair[1].y < pair[0].y - 1.0).unwrap();
        assert!((rise[0].x - work.axis.x(Millis::from_secs(45))).abs() < 0.2, "{rise:?}");
        assert!((rise[0].y - work.y(0)).abs() < 0.2 && (rise[1].y - work.y(1)).abs() < 0.2, "{rise:?}");
    }

    #[test]
    fn chart_is_labelled_in_the_format_of_the_page() {
        let [states, work, age] = plots(400.0);
        assert_eq!(labels(&states), ["0", "1", "0 s", "15 s", "30 s", "45 s", "60 s", "75 s", "90 s"]);
        assert_eq!(labels(&work)[..5], ["0", "1", "2", "3", "0 s"]);
        assert_eq!(labels(&age)[..5], ["0 s", "30 s", "60 s", "90 s", "0 s"]);
    }

    #[test]
    fn areas_and_lines_bear_their_names_where_there_is_room() {
        let [states, work, age] = plots(400.0);
        // It is in flight throughout; nothing is ever visible or deleted.
        assert_eq!(names(&states), ["In flight"]);
        // Three deliveries and three jobs end at one height, and two effects below.
        assert_eq!(names(&work), ["Deliveries", "Jobs begun", "Effects"]);
        assert_eq!(names(&age), Vec::<&str>::new());
        let [_, narrow, _] = plots(250.0);
        assert_eq!(names(&narrow), Vec::<&str>::new());
    }

    #[test]
    fn chart_of_any_width_stays_within_it() {
        for scenario in scenarios::all() {
            for graph in graphs(scenario.json) {
                for width in [200.0, 340.0, 1200.0] {
                    let plot = plot(&graph, width);
                    let is_within =
                        |point: &Point| (0.0..=width).contains(&point.x) && (0.0..=HEIGHT).contains(&point.y);
                    assert!(plot.figures.iter().flat_map(points).all(|point| is_within(&point)), "{plot:?}");
                }
            }
        }
    }

    #[test]
    fn chart_of_a_hundred_thousand_events_has_no_more_points_than_it_can_show() {
        let json = r#"{
            "workers": { "count": 50, "job": 10 },
            "arrivals": [{ "count": 30000, "every": "300ms" }],
            "horizon": "3h"
        }"#;
        let scenario = Scenario::from_json(json).unwrap();
        let trace = run(&scenario);
        assert!(trace.events.len() > 100_000, "{}", trace.events.len());
        for graph in Graph::all(&scenario, &trace) {
            // Some 350 columns with four points each, in no more than three areas and six lines.
            let points: usize = plot(&graph, 400.0).figures.iter().map(|figure| points(figure).len()).sum();
            assert!(points < 12 * 4 * 400, "{}: {points}", graph.title);
        }
    }
}

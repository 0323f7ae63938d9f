//! What plotters draws on: it keeps the shapes, each with what it stands for instead of a colour.
//!
//! So a chart is made of the same elements as the rest of the page: the style sheet colours it, in both themes and in a
//! person's own colours, without its being drawn anew; it is as sharp as the screen; and it is tested without one. plotters'
//! own backends fix the colours, and measure texts with an element that the page's security policy forbids.

use std::convert::Infallible;

use plotters::style::RGBColor;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use super::{Point, text_width};

/// What a shape of a chart stands for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Ink {
    /// Help for the eye: grid and labels.
    Grid,
    /// Delayed messages.
    Delayed,
    /// Visible messages.
    Visible,
    /// Messages in flight.
    InFlight,
    /// Deleted messages.
    Deleted,
    /// Dead letters.
    DeadLetters,
    /// Messages that expired or were purged.
    Lost,
    /// Deliveries.
    Deliveries,
    /// Jobs begun.
    Jobs,
    /// Effects.
    Effects,
    /// An age.
    Age,
}

/// All of them, by their numbers.
const INKS: [Ink; 11] = [
    Ink::Grid,
    Ink::Delayed,
    Ink::Visible,
    Ink::InFlight,
    Ink::Deleted,
    Ink::DeadLetters,
    Ink::Lost,
    Ink::Deliveries,
    Ink::Jobs,
    Ink::Effects,
    Ink::Age,
];

impl Ink {
    /// The colour that carries it through plotters.
    pub(super) fn colour(self) -> RGBColor {
        RGBColor(self as u8, 0, 0)
    }

    fn of(colour: BackendColor) -> Self {
        INKS.get(usize::from(colour.rgb.0)).copied().unwrap_or(Self::Grid)
    }
}

/// A shape of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A filled outline.
    Area(Ink, Vec<Point>),
    /// Lines, each from point to point.
    Lines(Ink, Vec<Vec<Point>>),
    /// A label of an axis; the point is the middle of its height, and horizontally as the anchor says.
    Label(Point, Anchor, String),
    /// The name of what is drawn there, likewise.
    Name(Ink, Point, Anchor, String),
}

/// Which part of a label is at its point.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// plotters counts in whole units: ten to a pixel, so that lines need not snap to pixels.
const UNITS: f64 = 10.0;

/// A length in plotters' units.
#[allow(clippy::cast_possible_truncation, reason = "a length on a screen")]
pub(super) fn units(px: f64) -> i32 {
    (px * UNITS).round() as i32
}

/// A length in pixels.
pub(super) fn pixels(units: i32) -> f64 {
    f64::from(units) / UNITS
}

/// How high a label is.
pub(super) const LINE: f64 = 14.0;

/// A drawing in the making.
pub(super) struct Canvas<'a> {
    /// Its size in pixels.
    pub size: (f64, f64),
    pub figures: &'a mut Vec<Figure>,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

fn point((x, y): BackendCoord) -> Point {
    Point { x: pixels(x), y: pixels(y) }
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (units(self.size.0).unsigned_abs(), units(self.size.1).unsigned_abs())
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    /// Nothing is drawn by pixels: all that the charts use is below.
    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Drawn {
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let colour = style.color();
        if colour.alpha > 0.0 {
            let (ink, line) = (Ink::of(colour), path.into_iter().map(point).collect());
            match self.figures.last_mut() {
                Some(Figure::Lines(last, lines)) if *last == ink => lines.push(line),
                _ => self.figures.push(Figure::Lines(ink, vec![line])),
            }
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, outline: I, style: &S) -> Drawn {
        self.figures.push(Figure::Area(Ink::of(style.color()), outline.into_iter().map(point).collect()));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        let down = match style.anchor().v_pos {
            VPos::Top => LINE / 2.0,
            VPos::Center => 0.0,
            VPos::Bottom => -LINE / 2.0,
        };
        let Point { x, y } = point(at);
        self.figures.push(Figure::Label(Point { x, y: y + down }, anchor, text.to_owned()));
        Ok(())
    }

    /// By the rule of thumb of the other drawings: measuring would need a browser.
    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        _: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((units(text_width(text)).unsigned_abs(), units(LINE).unsigned_abs()))
    }
}

#[cfg(test)]
mod tests {
    use plotters::style::{Color, TRANSPARENT};

    use super::*;

    #[test]
    fn ink_carried_as_a_colour_comes_back() {
        for ink in INKS {
            let RGBColor(red, green, blue) = ink.colour();
            assert_eq!(Ink::of(BackendColor { alpha: 1.0, rgb: (red, green, blue) }), ink);
        }
    }

    #[test]
    fn lines_of_one_ink_in_a_row_are_one_figure_and_unseen_ones_are_none() {
        let mut figures = Vec::new();
        let mut canvas = Canvas { size: (10.0, 10.0), figures: &mut figures };
        for ink in [Ink::Jobs, Ink::Jobs, Ink::Effects] {
            canvas.draw_line((0, 0), (50, 20), &ink.colour()).unwrap();
        }
        canvas.draw_line((0, 0), (50, 20), &TRANSPARENT.to_backend_color()).unwrap();
        let line = vec![Point { x: 0.0, y: 0.0 }, Point { x: 5.0, y: 2.0 }];
        let expected =
            [Figure::Lines(Ink::Jobs, vec![line.clone(), line.clone()]), Figure::Lines(Ink::Effects, vec![line])];
        assert_eq!(figures, expected);
    }
}

//! Which part of a long list is in the document, and where.
//!
//! A list of a million lines cannot be in a document, nor can anything be as high: browsers end at some tens of millions of
//! pixels. So an empty space is as high as the list would be, or as high as is safe; and how far it is scrolled, as a share, says
//! which line is where: at the start the first one's top is at the top of the view, at the end the last one's bottom at its bottom.
//! Lines need not be equally high for that. Where they are, they stand still in the space as if all of them were there.

use std::ops::Range;

/// A list of so many lines is in the document as a whole.
pub const FEW: usize = 200;

/// No space is higher than this, in pixels: half of what the browser with the least allows.
const MOST: f64 = 8_000_000.0;

/// The window goes on by so many lines at once.
const STEP: usize = 10;

/// A list in a view that can be scrolled.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rolling {
    /// How many lines it has.
    pub count: usize,
    /// How high the view is, in pixels.
    pub view: f64,
    /// How high a line is, as a rule.
    pub line: f64,
}

impl Rolling {
    /// Whether all lines are in the document.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.count <= FEW
    }

    /// How high the space is.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.full_height().clamp(self.view, MOST.max(self.view))
    }

    /// Whether a pixel of scrolling is a pixel of lines.
    #[must_use]
    pub fn is_true_to_scale(&self) -> bool {
        self.full_height() <= MOST
    }

    fn full_height(&self) -> f64 {
        float(self.count) * self.line
    }

    fn way(&self) -> f64 {
        self.height() - self.view
    }

    /// Where the list is when so many pixels are scrolled: which line, how much of it is above the place, and how far below the
    /// top of the view the place is.
    #[must_use]
    pub fn place(&self, scrolled: f64) -> (usize, f64, f64) {
        let share = if self.way() > 0.0 { (scrolled / self.way()).clamp(0.0, 1.0) } else { 0.0 };
        let lines = share * float(self.count);
        let line = whole(lines).min(self.count.saturating_sub(1));
        (line, lines - float(line), share * self.view)
    }

    /// Which lines are in the document when so many pixels are scrolled: those in view, and as many again above and below, so that
    /// they are there when they are scrolled to.
    #[must_use]
    pub fn window(&self, scrolled: f64) -> Range<usize> {
        if self.is_whole() {
            return 0..self.count;
        }
        let (line, ..) = self.place(scrolled);
        let spare = 2 * self.in_view();
        // In steps, so that not every line that is scrolled by makes another window.
        let from = line.saturating_sub(spare) / STEP * STEP;
        let to = (line + spare + 1).next_multiple_of(STEP);
        from..to.min(self.count)
    }

    /// How many lines are in view at once.
    #[must_use]
    pub fn in_view(&self) -> usize {
        whole(self.view / self.line.max(1.0)) + 1
    }

    /// How many pixels have to be scrolled so that all of a line is in view: none for the first, and all for the last.
    #[must_use]
    pub fn scrolled_to(&self, line: usize) -> f64 {
        float(line) / float(self.count.saturating_sub(1).max(1)) * self.way()
    }
}

#[allow(clippy::cast_precision_loss, reason = "no list has 2^53 lines")]
fn float(count: usize) -> f64 {
    count as f64
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "never negative, and no list has 2^53 lines"
)]
fn whole(lines: f64) -> usize {
    lines.max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Rolling = Rolling { count: 10_000, view: 300.0, line: 25.0 };
    const HUGE: Rolling = Rolling { count: 1_000_000, view: 300.0, line: 25.0 };

    /// Where the top of a line is, below the top of the view, if all are equally high.
    fn top_of(list: &Rolling, line: usize, scrolled: f64) -> f64 {
        let (at, part, down) = list.place(scrolled);
        down + (float(line) - float(at) - part) * list.line
    }

    #[test]
    fn list_of_a_few_lines_is_in_the_document_as_a_whole() {
        let list = Rolling { count: 200, view: 300.0, line: 25.0 };
        assert_eq!((list.is_whole(), list.window(1000.0)), (true, 0..200));
        assert!(!LONG.is_whole());
    }

    #[test]
    fn list_scrolled_to_its_ends_shows_its_ends() {
        for list in [LONG, HUGE] {
            let end = list.height() - list.view;
            assert!(top_of(&list, 0, 0.0).abs() < 1e-6);
            assert!((top_of(&list, list.count, end) - list.view).abs() < 1e-3);
            assert_eq!(list.window(0.0).start, 0);
            assert_eq!(list.window(end).end, list.count);
        }
    }

    #[test]
    fn lines_of_a_list_true_to_scale_move_as_far_as_it_is_scrolled() {
        assert!(LONG.is_true_to_scale());
        for scrolled in [0.0, 1.0, 1234.5, 249_700.0] {
            assert!((top_of(&LONG, 77, scrolled) - (77.0 * 25.0 - scrolled)).abs() < 1e-6, "{scrolled}");
        }
    }

    #[test]
    fn every_line_of_a_huge_list_can_be_scrolled_to() {
        assert!(!HUGE.is_true_to_scale() && HUGE.height() <= 8_000_000.0);
        for line in [0, 1, 499_999, 999_998, 999_999] {
            // A browser scrolls to whole pixels.
            let scrolled = HUGE.scrolled_to(line).round();
            let top = top_of(&HUGE, line, scrolled);
            // A pixel is two lines of a space this short.
            assert!((-30.0..=280.0).contains(&top), "{line} at {top}");
            assert!(HUGE.window(scrolled).contains(&line));
        }
    }

    #[test]
    fn line_scrolled_to_is_all_in_view() {
        for line in [0, 1, 5_000, 9_998, 9_999] {
            let top = top_of(&LONG, line, LONG.scrolled_to(line));
            assert!((-1e-6..=275.0 + 1e-6).contains(&top), "{line} at {top}");
        }
        assert!(LONG.scrolled_to(0).abs() < 1e-6);
    }

    #[test]
    fn lines_in_the_document_fill_the_view_and_are_few() {
        for scrolled in [0.0, 100_000.0, 4_000_000.0] {
            let window = HUGE.window(scrolled);
            assert!(window.len() <= 4 * HUGE.in_view() + 1 + 2 * STEP, "{window:?}");
            let from = top_of(&HUGE, window.start, scrolled);
            let to = top_of(&HUGE, window.end, scrolled);
            assert!((from <= 0.0 || window.start == 0) && to >= HUGE.view, "{window:?} from {from} to {to}");
        }
    }

    #[test]
    fn list_of_nothing_has_no_place() {
        let none = Rolling { count: 0, view: 300.0, line: 25.0 };
        assert_eq!((none.place(50.0), none.window(50.0)), ((0, 0.0, 0.0), 0..0));
    }
}

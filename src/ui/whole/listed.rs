//! A long list as it is in the document: where its lines are, and how they come into view.

use web_sys::{Element as DomElement, HtmlElement};
use yew::prelude::*;

use super::super::browser::{has_selection, px};
use super::super::rolling::Rolling;

/// The list: a view that scrolls, in it a space as high as all lines, and in that a block with those that are in the document.
pub struct Listed {
    list: HtmlElement,
    space: HtmlElement,
    block: HtmlElement,
    rolling: Rolling,
    /// The first line in the document.
    first: usize,
}

impl Listed {
    /// The list whose parts these are, once they are in the document.
    pub fn of((list, space, block): &(NodeRef, NodeRef, NodeRef), rolling: Rolling, first: usize) -> Option<Self> {
        Some(Self { list: list.cast()?, space: space.cast()?, block: block.cast()?, rolling, first })
    }

    /// How far it is scrolled, in pixels.
    pub fn scrolled(&self) -> i32 {
        self.list.scroll_top()
    }

    /// How high the view is, in pixels.
    pub fn view(&self) -> i32 {
        self.list.client_height()
    }

    /// Whether any text of it is selected.
    pub fn has_selection(&self) -> bool {
        has_selection(&self.list)
    }

    /// Puts the lines in the document to where they are for what is scrolled.
    pub fn lay_out(&self) {
        let (height, moved) = if self.rolling.is_whole() {
            (String::new(), String::new())
        } else {
            let scrolled = f64::from(self.scrolled());
            let (line, part, down) = self.rolling.place(scrolled);
            let (top, bottom) = self.extent(line).unwrap_or_default();
            let down = scrolled + down - (top + part * (bottom - top));
            (format!("{}px", px(self.rolling.height())), format!("translateY({}px)", px(down)))
        };
        let _ = self.space.style().set_property("height", &height);
        let _ = self.block.style().set_property("transform", &moved);
    }

    /// Scrolls as little as it takes to have these lines in view, the first one rather than the last. The rest of the page stays
    /// where it is.
    pub fn show(&self, first: usize, last: usize) {
        let last = last.min(self.rolling.count.saturating_sub(1));
        let (Some((top, _)), Some((_, bottom)), true) =
            (self.extent(first), self.extent(last), self.rolling.is_true_to_scale())
        else {
            return self.scroll(self.rolling.scrolled_to(first));
        };
        let above = self.list.get_bounding_client_rect().top() - self.block.get_bounding_client_rect().top();
        let (top, bottom) = (top - above, bottom - above);
        let down = (bottom - f64::from(self.view())).max(0.0).min(top);
        if down != 0.0 {
            self.scroll(f64::from(self.scrolled()) + down);
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "a length on a screen")]
    fn scroll(&self, to: f64) {
        self.list.set_scroll_top(to.round() as i32);
    }

    /// From where to where a line goes, from the top of the block; none of a line that is not in the document.
    fn extent(&self, line: usize) -> Option<(f64, f64)> {
        let nth = u32::try_from(line.checked_sub(self.first)?).ok()?;
        let row: DomElement = self.block.children().item(nth)?;
        let (row, block) = (row.get_bounding_client_rect(), self.block.get_bounding_client_rect());
        Some((row.top() - block.top(), row.bottom() - block.top()))
    }
}

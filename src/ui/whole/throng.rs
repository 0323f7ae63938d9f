//! What the stage shows of many: ways that grow thick, gates of groups, and workers by their state.

use yew::prelude::*;

use super::super::browser::px;
use super::super::element::{Element, all, group, path, rect, text};
use super::super::stage::{link, state_class};
use super::spots::grouped;
use crate::scene::crowd::{Crew, CrewRow, Lane};
use crate::scene::{Card, Link, Rect};

/// A way between two stations: the thicker, the more messages are on it.
pub fn flow(way: &Link, count: usize) -> Html {
    if count == 0 {
        return link(way);
    }
    let Link { from, to, .. } = way;
    let is_level = (from.y - to.y).abs() < 1.0;
    let (x, y) = (f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
    let words = format!("× {}", grouped(count));
    // Each doubling adds a pixel, up to where it would reach the words: 1,000 messages are 11 px.
    let thickness = f64::from((2 + count.ilog2()).min(12));
    let half = thickness / 2.0;
    let (left, top, right, bottom) = (from.x.min(to.x), from.y.min(to.y), from.x.max(to.x), from.y.max(to.y));
    let thick = if is_level {
        Rect { x: left, y: y - half, width: right - left, height: thickness }
    } else {
        Rect { x: x - half, y: top, width: thickness, height: bottom - top }
    };
    let many = if is_level { text("across many", x, y + 18.0, words) } else { text("many", x + 62.0, y + 4.0, words) };
    group("link", vec![rect("flow", thick, "0"), link(way), many])
}

/// The head of a group's lane, with a lock where its messages have to wait.
pub fn gate(lane: &Lane) -> Html {
    let Lane { at, title, locked, .. } = lane;
    let (x, y) = (at.x + 14.0, at.y + 14.0);
    let lock = || {
        let values = vec!["lock".into(), format!("translate({} {})", px(x), px(y - 11.0)).into()];
        Element::new("g", &["class", "transform"], values).holding(vec![
            path("shackle", "M3 6 v-2 a3 3 0 0 1 6 0 v2"),
            rect("body", Rect { x: 1.0, y: 6.0, width: 10.0, height: 7.0 }, "1.5"),
        ])
    };
    let class = if *locked { "lane locked" } else { "lane" };
    let words = text("title", if *locked { x + 17.0 } else { x }, y, title.clone());
    group(class, vec![if *locked { lock() } else { Html::default() }, words])
}

/// A small card: a number and a word, beside the token.
pub fn cell(card: &Card) -> Html {
    let Card { worker, at, title, state, note, .. } = card;
    let (class, number) = (format!("worker {}", state_class(*state)), (worker + 1).to_string());
    Element::new("g", &["class", "data-worker"], vec![class.into(), number.into()]).holding(vec![
        rect("box", *at, "8"),
        text("title", at.x + 8.0, at.y + 18.0, title.clone()),
        text("note", at.x + 8.0, at.y + 35.0, note.clone()),
    ])
}

/// The workers by their state, where they are too many for cards.
pub fn crew(crew: &Crew, is_slot_free: bool) -> Html {
    let Crew::Summary { slot, rows } = crew else { return Html::default() };
    let mut parts: Vec<Html> = rows.iter().map(row).collect();
    if is_slot_free {
        let words = text("note", slot.x + 14.0, slot.y + 38.0, "Pick a message to see who has it.");
        parts.push(group("slot", vec![rect("box", *slot, "8"), words]));
    }
    all(parts)
}

fn row(row: &CrewRow) -> Html {
    let CrewRow { state, at, title, share } = row;
    let none = if *share > 0.0 { "" } else { " none" };
    let track = Rect { y: at.y + 18.0, height: 6.0, ..*at };
    let values = vec![format!("crew {}{none}", state_class(*state)).into()];
    Element::new("g", &["class"], values).holding(vec![
        text("title", at.x, at.y + 12.0, title.clone()),
        rect("track", track, "3"),
        rect("progress", Rect { width: track.width * share, ..track }, "3"),
    ])
}

//! Those lines of the event log that are in the document.

use yew::prelude::*;

use super::super::element::Element;
use super::super::player::{Run, Shared};
use crate::explain::{Log, Topic};
use crate::queue::Millis;

#[derive(Properties, PartialEq)]
pub struct RowsProps {
    pub run: Shared<Run>,
    pub log: Shared<Log>,
    /// Where they are.
    pub place: NodeRef,
    /// How their names in the document begin.
    pub id: AttrValue,
    /// The first line, and the one after the last.
    pub first: usize,
    pub last: usize,
    /// How many lines of the log have happened.
    pub shown: usize,
    /// How many of them before this instant.
    pub past: usize,
    /// The line that is read by the keyboard.
    pub active: Option<usize>,
}

/// The lines. Their sentences are made here, so that a line which is not seen costs nothing.
#[component]
pub fn Rows(props: &RowsProps) -> Html {
    let RowsProps { run, log, place, id, first, last, shown, past, active } = props;
    let count = AttrValue::from(log.len().to_string());
    let row = |nth: usize| {
        let line = log.line(&run.trace, &run.scenario.story, nth);
        let (age, current) = match nth {
            nth if nth >= *shown => ("future", ""),
            nth if nth >= *past => ("now", "time"),
            _ => ("past", ""),
        };
        let is_active = if *active == Some(nth) { " active" } else { "" };
        let is_last = nth + 1 == *shown;
        let values = vec![
            format!("{id}-{nth}").into(),
            format!("line {} {age}{is_active}", topic_class(line.topic)).into(),
            "option".into(),
            if is_last { "true" } else { "false" }.into(),
            current.into(),
            count.clone(),
            (nth + 1).to_string().into(),
        ];
        Element::new(
            "div",
            &["id", "class", "role", "aria-selected", "aria-current", "aria-setsize", "aria-posinset"],
            values,
        )
        .known_as(nth)
        .holding(vec![
            Element::new("span", &["class"], vec!["at".into()]).saying(format!("t={}", line.at)),
            Element::new("span", &["class"], vec!["what".into()]).saying(line.text),
        ])
    };
    let class = format!("block {}", width_class(run.trace.end));
    let block = Element::new("div", &["class", "role"], vec![class.into(), "presentation".into()]);
    block.found_by(place).holding((*first..(*last).min(log.len())).map(row).collect())
}

/// How wide the column of times is: six digits of seconds need more room than four.
fn width_class(end: Millis) -> &'static str {
    match end.whole_secs() {
        0..1_000 => "short",
        1_000..100_000 => "long",
        _ => "longest",
    }
}

fn topic_class(topic: Topic) -> &'static str {
    match topic {
        Topic::Visible => "visible",
        Topic::Received => "received",
        Topic::Extended => "extended",
        Topic::Deleted => "deleted",
        Topic::Ended => "ended",
        Topic::Trouble => "trouble",
    }
}

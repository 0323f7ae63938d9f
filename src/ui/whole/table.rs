//! The instant as a table: the queue, its workers, and the messages that matter most.

use yew::prelude::*;

use super::super::element::{Element, On};
use super::super::player::{Run, Shared};
use super::super::session::Action;
use super::PanelProps;
use super::calm::use_calm;
use crate::queue::Millis;
use crate::scene::crowd::Instant;
use crate::scene::table::{MessageLine, Table, WorkerLine, table};
use crate::sim::span::humane;
use crate::sim::{MessageIx, Trace};

/// While the run plays, the table is written anew every so many milliseconds: numbers that change with each frame cannot be read.
const PAUSE_MS: f64 = 250.0;

/// The table, a few times a second while the run plays, and exact while it stands still.
#[component]
pub fn TablePanel(props: &PanelProps) -> Html {
    let PanelProps { run, t, selected, playing, act } = props;
    // Meanwhile another run may have come in the place of the one that was shown.
    let t = use_calm(*t, *playing, PAUSE_MS).clamp(run.trace.begin, run.trace.end);
    html! { <Tables {run} {t} {selected} {act} /> }
}

#[derive(Properties, PartialEq)]
struct TablesProps {
    run: Shared<Run>,
    t: Millis,
    selected: Option<MessageIx>,
    act: Callback<Action>,
}

#[component]
fn Tables(props: &TablesProps) -> Html {
    let TablesProps { run, t, selected, act } = props;
    let now = Instant { scenario: &run.scenario, trace: &run.trace, index: run.index(), t: *t };
    let Table { counts, workers, more_workers, messages, more_messages } = table(now, *selected);
    let at = format!("at {}", humane(*t));
    let rows = Rows { trace: &run.trace, selected: *selected, act };
    let names = counts.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let counts = counts.iter().map(|(_, count)| cell("td", "number", &count.to_string())).collect();
    html! {
        <div class="tables">
            { whole(&format!("The queue {at}"), &names, vec![row(false, counts)], 0) }
            { whole(&format!("The workers {at}"), &WORKER, workers.iter().map(|line| rows.worker(line)).collect(), more_workers) }
            { whole(&format!("The messages {at}"), &MESSAGE, messages.iter().map(|line| rows.message(line)).collect(), more_messages) }
        </div>
    }
}

const WORKER: [&str; 7] = ["Worker", "State", "Message", "Receipt", "Lease left", "Job done", "In hand"];
const MESSAGE: [&str; 6] = ["Message", "State", "Since", "Received", "Visible again", "Effects"];

/// One table under its caption. It may be wider than the page: then it can be moved sideways, by keys as well.
fn whole(caption: &str, columns: &[&'static str], mut rows: Vec<Html>, more: usize) -> Html {
    if more > 0 {
        let names = &["class", "colspan"];
        let values = vec!["more".into(), columns.len().to_string().into()];
        let rest = Element::new("td", names, values).saying(format!("and {more} more"));
        rows.push(row(false, vec![rest]));
    }
    let heads = columns.iter().map(|name| Element::new("th", &["scope"], vec!["col".into()]).saying(*name)).collect();
    let caption = AttrValue::from(caption.to_owned());
    html! {
        <div class="sheet" role="region" tabindex="0" aria-label={caption.clone()}>
            <table>
                <caption>{ caption }</caption>
                <thead>{ row(false, heads) }</thead>
                <tbody>{ rows }</tbody>
            </table>
        </div>
    }
}

fn row(is_picked: bool, cells: Vec<Html>) -> Html {
    Element::new("tr", &["class"], vec![if is_picked { "picked".into() } else { AttrValue::default() }]).holding(cells)
}

fn cell(tag: &'static str, class: &'static str, text: &str) -> Html {
    let scope = if tag == "th" { "row" } else { "" };
    Element::new(tag, &["class", "scope"], vec![class.into(), scope.into()]).saying(text.to_owned())
}

/// What makes rows of lines.
struct Rows<'a> {
    trace: &'a Trace,
    selected: Option<MessageIx>,
    act: &'a Callback<Action>,
}

impl Rows<'_> {
    fn worker(&self, line: &WorkerLine) -> Html {
        let WorkerLine { title, state, trouble, message, receipt, left, done, held } = line;
        let class = if *trouble { "text trouble" } else { "text" };
        let message = message.map(|message| self.pick(message)).unwrap_or_default();
        row(
            false,
            vec![
                cell("th", "", title),
                cell("td", class, state),
                Element::new("td", &[], vec![]).holding(vec![message]),
                cell("td", "text", receipt),
                cell("td", "number", left),
                cell("td", "number", done),
                cell("td", "number", &held.to_string()),
            ],
        )
    }

    fn message(&self, line: &MessageLine) -> Html {
        let MessageLine { message, state, since, receives, deadline, effects, overrun } = line;
        let again = if *effects > 1 { "number trouble" } else { "number" };
        let state = if *overrun { format!("{state}; also worked on without a lease") } else { state.clone() };
        row(
            self.selected == Some(*message),
            vec![
                Element::new("th", &["scope"], vec!["row".into()]).holding(vec![self.pick(*message)]),
                cell("td", if *overrun { "text trouble" } else { "text" }, &state),
                cell("td", "number", &humane(*since)),
                cell("td", "number", &receives.to_string()),
                cell("td", "number", &deadline.map(humane).unwrap_or_default()),
                cell("td", again, &effects.to_string()),
            ],
        )
    }

    /// A message's name, as the button that picks it.
    fn pick(&self, message: MessageIx) -> Html {
        let is_picked = self.selected == Some(message);
        let (act, pressed) = (self.act.clone(), if is_picked { "true" } else { "false" });
        Element::new("button", &["class", "aria-pressed"], vec!["pick".into(), pressed.into()])
            .on(On::Click, move |_| act.emit(Action::Select((!is_picked).then_some(message))))
            .saying(self.trace.name(message))
    }
}

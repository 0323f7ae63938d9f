//! What a setting changes, and why a scenario cannot have it: in the words of the page.

use serde_json::Value;

use super::{GROUPS, Item, List, every};
use crate::queue::Millis;
use crate::sim::{Change, Problem, Scenario};

/// The change that sets a field.
#[must_use]
pub fn change(path: &str, value: Value) -> Change {
    match (path, value.as_u64().map(u32::try_from)) {
        // What it leaves without meaning goes with it: a crash of a worker that is gone.
        ("workers.count", Some(Ok(count))) => Change::WorkerCount(count),
        _ => Change::Set(path.to_owned(), value),
    }
}

/// Why a scenario cannot be changed so, for the whole run or from some instant on, in a sentence; `None` if it can.
#[must_use]
pub fn refusal(scenario: &Scenario, changes: &[Change], from_now_on: bool) -> Option<String> {
    let mut changed = scenario.clone();
    for change in changes {
        if let Change::Set(path, value) = change {
            match changed.with_field(path, value) {
                Ok(with) => changed = with,
                Err(problem) => return Some(sentence(&problem, changes)),
            }
        } else {
            changed = changed.with(std::slice::from_ref(change));
        }
    }
    let whole = changed.problems().into_iter().next();
    // Which instant it is makes no difference.
    let timed = || scenario.from_then_on(Millis::ZERO, &changed).problems().into_iter().next();
    let problem = whole.or_else(|| if from_now_on { timed() } else { None })?;
    let field = problem.field.strip_prefix("changes[0].set.").unwrap_or(&problem.field).to_owned();
    Some(sentence(&Problem { field, ..problem }, changes))
}

/// What is wrong, and with what, unless that is what was changed.
fn sentence(problem: &Problem, changes: &[Change]) -> String {
    let own = changes.iter().any(|change| problem.field.starts_with(change.setting()));
    let wrong = if problem.wrong.is_empty() { format!("expected {}", problem.expected) } else { problem.message() };
    match label(&problem.field).filter(|_| !own) {
        Some(label) => format!("It does not go with “{label}”: {wrong}."),
        None if own => capital(&format!("{wrong}.")),
        None => format!("It does not go with {}: {wrong}.", problem.field),
    }
}

/// What a field is called on the page, by its path: `Crash 1, worker`.
#[must_use]
pub fn label(path: &str) -> Option<String> {
    let main = [
        ("queue.visibility_timeout", "Visibility timeout"),
        ("workers.job", "Job duration"),
        ("workers.heartbeat.every", "Heartbeat every"),
    ];
    if let Some((_, name)) = main.iter().find(|(of, _)| *of == path) {
        return Some((*name).to_owned());
    }
    let Some((head, rest)) = path.split_once('[') else {
        return plain(path);
    };
    let (place, rest) = rest.split_once(']')?;
    let nth = place.parse::<usize>().ok()? + 1;
    let general = format!("{head}[]{rest}");
    let list = lists().find(|list| list.path == head)?;
    let field = list.fields.iter().find(|field| field.path == general).map(|field| field.name.to_lowercase());
    Some(match field {
        Some(field) => format!("{} {nth}, {field}", list.one),
        None => format!("{} {nth}", list.one),
    })
}

/// The same of a path without an entry's number: of a list as a whole, too, and of what all its entries have.
fn plain(path: &str) -> Option<String> {
    let in_list = lists().find_map(|list| {
        let rest = path.strip_prefix(list.path)?.strip_prefix('.')?;
        let general = format!("{}[].{rest}", list.path);
        list.fields.iter().find(|field| field.path == general)
    });
    let field = every().find(|field| field.path == path).or(in_list).map(|field| field.name);
    let list = || lists().find(|list| list.path == path).map(|list| list.name);
    field.or_else(list).map(str::to_owned)
}

fn lists() -> impl Iterator<Item = &'static List> {
    GROUPS.iter().flat_map(|group| group.items).filter_map(|item| match item {
        Item::List(list) | Item::Changes(list) => Some(list),
        Item::One(_) => None,
    })
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

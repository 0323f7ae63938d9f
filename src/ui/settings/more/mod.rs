//! All settings of a scenario but the three for everyone, by the paths of their fields, in groups. A test holds them against the
//! format: no field is without a control.

mod arrivals;
mod faults;
mod field;
mod forms;
mod guards;
mod queue;
mod refusal;
mod whole_run;
mod workers;

use serde_json::Value;

pub use field::{Control, Field, Off, at, concrete, read_times, show_times};
pub use forms::{FAILURE, Form, JOB, OWN_JOB};
pub use refusal::{change, label, refusal};

use crate::sim::{Heartbeat, Lambda, Scenario};

/// Settings that belong together.
#[derive(Debug)]
pub struct Group {
    /// What it is called in the document.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is about, in a line.
    pub about: &'static str,
    /// What is in it.
    pub items: &'static [Item],
}

/// What a group holds.
#[derive(Debug)]
pub enum Item {
    /// A setting.
    One(Field),
    /// A list, each entry of which has the same settings.
    List(List),
    /// The timed changes: what is set when.
    Changes(List),
}

/// A list of a scenario.
#[derive(Debug)]
pub struct List {
    /// Its path.
    pub path: &'static str,
    /// Its name: `Crashes`.
    pub name: &'static str,
    /// What one of it is called: `Crash`.
    pub one: &'static str,
    /// What it is, in a line.
    pub hint: &'static str,
    /// A new entry, beside so many.
    pub add: fn(&Scenario, usize) -> Value,
    /// The settings of an entry.
    pub fields: &'static [Field],
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// The groups, in the order of the page.
pub static GROUPS: [Group; 6] = [
    Group { id: "queue", name: "Queue", about: "what kind of queue it is", items: &queue::QUEUE },
    Group { id: "workers", name: "Workers", about: "who works, and how", items: &workers::WORKERS },
    Group { id: "faults", name: "What goes wrong", about: "crashes, outages, bad luck", items: &faults::FAULTS },
    Group {
        id: "guards",
        name: "What protects you",
        about: "heartbeats, dead letters, retries",
        items: &guards::GUARDS,
    },
    Group { id: "arrivals", name: "Arrivals", about: "which messages are sent when", items: &arrivals::ARRIVALS },
    Group { id: "run", name: "The run", about: "how long, what is done by hand", items: &whole_run::RUN },
];

/// Every field with a control, of the lists' entries, too.
pub fn every() -> impl Iterator<Item = &'static Field> {
    GROUPS.iter().flat_map(|group| group.items).flat_map(|item| match item {
        Item::One(field) => std::slice::from_ref(field),
        Item::List(list) | Item::Changes(list) => list.fields,
    })
}

/// What is set, beside what it is compared with: the values of all fields by path.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// What is set.
    pub now: Value,
    /// What was set when the scenario was opened. What has come into being since, as a heartbeat, is there as it is by default.
    pub opened: Value,
}

impl Values {
    /// Those of a scenario.
    #[must_use]
    pub fn of(scenario: &Scenario, opened: &Scenario) -> Self {
        let mut before = opened.clone();
        if scenario.workers.heartbeat.is_some() {
            before.workers.heartbeat.get_or_insert_with(Heartbeat::default);
        }
        if scenario.lambda.is_some() {
            before.lambda.get_or_insert_with(Lambda::default);
        }
        Self { now: scenario.to_value(), opened: before.to_value() }
    }

    /// How many entries a list has, now and as it was opened.
    #[must_use]
    pub fn len_of(&self, path: &str) -> (usize, usize) {
        let len = |values| at(values, path).and_then(Value::as_array).map_or(0, Vec::len);
        (len(&self.now), len(&self.opened))
    }

    /// Whether a list has changed in whatever way.
    #[must_use]
    pub fn list_differs(&self, path: &str) -> bool {
        at(&self.now, path) != at(&self.opened, path)
    }
}

impl Group {
    /// How many of its settings differ from the scenario as it was opened. A list that has got longer or shorter is one.
    #[must_use]
    pub fn changed(&self, values: &Values) -> usize {
        let of_item = |item: &Item| match item {
            Item::One(field) => usize::from(field.differs(values, None)),
            Item::List(list) => {
                let (now, opened) = values.len_of(list.path);
                let entries = (0..now.min(opened))
                    .map(|place| list.fields.iter().filter(|field| field.differs(values, Some(place))).count());
                entries.sum::<usize>() + usize::from(now != opened)
            }
            Item::Changes(list) => usize::from(values.list_differs(list.path)),
        };
        self.items.iter().map(of_item).sum()
    }
}

/// What "More" holds, in a few words: `2 workers · batch 1 · no DLQ`.
#[must_use]
pub fn summary(scenario: &Scenario) -> String {
    let workers = scenario.workers.total();
    let who = match &scenario.lambda {
        Some(lambda) => format!("Lambda · batch {}", lambda.batch),
        None if workers == 1 => format!("1 worker · batch {}", scenario.workers.batch),
        None => format!("{workers} workers · batch {}", scenario.workers.batch),
    };
    let dead = match scenario.queue.max_receive_count {
        Some(count) => format!("DLQ after {count}"),
        None => "no DLQ".to_owned(),
    };
    let kind = if scenario.queue.fifo { "FIFO · " } else { "" };
    format!("{kind}{who} · {dead}")
}

#[cfg(test)]
mod tests;

//! What can be picked on the stage: tokens, ghosts and stacks, each drawn and named.

use yew::prelude::*;

use super::super::element::{Element, circle, group, place, rect, text};
use super::super::stage::{outline, station_class};
use crate::scene::crowd::{Crowd, Stack, worker_title};
use crate::scene::{Rect, Shape, StationKind, Token};
use crate::sim::{MessageIx, Scenario, Trace};

/// Something on the stage that can be picked.
pub struct Spot {
    /// Its name among the others.
    pub key: String,
    /// The message that picking it picks.
    pub message: MessageIx,
    /// Whether that message is picked, or is in the stack.
    pub selected: bool,
    class: String,
    at: AttrValue,
    /// What a screen reader says.
    name: String,
    /// What is written on it.
    label: String,
    parts: Vec<Html>,
}

/// Everything that can be picked, those on their way last.
pub fn spots(scene: &Crowd, trace: &Trace, selected: Option<MessageIx>, scenario: &Scenario) -> Vec<Spot> {
    let mut spots: Vec<Spot> = scene
        .stage
        .tokens
        .iter()
        .map(|token| {
            let is_blocked = matches!(token.shape, Shape::Disc) && scene.blocked.contains(&token.message);
            of_token(token, is_blocked, selected == Some(token.message))
        })
        .collect();
    spots.extend(scene.stacks.iter().map(|stack| of_stack(stack, trace, selected, scenario)));
    spots
}

fn of_token(token: &Token, is_blocked: bool, selected: bool) -> Spot {
    let Token { message, label, at, shape, travels } = token;
    let (shape, parts) = outline(*shape);
    let state = match shape {
        "disc" if is_blocked => "visible, blocked by its group",
        "disc" => "visible",
        "ring" => "in flight",
        "tick" => "deleted",
        "square" => "in the dead-letter queue",
        "half" => "delayed",
        _ => "still worked on without a lease",
    };
    let blocked = if is_blocked { " blocked" } else { "" };
    let travels = if *travels { " travels" } else { "" };
    let at = place(at.x, at.y);
    // A message may have its token and several ghosts.
    let key = if token.is_ghost() {
        let at: String = at.chars().filter(char::is_ascii_digit).collect();
        format!("{label}-ghost-{at}")
    } else {
        label.clone()
    };
    Spot {
        key,
        message: *message,
        selected,
        class: format!("token {shape}{blocked}{travels}"),
        at,
        name: format!("{}, {state}", spoken(label)),
        label: label.clone(),
        parts,
    }
}

fn of_stack(stack: &Stack, trace: &Trace, selected: Option<MessageIx>, scenario: &Scenario) -> Spot {
    let Stack { station, worker, at, count, first, has_selected } = stack;
    let place_of = match (station, worker) {
        (_, Some(worker)) => format!("more with {}", worker_title(scenario, *worker)),
        (StationKind::Delayed, _) => "more delayed".to_owned(),
        (StationKind::Visible, _) => "more visible".to_owned(),
        (StationKind::Deleted, _) => "more deleted".to_owned(),
        _ => "more in the dead-letter queue".to_owned(),
    };
    let name_of = |message: MessageIx| trace.name(message);
    let with = selected.filter(|_| *has_selected).map(name_of);
    let spoken = with.as_ref().map(|with| format!(", {with} among them")).unwrap_or_default();
    let (key, parts) = match worker {
        Some(worker) => (format!("hand-{worker}"), badge(*count, with)),
        None => (format!("stack-{}-{first}", station_class(*station)), pile(*station, *count, with)),
    };
    Spot {
        key,
        message: *first,
        selected: *has_selected,
        class: format!("token stack {}", station_class(*station)),
        at: place(at.x, at.y),
        name: format!("{} {place_of}{spoken}; picks {}", grouped(*count), name_of(*first)),
        label: String::new(),
        parts,
    }
}

impl Spot {
    /// The spot as an option of the list.
    pub fn draw(self, id: AttrValue, is_active: bool) -> Html {
        let mut parts = Vec::with_capacity(4);
        if is_active {
            parts.push(circle("focus-mark", "24"));
        }
        if self.selected && !self.label.is_empty() {
            parts.push(circle("halo", "23"));
        }
        parts.push(group("shape", self.parts));
        if !self.label.is_empty() {
            let is_tick = self.class.starts_with("token tick");
            let (class, written) = if is_tick { ("", self.label.clone()) } else { written(&self.label) };
            // A tick bears no name, but for the one that is picked.
            if !is_tick || self.selected {
                // The middle of the letters, not of the line: the smaller they are, the higher it lies.
                let y = if is_tick {
                    28.0
                } else if class.is_empty() {
                    4.0
                } else {
                    3.5
                };
                parts.push(text(class, 0.0, y, written));
            }
        }
        let names = &[
            "id",
            "class",
            "transform",
            "role",
            "aria-selected",
            "aria-label",
            "data-pick",
            "data-key",
            "data-message",
        ];
        let selected = if self.selected { " selected" } else { "" };
        let values = vec![
            id,
            format!("{}{selected}", self.class).into(),
            self.at,
            "option".into(),
            if self.selected { "true".into() } else { "false".into() },
            self.name.into(),
            self.message.to_string().into(),
            self.key.clone().into(),
            self.label.into(),
        ];
        Element::new("g", names, values).known_as(self.key).holding(parts)
    }
}

/// A message's name as it fits on its token: from `m100` on only the number, and ever smaller.
fn written(label: &str) -> (&'static str, String) {
    match label.len() {
        0..=2 => ("", label.to_owned()),
        3 => ("of-three", label.to_owned()),
        4 => ("of-three", label[1..].to_owned()),
        5 => ("of-four", label[1..].to_owned()),
        _ => ("of-five", label[1..].to_owned()),
    }
}

/// The same as it is read aloud: it has in it what is written.
fn spoken(label: &str) -> String {
    if label.len() > 3 { format!("message {}", &label[1..]) } else { label.to_owned() }
}

/// Three tokens on each other, and how many there are.
fn pile(station: StationKind, count: usize, with: Option<String>) -> Vec<Html> {
    let shape = match station {
        StationKind::Delayed => Shape::HalfDisc,
        StationKind::Deleted => Shape::Tick,
        StationKind::DeadLetters => Shape::Square,
        _ => Shape::Disc,
    };
    let layer = |by: f64| {
        let (class, parts) = outline(shape);
        let values = vec![format!("token {class}").into(), place(by, by * -0.7)];
        Element::new("g", &["class", "transform"], values).holding(parts)
    };
    let words = match with {
        Some(with) => format!("× {} with {with}", grouped(count)),
        None => format!("× {}", grouped(count)),
    };
    vec![layer(5.0), layer(2.5), layer(0.0), text("words", 26.0, 5.0, words)]
}

/// How many more a worker has in its hands.
fn badge(count: usize, with: Option<String>) -> Vec<Html> {
    let words = match with {
        Some(with) if count > 1 => format!("{with} +{}", grouped(count - 1)),
        Some(with) => with,
        None => format!("+{}", grouped(count)),
    };
    let letters = f64::from(u16::try_from(words.len()).unwrap_or(u16::MAX));
    let width = (letters * 7.0 + 12.0).max(26.0);
    let back = Rect { x: 14.0 - width, y: -9.0, width, height: 18.0 };
    // What is to be hit is 24 px high.
    let target = Rect { y: -12.0, height: 24.0, ..back };
    vec![rect("target", target, "9"), rect("badge", back, "9"), text("words", 14.0 - width / 2.0, 4.0, words)]
}

/// A number as it is read: `1,240`.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

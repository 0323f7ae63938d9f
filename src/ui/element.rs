//! Elements that are made by the dozen, or whose class depends on what they show.
//!
//! `html!` writes the making of an element out wherever one stands, and sends every class that is no literal through a set of
//! names. For hundreds of shapes both would cost kilobytes. So `html!` is for what stands on the page once, and [`Element`]
//! for the rest: the shapes of the drawings, the lines of the log, buttons and sliders. Its parts are plain data.

use std::rc::Rc;

use web_sys::Event;
use yew::prelude::*;
use yew::virtual_dom::{AttributeOrProperty, Attributes, Key, Listener, ListenerKind, VList, VTag, VText};

use super::browser::px;
use crate::scene::Rect;

/// An element under construction.
pub struct Element(VTag);

impl Element {
    /// An element with these attributes, of which those that are empty are left out.
    pub fn new(tag: &'static str, names: &'static [&'static str], values: Vec<AttrValue>) -> Self {
        let given = |value: AttrValue| (!value.is_empty()).then_some(AttributeOrProperty::Attribute(value));
        let mut element = VTag::new(tag);
        element.set_attributes(Attributes::Dynamic { keys: names, values: values.into_iter().map(given).collect() });
        Self(element)
    }

    /// The same with something in it.
    pub fn holding(mut self, children: Vec<Html>) -> Html {
        if let Some(inside) = self.0.children_mut() {
            *inside = all(children);
        }
        self.done()
    }

    /// The same with a text in it.
    pub fn saying(self, text: impl Into<AttrValue>) -> Html {
        self.holding(vec![VText::new(text).into()])
    }

    /// The same with a name among its neighbours, by which the next drawing finds it.
    pub fn known_as(mut self, key: impl Into<Key>) -> Self {
        self.0.key = Some(key.into());
        self
    }

    /// The same where it can be found.
    pub fn found_by(mut self, place: &NodeRef) -> Self {
        self.0.node_ref = place.clone();
        self
    }

    /// The same, of an input, with its value.
    pub fn with_value(mut self, value: impl Into<AttrValue>) -> Self {
        self.0.set_value(value.into());
        self
    }

    /// The same with something that it does on an event.
    pub fn on(mut self, what: On, act: impl Fn(Event) + 'static) -> Self {
        self.0.add_listener(Rc::new(Reaction { what, act: Box::new(act) }));
        self
    }

    /// The finished element.
    pub fn done(self) -> Html {
        self.0.into()
    }
}

/// The events that elements listen for.
#[derive(Copy, Clone)]
pub enum On {
    Click,
    Input,
    Change,
    KeyDown,
}

/// What an element does on an event.
struct Reaction {
    what: On,
    act: Box<dyn Fn(Event)>,
}

impl Listener for Reaction {
    fn kind(&self) -> ListenerKind {
        match self.what {
            On::Click => ListenerKind::onclick,
            On::Input => ListenerKind::oninput,
            On::Change => ListenerKind::onchange,
            On::KeyDown => ListenerKind::onkeydown,
        }
    }

    fn handle(&self, event: Event) {
        (self.act)(event);
    }

    fn passive(&self) -> bool {
        false
    }
}

/// Several, as one.
pub fn all(parts: Vec<Html>) -> Html {
    VList::with_children(parts, None).into()
}

/// A group of a drawing.
pub fn group(class: impl Into<AttrValue>, parts: Vec<Html>) -> Html {
    Element::new("g", &["class"], vec![class.into()]).holding(parts)
}

pub fn rect(class: &'static str, at: Rect, radius: &'static str) -> Html {
    filled_rect(class, at, radius, AttrValue::default())
}

/// A rectangle that is filled with something which the style sheet cannot know.
pub fn filled_rect(class: &'static str, at: Rect, radius: &'static str, fill: AttrValue) -> Html {
    let values = vec![class.into(), px(at.x), px(at.y), px(at.width), px(at.height), radius.into(), fill];
    Element::new("rect", &["class", "x", "y", "width", "height", "rx", "fill"], values).done()
}

pub fn circle(class: &'static str, radius: &'static str) -> Html {
    Element::new("circle", &["class", "r"], vec![class.into(), radius.into()]).done()
}

/// A line from top to bottom.
pub fn upright(x: f64, top: f64, bottom: f64) -> Html {
    Element::new("line", &["x1", "x2", "y1", "y2"], vec![px(x), px(x), px(top), px(bottom)]).done()
}

pub fn path(class: &'static str, outline: impl Into<AttrValue>) -> Html {
    Element::new("path", &["class", "d"], vec![class.into(), outline.into()]).done()
}

pub fn text(class: &'static str, x: f64, y: f64, text: impl Into<AttrValue>) -> Html {
    Element::new("text", &["class", "x", "y"], vec![class.into(), px(x), px(y)]).saying(text)
}

/// A picture of one line on a control.
pub fn icon(class: &'static str, outline: &'static str) -> Html {
    html! { <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">{ path(class, outline) }</svg> }
}

/// A place in a drawing, for `transform`.
pub fn place(x: f64, y: f64) -> AttrValue {
    format!("translate({} {})", px(x), px(y)).into()
}

/// A button that does one thing, with a name where its content is none.
pub fn button<A: Clone + 'static>(class: &'static str, name: &'static str, act: &Callback<A>, action: A) -> Element {
    let act = act.clone();
    Element::new("button", &["class", "aria-label", "title"], vec![class.into(), name.into(), name.into()])
        .on(On::Click, move |_| act.emit(action.clone()))
}

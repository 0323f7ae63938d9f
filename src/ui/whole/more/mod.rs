//! All settings that a newcomer need not see, in groups that unfold.

mod changes;
mod desk;
mod knob;
mod list;

use web_sys::HtmlElement;
use yew::prelude::*;

pub use desk::{Desk, use_desk};

use self::changes::Changes;
use self::knob::Knob;
use self::list::Entries;
use super::super::player::Shared;
use super::super::settings::more::{GROUPS, Group, Item, Values, at, summary};
use crate::sim::Scenario;

#[derive(Properties, PartialEq)]
pub struct MoreProps {
    /// The scenario as it was opened.
    pub opened: Shared<Scenario>,
    /// What is set.
    pub scenario: Shared<Scenario>,
    pub desk: Desk,
}

/// The settings.
#[component]
pub fn More(props: &MoreProps) -> Html {
    let MoreProps { opened, scenario, desk } = props;
    // What is folded is not in the document: there are more than a hundred settings.
    let (place, open, on_toggle) = use_unfolded();
    let values =
        use_memo((scenario.clone(), opened.clone()), |(scenario, opened)| Shared::new(Values::of(scenario, opened)));
    let values = (*values).clone();
    let changed: usize = GROUPS.iter().map(|group| group.changed(&values)).sum();
    let groups = || {
        GROUPS
            .iter()
            .map(|group| html! { <GroupView key={group.id} {group} {scenario} values={values.clone()} {desk} /> })
    };
    html! {
        <details class="more" ref={place} ontoggle={on_toggle}>
            <summary>{ "More" }<small>{ summary(scenario) }</small>{ mark(changed) }</summary>
            if open {
                { for groups() }
            }
        </details>
    }
}

/// Whether details are unfolded, and what notes it.
#[hook]
fn use_unfolded() -> (NodeRef, bool, Callback<Event>) {
    let (place, open) = (use_node_ref(), use_state_eq(|| false));
    let on_toggle = {
        let (place, set) = (place.clone(), open.setter());
        Callback::from(move |_| {
            // Whichever details told it: those within do so, too.
            if let Some(details) = place.cast::<HtmlElement>() {
                set.set(details.has_attribute("open"));
            }
        })
    };
    (place, *open, on_toggle)
}

/// How many settings differ from the scenario as it was opened.
fn mark(changed: usize) -> Html {
    html! {
        if changed > 0 {
            <small class="changed">{ format!("{changed} changed") }</small>
        }
    }
}

#[derive(Properties, PartialEq)]
struct GroupProps {
    group: &'static Group,
    scenario: Shared<Scenario>,
    values: Shared<Values>,
    desk: Desk,
}

#[component]
fn GroupView(props: &GroupProps) -> Html {
    let GroupProps { group, scenario, values, desk } = props;
    let (place, open, on_toggle) = use_unfolded();
    let item = |item: &'static Item| match item {
        Item::One(field) if field.is_there(scenario, values, None) => {
            let value = at(&values.now, field.path).cloned();
            let was = field.differs(values, None).then(|| field.before(values, None));
            html! { <Knob key={field.path} {field} {value} {was} desk={desk.clone()} /> }
        }
        Item::One(_) => Html::default(),
        Item::List(list) => html! { <Entries key={list.path} {list} {scenario} {values} {desk} /> },
        Item::Changes(list) => html! { <Changes key={list.path} {list} {scenario} {values} {desk} /> },
    };
    html! {
        <details class="group" ref={place} ontoggle={on_toggle}>
            <summary>{ group.name }<small>{ group.about }</small>{ mark(group.changed(values)) }</summary>
            if open {
                <div class="setters">{ for group.items.iter().map(item) }</div>
            }
        </details>
    }
}

//! The library: the chooser of scenarios, and what it fetches from beside the page, which is the list and each scenario that is
//! chosen. The page opens without either.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{HtmlOptionElement, HtmlSelectElement, XmlHttpRequest};
use yew::prelude::*;

use super::super::browser::when;
use super::super::player::Shared;
use super::super::session::{Action, Choice};

#[derive(Properties, PartialEq)]
pub struct ChooserProps {
    pub choice: Shared<Choice>,
    pub act: Callback<Action>,
}

/// The chooser.
#[component]
pub fn Chooser(props: &ChooserProps) -> Html {
    let ChooserProps { choice, act } = props;
    let select = use_node_ref();
    let follows = (select.clone(), act.clone());
    use_effect_with(choice.clone(), move |choice| {
        let (select, act) = follows;
        if let Some(select) = select.cast::<HtmlSelectElement>() {
            follow(&select, choice, &act);
        }
    });
    let on_choose = when(act, |event: Event| {
        let select: HtmlSelectElement = event.target_dyn_into()?;
        Some(Action::Choose(select.value().into()))
    });
    let Choice { opened, chosen, .. } = &**choice;
    html! {
        <label class="chooser">
            <span>{ "Scenario" }</span>
            <select ref={select} onchange={on_choose} aria-busy={(opened != chosen).then_some("true")} />
        </label>
    }
}

/// Lets the chooser show what is chosen, and fetches what is chosen and not open.
fn follow(select: &HtmlSelectElement, choice: &Choice, act: &Callback<Action>) {
    let Choice { scenario, opened, chosen, .. } = choice;
    if select.length() == 0 {
        // Until the list is there, which is a piece of a page: the browser reads it in less code than there would be here.
        fetch("index.html", chosen, act, Some(select.clone()));
        hold(select, opened, &scenario.title);
    }
    // The browser has changed what is selected before it is there, and it may not come.
    select.set_value(chosen);
    if opened == chosen {
        hold(select, chosen, &scenario.title);
    }
    if opened != chosen {
        fetch(&format!("{chosen}.json"), chosen, act, None);
    }
}

/// Lets the chooser show one that is not of the library, too, as what was kept over a reload.
fn hold(select: &HtmlSelectElement, name: &str, title: &str) {
    if select.value() != name
        && let Ok(option) = HtmlOptionElement::new_with_text_and_value(title, name)
    {
        let _ = select.prepend_with_node_1(&option);
        select.set_value(name);
    }
}

/// Fetches a file of the library: the list for this chooser, or what is chosen, to be opened.
fn fetch(file: &str, chosen: &Rc<str>, act: &Callback<Action>, list: Option<HtmlSelectElement>) {
    let path = format!("scenarios/{file}");
    // In less code than a promise takes.
    let request = XmlHttpRequest::new().expect("the browser has XMLHttpRequest");
    request.open("GET", &path).expect("a page may ask for its own files");
    let (answer, chosen, act) = (request.clone(), chosen.clone(), act.clone());
    let on_end = Closure::once_into_js(move || {
        let text = answer.response_text().ok().flatten().unwrap_or_default();
        let status = answer.status().unwrap_or_default();
        match list {
            _ if status != 200 => {
                let why = if status == 0 { "no answer".to_owned() } else { format!("answer {status}") };
                act.emit(Action::Miss(chosen, format!("{path} cannot be had: {why}.")));
            }
            Some(list) => {
                let shown = list.query_selector("option:checked").ok().flatten();
                let title = shown.and_then(|option| option.text_content()).unwrap_or_default();
                let selected = list.value();
                list.set_inner_html(&text);
                list.set_value(&selected);
                hold(&list, &selected, &title);
            }
            None => act.emit(Action::Open(chosen, text)),
        }
    });
    request.set_onloadend(Some(on_end.unchecked_ref()));
    request.send().expect("a request that was opened");
}

//! The event log: what to see of it, and its lines.

use web_sys::{HtmlElement, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::super::browser::use_uid;
use super::super::element::Element;
use super::super::player::{Run, Shared};
use super::PanelProps;
use super::calm::{READ_MS, use_calm};
use super::lines::Lines;
use crate::explain::{Filter, Log, Topic, message_named, worker_name};
use crate::queue::Millis;
use crate::sim::{MessageIx, WorkerIx};

/// What a reader asked to see, as it was typed and chosen.
#[derive(Clone, Debug, Default, PartialEq)]
struct Wanted {
    message: AttrValue,
    worker: Option<WorkerIx>,
    topic: Option<Topic>,
}

impl Wanted {
    /// The same as a filter of a run, and what is wrong with it. What the run has not does not narrow it down.
    fn of(&self, run: &Run) -> (Filter, Option<String>) {
        let (message, complaint) = match message_named(&self.message, &run.trace) {
            Ok(message) => (message, None),
            Err(why) => (None, Some(why)),
        };
        let worker = self.worker.filter(|&worker| (worker as usize) < run.trace.workers.len());
        (Filter { message, worker, topic: self.topic }, complaint)
    }
}

/// The event log.
#[component]
pub fn LogPanel(props: &PanelProps) -> Html {
    let PanelProps { run, t, selected, playing, act } = props;
    let t = use_calm(*t, *playing, READ_MS);
    let wanted = use_state_eq(Wanted::default);
    let follows = use_state_eq(|| true);
    let place = use_node_ref();
    let all = use_memo(run.clone(), |run| Shared::new(Log::of(&run.trace)));
    let (filter, complaint) = wanted.of(run);
    let log = use_memo(((*all).clone(), run.clone(), filter), |(all, run, filter)| {
        if filter.is_open() { all.clone() } else { Shared::new(all.only(&run.trace, *filter)) }
    });
    let shown = log.lines_by(&run.trace, t);
    // All lines of the instant of the last one are of now.
    let now = shown.checked_sub(1).map(|last| log.at(&run.trace, last));
    let past = now.and_then(|now| now.0.checked_sub(1)).map_or(0, |before| log.lines_by(&run.trace, Millis(before)));

    let want = use_callback(wanted.setter(), |wanted: Wanted, set| set.set(wanted));
    let on_roam = use_callback(follows.setter(), |(), set| set.set(false));
    let on_return = {
        let (set, place) = (follows.setter(), place.clone());
        Callback::from(move |_: MouseEvent| {
            set.set(true);
            // The button goes, and the focus with it.
            focus(&place);
        })
    };
    html! {
        <div class="log">
            <Filters
                run={run.clone()} {selected} place={place.clone()} wanted={(*wanted).clone()} {complaint} lines={(log.len(), all.len())}
                {want}
            />
            <div class="listing">
                <Lines
                    run={run.clone()} log={(*log).clone()} {place} {shown} {past} follows={*follows}
                    {on_roam} {act}
                />
                if !*follows {
                    <button class="button return" onclick={on_return}>{ "Back to now" }</button>
                }
            </div>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct FiltersProps {
    run: Shared<Run>,
    selected: Option<MessageIx>,
    /// Where the lines are.
    place: NodeRef,
    wanted: Wanted,
    /// What is wrong with it.
    complaint: Option<String>,
    /// How many lines there are, and of how many.
    lines: (usize, usize),
    want: Callback<Wanted>,
}

/// What to see, and how much that is. Drawn when it changes, not once a frame.
#[component]
fn Filters(props: &FiltersProps) -> Html {
    let FiltersProps { run, wanted, complaint, lines: (lines, all), .. } = props;
    let (id, complaint_id) = (use_uid("log-message"), use_uid("log-complaint"));
    let on_message = wanting(props, |wanted, event: InputEvent| {
        wanted.message = event.target_unchecked_into::<HtmlInputElement>().value().into();
    });
    let workers = use_memo(run.trace.workers.len(), |&count| {
        let workers = (0..count).filter_map(|worker| WorkerIx::try_from(worker).ok());
        workers.map(|worker| worker_name(worker).into()).collect::<Vec<AttrValue>>()
    });
    let worker = wanted.worker.map(|worker| worker as usize).filter(|&worker| worker < workers.len());
    let on_worker = wanting(props, |wanted, nth: Option<usize>| {
        wanted.worker = nth.and_then(|nth| WorkerIx::try_from(nth).ok());
    });
    let topics = Topic::ALL.map(|topic| topic.name().into()).to_vec();
    let topic = Topic::ALL.iter().position(|&topic| wanted.topic == Some(topic));
    let on_topic = wanting(props, |wanted, nth: Option<usize>| {
        wanted.topic = nth.and_then(|nth| Topic::ALL.get(nth).copied());
    });
    let has_messages = run.trace.messages.len() > 1;
    html! {
        <>
            <div class="filters" role="group" aria-label="Which lines to show">
                if has_messages || !wanted.message.is_empty() {
                    <label for={id.clone()}>{ "Message" }</label>
                    <input
                        {id} type="text" size="7" placeholder="all" autocomplete="off" spellcheck="false"
                        value={wanted.message.clone()} oninput={on_message}
                        aria-invalid={complaint.is_some().then_some("true")}
                        aria-describedby={complaint.is_some().then(|| complaint_id.clone())}
                    />
                }
                if has_messages {
                    { only_selected(props) }
                }
                if workers.len() > 1 {
                    <OneOf label="Worker" names={(*workers).clone()} chosen={worker} choose={on_worker} />
                }
                <OneOf label="Kind" names={topics} chosen={topic} choose={on_topic} />
                if *wanted != Wanted::default() {
                    { shortcut(props, "All lines".into(), |wanted| *wanted = Wanted::default()) }
                }
                <p class="count" role="status">{ counted(*lines, *all) }</p>
            </div>
            if let Some(complaint) = complaint {
                <p class="complaint" id={complaint_id} role="alert">{ complaint }</p>
            }
        </>
    }
}

/// What changes something of what is wanted.
fn wanting<E: 'static>(props: &FiltersProps, change: impl Fn(&mut Wanted, E) + 'static) -> Callback<E> {
    let (wanted, want) = (props.wanted.clone(), props.want.clone());
    Callback::from(move |event| {
        let mut changed = wanted.clone();
        change(&mut changed, event);
        want.emit(changed);
    })
}

/// The offer to see only the message that is picked out, unless that is so.
fn only_selected(props: &FiltersProps) -> Html {
    let FiltersProps { run, selected, wanted, .. } = props;
    let name = selected.map(|message| AttrValue::from(run.trace.name(message)));
    match name.filter(|name| name.as_str() != wanted.message.as_str().trim()) {
        Some(name) => shortcut(props, format!("Only {name}").into(), move |wanted| wanted.message = name.clone()),
        None => Html::default(),
    }
}

/// A button that changes what is wanted, and then goes: the focus is on the lines afterwards.
fn shortcut(props: &FiltersProps, label: AttrValue, change: impl Fn(&mut Wanted) + 'static) -> Html {
    let place = props.place.clone();
    let on_click = wanting(props, move |wanted, _: MouseEvent| {
        change(wanted);
        focus(&place);
    });
    html! { <button class="button" onclick={on_click}>{ label }</button> }
}

fn focus(place: &NodeRef) {
    if let Some(list) = place.cast::<HtmlElement>() {
        let _ = list.focus();
    }
}

/// How much of the log is shown.
fn counted(lines: usize, all: usize) -> String {
    match (lines, all) {
        (_, 0) => "Nothing happens in this run".to_owned(),
        (0, all) => format!("None of {all} lines"),
        (1, 1) => "1 line".to_owned(),
        (lines, all) if lines == all => format!("{all} lines"),
        (lines, all) => format!("{lines} of {all} lines"),
    }
}

#[derive(Properties, PartialEq)]
struct OneOfProps {
    label: &'static str,
    names: Vec<AttrValue>,
    chosen: Option<usize>,
    choose: Callback<Option<usize>>,
}

/// A choice of one of some names, or all of them.
#[component]
fn OneOf(props: &OneOfProps) -> Html {
    let OneOfProps { label, names, chosen, choose } = props;
    let (id, place) = (use_uid("log-filter"), use_node_ref());
    // An option's attribute no longer counts once a reader has chosen.
    let value = chosen.map_or_else(String::new, |nth| nth.to_string());
    {
        let place = place.clone();
        use_effect_with((value, names.len()), move |(value, _)| {
            if let Some(select) = place.cast::<HtmlSelectElement>() {
                select.set_value(value);
            }
        });
    }
    let on_change = choose.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        select.value().parse().ok()
    });
    let option = |(nth, name): (usize, &AttrValue)| {
        Element::new("option", &["value"], vec![nth.to_string().into()]).saying(name.clone())
    };
    html! {
        <>
            <label for={id.clone()}>{ *label }</label>
            <select {id} ref={place} onchange={on_change}>
                <option value="">{ "all" }</option>
                { for names.iter().enumerate().map(option) }
            </select>
        </>
    }
}

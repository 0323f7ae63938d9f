//! The settings: three sliders for everyone, the rest behind "More".

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::browser::when;
use super::session::{Action, Run, Shared};
use super::slider::{Slider, Unit};
use super::verdict::glued;
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis, StaleDelete};
use crate::sim::{Change, Scenario};

const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
const FOURTEEN_DAYS: u64 = 14 * 24 * HOUR;
const MAX_TIMEOUT: u64 = MAX_VISIBILITY_TIMEOUT * SECOND;

#[derive(Properties, PartialEq)]
pub struct ControlsProps {
    pub run: Shared<Run>,
    /// Whether any setting differs from the scenario as it was opened, which is what its text is about.
    pub changed: bool,
    pub act: Callback<Action>,
}

#[component]
pub fn Controls(props: &ControlsProps) -> Html {
    let scenario = &props.run.scenario;
    let Scenario { queue, workers, .. } = scenario;
    let change = |make: fn(Option<u64>) -> Option<Change>| {
        when(&props.act, move |value| make(value).map(|change| Action::Change(vec![change])))
    };
    let heartbeat = workers.heartbeat.as_ref().map(|heartbeat| heartbeat.every.0);
    html! {
        <section class="card controls" aria-label="Settings">
            <p class="about">
                if props.changed {
                    <b>{ "As it was opened: " }</b>
                }
                { glued(&scenario.about) }
            </p>
            <div class="settings">
                <Slider
                    name="Visibility timeout" hint="how long a receive hides a message" class="lease"
                    unit={Unit::Seconds} low={0} high={MAX_TIMEOUT} value={Some(queue.visibility_timeout.0)}
                    on_change={change(|value| value.map(|ms| Change::VisibilityTimeout(Millis(ms))))}
                />
                <Slider
                    name="Job duration" hint="how long the worker needs" class="job"
                    unit={Unit::Time} low={1} high={FOURTEEN_DAYS} reach={(SECOND, 24 * HOUR)} value={Some(workers.job.typical().0)}
                    on_change={change(|value| value.map(|ms| Change::Job(Millis(ms))))}
                />
                <Slider
                    name="Heartbeat every" hint="extends the lease while the job runs" class="beat"
                    unit={Unit::Time} low={1} high={FOURTEEN_DAYS} reach={(SECOND, 12 * HOUR)} value={heartbeat} off="off"
                    on_change={change(|value| Some(Change::HeartbeatEvery(value.map(Millis))))}
                />
            </div>
            <More run={props.run.clone()} act={props.act.clone()} />
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct MoreProps {
    run: Shared<Run>,
    act: Callback<Action>,
}

/// The settings that a newcomer need not see.
#[component]
fn More(props: &MoreProps) -> Html {
    let Scenario { queue, workers, crashes, .. } = &props.run.scenario;
    let change = |make: fn(Option<u64>) -> Option<Change>| {
        when(&props.act, move |value| make(value).map(|change| Action::Change(vec![change])))
    };
    let on_stale_delete = props.act.reform(|event: Event| {
        let removes = event.target_unchecked_into::<HtmlSelectElement>().value() == "removes";
        let choice = if removes { StaleDelete::Removes } else { StaleDelete::Keeps };
        Action::Change(vec![Change::StaleDelete(choice)])
    });
    let count = workers.count;
    let attempts = queue.max_receive_count.map(i64::unsigned_abs);
    let summary = format!(
        "{count} worker{} · {}",
        if count == 1 { "" } else { "s" },
        attempts.map_or("no DLQ".to_owned(), |count| format!("DLQ after {count}"))
    );
    let sets = workers.heartbeat.as_ref().and_then(|heartbeat| heartbeat.sets).map(|sets| sets.0);
    html! {
        <details class="more">
            <summary>{ "More" }<small>{ summary }</small></summary>
            <div class="settings">
                <Slider
                    name="Workers" hint="each polls the queue and works on one message at a time"
                    unit={Unit::Count} low={1} high={1000} reach={(1, 20)} value={Some(u64::from(count))}
                    on_change={change(|value| Some(Change::WorkerCount(u32::try_from(value?).ok()?)))}
                />
                <Slider
                    name="Max receive count" hint="the receive after that moves the message to the dead-letter queue" class="dead"
                    unit={Unit::Count} low={1} high={1000} value={attempts} off="no limit"
                    on_change={change(|value| Some(Change::MaxReceiveCount(value.and_then(|count| i64::try_from(count).ok()))))}
                />
                if workers.heartbeat.is_some() {
                    <Slider
                        name="A heartbeat sets" hint="the timeout that it asks for, counted from then" class="beat"
                        unit={Unit::Seconds} low={0} high={MAX_TIMEOUT} value={sets} off="the timeout"
                        on_change={change(|value| Some(Change::HeartbeatSets(value.map(Millis))))}
                    />
                }
                <Slider
                    name="Worker-1 crashes after" hint="so long into its first job; it never comes back" class="trouble"
                    unit={Unit::Time} low={0} high={FOURTEEN_DAYS} reach={(0, 12 * HOUR)} off="never"
                    value={crashes.first().map(|crash| crash.after.0)}
                    on_change={change(|value| Some(Change::Crash(value.map(Millis))))}
                />
                <label class="choice">
                    <span>{ "A delete with an old receipt" }</span>
                    <select onchange={on_stale_delete}>
                        <option value="keeps" selected={queue.stale_delete == StaleDelete::Keeps}>{ "removes nothing" }</option>
                        <option value="removes" selected={queue.stale_delete == StaleDelete::Removes}>{ "removes the message" }</option>
                    </select>
                    <small class="hint">{ "answers 200 either way; SQS promises neither" }</small>
                </label>
            </div>
        </details>
    }
}

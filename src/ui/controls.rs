//! The settings: three sliders for everyone, the rest behind "More".

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::session::{Action, Run};
use super::settings::{MAIN, MORE, Setting};
use super::slider::Slider;
use super::verdict::glued;
use crate::queue::StaleDelete;
use crate::sim::{Change, Scenario};

/// `changed` says whether any setting differs from the scenario as it was opened, which is what its text is about.
pub fn controls(run: &Run, changed: bool, act: &Callback<Action>) -> Html {
    let scenario = &run.scenario;
    html! {
        <section class="card controls" aria-label="Settings">
            <p class="about">
                if changed {
                    <b>{ "As it was opened: " }</b>
                }
                { glued(&scenario.about) }
            </p>
            <div class="settings">{ sliders(&MAIN, scenario, act) }</div>
            { more(scenario, act) }
        </section>
    }
}

/// The sliders of those settings that mean anything in the scenario.
fn sliders(settings: &'static [Setting], scenario: &Scenario, act: &Callback<Action>) -> Vec<Html> {
    let applying = settings.iter().filter(|setting| (setting.applies)(scenario));
    let slider = |setting: &'static Setting| {
        html! { <Slider key={setting.id} {setting} value={(setting.get)(scenario)} {act} /> }
    };
    applying.map(slider).collect()
}

fn more(scenario: &Scenario, act: &Callback<Action>) -> Html {
    let Scenario { queue, workers, .. } = scenario;
    let on_stale_delete = act.reform(|event: Event| {
        let removes = event.target_unchecked_into::<HtmlSelectElement>().value() == "removes";
        let choice = if removes { StaleDelete::Removes } else { StaleDelete::Keeps };
        Action::Change(vec![Change::StaleDelete(choice)])
    });
    let count = workers.count;
    let plural = if count == 1 { "" } else { "s" };
    let dlq = queue.max_receive_count.map_or("no DLQ".to_owned(), |count| format!("DLQ after {count}"));
    let removes = queue.stale_delete == StaleDelete::Removes;
    html! {
        <details class="more">
            <summary>{ "More" }<small>{ format!("{count} worker{plural} · {dlq}") }</small></summary>
            <div class="settings">
                <>{ sliders(&MORE, scenario, act) }</>
                <label class="choice">
                    <span>{ "A delete with an old receipt" }</span>
                    <select onchange={on_stale_delete}>
                        <option value="keeps" selected={!removes}>{ "removes nothing" }</option>
                        <option value="removes" selected={removes}>{ "removes the message" }</option>
                    </select>
                    <small class="hint">{ "answers 200 either way; SQS promises neither" }</small>
                </label>
            </div>
        </details>
    }
}

//! A case: a timed script of SQS calls and what each must answer.
//!
//! ```json
//! {
//!   "name": "standard_delete_with_lapsed_receipt_removes",
//!   "rules": ["R28"],
//!   "source": "where the expected answers come from, and whether AWS was seen to give them",
//!   "queues": { "q": { "VisibilityTimeout": 1 } },
//!   "steps": [
//!     { "at": 0, "call": "SendMessage", "queue": "q", "MessageBody": "A" },
//!     { "at": 0, "call": "ReceiveMessage", "queue": "q", "as": "r1", "expect": { "Messages": [{ "Body": "A" }] } },
//!     { "at": 1, "call": "DeleteMessage", "queue": "q", "ReceiptHandle": "$r1.0" },
//!     { "at": 1, "call": "ReceiveMessage", "queue": "q", "expect": { "Messages": [] } }
//!   ]
//! }
//! ```
//!
//! - Calls, parameters, attributes and error codes bear their AWS names; where AWS takes an ARN, there is a queue's name. Times
//!   are seconds with at most three decimals. `settings` are the machine's own: `StaleDelete`, `InFlightLimit`, `FifoWindow` and,
//!   for what happens by chance, `Seed` and the chances in a million `ShortPollMiss`, `SecondDelivery` and `LostDelete`.
//! - A queue in `queues` with `FifoQueue` needs no `.fifo` at the end of its name.
//! - Attributes of a queue stand in `Attributes`, as in AWS's own calls and answers, or by themselves.
//! - `GetMetrics` is no call of SQS, but this runner's own: it answers what CloudWatch would show of the queue at that instant,
//!   by the names of the metrics.
//! - A step with nothing but `at` lets time pass. A receive that waits is answered while later steps go on; `returns_at` says
//!   when.
//! - A long `MessageBody` may be written as `{ "repeat": "x", "times": 1048576 }`.
//! - `as` names an answer. `$r1.0` is the receipt handle of its first message, `$r1.0.Body` another field of that message, and
//!   `$s1.MessageId` a field of the answer itself, as deep as need be. `$b1.a.MessageId` is a field of the entry `a` of a batch.
//!   Any other text is taken as it stands.
//! - `expect` lists what is compared: see [`super::matcher`]. Without it the call may answer anything but an error. Its own words
//!   are `error` (with `code`, `status` and `contains`), `unordered` beside a list, `not` for fields that must differ, and `any`
//!   for a list of alternatives. The entries of a batch are compared by their `Id`, and one of which only that is said may be a
//!   mere text; a failed one has `code`, `SenderFault` and `contains`.
//! - Whatever is not known is an error, so that no mistake in a case passes unseen.

use std::collections::{BTreeMap, BTreeSet};

use inflight::queue::{Chance, Millis, Settings, Sqs, StaleDelete};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::attributes::{self, Attributes};
use super::bad_input::BadInput;
use super::call::{self, Call};
use super::json;
use super::reference;
use super::shape;
use super::value::Seconds;

/// A case, checked as far as it can be before it runs.
#[derive(Debug)]
pub struct Case {
    /// What it is called.
    pub name: String,
    /// Its queues, as they are before the first step.
    pub sqs: Sqs,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

/// One thing that happens.
#[derive(Debug)]
pub struct Step {
    /// When.
    pub at: Millis,
    /// What; without it, time passes.
    pub action: Option<Action>,
}

/// A call, and what must come of it.
#[derive(Debug)]
pub struct Action {
    /// The call's name.
    pub call: String,
    /// The queue's name.
    pub queue: String,
    /// The arguments, in which references stand for what is not known before the case runs.
    pub arguments: Map<String, Value>,
    /// What its answer is called.
    pub name: Option<String>,
    /// What the answer must hold, at least.
    pub expectation: Map<String, Value>,
    /// When the answer must come.
    pub returns_at: Option<Millis>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a case, which is an object")]
struct CaseFile {
    name: String,
    #[serde(default, rename = "rules")]
    _rules: Vec<String>,
    #[serde(default, rename = "source")]
    _source: String,
    #[serde(default)]
    settings: SettingsInFile,
    #[serde(default)]
    queues: BTreeMap<String, Attributes>,
    steps: Vec<Value>,
}

/// The machine's switches.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "PascalCase")]
struct SettingsInFile {
    stale_delete: StaleDelete,
    in_flight_limit: usize,
    fifo_window: usize,
    seed: u64,
    short_poll_miss: u32,
    second_delivery: u32,
    lost_delete: u32,
}

impl Default for SettingsInFile {
    fn default() -> Self {
        let Settings { stale_delete, in_flight_limit, fifo_window, chance } = Settings::default();
        let Chance { seed, short_poll_miss, second_delivery, lost_delete } = chance;
        Self { stale_delete, in_flight_limit, fifo_window, seed, short_poll_miss, second_delivery, lost_delete }
    }
}

impl SettingsInFile {
    fn for_machine(&self) -> Settings {
        let &Self { stale_delete, in_flight_limit, fifo_window, seed, short_poll_miss, second_delivery, lost_delete } =
            self;
        let chance = Chance { seed, short_poll_miss, second_delivery, lost_delete };
        Settings { stale_delete, in_flight_limit, fifo_window, chance }
    }
}

#[derive(Deserialize)]
#[serde(expecting = "a step, which is an object")]
struct StepInFile {
    at: Seconds,
    call: Option<String>,
    queue: Option<String>,
    #[serde(rename = "as")]
    name: Option<String>,
    expect: Option<Map<String, Value>>,
    returns_at: Option<Seconds>,
    /// What else the step says, which only its call knows.
    #[serde(flatten)]
    arguments: Map<String, Value>,
}

impl Case {
    /// Reads a case file.
    pub fn parse(text: &str) -> Result<Self, BadInput> {
        let CaseFile { name, settings, queues, steps, .. } = json::from_text(text)?;
        let sqs = create(&queues, settings.for_machine())?;
        let steps =
            steps.into_iter().enumerate().map(|(place, step)| Step::parse(step).map_err(|bad| at_step(place, bad)));
        let steps = steps.collect::<Result<Vec<_>, _>>()?;
        check_order(&steps)?;
        check_references(&steps)?;
        Ok(Self { name, sqs, steps })
    }
}

impl Step {
    fn parse(step: Value) -> Result<Self, BadInput> {
        let StepInFile { at: Seconds(at), call, queue, name, mut expect, returns_at, mut arguments } =
            json::from_value(step)?;
        let Some(call) = call else {
            let is_bare = queue.is_none() && name.is_none() && expect.is_none() && returns_at.is_none();
            if is_bare && arguments.is_empty() {
                return Ok(Self { at, action: None });
            }
            return Err(BadInput::new("missing field `call`; expected it, or nothing but `at`"));
        };
        call::normalize(&call, &mut arguments, expect.as_mut());
        let parsed = Call::parse(&call, arguments.clone())?;
        let queue = parsed.queue_name().map(str::to_owned).or(queue);
        let queue = queue.ok_or_else(|| BadInput::new("missing field `queue`; expected the name of a queue"))?;
        if let Some(name) = name.as_deref().filter(|name| !reference::is_name(name)) {
            return Err(BadInput::new(format_args!(
                "field as: \"{name}\" is no name; expected letters, digits, - and _"
            )));
        }
        let expectation = expect.unwrap_or_default();
        shape::check(&expectation, parsed.answer_fields()).map_err(|bad| bad.at("field expect"))?;
        let returns_at = returns_at.map(|Seconds(at)| at);
        Ok(Self { at, action: Some(Action { call, queue, arguments, name, expectation, returns_at }) })
    }
}

fn at_step(place: usize, bad: BadInput) -> BadInput {
    bad.at(format_args!("step {}", place + 1))
}

/// Creates all queues before the first policy, which may name any of them; and lets dead-letter queues say which sources they
/// allow before these name them.
fn create(queues: &BTreeMap<String, Attributes>, settings: Settings) -> Result<Sqs, BadInput> {
    let mut sqs = Sqs::new(settings);
    let at_queue = |name: &str, error| BadInput::new(error).at(format_args!("field queues.{name}"));
    for (name, attributes) in queues {
        let known = if attributes.is_fifo() { attributes::with_suffix(name) } else { name.clone() };
        if sqs.queue(&known).is_some() {
            return Err(BadInput::new(format_args!("field queues: two queues are called {known}")));
        }
        let created = sqs.create_queue(Millis::ZERO, &known, &attributes.without_policies());
        created.map_err(|error| at_queue(name, error))?;
    }
    for change_of in [Attributes::without_redrive, Attributes::for_machine] {
        for (name, attributes) in queues {
            let change = change_of(attributes, &sqs).map_err(|error| at_queue(name, error))?;
            let queue = attributes::queue(&sqs, name).expect("it was just created");
            sqs.set_queue_attributes(Millis::ZERO, queue, &change).map_err(|error| at_queue(name, error))?;
        }
    }
    Ok(sqs)
}

/// Time runs forwards.
fn check_order(steps: &[Step]) -> Result<(), BadInput> {
    let late = steps.windows(2).position(|pair| pair[1].at < pair[0].at);
    late.map_or(Ok(()), |place| {
        let message =
            format!("{} is before the step before; expected {} or later", steps[place + 1].at, steps[place].at);
        Err(at_step(place + 1, BadInput::new(message).at("field at")))
    })
}

/// Arguments can refer to earlier steps only. An expectation may be that of a long poll, which is compared when it is answered,
/// so it may refer to any step.
fn check_references(steps: &[Step]) -> Result<(), BadInput> {
    let actions = || steps.iter().enumerate().filter_map(|(place, step)| Some((place, step.action.as_ref()?)));
    let all: BTreeSet<_> = actions().filter_map(|(_, action)| action.name.as_deref()).collect();
    let mut earlier = BTreeSet::new();
    for (place, action) in actions() {
        let in_arguments = action.arguments.values().flat_map(reference::names);
        let in_expectation = action.expectation.values().flat_map(reference::names);
        let unknown = in_arguments
            .map(|name| (name, earlier.contains(name), "an earlier step"))
            .chain(in_expectation.map(|name| (name, all.contains(name), "a step")))
            .find(|&(_, is_known, _)| !is_known);
        if let Some((name, _, of)) = unknown {
            return Err(at_step(
                place,
                BadInput::new(format_args!("${name} refers to no answer; expected the `as` of {of}")),
            ));
        }
        earlier.extend(action.name.as_deref());
    }
    Ok(())
}

//! Which lines of the log a reader wants to see.

use super::{Topic, message_of, topic_of, worker_of};
use crate::queue::Millis;
use crate::sim::{MessageIx, Trace, WorkerIx};

/// What lines have to be about; each part that is there narrows it down.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Filter {
    /// Only this message.
    pub message: Option<MessageIx>,
    /// Only this worker.
    pub worker: Option<WorkerIx>,
    /// Only this kind of thing.
    pub topic: Option<Topic>,
}

impl Filter {
    /// Whether it lets every line through.
    #[must_use]
    pub fn is_open(self) -> bool {
        self == Self::default()
    }

    /// Whether it lets the line of an event through, by the event's place in the trace.
    pub(super) fn takes(self, trace: &Trace, place: u32) -> bool {
        let kind = trace.events[place as usize].kind;
        self.message.is_none_or(|message| message_of(trace, kind) == Some(message))
            && self.worker.is_none_or(|worker| worker_of(trace, kind) == Some(worker))
            && self.topic.is_none_or(|topic| topic_of(trace, place) == Some(topic))
    }
}

/// The message that somebody names: `m17` or `17` is the seventeenth. Of a text without a name, none.
///
/// # Errors
/// Says which names there are when there is none such.
pub fn message_named(text: &str, trace: &Trace) -> Result<Option<MessageIx>, String> {
    let text = text.trim();
    let number = text.strip_prefix(['m', 'M']).unwrap_or(text);
    // Nothing, or a name that is being typed.
    if number.is_empty() {
        return Ok(None);
    }
    let count = trace.messages.len();
    let message = number.parse().ok().and_then(|number: u32| trace.numbered(number.checked_sub(1)?));
    message.map(Some).ok_or_else(|| match count {
        _ if trace.begin > Millis::ZERO => {
            let (first, last) = (trace.name(0), trace.name(MessageIx::try_from(count - 1).unwrap_or_default()));
            format!(
                "There is no message {text}: those that are kept are within {first} to {last}. Every line is shown."
            )
        }
        0 => format!("There is no message {text}: the run has none. Every line is shown."),
        1 => format!("There is no message {text}: the only one is m1. Every line is shown."),
        count => {
            format!("There is no message {text}: they are called m1 to m{count}. Those of all messages are shown.")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Scenario, run};

    fn five() -> Trace {
        run(&Scenario::from_json(r#"{ "arrivals": [{ "count": 5, "every": 1 }] }"#).unwrap())
    }

    #[test]
    fn message_is_found_by_its_name_or_its_number() {
        let named = ["m1", " M5 ", "3", "", "m"].map(|text| message_named(text, &five()));
        assert_eq!(named, [Ok(Some(0)), Ok(Some(4)), Ok(Some(2)), Ok(None), Ok(None)]);
    }

    #[test]
    fn name_of_no_message_is_explained_with_those_there_are() {
        for text in ["m6", "m0", "worker-1", "1.5", "-1", "99999999999999999999"] {
            let why = message_named(text, &five()).unwrap_err();
            let expected =
                format!("There is no message {text}: they are called m1 to m5. Those of all messages are shown.");
            assert_eq!(why, expected);
        }
    }
}

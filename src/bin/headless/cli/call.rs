//! The calls of SQS that a case can make: their arguments, and how the machine is asked.

use inflight::queue::{self, Error, ErrorCode, Millis, PollId, QueueId, ReceiptHandle, Receive, Sqs};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::answer::{self, Answer};
use super::attributes::{self, Attributes};
use super::bad_input::BadInput;
use super::json;
use super::shape::Fields;
use super::value::Whole;

/// A call with its arguments, under their AWS names. The queue is not among them: every call names one.
#[derive(Debug, Deserialize)]
pub enum Call {
    CreateQueue(CreateQueue),
    SetQueueAttributes(SetQueueAttributes),
    GetQueueAttributes(GetQueueAttributes),
    SendMessage(SendMessage),
    ReceiveMessage(ReceiveMessage),
    DeleteMessage(DeleteMessage),
    ChangeMessageVisibility(ChangeMessageVisibility),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct CreateQueue {
    /// A step may as well give it as its `queue`.
    queue_name: Option<String>,
    #[serde(default)]
    attributes: Attributes,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct SetQueueAttributes {
    attributes: Attributes,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetQueueAttributes {}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct SendMessage {
    message_body: String,
    delay_seconds: Option<Whole>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct ReceiveMessage {
    max_number_of_messages: Option<Whole>,
    visibility_timeout: Option<Whole>,
    wait_time_seconds: Option<Whole>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct DeleteMessage {
    receipt_handle: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct ChangeMessageVisibility {
    receipt_handle: String,
    visibility_timeout: Whole,
}

/// What a call says at once.
#[derive(Debug)]
pub enum Reply {
    /// Its answer.
    Answered(Answer),
    /// It is a long poll that found nothing, and is answered later.
    Waiting(PollId),
}

impl Call {
    /// The call of that name with these arguments.
    pub fn parse(name: &str, arguments: Map<String, Value>) -> Result<Self, BadInput> {
        json::from_value(answer::of(name, arguments).into())
    }

    /// The queue that the arguments name themselves.
    pub fn queue_name(&self) -> Option<&str> {
        match self {
            Self::CreateQueue(call) => call.queue_name.as_deref(),
            _ => None,
        }
    }

    /// What its answer may hold.
    pub fn answer_fields(&self) -> &'static Fields {
        match self {
            Self::CreateQueue(_) => answer::CREATED,
            Self::GetQueueAttributes(_) => answer::ATTRIBUTES,
            Self::SendMessage(_) => answer::SENT,
            Self::ReceiveMessage(_) => answer::RECEIVED,
            Self::SetQueueAttributes(_) | Self::DeleteMessage(_) | Self::ChangeMessageVisibility(_) => answer::NOTHING,
        }
    }

    /// Makes the call.
    pub fn perform(self, sqs: &mut Sqs, now: Millis, queue: &str) -> Result<Reply, Error> {
        let answer = match self {
            Self::CreateQueue(call) => {
                sqs.create_queue(queue, &call.attributes.for_machine(sqs)?)?;
                answer::of("QueueUrl", queue)
            }
            Self::SetQueueAttributes(call) => {
                let (queue, change) = (find(sqs, queue)?, call.attributes.for_machine(sqs)?);
                sqs.set_queue_attributes(now, queue, &change)?;
                Answer::new()
            }
            Self::GetQueueAttributes(GetQueueAttributes {}) => {
                // A look at an instant finds what is due at that instant done.
                sqs.advance_to(now);
                answer::of("Attributes", attributes::of_queue(sqs, find(sqs, queue)?))
            }
            Self::SendMessage(call) => {
                let mut message = queue::SendMessage::new(call.message_body);
                message.delay_seconds = whole(call.delay_seconds);
                answer::of("MessageId", sqs.send_message(now, find(sqs, queue)?, message)?.to_string())
            }
            Self::ReceiveMessage(call) => {
                let arguments = queue::ReceiveMessage {
                    max_number_of_messages: whole(call.max_number_of_messages),
                    visibility_timeout: whole(call.visibility_timeout),
                    wait_time_seconds: whole(call.wait_time_seconds),
                };
                match sqs.receive_message(now, find(sqs, queue)?, &arguments)? {
                    Receive::Answered(messages) => answer::received(sqs, &messages),
                    Receive::Waiting(poll) => return Ok(Reply::Waiting(poll)),
                }
            }
            Self::DeleteMessage(call) => {
                let (queue, receipt) = (find(sqs, queue)?, call.receipt_handle.parse::<ReceiptHandle>()?);
                sqs.delete_message(now, queue, &receipt)?;
                Answer::new()
            }
            Self::ChangeMessageVisibility(call) => {
                let (queue, receipt) = (find(sqs, queue)?, call.receipt_handle.parse::<ReceiptHandle>()?);
                sqs.change_message_visibility(now, queue, &receipt, call.visibility_timeout.0)?;
                Answer::new()
            }
        };
        Ok(Reply::Answered(answer))
    }
}

fn find(sqs: &Sqs, queue: &str) -> Result<QueueId, Error> {
    let message = "The specified queue does not exist.";
    sqs.queue(queue).ok_or_else(|| Error { code: ErrorCode::NonExistentQueue, message: message.to_owned() })
}

fn whole(value: Option<Whole>) -> Option<i64> {
    value.map(|Whole(value)| value)
}

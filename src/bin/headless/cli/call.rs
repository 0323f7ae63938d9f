//! The calls of SQS that a case can make, and how the machine is asked.

use inflight::queue::{Error, ErrorCode, Millis, PollId, QueueId, Receive, Sqs};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer::{self, Answer};
use super::arguments::{ChangeMessageVisibility, DeleteMessage, Entries, ReceiveMessage, SendMessage, whole};
use super::attributes::{self, AttributeName, Attributes};
use super::bad_input::BadInput;
use super::json;
use super::shape::Fields;
use super::task;
use super::value::Whole;

/// A call with its arguments, under their AWS names. The queue is not among them, but for calls that name it in their own way.
#[derive(Debug, Deserialize)]
pub enum Call {
    CreateQueue(CreateQueue),
    DeleteQueue(Nothing),
    PurgeQueue(Nothing),
    SetQueueAttributes(SetQueueAttributes),
    GetQueueAttributes(GetQueueAttributes),
    /// Not a call of SQS: what CloudWatch would show at this instant.
    GetMetrics(Nothing),
    SendMessage(SendMessage),
    SendMessageBatch(Entries<SendMessage>),
    ReceiveMessage(ReceiveMessage),
    DeleteMessage(DeleteMessage),
    DeleteMessageBatch(Entries<DeleteMessage>),
    ChangeMessageVisibility(ChangeMessageVisibility),
    ChangeMessageVisibilityBatch(Entries<ChangeMessageVisibility>),
    StartMessageMoveTask(StartMessageMoveTask),
    ListMessageMoveTasks(ListMessageMoveTasks),
    CancelMessageMoveTask(CancelMessageMoveTask),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct CreateQueue {
    /// A step may as well give it as its `queue`.
    queue_name: Option<String>,
    #[serde(default)]
    attributes: Attributes,
}

/// No arguments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct SetQueueAttributes {
    attributes: Attributes,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetQueueAttributes {
    /// What to answer. A case gets all that there is, whatever it asks for.
    #[serde(default, rename = "AttributeNames")]
    _attribute_names: Vec<AttributeName>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct StartMessageMoveTask {
    /// The name of a queue, as everywhere in place of an ARN. A step may as well give it as its `queue`.
    source_arn: Option<String>,
    destination_arn: Option<String>,
    max_number_of_messages_per_second: Option<Whole>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct ListMessageMoveTasks {
    source_arn: Option<String>,
    max_results: Option<Whole>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct CancelMessageMoveTask {
    task_handle: String,
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

    /// The queue that the arguments name themselves; an empty name where the call needs none.
    pub fn queue_name(&self) -> Option<&str> {
        match self {
            Self::CreateQueue(call) => call.queue_name.as_deref(),
            Self::StartMessageMoveTask(call) => call.source_arn.as_deref(),
            Self::ListMessageMoveTasks(call) => call.source_arn.as_deref(),
            Self::CancelMessageMoveTask(_) => Some(""),
            _ => None,
        }
    }

    /// What its answer may hold.
    pub fn answer_fields(&self) -> &'static Fields {
        match self {
            Self::CreateQueue(_) => answer::CREATED,
            Self::GetQueueAttributes(_) => answer::ATTRIBUTES,
            Self::GetMetrics(_) => answer::METRICS,
            Self::SendMessage(_) => answer::SENT,
            Self::ReceiveMessage(_) => answer::RECEIVED,
            Self::SendMessageBatch(_) | Self::DeleteMessageBatch(_) | Self::ChangeMessageVisibilityBatch(_) => {
                answer::BATCH
            }
            Self::StartMessageMoveTask(_) => task::STARTED,
            Self::ListMessageMoveTasks(_) => task::LISTED,
            Self::CancelMessageMoveTask(_) => task::CANCELLED,
            Self::DeleteQueue(_)
            | Self::PurgeQueue(_)
            | Self::SetQueueAttributes(_)
            | Self::DeleteMessage(_)
            | Self::ChangeMessageVisibility(_) => answer::NOTHING,
        }
    }

    /// Makes the call.
    pub fn perform(self, sqs: &mut Sqs, now: Millis, queue: &str) -> Result<Reply, Error> {
        let answer = match self {
            Self::CreateQueue(call) => {
                sqs.create_queue(now, queue, &call.attributes.for_machine(sqs)?)?;
                answer::of("QueueUrl", queue)
            }
            Self::StartMessageMoveTask(call) => {
                let source = task::resource(sqs, queue, "SourceArn")?;
                let destination = call.destination_arn.map(|name| task::resource(sqs, &name, "DestinationArn"));
                let rate = whole(call.max_number_of_messages_per_second);
                let handle = sqs.start_message_move_task(now, source, destination.transpose()?, rate)?;
                answer::of("TaskHandle", task::to_text(handle))
            }
            Self::ListMessageMoveTasks(call) => {
                let source = task::resource(sqs, queue, "SourceArn")?;
                let tasks = sqs.list_message_move_tasks(now, source, whole(call.max_results))?;
                answer::of("Results", tasks.iter().map(|listed| task::listed(sqs, listed)).collect::<Vec<_>>())
            }
            Self::CancelMessageMoveTask(call) => {
                let moved = sqs.cancel_message_move_task(now, task::from_text(&call.task_handle)?)?;
                answer::of("ApproximateNumberOfMessagesMoved", moved)
            }
            call => {
                let queue = find(sqs, queue)?;
                return call.perform_on(sqs, now, queue);
            }
        };
        Ok(Reply::Answered(answer))
    }

    fn perform_on(self, sqs: &mut Sqs, now: Millis, queue: QueueId) -> Result<Reply, Error> {
        let done = |()| Answer::new();
        let answer = match self {
            Self::DeleteQueue(_) => sqs.delete_queue(now, queue).map(done)?,
            Self::PurgeQueue(_) => sqs.purge_queue(now, queue).map(done)?,
            Self::SetQueueAttributes(call) => {
                let change = call.attributes.for_machine(sqs)?;
                sqs.set_queue_attributes(now, queue, &change).map(done)?
            }
            // A look at an instant finds what is due at that instant done.
            Self::GetQueueAttributes(GetQueueAttributes { .. }) => {
                sqs.advance_to(now);
                answer::of("Attributes", attributes::of_queue(sqs, queue))
            }
            Self::GetMetrics(_) => {
                sqs.advance_to(now);
                answer::metrics(sqs, queue)
            }
            Self::SendMessage(call) => answer::sent(sqs.send_message(now, queue, call.for_machine())?),
            Self::SendMessageBatch(batch) => {
                let batch = batch.for_machine(SendMessage::for_machine);
                answer::batch(sqs.send_message_batch(now, queue, batch)?, answer::sent)
            }
            Self::ReceiveMessage(call) => match sqs.receive_message(now, queue, &call.for_machine())? {
                Receive::Answered(messages) => answer::received(sqs, &messages),
                Receive::Waiting(poll) => return Ok(Reply::Waiting(poll)),
            },
            Self::DeleteMessage(call) => sqs.delete_message(now, queue, &call.for_machine()?).map(done)?,
            Self::DeleteMessageBatch(batch) => {
                let batch = batch.for_machine(DeleteMessage::for_machine);
                answer::batch(sqs.delete_message_batch(now, queue, batch)?, done)
            }
            Self::ChangeMessageVisibility(call) => {
                let change = call.for_machine()?;
                let timeout = change.visibility_timeout;
                sqs.change_message_visibility(now, queue, &change.receipt_handle, timeout).map(done)?
            }
            Self::ChangeMessageVisibilityBatch(batch) => {
                let batch = batch.for_machine(ChangeMessageVisibility::for_machine);
                answer::batch(sqs.change_message_visibility_batch(now, queue, batch)?, done)
            }
            Self::CreateQueue(_)
            | Self::StartMessageMoveTask(_)
            | Self::ListMessageMoveTasks(_)
            | Self::CancelMessageMoveTask(_) => unreachable!("these calls look for their queues themselves"),
        };
        Ok(Reply::Answered(answer))
    }
}

fn find(sqs: &Sqs, queue: &str) -> Result<QueueId, Error> {
    let message = "The specified queue does not exist.";
    attributes::queue(sqs, queue)
        .ok_or_else(|| Error { code: ErrorCode::NonExistentQueue, message: message.to_owned() })
}

/// Puts what AWS writes in more than one way, or leaves in any order, into the one form that is compared.
pub fn normalize(call: &str, arguments: &mut Map<String, Value>, expectation: Option<&mut Map<String, Value>>) {
    if call.ends_with("QueueAttributes") || call == "CreateQueue" {
        attributes::gather(arguments);
    }
    let Some(expectation) = expectation else { return };
    if call == "GetQueueAttributes" {
        attributes::gather(expectation);
    }
    if call.ends_with("Batch") {
        gather_entries(expectation);
    }
}

/// Entries are compared by their ids, and one of which nothing else is expected may be its id alone.
fn gather_entries(expectation: &mut Map<String, Value>) {
    for list in ["Successful", "Failed"] {
        let Some(Value::Array(entries)) = expectation.get_mut(list) else { continue };
        for entry in entries.iter_mut() {
            if entry.is_string() {
                *entry = json!({ "Id": entry });
            }
        }
        expectation.insert("unordered".to_owned(), true.into());
    }
    if let Some(Value::Array(alternatives)) = expectation.get_mut("any") {
        alternatives.iter_mut().filter_map(Value::as_object_mut).for_each(gather_entries);
    }
}

//! Message move tasks as SQS shows them.

use inflight::queue::{Error, ErrorCode, MoveTask, QueueId, Sqs, TaskHandle, TaskStatus};
use serde_json::{Value, json};

use super::attributes;
use super::shape::{ERROR, Fields, Shape};

/// What StartMessageMoveTask answers.
pub const STARTED: &Fields = &[("TaskHandle", Shape::Plain), ERROR];
/// What CancelMessageMoveTask answers.
pub const CANCELLED: &Fields = &[("ApproximateNumberOfMessagesMoved", Shape::Plain), ERROR];
/// What ListMessageMoveTasks answers.
pub const LISTED: &Fields = &[("Results", Shape::List(TASK)), ERROR];

const TASK: &Fields = &[
    ("TaskHandle", Shape::Plain),
    ("Status", Shape::Plain),
    ("SourceArn", Shape::Plain),
    ("DestinationArn", Shape::Plain),
    ("MaxNumberOfMessagesPerSecond", Shape::Plain),
    ("ApproximateNumberOfMessagesMoved", Shape::Plain),
    ("ApproximateNumberOfMessagesToMove", Shape::Plain),
    ("FailureReason", Shape::Plain),
    ("StartedTimestamp", Shape::Plain),
];

/// In front of the number in the text of a handle.
const PREFIX: &str = "task-";

/// The handle as a caller sees it.
pub fn to_text(handle: TaskHandle) -> String {
    format!("{PREFIX}{}", handle.ordinal())
}

/// The handle of such a text.
pub fn from_text(text: &str) -> Result<TaskHandle, Error> {
    let ordinal = text.strip_prefix(PREFIX).and_then(|ordinal| ordinal.parse().ok());
    ordinal.map(TaskHandle::from_ordinal).ok_or_else(|| Error {
        code: ErrorCode::InvalidParameterValue,
        message: "Value for parameter TaskHandle is invalid.".to_owned(),
    })
}

/// The queue of that name. What a task names in vain gives another error than what the other calls do.
pub fn resource(sqs: &Sqs, name: &str, parameter: &str) -> Result<QueueId, Error> {
    attributes::queue(sqs, name).ok_or_else(|| Error {
        code: ErrorCode::ResourceNotFoundException,
        message: format!("The resource that you specified for the {parameter} parameter doesn't exist."),
    })
}

/// A task in the answer of ListMessageMoveTasks: its handle shows only while it runs (R73).
pub fn listed(sqs: &Sqs, task: &MoveTask) -> Value {
    let status = match task.status {
        TaskStatus::Running => "RUNNING",
        TaskStatus::Completed => "COMPLETED",
        TaskStatus::Cancelled => "CANCELLED",
        TaskStatus::Failed(_) => "FAILED",
    };
    let mut answer = json!({
        "Status": status,
        "SourceArn": sqs.name(task.source),
        "ApproximateNumberOfMessagesMoved": task.approximate_number_of_messages_moved,
        "ApproximateNumberOfMessagesToMove": task.approximate_number_of_messages_to_move,
        "StartedTimestamp": task.started_timestamp,
    });
    let reason = if let TaskStatus::Failed(reason) = task.status { Some(reason) } else { None };
    let handle = (task.status == TaskStatus::Running).then(|| to_text(task.task_handle));
    let some = [
        ("TaskHandle", handle.map(Value::from)),
        ("DestinationArn", task.destination.map(|destination| sqs.name(destination).into())),
        ("MaxNumberOfMessagesPerSecond", task.max_number_of_messages_per_second.map(Value::from)),
        ("FailureReason", reason.map(Value::from)),
    ];
    for (name, value) in some {
        if let Some(value) = value {
            answer[name] = value;
        }
    }
    answer
}

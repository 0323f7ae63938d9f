//! Answers of the machine in the form in which SQS gives them.

use inflight::queue::{Error, Message, Sqs};
use serde_json::{Map, Value, json};

use super::shape::{ERROR, Fields, Shape};

/// What an answer holds, by its AWS names.
pub type Answer = Map<String, Value>;

/// What DeleteMessage, ChangeMessageVisibility and SetQueueAttributes answer.
pub const NOTHING: &Fields = &[ERROR];
/// What CreateQueue answers.
pub const CREATED: &Fields = &[("QueueUrl", Shape::Plain), ERROR];
/// What SendMessage answers.
pub const SENT: &Fields = &[("MessageId", Shape::Plain), ERROR];
/// What ReceiveMessage answers.
pub const RECEIVED: &Fields = &[("Messages", Shape::List(MESSAGE)), ERROR];
/// What GetQueueAttributes answers.
pub const ATTRIBUTES: &Fields = &[("Attributes", Shape::Object(ATTRIBUTE)), ERROR];

const MESSAGE: &Fields = &[
    ("Body", Shape::Plain),
    ("MessageId", Shape::Plain),
    ("ReceiptHandle", Shape::Plain),
    ("ApproximateReceiveCount", Shape::Plain),
    ("SentTimestamp", Shape::Plain),
    ("ApproximateFirstReceiveTimestamp", Shape::Plain),
    ("DeadLetterQueueSourceArn", Shape::Plain),
];

const ATTRIBUTE: &Fields = &[
    ("QueueArn", Shape::Plain),
    ("VisibilityTimeout", Shape::Plain),
    ("DelaySeconds", Shape::Plain),
    ("MessageRetentionPeriod", Shape::Plain),
    ("ReceiveMessageWaitTimeSeconds", Shape::Plain),
    ("ApproximateNumberOfMessages", Shape::Plain),
    ("ApproximateNumberOfMessagesNotVisible", Shape::Plain),
    ("ApproximateNumberOfMessagesDelayed", Shape::Plain),
    ("RedrivePolicy", Shape::Object(&[("deadLetterTargetArn", Shape::Plain), ("maxReceiveCount", Shape::Plain)])),
];

/// An answer of one field.
pub fn of(field: &str, value: impl Into<Value>) -> Answer {
    Map::from_iter([(field.to_owned(), value.into())])
}

/// What a receive answers: without messages it has no `Messages` at all (R14).
pub fn received(sqs: &Sqs, messages: &[Message]) -> Answer {
    if messages.is_empty() {
        return Answer::new();
    }
    of("Messages", messages.iter().map(|received| message(sqs, received)).collect::<Vec<_>>())
}

fn message(sqs: &Sqs, message: &Message) -> Value {
    let mut answer = json!({
        "Body": message.body,
        "MessageId": message.message_id.to_string(),
        "ReceiptHandle": message.receipt_handle.to_string(),
        "ApproximateReceiveCount": message.approximate_receive_count,
        "SentTimestamp": message.sent_timestamp,
        "ApproximateFirstReceiveTimestamp": message.approximate_first_receive_timestamp,
    });
    if let Some(source) = message.dead_letter_queue_source {
        answer["DeadLetterQueueSourceArn"] = json!(sqs.name(source));
    }
    answer
}

/// What a refused call answers.
pub fn refused(error: &Error) -> Answer {
    let Error { code, message } = error;
    of("error", json!({ "code": code.as_str(), "status": code.status(), "message": message }))
}

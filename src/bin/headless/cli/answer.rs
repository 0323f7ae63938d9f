//! Answers of the machine in the form in which SQS gives them.

use inflight::queue::{BatchAnswer, Error, Message, MessageAttribute, QueueId, Sent, Sqs};
use serde_json::{Map, Number, Value, json};

use super::shape::{ERROR, Fields, Shape};

/// What an answer holds, by its AWS names.
pub type Answer = Map<String, Value>;

/// What a call answers that has nothing to tell.
pub const NOTHING: &Fields = &[ERROR];
/// What CreateQueue answers.
pub const CREATED: &Fields = &[("QueueUrl", Shape::Plain), ERROR];
/// What SendMessage answers.
pub const SENT: &Fields = &[("MessageId", Shape::Plain), ("SequenceNumber", Shape::Plain), ERROR];
/// What ReceiveMessage answers.
pub const RECEIVED: &Fields = &[("Messages", Shape::List(MESSAGE)), ERROR];
/// What GetQueueAttributes answers.
pub const ATTRIBUTES: &Fields = &[("Attributes", Shape::Object(ATTRIBUTE)), ERROR];
/// What a batch call answers.
pub const BATCH: &Fields = &[("Successful", Shape::List(SUCCESSFUL)), ("Failed", Shape::List(FAILED)), ERROR];
/// What a look at the metrics answers.
pub const METRICS: &Fields = &[
    ("NumberOfMessagesSent", Shape::Plain),
    ("SentMessageSize", Shape::Plain),
    ("NumberOfMessagesReceived", Shape::Plain),
    ("NumberOfEmptyReceives", Shape::Plain),
    ("NumberOfMessagesDeleted", Shape::Plain),
    ("NumberOfDeduplicatedSentMessages", Shape::Plain),
    ("ApproximateAgeOfOldestMessage", Shape::Plain),
    ("ApproximateNumberOfGroupsWithInflightMessages", Shape::Plain),
    ("ApproximateNumberOfMessagesVisible", Shape::Plain),
    ("ApproximateNumberOfMessagesNotVisible", Shape::Plain),
    ("ApproximateNumberOfMessagesDelayed", Shape::Plain),
    ERROR,
];

const SUCCESSFUL: &Fields = &[("Id", Shape::Plain), ("MessageId", Shape::Plain), ("SequenceNumber", Shape::Plain)];

const FAILED: &Fields = &[
    ("Id", Shape::Plain),
    ("code", Shape::Plain),
    ("Code", Shape::Plain),
    ("SenderFault", Shape::Plain),
    ("contains", Shape::Plain),
    ("Message", Shape::Plain),
];

const MESSAGE: &Fields = &[
    ("Body", Shape::Plain),
    ("MessageId", Shape::Plain),
    ("ReceiptHandle", Shape::Plain),
    ("Attributes", Shape::Object(SYSTEM_ATTRIBUTE)),
    ("MessageAttributes", Shape::Named(MESSAGE_ATTRIBUTE)),
    ("ApproximateReceiveCount", Shape::Plain),
    ("SentTimestamp", Shape::Plain),
    ("ApproximateFirstReceiveTimestamp", Shape::Plain),
    ("DeadLetterQueueSourceArn", Shape::Plain),
    ("MessageGroupId", Shape::Plain),
    ("MessageDeduplicationId", Shape::Plain),
    ("SequenceNumber", Shape::Plain),
    ("AWSTraceHeader", Shape::Plain),
];

const SYSTEM_ATTRIBUTE: &Fields = &[
    ("ApproximateReceiveCount", Shape::Plain),
    ("SentTimestamp", Shape::Plain),
    ("ApproximateFirstReceiveTimestamp", Shape::Plain),
    ("DeadLetterQueueSourceArn", Shape::Plain),
    ("MessageGroupId", Shape::Plain),
    ("MessageDeduplicationId", Shape::Plain),
    ("SequenceNumber", Shape::Plain),
    ("AWSTraceHeader", Shape::Plain),
];

const MESSAGE_ATTRIBUTE: &Fields =
    &[("DataType", Shape::Plain), ("StringValue", Shape::Plain), ("BinaryValue", Shape::Plain)];

const ATTRIBUTE: &Fields = &[
    ("QueueArn", Shape::Plain),
    ("VisibilityTimeout", Shape::Plain),
    ("DelaySeconds", Shape::Plain),
    ("MessageRetentionPeriod", Shape::Plain),
    ("MaximumMessageSize", Shape::Plain),
    ("ReceiveMessageWaitTimeSeconds", Shape::Plain),
    ("ApproximateNumberOfMessages", Shape::Plain),
    ("ApproximateNumberOfMessagesNotVisible", Shape::Plain),
    ("ApproximateNumberOfMessagesDelayed", Shape::Plain),
    ("RedrivePolicy", Shape::Object(&[("deadLetterTargetArn", Shape::Plain), ("maxReceiveCount", Shape::Plain)])),
    ("RedriveAllowPolicy", Shape::Object(&[("redrivePermission", Shape::Plain), ("sourceQueueArns", Shape::Texts)])),
    ("FifoQueue", Shape::Plain),
    ("ContentBasedDeduplication", Shape::Plain),
    ("DeduplicationScope", Shape::Plain),
    ("FifoThroughputLimit", Shape::Plain),
];

/// An answer of one field.
pub fn of(field: &str, value: impl Into<Value>) -> Answer {
    Map::from_iter([(field.to_owned(), value.into())])
}

/// What a send answers.
pub fn sent(Sent { message_id, sequence_number }: Sent) -> Answer {
    let mut answer = of("MessageId", message_id.to_string());
    answer.extend(sequence_number.map(|number| ("SequenceNumber".to_owned(), number.to_string().into())));
    answer
}

/// What a receive answers: without messages it has no `Messages` at all (R14).
pub fn received(sqs: &Sqs, messages: &[Message]) -> Answer {
    if messages.is_empty() {
        return Answer::new();
    }
    of("Messages", messages.iter().map(|received| message(sqs, received)).collect::<Vec<_>>())
}

/// A message whose system attributes stand in `Attributes`, as AWS has them, and beside the body as well.
fn message(sqs: &Sqs, message: &Message) -> Value {
    let mut attributes = Map::new();
    let mut add = |name: &str, value: Option<Value>| attributes.extend(value.map(|value| (name.to_owned(), value)));
    let extra = message.extra.as_deref();
    add("ApproximateReceiveCount", Some(message.approximate_receive_count.into()));
    add("SentTimestamp", Some(json!(message.sent_timestamp)));
    add("ApproximateFirstReceiveTimestamp", Some(json!(message.approximate_first_receive_timestamp)));
    add("DeadLetterQueueSourceArn", message.dead_letter_queue_source.map(|source| sqs.name(source).into()));
    if let Some(extra) = extra {
        add("MessageGroupId", extra.message_group_id.as_deref().map(Value::from));
        add("MessageDeduplicationId", extra.message_deduplication_id.as_deref().map(Value::from));
        add("SequenceNumber", extra.sequence_number.map(|number| number.to_string().into()));
        add("AWSTraceHeader", extra.aws_trace_header.as_deref().map(Value::from));
    }
    let mut answer = attributes.clone();
    answer.insert("Attributes".to_owned(), attributes.into());
    answer.insert("Body".to_owned(), json!(message.body));
    answer.insert("MessageId".to_owned(), message.message_id.to_string().into());
    answer.insert("ReceiptHandle".to_owned(), message.receipt_handle.to_string().into());
    let own = extra.map(|extra| extra.message_attributes.as_slice()).unwrap_or_default();
    if !own.is_empty() {
        answer.insert("MessageAttributes".to_owned(), own.iter().map(message_attribute).collect::<Answer>().into());
    }
    answer.into()
}

fn message_attribute(attribute: &MessageAttribute) -> (String, Value) {
    let MessageAttribute { name, data_type, value } = attribute;
    let field = if data_type.starts_with("Binary") { "BinaryValue" } else { "StringValue" };
    (name.clone(), json!({ "DataType": data_type, field: value }))
}

/// What a batch call answers. A failure bears its code and text as AWS writes them, and as they stand in an `error`.
pub fn batch<T>(batch: BatchAnswer<T>, success: impl Fn(T) -> Answer) -> Answer {
    let with_id = |id: String, mut entry: Answer| {
        entry.insert("Id".to_owned(), id.into());
        Value::from(entry)
    };
    let failure = |Error { code, message }: Error| {
        let code = code.as_str();
        let members = [("code", code.into()), ("Code", code.into()), ("SenderFault", true.into())];
        let texts = [("message", message.clone().into()), ("Message", message.into())];
        members.into_iter().chain(texts).map(|(name, value): (&str, Value)| (name.to_owned(), value)).collect()
    };
    let successful: Vec<_> = batch.successful.into_iter().map(|(id, entry)| with_id(id, success(entry))).collect();
    let failed: Vec<_> = batch.failed.into_iter().map(|(id, error)| with_id(id, failure(error))).collect();
    let mut answer = of("Successful", successful);
    answer.extend(of("Failed", failed));
    answer
}

/// What CloudWatch shows: sums since the queue was created, and values of the instant. The age is in seconds, as there.
pub fn metrics(sqs: &Sqs, queue: QueueId) -> Answer {
    let (metrics, counts) = (sqs.metrics(queue), sqs.counts(queue));
    let age: Number = metrics.approximate_age_of_oldest_message.to_string().parse().expect("seconds are a number");
    let answer = [
        ("NumberOfMessagesSent", json!(metrics.number_of_messages_sent)),
        ("SentMessageSize", json!(metrics.sent_message_size)),
        ("NumberOfMessagesReceived", json!(metrics.number_of_messages_received)),
        ("NumberOfEmptyReceives", json!(metrics.number_of_empty_receives)),
        ("NumberOfMessagesDeleted", json!(metrics.number_of_messages_deleted)),
        ("NumberOfDeduplicatedSentMessages", json!(metrics.number_of_deduplicated_sent_messages)),
        ("ApproximateAgeOfOldestMessage", age.into()),
        (
            "ApproximateNumberOfGroupsWithInflightMessages",
            json!(metrics.approximate_number_of_groups_with_inflight_messages),
        ),
        ("ApproximateNumberOfMessagesVisible", json!(counts.visible)),
        ("ApproximateNumberOfMessagesNotVisible", json!(counts.in_flight)),
        ("ApproximateNumberOfMessagesDelayed", json!(counts.delayed)),
    ];
    answer.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// What a refused call answers.
pub fn refused(error: &Error) -> Answer {
    let Error { code, message } = error;
    of("error", json!({ "code": code.as_str(), "status": code.status(), "message": message }))
}

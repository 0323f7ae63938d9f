//! The attributes of a queue as a case writes them and as GetQueueAttributes gives them.

use inflight::queue::{
    DeduplicationScope, Error, FifoThroughputLimit, QueueId, RedriveAllowPolicy, RedrivePolicy, SetAttributes, Sqs,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::arguments::whole;
use super::policy::{Allow, Redrive};
use super::value::{Flag, Whole};

/// The attributes to set, under their AWS names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "PascalCase")]
pub struct Attributes {
    visibility_timeout: Option<Whole>,
    delay_seconds: Option<Whole>,
    message_retention_period: Option<Whole>,
    maximum_message_size: Option<Whole>,
    receive_message_wait_time_seconds: Option<Whole>,
    redrive_policy: Option<Redrive>,
    redrive_allow_policy: Option<Allow>,
    fifo_queue: Option<Flag>,
    content_based_deduplication: Option<Flag>,
    deduplication_scope: Option<Scope>,
    fifo_throughput_limit: Option<Limit>,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Scope {
    Queue,
    MessageGroup,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Limit {
    PerQueue,
    PerMessageGroupId,
}

impl Attributes {
    /// Whether it is a FIFO queue that has them.
    pub fn is_fifo(&self) -> bool {
        matches!(self.fifo_queue, Some(Flag(true)))
    }

    /// These attributes for the machine, which knows queues by their ids.
    pub fn for_machine(&self, sqs: &Sqs) -> Result<SetAttributes, Error> {
        let redrive_policy = self.redrive_policy.as_ref().map(|policy| policy.for_machine(sqs)).transpose()?;
        Ok(SetAttributes { redrive_policy, ..self.without_redrive(sqs)? })
    }

    /// All but the redrive policy, whose dead-letter queue may not allow its sources yet.
    pub fn without_redrive(&self, sqs: &Sqs) -> Result<SetAttributes, Error> {
        let redrive_allow_policy = self.redrive_allow_policy.as_ref().map(|policy| policy.for_machine(sqs));
        Ok(SetAttributes { redrive_allow_policy: redrive_allow_policy.transpose()?, ..self.without_policies() })
    }

    /// All that names no other queue, which may not exist yet.
    pub fn without_policies(&self) -> SetAttributes {
        let flag = |value: Option<Flag>| value.map(|Flag(value)| value);
        SetAttributes {
            visibility_timeout: whole(self.visibility_timeout),
            delay_seconds: whole(self.delay_seconds),
            message_retention_period: whole(self.message_retention_period),
            maximum_message_size: whole(self.maximum_message_size),
            receive_message_wait_time_seconds: whole(self.receive_message_wait_time_seconds),
            redrive_policy: None,
            redrive_allow_policy: None,
            fifo_queue: flag(self.fifo_queue),
            content_based_deduplication: flag(self.content_based_deduplication),
            deduplication_scope: self.deduplication_scope.map(|scope| match scope {
                Scope::Queue => DeduplicationScope::Queue,
                Scope::MessageGroup => DeduplicationScope::MessageGroup,
            }),
            fifo_throughput_limit: self.fifo_throughput_limit.map(|limit| match limit {
                Limit::PerQueue => FifoThroughputLimit::PerQueue,
                Limit::PerMessageGroupId => FifoThroughputLimit::PerMessageGroupId,
            }),
        }
    }
}

/// The queue of that name. A case may leave out the suffix of a FIFO queue.
pub fn queue(sqs: &Sqs, name: &str) -> Option<QueueId> {
    sqs.queue(name).or_else(|| sqs.queue(&with_suffix(name)))
}

/// The name with the suffix that that of a FIFO queue has.
pub fn with_suffix(name: &str) -> String {
    format!("{}.fifo", name.strip_suffix(".fifo").unwrap_or(name))
}

/// An attribute that GetQueueAttributes may be asked for.
#[derive(Debug, Deserialize)]
#[allow(clippy::enum_variant_names, reason = "AWS names them so")]
pub enum AttributeName {
    All,
    ApproximateNumberOfMessages,
    ApproximateNumberOfMessagesDelayed,
    ApproximateNumberOfMessagesNotVisible,
    ContentBasedDeduplication,
    DeduplicationScope,
    DelaySeconds,
    FifoQueue,
    FifoThroughputLimit,
    MaximumMessageSize,
    MessageRetentionPeriod,
    QueueArn,
    ReceiveMessageWaitTimeSeconds,
    RedriveAllowPolicy,
    RedrivePolicy,
    VisibilityTimeout,
}

/// The names of the attributes, as cases write them.
const NAMES: [&str; 15] = [
    "QueueArn",
    "VisibilityTimeout",
    "DelaySeconds",
    "MessageRetentionPeriod",
    "MaximumMessageSize",
    "ReceiveMessageWaitTimeSeconds",
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
    "ApproximateNumberOfMessagesDelayed",
    "RedrivePolicy",
    "RedriveAllowPolicy",
    "FifoQueue",
    "ContentBasedDeduplication",
    "DeduplicationScope",
    "FifoThroughputLimit",
];

/// Puts attributes that stand by themselves into `Attributes`, where AWS has them, and policies that are texts, as on AWS, into
/// objects: a case may write them either way.
pub fn gather(fields: &mut Map<String, Value>) {
    for name in NAMES {
        if let Some(value) = fields.remove(name)
            && let Some(attributes) = fields.entry("Attributes").or_insert_with(|| json!({})).as_object_mut()
        {
            attributes.insert(name.to_owned(), value);
        }
    }
    for policy in ["RedrivePolicy", "RedriveAllowPolicy"] {
        let attributes = fields.get_mut("Attributes").and_then(Value::as_object_mut);
        if let Some(value) = attributes.and_then(|attributes| attributes.get_mut(policy))
            && let Some(Ok(object @ Value::Object(_))) = value.as_str().map(serde_json::from_str)
        {
            *value = object;
        }
    }
    if let Some(Value::Array(alternatives)) = fields.get_mut("any") {
        alternatives.iter_mut().filter_map(Value::as_object_mut).for_each(gather);
    }
}

/// The `Attributes` of GetQueueAttributes: all of them, with texts for numbers as SQS gives them, but for the counts.
pub fn of_queue(sqs: &Sqs, queue: QueueId) -> Value {
    let (attributes, counts) = (sqs.attributes(queue), sqs.counts(queue));
    let mut answer = json!({
        "QueueArn": sqs.name(queue),
        "VisibilityTimeout": attributes.visibility_timeout.to_string(),
        "DelaySeconds": attributes.delay.to_string(),
        "MessageRetentionPeriod": attributes.retention.to_string(),
        "MaximumMessageSize": attributes.maximum_message_size.to_string(),
        "ReceiveMessageWaitTimeSeconds": attributes.receive_wait.to_string(),
        "ApproximateNumberOfMessages": counts.visible,
        "ApproximateNumberOfMessagesNotVisible": counts.in_flight,
        "ApproximateNumberOfMessagesDelayed": counts.delayed,
        "RedriveAllowPolicy": allow_policy(sqs, queue),
    });
    if let Some(RedrivePolicy { dead_letter_target, max_receive_count }) = attributes.redrive_policy {
        answer["RedrivePolicy"] =
            json!({ "deadLetterTargetArn": sqs.name(dead_letter_target), "maxReceiveCount": max_receive_count });
    }
    if let Some(fifo) = attributes.fifo {
        answer["FifoQueue"] = "true".into();
        answer["ContentBasedDeduplication"] = fifo.content_based_deduplication.to_string().into();
        answer["DeduplicationScope"] = match fifo.deduplication_scope {
            DeduplicationScope::Queue => "queue".into(),
            DeduplicationScope::MessageGroup => "messageGroup".into(),
        };
        answer["FifoThroughputLimit"] = match fifo.fifo_throughput_limit {
            FifoThroughputLimit::PerQueue => "perQueue".into(),
            FifoThroughputLimit::PerMessageGroupId => "perMessageGroupId".into(),
        };
    }
    answer
}

fn allow_policy(sqs: &Sqs, queue: QueueId) -> Value {
    match sqs.redrive_allow_policy(queue) {
        RedriveAllowPolicy::AllowAll => json!({ "redrivePermission": "allowAll" }),
        RedriveAllowPolicy::DenyAll => json!({ "redrivePermission": "denyAll" }),
        RedriveAllowPolicy::ByQueue(sources) => {
            let names: Vec<_> = sources.iter().map(|&source| sqs.name(source)).collect();
            json!({ "redrivePermission": "byQueue", "sourceQueueArns": names })
        }
    }
}

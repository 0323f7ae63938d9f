//! The attributes of a queue as a case writes them and as GetQueueAttributes gives them.

use inflight::queue::{Error, ErrorCode, QueueId, RedrivePolicy, SetAttributes, Sqs};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::json;
use super::value::Whole;

/// The attributes to set, under their AWS names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "PascalCase")]
pub struct Attributes {
    visibility_timeout: Option<Whole>,
    delay_seconds: Option<Whole>,
    message_retention_period: Option<Whole>,
    receive_message_wait_time_seconds: Option<Whole>,
    redrive_policy: Option<Redrive>,
}

/// A redrive policy to set, or to remove.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
enum Redrive {
    Policy(Policy),
    Removed,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Policy {
    /// The name of a queue, in place of its ARN.
    dead_letter_target_arn: Option<String>,
    max_receive_count: Option<Whole>,
}

impl TryFrom<Value> for Redrive {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::String(text) if text.is_empty() => Ok(Self::Removed),
            Value::Object(_) => json::from_value(value).map(Self::Policy).map_err(|bad| bad.to_string()),
            _ => Err(format!(
                "{value} is no redrive policy; expected deadLetterTargetArn and maxReceiveCount, or \"\" to remove it"
            )),
        }
    }
}

impl Attributes {
    /// These attributes for the machine, which knows queues by their ids.
    pub fn for_machine(&self, sqs: &Sqs) -> Result<SetAttributes, Error> {
        let redrive_policy = match &self.redrive_policy {
            None => None,
            Some(Redrive::Removed) => Some(None),
            Some(Redrive::Policy(policy)) => Some(Some(policy.for_machine(sqs)?)),
        };
        Ok(SetAttributes { redrive_policy, ..self.without_redrive() })
    }

    /// All but the redrive policy, whose dead-letter queue may not exist yet.
    pub fn without_redrive(&self) -> SetAttributes {
        let whole = |value: Option<Whole>| value.map(|Whole(value)| value);
        SetAttributes {
            visibility_timeout: whole(self.visibility_timeout),
            delay_seconds: whole(self.delay_seconds),
            message_retention_period: whole(self.message_retention_period),
            receive_message_wait_time_seconds: whole(self.receive_message_wait_time_seconds),
            redrive_policy: None,
        }
    }
}

impl Policy {
    /// Both keys are required (R65).
    fn for_machine(&self, sqs: &Sqs) -> Result<RedrivePolicy, Error> {
        let lacks = |key| {
            let message = format!(
                "Value for parameter RedrivePolicy is invalid. Reason: Redrive policy does not contain mandatory \
                 attribute: {key}."
            );
            Error { code: ErrorCode::InvalidParameterValue, message }
        };
        let target = self.dead_letter_target_arn.as_ref().ok_or_else(|| lacks("deadLetterTargetArn"))?;
        let Whole(max_receive_count) = self.max_receive_count.ok_or_else(|| lacks("maxReceiveCount"))?;
        let dead_letter_target = sqs.queue(target).ok_or_else(|| Error {
            code: ErrorCode::NonExistentQueue,
            message: format!("Dead letter target {target} does not exist."),
        })?;
        Ok(RedrivePolicy { dead_letter_target, max_receive_count })
    }
}

/// The names of the attributes, as cases write them.
const NAMES: [&str; 9] = [
    "QueueArn",
    "VisibilityTimeout",
    "DelaySeconds",
    "MessageRetentionPeriod",
    "ReceiveMessageWaitTimeSeconds",
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
    "ApproximateNumberOfMessagesDelayed",
    "RedrivePolicy",
];

/// Puts attributes that stand by themselves into `Attributes`, where AWS has them: a case may write them either way.
pub fn gather(fields: &mut Map<String, Value>) {
    for name in NAMES {
        if let Some(value) = fields.remove(name)
            && let Some(attributes) = fields.entry("Attributes").or_insert_with(|| json!({})).as_object_mut()
        {
            attributes.insert(name.to_owned(), value);
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
        "VisibilityTimeout": attributes.visibility_timeout().to_string(),
        "DelaySeconds": attributes.delay().to_string(),
        "MessageRetentionPeriod": attributes.retention().to_string(),
        "ReceiveMessageWaitTimeSeconds": attributes.receive_wait().to_string(),
        "ApproximateNumberOfMessages": counts.visible,
        "ApproximateNumberOfMessagesNotVisible": counts.in_flight,
        "ApproximateNumberOfMessagesDelayed": counts.delayed,
    });
    if let Some(policy) = attributes.redrive_policy() {
        answer["RedrivePolicy"] = json!({
            "deadLetterTargetArn": sqs.name(policy.dead_letter_target),
            "maxReceiveCount": policy.max_receive_count,
        });
    }
    answer
}

//! The two policies of a queue that name other queues. A case writes them as objects, or as the JSON texts that AWS takes.

use inflight::queue::{Error, ErrorCode, RedriveAllowPolicy, RedrivePolicy, Sqs};
use serde::Deserialize;
use serde_json::Value;

use super::attributes;
use super::json;
use super::value::Whole;

/// A redrive policy to set, or to remove.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub enum Redrive {
    Policy(Target),
    Removed,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Target {
    /// The name of a queue, in place of its ARN.
    dead_letter_target_arn: Option<String>,
    max_receive_count: Option<Whole>,
}

/// A redrive allow policy to set.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct Allow(Permission);

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Permission {
    redrive_permission: PermissionKind,
    /// Names of queues, in place of their ARNs.
    #[serde(default)]
    source_queue_arns: Vec<String>,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum PermissionKind {
    AllowAll,
    DenyAll,
    ByQueue,
}

impl TryFrom<Value> for Redrive {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match object(&value) {
            Some(policy) => json::from_value(policy).map(Self::Policy).map_err(|bad| bad.to_string()),
            None if value == "" => Ok(Self::Removed),
            None => Err(format!(
                "{value} is no redrive policy; expected deadLetterTargetArn and maxReceiveCount, or \"\" to remove it"
            )),
        }
    }
}

impl TryFrom<Value> for Allow {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let policy = object(&value).ok_or_else(|| {
            format!("{value} is no redrive allow policy; expected redrivePermission and, for byQueue, sourceQueueArns")
        })?;
        json::from_value(policy).map(Self).map_err(|bad| bad.to_string())
    }
}

/// The object that a value is, or whose text it is.
fn object(value: &Value) -> Option<Value> {
    match value {
        Value::Object(_) => Some(value.clone()),
        Value::String(text) => serde_json::from_str(text).ok().filter(Value::is_object),
        _ => None,
    }
}

impl Redrive {
    /// The policy for the machine; `None` removes it. Both keys are required (R65).
    pub fn for_machine(&self, sqs: &Sqs) -> Result<Option<RedrivePolicy>, Error> {
        let Self::Policy(policy) = self else { return Ok(None) };
        let lacks = |key| {
            let message = format!(
                "Value for parameter RedrivePolicy is invalid. Reason: Redrive policy does not contain mandatory \
                 attribute: {key}."
            );
            Error { code: ErrorCode::InvalidParameterValue, message }
        };
        let target = policy.dead_letter_target_arn.as_ref().ok_or_else(|| lacks("deadLetterTargetArn"))?;
        let Whole(max_receive_count) = policy.max_receive_count.ok_or_else(|| lacks("maxReceiveCount"))?;
        let dead_letter_target = attributes::queue(sqs, target).ok_or_else(|| Error {
            code: ErrorCode::NonExistentQueue,
            message: format!("Dead letter target {target} does not exist."),
        })?;
        Ok(Some(RedrivePolicy { dead_letter_target, max_receive_count }))
    }
}

impl Allow {
    /// The policy for the machine. Only `byQueue` names sources (R67).
    pub fn for_machine(&self, sqs: &Sqs) -> Result<RedriveAllowPolicy, Error> {
        let refuse = |message: String| Error { code: ErrorCode::InvalidParameterValue, message };
        let Self(Permission { redrive_permission, source_queue_arns }) = self;
        match redrive_permission {
            PermissionKind::ByQueue => {
                let sources = source_queue_arns.iter().map(|name| {
                    let unknown = || refuse(format!("Source queue {name} does not exist."));
                    attributes::queue(sqs, name).ok_or_else(unknown)
                });
                sources.collect::<Result<_, _>>().map(RedriveAllowPolicy::ByQueue)
            }
            _ if !source_queue_arns.is_empty() => {
                Err(refuse("sourceQueueArns is allowed only with the redrivePermission byQueue.".to_owned()))
            }
            PermissionKind::AllowAll => Ok(RedriveAllowPolicy::AllowAll),
            PermissionKind::DenyAll => Ok(RedriveAllowPolicy::DenyAll),
        }
    }
}

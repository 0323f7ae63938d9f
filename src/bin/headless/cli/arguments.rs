//! The arguments of calls, under their AWS names.

use std::collections::BTreeMap;
use std::sync::Arc;

use inflight::queue::{self, Batch, BatchEntry, ChangeVisibility, Error, MessageAttribute, ReceiptHandle};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::json;
use super::value::{Text, Whole};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct SendMessage {
    message_body: Text,
    delay_seconds: Option<Whole>,
    #[serde(default)]
    message_attributes: BTreeMap<String, AttributeValue>,
    message_group_id: Option<Arc<str>>,
    message_deduplication_id: Option<Arc<str>>,
    #[serde(default)]
    message_system_attributes: SystemAttributes,
    /// A shorter way to write the only system attribute that can be sent.
    #[serde(rename = "AWSTraceHeader")]
    aws_trace_header: Option<Arc<str>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SystemAttributes {
    #[serde(rename = "AWSTraceHeader")]
    aws_trace_header: Option<AttributeValue>,
}

/// The value of a message attribute: a text, or bytes in base 64.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
struct AttributeValue {
    data_type: String,
    #[serde(alias = "BinaryValue")]
    string_value: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase")]
pub struct ReceiveMessage {
    max_number_of_messages: Option<Whole>,
    visibility_timeout: Option<Whole>,
    wait_time_seconds: Option<Whole>,
    receive_request_attempt_id: Option<Arc<str>>,
    /// What to answer. A case gets all that there is, whatever it asks for.
    #[serde(default, rename = "AttributeNames", alias = "MessageSystemAttributeNames")]
    _attribute_names: Vec<MessageSystemAttributeName>,
    #[serde(default, rename = "MessageAttributeNames")]
    _message_attribute_names: Vec<String>,
}

#[derive(Debug, Deserialize)]
enum MessageSystemAttributeName {
    All,
    ApproximateFirstReceiveTimestamp,
    ApproximateReceiveCount,
    #[serde(rename = "AWSTraceHeader")]
    AwsTraceHeader,
    DeadLetterQueueSourceArn,
    MessageDeduplicationId,
    MessageGroupId,
    SenderId,
    SentTimestamp,
    SequenceNumber,
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

/// The arguments of a batch call, whose entries are arguments of the single call and an `Id`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "PascalCase", bound = "T: DeserializeOwned")]
pub struct Entries<T> {
    entries: Vec<Entry<T>>,
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "Map<String, Value>", bound = "T: DeserializeOwned")]
struct Entry<T> {
    id: String,
    call: T,
}

impl<T: DeserializeOwned> TryFrom<Map<String, Value>> for Entry<T> {
    type Error = String;

    fn try_from(mut members: Map<String, Value>) -> Result<Self, String> {
        let Some(Value::String(id)) = members.remove("Id") else {
            return Err("an entry has no `Id`; expected a text".to_owned());
        };
        let call = json::from_value(members.into()).map_err(|bad| bad.to_string())?;
        Ok(Self { id, call })
    }
}

impl<T> Entries<T> {
    /// The batch for the machine.
    pub fn for_machine<C>(self, call: impl Fn(T) -> C) -> Batch<C> {
        let entries = self.entries.into_iter();
        entries.map(|entry| BatchEntry { id: entry.id, call: call(entry.call) }).collect()
    }
}

impl SendMessage {
    pub fn for_machine(self) -> queue::SendMessage {
        let attributes = self.message_attributes.into_iter();
        let trace_header = self.message_system_attributes.aws_trace_header.map(|header| header.string_value.into());
        queue::SendMessage {
            message_body: self.message_body.0,
            delay_seconds: whole(self.delay_seconds),
            message_attributes: attributes.map(|(name, value)| value.named(name)).collect(),
            message_group_id: self.message_group_id,
            message_deduplication_id: self.message_deduplication_id,
            aws_trace_header: trace_header.or(self.aws_trace_header),
        }
    }
}

impl AttributeValue {
    fn named(self, name: String) -> MessageAttribute {
        MessageAttribute { name, data_type: self.data_type, value: self.string_value }
    }
}

impl ReceiveMessage {
    pub fn for_machine(self) -> queue::ReceiveMessage {
        queue::ReceiveMessage {
            max_number_of_messages: whole(self.max_number_of_messages),
            visibility_timeout: whole(self.visibility_timeout),
            wait_time_seconds: whole(self.wait_time_seconds),
            receive_request_attempt_id: self.receive_request_attempt_id,
        }
    }
}

impl DeleteMessage {
    /// The receipt, or the error of a text that is none.
    pub fn for_machine(self) -> Result<ReceiptHandle, Error> {
        self.receipt_handle.parse()
    }
}

impl ChangeMessageVisibility {
    /// The change, or the error of a receipt that is none.
    pub fn for_machine(self) -> Result<ChangeVisibility, Error> {
        let receipt_handle = self.receipt_handle.parse()?;
        Ok(ChangeVisibility { receipt_handle, visibility_timeout: self.visibility_timeout.0 })
    }
}

pub fn whole(value: Option<Whole>) -> Option<i64> {
    value.map(|Whole(value)| value)
}

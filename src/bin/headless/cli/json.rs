//! Reading JSON so that an error names the line, the field and what was expected.

use serde::Deserializer;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Path;

use super::bad_input::BadInput;

/// Names of the SQS API that the machine does not know: calls, their parameters, attributes and what is in answers. A case
/// that uses one is told so, instead of that there is no such name.
const NOT_SUPPORTED: [&str; 21] = [
    "AddPermission",
    "GetQueueUrl",
    "ListDeadLetterSourceQueues",
    "ListQueueTags",
    "ListQueues",
    "RemovePermission",
    "TagQueue",
    "UntagQueue",
    "tags",
    "CreatedTimestamp",
    "KmsDataKeyReusePeriodSeconds",
    "KmsMasterKeyId",
    "LastModifiedTimestamp",
    "Policy",
    "SqsManagedSseEnabled",
    "MD5OfBody",
    "MD5OfMessageAttributes",
    "MD5OfMessageBody",
    "MD5OfMessageSystemAttributes",
    "QueueOwnerAWSAccountId",
    "SenderId",
];

/// Reads a text that is nothing but one JSON value.
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, BadInput> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let read = from(&mut deserializer)?;
    deserializer.end().map_err(|error| bad(None, &error))?;
    Ok(read)
}

/// Takes JSON that is read already for something that has a form.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, BadInput> {
    from(value)
}

/// What to say of a name that is none of `known`.
pub fn unknown_name(name: &str, known: &[&str]) -> BadInput {
    let message = format!("unknown field `{name}`, expected one of `{}`", known.join("`, `"));
    BadInput::new(not_supported(&message).unwrap_or(message))
}

fn from<'de, T: DeserializeOwned>(
    deserializer: impl Deserializer<'de, Error = serde_json::Error>,
) -> Result<T, BadInput> {
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let path = error.path().clone();
        bad(Some(&path), &error.into_inner())
    })
}

fn bad(path: Option<&Path>, error: &serde_json::Error) -> BadInput {
    let text = error.to_string();
    // serde_json appends the place, which comes first here.
    let message = text.split(" at line ").next().unwrap_or_default();
    // A variant is a term of Rust.
    let message = not_supported(message).unwrap_or_else(|| message.replacen("unknown variant", "unknown name", 1));
    let mut bad = BadInput::new(message);
    // A `?` stands for a part of the path that is not known.
    let path = path.map(Path::to_string).unwrap_or_default();
    let path = path.trim_end_matches(['.', '?']);
    if !path.is_empty() {
        bad = bad.at(format_args!("field {path}"));
    }
    if error.line() > 0 { bad.at(format_args!("line {}", error.line())) } else { bad }
}

/// What to say instead of `message` when the name that serde does not know is one of SQS.
fn not_supported(message: &str) -> Option<String> {
    let rest = message.strip_prefix("unknown field `").or_else(|| message.strip_prefix("unknown variant `"))?;
    let name = rest.split('`').next()?;
    NOT_SUPPORTED.contains(&name).then(|| format!("not supported: {name}"))
}

//! The errors of SQS, by their AWS names.

use std::fmt;

/// What a refused call answers. A refused call changes nothing.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Error {
    /// Which error.
    pub code: ErrorCode,
    /// The text that AWS sends along, as far as it is known.
    pub message: String,
}

/// The error codes, as an SDK shows them in `Error.Code` (rules, section 0.1).
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[allow(missing_docs, reason = "each bears the AWS name, which is its meaning")]
pub enum ErrorCode {
    BatchEntryIdsNotDistinct,
    BatchRequestTooLong,
    EmptyBatchRequest,
    InvalidAttributeName,
    InvalidAttributeValue,
    InvalidBatchEntryId,
    InvalidMessageContents,
    InvalidParameterValue,
    MissingParameter,
    NonExistentQueue,
    OverLimit,
    PurgeQueueInProgress,
    QueueAlreadyExists,
    QueueDeletedRecently,
    ReceiptHandleIsInvalid,
    ResourceNotFoundException,
    TooManyEntriesInBatchRequest,
}

impl ErrorCode {
    /// The code as AWS spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BatchEntryIdsNotDistinct => "AWS.SimpleQueueService.BatchEntryIdsNotDistinct",
            Self::BatchRequestTooLong => "AWS.SimpleQueueService.BatchRequestTooLong",
            Self::EmptyBatchRequest => "AWS.SimpleQueueService.EmptyBatchRequest",
            Self::InvalidAttributeName => "InvalidAttributeName",
            Self::InvalidAttributeValue => "InvalidAttributeValue",
            Self::InvalidBatchEntryId => "AWS.SimpleQueueService.InvalidBatchEntryId",
            Self::InvalidMessageContents => "InvalidMessageContents",
            Self::InvalidParameterValue => "InvalidParameterValue",
            Self::MissingParameter => "MissingParameter",
            Self::NonExistentQueue => "AWS.SimpleQueueService.NonExistentQueue",
            Self::OverLimit => "OverLimit",
            Self::PurgeQueueInProgress => "AWS.SimpleQueueService.PurgeQueueInProgress",
            Self::QueueAlreadyExists => "QueueAlreadyExists",
            Self::QueueDeletedRecently => "AWS.SimpleQueueService.QueueDeletedRecently",
            Self::ReceiptHandleIsInvalid => "ReceiptHandleIsInvalid",
            Self::ResourceNotFoundException => "ResourceNotFoundException",
            Self::TooManyEntriesInBatchRequest => "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
        }
    }

    /// The HTTP status that goes with the code.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::OverLimit | Self::PurgeQueueInProgress => 403,
            Self::ResourceNotFoundException => 404,
            _ => 400,
        }
    }
}

impl Error {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// `InvalidParameterValue` in the wording that AWS uses for it throughout.
    pub(super) fn invalid_parameter(value: impl fmt::Display, parameter: &str, reason: &str) -> Self {
        Self::new(
            ErrorCode::InvalidParameterValue,
            format!("Value {value} for parameter {parameter} is invalid. Reason: {reason}"),
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.code.as_str(), self.code.status(), self.message)
    }
}

impl std::error::Error for Error {}

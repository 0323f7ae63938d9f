//! Batches: up to ten calls in one, each with an answer of its own.

use super::error::{Error, ErrorCode};

/// The most entries of a batch (R75).
const MAX_ENTRIES: usize = 10;

/// The entries of a batch call, `Entries`.
pub type Batch<T> = Vec<BatchEntry<T>>;

/// One entry of a batch call.
#[derive(Clone, Debug)]
pub struct BatchEntry<T> {
    /// `Id`, by which the answer names it: 1 to 80 letters, digits, hyphens and underscores, different from the others (R77).
    pub id: String,
    /// The call's arguments.
    pub call: T,
}

/// What a batch call answers, each list in the order of the entries.
#[derive(Clone, Debug)]
pub struct BatchAnswer<T> {
    /// `Successful`, by `Id`.
    pub successful: Vec<(String, T)>,
    /// `Failed`, by `Id`. All of them were the sender's fault (`SenderFault`).
    pub failed: Vec<(String, Error)>,
}

impl<T> BatchAnswer<T> {
    /// Makes the calls one by one.
    pub(super) fn of<C>(entries: Batch<C>, mut make: impl FnMut(C) -> Result<T, Error>) -> Self {
        let mut answer = Self { successful: Vec::new(), failed: Vec::new() };
        for BatchEntry { id, call } in entries {
            match make(call) {
                Ok(success) => answer.successful.push((id, success)),
                Err(error) => answer.failed.push((id, error)),
            }
        }
        answer
    }
}

/// Refuses a whole batch (R75 to R77).
pub(super) trait Checked: Sized {
    /// The entries, if the batch is one. `entry` is what AWS calls an entry of this call.
    fn checked(self, entry: &str) -> Result<Self, Error>;
}

impl<T> Checked for Batch<T> {
    fn checked(self, entry: &str) -> Result<Self, Error> {
        if self.is_empty() {
            let message = format!("There should be at least one {entry} in the request.");
            return Err(Error::new(ErrorCode::EmptyBatchRequest, message));
        }
        if self.len() > MAX_ENTRIES {
            let count = self.len();
            let message = format!("Maximum number of entries per request are {MAX_ENTRIES}. You have sent {count}.");
            return Err(Error::new(ErrorCode::TooManyEntriesInBatchRequest, message));
        }
        if !self.iter().all(|entry| is_entry_id(&entry.id)) {
            let message = "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most \
                           80 letters long.";
            return Err(Error::new(ErrorCode::InvalidBatchEntryId, message));
        }
        let is_repeated = |place: &usize| self[..*place].iter().any(|earlier| earlier.id == self[*place].id);
        if let Some(place) = (0..self.len()).find(is_repeated) {
            let message = format!("Id {} repeated.", self[place].id);
            return Err(Error::new(ErrorCode::BatchEntryIdsNotDistinct, message));
        }
        Ok(self)
    }
}

fn is_entry_id(id: &str) -> bool {
    (1..=80).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

//! By what a FIFO queue knows a message again, to take none twice (R93 to R95).

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::message::{MessageId, SequenceNumber};
use super::recent::Recent;

/// The sends that a queue remembers: for five minutes from the first one, whatever becomes of the message (R93).
pub(super) type Dedup = Recent<(MessageId, SequenceNumber)>;

/// A deduplication id, and under which name the queue remembers it.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub name: Arc<str>,
    pub id: Arc<str>,
}

impl Key {
    /// The key of an id, within its group where ids count within one (R95). No id holds the line end between the two.
    pub fn new(id: Arc<str>, group: Option<&str>) -> Self {
        let name = group.map_or_else(|| Arc::clone(&id), |group| [group, "\n", &id].concat().into());
        Self { name, id }
    }
}

/// The deduplication id that a message's body gives it: its SHA-256 in hexadecimal; its attributes do not count (R94).
pub(super) fn content_id(body: &str) -> Arc<str> {
    use std::fmt::Write as _;
    let mut id = String::with_capacity(64);
    for byte in Sha256::digest(body.as_bytes()) {
        write!(id, "{byte:02x}").expect("a text takes what is written");
    }
    id.into()
}

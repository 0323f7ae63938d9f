//! What a FIFO queue remembers of its sends, to take none twice (R93 to R95).

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::message::{MessageId, SequenceNumber};
use super::time::Millis;

/// How long a send is remembered: five minutes from the first one, whatever becomes of the message (R93).
const WINDOW: Millis = Millis::from_secs(300);

/// The group, where ids count within one, and the deduplication id.
pub(super) type Key = (Option<Arc<str>>, Arc<str>);

#[derive(Clone, Debug, Default)]
pub(super) struct Dedup {
    sent: BTreeMap<Key, (MessageId, SequenceNumber)>,
    /// Oldest first.
    order: VecDeque<(Millis, Key)>,
}

impl Dedup {
    /// The message of the send that was the first with this key, within the window.
    pub fn find(&mut self, now: Millis, key: &Key) -> Option<(MessageId, SequenceNumber)> {
        while self.order.front().is_some_and(|(at, _)| *at + WINDOW <= now) {
            if let Some((_, key)) = self.order.pop_front() {
                self.sent.remove(&key);
            }
        }
        self.sent.get(key).copied()
    }

    /// Remembers a send whose key was not found.
    pub fn remember(&mut self, now: Millis, key: Key, message: MessageId, sequence: SequenceNumber) {
        self.sent.insert(key.clone(), (message, sequence));
        self.order.push_back((now, key));
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

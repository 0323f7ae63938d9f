//! Receipt handles: opaque outside, a key to one delivery inside.

use std::fmt;
use std::str::FromStr;

use super::error::{Error, ErrorCode};
use super::message::MessageId;
use super::time::Millis;

/// Names a queue of one [`Sqs`](super::Sqs).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct QueueId(pub(super) u32);

/// The handle of one delivery: minted by each receive, bound to that receive and not to the message (R24).
///
/// Callers treat it as opaque. Its text form is what AWS callers see; any text that was never issued fails to parse
/// with `ReceiptHandleIsInvalid` (R26).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct ReceiptHandle {
    pub(super) queue: QueueId,
    pub(super) slot: u32,
    pub(super) message: MessageId,
    /// Which receive of the message issued it, counted from 1.
    pub(super) receive: u32,
    /// When it was issued: the 12 hours of R38 run from here.
    pub(super) issued_at: Millis,
}

const PREFIX: &str = "AQEB";
/// Two 32-bit numbers, two 64-bit ones, the receive and the checksum, in hexadecimal.
const DIGITS: usize = 8 + 8 + 16 + 8 + 16 + 8;

impl ReceiptHandle {
    /// The message that was delivered.
    #[must_use]
    pub fn message(&self) -> MessageId {
        self.message
    }

    /// Which receive of the message issued this handle, counted from 1.
    #[must_use]
    pub fn receive(&self) -> u32 {
        self.receive
    }

    /// When that receive was.
    #[must_use]
    pub fn issued_at(&self) -> Millis {
        self.issued_at
    }

    /// FNV-1a over the fields, so that a handle with a changed character is refused as AWS refuses it.
    fn checksum(&self) -> u32 {
        let fields =
            [u64::from(self.queue.0), u64::from(self.slot), self.message.0, u64::from(self.receive), self.issued_at.0];
        fields
            .iter()
            .flat_map(|field| field.to_le_bytes())
            .fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }
}

impl fmt::Display for ReceiptHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { queue, slot, message, receive, issued_at } = self;
        let (queue, message, issued_at, sum) = (queue.0, message.0, issued_at.0, self.checksum());
        write!(f, "{PREFIX}{queue:08x}{slot:08x}{message:016x}{receive:08x}{issued_at:016x}{sum:08x}")
    }
}

impl FromStr for ReceiptHandle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        parse(text).ok_or_else(|| {
            let message = format!("The input receipt handle \"{text}\" is not a valid receipt handle.");
            Error::new(ErrorCode::ReceiptHandleIsInvalid, message)
        })
    }
}

fn parse(text: &str) -> Option<ReceiptHandle> {
    let mut rest = text.strip_prefix(PREFIX).filter(|rest| rest.len() == DIGITS && rest.is_ascii())?;
    let mut number = |digits| {
        let (head, tail) = rest.split_at(digits);
        rest = tail;
        u64::from_str_radix(head, 16).ok()
    };
    let handle = ReceiptHandle {
        queue: QueueId(u32::try_from(number(8)?).ok()?),
        slot: u32::try_from(number(8)?).ok()?,
        message: MessageId(number(16)?),
        receive: u32::try_from(number(8)?).ok()?,
        issued_at: Millis(number(16)?),
    };
    (number(8)? == u64::from(handle.checksum())).then_some(handle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handle_parsed_back_is_the_same_and_changed_is_refused() {
        let handle =
            ReceiptHandle { queue: QueueId(1), slot: 7, message: MessageId(42), receive: 3, issued_at: Millis(30_000) };
        let text = handle.to_string();
        assert_eq!(text.parse(), Ok(handle));
        let changed = text.replacen("2a", "2b", 1);
        assert_ne!(changed, text);
        assert_eq!(changed.parse::<ReceiptHandle>().unwrap_err().code, ErrorCode::ReceiptHandleIsInvalid);
        assert_eq!("garbage".parse::<ReceiptHandle>().unwrap_err().code, ErrorCode::ReceiptHandleIsInvalid);
    }
}

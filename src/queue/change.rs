//! The calls with a receipt: DeleteMessage and ChangeMessageVisibility, alone and in a batch.

use super::attributes::{MAX_VISIBILITY_TIMEOUT, seconds};
use super::batch::{Batch, BatchAnswer, Checked as _};
use super::error::{Error, ErrorCode};
use super::event::EventKind;
use super::message::{State, Stored};
use super::receipt::{QueueId, ReceiptHandle};
use super::sqs::{Sqs, StaleDelete};
use super::time::Millis;

const TWELVE_HOURS: Millis = Millis::from_secs(MAX_VISIBILITY_TIMEOUT);
const EXPIRED: &str = "The receipt handle has expired.";

/// A new visibility timeout for a message, as an entry of a batch.
#[derive(Copy, Clone, Debug)]
pub struct ChangeVisibility {
    /// `ReceiptHandle`.
    pub receipt_handle: ReceiptHandle,
    /// `VisibilityTimeout`, 0 to 43,200 s.
    pub visibility_timeout: i64,
}

impl Sqs {
    /// DeleteMessage. Success does not prove that a message was removed: see [`EventKind::DeleteIgnored`].
    ///
    /// # Errors
    /// `ReceiptHandleIsInvalid` for a receipt of another queue (R27); `InvalidParameterValue` for one that is more than
    /// twelve hours old (R30) or, in a FIFO queue, whose lease has ended (R31); `NonExistentQueue`.
    pub fn delete_message(&mut self, now: Millis, queue: QueueId, receipt: &ReceiptHandle) -> Result<(), Error> {
        self.catch_up(now);
        self.live(queue)?;
        self.delete(queue, receipt)?;
        // Its group has its turn again (R87), and at the in-flight limit there is room again.
        self.serve_polls(queue);
        Ok(())
    }

    /// DeleteMessageBatch. An entry is a receipt, or the error of a text that is none (R34).
    ///
    /// # Errors
    /// Those of every batch (R75 to R77).
    pub fn delete_message_batch(
        &mut self,
        now: Millis,
        queue: QueueId,
        batch: Batch<Result<ReceiptHandle, Error>>,
    ) -> Result<BatchAnswer<()>, Error> {
        self.catch_up(now);
        self.live(queue)?;
        let entries = batch.checked("DeleteMessageBatchRequestEntry")?;
        let answer = BatchAnswer::of(entries, |receipt| self.delete(queue, &receipt?).map_err(in_batch));
        self.serve_polls(queue);
        Ok(answer)
    }

    fn delete(&mut self, queue: QueueId, receipt: &ReceiptHandle) -> Result<(), Error> {
        let now = self.now();
        check_queue(queue, receipt)?;
        if now.since(receipt.issued_at) > TWELVE_HOURS {
            return Err(Error::invalid_parameter(receipt, "ReceiptHandle", EXPIRED));
        }
        let (settings, state) = (self.settings, &mut self.queues[queue.0 as usize]);
        // Deleted before, expired or moved: success all the same (R25, R33). Each success counts (R107).
        let Some(message) = state.store.find(receipt.slot, receipt.message) else {
            state.counters.deleted += 1;
            return Ok(());
        };
        if state.store.is_fifo() && !is_current(message, receipt, now) {
            return Err(Error::invalid_parameter(receipt, "ReceiptHandle", EXPIRED));
        }
        let (by, is_newest) = (receipt.receive, receipt.receive == message.receive_count);
        let newer_under_way = !is_newest && matches!(message.state, State::InFlight { .. });
        let is_fifo = state.store.is_fifo();
        state.counters.deleted += 1;
        let is_ignored = newer_under_way && settings.stale_delete == StaleDelete::Keeps;
        if is_ignored || (!is_fifo && self.happens(settings.chance.lost_delete)) {
            self.tell(queue, receipt.message, EventKind::DeleteIgnored { by });
            return Ok(());
        }
        self.queue_mut(queue).store.remove(receipt.slot);
        self.tell(queue, receipt.message, EventKind::Deleted { by });
        Ok(())
    }

    /// ChangeMessageVisibility: the message becomes visible `visibility_timeout` seconds from `now`, whatever its deadline
    /// was (R35); 0 makes it visible at once (R36). On a message of a standard queue that is visible again it does nothing (R39).
    ///
    /// # Errors
    /// `ReceiptHandleIsInvalid` for a receipt of another queue (R27); `InvalidParameterValue` for a value outside 0 to 43,200
    /// (R36), for a message that is gone (R41), for a deadline more than twelve hours after the receive that issued the
    /// receipt (R38) and, in a FIFO queue, for a lease that has ended (R42); `NonExistentQueue`. Then nothing changes.
    pub fn change_message_visibility(
        &mut self,
        now: Millis,
        queue: QueueId,
        receipt: &ReceiptHandle,
        visibility_timeout: i64,
    ) -> Result<(), Error> {
        self.catch_up(now);
        self.live(queue)?;
        self.change(queue, &ChangeVisibility { receipt_handle: *receipt, visibility_timeout })?;
        self.serve_polls(queue);
        Ok(())
    }

    /// ChangeMessageVisibilityBatch (R44). An entry is a change, or the error of a receipt that is none.
    ///
    /// # Errors
    /// Those of every batch (R75 to R77).
    pub fn change_message_visibility_batch(
        &mut self,
        now: Millis,
        queue: QueueId,
        batch: Batch<Result<ChangeVisibility, Error>>,
    ) -> Result<BatchAnswer<()>, Error> {
        self.catch_up(now);
        self.live(queue)?;
        let entries = batch.checked("ChangeMessageVisibilityBatchRequestEntry")?;
        let answer = BatchAnswer::of(entries, |change| self.change(queue, &change?).map_err(in_batch));
        self.serve_polls(queue);
        Ok(answer)
    }

    fn change(&mut self, queue: QueueId, change: &ChangeVisibility) -> Result<(), Error> {
        let (now, receipt) = (self.now(), &change.receipt_handle);
        check_queue(queue, receipt)?;
        let timeout = visibility_seconds(change.visibility_timeout)?;
        let store = &mut self.queues[queue.0 as usize].store;
        let Some(message) = store.find(receipt.slot, receipt.message) else {
            let reason = "Message does not exist or is not available for visibility timeout change.";
            return Err(Error::invalid_parameter(receipt, "ReceiptHandle", reason));
        };
        if store.is_fifo() && !is_current(message, receipt, now) {
            return Err(Error::invalid_parameter(receipt, "ReceiptHandle", EXPIRED));
        }
        let by = receipt.receive;
        if !matches!(message.state, State::InFlight { .. }) {
            self.tell(queue, receipt.message, EventKind::ChangeIgnored { by });
            return Ok(());
        }
        let deadline = now + timeout;
        if deadline > receipt.issued_at + TWELVE_HOURS {
            let reason = "Total VisibilityTimeout for the message is beyond the limit [43200 seconds]";
            return Err(Error::invalid_parameter(change.visibility_timeout, "VisibilityTimeout", reason));
        }
        store.update(receipt.slot, |message| message.state = State::InFlight { until: deadline });
        self.tell(queue, receipt.message, EventKind::VisibilityChanged { by, deadline });
        if timeout == Millis::ZERO {
            self.make_visible(queue, receipt.slot);
        }
        Ok(())
    }
}

/// Whether the receipt is that of a lease that runs; at its deadline it does so no more.
fn is_current(message: &Stored, receipt: &ReceiptHandle, now: Millis) -> bool {
    let is_running = matches!(message.state, State::InFlight { until } if now < until);
    is_running && receipt.receive == message.receive_count
}

/// In a batch, AWS names a lapsed receipt by another code (R32).
fn in_batch(error: Error) -> Error {
    if error.message.ends_with(EXPIRED) {
        return Error::new(ErrorCode::ReceiptHandleIsInvalid, "The receipt handle has expired");
    }
    error
}

fn check_queue(queue: QueueId, receipt: &ReceiptHandle) -> Result<(), Error> {
    if receipt.queue == queue {
        return Ok(());
    }
    let message = format!("The receipt handle \"{receipt}\" is not valid for this queue.");
    Err(Error::new(ErrorCode::ReceiptHandleIsInvalid, message))
}

pub(super) fn visibility_seconds(value: i64) -> Result<Millis, Error> {
    seconds(value, &(0..=43_200)).ok_or_else(|| {
        Error::invalid_parameter(value, "VisibilityTimeout", "VisibilityTimeout must be >= 0 and <= 43200.")
    })
}

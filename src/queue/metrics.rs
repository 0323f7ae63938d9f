//! What CloudWatch shows of a queue (R103 to R108). The machine counts; when a count is shown is the observer's affair.

use super::message::Stored;
use super::receipt::QueueId;
use super::sqs::{RECEIVES_BEFORE_BACK, Sqs};
use super::time::Millis;

/// What a queue has done since it was created.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Counters {
    pub sent: u64,
    pub sent_bytes: u64,
    pub received: u64,
    pub empty_receives: u64,
    pub deleted: u64,
    pub deduplicated: u64,
}

/// The metrics of a queue by their AWS names: sums since its creation or the last [`Sqs::reset_metrics`], and two values of the instant. The counts by state are
/// [`Sqs::counts`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Metrics {
    /// `NumberOfMessagesSent`, without automatic moves to a dead-letter queue (R106) and duplicates (R108).
    pub number_of_messages_sent: u64,
    /// The sum of `SentMessageSize`, in bytes.
    pub sent_message_size: u64,
    /// `NumberOfMessagesReceived`: each redelivery counts (R106).
    pub number_of_messages_received: u64,
    /// `NumberOfEmptyReceives`.
    pub number_of_empty_receives: u64,
    /// `NumberOfMessagesDeleted`: each successful call counts, so that there may be more of them than messages (R107).
    pub number_of_messages_deleted: u64,
    /// `NumberOfDeduplicatedSentMessages`, of a FIFO queue.
    pub number_of_deduplicated_sent_messages: u64,
    /// `ApproximateAgeOfOldestMessage`: in a dead-letter queue since the move. A standard queue leaves out what was received three
    /// times and more (R105). Zero where there is none.
    pub approximate_age_of_oldest_message: Millis,
    /// `ApproximateNumberOfGroupsWithInflightMessages`, of a FIFO queue.
    pub approximate_number_of_groups_with_inflight_messages: usize,
}

impl Sqs {
    /// Starts the sums of all metrics anew.
    pub fn reset_metrics(&mut self) {
        for queue in &mut self.queues {
            queue.counters = Counters::default();
        }
    }

    /// The metrics of a queue at the instant of the last call.
    #[must_use]
    pub fn metrics(&self, queue: QueueId) -> Metrics {
        let state = self.queue_at(queue);
        let counters = state.counters;
        let is_fifo = state.store.is_fifo();
        let counted = |message: &Stored| is_fifo || message.receives_here < RECEIVES_BEFORE_BACK;
        let mut oldest: Option<Millis> = None;
        for (_, message) in state.store.by_age() {
            // No message came before it was sent, so that none of the rest has been here for longer.
            if oldest.is_some_and(|since| since <= message.sent_at) {
                break;
            }
            if counted(message) {
                oldest = Some(oldest.map_or(message.here_since, |since| since.min(message.here_since)));
            }
        }
        Metrics {
            number_of_messages_sent: counters.sent,
            sent_message_size: counters.sent_bytes,
            number_of_messages_received: counters.received,
            number_of_empty_receives: counters.empty_receives,
            number_of_messages_deleted: counters.deleted,
            number_of_deduplicated_sent_messages: counters.deduplicated,
            approximate_age_of_oldest_message: oldest.map_or(Millis::ZERO, |since| self.now().since(since)),
            approximate_number_of_groups_with_inflight_messages: if is_fifo { state.store.busy_groups() } else { 0 },
        }
    }
}

//! The ground floor: what SQS does. Calls in, answers out; a pure state machine.
//!
//! [`Sqs`] holds queues. It reads no clock and draws no random number: every call carries its instant, in milliseconds, and
//! the same calls always give the same answers. Its methods are of four kinds:
//!
//! - **calls** bear the AWS names ([`Sqs::send_message`], [`Sqs::receive_message`], …) and answer as AWS does; errors bear
//!   the AWS codes;
//! - **time**: [`Sqs::next_deadline`] says when something happens next by itself, [`Sqs::advance_to`] lets it happen;
//! - **outputs**: [`Sqs::take_answers`] hands out the answers of long polls, [`Sqs::take_events`] what truly happened, which a
//!   caller of SQS never learns (that a delete with an old receipt removed nothing, say);
//! - **getters** look and change nothing.
//!
//! # Instants
//!
//! A deadline is reached at its very instant: at `t` the message is visible again. What else happens at `t` comes in the
//! order that is kindest to a worker: finish and delete, then heartbeat, then lapse, then poll. So a call at `t` acts on the
//! queue with all that was due *before* `t` done; what is due *at* `t` happens at [`Sqs::advance_to`]`(t)`, or at the first
//! receive at `t`, whichever is first.
//!
//! A number such as R61 names a rule of SQS behaviour: `FIDELITY.md` states each, and what stands behind it. [`laws`] are what
//! always holds, whatever is called when.

mod admin;
mod attributes;
mod batch;
mod change;
mod dedup;
mod error;
mod event;
mod groups;
mod index;
pub mod laws;
mod message;
mod metrics;
mod names;
mod polls;
mod receipt;
mod receive;
mod recent;
mod rng;
mod send;
mod sqs;
mod store;
mod tasks;
mod time;

pub use admin::Counts;
pub use attributes::{
    Attributes, DeduplicationScope, Fifo, FifoThroughputLimit, MAX_VISIBILITY_TIMEOUT, RedriveAllowPolicy,
    RedrivePolicy, SetAttributes,
};
pub use batch::{Batch, BatchAnswer, BatchEntry};
pub use change::ChangeVisibility;
pub use error::{Error, ErrorCode};
pub use event::{Event, EventKind};
pub use message::{Extra, Message, MessageAttribute, MessageId, SequenceNumber, State};
pub use metrics::Metrics;
pub use polls::{Answer, PollId};
pub use receipt::{QueueId, ReceiptHandle};
pub use receive::{Receive, ReceiveMessage};
pub(crate) use rng::Rng;
pub use send::{SendMessage, Sent};
pub use sqs::{Chance, Settings, Sqs, StaleDelete};
pub use tasks::{MoveTask, TaskHandle, TaskStatus};
pub use time::Millis;

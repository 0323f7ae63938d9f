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
//! A number such as R61 names a rule of SQS behaviour in the list that this project follows.

mod attributes;
mod calls;
mod error;
mod event;
mod index;
mod message;
mod polls;
mod receipt;
mod sqs;
mod store;
mod time;

pub use attributes::{Attributes, MAX_VISIBILITY_TIMEOUT, RedrivePolicy, SetAttributes};
pub use calls::{Receive, ReceiveMessage, SendMessage};
pub use error::{Error, ErrorCode};
pub use event::{Event, EventKind};
pub(crate) use index::Index;
pub use message::{Message, MessageId, State};
pub use polls::{Answer, PollId};
pub use receipt::{QueueId, ReceiptHandle};
pub use sqs::{Counts, Settings, Sqs, StaleDelete};
pub use time::Millis;

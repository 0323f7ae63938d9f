//! The workers' side of a scenario: how messages are fetched, worked on, kept hidden and deleted.

use serde::{Deserialize, Serialize};

use super::super::span;
use super::law::Law;
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis};

/// Who works, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Workers {
    /// How many processes there are, 1 to 1000, each with `count` workers. A deploy or a kill ends a whole process.
    pub instances: u32,
    /// How many workers each process has, 1 to 1000. Each works on one message at a time unless `together` says otherwise.
    pub count: u32,
    /// How long a job takes, from its start to its effect.
    pub job: Law,
    /// Who calls ReceiveMessage.
    pub polling: Polling,
    /// MaxNumberOfMessages of each receive, 1 to 10.
    pub batch: u32,
    /// How a worker that polls for itself works off what one receive brought.
    pub together: Together,
    /// How many messages a process that polls for its workers holds beyond those being worked on, 0 to 10,000.
    pub buffer: u32,
    /// What a process that polls for its workers does when all are busy and its buffer is full.
    pub when_full: Full,
    /// What becomes of a message that is received again while the same process still holds or works on it.
    pub held_twice: HeldTwice,
    /// What becomes of a held message whose lease is over when its turn comes.
    pub start: Start,
    /// What holds a message back in memory after its receive, before its work: see `hold` of an arrival.
    pub countdown: Countdown,
    /// WaitTimeSeconds of each receive, 0 s to 20 s in whole seconds; 0 is a short poll.
    #[serde(with = "span")]
    pub wait: Millis,
    /// The pause after an answer before the next receive; without it none after a long poll, and 1 s after an empty short poll.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub pause: Option<Millis>,
    /// VisibilityTimeout of each receive, 0 s to 12 h in whole seconds, which counts before that of the queue (R15).
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub receive_timeout: Option<Millis>,
    /// A ChangeMessageVisibility to this when the work starts, 0 s to 12 h in whole seconds.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub start_sets: Option<Millis>,
    /// Whether and how a worker extends its lease while the job runs.
    pub heartbeat: Option<Heartbeat>,
    /// When and how a message is deleted.
    pub delete: Deletes,
    /// How often a failed job is tried again at once, in memory.
    pub retries: Retries,
    /// What is done with the message of a job that failed for good.
    pub on_failure: OnFailure,
    /// A job that takes longer is killed and has failed.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub max_job: Option<Millis>,
    /// After so long an outer timeout, that of a proxy or gateway, takes a job for failed: `on_failure` says what becomes of its
    /// message, while the work goes on to its effect and keeps its worker busy. Not for a Lambda function. 1 ms to 14 d.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub gives_up: Option<Millis>,
}

/// Who calls ReceiveMessage.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Polling {
    /// Every worker for itself, when it has nothing to do.
    #[default]
    Worker,
    /// Each process for its workers: it fetches as many as are free and its buffer takes.
    Instance,
}

/// How a worker works off a batch.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Together {
    /// One message after the other.
    #[default]
    OneByOne,
    /// All at once; the next receive comes when the slowest is done.
    Batch,
}

/// What happens when there is no room for what a receive would bring.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Full {
    /// The process does not poll until there is room.
    #[default]
    Wait,
    /// It polls all the same, and what finds no room is dropped: hidden until its lease ends.
    Reject,
}

/// What becomes of a second delivery of a message that the same process still has.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeldTwice {
    /// It is one more job.
    #[default]
    Keep,
    /// A copy that has not been started is replaced, so that the message is worked on once, with the newer receipt.
    Replace,
    /// The new delivery is ignored.
    Ignore,
}

/// What becomes of a held message whose lease is over.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// It is worked on as if nothing had happened.
    #[default]
    Always,
    /// It is dropped before its work.
    IfInTime,
}

/// Whether a message that waits in memory for its time takes up room.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Countdown {
    /// It does, as any other held message.
    #[default]
    TakesRoom,
    /// The process fetches one more in its place.
    FetchesMore,
}

/// A ChangeMessageVisibility at a steady interval, or when little of the lease is left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Heartbeat {
    /// The time between two, and to the first; with `when_left`, the time between two looks at the clock. 1 ms to 14 d.
    #[serde(with = "span")]
    pub every: Millis,
    /// The VisibilityTimeout that each sets, counted from then (R35), 0 s to 12 h in whole seconds; without it that of the receive.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub sets: Option<Millis>,
    /// With this, one is sent only when at most so much of the lease is left.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub when_left: Option<Millis>,
    /// The time to the first; without it `every`.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub first_after: Option<Millis>,
    /// How what one sets grows in the course of the job.
    pub growth: Growth,
    /// From when on the interval is counted.
    pub from: BeatFrom,
    /// Whether messages that wait in a buffer are extended, too.
    pub buffered: bool,
    /// Each comes up to so much later than planned, by chance.
    #[serde(with = "span", skip_serializing_if = "is_zero")]
    pub jitter: Millis,
    /// How many of a hundred fail, by chance: the call never reaches the queue.
    pub fails_percent: u32,
    /// What a worker does whose heartbeat fails or is refused.
    pub on_failure: OnBeatFailure,
    /// Heartbeats end after this much time, or this many.
    pub limit: Limit,
    /// Whether they go on when the job is over, until one is refused: a leak. Those of a delivery that is ignored then do, too.
    pub leaks: bool,
}

/// How what a heartbeat sets grows.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Growth {
    /// Always the same.
    #[default]
    Constant,
    /// The time since the receive and `sets` on top: a common mistake, since the queue counts from now.
    Elapsed,
    /// Twice as much each time.
    Doubling,
}

/// From when on heartbeats are counted.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BeatFrom {
    /// From the receive.
    #[default]
    Receive,
    /// From the start of the work.
    Start,
}

/// What a worker does whose heartbeat fails or is refused.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnBeatFailure {
    /// It sends no more of them for this message, and goes on with the job.
    #[default]
    GiveUp,
    /// It sends the next as planned.
    TryAgain,
    /// The error is not caught: it kills the process, if the heartbeat was refused.
    Die,
}

/// When heartbeats for a message end though the job goes on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limit {
    /// After so much time.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub time: Option<Millis>,
    /// After so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Whether the time is counted by worker over all its messages, and not anew for each message.
    #[serde(skip_serializing_if = "is_false")]
    pub by_worker: bool,
}

/// When and how messages are deleted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Deletes {
    /// At which point of the work.
    pub at: Acknowledge,
    /// How long after the effect; a crash in between repeats the effect.
    #[serde(with = "span", skip_serializing_if = "is_zero")]
    pub after: Millis,
    /// With this, deletes are collected and sent at this interval. Those still collected when the process ends are lost.
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub interval: Option<Millis>,
    /// Collected deletes are sent as soon as there are so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<u32>,
}

/// When a message is deleted.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Acknowledge {
    /// After its effect.
    #[default]
    Done,
    /// As it is received: a crash then loses it.
    Receive,
    /// As its work starts.
    Start,
    /// With all others of its batch, when the last of them is done.
    Batch,
}

/// Tries within one delivery.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retries {
    /// How many after the first.
    pub count: u32,
    /// The time between two.
    #[serde(with = "span")]
    pub wait: Millis,
}

/// What a worker does with the message of a failed job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OnFailure {
    /// Nothing: it is visible again when its lease ends.
    #[default]
    Leave,
    /// A ChangeMessageVisibility to this.
    Set(#[serde(with = "span")] Millis),
    /// A ChangeMessageVisibility to this, doubled for each receive: `base` × 2^count, at most `most`, and none beyond
    /// `until` receives.
    Backoff {
        /// What is doubled.
        #[serde(with = "span")]
        base: Millis,
        /// At most so much.
        #[serde(default = "twelve_hours", with = "span")]
        most: Millis,
        /// No change of visibility beyond so many receives.
        #[serde(default = "always")]
        until: u32,
    },
    /// It is deleted, as one that is done.
    Delete,
    /// It is deleted, and what is left of its batch and group is dropped: hidden until its lease ends.
    DeleteAndDropRest,
}

pub(super) fn twelve_hours() -> Millis {
    Millis::from_secs(MAX_VISIBILITY_TIMEOUT)
}

pub(super) fn always() -> u32 {
    u32::MAX
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
pub(super) fn is_zero(span: &Millis) -> bool {
    *span == Millis::ZERO
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Default for Workers {
    fn default() -> Self {
        Self {
            instances: 1,
            count: 2,
            job: Law::default(),
            polling: Polling::Worker,
            batch: 1,
            together: Together::OneByOne,
            buffer: 0,
            when_full: Full::Wait,
            held_twice: HeldTwice::Keep,
            start: Start::Always,
            countdown: Countdown::TakesRoom,
            wait: Millis::from_secs(20),
            pause: None,
            receive_timeout: None,
            start_sets: None,
            heartbeat: None,
            delete: Deletes::default(),
            retries: Retries::default(),
            on_failure: OnFailure::Leave,
            max_job: None,
            gives_up: None,
        }
    }
}

impl Default for Heartbeat {
    fn default() -> Self {
        Self {
            every: Millis::from_secs(20),
            sets: None,
            when_left: None,
            first_after: None,
            growth: Growth::Constant,
            from: BeatFrom::Receive,
            buffered: false,
            jitter: Millis::ZERO,
            fails_percent: 0,
            on_failure: OnBeatFailure::GiveUp,
            limit: Limit::default(),
            leaks: false,
        }
    }
}

//! The first floor: what the world does around the queue. A [`Scenario`] goes in, a [`Trace`] comes out.

mod change;
mod nearest;
mod outline;
mod problem;
mod record;
mod scenario;
pub mod span;
mod trace;
mod wording;
mod world;

pub use change::Change;
pub use problem::{Problem, ScenarioError};
pub use scenario::{
    Acknowledge, Act, Arrival, BeatFrom, Busy, Call, Countdown, Crash, CrashWhen, DeadLetters, Deed, Deletes, Effect,
    EffectKind, Failures, Full, Growth, Heartbeat, HeldTwice, HoldFrom, Lambda, Law, Limit, Lost, OnBeatFailure,
    OnFailure, OnStop, Outage, Pause, Polling, QueueSettings, Retries, Scenario, Start, Story, TimedChange, Together,
    VERSION, Workers,
};
pub use scenario::{Kind, RANGES, Range};
pub use trace::{
    Cause, Counts, Delete, Dropped, Event, EventKind, JobEnd, KeyIx, KeyLife, Lease, LeaseEnd, LeaseIx, MessageIx,
    MessageLife, Place, Receives, Refusal, Seen, Trace, WorkerIx, WorkerLife,
};
pub use world::{Endless, Running, run, run_as_it_is, run_up_to};

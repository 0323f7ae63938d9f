//! The first floor: what the world does around the queue. A [`Scenario`] goes in, a [`Trace`] comes out.

mod change;
#[cfg(not(target_arch = "wasm32"))]
mod nearest;
#[cfg(not(target_arch = "wasm32"))]
mod outline;
mod problem;
mod record;
mod scenario;
pub mod span;
mod trace;
#[cfg(not(target_arch = "wasm32"))]
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
#[cfg(not(target_arch = "wasm32"))]
pub use scenario::{Kind, RANGES, Range};
pub use trace::{
    Cause, Counts, Delete, Dropped, Event, EventKind, JobEnd, KeyIx, KeyLife, Lease, LeaseEnd, LeaseIx, MessageIx,
    MessageLife, Place, Receives, Refusal, Seen, Trace, WorkerIx, WorkerLife,
};
pub use world::{run, run_up_to};

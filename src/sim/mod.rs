//! The first floor: what the world does around the queue. A [`Scenario`] goes in, a [`Trace`] comes out.

mod change;
mod problem;
mod record;

mod scenario;
pub mod span;
mod trace;
mod world;

pub use change::Change;
pub use problem::{Problem, ScenarioError};
pub use scenario::{Arrival, Crash, Heartbeat, QueueSettings, Scenario, Story, Workers};
pub use trace::{
    Delete, Event, EventKind, JobEnd, Lease, LeaseEnd, LeaseIx, MessageIx, MessageLife, Place, Receives, Refusal,
    Trace, WorkerIx, WorkerLife,
};
pub use world::run;

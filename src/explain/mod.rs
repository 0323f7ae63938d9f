//! The second floor: what a run means. The event log in sentences, and the verdict.

mod log;
mod verdict;

pub use log::{Line, Topic, log, to_text, worker_name};
pub use verdict::{Tone, Verdict, verdict};

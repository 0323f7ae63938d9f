//! The second floor: what a run means. The event log in sentences, the verdict, and what to try next.

mod log;
mod suggest;
mod verdict;

pub use log::{Line, Topic, log, to_text, worker_name};
pub use suggest::{Suggestion, suggest};
pub use verdict::{Tone, Verdict, verdict};

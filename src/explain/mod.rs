//! The second floor: what a run means. The event log in sentences, the verdict, why it came to that, what to try next, and advice
//! on a scenario as a whole.

mod advice;
mod cause;
mod chain;
mod compare;
mod fixes;
mod log;
mod narrate;
mod suggest;
mod tell;
mod verdict;
mod work;

pub use advice::{Advice, advise};
pub use cause::{Again, Trouble, TroubleKind, troubles, why_again};
pub use chain::{Actor, Because, Chain, Step, why};
pub use compare::compare;
pub use log::{Line, Topic, log, log_of, to_text, worker_name};
pub use narrate::{narrate, narrate_instant};
pub use suggest::{Suggestion, fixes_for, suggest};
pub use verdict::{Tone, Verdict, verdict};

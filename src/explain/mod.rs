//! The second floor: what a run means. The event log in sentences, the verdict, why it came to that, what to try next, and advice
//! on a scenario as a whole.

mod advice;
mod cause;
mod chain;
mod compare;
mod fixes;
mod guards;
mod life;
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
pub use guards::{Guard, guards};
pub use life::{Life, Moment, Receipt, Standing, all_troubles, brief};
pub use log::{Filter, Line, Log, Topic, log, log_of, message_named, to_text, worker_name};
pub use narrate::{narrate, narrate_instant};
pub use suggest::{MOST_FIXES, Suggestion, fixes_for, prevents, remedies, suggest};
pub use tell::dropped_because;
pub use verdict::{Tone, Verdict, verdict, verdict_so_far};

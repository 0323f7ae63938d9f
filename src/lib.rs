//! inflight: an Amazon SQS visibility timeout to see, drag and break.
//!
//! # The one idea
//!
//! ReceiveMessage does not take a message, it *lends* it. One delivery is one **lease**: from the receive to a deadline that only
//! a heartbeat moves. What a person must understand is how the lease and the job inside it relate, so that is what the page
//! draws, and all the rest of the crate exists to make the drawing true.
//!
//! # The house
//!
//! Four floors and the ground, in one direction: each knows only those below it, which `tests/floors.rs` holds to.
//!
//! | floor | what it is |
//! |---|---|
//! | [`ui`] | what a person touches: Yew components, and [`ui::player`] and [`ui::session`], the page's state without a browser |
//! | [`scene`] | what one instant shows: a trace and a time go in, shapes come out |
//! | [`explain`] | what a run means: the log in sentences, the verdict, why it came to that, what to try next, advice |
//! | [`sim`] | what the world does: a [`sim::Scenario`] goes in, a [`sim::Trace`] comes out |
//! | [`queue`] | what SQS does: calls in, answers out |
//!
//! [`queue`] and [`sim`] read no clock, draw no ambient randomness, and touch neither browser nor file. Time is an argument, in whole
//! milliseconds; chance comes from a seeded generator in the state. So the same scenario gives the same trace, to the bit,
//! natively and in the browser (`tests/wasm_golden.rs`).
//!
//! # One way round
//!
//! Two data types turn everything. A [`sim::Scenario`] is what the user set; it comes from a file of `static/scenarios` (which ship: [`scenarios`]), and a slider
//! makes a new one by a [`sim::Change`]. A [`sim::Trace`] is all that happened: timed events, and the leases they imply. A
//! slider that moves makes a new scenario, that a new trace, and the page draws it under the same playhead: nothing is
//! patched. Picture, log, verdict and the words for a screen reader all come from the same trace.
//!
//! What a scenario file may say stands once, in the types of [`sim`] and their comments: `docs/scenario.md` and the schema beside it are
//! made from them by `make schema`, and `tests/schema` holds them to what is read. Page and command line read a scenario by the same
//! code, with the same errors.
//!
//! `tests/reports` are incidents from practice, each with the numbers that its run must show; `tests/why.rs` asks why of a dozen of them.
//!
//! Nothing is animated by hand either. Where a token is on its way follows from the trace and the time, so that play, pause, step,
//! scrub and speed are one feature: [`ui::player::Player`] moves the playhead, and [`scene::stage`] does the rest.
//!
//! # The browser's part
//!
//! The page is two programs of this one crate. The first has what a newcomer sees at once, and nothing that reads a scenario file;
//! the second has everything, and takes its place when it is there (`static/boot.js`, [`ui::handover`]). What only the second one
//! calls weighs nothing in the first, so nothing is done twice to keep that small: each file is linked where it is used.
//!
//! Only `ui` and the two doors, `main.rs` and `bin/whole.rs`, know the browser, and only when compiled for wasm; natively the crate builds without a browser crate,
//! and `headless` runs scenarios and checks case files in a terminal.
//!
//! # Rules, claims, cases
//!
//! Three numbers recur. **R61** names a rule of SQS behaviour, which `FIDELITY.md` states; the code that follows it says so. **K7** names something the page
//! claims; `tests/claims` has tests of each on the trace of a scenario that shows it. The files of `tests/semantics` are **cases**: timed scripts
//! of calls with what each must answer, with the source of that knowledge.

pub mod explain;
pub mod queue;
pub mod scenarios;
pub mod scene;
pub mod sim;
pub mod ui;

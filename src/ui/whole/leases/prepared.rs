//! What is found once a run, so that zooming, scrolling and playing look it up.

use super::super::super::player::{Run, Shared};
use crate::scene::{Crowds, Marks, Plan, RowsBy, Sign, legend};

/// A run made ready for its chart.
pub struct Prepared {
    pub run: Shared<Run>,
    pub plan: Plan,
    pub marks: Marks,
    pub crowds: Crowds,
    pub signs: Vec<Sign>,
}

impl Prepared {
    pub fn new(run: &Shared<Run>, by: RowsBy) -> Shared<Self> {
        let trace = &run.trace;
        let (plan, marks) = (Plan::new(trace, by), Marks::of(trace));
        let signs = legend(trace, &plan, &marks);
        Shared::new(Self { run: run.clone(), plan, marks, crowds: Crowds::of(trace), signs })
    }
}

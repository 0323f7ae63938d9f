//! Running a case on the machine.

use std::collections::BTreeMap;
use std::fmt;

use inflight::queue::{Millis, PollId, Sqs};

use super::answer::{self, Answer};
use super::call::{Call, Reply};
use super::case::{Action, Case, Step};
use super::matcher;
use super::reference::{self, Answers};

/// How a case failed.
#[derive(Debug)]
pub struct Failure {
    /// Which step, counted from 1.
    step: usize,
    call: String,
    at: Millis,
    reason: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, call, at, reason } = self;
        write!(f, "step {step} ({call} at {at}): {reason}")
    }
}

/// Runs a case until a step fails, or all is answered.
pub fn run(case: &Case) -> Result<(), Failure> {
    let mut runner = Runner {
        steps: &case.steps,
        sqs: case.sqs.clone(),
        now: Millis::ZERO,
        answers: Answers::default(),
        waiting: BTreeMap::new(),
    };
    for (place, step) in case.steps.iter().enumerate() {
        runner.take(place, step)?;
    }
    while !runner.waiting.is_empty() {
        let end = runner.sqs.next_deadline().expect("every receive that waits has an end");
        runner.let_pass(end)?;
    }
    Ok(())
}

struct Runner<'a> {
    steps: &'a [Step],
    sqs: Sqs,
    /// The latest step's instant.
    now: Millis,
    answers: Answers,
    /// Which steps' receives wait.
    waiting: BTreeMap<PollId, usize>,
}

impl<'a> Runner<'a> {
    fn take(&mut self, place: usize, step: &'a Step) -> Result<(), Failure> {
        let Some(action) = &step.action else { return self.let_pass(step.at) };
        // The machine lets a call come before what is due at its instant. Not so one that uses an answer which is due then.
        for until in [Millis(step.at.0.saturating_sub(1)).max(self.now), step.at] {
            if self.is_waited_for(action) {
                self.let_pass(until)?;
            }
        }
        self.now = step.at;
        let fail = |reason| failure(place, step.at, action, reason);
        let arguments = self.answers.resolve_all(&action.arguments).map_err(fail)?;
        let call = Call::parse(&action.call, arguments).map_err(|bad| fail(bad.to_string()))?;
        match call.perform(&mut self.sqs, step.at, &action.queue) {
            Ok(Reply::Waiting(poll)) => {
                self.waiting.insert(poll, place);
            }
            Ok(Reply::Answered(answer)) => self.settle(place, step.at, answer)?,
            Err(error) => self.settle(place, step.at, answer::refused(&error))?,
        }
        self.hear()
    }

    fn is_waited_for(&self, action: &Action) -> bool {
        let names: Vec<_> = action.arguments.values().flat_map(reference::names).collect();
        let mut waiting = self.waiting.values().filter_map(|&place| self.steps[place].action.as_ref());
        waiting.any(|other| other.name.as_deref().is_some_and(|name| names.contains(&name)))
    }

    fn let_pass(&mut self, until: Millis) -> Result<(), Failure> {
        self.sqs.advance_to(until);
        self.hear()
    }

    /// Takes in the answers to receives that waited.
    fn hear(&mut self) -> Result<(), Failure> {
        let answers: Vec<_> = self.sqs.take_answers().collect();
        for answer in answers {
            let place = self.waiting.remove(&answer.poll).expect("only a step's receive waits");
            self.settle(place, answer.at, answer::received(&self.sqs, &answer.messages))?;
        }
        Ok(())
    }

    /// Compares the answer of a step with what it must be.
    fn settle(&mut self, place: usize, at: Millis, answer: Answer) -> Result<(), Failure> {
        let step = &self.steps[place];
        let Some(action) = &step.action else { return Ok(()) };
        let fail = |reason| failure(place, step.at, action, reason);
        let expectation = self.answers.resolve_all(&action.expectation).map_err(fail)?;
        matcher::compare(&expectation, &answer).map_err(|mismatch| fail(mismatch.to_string()))?;
        if let Some(returns_at) = action.returns_at.filter(|&returns_at| returns_at != at) {
            return Err(fail(format!("expected the answer at {returns_at}, got it at {at}")));
        }
        if let Some(name) = &action.name {
            self.answers.insert(name, answer.into());
        }
        Ok(())
    }
}

fn failure(place: usize, at: Millis, action: &Action, reason: String) -> Failure {
    Failure { step: place + 1, call: action.call.clone(), at, reason }
}

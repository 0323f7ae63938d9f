//! The changes that engineers make when a queue delivers twice, loses or stalls: candidates, to be tried on the scenario at hand.

use serde_json::{Value, json};

use super::suggest::Suggestion;
use super::work::{in_line, longest_hold, slow_job, with_retries};
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis};
use crate::sim::span::humane;
use crate::sim::{
    Acknowledge, BeatFrom, Change, Deed, EffectKind, Growth, JobEnd, OnBeatFailure, OnFailure, OnStop, Place, Polling,
    Scenario, Start, Together, Trace,
};

/// A list of candidates in the making.
struct List<'a> {
    scenario: &'a Scenario,
    found: Vec<Suggestion>,
}

/// The remedies that are known best, and that the page offers beside its verdict.
pub(super) fn usual(scenario: &Scenario, trace: &Trace) -> Vec<Suggestion> {
    let mut list = List { scenario, found: Vec::new() };
    list.timeout();
    list.heartbeat();
    list.crashes(trace);
    list.idempotent();
    list.found
}

/// All that might have prevented the troubles of a run, the usual remedies first.
pub(super) fn candidates(scenario: &Scenario, trace: &Trace) -> Vec<Suggestion> {
    let mut list = List { scenario, found: Vec::new() };
    list.purges(trace);
    list.client_override();
    if scenario.lambda.is_some() {
        list.mapping();
    } else {
        list.heartbeat_mended();
        list.timeout();
        list.heartbeat();
        list.held_back();
        list.deletes();
    }
    list.losses(trace);
    list.failures();
    list.crashes(trace);
    list.idempotent();
    list.ends();
    list.found
}

impl List<'_> {
    fn offer(&mut self, label: String, changes: Vec<Change>) {
        self.found.push(Suggestion { label, changes });
    }

    fn set(&mut self, label: &str, path: &str, value: Value) {
        self.offer(label.to_owned(), vec![Change::Set(path.to_owned(), value)]);
    }

    /// A client that sends a timeout of its own makes that of the queue meaningless.
    fn client_override(&mut self) {
        let Scenario { queue, workers, .. } = self.scenario;
        if let Some(own) = workers.receive_timeout
            && own < queue.visibility_timeout
        {
            let label = format!("Let the receive leave the timeout to the queue: {}", humane(queue.visibility_timeout));
            self.set(&label, "workers.receive_timeout", Value::Null);
        }
    }

    /// The timeout that counts, set to something.
    fn timeout_of(&self, timeout: Millis) -> Change {
        match self.scenario.workers.receive_timeout {
            Some(_) if self.scenario.lambda.is_none() => {
                Change::Set("workers.receive_timeout".to_owned(), json!(timeout.whole_secs()))
            }
            _ => Change::VisibilityTimeout(timeout),
        }
    }

    /// A timeout that outlives the job, and everything that waits before it.
    fn timeout(&mut self) {
        let timeout = self.scenario.effective_timeout();
        let (hold, in_line) = (longest_hold(self.scenario), in_line(self.scenario));
        let one = with_retries(self.scenario, slow_job(self.scenario) + self.scenario.effect.takes);
        // A third on top, so that a slow day still fits.
        for (least, why) in [(one.0, ""), (one.0 * in_line + hold.0, ", for the whole batch")] {
            let is_second = !why.is_empty();
            if is_second && in_line == 1 && hold == Millis::ZERO {
                continue;
            }
            if let Some(longer) = round_up(Millis(least * 4 / 3)).filter(|&longer| longer > timeout) {
                let why = if is_second && in_line == 1 { ", for the countdown, too" } else { why };
                self.offer(format!("Set the timeout to {}{why}", humane(longer)), vec![self.timeout_of(longer)]);
            }
        }
    }

    /// A heartbeat that works, in place of none or of one that does not.
    fn heartbeat(&mut self) {
        let buffers = self.scenario.workers.buffer > 0 || self.scenario.workers.batch > 1;
        let Some(every) = beat_for(self.scenario.effective_timeout()) else { return };
        let beat = [Change::HeartbeatEvery(Some(every)), Change::HeartbeatSets(None)];
        if buffers {
            let label = format!("Send a heartbeat every {} for all that is received", humane(every));
            let all = Change::Set("workers.heartbeat.buffered".to_owned(), json!(true));
            self.offer(label, [&beat[..], &[all]].concat());
        } else {
            self.offer(format!("Send a heartbeat every {}", humane(every)), beat.to_vec());
        }
    }

    /// What is wrong with the heartbeat that there is.
    fn heartbeat_mended(&mut self) {
        let Some(beat) = self.scenario.workers.heartbeat.clone() else { return };
        let timeout = self.scenario.effective_timeout();
        if let (Some(first), Some(sooner)) = (beat.first_after, beat_for(timeout))
            && first > sooner
        {
            let label = format!("Send the first heartbeat after {}", humane(sooner));
            self.set(&label, "workers.heartbeat.first_after", json!(sooner.whole_secs()));
        }
        if !beat.buffered {
            let label = "Extend what waits in the buffer, too";
            self.set(label, "workers.heartbeat.buffered", json!(true));
        }
        if beat.from == BeatFrom::Start {
            self.set("Send heartbeats from the receive on", "workers.heartbeat.from", json!("receive"));
        }
        if beat.growth != Growth::Constant {
            self.set(
                "Let each heartbeat set the same: the queue counts from now",
                "workers.heartbeat.growth",
                json!("constant"),
            );
        }
        if beat.on_failure != OnBeatFailure::TryAgain {
            self.set(
                "Send the next heartbeat even after one that failed",
                "workers.heartbeat.on_failure",
                json!("try_again"),
            );
        }
        if beat.leaks {
            self.set("End the heartbeats with the job", "workers.heartbeat.leaks", json!(false));
        }
        if beat.limit.time.is_some() || beat.limit.count.is_some() {
            self.set("Send heartbeats as long as the job runs", "workers.heartbeat.limit", json!({}));
        }
        if beat.sets.is_some_and(|sets| sets > timeout) {
            let label = format!("Let each heartbeat set only {}", humane(timeout));
            self.offer(label, vec![Change::HeartbeatSets(None)]);
        }
    }

    /// What keeps received messages waiting.
    fn held_back(&mut self) {
        let Scenario { workers, arrivals, queue, .. } = self.scenario;
        if workers.batch > 1 && workers.polling == Polling::Worker {
            self.set("Receive one message at a time", "workers.batch", json!(1));
            if workers.together == Together::OneByOne {
                self.set("Work on the whole batch at once", "workers.together", json!("batch"));
            }
        }
        if workers.buffer > 0 {
            self.set("Fetch only what can be started at once", "workers.buffer", json!(0));
            self.set("Wait to fetch until there is room", "workers.when_full", json!("wait"));
        }
        if workers.start == Start::Always {
            self.set("Drop what is late before its work", "workers.start", json!("if_in_time"));
        }
        for (place, arrival) in arrivals.iter().enumerate().filter(|(_, arrival)| arrival.hold > Millis::ZERO) {
            if arrival.hold <= Millis::from_secs(900) && !queue.fifo && arrival.hold.0.is_multiple_of(1000) {
                let label = format!("Delay the send by {} instead of holding it in memory", humane(arrival.hold));
                let hold = Change::Set(format!("arrivals[{place}].hold"), json!(0));
                let delay = Change::Set(format!("arrivals[{place}].delay"), json!(arrival.hold.whole_secs()));
                self.offer(label, vec![hold, delay]);
            }
        }
        if workers.retries.count > 0 {
            self.set("Leave the retry to the queue", "workers.retries.count", json!(0));
        }
    }

    fn deletes(&mut self) {
        let delete = &self.scenario.workers.delete;
        if delete.at != Acknowledge::Done {
            self.set("Delete each message after its own work", "workers.delete.at", json!("done"));
        }
        if delete.interval.is_some() {
            self.set("Delete at once, without collecting", "workers.delete.interval", Value::Null);
        }
        if delete.after > Millis::ZERO {
            self.set("Delete right after the effect", "workers.delete.after", json!(0));
        }
    }

    /// Six times the function's timeout, and the window on top (R109).
    fn mapping(&mut self) {
        let Some(lambda) = self.scenario.lambda.clone() else { return };
        let six = Millis(lambda.timeout.0 * 6) + lambda.window;
        if let Some(longer) = round_up(six).filter(|&longer| longer > self.scenario.queue.visibility_timeout) {
            let label = format!("Set the timeout to {}: six times the function's", humane(longer));
            self.offer(label, vec![Change::VisibilityTimeout(longer)]);
        }
        let need = Millis(slow_job(self.scenario).0 * u64::from(lambda.batch) * 4 / 3);
        if need > lambda.timeout && need <= Millis::from_secs(900) {
            let secs = need.0.div_ceil(1000);
            let label = format!("Give the function {}", humane(Millis::from_secs(secs)));
            let mut changes = vec![Change::Set("lambda.timeout".to_owned(), json!(secs))];
            if let Some(longer) = round_up(Millis::from_secs(secs * 6)) {
                changes.push(Change::VisibilityTimeout(longer.max(self.scenario.queue.visibility_timeout)));
            }
            self.offer(label, changes);
        }
        if let Some(reserved) = lambda.reserved_concurrency.filter(|&reserved| reserved >= 2) {
            let label = format!("Let the mapping take {reserved} batches at most");
            self.set(&label, "lambda.maximum_concurrency", json!(reserved));
            self.set("Reserve enough concurrency", "lambda.reserved_concurrency", Value::Null);
        }
        if !lambda.partial_batches {
            self.set("Report the failures of a batch one by one", "lambda.partial_batches", json!(true));
        }
        if lambda.batch > 1 {
            self.set("Invoke the function for one message at a time", "lambda.batch", json!(1));
        }
    }

    /// A purge takes what is in flight and what waits, whatever it is.
    fn purges(&mut self, trace: &Trace) {
        if trace.messages.iter().any(|life| life.first_at(Place::Purged).is_some()) {
            let rest: Vec<_> = self.scenario.acts.iter().filter(|act| act.deed != Deed::Purge).collect();
            self.set("Do not purge the queue", "acts", json!(rest));
        }
    }

    /// What keeps messages from the dead-letter queue, and from expiring.
    fn losses(&mut self, trace: &Trace) {
        let queue = &self.scenario.queue;
        let fortnight = Millis::from_secs(1_209_600);
        let ends_in = |place: Place| trace.messages.iter().any(|life| life.first_at(place).is_some());
        if ends_in(Place::DeadLetters) && queue.max_receive_count.is_some_and(|count| count < 5) {
            self.set("Allow five receives", "queue.max_receive_count", json!(5));
        }
        if ends_in(Place::Expired) {
            if queue.max_receive_count.is_some() && queue.dead_letters.retention.unwrap_or(queue.retention) < fortnight
            {
                self.set("Keep dead letters for 14 d", "queue.dead_letters.retention", json!("14d"));
            }
            if queue.retention < fortnight {
                self.set("Keep messages for 14 d", "queue.retention", json!("14d"));
            }
        }
    }

    fn failures(&mut self) {
        let workers = &self.scenario.workers;
        if workers.on_failure != OnFailure::Leave {
            self.set("Leave a failed message to its lease", "workers.on_failure", json!("leave"));
        } else if self.scenario.lambda.is_none() && self.scenario.effective_timeout() > Millis::from_secs(60) {
            self.set("Give a failed message back after 30 s", "workers.on_failure", json!({ "set": 30 }));
        }
        if self.scenario.queue.max_receive_count.is_none() {
            self.set("Move it to a dead-letter queue after 5 receives", "queue.max_receive_count", json!(5));
        }
    }

    /// Short enough to be back soon after a crash, and a heartbeat for the jobs that take longer.
    fn crashes(&mut self, trace: &Trace) {
        let is_crash = |lease: &crate::sim::Lease| matches!(lease.job_ended, Some((_, JobEnd::Crashed)));
        if !trace.leases.iter().any(is_crash) {
            return;
        }
        for timeout in [30, 60].map(Millis::from_secs) {
            if let Some(every) = beat_for(timeout).filter(|_| timeout < self.scenario.effective_timeout()) {
                let label = format!("A timeout of {}, and a heartbeat every {}", humane(timeout), humane(every));
                let beat = [Change::HeartbeatEvery(Some(every)), Change::HeartbeatSets(None)];
                self.offer(label, [&[self.timeout_of(timeout)], &beat[..]].concat());
            }
        }
        if !self.scenario.crashes.is_empty() {
            self.offer("Let no worker crash".to_owned(), vec![Change::Crash(None)]);
        }
    }

    fn idempotent(&mut self) {
        if self.scenario.effect.kind == EffectKind::Plain {
            self.set("Make the effect idempotent: a conditional write on its key", "effect.kind", json!("idempotent"));
        }
    }

    /// Processes that are asked to end.
    fn ends(&mut self) {
        let job = self.scenario.workers.job.tail();
        for (place, act) in self.scenario.acts.iter().enumerate() {
            let path = |field: &str| format!("acts[{place}].{field}");
            match act.deed {
                Deed::Stop | Deed::Deploy | Deed::Scale => {
                    if act.drain < job {
                        let label = format!("Let a process that ends work on for {}", humane(job));
                        self.offer(label, vec![Change::Set(path("drain"), json!(job.0.div_ceil(1000)))]);
                    }
                    if act.held != OnStop::Release {
                        let label = "Let a process that ends give back what it has".to_owned();
                        self.offer(label, vec![Change::Set(path("held"), json!("release"))]);
                    }
                    if act.keeps_polling {
                        let label = "Close the poll before giving messages back".to_owned();
                        self.offer(label, vec![Change::Set(path("keeps_polling"), json!(false))]);
                    }
                }
                Deed::Kill => {
                    let label = "Ask the process to end instead of killing it".to_owned();
                    let stop = Change::Set(path("do"), json!("stop"));
                    let drain = Change::Set(path("drain"), json!(job.0.div_ceil(1000)));
                    self.offer(label, vec![stop, drain]);
                }
                Deed::Redrive | Deed::Purge | Deed::Peek => {}
            }
        }
    }
}

/// Two thirds of a timeout: the margin that lets one late heartbeat pass. `None` for a timeout too short for one.
fn beat_for(timeout: Millis) -> Option<Millis> {
    let every = Millis(timeout.0 * 2 / 3 / 1000 * 1000);
    (every > Millis::ZERO).then_some(every)
}

/// The next timeout that a person would choose; `None` beyond twelve hours.
fn round_up(least: Millis) -> Option<Millis> {
    let step = match least.whole_secs() {
        0..=9 => 1,
        10..=59 => 5,
        60..=599 => 30,
        600..=3599 => 300,
        _ => 1800,
    };
    let secs = least.0.div_ceil(step * 1000) * step;
    (secs <= MAX_VISIBILITY_TIMEOUT).then(|| Millis::from_secs(secs))
}

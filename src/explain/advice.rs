//! Advice on a scenario as a whole: what its settings mean for the days that this run does not show.

use super::verdict::Tone;
use super::work::{in_line, longest_hold, slow_job, with_retries};
use crate::queue::{MAX_VISIBILITY_TIMEOUT, Millis};
use crate::sim::span::humane;
use crate::sim::{Acknowledge, EffectKind, Growth, Lambda, Polling, Scenario, Together};

/// One piece of advice.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// How grave it is.
    pub tone: Tone,
    /// The setting it is about, by its path.
    pub setting: &'static str,
    /// The advice, in a sentence or two.
    pub text: String,
}

/// What there is to say about a scenario, gravest first.
#[must_use]
pub fn advise(scenario: &Scenario) -> Vec<Advice> {
    let mut adviser = Adviser { scenario, found: Vec::new() };
    if let Some(lambda) = &scenario.lambda {
        adviser.on_mapping(lambda);
    } else {
        adviser.on_timeout();
        adviser.on_heartbeat();
        adviser.on_waiting();
        adviser.on_recovery();
        adviser.on_deletes();
    }
    adviser.on_dead_letters();
    adviser.on_effect();
    adviser.found.sort_by_key(|advice| match advice.tone {
        Tone::Trouble => 0,
        Tone::Caution => 1,
        Tone::Well => 2,
    });
    adviser.found
}

struct Adviser<'a> {
    scenario: &'a Scenario,
    found: Vec<Advice>,
}

impl Adviser<'_> {
    fn say(&mut self, tone: Tone, setting: &'static str, text: String) {
        self.found.push(Advice { tone, setting, text });
    }

    /// How long the slowest jobs take, with what is tried again in memory.
    fn tail(&self) -> Millis {
        let a_try = slow_job(self.scenario) + self.scenario.effect.takes;
        let all = with_retries(self.scenario, a_try);
        self.scenario.workers.max_job.map_or(all, |most| all.min(most))
    }

    /// The timeout against the slow tail (R119).
    fn on_timeout(&mut self) {
        let (timeout, tail) = (self.scenario.effective_timeout(), self.tail());
        let setting = match self.scenario.workers.receive_timeout {
            Some(_) => "workers.receive_timeout",
            None => "queue.visibility_timeout",
        };
        if let Some(own) = self.scenario.workers.receive_timeout
            && own != self.scenario.queue.visibility_timeout
        {
            let text = format!(
                "Each receive asks for {}, and that counts: the queue's own {} does nothing.",
                humane(own),
                humane(self.scenario.queue.visibility_timeout)
            );
            self.say(Tone::Caution, setting, text);
        }
        let workers = &self.scenario.workers;
        let is_early = matches!(workers.delete.at, Acknowledge::Receive | Acknowledge::Start);
        if workers.heartbeat.is_some() || workers.start_sets.is_some() || is_early {
            return;
        }
        let (timeout_told, tail_told) = (humane(timeout), humane(tail));
        if tail >= timeout {
            let text =
                format!("The slow jobs take {tail_told}, the timeout is {timeout_told}: they are delivered twice.");
            self.say(Tone::Trouble, setting, text);
        } else if tail.0 * 2 > timeout.0 {
            let text = format!(
                "The slow jobs take {tail_told}, the timeout is {timeout_told}: tight. Size it on the slow tail, not on the mean."
            );
            self.say(Tone::Caution, setting, text);
        } else {
            let text = format!(
                "The timeout of {timeout_told} is {} times what the slow jobs take.",
                timeout.0 / tail.0.max(1)
            );
            self.say(Tone::Well, setting, text);
        }
    }

    /// The interval against what each heartbeat sets.
    fn on_heartbeat(&mut self) {
        let Some(beat) = self.scenario.workers.heartbeat.clone() else { return };
        let timeout = self.scenario.effective_timeout();
        let sets = beat.sets.unwrap_or(timeout);
        let first = beat.when_left.map_or(beat.first_after.unwrap_or(beat.every), |left| timeout.since(left));
        let setting = "workers.heartbeat.every";
        let every = if beat.when_left.is_some() { Millis::ZERO } else { beat.every + beat.jitter };
        if first >= timeout {
            let text = format!(
                "The first heartbeat comes after {}, when the lease of {} is over.",
                humane(first),
                humane(timeout)
            );
            self.say(Tone::Trouble, setting, text);
        } else if every >= sets {
            let text = format!(
                "A heartbeat sets {}, and the next comes after {}: the lease ends in between.",
                humane(sets),
                humane(every)
            );
            self.say(Tone::Trouble, setting, text);
        } else if beat.when_left.is_none() {
            let margin = (sets.0 - every.0) * 100 / sets.0.max(1);
            let text = format!(
                "Between a heartbeat and the end of the lease there is a margin of {}, {margin} %.",
                humane(sets - every)
            );
            let tone = if margin < 33 { Tone::Caution } else { Tone::Well };
            let advice = if margin < 33 { format!("{text} One late call, and the lease is over.") } else { text };
            self.say(tone, setting, advice);
        }
        if beat.growth != Growth::Constant {
            let text = "What a heartbeat sets grows with the job, though the queue counts from now: after a crash the message stays hidden ever longer.";
            self.say(Tone::Caution, "workers.heartbeat.growth", text.to_owned());
        }
        if beat.leaks {
            let text = "Heartbeats that outlive their job keep a message hidden for up to twelve hours.";
            self.say(Tone::Trouble, "workers.heartbeat.leaks", text.to_owned());
        }
        if self.tail() > Millis::from_secs(MAX_VISIBILITY_TIMEOUT) {
            let text = "No heartbeat carries a job beyond twelve hours from its receive.";
            self.say(Tone::Trouble, setting, text.to_owned());
        }
    }

    /// What waits in memory while its lease runs.
    fn on_waiting(&mut self) {
        let workers = &self.scenario.workers;
        let (timeout, tail) = (self.scenario.effective_timeout(), self.tail());
        let buffered = workers.heartbeat.as_ref().is_some_and(|beat| beat.buffered);
        let hold = longest_hold(self.scenario);
        if buffered {
            return;
        }
        if hold + tail > timeout && hold > Millis::ZERO {
            let text = format!(
                "A countdown of {} in memory and the work after it take longer than the timeout of {}.",
                humane(hold),
                humane(timeout)
            );
            self.say(Tone::Trouble, "arrivals.hold", text);
        }
        let setting = if workers.polling == Polling::Instance { "workers.buffer" } else { "workers.batch" };
        let in_line = in_line(self.scenario);
        let last = Millis(tail.0 * in_line);
        if in_line > 1 && last > timeout {
            let text = format!(
                "The last of {in_line} messages in line is done only after {}, and the timeout is {}: some are delivered twice.",
                humane(last),
                humane(timeout)
            );
            self.say(Tone::Trouble, setting, text);
        }
    }

    /// For how long a message is trapped by a crash.
    fn on_recovery(&mut self) {
        let timeout = self.scenario.effective_timeout();
        let beat = self.scenario.workers.heartbeat.as_ref();
        let longest = beat.map_or(timeout, |beat| beat.sets.unwrap_or(timeout).max(timeout));
        let tone = if longest > Millis::from_secs(900) { Tone::Caution } else { Tone::Well };
        let text = format!("After a crash a message is tried again within {}.", humane(longest));
        let setting = match beat {
            Some(_) => "workers.heartbeat.sets",
            None => "queue.visibility_timeout",
        };
        self.say(tone, setting, text);
    }

    fn on_deletes(&mut self) {
        let delete = &self.scenario.workers.delete;
        match delete.at {
            Acknowledge::Receive | Acknowledge::Start => {
                let text = "A message deleted before its work is lost for good if the worker dies.".to_owned();
                self.say(Tone::Trouble, "workers.delete.at", text);
            }
            Acknowledge::Batch => {
                let text =
                    "Messages are deleted with the last of their batch: a crash repeats the whole batch.".to_owned();
                self.say(Tone::Caution, "workers.delete.at", text);
            }
            Acknowledge::Done => {}
        }
        if let Some(interval) = delete.interval {
            let text = format!(
                "Deletes are collected for {}: those not sent when a process ends are lost, and their messages come again.",
                humane(interval)
            );
            self.say(Tone::Caution, "workers.delete.interval", text);
        }
    }

    /// How long a message that always fails is tried, and whether what is left of it can be seen.
    fn on_dead_letters(&mut self) {
        let queue = &self.scenario.queue;
        let retention = queue.retention;
        let Some(most) = queue.max_receive_count else {
            let text = format!(
                "Without a dead-letter queue, a message that always fails is tried until it expires after {}.",
                humane(retention)
            );
            return self.say(Tone::Caution, "queue.max_receive_count", text);
        };
        let timeout = self.scenario.effective_timeout();
        let tried = Millis(timeout.0 * most.unsigned_abs());
        if tried >= retention {
            let text = format!(
                "{most} receives take {}, and messages expire after {}: none ever reaches the dead-letter queue.",
                humane(tried),
                humane(retention)
            );
            self.say(Tone::Trouble, "queue.max_receive_count", text);
        } else if most <= 2 {
            let text = format!(
                "{most} receives last {}: a short outage sends healthy messages to the dead-letter queue. Five or more are usual.",
                humane(tried)
            );
            self.say(Tone::Caution, "queue.max_receive_count", text);
        } else {
            let text = format!("A message that always fails is tried {most} times, for about {}.", humane(tried));
            self.say(Tone::Well, "queue.max_receive_count", text);
        }
        let dead = queue.dead_letters.retention.unwrap_or(retention);
        if dead <= retention && !queue.fifo {
            let text = format!(
                "Dead letters expire {} after their first send, as in the source: one that comes late is gone at once.",
                humane(dead)
            );
            self.say(Tone::Caution, "queue.dead_letters.retention", text);
        }
        if queue.dead_letters.alarm.is_none() {
            let text = "No alarm tells of the first dead letter.".to_owned();
            self.say(Tone::Caution, "queue.dead_letters.alarm", text);
        }
    }

    fn on_effect(&mut self) {
        if self.scenario.effect.kind == EffectKind::Plain {
            let text =
                "At least once means sometimes twice: an idempotent effect makes that harmless, whatever the timeout."
                    .to_owned();
            self.say(Tone::Caution, "effect.kind", text);
        }
    }

    /// Six times the function's timeout, and the window (R109), and concurrency that fits.
    fn on_mapping(&mut self, lambda: &Lambda) {
        let timeout = self.scenario.queue.visibility_timeout;
        let six = Millis(lambda.timeout.0 * 6) + lambda.window;
        if timeout < six {
            let text = format!(
                "The timeout of {} is less than six times the function's and the window, {}: throttles and retries bring messages back in mid-flight.",
                humane(timeout),
                humane(six)
            );
            self.say(Tone::Trouble, "queue.visibility_timeout", text);
        } else {
            let text =
                format!("The timeout of {} is at least six times the function's and the window.", humane(timeout));
            self.say(Tone::Well, "queue.visibility_timeout", text);
        }
        let in_line = if self.scenario.workers.together == Together::OneByOne { u64::from(lambda.batch) } else { 1 };
        let whole = Millis(self.tail().0 * in_line);
        if whole > lambda.timeout {
            let text = format!(
                "A whole batch may take {}, and the function is killed after {}.",
                humane(whole),
                humane(lambda.timeout)
            );
            self.say(Tone::Trouble, "lambda.timeout", text);
        }
        if let Some(reserved) = lambda.reserved_concurrency
            && lambda.maximum_concurrency.is_none_or(|most| most > reserved)
        {
            let text = format!(
                "The mapping may invoke more than the {reserved} that are reserved: what is throttled has spent a receive."
            );
            self.say(Tone::Caution, "lambda.maximum_concurrency", text);
        }
        if !lambda.partial_batches && lambda.batch > 1 {
            let text = "One failure brings the whole batch back, with all that was done.".to_owned();
            self.say(Tone::Caution, "lambda.partial_batches", text);
        }
        if self.scenario.queue.max_receive_count.is_some_and(|count| count < 5) {
            let text = "With Lambda five receives are the least: throttles count.".to_owned();
            self.say(Tone::Caution, "queue.max_receive_count", text);
        }
    }
}

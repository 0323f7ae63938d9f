//! A change of one setting: what a slider does to a scenario.

use serde_json::Value;

use super::scenario::{Crash, Heartbeat, Law, Scenario};
use crate::queue::{Millis, StaleDelete};

/// A new value for one setting of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The queue's VisibilityTimeout.
    VisibilityTimeout(Millis),
    /// How long a job takes.
    Job(Millis),
    /// The time between two heartbeats; `None` for no heartbeat.
    HeartbeatEvery(Option<Millis>),
    /// What a heartbeat sets; `None` for the queue's timeout. Without a heartbeat it changes nothing.
    HeartbeatSets(Option<Millis>),
    /// How many workers there are.
    WorkerCount(u32),
    /// The redrive policy's maxReceiveCount; `None` for no dead-letter queue.
    MaxReceiveCount(Option<i64>),
    /// What a delete with an older receipt does.
    StaleDelete(StaleDelete),
    /// When worker-1 crashes in its first job; `None` for no crash at all.
    Crash(Option<Millis>),
    /// Any field, by its path. One that does not take the value stays as it is.
    Set(String, Value),
}

impl Change {
    /// Which setting it changes, by the path of its field. Two changes of one setting are one thing to undo while a slider is
    /// dragged.
    #[must_use]
    pub fn setting(&self) -> &str {
        match self {
            Self::VisibilityTimeout(_) => "queue.visibility_timeout",
            Self::Job(_) => "workers.job",
            Self::HeartbeatEvery(_) => "workers.heartbeat.every",
            Self::HeartbeatSets(_) => "workers.heartbeat.sets",
            Self::WorkerCount(_) => "workers.count",
            Self::MaxReceiveCount(_) => "queue.max_receive_count",
            Self::StaleDelete(_) => "queue.stale_delete",
            Self::Crash(_) => "crashes[0].after",
            Self::Set(path, _) => path,
        }
    }

    /// Makes the change, unless it is one by a path: those take the whole format to make, which the first view need not know.
    /// What another setting then leaves without meaning goes, too: a crash of a worker that is gone.
    fn apply_named(&self, scenario: &mut Scenario) {
        let Scenario { queue, workers, crashes, .. } = scenario;
        match *self {
            Self::VisibilityTimeout(timeout) => queue.visibility_timeout = timeout,
            Self::Job(job) => workers.job = Law::Fixed(job),
            Self::HeartbeatEvery(None) => workers.heartbeat = None,
            Self::HeartbeatEvery(Some(every)) => match &mut workers.heartbeat {
                Some(heartbeat) => heartbeat.every = every,
                none => *none = Some(Heartbeat { every, ..Heartbeat::default() }),
            },
            Self::HeartbeatSets(sets) => {
                if let Some(heartbeat) = &mut workers.heartbeat {
                    heartbeat.sets = sets;
                }
            }
            Self::WorkerCount(count) => {
                workers.count = count;
                crashes.retain(|crash| crash.worker <= count);
            }
            Self::Set(..) => {}
            Self::MaxReceiveCount(count) => queue.max_receive_count = count,
            Self::StaleDelete(choice) => queue.stale_delete = choice,
            Self::Crash(None) => crashes.clear(),
            Self::Crash(Some(after)) => match crashes.first_mut() {
                Some(crash) => crash.after = after,
                None => crashes.push(Crash { after, ..Crash::default() }),
            },
        }
    }
}

impl Scenario {
    /// This scenario with some changes made.
    #[must_use]
    pub fn with(&self, changes: &[Change]) -> Self {
        let mut scenario = self.clone();
        for change in changes {
            match change {
                Change::Set(path, value) => scenario = scenario.with_field(path, value).unwrap_or(scenario),
                named => named.apply_named(&mut scenario),
            }
        }
        scenario
    }

    /// The same with those changes only that are not by a path.
    #[must_use]
    pub fn with_named(&self, changes: &[Change]) -> Self {
        let mut scenario = self.clone();
        for change in changes {
            change.apply_named(&mut scenario);
        }
        scenario
    }
}

//! The verdict: one sentence that names the trouble of a run and its size, or says that all is well.

use super::log::worker_name;
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{Delete, EventKind, JobEnd, Lease, LeaseEnd, MessageLife, Place, Refusal, Scenario, Trace};

/// How a run went.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Tone {
    /// Every message had its effect once, and no lease was too short.
    Well,
    /// Nothing was done twice or lost, but something is worth a look: a long wait, a narrow escape, a dead letter.
    Caution,
    /// Something was done twice, was done by two at once, or was lost.
    Trouble,
}

/// What a run comes to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verdict {
    /// How it went.
    pub tone: Tone,
    /// The sentence.
    pub headline: String,
    /// How it came to that, or what saved it.
    pub detail: String,
}

/// Judges a run of `scenario`.
#[must_use]
pub fn verdict(scenario: &Scenario, trace: &Trace) -> Verdict {
    let judge = Judge { scenario, trace };
    judge
        .overrun()
        .or_else(|| judge.lost())
        .or_else(|| judge.dead_letters())
        .or_else(|| judge.endless_failure())
        .or_else(|| judge.waits_after_crash())
        .or_else(|| judge.unfinished())
        .unwrap_or_else(|| judge.well())
}

struct Judge<'a> {
    scenario: &'a Scenario,
    trace: &'a Trace,
}

impl Judge<'_> {
    /// A job outlived its lease.
    fn overrun(&self) -> Option<Verdict> {
        let trace = self.trace;
        let (lease, (from, to)) =
            trace.leases.iter().find_map(|lease| self.unleased(lease).map(|unleased| (lease, unleased)))?;
        let message = trace.message(lease.message);
        let again: Vec<&MessageLife> = trace.messages.iter().filter(|message| message.effects > 1).collect();
        let done = &self.scenario.story.done;
        let consequence = if again.len() == 1 || trace.messages.len() == 1 && message.effects > 0 {
            let effects = again.first().map_or(message.effects, |message| message.effects);
            format!("{} is {done} {}", self.one(), times(effects))
        } else if again.len() > 1 {
            format!("{} are {done} more than once", self.some(again.len()))
        } else {
            format!("{} is delivered {}", self.one(), times(count(message.leases.len())))
        };
        // Late by itself, the job may yet have been the only one: nobody else was free to receive the message.
        let tone = if message.leases.len() > 1 { Tone::Trouble } else { Tone::Caution };
        let mut headline = format!("{}: {consequence}", self.cause(lease, to - from));
        if self.trace.place_at(lease.message, trace.end) == Some(Place::DeadLetters) && trace.messages.len() == 1 {
            headline.push_str(" and ends in the dead-letter queue");
        }
        headline.push('.');
        Some(Verdict { tone, headline, detail: self.overlap(lease, (from, to)) })
    }

    /// From when to when the worker is at the job without a lease, beyond the end of the run if the job is not over by then. One
    /// that lapses at the instant the job ends is not too short, nor is one whose message another receipt deleted: that job
    /// was a second one already.
    fn unleased(&self, lease: &Lease) -> Option<(Millis, Millis)> {
        let Some((from, LeaseEnd::Lapsed)) = lease.ended else { return None };
        let to = lease.job_ended.map_or(lease.from + self.scenario.workers.job.tail(), |(at, _)| at);
        (to > from).then_some((from, to))
    }

    /// Why the lease was too short.
    fn cause(&self, lease: &Lease, overrun: Millis) -> String {
        let timeout = self.scenario.queue.visibility_timeout;
        let refused = self.trace.events.iter().any(|event| {
            matches!(event.kind, EventKind::ExtendRefused { lease: of, reason: Refusal::TwelveHours }
                if std::ptr::eq(self.trace.lease(of), lease))
        });
        let beat = self.scenario.workers.heartbeat.as_ref().map(|heartbeat| heartbeat.every);
        let sets = self.scenario.heartbeat_sets().unwrap_or_default();
        match beat {
            _ if refused => "No heartbeat extends a lease beyond 12 h from its receive".to_owned(),
            Some(every) if every > timeout => {
                format!("The first heartbeat comes {} after the lease has ended", humane(every - timeout))
            }
            Some(every) if sets < every => {
                format!("A heartbeat sets {}, and the next comes only after {}", humane(sets), humane(every))
            }
            _ => format!("The job outlives its lease by {}", humane(overrun)),
        }
    }

    /// Who worked without a lease, who had the message meanwhile, and what the late delete did.
    fn overlap(&self, lease: &Lease, (from, to): (Millis, Millis)) -> String {
        let worker = worker_name(lease.worker);
        let (from, to) = (humane(from), humane(to));
        let next = self.trace.message(lease.message).leases.get(lease.receive as usize);
        let mut text = format!("From {from} to {to}, {worker} works without a lease");
        match next.map(|&next| self.trace.lease(next)) {
            Some(next) => {
                let (second, at) = (worker_name(next.worker), humane(next.from));
                text = format!("{text}; {second} receives {} at {at}", self.one());
            }
            None => text.push_str("; nobody else was free to receive it"),
        }
        let delete = match lease.deleted {
            Some((_, Delete::Ignored)) => ". Its delete answers 200 and removes nothing",
            Some((_, Delete::Removed)) if next.is_some() => {
                ". Its delete takes the message away from under the other's hands"
            }
            _ => "",
        };
        text.push_str(delete);
        text.push('.');
        text
    }

    /// A message expired without its effect.
    fn lost(&self) -> Option<Verdict> {
        let lost =
            |message: &&MessageLife| message.effects == 0 && matches!(message.places.last(), Some((_, Place::Expired)));
        let count = self.trace.messages.iter().filter(lost).count();
        let Scenario { story, queue, .. } = self.scenario;
        (count > 0).then(|| Verdict {
            tone: Tone::Trouble,
            headline: format!("{} expired and {} never {}.", capital(&self.some(count)), was(count), story.done),
            detail: format!("The retention is {}, counted from the send, in flight or not.", humane(queue.retention)),
        })
    }

    /// A message was received too often.
    fn dead_letters(&self) -> Option<Verdict> {
        let mut dead =
            self.trace.messages.iter().filter(|life| life.places.iter().any(|(_, place)| *place == Place::DeadLetters));
        let first = dead.next()?;
        let count = 1 + dead.count();
        let receives = first.leases.len();
        let moved_at = first.places.iter().find(|(_, place)| *place == Place::DeadLetters).map(|&(at, _)| at)?;
        let moved =
            format!("{} {} in the dead-letter queue", self.some(count), if count == 1 { "ends" } else { "end" });
        Some(Verdict {
            tone: Tone::Caution,
            headline: format!("After {receives} receives, {moved}."),
            detail: format!(
                "No lapse moves a message: the receive after the last allowed one does, here at {}.",
                humane(moved_at)
            ),
        })
    }

    /// A job fails every time and nothing ends it.
    fn endless_failure(&self) -> Option<Verdict> {
        let failed = |life: &&MessageLife| {
            life.effects == 0
                && life
                    .leases
                    .iter()
                    .any(|&lease| matches!(self.trace.lease(lease).job_ended, Some((_, JobEnd::Failed))))
        };
        let life = self.trace.messages.iter().find(failed)?;
        Some(Verdict {
            tone: Tone::Caution,
            headline: format!(
                "{} fails every time: {} so far, and no end.",
                capital(&self.one()),
                deliveries(life.leases.len())
            ),
            detail: "A redrive policy would move it to a dead-letter queue after so many receives.".to_owned(),
        })
    }

    /// A worker crashed, and the message waits for its lease to lapse.
    fn waits_after_crash(&self) -> Option<Verdict> {
        let (lease, crashed_at) = self.trace.leases.iter().find_map(|lease| match lease.job_ended {
            Some((at, JobEnd::Crashed)) => Some((lease, at)),
            _ => None,
        })?;
        let wait = lease.to().since(crashed_at);
        let life = self.trace.message(lease.message);
        let long = wait > self.scenario.workers.job.tail();
        let done = &self.scenario.story.done;
        let end = match self.effect_at(life) {
            None => format!("it is not {done} yet"),
            Some(at) => format!("it is {done} only at {}", humane(at)),
        };
        Some(Verdict {
            tone: if long || life.effects == 0 { Tone::Caution } else { Tone::Well },
            headline: format!(
                "{} crashes, and {} stays hidden for another {}: {end}.",
                capital(&worker_name(lease.worker)),
                self.one(),
                humane(wait)
            ),
            detail: format!(
                "Nobody tells the queue of a crash. The lease runs to its deadline at {}, and only then is {} visible again.",
                humane(lease.to()),
                self.one()
            ),
        })
    }

    /// The run ended before every message had its effect.
    fn unfinished(&self) -> Option<Verdict> {
        let open = self.trace.messages.iter().filter(|life| life.effects == 0).count();
        let story = &self.scenario.story;
        (open > 0).then(|| Verdict {
            tone: Tone::Caution,
            headline: format!(
                "At {}, {} {} not {} yet.",
                humane(self.trace.end),
                self.some(open),
                is(open),
                story.done
            ),
            detail: if self.trace.cut_off {
                "The run was cut off here: it has more events than can be shown.".to_owned()
            } else {
                "No lease was too short so far.".to_owned()
            },
        })
    }

    /// Everything was done once. What is left to say is by how much.
    fn well(&self) -> Verdict {
        let spare = self.trace.leases.iter().filter_map(|lease| {
            let (job_end, _) = lease.job_ended?;
            Some(lease.deadline_at(job_end).since(job_end))
        });
        let done = match self.trace.messages.len() {
            0 => return nothing_sent(),
            1 => format!("{} is {} once", self.one(), self.scenario.story.done),
            n => format!("all {n} {}s are {} once", self.scenario.story.thing, self.scenario.story.done),
        };
        match spare.min() {
            Some(Millis::ZERO) => Verdict {
                tone: Tone::Caution,
                headline: format!("Job and lease end at the same instant: {done}, this time."),
                detail: "On a real queue the network decides which is first. Leave a margin.".to_owned(),
            },
            spare => Verdict {
                tone: Tone::Well,
                headline: format!("All is well: {done}."),
                detail: format!(
                    "{} with {} to spare.",
                    if self.scenario.workers.heartbeat.is_some() && self.was_extended() {
                        "Heartbeats kept every lease open until its job was done,"
                    } else {
                        "Every lease outlived its job,"
                    },
                    humane(spare.unwrap_or_default())
                ),
            },
        }
    }

    /// When the message had its effect for the first time.
    fn effect_at(&self, life: &MessageLife) -> Option<Millis> {
        life.leases.iter().find_map(|&lease| match self.trace.lease(lease).job_ended {
            Some((at, JobEnd::Done)) => Some(at),
            _ => None,
        })
    }

    fn was_extended(&self) -> bool {
        self.trace.leases.iter().any(|lease| !lease.moves.is_empty())
    }

    /// `the order`, or `one of 12 orders`.
    fn one(&self) -> String {
        let thing = &self.scenario.story.thing;
        match self.trace.messages.len() {
            0 | 1 => format!("the {thing}"),
            n => format!("one of {n} {thing}s"),
        }
    }

    /// `the order`, or `3 of 12 orders`.
    fn some(&self, count: usize) -> String {
        if count <= 1 {
            self.one()
        } else {
            format!("{count} of {} {}s", self.trace.messages.len(), self.scenario.story.thing)
        }
    }
}

fn nothing_sent() -> Verdict {
    Verdict {
        tone: Tone::Caution,
        headline: "Nothing is sent in this run.".to_owned(),
        detail: "A scenario needs an arrival.".to_owned(),
    }
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

fn deliveries(count: usize) -> String {
    if count == 1 { "1 delivery".to_owned() } else { format!("{count} deliveries") }
}

fn is(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn was(count: usize) -> &'static str {
    if count == 1 { "was" } else { "were" }
}

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// With a capital letter at its head. ASCII is enough for the words of a story, and the tables for the rest weigh kilobytes.
fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(head) = text.get_mut(..1) {
        head.make_ascii_uppercase();
    }
    text
}

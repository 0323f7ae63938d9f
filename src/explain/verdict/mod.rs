//! The verdict: one sentence that names the trouble of a run and its size, or says that all is well.

mod so_far;
mod twice;

pub use so_far::verdict_so_far;

use super::cause::{SHORT_STALL, lost_at, stall};
use super::log::worker_name;
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{JobEnd, Lease, MessageLife, Place, Scenario, Trace};

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
        .trouble()
        .or_else(|| judge.endless_failure())
        .or_else(|| judge.waits_after_crash())
        .or_else(|| judge.stalls())
        .or_else(|| judge.unfinished())
        .unwrap_or_else(|| judge.well())
}

struct Judge<'a> {
    scenario: &'a Scenario,
    trace: &'a Trace,
}

impl Judge<'_> {
    /// What went wrong, or nearly, the gravest first.
    fn trouble(&self) -> Option<Verdict> {
        self.done_twice()
            .map(|twice| self.with_losses(twice))
            .or_else(|| self.lost())
            .or_else(|| self.harmless())
            .or_else(|| self.overrun())
            .or_else(|| self.dead_letters())
            .or_else(|| self.brought_back())
    }

    /// What was lost beside what was done twice.
    fn with_losses(&self, mut verdict: Verdict) -> Verdict {
        if let Some(lost) = self.lost() {
            verdict.detail.push(' ');
            verdict.detail.push_str(&lost.headline);
        }
        verdict
    }

    /// Something is gone and was never done.
    fn lost(&self) -> Option<Verdict> {
        let mut lost = (0..).zip(&self.trace.messages).filter(|&(message, _)| lost_at(self.trace, message).is_some());
        let (_, first) = lost.next()?;
        let count = 1 + lost.count();
        let Scenario { story, queue, .. } = self.scenario;
        let (how, detail) = match first.last_place()? {
            Place::Purged => {
                (format!("{} purged", was(count)), "A purge takes what is visible and what is in flight.".to_owned())
            }
            Place::Deleted => (
                format!("{} deleted before the work", was(count)),
                "A message deleted first is nobody's any more: when its worker fails, nothing brings it back."
                    .to_owned(),
            ),
            _ => {
                let was_dead = first.first_at(Place::DeadLetters).is_some();
                let retention =
                    if was_dead { queue.dead_letters.retention.unwrap_or(queue.retention) } else { queue.retention };
                let where_to = if was_dead { " as a dead letter" } else { "" };
                (
                    format!("expired{where_to}"),
                    format!("The retention is {}, counted from the send, in flight or not.", humane(retention)),
                )
            }
        };
        Some(Verdict {
            tone: Tone::Trouble,
            headline: format!("{} {how} and {} never {}.", capital(&self.some(count)), was(count), story.done),
            detail,
        })
    }

    /// A message was received too often.
    fn dead_letters(&self) -> Option<Verdict> {
        let is_dead = |life: &MessageLife| life.last_place() == Some(Place::DeadLetters);
        let mut dead = (0..).zip(&self.trace.messages).filter(|(_, life)| is_dead(life));
        let (message, first) = dead.next()?;
        let count = 1 + dead.count();
        let &(moved_at, _) = first.places.last()?;
        let ends = if count == 1 { "ends" } else { "end" };
        let moved = format!("{} {ends} in the dead-letter queue", self.some(count));
        let executions = self.trace.executions_of(message);
        let receives = first.leases.len();
        let headline = if executions == 0 {
            format!("Without one attempt at it, {moved}.")
        } else {
            format!("After {receives} {}, {moved}.", if receives == 1 { "receive" } else { "receives" })
        };
        let is_poison = |life: &MessageLife| {
            let failed =
                |&lease: &crate::sim::LeaseIx| matches!(self.trace.lease(lease).job_ended, Some((_, JobEnd::Failed)));
            life.effects == 0 && executions > 0 && life.leases.iter().all(failed) && self.has_poison()
        };
        Some(Verdict {
            tone: if is_poison(first) || first.effects > 0 { Tone::Caution } else { Tone::Trouble },
            headline,
            detail: format!(
                "No lapse moves a message: the receive after the last allowed one does, here at {}.",
                humane(moved_at)
            ),
        })
    }

    /// What was dead came back, and everything is done once.
    fn brought_back(&self) -> Option<Verdict> {
        let was_dead = |life: &&MessageLife| life.first_at(Place::DeadLetters).is_some();
        let count = self.trace.messages.iter().filter(was_dead).count();
        let done = &self.scenario.story.done;
        (count > 0 && self.is_each_done_once() && self.is_all_deleted()).then(|| Verdict {
            tone: Tone::Well,
            headline: format!("The redrive brought {} back: each is {done} once.", self.some(count)),
            detail: "The dead-letter queue kept what could not be done. In their source the receives count anew."
                .to_owned(),
        })
    }

    /// Whether everything that the messages are about had its effect, and none had it twice.
    fn is_each_done_once(&self) -> bool {
        self.trace.keys.iter().all(|key| key.effects == 1)
    }

    fn is_all_deleted(&self) -> bool {
        self.trace.messages.iter().all(|life| life.last_place() == Some(Place::Deleted))
    }

    fn has_poison(&self) -> bool {
        self.scenario.arrivals.iter().any(|arrival| arrival.poison)
    }

    /// A message is hidden for longer than a job takes though nobody works on it.
    fn stalls(&self) -> Option<Verdict> {
        let tail = self.scenario.workers.job.tail().max(SHORT_STALL);
        let long = |lease: &&Lease| stall(lease, self.trace.end).is_some_and(|(from, to)| to.since(from) > tail);
        let lease = self.trace.leases.iter().find(long)?;
        let (from, to) = stall(lease, self.trace.end)?;
        let why = match lease.job_ended {
            Some((_, JobEnd::Dropped(why))) => super::tell::dropped_because(why).0,
            _ => "gave it up",
        };
        Some(Verdict {
            tone: Tone::Caution,
            headline: format!(
                "{} stays hidden for {} though nobody works on it.",
                capital(&self.one()),
                humane(to.since(from))
            ),
            detail: format!(
                "{} {why}, at {}. Its lease runs to {} all the same.",
                capital(&worker_name(lease.worker)),
                humane(from),
                humane(to)
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
                "Nobody tells the queue of a crash. The lease runs to its deadline at {}, and only then is the {} visible again.",
                humane(lease.to()),
                self.scenario.story.thing
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
            2 => format!("both {}s are {} once", self.scenario.story.thing, self.scenario.story.done),
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

    /// `the order`, or `an order` where there are several.
    fn the_thing(&self) -> String {
        let thing = &self.scenario.story.thing;
        match self.trace.messages.len() {
            0 | 1 => format!("the {thing}"),
            _ if thing.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {thing}"),
            _ => format!("a {thing}"),
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

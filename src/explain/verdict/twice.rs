//! What was done twice, or by two at once, and why.

use super::super::cause::{Again, why_again};
use super::super::chain::times;
use super::super::log::worker_name;
use super::{Judge, Tone, Verdict, capital, count};
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{Delete, EffectKind, EventKind, Lease, LeaseEnd, MessageLife, Place, Polling, Refusal, Seen};

impl Judge<'_> {
    /// Something had its effect more than once.
    pub(super) fn done_twice(&self) -> Option<Verdict> {
        let trace = self.trace;
        let repeat = trace.leases.iter().find(|lease| lease.is_repeat())?;
        let before = trace.leases_of(repeat.message).find(|lease| lease.receive + 1 == repeat.receive);
        let again = before.and_then(|before| Some((before, why_again(trace, before)?)));
        if let Some((_, Again::Overrun)) = again {
            // Told with the size of the overrun.
            return self.overrun();
        }
        let keys = trace.keys.iter().filter(|key| key.effects > 1);
        let (number, most) = keys.fold((0, 0), |(number, most), key| (number + 1, key.effects.max(most)));
        let done = &self.scenario.story.done;
        let consequence = match number {
            1 => format!("{} is {done} {}", self.one(), times(most)),
            n => format!("{} are {done} more than once", self.some(n)),
        };
        let (cause, detail) =
            if let Some((before, again)) = again { self.why_twice(before, again) } else { self.sent_twice(repeat) };
        Some(Verdict { tone: Tone::Trouble, headline: format!("{cause}: {consequence}."), detail })
    }

    /// Several messages are about one thing: `repeat` is a delivery of one whose work had been done.
    fn sent_twice(&self, repeat: &Lease) -> (String, String) {
        let key = self.trace.message(repeat.message).key;
        let sent_at = |life: &MessageLife| life.places.first().map(|&(at, _)| at).unwrap_or_default();
        let before = self.trace.messages[..repeat.message as usize].iter().rfind(|life| life.key == key);
        let gap = before.map(|before| sent_at(self.trace.message(repeat.message)).since(sent_at(before)));
        match gap.filter(|_| self.scenario.queue.fifo) {
            Some(gap) => (
                format!("{} is sent again after {}", capital(&self.the_thing()), humane(gap)),
                "A FIFO queue drops a repeated send within five minutes. One that comes later is a new message; only a key that both share tells that they are one.".to_owned(),
            ),
            None => (
                format!("{} was sent more than once", capital(&self.the_thing())),
                "Each copy is a message of its own to a standard queue; only a key that both share tells that they are one.".to_owned(),
            ),
        }
    }

    /// What a delivery waits for before its work.
    fn waits_for(&self) -> &'static str {
        if self.scenario.arrivals.iter().any(|arrival| arrival.hold > Millis::ZERO) {
            "for its countdown"
        } else if self.scenario.lambda.is_some() {
            "for concurrency"
        } else if self.scenario.workers.polling == Polling::Instance {
            "in a buffer"
        } else {
            "for its turn in the batch"
        }
    }

    /// Why the delivery after `before` came about, in a clause, and what there is to know about it.
    fn why_twice(&self, before: &Lease, again: Again) -> (String, String) {
        let (worker, thing) = (worker_name(before.worker), self.the_thing());
        let ended = humane(before.to());
        let had_effect = before.effect != Seen::Nothing;
        match again {
            Again::Waited | Again::Overrun => {
                let waited = before.started.unwrap_or(before.to()).since(before.from);
                (
                    format!("{} waits {} {}, longer than its lease", capital(&thing), humane(waited), self.waits_for()),
                    format!(
                        "The lease runs from the receive, not from the start of the work. It ended at {ended}, and {thing} was lent to the next."
                    ),
                )
            }
            Again::Crashed if had_effect => (
                format!("{} dies after the effect and before the delete", capital(&worker)),
                format!(
                    "The queue knows nothing of the effect. At {ended} the lease ends, and the next worker does it all again."
                ),
            ),
            Again::NotDeleted if self.scenario.queue.fifo => (
                "The delete comes after the lease".to_owned(),
                "In a FIFO queue a receipt ends with its lease, even if nobody else received the message.".to_owned(),
            ),
            Again::NotDeleted => (
                format!("{} is done with {thing} and does not delete it in time", capital(&worker)),
                format!(
                    "At {ended} the lease ends. Only a delete that reaches the queue before tells it that the work is done."
                ),
            ),
            Again::Chance => (
                "The queue delivers a message twice though its lease is running".to_owned(),
                "A standard queue may, rarely: at least once is all that it promises.".to_owned(),
            ),
            Again::Redriven => (
                format!("A redrive brings {thing} back after its effect"),
                "A dead letter may have been worked on before it was moved.".to_owned(),
            ),
            Again::Crashed | Again::Failed | Again::Dropped(_) => (
                format!("{} is delivered again after {worker} gave it up", capital(&thing)),
                format!("The lease of the attempt that failed ended at {ended}."),
            ),
        }
    }

    /// A job outlived its lease.
    pub(super) fn overrun(&self) -> Option<Verdict> {
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
        let timeout = lease.deadline.since(lease.from);
        let refused = self.trace.events.iter().any(|event| {
            matches!(event.kind, EventKind::ExtendRefused { lease: of, reason: Refusal::TwelveHours }
                if std::ptr::eq(self.trace.lease(of), lease))
        });
        let beat = self.scenario.workers.heartbeat.as_ref().map(|heartbeat| heartbeat.every);
        let first = self.scenario.workers.heartbeat.as_ref().and_then(|heartbeat| heartbeat.first_after);
        let sets = self.scenario.heartbeat_sets().unwrap_or_default();
        let waited = lease.started.map_or(Millis::ZERO, |started| started.since(lease.from));
        match beat {
            _ if refused => "No heartbeat extends a lease beyond 12 h from its receive".to_owned(),
            Some(every) if lease.moves.is_empty() && first.unwrap_or(every) > timeout => {
                let late = first.unwrap_or(every) - timeout;
                format!("The first heartbeat comes {} after the lease has ended", humane(late))
            }
            Some(every) if sets < every => {
                format!("A heartbeat sets {}, and the next comes only after {}", humane(sets), humane(every))
            }
            _ if timeout == Millis::ZERO => "A timeout of 0 s hides nothing".to_owned(),
            // It would have been in time without the wait.
            _ if waited > Millis::ZERO && overrun <= waited => format!(
                "After a wait of {} {}, the job outlives its lease by {}",
                humane(waited),
                self.waits_for(),
                humane(overrun)
            ),
            _ => format!("The job outlives its lease by {}", humane(overrun)),
        }
    }

    /// Who worked without a lease, who had the message meanwhile, and what the late delete did.
    fn overlap(&self, lease: &Lease, (from, to): (Millis, Millis)) -> String {
        let worker = worker_name(lease.worker);
        let (from, to) = (humane(from), humane(to));
        let next = self.trace.next_of(lease);
        let mut text = format!("From {from} to {to}, {worker} works without a lease");
        match next {
            Some(next) => {
                let (second, at) = (worker_name(next.worker), humane(next.from));
                text = format!("{text}; {second} receives the {} at {at}", self.scenario.story.thing);
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

    /// Delivered more than once and done once, since doing it again makes no difference.
    pub(super) fn harmless(&self) -> Option<Verdict> {
        let again = self.trace.leases.iter().filter(|lease| lease.effect == Seen::Again).count();
        if again == 0 || !self.is_each_done_once() {
            return None;
        }
        let all_gone = self.is_all_deleted();
        let done = &self.scenario.story.done;
        let why = match self.scenario.effect.kind {
            EffectKind::Set => "Setting a state twice leaves it as it was; raising a counter twice would not.",
            _ => "A conditional write on the key of the thing sees that it was done.",
        };
        let most = self.trace.messages.iter().map(|life| life.leases.len()).max().unwrap_or_default();
        Some(Verdict {
            tone: if all_gone { Tone::Well } else { Tone::Caution },
            headline: if all_gone {
                format!(
                    "All is well: delivered {} and {done} once, since doing it again changes nothing.",
                    times(count(most))
                )
            } else {
                format!(
                    "{} is {done} once, and delivered again and again: nobody's delete removes it.",
                    capital(&self.one())
                )
            },
            detail: why.to_owned(),
        })
    }
}

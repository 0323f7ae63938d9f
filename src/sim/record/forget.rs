//! A run without an end: what of it is shown, and what is forgotten.

use super::{Recorder, index};
use crate::queue::Millis;
use crate::sim::trace::{EventKind, LeaseIx, Lives, MessageIx, MessageLife, Place, Trace};

/// Where what was kept lies now, by where it lay before.
pub(in crate::sim) struct Moved {
    messages: Vec<u32>,
    leases: Vec<u32>,
    keys: Vec<u32>,
}

/// It was not kept.
const GONE: u32 = u32::MAX;

impl Moved {
    /// Where the message lies now, if it was kept.
    pub fn message(&self, message: MessageIx) -> Option<MessageIx> {
        Some(self.messages[message as usize]).filter(|&new| new != GONE)
    }

    /// Where the delivery lies now; a place where none ever lies if it was not kept.
    pub fn lease(&self, lease: LeaseIx) -> LeaseIx {
        self.leases.get(lease as usize).copied().unwrap_or(GONE)
    }
}

impl Recorder {
    /// What is known, up to `end`.
    pub fn snapshot(&self, end: Millis, cut_off: bool) -> Trace {
        let Self { events, leases, messages, keys, workers, receives, past, .. } = self;
        Trace::new(
            events.clone(),
            leases.clone(),
            messages.clone(),
            keys.clone(),
            workers.clone(),
            *receives,
            (past.clone(), end, cut_off),
        )
    }

    /// How many messages are kept.
    pub fn messages_kept(&self) -> usize {
        self.messages.len()
    }

    /// When the first of so many last events was; the begin if there are fewer.
    pub fn begin_of_last(&self, events: usize) -> Millis {
        self.events.len().checked_sub(events).map_or(self.past.begin, |first| self.events[first].at)
    }

    /// From when on it is known.
    pub fn begin(&self) -> Millis {
        self.past.begin
    }

    /// Forgets what happened before `begin`, and the messages that were over by then: those that are gone, of which no later event
    /// tells and none of `needed`, which the world still has to do with. What is kept lies elsewhere afterwards.
    pub fn forget(&mut self, begin: Millis, needed: &[MessageIx]) -> Moved {
        let forgotten = self.events.partition_point(|event| event.at < begin);
        let lives = Lives { leases: &self.leases, messages: &self.messages };
        for event in &self.events[..forgotten] {
            lives.count(&mut self.past.counts, event);
            if let EventKind::Effect { nth: nth @ 1..=3, .. } = event.kind {
                self.past.things[nth as usize - 1] += 1;
            }
        }
        self.events.drain(..forgotten);
        self.past.begin = begin;

        let mut keeps: Vec<bool> = self.messages.iter().map(|life| !is_over(life, begin)).collect();
        for &message in needed {
            keeps[message as usize] = true;
        }
        // A job may go on for longer than its message is there.
        for lease in self.leases.iter().filter(|lease| lease.job_ended.is_some_and(|(at, _)| at >= begin)) {
            keeps[lease.message as usize] = true;
        }
        for event in &self.events {
            let of_lease = event.kind.lease().map(|lease| self.leases[lease as usize].message);
            if let Some(message) = of_lease.or(event.kind.message()) {
                keeps[message as usize] = true;
            }
        }
        let moved = self.places_after(&keeps);
        self.move_all(&moved);
        self.past.keep(index(keeps.len()), |message| keeps[message as usize]);
        moved
    }

    /// Where everything lies if only these messages are kept, with their deliveries and what they are about. What has a name is
    /// kept anyway: later messages are about it, too.
    fn places_after(&self, keeps: &[bool]) -> Moved {
        let mut is_key_kept: Vec<bool> = self.keys.iter().map(|key| key.name.is_some()).collect();
        for (life, _) in self.messages.iter().zip(keeps).filter(|&(_, &kept)| kept) {
            is_key_kept[life.key as usize] = true;
        }
        Moved {
            messages: places(keeps.iter().copied()),
            leases: places(self.leases.iter().map(|lease| keeps[lease.message as usize])),
            keys: places(is_key_kept.into_iter()),
        }
    }

    fn move_all(&mut self, moved: &Moved) {
        let Moved { messages, leases, keys } = moved;
        retain(&mut self.messages, messages);
        retain(&mut self.leases, leases);
        retain(&mut self.keys, keys);
        for life in &mut self.messages {
            life.key = keys[life.key as usize];
            life.leases.iter_mut().for_each(|lease| *lease = moved.lease(*lease));
            for (_, place) in &mut life.places {
                if let Place::InFlight(lease) = place {
                    *lease = moved.lease(*lease);
                }
            }
        }
        for lease in &mut self.leases {
            lease.message = messages[lease.message as usize];
        }
        for worker in &mut self.workers {
            worker.leases.retain_mut(|lease| {
                *lease = moved.lease(*lease);
                *lease != GONE
            });
        }
        for event in &mut self.events {
            event.kind.renumber(|lease| moved.lease(lease), |message| messages[message as usize]);
        }
        self.gone = self.messages.iter().filter(|life| life.last_place().is_some_and(Place::is_final)).count();
        self.redriven.retain_mut(|(message, _)| {
            *message = messages[*message as usize];
            *message != GONE
        });
        self.ids.move_to(|message| moved.message(message));
        // The next send says anew what it is about.
        self.next = Default::default();
    }
}

/// Whether the queue has no more to do with a message since before `begin`. A dead letter may be brought back, and expires.
fn is_over(life: &MessageLife, begin: Millis) -> bool {
    life.places.last().is_some_and(|&(since, place)| since < begin && place.is_final() && place != Place::DeadLetters)
}

/// The places of those that are kept, one after the other.
fn places(keeps: impl Iterator<Item = bool>) -> Vec<u32> {
    let mut next = 0;
    let place = |kept: bool| {
        let place = if kept { next } else { GONE };
        next += u32::from(kept);
        place
    };
    keeps.map(place).collect()
}

fn retain<T>(list: &mut Vec<T>, places: &[u32]) {
    let mut place = places.iter();
    list.retain(|_| place.next() != Some(&GONE));
}

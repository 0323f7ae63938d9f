//! Producers: sends by schedule, with copies and lost answers.

use std::sync::Arc;

use super::agenda::Action;
use super::setup::{seconds, sure};
use super::{Known, World};
use crate::queue::{Millis, SendMessage};
use crate::sim::scenario::Call;
use crate::sim::trace::{EventKind, KeyIx};

impl World {
    /// The next message of an arrival, with its copies, and the plan for the one after it.
    pub(super) fn send(&mut self, arrival: u32, left: u32) {
        let settings = &self.scenario.arrivals[arrival as usize];
        let (copies, every, random) = (settings.copies, settings.every, settings.random);
        let key = match &settings.key {
            Some(name) => self.record.named_key(name),
            None => self.record.add_key(None),
        };
        let mut call = self.call(arrival);
        let settings = &self.scenario.arrivals[arrival as usize];
        if settings.groups > 1 {
            let nth = settings.count.saturating_sub(left) % settings.groups;
            call.message_group_id = Some(format!("group-{}", nth + 1).into());
        }
        for _ in 0..copies {
            self.send_call(arrival, key, call.clone());
            if self.is_answer_lost(Call::Send) {
                // The producer cannot know, and sends once more.
                self.record.tell(self.now, EventKind::AnswerLost { call: Call::Send, lease: None });
                self.send_call(arrival, key, call.clone());
            }
        }
        if left > 1 {
            let gap = if random { Millis(self.rng.up_to(2 * every.0)) } else { every };
            self.plan(self.now + gap, Action::Send { arrival, left: left - 1 });
        } else {
            self.to_come -= 1;
        }
    }

    /// What the producer of an arrival says to the queue.
    pub(super) fn call(&self, arrival: u32) -> SendMessage {
        let settings = &self.scenario.arrivals[arrival as usize];
        let body: Arc<str> = match &settings.body {
            Some(body) => body.as_str().into(),
            None => format!("m{}", self.record.sent_count() + 1).into(),
        };
        let text = |text: &Option<String>| text.as_ref().map(|text| Arc::from(text.as_str()));
        let default_group = self.scenario.queue.fifo.then(|| Arc::from("group-1"));
        SendMessage {
            message_body: body,
            delay_seconds: settings.delay.map(seconds),
            message_group_id: text(&settings.group).or(default_group),
            message_deduplication_id: text(&settings.deduplication_id),
            ..SendMessage::default()
        }
    }

    pub(super) fn send_call(&mut self, arrival: u32, key: KeyIx, call: SendMessage) {
        let group = call.message_group_id.clone();
        self.record.expect(key, group.clone());
        let before = self.record.sent_count();
        let sent = sure(self.sqs.send_message(self.now, self.queue, call));
        // Known before a receive that waited for it starts a job on it.
        let fails = self.scenario.arrivals[arrival as usize].fails;
        self.known.push(Known { arrival, group, fails });
        self.absorb(None, false);
        if self.record.sent_count() == before {
            self.known.pop();
            let message = self.record.message_of(sent.message_id);
            self.record.tell(self.now, EventKind::Deduplicated { message });
        }
    }
}

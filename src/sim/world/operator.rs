//! Timed changes, and what an operator does.

use super::World;
use super::setup::{attributes, create_dead_letters, number, seconds, sure};
use crate::queue::{Receive, ReceiveMessage, RedrivePolicy, SetAttributes};
use crate::sim::scenario::Deed;
use crate::sim::trace::{Dropped, EventKind};

impl World {
    /// The settings of the next phase come into force. What is under way keeps those it began with.
    pub(super) fn change(&mut self, change: u32) {
        self.to_come -= 1;
        self.scenario = self.phases[change as usize].1.clone();
        let mut call = attributes(&self.scenario.queue);
        if let Some(policy) = self.redrive_policy() {
            call.redrive_policy = Some(Some(policy));
        } else if self.dead_letters.is_some() {
            call.redrive_policy = Some(None);
        }
        sure(self.sqs.set_queue_attributes(self.now, self.queue, &call));
        if let (Some(queue), Some(retention)) = (self.dead_letters, self.scenario.queue.dead_letters.retention) {
            let call = SetAttributes { message_retention_period: Some(seconds(retention)), ..SetAttributes::default() };
            sure(self.sqs.set_queue_attributes(self.now, queue, &call));
        }
        self.record.tell(self.now, EventKind::Changed { change });
        self.absorb(None, false);
        for unit in 0..number(self.units.len()) {
            self.poll_soon(unit);
        }
    }

    /// The redrive policy as the settings have it now. A dead-letter queue is made when the first policy needs one.
    fn redrive_policy(&mut self) -> Option<RedrivePolicy> {
        let max_receive_count = self.scenario.queue.max_receive_count?;
        let Self { sqs, dead_letters, scenario, now, .. } = self;
        let dead_letter_target = *dead_letters.get_or_insert_with(|| create_dead_letters(sqs, *now, &scenario.queue));
        Some(RedrivePolicy { dead_letter_target, max_receive_count })
    }

    pub(super) fn do_act(&mut self, act: u32) {
        self.to_come -= 1;
        let planned = self.scenario.acts[act as usize].clone();
        self.record.tell(self.now, EventKind::Acted { act });
        match planned.deed {
            Deed::Redrive => {
                if let Some(source) = self.dead_letters {
                    // Refused only while another runs; then that one brings them back.
                    let _running = self.sqs.start_message_move_task(self.now, source, None, None);
                }
            }
            Deed::Purge => {
                // Refused within a minute of another (R81): nothing happens.
                let _refused = self.sqs.purge_queue(self.now, self.queue);
            }
            Deed::Kill => {
                for unit in self.units_of(planned.instance) {
                    self.die(unit, planned.back_after);
                }
            }
            Deed::Stop | Deed::Deploy => {
                for unit in self.units_of(planned.instance) {
                    self.stop(unit, act);
                }
            }
            Deed::Scale => self.scale(act, planned.to.unwrap_or_default()),
            Deed::Peek => self.peek(planned.to.unwrap_or(1)),
        }
        self.absorb(None, false);
    }

    /// From now on there are so many processes.
    fn scale(&mut self, act: u32, to: u32) {
        for unit in self.units_of(None) {
            if self.units[unit as usize].instance >= to {
                self.stop(unit, act);
            } else {
                self.restart(unit);
            }
        }
    }

    /// Somebody looks into the queue: what is received counts, and is hidden.
    fn peek(&mut self, count: u32) {
        let call = ReceiveMessage {
            max_number_of_messages: Some(i64::from(count.clamp(1, 10))),
            wait_time_seconds: Some(0),
            ..ReceiveMessage::default()
        };
        let Ok(Receive::Answered(messages)) = self.sqs.receive_message(self.now, self.queue, &call) else { return };
        self.absorb(None, false);
        for message in messages {
            let (lease, _) = self.record.hand_out(0, &message);
            self.record.drop_lease(self.now, lease, Dropped::Peeked);
        }
    }
}

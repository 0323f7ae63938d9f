//! Deletes: at once, later, or collected.

use super::World;
use super::agenda::Action;
use super::task::{Task, TaskIx};
use super::unit::UnitIx;
use crate::queue::ReceiptHandle;
use crate::sim::scenario::Call;
use crate::sim::trace::{Delete, EventKind, LeaseIx};

impl World {
    /// DeleteMessage with the receipt of a delivery.
    pub(super) fn send_delete(&mut self, lease: LeaseIx, receipt: ReceiptHandle) {
        let answer = self.sqs.delete_message(self.now, self.queue, &receipt);
        let heard = self.absorb(Some(lease), false);
        let outcome = if answer.is_ok() { heard.delete.unwrap_or(Delete::Gone) } else { Delete::Refused };
        self.record.deleted(self.now, lease, outcome);
        if self.is_answer_lost(Call::Delete) {
            self.record.tell(self.now, EventKind::AnswerLost { call: Call::Delete, lease: Some(lease) });
        }
    }

    /// A delete that was put off.
    pub(super) fn delete_late(&mut self, task: TaskIx, lease: LeaseIx) {
        if self.is_owed(task, lease, Action::Delete { task, lease }) {
            return;
        }
        if let Some(&mut Task { receipt, .. }) = self.task(task, lease) {
            self.send_delete(lease, receipt);
            self.close(task);
        }
    }

    /// The collected deletes are sent.
    pub(super) fn flush(&mut self, unit: UnitIx) {
        for (lease, receipt) in std::mem::take(&mut self.units[unit as usize].pending) {
            self.send_delete(lease, receipt);
        }
    }
}

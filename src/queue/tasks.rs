//! Message move tasks: what brings the messages of a dead-letter queue back (R72 to R74).

use std::sync::Arc;

use super::error::{Error, ErrorCode};
use super::event::EventKind;
use super::message::{Extra, MessageId, State};
use super::receipt::QueueId;
use super::sqs::Sqs;
use super::time::Millis;

/// The most tasks that ListMessageMoveTasks names (R73).
const MAX_LISTED: i64 = 10;

/// Names a task: `TaskHandle`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct TaskHandle(u32);

impl TaskHandle {
    /// How many tasks this [`Sqs`] had started before this one.
    #[must_use]
    pub fn ordinal(self) -> u32 {
        self.0
    }

    /// The handle of the task that was started after so many others.
    #[must_use]
    pub fn from_ordinal(ordinal: u32) -> Self {
        Self(ordinal)
    }
}

/// How a task stands.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum TaskStatus {
    /// `RUNNING`.
    Running,
    /// `COMPLETED`: no message was left to move.
    Completed,
    /// `CANCELLED`; what it had moved stays moved. It is so at once, so that no task is ever `CANCELLING`.
    Cancelled,
    /// `FAILED`, for this reason.
    Failed(&'static str),
}

/// A task, as ListMessageMoveTasks shows it.
#[derive(Copy, Clone, Debug)]
pub struct MoveTask {
    /// `TaskHandle`; AWS shows it only while the task is running.
    pub task_handle: TaskHandle,
    /// `SourceArn`, as the queue it names.
    pub source: QueueId,
    /// `DestinationArn`; without it every message goes to the queue that it came from.
    pub destination: Option<QueueId>,
    /// `MaxNumberOfMessagesPerSecond`; without it the task moves all that there are, at once.
    pub max_number_of_messages_per_second: Option<u64>,
    /// `Status` and `FailureReason`.
    pub status: TaskStatus,
    /// `StartedTimestamp`.
    pub started_timestamp: Millis,
    /// `ApproximateNumberOfMessagesMoved`.
    pub approximate_number_of_messages_moved: u64,
    /// `ApproximateNumberOfMessagesToMove`: how many could be moved when it started.
    pub approximate_number_of_messages_to_move: u64,
    /// The first message that did not exist when it started.
    later: MessageId,
}

impl MoveTask {
    /// When it moves its next message: the first as it starts.
    fn next_move(&self) -> Option<Millis> {
        let moved = self.approximate_number_of_messages_moved;
        let spacing = self.max_number_of_messages_per_second.map_or(0, |rate| moved * 1000 / rate);
        (self.status == TaskStatus::Running).then(|| self.started_timestamp + Millis(spacing))
    }
}

/// Every task ever started, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Tasks(Vec<MoveTask>);

impl Tasks {
    pub fn next_move(&self) -> Option<Millis> {
        self.0.iter().filter_map(MoveTask::next_move).min()
    }
}

impl Sqs {
    /// StartMessageMoveTask: moves the visible messages of `source`, oldest first. They arrive as new messages, with new ids, new
    /// send times and no receives (R74).
    ///
    /// # Errors
    /// `ResourceNotFoundException` for a queue that is gone; `InvalidParameterValue` for a source that is nobody's dead-letter
    /// queue, has a running task already, or is of another type than the destination, and for a rate outside 1 to 500 (R72).
    pub fn start_message_move_task(
        &mut self,
        now: Millis,
        source: QueueId,
        destination: Option<QueueId>,
        max_number_of_messages_per_second: Option<i64>,
    ) -> Result<TaskHandle, Error> {
        self.catch_up(now);
        for (queue, parameter) in [(Some(source), "SourceArn"), (destination, "DestinationArn")] {
            if queue.is_some_and(|queue| self.queue_at(queue).deleted_at.is_some()) {
                let message = format!("The resource that you specified for the {parameter} parameter doesn't exist.");
                return Err(Error::new(ErrorCode::ResourceNotFoundException, message));
            }
        }
        let names_source = |queue: &super::sqs::Queue| {
            let policy = queue.attributes.redrive_policy.filter(|_| queue.deleted_at.is_none());
            policy.is_some_and(|policy| policy.dead_letter_target == source)
        };
        let refuse = |message: &str| Err(Error::new(ErrorCode::InvalidParameterValue, message));
        if !self.queues.iter().any(names_source) {
            return refuse("Source queue must be configured as a Dead Letter Queue.");
        }
        if self.tasks.0.iter().any(|task| task.source == source && task.status == TaskStatus::Running) {
            return refuse(
                "There is already a task running. Only one active task is allowed for a source queue arn at a given time.",
            );
        }
        let is_fifo = |queue| self.queue_at(queue).store.is_fifo();
        if destination.is_some_and(|destination| is_fifo(destination) != is_fifo(source)) {
            return refuse("Destination queue must be of the same type as the source queue.");
        }
        let rate = max_number_of_messages_per_second.map(|rate| {
            let in_range = u64::try_from(rate).ok().filter(|rate| (1..=500).contains(rate));
            in_range.ok_or_else(|| {
                Error::invalid_parameter(rate, "MaxNumberOfMessagesPerSecond", "Must be between 1 and 500.")
            })
        });
        let handle = TaskHandle(u32::try_from(self.tasks.0.len()).expect("fewer than 2^32 tasks"));
        self.tasks.0.push(MoveTask {
            task_handle: handle,
            source,
            destination,
            max_number_of_messages_per_second: rate.transpose()?,
            status: TaskStatus::Running,
            started_timestamp: now,
            approximate_number_of_messages_moved: 0,
            approximate_number_of_messages_to_move: self.queue_at(source).store.visible_count() as u64,
            later: MessageId(self.next_message),
        });
        Ok(handle)
    }

    /// CancelMessageMoveTask. Answers how many messages the task has moved; they stay where they are (R73).
    ///
    /// # Errors
    /// `ResourceNotFoundException` for a handle that names no task, `InvalidParameterValue` for a task that is not running.
    pub fn cancel_message_move_task(&mut self, now: Millis, handle: TaskHandle) -> Result<u64, Error> {
        self.catch_up(now);
        let Some(task) = self.tasks.0.get_mut(handle.0 as usize) else {
            return Err(Error::new(ErrorCode::ResourceNotFoundException, "Task does not exist."));
        };
        if task.status != TaskStatus::Running {
            return Err(Error::new(ErrorCode::InvalidParameterValue, "Only active tasks can be cancelled."));
        }
        task.status = TaskStatus::Cancelled;
        Ok(task.approximate_number_of_messages_moved)
    }

    /// ListMessageMoveTasks: the tasks of a source, newest first; one without `max_results`.
    ///
    /// # Errors
    /// `InvalidParameterValue` for `max_results` outside 1 to 10, `ResourceNotFoundException` for a queue that is gone.
    pub fn list_message_move_tasks(
        &mut self,
        now: Millis,
        source: QueueId,
        max_results: Option<i64>,
    ) -> Result<Vec<MoveTask>, Error> {
        self.advance_to(now);
        if self.queue_at(source).deleted_at.is_some() {
            let message = "The resource that you specified for the SourceArn parameter doesn't exist.";
            return Err(Error::new(ErrorCode::ResourceNotFoundException, message));
        }
        let most = max_results.unwrap_or(1);
        if !(1..=MAX_LISTED).contains(&most) {
            return Err(Error::invalid_parameter(most, "MaxResults", "Must be between 1 and 10, if provided."));
        }
        let tasks = self.tasks.0.iter().rev().filter(|task| task.source == source);
        Ok(tasks.take(usize::try_from(most).unwrap_or(1)).copied().collect())
    }

    /// Moves every message that is due to be moved now.
    pub(super) fn run_tasks(&mut self) {
        for place in 0..self.tasks.0.len() {
            while self.tasks.0[place].next_move().is_some_and(|at| at <= self.now()) {
                self.move_one(place);
            }
        }
    }

    /// Moves the next message of a task, or ends it.
    fn move_one(&mut self, place: usize) {
        let now = self.now();
        let MoveTask { source, destination, max_number_of_messages_per_second: rate, later, .. } = self.tasks.0[place];
        let next = self.queue_mut(source).store.next_run(1, now);
        let slot = next.and_then(|run| run.slots().first().copied());
        // What comes meanwhile is for a task that takes its time. One that does not could meet its own messages again, for ever.
        let is_new = |slot| rate.is_none() && self.queue_at(source).store.get(slot).id >= later;
        let Some(slot) = slot.filter(|&slot| !is_new(slot)) else {
            self.tasks.0[place].status = TaskStatus::Completed;
            return;
        };
        let origin = self.queue_at(source).store.get(slot).dead_letter_source;
        let Some(target) = destination.or(origin) else {
            self.tasks.0[place].status = TaskStatus::Failed("CouldNotDetermineMessageSource");
            return;
        };
        if self.queue_at(target).deleted_at.is_some() {
            self.tasks.0[place].status = TaskStatus::Failed("AWS.SimpleQueueService.NonExistentQueue");
            return;
        }
        let message = self.queue_mut(source).store.remove(slot);
        let anew = self.new_message_id();
        self.tell(source, message.id, EventKind::Redriven { target, anew });
        // It is a new message, whose number follows those of earlier sends (R83).
        let extra = message.extra.map(|extra| {
            let sequence_number = extra.sequence_number.map(|_| self.new_sequence_number());
            Arc::new(Extra { sequence_number, ..(*extra).clone() })
        });
        self.store_new(target, anew, message.body, extra, State::Visible);
        self.tell(target, anew, EventKind::Sent { visible_at: now });
        self.tasks.0[place].approximate_number_of_messages_moved += 1;
        self.serve_polls(target);
    }
}

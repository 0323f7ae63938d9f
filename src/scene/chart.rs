//! The lease chart: a row a message, a band for each lease, a bar for the job inside, hatched where the job outlives it.

use super::axis::{Axis, Tick};
use super::{Rect, bold_width, float, text_width, what_was_done};
use crate::explain::worker_name;
use crate::queue::Millis;
use crate::sim::span::humane;
use crate::sim::{Delete, EventKind, JobEnd, Lease, LeaseEnd, LeaseIx, MessageIx, Scenario, Trace};

const LANE: f64 = 40.0;
const BAND: f64 = 32.0;
const JOB: f64 = 8.0;
const ROW_GAP: f64 = 10.0;
/// Room above the rows for the playhead's label.
const HEAD: f64 = 30.0;
/// Room below for the axis.
const FOOT: f64 = 28.0;
/// Room at the right end.
const MARGIN: f64 = 32.0;
/// Up to so many deliveries, each gets a lane of its own, so that they read as a staircase with room for words beside them.
const STAIRCASE: usize = 4;
/// More rows than this are not drawn: nobody reads them.
const MAX_ROWS: usize = 200;

/// The whole chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// How wide it is, in pixels.
    pub width: f64,
    /// How high it is, in pixels.
    pub height: f64,
    /// Time across.
    pub axis: Axis,
    /// Where the rows begin and end, from top to bottom.
    pub body: (f64, f64),
    /// Marked instants.
    pub ticks: Vec<Tick>,
    /// A row a message.
    pub rows: Vec<Row>,
    /// How many messages have no row, since there are too many.
    pub hidden_rows: usize,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which.
    pub message: MessageIx,
    /// What it is called.
    pub label: String,
    /// The middle of its first lane, from the top.
    pub y: f64,
    /// Its deliveries.
    pub bars: Vec<Bar>,
    /// What happened to the message itself.
    pub marks: Vec<Mark>,
    /// How it ended, if not by a delete.
    pub note: Option<Note>,
}

/// One delivery.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Which.
    pub lease: LeaseIx,
    /// The lease: from the receive to its end.
    pub band: Rect,
    /// The job, as far as the lease covers it.
    pub job: Rect,
    /// What was left of the lease when the message was deleted.
    pub spare: Option<Rect>,
    /// The job without a lease.
    pub overrun: Option<Rect>,
    /// Who has it, where there is room to say so.
    pub title: Option<String>,
    /// What came of it, where there is room to say so.
    pub note: Option<Note>,
    /// Heartbeats and ends.
    pub marks: Vec<Mark>,
    /// The whole story in a sentence.
    pub story: String,
}

/// A text beside a bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Where it begins.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// What it says.
    pub text: String,
    /// Whether it tells of trouble.
    pub trouble: bool,
}

/// An instant of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub x: f64,
    /// Where, from the top.
    pub y: f64,
    /// What happened.
    pub kind: MarkKind,
}

/// What a mark stands for; each has its own shape.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum MarkKind {
    /// A heartbeat that moved the deadline.
    Heartbeat,
    /// A heartbeat without effect.
    HeartbeatLost,
    /// The message was deleted.
    Deleted,
    /// A delete that removed nothing.
    DeleteLost,
    /// The worker died.
    Crash,
    /// The job failed.
    Failure,
    /// The message went to the dead-letter queue.
    DeadLetter,
    /// The message expired.
    Expired,
}

/// The chart of a run, `width` pixels wide.
#[must_use]
pub fn chart(scenario: &Scenario, trace: &Trace, width: f64) -> Chart {
    let drawing = Drawing::new(scenario, trace, width);
    let mut top = HEAD;
    let mut rows = Vec::new();
    for message in 0..trace.messages.len().min(MAX_ROWS) {
        let (row, height) = drawing.row(u32::try_from(message).expect("at most MAX_ROWS"), top);
        top += height + ROW_GAP;
        rows.push(row);
    }
    let bottom = top.max(HEAD + LANE) + 4.0;
    let hidden_rows = trace.messages.len() - rows.len();
    let axis = drawing.axis;
    let body = (HEAD, bottom);
    let mut chart = Chart { width, height: bottom + FOOT, axis, body, ticks: axis.ticks(), rows, hidden_rows };
    drawing.marks(&mut chart);
    chart
}

struct Drawing<'a> {
    scenario: &'a Scenario,
    trace: &'a Trace,
    axis: Axis,
}

impl<'a> Drawing<'a> {
    fn new(scenario: &'a Scenario, trace: &'a Trace, width: f64) -> Self {
        let gutter = match trace.messages.len() {
            0 | 1 => 10.0,
            n => text_width(&format!("m{n}")) + 18.0,
        };
        // The last tick's label is centred on the right end, and half of it needs room.
        let axis = Axis {
            from: Millis::ZERO,
            to: trace.end.max(Millis(1)),
            left: gutter,
            right: (width - MARGIN).max(gutter + 40.0),
        };
        Self { scenario, trace, axis }
    }

    fn row(&self, message: MessageIx, top: f64) -> (Row, f64) {
        let life = self.trace.message(message);
        let lanes = self.lanes(&life.leases);
        let lane_count = lanes.iter().max().map_or(1, |last| last + 1);
        let place = |nth: usize| top + LANE * float(lanes[nth]);
        let mut bars: Vec<Bar> = (0..).zip(&life.leases).map(|(nth, &lease)| self.bar(lease, place(nth))).collect();
        for nth in 0..bars.len() {
            // As far as the next delivery in the same lane, or the end of the chart.
            let next = (nth + 1..bars.len()).find(|&other| lanes[other] == lanes[nth]);
            let room = next.map_or(self.axis.right + MARGIN, |other| bars[other].band.x);
            bars[nth].note = self.note(&bars[nth], room);
        }
        let label = if self.trace.messages.len() == 1 { String::new() } else { self.trace.name(message) };
        let row = Row { message, label, y: top + BAND / 2.0, bars, marks: Vec::new(), note: None };
        (row, LANE * float(lane_count))
    }

    /// In which lane each delivery is drawn: the first that is free again; where a few overlap, a staircase.
    fn lanes(&self, leases: &[LeaseIx]) -> Vec<usize> {
        let mut free_from: Vec<Millis> = Vec::new();
        let lanes: Vec<usize> = leases
            .iter()
            .map(|&lease| self.trace.lease(lease))
            .map(|lease| {
                let until = self.lease_end(lease).max(self.job_end(lease));
                let lane = free_from.iter().position(|&free| free <= lease.from).unwrap_or(free_from.len());
                if lane == free_from.len() {
                    free_from.push(until);
                }
                free_from[lane] = until;
                lane
            })
            .collect();
        let is_staircase = leases.len() <= STAIRCASE && free_from.len() > 1;
        if is_staircase { (0..leases.len()).collect() } else { lanes }
    }

    fn lease_end(&self, lease: &Lease) -> Millis {
        lease.to().min(self.trace.end)
    }

    fn job_end(&self, lease: &Lease) -> Millis {
        lease.job_ended.map_or(self.trace.end, |(at, _)| at)
    }

    fn bar(&self, ix: LeaseIx, top: f64) -> Bar {
        let lease = self.trace.lease(ix);
        let (from, lease_end, job_end) = (lease.from, self.lease_end(lease), self.job_end(lease));
        let across = |from: Millis, to: Millis, y: f64, height: f64| {
            let (left, right) = (self.axis.x(from), self.axis.x(to));
            Rect::new(left, y, right - left, height)
        };
        let band = across(from, lease_end, top, BAND);
        // What waited in a buffer was begun after its receive, or never.
        let begun = lease.started.unwrap_or(job_end);
        let job = across(begun.min(lease_end), job_end.min(lease_end), top + BAND - JOB - 3.0, JOB);
        let spare = matches!(lease.ended, Some((_, LeaseEnd::Deleted))).then(|| lease.deadline_at(lease_end));
        let spare = spare.filter(|&to| to > lease_end).map(|to| across(lease_end, to, top, BAND));
        let overrun = (job_end > lease_end.max(begun)).then(|| across(lease_end.max(begun), job_end, top, BAND));
        let worker = worker_name(lease.worker);
        let titles = [format!("{worker}, receipt {}", lease.receive), worker.clone(), format!("r{}", lease.receive)];
        let title = titles.into_iter().find(|title| bold_width(title) + 10.0 < band.width);
        Bar { lease: ix, band, job, spare, overrun, title, note: None, marks: Vec::new(), story: self.story(lease) }
    }

    /// What came of a delivery, beside the end of its job: within the lease if that goes on, else behind all that is drawn of it,
    /// or over what was left of the lease, as far as `room`.
    fn note(&self, bar: &Bar, room: f64) -> Option<Note> {
        let (texts, trouble) = self.outcome(self.trace.lease(bar.lease))?;
        let middle = bar.band.y + BAND / 2.0;
        let goes_on = bar.band.right() > bar.job.right() + 1.0;
        let behind = |last: Rect, room: f64| (last.right() + 12.0, middle, room);
        let job_end = bar.overrun.unwrap_or(bar.band);
        let places = match bar.spare {
            _ if goes_on => vec![(bar.job.right() + 14.0, bar.job.y + JOB / 2.0, bar.band.right())],
            Some(spare) => vec![behind(spare, room), behind(job_end, spare.right())],
            None => vec![behind(job_end, room)],
        };
        texts.into_iter().find_map(|text| {
            let fits = |&(x, _, room): &(f64, f64, f64)| x + bold_width(&text) < room;
            let (x, y, _) = places.iter().copied().find(fits)?;
            Some(Note { x, y, text, trouble })
        })
    }

    /// What came of a delivery, in words of decreasing length, and whether it is trouble.
    fn outcome(&self, lease: &Lease) -> Option<(Vec<String>, bool)> {
        let (_, end) = lease.job_ended?;
        let (done, again) = (what_was_done(self.scenario, lease), lease.is_repeat());
        let delete = lease.deleted.map(|(_, outcome)| outcome);
        Some(match (end, delete) {
            (JobEnd::Done, Some(Delete::Ignored)) => {
                let long = format!("{done}; delete with the old receipt: 200, and nothing deleted");
                (vec![long, format!("{done}; nothing deleted"), done], true)
            }
            (JobEnd::Done, Some(Delete::Gone)) => (vec![format!("{done}; the message was gone already"), done], again),
            (JobEnd::Done, Some(Delete::Removed)) if self.is_stale_at_its_end(lease) => {
                let long = format!("{done}; the old receipt deletes it from under the next worker");
                (vec![long, format!("{done}, deleted by the old receipt"), format!("{done} and deleted"), done], true)
            }
            (JobEnd::Done, Some(Delete::Removed)) => (vec![format!("{done} and deleted"), done], again),
            (JobEnd::Done, None) => (vec![done], again),
            (JobEnd::Done, Some(Delete::Refused)) => (vec![format!("{done}; the delete is refused"), done], true),
            (JobEnd::Failed, _) => (vec!["failed".to_owned()], true),
            (JobEnd::Dropped(_), _) => (vec!["not worked on".to_owned()], true),
            (JobEnd::Crashed, _) => (vec!["crashed; nobody tells the queue".to_owned(), "crashed".to_owned()], true),
        })
    }

    /// Whether a newer delivery had begun when the job of this one ended.
    fn is_stale_at_its_end(&self, lease: &Lease) -> bool {
        let next = self.trace.next_of(lease);
        next.is_some_and(|next| lease.job_ended.is_some_and(|(at, _)| next.from <= at))
    }

    fn story(&self, lease: &Lease) -> String {
        let Lease { message, worker, receive, from, .. } = *lease;
        let mut text = format!(
            "{}, receipt {receive}: {} received it at {}. ",
            self.trace.name(message),
            worker_name(worker),
            humane(from)
        );
        let beats = lease.moves.len();
        text += &match beats {
            0 => format!("The lease ran to {}", humane(lease.to())),
            1 => format!("Extended once, the lease ran to {}", humane(lease.to())),
            n => format!("Extended {n} times, the lease ran to {}", humane(lease.to())),
        };
        text += &match lease.job_ended {
            Some((at, JobEnd::Done)) => format!(", the job to {}.", humane(at)),
            Some((at, JobEnd::Failed)) => format!("; the job failed at {}.", humane(at)),
            Some((_, JobEnd::Dropped(_))) => "; nobody worked on it.".to_owned(),
            Some((at, JobEnd::Crashed)) => format!("; the worker crashed at {}.", humane(at)),
            None => ", and the job was not done when the run ended.".to_owned(),
        };
        text
    }

    /// Puts every event that has a mark on its bar or row.
    fn marks(&self, chart: &mut Chart) {
        for event in &self.trace.events {
            let x = self.axis.x(event.at);
            let kind = match event.kind {
                EventKind::Extended { .. } => MarkKind::Heartbeat,
                EventKind::ExtendIgnored { .. } | EventKind::ExtendRefused { .. } => MarkKind::HeartbeatLost,
                EventKind::Deleted { outcome: Delete::Removed, .. } => MarkKind::Deleted,
                EventKind::Deleted { .. } => MarkKind::DeleteLost,
                EventKind::Failed { .. } => MarkKind::Failure,
                EventKind::Crashed { .. } => MarkKind::Crash,
                EventKind::DeadLettered { .. } => MarkKind::DeadLetter,
                EventKind::Expired { .. } => MarkKind::Expired,
                _ => continue,
            };
            let lease = event.kind.lease().map(|lease| self.trace.lease(lease));
            let Some(message) = lease.map(|lease| lease.message).or(event.kind.message()) else { continue };
            let Some(row) = chart.rows.get_mut(message as usize) else { continue };
            if let Some(bar) = lease.and_then(|lease| row.bars.get_mut(lease.receive as usize - 1)) {
                let is_beat = matches!(kind, MarkKind::Heartbeat | MarkKind::HeartbeatLost);
                let y = if is_beat { bar.band.y } else { bar.job.y + JOB / 2.0 };
                bar.marks.push(Mark { x, y, kind });
            } else {
                let y = row.bars.last().map_or(row.y, |bar| bar.band.y + BAND / 2.0);
                row.marks.push(Mark { x, y, kind });
                let text = if kind == MarkKind::DeadLetter { "dead letter" } else { "expired" }.to_owned();
                let x = x + 14.0;
                let fits = x + bold_width(&text) < self.axis.right + MARGIN;
                row.note = fits.then_some(Note { x, y, text, trouble: true });
            }
        }
    }
}

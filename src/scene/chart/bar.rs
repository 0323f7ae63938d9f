//! One delivery: where its band, its bar and its words are.

use super::super::axis::Axis;
use super::super::{Rect, bold_width, float, what_was_done};
use super::marks::{Mark, call_mark};
use super::{MarkKind, ROOMY, Row, Sizes, lanes};
use crate::explain::worker_name;
use crate::queue::Millis;
use crate::sim::{Delete, JobEnd, Lease, LeaseEnd, LeaseIx, MessageIx, Scenario, Trace};

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
    pub title: Option<Note>,
    /// What came of it, where there is room to say so.
    pub note: Option<Note>,
    /// Heartbeats and ends.
    pub marks: Vec<Mark>,
}

/// A text beside a bar, or in it.
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

/// When nothing more is to be drawn of a delivery: neither lease nor job.
pub(super) fn until(trace: &Trace, lease: LeaseIx) -> Millis {
    let lease = trace.lease(lease);
    lease_end(trace, lease).max(job_end(trace, lease))
}

fn lease_end(trace: &Trace, lease: &Lease) -> Millis {
    lease.to().min(trace.end)
}

fn job_end(trace: &Trace, lease: &Lease) -> Millis {
    lease.job_ended.map_or(trace.end, |(at, _)| at)
}

/// What all bars of a chart have in common.
pub(super) struct Drawing<'a> {
    pub scenario: &'a Scenario,
    pub trace: &'a Trace,
    /// Time across, from somewhat before what is seen to somewhat after it.
    pub axis: Axis,
    /// From where to where words may stand.
    pub seen: (f64, f64),
    pub sizes: Sizes,
    /// Whether a row is a worker's, and its bars are named after messages.
    pub by_worker: bool,
}

impl<'a> Drawing<'a> {
    /// That of a whole run, with a row a message.
    pub fn new(scenario: &'a Scenario, trace: &'a Trace, axis: Axis, width: f64) -> Self {
        Self { scenario, trace, axis, seen: (axis.left, width), sizes: ROOMY, by_worker: false }
    }

    /// The row of a message, without its marks.
    pub fn row(&self, subject: MessageIx, leases: &[LeaseIx], top: f64) -> Row {
        let Sizes { lane, gap, .. } = self.sizes;
        let lanes = lanes(self.trace, leases);
        let lane_count = lanes.iter().max().map_or(1, |last| last + 1);
        let place = |nth: usize| top + lane * float(lanes[nth]);
        let mut bars: Vec<Bar> = (0..).zip(leases).map(|(nth, &lease)| self.bar(lease, place(nth))).collect();
        for nth in 0..bars.len() {
            // As far as the next delivery in the same lane, or the end of the chart.
            let next = (nth + 1..bars.len()).find(|&other| lanes[other] == lanes[nth]);
            let room = next.map_or(self.seen.1, |other| bars[other].band.x);
            bars[nth].note = self.note(&bars[nth], room);
        }
        let label = if self.trace.messages.len() == 1 { String::new() } else { self.trace.name(subject) };
        self.bare_row(subject, label, top, lane * float(lane_count) + gap, bars)
    }

    /// A row with nothing but bars in it.
    pub fn bare_row(&self, subject: u32, label: String, top: f64, height: f64, bars: Vec<Bar>) -> Row {
        Row {
            subject,
            label,
            top,
            height,
            y: top + self.sizes.band / 2.0,
            bars,
            clumps: Vec::new(),
            clashes: Vec::new(),
            down: Vec::new(),
            marks: Vec::new(),
            note: None,
        }
    }

    /// From one instant to another.
    pub fn across(&self, from: Millis, to: Millis, y: f64, height: f64) -> Rect {
        let (left, right) = (self.axis.x(from), self.axis.x(to));
        Rect::new(left, y, right - left, height)
    }

    /// A delivery in the lane that begins at `top`, without its note and marks.
    pub fn bar(&self, ix: LeaseIx, top: f64) -> Bar {
        let Sizes { band: height, job: job_height, under_job, titled, .. } = self.sizes;
        let lease = self.trace.lease(ix);
        let (from, lease_end, job_end) = (lease.from, lease_end(self.trace, lease), job_end(self.trace, lease));
        let band = self.across(from, lease_end, top, height);
        // What waited in a buffer was begun after its receive, or never.
        let begun = lease.started.unwrap_or(job_end);
        let job_top = top + height - job_height - under_job;
        let job = self.across(begun.min(lease_end), job_end.min(lease_end), job_top, job_height);
        let spare = matches!(lease.ended, Some((_, LeaseEnd::Deleted))).then(|| lease.deadline_at(lease_end));
        let spare = spare.filter(|&to| to > lease_end).map(|to| self.across(lease_end, to, top, height));
        let overrun = (job_end > lease_end.max(begun)).then(|| self.across(lease_end.max(begun), job_end, top, height));
        let title = if titled { self.title(lease, band) } else { None };
        Bar { lease: ix, band, job, spare, overrun, title, note: None, marks: Vec::new() }
    }

    fn title(&self, lease: &Lease, band: Rect) -> Option<Note> {
        let x = band.x.max(self.seen.0);
        let receipt = lease.receive;
        let who = if self.by_worker { self.trace.name(lease.message) } else { worker_name(lease.worker) };
        let titles = [format!("{who}, receipt {receipt}"), who, format!("r{receipt}")];
        let text = titles.into_iter().find(|title| bold_width(title) + 10.0 < band.right().min(self.seen.1) - x)?;
        Some(Note { x: x + 8.0, y: band.y + 11.0, text, trouble: false })
    }

    /// What came of a delivery, beside the end of its job: within the lease if that goes on, else behind all that is drawn of it,
    /// or over what was left of the lease, as far as `room`.
    pub fn note(&self, bar: &Bar, room: f64) -> Option<Note> {
        let (texts, trouble) = self.outcome(self.trace.lease(bar.lease))?;
        let middle = bar.band.y + self.sizes.band / 2.0;
        let goes_on = bar.band.right() > bar.job.right() + 1.0;
        let behind = |last: Rect, room: f64| (last.right() + 12.0, middle, room);
        let job_end = bar.overrun.unwrap_or(bar.band);
        let places = match bar.spare {
            _ if goes_on => vec![(bar.job.right() + 14.0, bar.job.y + self.sizes.job / 2.0, bar.band.right())],
            Some(spare) => vec![behind(spare, room), behind(job_end, spare.right())],
            None => vec![behind(job_end, room)],
        };
        texts.into_iter().find_map(|text| {
            let fits =
                |&(x, _, room): &(f64, f64, f64)| x > self.seen.0 && x + bold_width(&text) < room.min(self.seen.1);
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

    /// Puts the heartbeats and deletes of the run on their bars, in rows that are the messages in their order.
    pub fn calls(&self, rows: &mut [Row]) {
        for event in &self.trace.events {
            let Some((lease, kind)) = event.kind.lease().zip(call_mark(self.trace, event)) else { continue };
            let Lease { message, receive, .. } = *self.trace.lease(lease);
            let bar = rows.get_mut(message as usize).and_then(|row| row.bars.get_mut(receive as usize - 1));
            if let Some(bar) = bar {
                bar.marks.push(self.mark(bar, event.at, kind));
            }
        }
    }

    /// A mark on a bar: heartbeats on the edge of the band, the rest on the job.
    pub fn mark(&self, bar: &Bar, at: Millis, kind: MarkKind) -> Mark {
        let y = if kind.is_beat() { bar.band.y } else { bar.job.y + self.sizes.job / 2.0 };
        Mark { x: self.axis.x(at), y, kind }
    }
}

//! What the type of a field does not say: ranges, and fields that do not go together.

use super::super::problem::Problem;
use super::{Act, Deed, Scenario};
use super::{Growth, Law, TimedChange, VERSION};
use crate::queue::Millis;

impl Scenario {
    /// Everything that is wrong with the values; none in a scenario that can be run.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        // The page's fields take only what is in range, and a test has read its files: there all this would be dead weight.
        self.value_problems(&mut found);
        self.reference_problems(&mut found);
        self.changes_problems(&mut found);
        found
    }

    /// Values out of range, and fields that do not go together.
    fn value_problems(&self, found: &mut Vec<Problem>) {
        if self.version > VERSION {
            found.push(super::read::later());
        }
        let whole = self.to_value();
        for range in &super::RANGES {
            range.problems(&whole, found);
        }
        let mut check = |ok: bool, field: &str, expected: &str| {
            if !ok {
                found.push(Problem::new(field, expected));
            }
        };
        let Self { queue, workers, lambda, .. } = self;
        check(is_law(&workers.job), "workers.job", LAW);
        if let Some(heartbeat) = &workers.heartbeat {
            let doubling = heartbeat.growth == Growth::Doubling && heartbeat.when_left.is_some();
            check(!doubling, "workers.heartbeat.when_left", "no growth beside it");
        }
        if let Some(lambda) = lambda {
            check(lambda.batch <= 10 || !queue.fifo, "lambda.batch", "at most 10 on a FIFO queue");
            check(
                lambda.batch <= 10 || lambda.window > Millis::ZERO,
                "lambda.window",
                "1 or more with a batch above 10",
            );
            check(lambda.window == Millis::ZERO || !queue.fifo, "lambda.window", "0 on a FIFO queue");
            let fits = queue.visibility_timeout >= lambda.timeout;
            check(fits, "lambda.timeout", "at most the queue's visibility timeout: AWS refuses such a mapping");
        }
        for (place, arrival) in self.arrivals.iter().enumerate() {
            let field = |name| format!("arrivals[{place}].{name}");
            let is_text = |text: &Option<String>| text.as_ref().is_none_or(|text| !text.is_empty());
            check(is_text(&arrival.body), &field("body"), "at least one character");
            check(is_text(&arrival.key), &field("key"), "at least one character");
            let is_name = |name: &Option<String>| {
                let is_graphic = |name: &String| name.bytes().all(|byte| byte.is_ascii_graphic());
                name.as_ref().is_none_or(|name| (1..=128).contains(&name.len()) && is_graphic(name))
            };
            let expected = "1 to 128 letters, digits and punctuation";
            check(is_name(&arrival.group), &field("group"), expected);
            check(is_name(&arrival.deduplication_id), &field("deduplication_id"), expected);
            let is_fifo_only = queue.fifo || arrival.deduplication_id.is_none();
            check(is_fifo_only, &field("deduplication_id"), "none: the queue is no FIFO queue");
            check(arrival.group.is_none() || arrival.groups == 1, &field("groups"), "1 beside a group of its own");
            check(arrival.delay.is_none() || !queue.fifo, &field("delay"), "none: a FIFO queue has only its own");
            check(arrival.job.as_ref().is_none_or(is_law), &field("job"), LAW);
        }
    }

    /// Workers and processes that are named and are not there.
    fn reference_problems(&self, found: &mut Vec<Problem>) {
        if self.workers.total() > 10_000 {
            found.push(Problem::new("workers.instances", "at most 10000 workers in all"));
        }
        let most = self.most_workers();
        let missing = |list: &str, place: usize, worker: u32| {
            let problem =
                || Problem::new(&format!("{list}[{place}].worker"), &format!("1 to {most}, the number of a worker"));
            (!(1..=most).contains(&worker)).then(problem)
        };
        let of_crashes = self.crashes.iter().enumerate();
        found.extend(of_crashes.filter_map(|(place, crash)| missing("crashes", place, crash.worker)));
        let of_pauses = self.pauses.iter().enumerate();
        found.extend(of_pauses.filter_map(|(place, pause)| missing("pauses", place, pause.worker)));
        for (place, act) in self.acts.iter().enumerate() {
            if let Some((name, expected)) = self.problem_of(act) {
                found.push(Problem::new(&format!("acts[{place}].{name}"), &expected));
            }
        }
    }

    fn problem_of(&self, act: &Act) -> Option<(&'static str, String)> {
        let instances = self.most_workers() / self.workers.count.max(1);
        let most = match act.deed {
            Deed::Scale => 1_000,
            _ => 10,
        };
        if act.instance.is_some_and(|instance| !(1..=instances).contains(&instance)) {
            return Some(("instance", format!("1 to {instances}, the number of a process")));
        }
        if matches!(act.deed, Deed::Scale | Deed::Peek) && !(0..=most).contains(&act.to.unwrap_or(u32::MAX)) {
            return Some(("to", format!("0 to {most}")));
        }
        if act.deed == Deed::Redrive && self.queue.max_receive_count.is_none() {
            return Some((
                "do",
                "another act: a redrive needs a dead-letter queue (queue.max_receive_count)".to_owned(),
            ));
        }
        None
    }

    /// The timed changes, each by itself and all after one another.
    fn changes_problems(&self, found: &mut Vec<Problem>) {
        const FIXED: [&str; 11] = [
            "version",
            "changes",
            "acts",
            "seed",
            "horizon",
            "arrivals",
            "lambda",
            "workers.instances",
            "workers.count",
            "workers.polling",
            "queue.fifo",
        ];
        for (place, TimedChange { set, .. }) in self.changes.iter().enumerate() {
            let field = format!("changes[{place}]");
            // An object that has a fixed field is fixed, too: its other fields are set one by one.
            let has = |object: &str, path: &str| {
                path.strip_prefix(object).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            let is_fixed = |path: &str| FIXED.iter().any(|fixed| has(fixed, path) || has(path, fixed));
            if let Some(path) = set.keys().find(|path| is_fixed(path)) {
                let expected = "a setting that can change during a run (processes come and go with the act `scale`)";
                found.push(Problem::told(
                    &format!("{field}.set.{path}"),
                    format!("fixed for the whole run; expected {expected}"),
                ));
            }
        }
        if !found.is_empty() || self.changes.is_empty() {
            return;
        }
        // AWS compares a mapping's timeout with its queue's when it is made, and not when the queue is edited later.
        let counts = |problem: &Problem| problem.field != "lambda.timeout";
        found.extend(self.phases_if(|phase| phase.problems().into_iter().find(counts)).err());
    }

    /// How many workers there are at most at any time of the run.
    #[must_use]
    pub fn most_workers(&self) -> u32 {
        let scaled = self.acts.iter().filter(|act| act.deed == Deed::Scale).filter_map(|act| act.to);
        let instances = scaled.fold(self.workers.instances, u32::max);
        instances.saturating_mul(self.workers.count)
    }
}

impl super::Workers {
    /// All of them at the start, over all processes.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.instances.saturating_mul(self.count)
    }
}

const LAW: &str = "times of at most 14 d, the lesser first, and percentages of at most 100";

fn is_law(law: &Law) -> bool {
    match law {
        Law::Fixed(_) | Law::Bands { .. } => true,
        Law::Uniform { from, to } => from <= to,
        Law::LogNormal { p50, p99 } => p50 <= p99,
        Law::Each(spans) => !spans.is_empty(),
    }
}

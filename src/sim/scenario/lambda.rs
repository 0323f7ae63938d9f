//! A Lambda function that a queue's event source mapping invokes.

use serde::{Deserialize, Serialize};

use super::super::span;
use crate::queue::Millis;

/// A Lambda function with an event source mapping (R109 to R117). Pollers receive, collect a batch and invoke the function, which
/// works off the batch as the workers would (`job`, `together`); the pollers delete what it did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lambda {
    /// The function's timeout, 1 s to 15 min: a longer invocation is killed and has failed.
    #[serde(with = "span")]
    pub timeout: Millis,
    /// BatchSize, 1 to 10,000; more than 10 only with a window (R110).
    pub batch: u32,
    /// MaximumBatchingWindowInSeconds, 0 s to 5 min: how long messages are collected before an invocation (R110).
    #[serde(with = "span")]
    pub window: Millis,
    /// Reserved concurrency: with so many invocations running, a further one is throttled. Without it there are 1000.
    pub reserved_concurrency: Option<u32>,
    /// MaximumConcurrency of the mapping, 2 to 1000: so many batches are worked on at once, and no more are received (R112).
    pub maximum_concurrency: Option<u32>,
    /// How many batches are worked on at once in the beginning: 5 (R111).
    pub pollers: u32,
    /// How many more a minute, as long as there are messages: 300 (R111).
    pub growth_per_minute: u32,
    /// ReportBatchItemFailures: of a batch with failures the rest is deleted (R116).
    pub partial_batches: bool,
    /// A throttled invocation is tried again until the batch is so old, then dropped; without it until its visibility timeout
    /// ends (R115).
    #[serde(with = "span::optional", skip_serializing_if = "Option::is_none")]
    pub throttled_for: Option<Millis>,
}

impl Default for Lambda {
    fn default() -> Self {
        Self {
            timeout: Millis::from_secs(30),
            batch: 10,
            window: Millis::ZERO,
            reserved_concurrency: None,
            maximum_concurrency: None,
            pollers: 5,
            growth_per_minute: 300,
            partial_batches: false,
            throttled_for: None,
        }
    }
}

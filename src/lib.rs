//! inflight: an Amazon SQS visibility timeout to see, drag and break.
pub mod explain;
pub mod queue;
pub mod scenarios;
pub mod scene;
pub mod sim;
pub mod ui;

//! inflight: an Amazon SQS visibility timeout to see, drag and break.

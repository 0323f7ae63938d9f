//! A trace as one number, so that equal traces can be told from afar.

use inflight::sim::Trace;

/// FNV-1a, of 64 bits, over the trace as JSON without a space.
pub fn hash_of(trace: &Trace) -> String {
    let json = serde_json::to_string(trace).expect("a trace has only texts and numbers");
    let hash = json
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

//! The same golden runs in the browser and natively: one scenario with everything in it, one trace, bit for bit; and every scenario
//! that ships, by the hash of its trace.
//!
//! The trace is a file, and so are the hashes. Where a change of the machine is meant to change it, `make golden` writes it anew, and the difference is
//! there to be read in the commit.

#[path = "golden/hash.rs"]
mod hash;

use inflight::scenarios;
use inflight::sim::{Scenario, run};
use serde_json::Value;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const SCENARIO: &str = include_str!("golden/scenario.json");
const TRACE: &str = include_str!("golden/trace.json");
const SHIPPED: &str = include_str!("golden/shipped.json");

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn golden_scenario_run_here_gives_the_golden_trace() {
    let scenario = Scenario::from_json(SCENARIO).expect("the file is a scenario");
    let trace = run(&scenario).to_json();
    // Not assert_eq: it would print both, thousands of lines.
    let differs = trace.lines().zip(TRACE.lines()).position(|(here, golden)| here != golden);
    if let Some(line) = differs {
        let (here, golden) = (trace.lines().nth(line), TRACE.lines().nth(line));
        panic!("line {} of the trace is {here:?}, in the golden trace {golden:?}", line + 1);
    }
    assert_eq!(trace.lines().count(), TRACE.lines().count(), "the shorter trace is the beginning of the longer one");
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn scenarios_that_ship_run_here_give_the_traces_of_the_hashes() {
    let golden: Vec<Value> = serde_json::from_str(SHIPPED).expect("the file is a list");
    assert_eq!(scenarios::all().count(), golden.len());
    for (shipped, golden) in scenarios::all().zip(golden) {
        let trace = run(&Scenario::from_json(shipped.json).expect("the file is a scenario"));
        assert_eq!(
            (shipped.name, Some(&*hash::hash_of(&trace))),
            (golden["name"].as_str().unwrap(), golden["hash"].as_str())
        );
    }
}

//! The scenarios that ship with the page, in the order of its chooser. They are files of `static/scenarios`, built in, so that
//! the page needs no network to change from one to another.

use crate::sim::Scenario;

/// The files, by name and content.
pub const FILES: [(&str, &str); 5] = [
    ("double-charged-order", include_str!("../static/scenarios/double-charged-order.json")),
    ("order-with-heartbeat", include_str!("../static/scenarios/order-with-heartbeat.json")),
    ("five-hour-trap", include_str!("../static/scenarios/five-hour-trap.json")),
    ("five-second-timeout", include_str!("../static/scenarios/five-second-timeout.json")),
    ("poison-message", include_str!("../static/scenarios/poison-message.json")),
];

/// All of them, read.
///
/// # Panics
/// If a file is no scenario; a test reads them all.
#[must_use]
pub fn shipped() -> Vec<Scenario> {
    let read = |(name, json)| Scenario::from_json(json).unwrap_or_else(|error| panic!("{name}: {error}"));
    FILES.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_ships_and_is_a_scenario_with_words() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/scenarios");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        let mut shipped_names = FILES.map(|(name, _)| name.to_owned()).to_vec();
        files.sort();
        shipped_names.sort();
        assert_eq!(files, shipped_names);
        for scenario in shipped() {
            assert!(!scenario.title.is_empty() && !scenario.about.is_empty());
        }
    }
}

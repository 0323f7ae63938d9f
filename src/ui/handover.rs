//! What the first page tells the whole page when it leaves: what was set, and which instant is shown. As text, since the two
//! programs share no memory: `timeout=30000 job=45000 heartbeat= t=12345 playing=1 speed=`.

use super::player::{Move, Player};
use super::settings::MAIN;
use crate::queue::Millis;
use crate::scenarios;
use crate::sim::{Change, Scenario};

/// What is told.
#[must_use]
pub fn write(player: &Player) -> String {
    let number = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    let mut told = String::new();
    for setting in &MAIN {
        told += &format!("{}={} ", setting.id, number((setting.get)(&player.run.scenario)));
    }
    let playing = u8::from(player.playing);
    told + &format!("t={} playing={playing} speed={}", player.playhead.0, number(player.chosen_speed))
}

/// The first scenario as it was set. What is not told, or cannot be read, is as it was opened.
#[must_use]
pub fn read_scenario(told: &str) -> Scenario {
    let setting = |(name, value)| MAIN.iter().find(|setting| setting.id == name).and_then(|it| (it.set)(value));
    let changes: Vec<Change> = pairs(told).filter_map(setting).collect();
    let set = scenarios::first().with(&changes);
    if set.problems().is_empty() { set } else { scenarios::first() }
}

/// Lets a player go on where the other one was.
pub fn resume(player: &mut Player, told: &str) {
    for (name, value) in pairs(told) {
        match (name, value) {
            ("t", Some(t)) => player.make(Move::Seek(Millis(t))),
            ("playing", Some(playing)) => player.playing = playing == 1,
            ("speed", speed) => player.make(Move::Speed(speed)),
            _ => {}
        }
    }
}

fn pairs(told: &str) -> impl Iterator<Item = (&str, Option<u64>)> {
    told.split(' ').filter_map(|pair| pair.split_once('=')).map(|(name, value)| (name, value.parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::run;
    use crate::ui::player::Run;

    fn player(scenario: Scenario) -> Player {
        let trace = run(&scenario);
        Player::new(Run::of(scenario, trace), false)
    }

    #[test]
    fn first_page_left_in_the_middle_goes_on_there() {
        let beat = Change::HeartbeatEvery(Some(Millis::from_secs(20)));
        let mut left = player(scenarios::first().with(&[Change::VisibilityTimeout(Millis::from_secs(50)), beat]));
        left.make(Move::Seek(Millis(12_345)));
        left.make(Move::Speed(Some(5)));
        left.make(Move::TogglePlay);
        let told = write(&left);
        assert_eq!(told, "timeout=50000 job=45000 heartbeat=20000 t=12345 playing=1 speed=5");
        assert_eq!(read_scenario(&told), left.run.scenario);
        let mut resumed = player(read_scenario(&told));
        resume(&mut resumed, &told);
        assert_eq!((resumed.playhead, resumed.playing, resumed.chosen_speed), (Millis(12_345), true, Some(5)));
    }

    #[test]
    fn nonsense_told_leaves_the_scenario_as_it_is_opened() {
        for told in ["", "timeout", "timeout=soon", "timeout=99999999999", "wheels=4"] {
            assert_eq!(read_scenario(told), scenarios::first(), "{told}");
        }
    }
}

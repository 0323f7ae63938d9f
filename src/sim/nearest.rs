//! What somebody meant who wrote a name that there is not.

/// The name that is nearest to what was written: one or two slips away, or one that has it as a part.
pub(super) fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let slips = |name: &&&str| distance(written, name);
    let most = (written.len() / 3).clamp(1, 3);
    let near = known.iter().min_by_key(slips).filter(|name| slips(name) <= most);
    let has_it = |name: &&&str| written.len() > 3 && name.contains(written);
    near.or_else(|| known.iter().find(has_it)).copied()
}

/// How many letters must be put in, left out, replaced or swapped with their neighbour to make one of the other.
fn distance(one: &str, other: &str) -> usize {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in one.iter().enumerate() {
        let mut line = vec![row + 1];
        for (column, wanted) in other.iter().enumerate() {
            let replaced = above[column] + usize::from(letter != wanted);
            let mut least = replaced.min(above[column + 1] + 1).min(line[column] + 1);
            if row > 0 && column > 0 && one[row - 1] == *wanted && other[column - 1] == *letter {
                least = least.min(before[column - 1] + 1);
            }
            line.push(least);
        }
        before = std::mem::replace(&mut above, line);
    }
    above[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_with_a_slip_is_found_and_any_other_is_not() {
        let known = ["version", "workers", "wait", "visibility_timeout", "heartbeat"];
        for (written, meant) in [
            ("workrs", Some("workers")),
            ("worker", Some("workers")),
            ("wiat", Some("wait")),
            ("Heartbeat", Some("heartbeat")),
            ("heartbaet", Some("heartbeat")),
            ("timeout", Some("visibility_timeout")),
            ("visibilityTimeout", Some("visibility_timeout")),
            ("seed", None),
            ("", None),
        ] {
            assert_eq!(nearest(written, &known), meant, "{written}");
        }
    }
}

//! Stays: from when to when something was somewhere. Who is there at an instant is found without asking everybody.

use crate::queue::Millis;

/// From when to when something was there; at the very end it is not.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(in crate::scene) struct Stay {
    pub what: u32,
    pub from: Millis,
    pub to: Millis,
}

/// The stays of one place, in the order in which they are listed: by their beginning, or as they were given.
///
/// A tree of spans lies over the list: each node knows when the first of its stays begins and when the last one ends, so that
/// whole branches are passed over. A few of those who are there at an instant are found in a few steps each, and how many there
/// are by halving alone.
#[derive(Clone, Debug, Default)]
pub(in crate::scene) struct Stays {
    list: Vec<Stay>,
    /// All beginnings and all ends, in order.
    begins: Vec<Millis>,
    ends: Vec<Millis>,
    /// The spans of the nodes: the root is 1, the children of `n` are `2n` and `2n + 1`, the leaves come last.
    spans: Vec<(Millis, Millis)>,
}

/// A span in which nobody ever is.
const NEVER: (Millis, Millis) = (Millis(u64::MAX), Millis::ZERO);

impl Stays {
    /// Those stays, in the order of their beginning.
    pub fn by_beginning(mut stays: Vec<Stay>) -> Self {
        stays.sort_by_key(|stay| stay.from);
        Self::as_given(stays)
    }

    /// Those stays, in this order.
    pub fn as_given(mut stays: Vec<Stay>) -> Self {
        stays.retain(|stay| stay.from < stay.to);
        stays.shrink_to_fit();
        let sorted = |of: fn(&Stay) -> Millis| {
            let mut instants: Vec<Millis> = stays.iter().map(of).collect();
            instants.sort_unstable();
            instants
        };
        let (begins, ends) = (sorted(|stay| stay.from), sorted(|stay| stay.to));
        let leaves = stays.len().next_power_of_two();
        let mut spans = vec![NEVER; 2 * leaves];
        for (leaf, stay) in stays.iter().enumerate() {
            spans[leaves + leaf] = (stay.from, stay.to);
        }
        for node in (1..leaves).rev() {
            let ((from, to), (other_from, other_to)) = (spans[2 * node], spans[2 * node + 1]);
            spans[node] = (from.min(other_from), to.max(other_to));
        }
        Self { list: stays, begins, ends, spans }
    }

    /// Whether nobody is ever there.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many are there at `t`.
    pub fn count_at(&self, t: Millis) -> usize {
        let by = |instants: &[Millis]| instants.partition_point(|&instant| instant <= t);
        by(&self.begins) - by(&self.ends)
    }

    /// The first `most` of those who are there at `t`.
    pub fn first_at(&self, t: Millis, most: usize) -> Vec<Stay> {
        let mut found = Vec::new();
        if !self.list.is_empty() {
            self.visit(1, t, most, &mut found);
        }
        found
    }

    fn visit(&self, node: usize, t: Millis, most: usize, found: &mut Vec<Stay>) {
        let (from, to) = self.spans[node];
        if found.len() >= most || t < from || t >= to {
            return;
        }
        let leaves = self.spans.len() / 2;
        if node >= leaves {
            found.push(self.list[node - leaves]);
            return;
        }
        self.visit(2 * node, t, most, found);
        self.visit(2 * node + 1, t, most, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stay(what: u32, from: u64, to: u64) -> Stay {
        Stay { what, from: Millis(from), to: Millis(to) }
    }

    fn who(stays: &Stays, t: u64, most: usize) -> Vec<u32> {
        stays.first_at(Millis(t), most).iter().map(|stay| stay.what).collect()
    }

    #[test]
    fn place_asked_at_an_instant_names_those_who_are_there_in_their_order() {
        let stays = Stays::by_beginning(vec![stay(1, 5, 20), stay(0, 0, 10), stay(2, 10, 15), stay(3, 7, 7)]);
        assert_eq!(who(&stays, 4, 9), [0]);
        assert_eq!(who(&stays, 9, 9), [0, 1]);
        // At its very end it has gone, at its very beginning it has come.
        assert_eq!(who(&stays, 10, 9), [1, 2]);
        assert_eq!(who(&stays, 10, 1), [1]);
        assert_eq!(who(&stays, 20, 9), [0_u32; 0]);
        assert_eq!([4, 9, 10, 20].map(|t| stays.count_at(Millis(t))), [1, 2, 2, 0]);
    }

    #[test]
    fn queue_whose_first_came_back_names_it_first() {
        // A lease of message 0 lapsed at 30: it stands before those that were behind it.
        let stays = Stays::as_given(vec![stay(0, 0, 5), stay(0, 30, 40), stay(1, 0, 60), stay(2, 0, 60)]);
        assert_eq!(who(&stays, 30, 2), [0, 1]);
        assert_eq!(who(&stays, 10, 2), [1, 2]);
    }

    #[test]
    fn empty_place_has_nobody() {
        let stays = Stays::by_beginning(Vec::new());
        assert!(stays.is_empty());
        assert_eq!((stays.count_at(Millis(3)), who(&stays, 3, 5).len()), (0, 0));
    }

    #[test]
    fn place_of_ten_thousand_gives_its_first_ten_in_a_few_steps() {
        // A ladder: stay n is from n to n + 10,000, so at 15,000 the first 5,001 have gone.
        let stays = Stays::by_beginning((0..20_000).map(|n| stay(n, u64::from(n), u64::from(n) + 10_000)).collect());
        assert_eq!(stays.count_at(Millis(15_000)), 10_000);
        assert_eq!(who(&stays, 15_000, 10), (5_001..5_011).collect::<Vec<u32>>());
        let steps = steps_to(&stays, Millis(15_000), 10);
        // Two paths of 15 levels with both children each, and the ten; asking everybody would be 20,000.
        assert!(steps <= 80, "{steps}");
    }

    /// How many nodes are looked at.
    fn steps_to(stays: &Stays, t: Millis, most: usize) -> usize {
        fn walk(stays: &Stays, node: usize, t: Millis, most: usize, found: &mut usize) -> usize {
            let (from, to) = stays.spans[node];
            if *found >= most || t < from || t >= to {
                return 1;
            }
            if node >= stays.spans.len() / 2 {
                *found += 1;
                return 1;
            }
            1 + walk(stays, 2 * node, t, most, found) + walk(stays, 2 * node + 1, t, most, found)
        }
        walk(stays, 1, t, most, &mut 0)
    }
}

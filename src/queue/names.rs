//! Where something with a name lies: groups, sends and receives of a FIFO queue.

use std::sync::Arc;

/// A number by name, found by the name's hash. To find one among a million in a tree takes microseconds, since each comparison on
/// the way reads a text that lies elsewhere.
///
/// Unlike the standard library's, this table is the same in every run, and cannot be gone through: its order means nothing. One type
/// for all purposes, since every other one would weigh on the page.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// As many as a power of two, at least a quarter of them free; or none at all. A name lies where its hash says, or after that
    /// with no free place between.
    places: Vec<Option<Named>>,
    len: usize,
}

#[derive(Clone, Debug)]
struct Named {
    name: Arc<str>,
    hash: u32,
    number: u32,
}

impl Names {
    pub fn get(&self, name: &str) -> Option<u32> {
        let place = self.find(name, hash(name)).ok()?;
        self.places[place].as_ref().map(|named| named.number)
    }

    /// Gives a name a number. The one that it had, if it had one.
    pub fn insert(&mut self, name: Arc<str>, number: u32) -> Option<u32> {
        if (self.len + 1) * 4 > self.places.len() * 3 {
            self.grow();
        }
        let hash = hash(&name);
        match self.find(&name, hash) {
            Ok(place) => self.places[place].replace(Named { name, hash, number }).map(|named| named.number),
            Err(free) => {
                self.places[free] = Some(Named { name, hash, number });
                self.len += 1;
                None
            }
        }
    }

    pub fn remove(&mut self, name: &str) {
        let Ok(mut free) = self.find(name, hash(name)) else { return };
        self.places[free] = None;
        self.len -= 1;
        // What lies after it, and could have lain at the free place, does so now. Then that one's place is free.
        let mut place = self.next(free);
        while let Some(named) = &self.places[place] {
            let from_home = self.distance(self.home(named.hash), place);
            if from_home >= self.distance(free, place) {
                self.places.swap(free, place);
                free = place;
            }
            place = self.next(place);
        }
    }

    /// Where the name lies, or else the free place where it would.
    fn find(&self, name: &str, hash: u32) -> Result<usize, usize> {
        if self.places.is_empty() {
            return Err(0);
        }
        let mut place = self.home(hash);
        while let Some(named) = &self.places[place] {
            if named.hash == hash && *named.name == *name {
                return Ok(place);
            }
            place = self.next(place);
        }
        Err(place)
    }

    fn grow(&mut self) {
        let larger = vec![None; (2 * self.places.len()).max(8)];
        for named in std::mem::replace(&mut self.places, larger).into_iter().flatten() {
            let mut place = self.home(named.hash);
            while self.places[place].is_some() {
                place = self.next(place);
            }
            self.places[place] = Some(named);
        }
    }

    fn home(&self, hash: u32) -> usize {
        hash as usize & (self.places.len() - 1)
    }

    fn next(&self, place: usize) -> usize {
        (place + 1) & (self.places.len() - 1)
    }

    /// How many places on `to` lies, round the end.
    fn distance(&self, from: usize, to: usize) -> usize {
        to.wrapping_sub(from) & (self.places.len() - 1)
    }
}

/// Mixes a name eight bytes at a time.
#[allow(clippy::cast_possible_truncation, reason = "half of a hash is one, too")]
fn hash(name: &str) -> u32 {
    // 2⁶⁴ divided by the golden ratio: odd, with ones and zeros well spread.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = name.as_bytes().chunks(8).fold(name.len() as u64, |mixed, chunk| {
        let word = chunk.iter().fold(0, |word, &byte| (word << 8) | u64::from(byte));
        (mixed.rotate_left(23) ^ word).wrapping_mul(FACTOR)
    });
    // A product's low bits know nothing of the high bits of its factors.
    (mixed >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::Rng;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn names_agree_with_a_sorted_map() {
        let mut rng = Rng::new(1);
        let (mut names, mut map) = (Names::default(), BTreeMap::new());
        for number in 0..100_000 {
            // Now few, now many.
            let most = if number / 10_000 % 2 == 0 { 2_000 } else { 20 };
            let name: Arc<str> = format!("order-{}", rng.up_to(most)).into();
            if rng.up_to(2) == 0 {
                assert_eq!(names.insert(Arc::clone(&name), number), map.insert(name, number));
            } else {
                names.remove(&name);
                map.remove(&name);
            }
            if number % 1_000 == 0 {
                assert!(
                    (0..=2_000)
                        .map(|of| format!("order-{of}"))
                        .all(|name| names.get(&name) == map.get(&*name).copied())
                );
                assert_eq!(names.len, map.len());
            }
        }
    }

    #[test]
    fn names_alike_spread_over_the_places() {
        let hashes: BTreeSet<u32> = (0..10_000).map(|number| hash(&format!("order-{number}"))).collect();
        assert!(hashes.len() > 9_990, "{}", hashes.len());
        // Of 10,000 thrown at 16,384 places, some 7,500 places are hit.
        let places: BTreeSet<u32> = hashes.iter().map(|hash| hash % 16_384).collect();
        assert!(places.len() > 7_000, "{}", places.len());
        assert_ne!(hash("ab"), hash("ba"));
    }
}

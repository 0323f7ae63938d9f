//! Where something with a name lies: groups, sends and receives of a FIFO queue.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// A number by name. Its order means nothing, so it is only ever asked for a name. To find one among a million in a tree takes
/// microseconds, since each comparison on the way reads a text that lies elsewhere.
///
/// One type for all such maps, since every type of map weighs on the page.
pub(super) type Names = HashMap<Arc<str>, u32, BuildHasherDefault<NameHasher>>;

/// Mixes a name eight bytes at a time. Without a secret, unlike that of the standard library, so that every run is the same.
#[derive(Clone, Default)]
pub(super) struct NameHasher(u64);

/// Odd, with ones and zeros well spread: 2⁶⁴ divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().fold(0, |word, &byte| (word << 8) | u64::from(byte));
            self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(FACTOR);
        }
    }

    fn finish(&self) -> u64 {
        // A product's low bits know nothing of the high bits of its factors.
        self.0 ^ (self.0 >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::hash::BuildHasher;

    #[test]
    fn names_alike_have_different_hashes_and_spread_over_the_places() {
        let hash = |name: &str| BuildHasherDefault::<NameHasher>::default().hash_one(name);
        let hashes: BTreeSet<u64> = (0..10_000).map(|number| hash(&format!("order-{number}"))).collect();
        assert_eq!(hashes.len(), 10_000);
        // Of 10,000 thrown at 16,384 places, some 7,500 places are hit.
        let low: BTreeSet<u64> = hashes.iter().map(|hash| hash % 16_384).collect();
        assert!(low.len() > 7_000, "{}", low.len());
        assert_ne!(hash("ab"), hash("ba"));
    }
}

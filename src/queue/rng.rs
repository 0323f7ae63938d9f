//! The one source of chance: PCG32 (O'Neill 2014, XSH RR 64/32). Written here, since its numbers must never change with a
//! library's version: a seed in a link means the same run for ever.

/// A seeded generator; it lives in the world, never beside it.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
    /// Which of the generator's streams; odd.
    increment: u64,
}

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl Rng {
    /// The generator of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_stream(seed, INCREMENT)
    }

    fn with_stream(seed: u64, increment: u64) -> Self {
        let mut rng = Self { state: 0, increment };
        rng.next_u32();
        rng.state = rng.state.wrapping_add(seed);
        rng.next_u32();
        rng
    }

    /// The next number, any of the 2³² equally likely.
    #[allow(clippy::cast_possible_truncation, reason = "the algorithm takes the low bits")]
    pub fn next_u32(&mut self) -> u32 {
        let state = self.state;
        self.state = state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
        let shifted = (((state >> 18) ^ state) >> 27) as u32;
        shifted.rotate_right((state >> 59) as u32)
    }

    /// A whole number from 0 to `max`, both included; the bias is below 1 in 2³² for the spans in use.
    pub fn up_to(&mut self, max: u64) -> u64 {
        let wide = (u64::from(self.next_u32()) << 32) | u64::from(self.next_u32());
        let product = u128::from(wide) * (u128::from(max) + 1);
        u64::try_from(product >> 64).expect("at most `max`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check values that the author of PCG publishes with the minimal C version (seed 42, sequence 54).
    #[test]
    fn published_seed_gives_the_published_numbers() {
        let mut rng = Rng::with_stream(42, (54 << 1) | 1);
        let drawn: Vec<u32> = (0..6).map(|_| rng.next_u32()).collect();
        assert_eq!(drawn, [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e]);
    }

    #[test]
    fn bounded_number_stays_within_and_reaches_both_ends() {
        let mut rng = Rng::new(1);
        let drawn: Vec<u64> = (0..200).map(|_| rng.up_to(3)).collect();
        for wanted in 0..=3 {
            assert!(drawn.contains(&wanted));
        }
        assert!(drawn.iter().all(|&number| number <= 3));
    }
}

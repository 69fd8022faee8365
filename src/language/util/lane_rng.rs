//! Streams of random numbers side by side: the same streams as [`Rng`](super::Rng) gives one by one.

/// `L` streams of xoshiro256++ (Blackman and Vigna 2021), a lane each.
#[derive(Clone, Debug)]
// A vector that lies across two lines of the cache is read and written twice.
#[repr(align(64))]
pub struct LaneRng<const L: usize> {
    /// The four words of the states, by lane.
    state: [[u64; L]; 4],
}

impl<const L: usize> LaneRng<L> {
    /// Streams that are not seeded yet.
    pub fn new() -> Self {
        LaneRng { state: [[1; L]; 4] }
    }

    /// Begins the stream of game `index` of a seed in a lane.
    #[inline(always)]
    pub fn begin(&mut self, lane: usize, seed: u64, index: u64) {
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut at = seed ^ index.wrapping_add(1).wrapping_mul(GOLDEN);
        for words in &mut self.state {
            // SplitMix64 (Steele, Lea and Flood 2014).
            at = at.wrapping_add(GOLDEN);
            let mut word = at;
            word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            words[lane] = word ^ word >> 31;
        }
    }

    /// The next 32 bits of every stream.
    #[inline(always)]
    pub fn next_all(&mut self) -> [u32; L] {
        let mut out = [0; L];
        let [a, b, c, d] = &mut self.state;
        for lane in 0..L {
            out[lane] = (a[lane].wrapping_add(d[lane]).rotate_left(23).wrapping_add(a[lane]) >> 32) as u32;
            let shifted = b[lane] << 17;
            c[lane] ^= a[lane];
            d[lane] ^= b[lane];
            b[lane] ^= c[lane];
            a[lane] ^= d[lane];
            c[lane] ^= shifted;
            d[lane] = d[lane].rotate_left(45);
        }
        out
    }

    /// The next 32 bits of some streams; the others stay as they are.
    #[inline(always)]
    pub fn next_where(&mut self, lanes: &[bool; L]) -> [u32; L] {
        let kept = self.state;
        let out = self.next_all();
        for (state, kept) in self.state.iter_mut().zip(&kept) {
            for lane in 0..L {
                state[lane] = if lanes[lane] { state[lane] } else { kept[lane] };
            }
        }
        out
    }

    /// The next 32 bits of one stream.
    #[inline]
    pub fn next_of(&mut self, lane: usize) -> u32 {
        let [a, b, c, d] = &mut self.state;
        let out = (a[lane].wrapping_add(d[lane]).rotate_left(23).wrapping_add(a[lane]) >> 32) as u32;
        let shifted = b[lane] << 17;
        c[lane] ^= a[lane];
        d[lane] ^= b[lane];
        b[lane] ^= c[lane];
        a[lane] ^= d[lane];
        c[lane] ^= shifted;
        d[lane] = d[lane].rotate_left(45);
        out
    }

    /// A uniform number below `bound` from 32 bits of a stream, without bias: further bits are taken where the first will not
    /// do (Lemire 2019). A bound of 0 gives 0.
    #[inline(always)]
    pub fn below(&mut self, lane: usize, drawn: u32, bound: u32) -> u32 {
        let product = u64::from(drawn) * u64::from(bound);
        if (product as u32) < bound { self.below_slowly(lane, product, bound) } else { (product >> 32) as u32 }
    }

    #[cold]
    fn below_slowly(&mut self, lane: usize, mut product: u64, bound: u32) -> u32 {
        let threshold = bound.wrapping_neg() % bound.max(1);
        while (product as u32) < threshold {
            product = u64::from(self.next_of(lane)) * u64::from(bound);
        }
        (product >> 32) as u32
    }
}

impl<const L: usize> Default for LaneRng<L> {
    fn default() -> Self {
        LaneRng::new()
    }
}

#[cfg(test)]
mod tests {
    use super::LaneRng;
    use crate::util::Rng;

    #[test]
    fn every_lane_has_the_stream_of_its_game() {
        let mut lanes = LaneRng::<3>::new();
        (0..3).for_each(|lane| lanes.begin(lane, 42, lane as u64 + 7));
        let mut single: Vec<Rng> = (0..3).map(|lane| Rng::for_game(42, lane + 7)).collect();
        for bound in [1u32, 2, 7, 100, 0, 3_000_000_000, 4_000_000_000, 13].into_iter().cycle().take(400) {
            let drawn = if bound % 2 == 0 { lanes.next_all() } else { lanes.next_where(&[true; 3]) };
            lanes.next_where(&[false; 3]);
            for (lane, rng) in single.iter_mut().enumerate() {
                assert_eq!(lanes.below(lane, drawn[lane], bound), rng.below(bound));
            }
        }
    }
}

//! Positions at the ends of turns, a lane each, for rules about repetition. They are told apart by 64 bits of each: that two positions
//! of a game of a thousand turns agree in them by chance happens once in some 10^13 games.

use rustc_hash::{FxHashMap, FxHashSet};

use super::program::RepetitionRule;
use rulebook_language::model::Compare;

/// The positions of a game at the ends of its turns, as a rule compares them.
#[derive(Clone, Debug, Default)]
pub struct PositionHistory {
    seen: FxHashSet<u64>,
    /// How often those were there that came back.
    again: FxHashMap<u64, u32>,
    /// The last but one, and the last.
    last: [Option<u64>; 2],
    /// How many there were, and when each was there, where the rule asks how long ago that is.
    count: u32,
    times: FxHashMap<u64, Vec<u32>>,
    /// How many turns before the last position it was there so often that the rule speaks of it.
    pub length: u32,
}

impl PositionHistory {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.seen.clear();
        self.again.clear();
        self.times.clear();
        (self.count, self.length) = (0, 0);
        self.last = [None; 2];
    }

    /// Whether a rule speaks of the coming of a position that is not remembered yet.
    #[inline]
    pub fn would_come(&self, bits: u64, rule: RepetitionRule) -> bool {
        if rule.compare == Compare::Ko {
            return self.last[0] == Some(bits);
        }
        self.seen.contains(&bits) && self.again.get(&bits).copied().unwrap_or(1) + 1 >= rule.times
    }

    /// Remembers a position; whether a rule speaks of its coming.
    #[inline]
    pub fn comes(&mut self, bits: u64, rule: RepetitionRule) -> bool {
        if rule.asks_length {
            let times = self.times.entry(bits).or_default();
            let ago = (rule.times as usize).saturating_sub(1);
            let first = times.len().checked_sub(ago).and_then(|place| times.get(place));
            // A ko is about the last turn but one, whatever was there before.
            self.length = if rule.compare == Compare::Ko { 2 } else { first.map_or(0, |first| self.count - first) };
            times.push(self.count);
            self.count += 1;
        }
        if rule.compare == Compare::Ko {
            let [before, last] = self.last;
            self.last = [last, Some(bits)];
            return before == Some(bits);
        }
        if self.seen.insert(bits) {
            return rule.times <= 1;
        }
        let often = self.again.entry(bits).or_insert(1);
        *often += 1;
        *often >= rule.times
    }
}

/// Takes another word into the bits that stand for a position: every bit of it may turn each of them over, or what differs in one word
/// could be made up for by the next.
#[inline(always)]
pub const fn mixed(bits: u64, word: u64) -> u64 {
    // SplitMix64 (Steele, Lea and Flood 2014).
    let mut bits = (bits ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::mixed;

    #[test]
    fn positions_that_are_nearly_the_same_are_told_apart() {
        let flips = |most: usize| {
            let one = (0..64).map(|bit| 1u64 << bit);
            let two = (0..64).flat_map(|a| (0..a).map(move |b| 1u64 << a | 1 << b)).filter(move |_| most > 1);
            std::iter::once(0).chain(one).chain(two)
        };
        for [first, second] in [[0, 0], [0x00FF_0000_0000_00FF, 0xFF00_0000_0000_FF00]] {
            let (mut seen, mut all) = (FxHashSet::default(), 0);
            for (in_first, in_second) in [(1, 2), (2, 1)] {
                for (a, b) in flips(in_first).flat_map(|a| flips(in_second).map(move |b| (a, b))) {
                    // Each pair of changes once.
                    if in_first == 1 || a.count_ones() == 2 {
                        seen.insert(mixed(mixed(0, first ^ a), second ^ b));
                        all += 1;
                    }
                }
            }
            assert_eq!(seen.len(), all);
        }
    }
}

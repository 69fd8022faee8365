//! Positions at the ends of turns, a lane each, for rules about repetition. They are told apart by 64 bits of each: that two positions
//! of a game of a thousand turns agree in them by chance happens once in some 10^13 games.

use rustc_hash::{FxHashMap, FxHashSet};

use super::lanes::{Lanes, all_ones};
use super::op::Reg;
use super::program::Program;
use rulebook_language::model::Compare;
use rulebook_language::util::Bits;

/// A rule that ends a game where a position comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionRule {
    /// What is compared.
    pub compare: Compare,
    /// The how-manieth time it is about.
    pub times: u32,
}

/// A part of what is compared: a number of words from a place of the position's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComparedPart {
    /// A set.
    Set(u32),
    /// A number.
    Number(u32),
    /// What lies under the top pieces.
    Under(u32),
}

/// The positions of a game at the ends of its turns, as a rule compares them.
#[derive(Clone, Debug, Default)]
pub struct PositionHistory {
    seen: FxHashSet<u64>,
    /// How often those were there that came back.
    again: FxHashMap<u64, u32>,
    /// The last but one, and the last.
    last: [Option<u64>; 2],
}

impl PositionHistory {
    /// Forgets all of them.
    fn clear(&mut self) {
        self.seen.clear();
        self.again.clear();
        self.last = [None; 2];
    }

    /// Remembers a position; whether a rule speaks of its coming.
    #[inline]
    fn comes(&mut self, bits: u64, rule: RepetitionRule) -> bool {
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

/// The bits of a position with its role to act, by the words that repetitions compare and that role.
fn bits_of<const W: usize>(program: &Program, words: &[u64], situational: bool) -> u64 {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let mut bits = 0;
    for part in &program.compared {
        match *part {
            ComparedPart::Set(from) => {
                for place in 0..W {
                    let within = place < program.words;
                    bits = mixed(bits, if within { word(from as usize + place) } else { 0 });
                }
            }
            ComparedPart::Number(at) => bits = mixed(bits, word(at as usize)),
            ComparedPart::Under(from) => {
                for slot in 0..program.slots {
                    bits = mixed(bits, word(from as usize + slot));
                }
            }
        }
    }
    if situational { mixed(bits, words.last().copied().unwrap_or_default()) } else { bits }
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// d = a with the words of a set.
    #[inline(always)]
    pub fn mix(&mut self, d: Reg, a: Reg, set: Reg) {
        let mut bits = *self.numbers[usize::from(a)];
        for words in self.sets[usize::from(set)].iter() {
            for l in 0..L {
                bits[l] = mixed(bits[l] as u64, words[l]) as i64;
            }
        }
        *self.numbers[usize::from(d)] = bits;
    }

    /// d = a with what lies under the top pieces.
    #[inline(always)]
    pub fn mix_under(&mut self, d: Reg, a: Reg) {
        for lane in 0..L {
            let bits = self.numbers[usize::from(a)][lane] as u64;
            let bits = self.under_of(lane).iter().fold(bits, |bits, word| mixed(bits, *word));
            self.numbers[usize::from(d)][lane] = bits as i64;
        }
    }

    /// d = whether the position of bits a is there as often as a rule says; it is remembered. Both in the lanes of a mask.
    #[inline(always)]
    pub fn repeat(&mut self, d: Reg, a: Reg, mask: Reg, (place, rule): (usize, RepetitionRule)) {
        let mut lanes = Bits([0]);
        for l in 0..L {
            lanes.0[0] |= (self.masks[usize::from(mask)][l] & u64::from(self.over[l] == 0)) << l;
        }
        let mut out = [0; L];
        while let Some(l) = lanes.pop_first() {
            let bits = self.numbers[usize::from(a)][l] as u64;
            out[l] = all_ones(self.histories[place * L + l].comes(bits, rule));
        }
        *self.masks[usize::from(d)] = out;
    }

    /// The positions of a game that begins in a lane, by the words of each.
    pub fn remember(&mut self, program: &Program, past: &[Vec<u64>], lane: usize) {
        for (place, rule) in program.repeats.iter().enumerate() {
            let situational = rule.compare == Compare::Situational;
            let kept = &mut self.histories[place * L + lane];
            kept.clear();
            for words in past {
                kept.comes(bits_of::<W>(program, words, situational), *rule);
            }
        }
    }
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

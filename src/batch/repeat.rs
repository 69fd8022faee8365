//! Rules about repetition: the bits that stand for a position, and whether it was there before, in all lanes.

use super::lanes::Lanes;
use super::op::Reg;
use super::program::{ComparedPart, Program, RepetitionRule};
use super::registers::all_ones;
use super::repetition::mixed;
use rulebook_language::model::Compare;
use rulebook_language::util::Bits;

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
            ComparedPart::Cells(from, bits_of_each) => {
                for bit in 0..bits_of_each {
                    let mut set = [0; W];
                    for slot in 0..program.slots {
                        set[slot / 64] |= (word(from as usize + slot) >> bit & 1) << (slot % 64);
                    }
                    bits = set.iter().fold(bits, |bits, word| mixed(bits, *word));
                }
            }
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

    /// d = whether the position of bits a would be there as often as a rule says, in the lanes of a mask.
    #[inline(never)]
    pub fn repeated(&mut self, d: Reg, a: Reg, mask: Reg, (place, rule): (usize, RepetitionRule)) {
        for l in 0..L {
            let asked = self.masks[usize::from(mask)][l] != 0 && self.over[l] == 0;
            let bits = self.numbers[usize::from(a)][l] as u64;
            self.masks[usize::from(d)][l] = all_ones(asked && self.histories[place * L + l].would_come(bits, rule));
        }
    }

    /// d = how many turns ago the position was there by a rule, in the lanes of a mask.
    #[inline(never)]
    pub fn cycle_lengths(&mut self, d: Reg, mask: Reg, place: usize) {
        for l in 0..L {
            let is_asked = self.masks[usize::from(mask)][l] != 0;
            self.numbers[usize::from(d)][l] =
                if is_asked { i64::from(self.histories[place * L + l].length) } else { 0 };
        }
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

//! The operations on the registers of a batch of games.
//!
//! One operation is carried out for all lanes in turn, in loops of constant length that the compiler turns into vector
//! instructions: what an interpreter pays for finding out what to do is shared by the lanes.

use super::lanes::{Lanes, STUCK, shifted};
use super::op::{Op, Reg, TernaryOp};
use super::program::{Program, RayStep};
use super::registers::{Aligned, Words, all_ones};
use super::repetition::mixed;
use rulebook_language::util::Bits;

/// Borrows a register that is written and those of its file that are read; of one that is both, what it held before is read.
macro_rules! apart {
    ($file:expr, $d:ident, [$($from:ident),+]) => {
        let at = usize::from($d);
        let before = ($($from == $d)||+).then(|| $file[at]);
        let (lower, rest) = $file.split_at_mut(at);
        let ($d, higher) = rest.split_at_mut(1);
        let ($d, lower, higher) = (&mut $d[0], &*lower, &*higher);
        $(
            let place = usize::from($from);
            let $from = match &before {
                Some(before) if place == at => before,
                _ if place < at => &lower[place],
                _ => &higher[place - at - 1],
            };
        )+
    };
}

/// Writes a set from others, word by word, then lane by lane.
macro_rules! words {
    ($file:expr, $d:ident, [$($from:ident),+], $word:expr) => {
        words!($file, $d, [$($from),+], l => $word)
    };
    ($file:expr, $d:ident, [$($from:ident),+], $l:ident => $word:expr) => {{
        apart!($file, $d, [$($from),+]);
        for w in Words::<W>::all() {
            $(let $from = &$from[w];)+
            write(&mut $d[w], |$l| {
                $(let $from = $from[$l];)+
                $word
            });
        }
    }};
}

/// The same of masks and numbers, lane by lane.
macro_rules! lanes {
    ($file:expr, $d:ident, [$($from:ident),+], $word:expr) => {
        lanes!($file, $d, [$($from),+], l => $word)
    };
    ($file:expr, $d:ident, [$($from:ident),+], $l:ident => $word:expr) => {{
        apart!($file, $d, [$($from),+]);
        write($d, |$l| {
            $(let $from = $from[$l];)+
            $word
        });
    }};
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Carries out operations. All of what they do is written out wherever this is called.
    #[inline(always)]
    pub fn run(&mut self, program: &Program, ops: &[Op]) {
        let mut at = 0;
        while let Some(op) = ops.get(at) {
            at += 1;
            match *op {
                Op::Const { d, set } => {
                    let set = self.consts[usize::from(set)];
                    for (d, word) in self.sets[usize::from(d)].iter_mut().zip(set) {
                        *d = [word; L];
                    }
                }
                Op::Copy { d, a } => copy(&mut self.sets, d, a),
                Op::And { d, a, b } => words!(self.sets, d, [a, b], a & b),
                Op::Or { d, a, b } => words!(self.sets, d, [a, b], a | b),
                Op::Sub { d, a, b } => words!(self.sets, d, [a, b], a & !b),
                Op::Xor { d, a, b } => words!(self.sets, d, [a, b], a ^ b),
                Op::Three { d, a, b, c, how } => self.three(d, [a, b, c], how),
                Op::Where { d, a, mask } => {
                    let mask = &self.masks[usize::from(mask)];
                    words!(self.sets, d, [a], l => a & mask[l]);
                }
                Op::WhereAnd { d, a, b, mask } => {
                    let mask = &self.masks[usize::from(mask)];
                    words!(self.sets, d, [a, b], l => a & b & mask[l]);
                }
                Op::Shift { d, a, by, keep } => {
                    let (keep, by) = (self.consts[usize::from(keep)], (self.ring, by));
                    apart!(self.sets, d, [a]);
                    shifted(d, a, by, |word, _, x| x & keep[word]);
                }
                Op::ShiftAnd { d, a, b, by, keep } => {
                    let (keep, by) = (self.consts[usize::from(keep)], (self.ring, by));
                    apart!(self.sets, d, [a, b]);
                    shifted(d, a, by, |word, lane, x| x & keep[word] & b[word][lane]);
                }
                Op::ShiftAndAnd { d, a, b, c, by, keep } => {
                    let (keep, by) = (self.consts[usize::from(keep)], (self.ring, by));
                    apart!(self.sets, d, [a, b, c]);
                    shifted(d, a, by, |word, lane, x| x & keep[word] & b[word][lane] & c[word][lane]);
                }
                Op::ShiftOr { d, a, b, by, keep } => {
                    let (keep, by) = (self.consts[usize::from(keep)], (self.ring, by));
                    apart!(self.sets, d, [a, b]);
                    shifted(d, a, by, |word, lane, x| x & keep[word] | b[word][lane]);
                }
                Op::FlankedFrom { d, a, through, end, ways } => {
                    let ways = &program.ways[usize::from(ways)];
                    self.flanked_from(d, a, through, end, ways);
                }
                Op::FlankedTo { d, through, end, ways } => {
                    let ways = &program.ways[usize::from(ways)];
                    self.flanked_to(d, through, end, ways);
                }
                Op::Lone { d, a } => self.lone(d, a),
                Op::RayFrom { d, a, through, ways } => {
                    let ways = &program.ways[usize::from(ways)];
                    self.ray_from(d, a, through, ways);
                }
                Op::Between { d, a, b } => {
                    for l in 0..L {
                        let (from, to) = (self.set(a, l), self.set(b, l));
                        let line =
                            from.first().zip(to.first()).and_then(|(a, b)| self.between.get(a * program.slots + b));
                        let line = line.copied().unwrap_or(Bits::EMPTY);
                        self.put(d, l, &line);
                    }
                }
                Op::Flood { d, a, set, ways } => {
                    let ways = &program.ways[usize::from(ways)];
                    self.flood(d, a, set, ways);
                }
                Op::KeepJoint { a, there, joints, place } => self.keep_joint(a, there, joints, place),
                Op::FloodAlong { d, a, set, ways, found } => {
                    let ways = &program.ways[usize::from(ways)];
                    self.flood_along(d, [a, set], ways, found);
                }
                Op::StepsAlong { d, a, b, ways, joints } => {
                    let ways = &program.ways[usize::from(ways)];
                    self.steps_along(d, [a, b], ways, joints);
                }

                Op::SmallParts { d, a, set, than, groups } => self.small_parts(d, [a, set], than, groups),

                Op::ConstMask { d, on } => *self.masks[usize::from(d)] = [if on { !0 } else { 0 }; L],
                Op::CopyMask { d, a } => copy(&mut self.masks, d, a),
                Op::AndMask { d, a, b } => lanes!(self.masks, d, [a, b], a & b),
                Op::OrMask { d, a, b } => lanes!(self.masks, d, [a, b], a | b),
                Op::SubMask { d, a, b } => lanes!(self.masks, d, [a, b], a & !b),
                Op::XorMask { d, a, b } => lanes!(self.masks, d, [a, b], a ^ b),
                Op::NotMask { d, a } => lanes!(self.masks, d, [a], !a),
                Op::Some { d, a } => {
                    let (d, a) = (&mut self.masks[usize::from(d)], &self.sets[usize::from(a)]);
                    write(d, |l| all_ones(a.iter().fold(0, |all, word| all | word[l]) != 0));
                }
                Op::Less { d, a, b } => {
                    let d = &mut self.masks[usize::from(d)];
                    let (a, b) = (&self.numbers[usize::from(a)], &self.numbers[usize::from(b)]);
                    write(d, |l| all_ones(a[l] < b[l]));
                }
                Op::Equal { d, a, b } => {
                    let d = &mut self.masks[usize::from(d)];
                    let (a, b) = (&self.numbers[usize::from(a)], &self.numbers[usize::from(b)]);
                    write(d, |l| all_ones(a[l] == b[l]));
                }
                Op::Bit { d, a, bit } => {
                    let (d, a) = (&mut self.masks[usize::from(d)], &self.numbers[usize::from(a)]);
                    write(d, |l| all_ones(a[l] >> bit & 1 == 1));
                }
                Op::Join { d, a, joins } => {
                    let joins = usize::from(joins);
                    let (joining, joined) = (&program.joins[joins], &mut self.connectivity[joins]);
                    let (a, cells) = (&self.sets[usize::from(a)], &self.sets[usize::from(joining.cells)]);
                    let d = &mut self.masks[usize::from(d)];
                    for l in 0..L {
                        let mut cell = usize::MAX;
                        // In which word it lies cannot be guessed: no branch is to depend on it.
                        for word in (0..W).rev() {
                            let lowest = word * 64 + a[word][l].trailing_zeros() as usize;
                            cell = if a[word][l] == 0 { cell } else { lowest };
                        }
                        let cells = Bits::<W>(std::array::from_fn(|word| cells[word][l]));
                        d[l] = all_ones(cell != usize::MAX && joined.add(l, cell, &cells));
                    }
                }

                Op::OnLoop { d, a, set, groups } => self.on_loop(d, a, set, groups),

                Op::SomePass { d, a, x, y, tests, mask } => {
                    *self.sets[usize::from(d)] = {
                        let tests = &program.tests[usize::from(tests)];
                        self.some_pass(tests, a, [x, y], mask)
                    };
                }

                Op::Number { d, number } => {
                    *self.numbers[usize::from(d)] = [program.numbers[usize::from(number)]; L];
                }
                Op::CopyNumber { d, a } => copy(&mut self.numbers, d, a),
                Op::Count { d, a } => {
                    let (d, a) = (&mut self.numbers[usize::from(d)], &self.sets[usize::from(a)]);
                    write(d, |l| a.iter().map(|word| i64::from(word[l].count_ones())).sum());
                }
                Op::Largest { d, a, groups, labels } => {
                    self.of_groups(d, a, (groups, labels), |labels| labels.largest());
                }
                Op::GroupCount { d, a, groups, labels } => {
                    self.of_groups(d, a, (groups, labels), |labels| labels.count());
                }
                Op::Distance { d, a, b } => self.distance(program, d, a, b),
                Op::Add { d, a, b } => lanes!(self.numbers, d, [a, b], a.wrapping_add(b)),
                Op::Subtract { d, a, b } => lanes!(self.numbers, d, [a, b], a.wrapping_sub(b)),
                Op::Multiply { d, a, b } => lanes!(self.numbers, d, [a, b], a.wrapping_mul(b)),
                Op::Weigh { d, a, x, y } => {
                    let (x, y) = (&self.sets[usize::from(x)], &self.sets[usize::from(y)]);
                    let mut sum = *self.numbers[usize::from(a)];
                    for l in 0..L {
                        sum[l] *= 2;
                    }
                    for word in Words::<W>::all() {
                        for l in 0..L {
                            sum[l] += i64::from((x[word][l] & y[word][l]).count_ones());
                        }
                    }
                    *self.numbers[usize::from(d)] = sum;
                }
                Op::Choose { d, a, b, mask } => {
                    let mask = &self.masks[usize::from(mask)];
                    lanes!(self.numbers, d, [a, b], l => if mask[l] != 0 { a } else { b });
                }

                Op::SizesOrder { d, a, b, groups, mask } => self.sizes_order(d, a, b, groups, mask),

                Op::Pile { a, count, digit } => self.pile(program.piles, a, count, digit),
                Op::MoveUnder { a, b } => self.move_under(a, b),
                Op::ClearUnder { a } => self.clear_under(a),
                Op::KeepUnder => self.keep_under(),
                Op::PutUnderBack { mask } => {
                    self.stop_overgrown(mask, program.piles.max_height);
                    self.put_under_back(mask);
                }

                Op::InStack { d, a, plane, owner } => self.in_stack(program, d, [a, plane], owner),
                Op::WritePlane { a, plane } => self.write_plane(a, plane),
                Op::Restack { a, b, count, change } => self.restack(program, change, [a, b, count]),
                Op::ReadPlane { d, plane } => self.read_plane(d, plane),
                Op::ReadHeight { d, a, cells, bit } => self.read_height(d, [a, cells], bit),

                Op::WriteBit { a, bit } => self.write_bit(a, bit),
                Op::Sow { d, a, skipping, leaving, sowing } => {
                    self.sow([d, a, skipping], leaving, &program.sowings[usize::from(sowing)]);
                }
                Op::ReadBit { d, bit } => self.read_bit(d, bit),

                Op::Mix { d, a, set } => self.mix(d, a, set),
                Op::MixNumber { d, a, b } => lanes!(self.numbers, d, [a, b], mixed(a as u64, b as u64) as i64),
                Op::MixUnder { d, a } => self.mix_under(d, a),
                Op::Repeat { d, a, mask, rule } => {
                    let place = usize::from(rule);
                    self.repeat(d, a, mask, (place, program.repeats[place]));
                }

                Op::Repeated { d, a, mask, rule } => {
                    let place = usize::from(rule);
                    self.repeated(d, a, mask, (place, program.repeats[place]));
                }

                Op::CycleLength { d, mask, rule } => self.cycle_lengths(d, mask, usize::from(rule)),
                Op::TellSet { a, at } => self.tell_set(a, at),
                Op::TellNumber { a, at } => self.tell_number(a, at),
                Op::AskTruth { d, mask, question, .. } => self.ask_truth(program, d, mask, question),
                Op::AskNumber { d, mask, question, .. } => self.ask_number(program, d, mask, question),
                Op::AskSet { d, mask, question, .. } => self.ask_set(program, d, mask, question),
                Op::AskOrder { d, mask, question, other, .. } => self.ask_order(program, d, mask, [question, other]),
                Op::AskTier { d, mask, tier, .. } => self.ask_tier(program, d, mask, tier),
                Op::PlayTier { mask, tier } => self.play_tier(program, mask, tier),
                Op::Played { d, mask, choice } => self.played_choice(d, mask, choice),
                Op::HearSet { d, at } => *self.sets[usize::from(d)] = *self.told_sets[usize::from(at)],
                Op::HearNumber { d, at } => *self.numbers[usize::from(d)] = *self.told_numbers[usize::from(at)],
                Op::Seen { d, a, b } => {
                    let turned = &self.turned;
                    words!(self.sets, d, [a, b], l => a & !turned[l] | b & turned[l]);
                }
                Op::Seat { d } => {
                    let d = &mut self.numbers[usize::from(d)];
                    for l in 0..L {
                        d[l] = (self.turned[l] & 1) as i64;
                    }
                }
                Op::SkipUnless { mask, to } => {
                    let some = self.masks[usize::from(mask)].iter().fold(0, |all, mask| all | mask);
                    if some == 0 {
                        at = to as usize;
                    }
                }
                Op::Go { mask, phase } => {
                    let mask = &self.masks[usize::from(mask)];
                    for l in 0..L {
                        self.phase[l] = self.phase[l] & !mask[l] | u64::from(phase) & mask[l];
                    }
                }
                Op::Turn { mask } => {
                    let mask = &self.masks[usize::from(mask)];
                    for l in 0..L {
                        self.turned[l] ^= mask[l];
                    }
                }
                Op::Finish { mask, clause, winners } => self.finish(mask, clause + 1, winners),
                Op::Stuck { mask } => self.finish(mask, STUCK, 0),
                Op::Hold { mask, clause, winners } => self.hold(mask, clause + 1, winners),
                Op::Unhold { mask } => {
                    let mut lanes = self.lanes_of(mask);
                    while let Some(l) = lanes.pop_first() {
                        self.held[l] = (0, 0);
                    }
                }
                Op::Held { d } => self.held_lanes(d),
                Op::Release { mask } => self.release(mask),
            }
        }
    }

    #[inline(always)]
    fn three(&mut self, d: Reg, [a, b, c]: [Reg; 3], how: TernaryOp) {
        // A loop each, in which it is known what is done.
        match how {
            TernaryOp::Odd => words!(self.sets, d, [a, b, c], TernaryOp::Odd.word(a, b, c)),
            TernaryOp::Most => words!(self.sets, d, [a, b, c], TernaryOp::Most.word(a, b, c)),
            TernaryOp::Below => words!(self.sets, d, [a, b, c], TernaryOp::Below.word(a, b, c)),
            TernaryOp::And => words!(self.sets, d, [a, b, c], TernaryOp::And.word(a, b, c)),
            TernaryOp::Or => words!(self.sets, d, [a, b, c], TernaryOp::Or.word(a, b, c)),
            TernaryOp::AndOr => words!(self.sets, d, [a, b, c], TernaryOp::AndOr.word(a, b, c)),
            TernaryOp::OrAnd => words!(self.sets, d, [a, b, c], TernaryOp::OrAnd.word(a, b, c)),
            TernaryOp::AndSub => words!(self.sets, d, [a, b, c], TernaryOp::AndSub.word(a, b, c)),
            TernaryOp::SubOr => words!(self.sets, d, [a, b, c], TernaryOp::SubOr.word(a, b, c)),
            TernaryOp::SubBoth => words!(self.sets, d, [a, b, c], TernaryOp::SubBoth.word(a, b, c)),
            TernaryOp::OrSub => words!(self.sets, d, [a, b, c], TernaryOp::OrSub.word(a, b, c)),
        }
    }

    #[inline(always)]
    fn finish(&mut self, mask: Reg, how: u16, winners: u16) {
        let mut lanes = self.lanes_of(mask);
        while let Some(l) = lanes.pop_first() {
            if self.over[l] == 0 {
                (self.over[l], self.winners[l]) = (how, self.players_of(l, winners));
                self.finished.insert(l);
            }
        }
    }

    // What follows is no loop over vectors: one copy of it is enough, and leaves the code of the others small.

    #[inline(never)]
    fn held_lanes(&mut self, d: Reg) {
        for l in 0..L {
            self.masks[usize::from(d)][l] = all_ones(self.held[l].0 != 0);
        }
    }

    #[inline(never)]
    fn hold(&mut self, mask: Reg, how: u16, winners: u16) {
        let mut lanes = self.lanes_of(mask);
        while let Some(l) = lanes.pop_first() {
            if self.over[l] == 0 && self.held[l].0 == 0 {
                self.held[l] = (how, self.players_of(l, winners));
            }
        }
    }

    #[inline(never)]
    fn release(&mut self, mask: Reg) {
        let mut lanes = self.lanes_of(mask);
        while let Some(l) = lanes.pop_first() {
            if self.over[l] == 0 && self.held[l].0 != 0 {
                (self.over[l], self.winners[l]) = self.held[l];
                self.finished.insert(l);
            }
        }
    }

    /// The lanes of a mask, as bits.
    #[inline(always)]
    fn lanes_of(&self, mask: Reg) -> Bits<1> {
        let mask = &self.masks[usize::from(mask)];
        (0..L).fold(Bits([0]), |lanes, l| Bits([lanes.0[0] | (mask[l] & 1) << l]))
    }

    /// The players of some seats in a lane.
    #[inline(always)]
    fn players_of(&self, lane: usize, seats: u16) -> u16 {
        if self.turned[lane] == 0 { seats } else { seats >> 1 & 1 | seats << 1 & 2 }
    }

    #[inline(always)]
    fn flood(&mut self, d: Reg, a: Reg, set: Reg, ways: &[RayStep]) {
        let ring = self.ring;
        let out = {
            let (a, set) = (&self.sets[usize::from(a)], &self.sets[usize::from(set)]);
            let mut found = *a;
            for word in Words::<W>::all() {
                let (found, set) = (&mut found[word], &set[word]);
                for l in 0..L {
                    found[l] &= set[l];
                }
            }
            let mut next = Aligned([[0; L]; W]);
            loop {
                let mut grown = found;
                for way in ways {
                    let keep = &self.consts[usize::from(way.keep)];
                    shifted(&mut next, &found, (ring, way.by), |word, _, x| x & keep[word]);
                    for word in Words::<W>::all() {
                        let (grown, next) = (&mut grown[word], &next[word]);
                        for l in 0..L {
                            grown[l] |= next[l];
                        }
                    }
                }
                let mut fresh = 0;
                for word in Words::<W>::all() {
                    let (grown, found, set) = (&mut grown[word], &found[word], &set[word]);
                    for l in 0..L {
                        grown[l] &= set[l];
                        fresh |= grown[l] ^ found[l];
                    }
                }
                found = grown;
                if fresh == 0 {
                    break found;
                }
            }
        };
        self.sets[usize::from(d)] = out;
    }
}

/// Writes every lane. As an argument of a function, what is written is known to lie apart from what is read: with no loop of its own for
/// where it does not, there is half as much to compile.
#[inline(always)]
fn write<T, const L: usize>(d: &mut [T; L], lane: impl Fn(usize) -> T) {
    for l in 0..L {
        d[l] = lane(l);
    }
}

/// d = a.
#[inline(always)]
fn copy<T: Copy>(file: &mut [T], d: Reg, a: Reg) {
    file.copy_within(usize::from(a)..usize::from(a) + 1, usize::from(d));
}

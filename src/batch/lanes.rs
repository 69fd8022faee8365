//! The registers of a batch of games.

use super::asked_position::{AskedPosition, Words as MemoryWords};
use super::connectivity::Connectivity;
use super::found::{Found, Joints};
use super::labels::{Labels, SIDES};
use super::links::{FoundChains, Links, MAX_TRIED, Prepared};
use super::op::{Reg, RegisterKind};
use super::program::{Limit, Program};
use super::registers::{Aligned, Sets, Words};
use super::repetition::PositionHistory;
use super::tried::Tried;
use rulebook_language::util::{Bits, Ring};
use rulebook_play::engine::{Action, MAX_STEPS};

/// Registers.
#[derive(Clone, Debug)]
pub struct Lanes<const W: usize, const L: usize> {
    /// Sets.
    pub sets: Vec<Aligned<Sets<W, L>>>,
    /// Masks.
    pub masks: Vec<Aligned<[u64; L]>>,
    /// Numbers.
    pub numbers: Vec<Aligned<[i64; L]>>,
    /// Connections.
    pub connectivity: Vec<Connectivity<W>>,
    /// The phase of each lane's game, where not all are in the same.
    pub phase: [u64; L],
    /// All ones in the lanes in which the second player has the first one's registers, where turns are shared.
    pub turned: [u64; L],
    /// Which lanes' games are over, and how: the clause plus 1, or [`STUCK`].
    pub over: [u16; L],
    /// The lanes whose games have come to their ends since this was last looked at.
    pub finished: Bits<1>,
    /// Who won, as bits.
    pub winners: [u16; L],
    /// How each lane's game is over, and who has won, once an action is found to be legal there: the clause plus 1, or 0.
    pub held: [(u16, u16); L],
    /// The constant sets.
    pub consts: Vec<[u64; W]>,
    /// Of each relation asked about, the neighbours of each slot.
    pub groups: Vec<Vec<Bits<W>>>,
    /// The groups of sets that tests ask about: of each relation, by whose set it is, then by lane.
    pub labels: Vec<Labels<W>>,
    /// The groups of sets whose sizes or number is asked for: by the place, then by lane.
    pub sized: Vec<Labels<W>>,
    /// The cells between each slot and each other: by the first, then the second.
    pub between: Vec<Bits<W>>,
    /// From where steps lead on in floods along what the position joins.
    pub joints: Vec<Joints<W, L>>,
    /// What such floods have found.
    pub floods: Vec<Found<W, L>>,
    /// Room for the sizes of groups.
    pub sizes: [Vec<u16>; 2],
    /// The pairs of picks that were tried: of each table, by lane.
    pub pairs: Vec<Tried<W>>,
    /// What was there before actions that may be taken back.
    pub kept: Kept<W, L>,
    /// What lies under the top pieces, slot by slot, lane after lane; empty without stacks.
    pub under: Vec<u64>,
    /// How many words that takes in a lane.
    pub under_words: usize,
    /// The same as it was kept.
    pub kept_under: Vec<u64>,
    /// The lanes in which a stack has come to be too high in this ply.
    pub overgrown: Bits<1>,
    /// Whether that counts only where the action is not rejected.
    pub waits_for_rejection: bool,
    /// The lanes in which it could not be found out in this ply what can be done next.
    pub faulted: Bits<1>,
    /// The planes of the pieces that stacks are changed with; empty without stacks.
    pub tops: Vec<Aligned<Sets<W, L>>>,
    /// The heights of the stacks that were changed last, bit by bit; empty where they are not kept.
    pub measured: Vec<Aligned<Sets<W, L>>>,
    /// The cells' numbers that are being sown, a slot after another; empty where nothing is.
    pub seeds: Vec<Aligned<[u64; L]>>,
    /// Where the plan is asked, by lane: what a position remembers of groups is of use in the same game alone.
    pub asked: Vec<AskedPosition<W>>,
    /// What the words of its positions are in either player's turn.
    pub memory_words: Vec<MemoryWords>,
    /// What the plan has drawn last.
    pub drawn_by_plan: Vec<Option<Action>>,
    /// What it is to play in place of drawing, of which tier, and in which of the game's plies that was found out.
    pub given: Vec<Option<(u16, Action, u32)>>,
    /// How many plies each lane has played.
    pub plies: [u32; L],
    /// The lanes about which it is not asked: nothing is played there.
    pub idle: [bool; L],
    /// Whether it may draw what will be played, where it is asked whether there is anything.
    pub may_draw: bool,
    /// The seeds that it draws by.
    pub draws: [u64; L],
    /// The sets that positions are told in.
    pub told_sets: Vec<Aligned<Sets<W, L>>>,
    /// The numbers that they are told in.
    pub told_numbers: Vec<Aligned<[i64; L]>>,
    /// Slots of the board.
    pub slots: usize,
    /// How they are counted on.
    pub ring: Ring,
    /// What stopped a lane's game, where its end is [`BROKEN`].
    pub broken: [Limit; L],
    /// The chains, as they are asked.
    pub chains: Vec<Prepared<W>>,
    /// The positions that are remembered: of each rule about repetition, by lane.
    pub histories: Vec<PositionHistory>,
    /// The chains that were found in the last lane that was looked at.
    pub found: FoundChains,
    /// The chain that each lane has played last.
    pub played: Vec<Links>,
    /// The links that were tried in all searches so far.
    pub tried: u64,
    /// The most that one search may try.
    pub most_tried: u64,
}

/// What was there before an action that is taken back where the turn cannot be completed after it.
#[derive(Clone, Debug)]
pub struct Kept<const W: usize, const L: usize> {
    /// Which: of sets, masks and numbers.
    pub registers: [Vec<Reg>; 3],
    /// The sets.
    pub sets: Vec<Aligned<Sets<W, L>>>,
    /// The masks.
    pub masks: Vec<Aligned<[u64; L]>>,
    /// The numbers.
    pub numbers: Vec<Aligned<[i64; L]>>,
    /// The phases.
    pub phase: [u64; L],
    /// The lanes in which something is kept.
    pub lanes: [bool; L],
}

impl<const W: usize, const L: usize> Kept<W, L> {
    /// Room for what a program keeps.
    pub fn new(program: &Program) -> Self {
        let registers = program.kept();
        Kept {
            sets: vec![Aligned([[0; L]; W]); registers[0].len()],
            masks: vec![Aligned([0; L]); registers[1].len()],
            numbers: vec![Aligned([0; L]); registers[2].len()],
            registers,
            phase: [0; L],
            lanes: [false; L],
        }
    }
}

/// What one lane holds.
#[derive(Clone, Debug)]
pub struct LaneState<const W: usize> {
    sets: Vec<Bits<W>>,
    masks: Vec<u64>,
    numbers: Vec<i64>,
    game: (u64, u64, u16, u16, (u16, u16)),
    under: Vec<u64>,
    histories: Vec<PositionHistory>,
    connectivity: Vec<Connectivity<W>>,
    pairs: Vec<Tried<W>>,
}

/// What it takes to try a link of a chain, in steps of the evaluator.
const OF_A_LINK: u64 = 8;

/// The mover has no action, and no clause holds.
pub const STUCK: u16 = u16::MAX;
/// The game came to a limit of what is kept.
pub const BROKEN: u16 = u16::MAX - 1;

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Registers for a program, all empty.
    pub fn new(program: &Program) -> Self {
        let words = |words: &Vec<u64>| Bits::<W>::from_words(words).0;
        let under_words = program.slots * program.piles.under_words;
        let questions = program.questions.as_ref();
        Lanes {
            sets: vec![Aligned([[0; L]; W]); program.count(RegisterKind::Set)],
            masks: vec![Aligned([0; L]); program.count(RegisterKind::Mask)],
            numbers: vec![Aligned([0; L]); program.count(RegisterKind::Number)],
            connectivity: program.joins.iter().map(|joining| Connectivity::new(joining, L)).collect(),
            phase: [0; L],
            turned: [0; L],
            over: [0; L],
            finished: Bits::EMPTY,
            winners: [0; L],
            held: [(0, 0); L],
            consts: program.sets.iter().map(words).collect(),
            groups: program.groups.iter().map(|masks| masks.iter().map(|mask| Bits(words(mask))).collect()).collect(),
            labels: vec![
                Labels::new(program.slots);
                if program.tests.is_empty() { 0 } else { program.groups.len() * SIDES * L }
            ],
            sized: vec![Labels::new(program.slots); program.sizes * L],
            between: program.between.iter().map(|set| Bits(words(set))).collect(),
            sizes: [Vec::new(), Vec::new()],
            pairs: vec![Tried::new(program.slots); program.pairs * L],
            kept: Kept::new(program),
            under: vec![0; if program.piles.under.is_some() { under_words * L } else { 0 }],
            under_words,
            kept_under: Vec::new(),
            overgrown: Bits::EMPTY,
            faulted: Bits::EMPTY,
            waits_for_rejection: program.rejected.is_some(),
            measured: vec![Aligned([[0; L]; W]); program.state.heights.len()],
            tops: vec![
                Aligned([[0; L]; W]);
                if program.piles.under.is_some() {
                    usize::from(program.piles.owners + program.piles.kind_planes)
                } else {
                    0
                }
            ],
            joints: program.joints.iter().map(|ways| Joints::new(*ways)).collect(),
            floods: program.floods.iter().map(|joints| Found::new(usize::from(*joints))).collect(),
            seeds: vec![Aligned([0; L]); if program.sowings.is_empty() { 0 } else { program.slots }],
            asked: questions.map_or(Vec::new(), |questions| vec![AskedPosition::new(program, questions); L]),
            memory_words: questions.map_or(Vec::new(), |questions| {
                [false, true].map(|second| MemoryWords::new(program, questions, second)).to_vec()
            }),
            drawn_by_plan: vec![None; L],
            given: vec![None; L],
            plies: [0; L],
            idle: [false; L],
            may_draw: false,
            draws: [0; L],
            told_sets: vec![Aligned([[0; L]; W]); questions.map_or(0, |questions| questions.told[0] + questions.cells)],
            told_numbers: vec![Aligned([0; L]); questions.map_or(0, |questions| questions.told[1])],
            slots: program.slots,
            ring: program.ring,
            broken: [Limit::Actions(0); L],
            chains: program.chains.iter().map(|chain| Prepared::new(chain, program.ring)).collect(),
            histories: vec![PositionHistory::default(); program.repeats.len() * L],
            found: FoundChains::default(),
            played: vec![Links::default(); L],
            tried: 0,
            most_tried: MAX_TRIED,
        }
    }

    /// Lets a question to the plan, or a search for chains, take so many steps of the evaluator; nothing for as many as they may take.
    pub fn allow(&mut self, steps: Option<u64>) {
        self.most_tried = steps.map_or(MAX_TRIED, |steps| (steps / OF_A_LINK).clamp(1, MAX_TRIED));
        let steps = steps.unwrap_or(MAX_STEPS);
        self.asked.iter_mut().for_each(|asked| asked.position.allow(steps));
    }

    /// What was searched and asked lane by lane so far, in steps of the evaluator.
    pub fn spent(&self) -> u64 {
        let asked = self.asked.iter().map(|asked| asked.position.spent()).sum::<u64>();
        asked + self.tried * OF_A_LINK
    }

    /// What a lane holds.
    pub fn keep_lane(&self, lane: usize) -> LaneState<W> {
        let under = self.under.get(lane * self.under_words..(lane + 1) * self.under_words).unwrap_or_default();
        LaneState {
            sets: (0..self.sets.len()).map(|reg| self.set(reg as Reg, lane)).collect(),
            masks: self.masks.iter().map(|mask| mask[lane]).collect(),
            numbers: self.numbers.iter().map(|number| number[lane]).collect(),
            game: (self.phase[lane], self.turned[lane], self.over[lane], self.winners[lane], self.held[lane]),
            under: under.to_vec(),
            histories: self.histories.iter().skip(lane).step_by(L).cloned().collect(),
            connectivity: self.connectivity.clone(),
            pairs: self.pairs.iter().skip(lane).step_by(L).cloned().collect(),
        }
    }

    /// Puts what a lane held back, and the connections of all lanes as they were.
    pub fn put_lane(&mut self, lane: usize, state: LaneState<W>) {
        for (reg, set) in state.sets.iter().enumerate() {
            self.put(reg as Reg, lane, set);
        }
        self.masks.iter_mut().zip(state.masks).for_each(|(mask, kept)| mask[lane] = kept);
        self.numbers.iter_mut().zip(state.numbers).for_each(|(number, kept)| number[lane] = kept);
        (self.phase[lane], self.turned[lane], self.over[lane], self.winners[lane], self.held[lane]) = state.game;
        if let Some(under) = self.under.get_mut(lane * self.under_words..(lane + 1) * self.under_words) {
            under.copy_from_slice(&state.under);
        }
        self.connectivity = state.connectivity;
        self.pairs.iter_mut().skip(lane).step_by(L).zip(state.pairs).for_each(|(pairs, kept)| *pairs = kept);
        self.histories.iter_mut().skip(lane).step_by(L).zip(state.histories).for_each(|(past, kept)| *past = kept);
    }

    /// The cells of a set in one lane.
    pub fn set(&self, reg: Reg, lane: usize) -> Bits<W> {
        set_in(&self.sets, reg, lane)
    }

    /// Puts a set into one lane.
    pub fn put(&mut self, reg: Reg, lane: usize, set: &Bits<W>) {
        put_in(&mut self.sets, reg, lane, set);
    }
}

/// The cells of a set in one lane.
pub fn set_in<const W: usize, const L: usize>(sets: &[Aligned<Sets<W, L>>], reg: Reg, lane: usize) -> Bits<W> {
    Bits(std::array::from_fn(|word| sets[usize::from(reg)][word][lane]))
}

/// Puts a set into one lane.
pub fn put_in<const W: usize, const L: usize>(sets: &mut [Aligned<Sets<W, L>>], reg: Reg, lane: usize, set: &Bits<W>) {
    for (words, word) in sets[usize::from(reg)].iter_mut().zip(set.0) {
        words[lane] = word;
    }
}

/// Writes, for every word and lane, what becomes of the word of `a` moved by so many slots, of which those that are kept count.
#[inline(always)]
pub fn shifted<const W: usize, const L: usize>(
    d: &mut Sets<W, L>,
    a: &Sets<W, L>,
    (ring, by): (Ring, i16),
    then: impl Fn(usize, usize, u64) -> u64,
) {
    let words = usize::from(by.unsigned_abs() / 64);
    let bits = u32::from(by.unsigned_abs() % 64);
    // A move of so many bits the other way; all of a word moved out, where there is nothing to move.
    let rest = (64 - bits) % 64;
    let carry = if bits == 0 { 0 } else { !0 };
    if W == 1 {
        if let Some(slots) = ring.slots() {
            // What would lie beyond the ring is masked out with what is not kept.
            let rest = (slots - bits) & 63;
            for l in 0..L {
                d[0][l] = then(0, l, a[0][l] << bits | a[0][l] >> rest);
            }
            return;
        }
        for l in 0..L {
            let x = if by >= 0 { a[0][l] << bits } else { a[0][l] >> bits };
            d[0][l] = then(0, l, x);
        }
        return;
    }
    for word in Words::<W>::all() {
        let d = &mut d[word];
        let (near, far) = if by >= 0 {
            (word.checked_sub(words).map(|at| &a[at]), word.checked_sub(words + 1).map(|at| &a[at]))
        } else {
            (a.get(word + words), a.get(word + words + 1))
        };
        // A loop each: a load that is only masked out, from no place at all, can cost a hundred times as much as a load.
        match (near, far) {
            (Some(near), Some(far)) if by >= 0 => {
                for l in 0..L {
                    d[l] = then(word, l, near[l] << bits | far[l] >> rest & carry);
                }
            }
            (Some(near), Some(far)) => {
                for l in 0..L {
                    d[l] = then(word, l, near[l] >> bits | far[l] << rest & carry);
                }
            }
            (Some(near), None) => {
                for l in 0..L {
                    d[l] = then(word, l, if by >= 0 { near[l] << bits } else { near[l] >> bits });
                }
            }
            (None, _) => {
                for l in 0..L {
                    d[l] = then(word, l, 0);
                }
            }
        }
    }
}

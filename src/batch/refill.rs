//! Registers set apart, in which games are made ready that begin each at a position of its own.

use super::lanes::Lanes;
use super::machine::Run;
use super::op::{Reg, RegisterKind};
use super::program::{Lasting, Phase, Program};
use super::start_state::StartState;
use rulebook_language::util::Bits;

/// Where games are made ready.
#[derive(Debug)]
pub struct Refill<const W: usize, const L: usize> {
    /// Registers for what can be done at the openings.
    pub lanes: Lanes<W, L>,
    /// Where the lanes' games begin.
    pub openings: [StartState; L],
    /// The lanes whose games have not begun, by the phase that they begin in.
    pub waiting: Vec<Bits<1>>,
    /// The numbers of those games.
    pub numbers: [u64; L],
    /// Of each phase the registers that say what it offers.
    pub sets: Vec<Vec<Reg>>,
    /// Of each phase whether an action that is given can be played before that is worked out.
    pub plays_given: Vec<bool>,
    /// The registers that say where passes are offered.
    pub masks: Vec<Reg>,
}

impl<const W: usize, const L: usize> Refill<W, L> {
    /// Registers for a program, in which no game waits.
    pub fn new(program: &Program, run: Run<W, L>) -> Self {
        let mut lanes = Lanes::new(program);
        run(&mut lanes, program, &program.constants);
        let passes = program.phases.iter().flat_map(|phase| phase.tiers.iter().flatten());
        let masks: Vec<Reg> = passes.filter_map(|choice| choice.within).collect();
        let sets: Vec<Vec<Reg>> = program.phases.iter().map(|phase| Phase::registers(phase).collect()).collect();
        Refill {
            lanes,
            openings: std::array::from_fn(|_| StartState::default()),
            waiting: vec![Bits::EMPTY; program.phases.len()],
            numbers: [0; L],
            plays_given: program
                .phases
                .iter()
                .zip(&sets)
                .map(|(phase, sets)| !reads_offers(phase, sets, &masks))
                .collect(),
            sets,
            masks,
        }
    }
}

/// Whether a ply reads what was offered before it, in registers of sets and masks: its code, or a chain, which is looked for among those
/// that are offered.
fn reads_offers(phase: &Phase, sets: &[Reg], masks: &[Reg]) -> bool {
    let mut written: Vec<(RegisterKind, Reg)> = Vec::new();
    let has_chain = phase.tiers.iter().flatten().any(|choice| choice.chain.is_some());
    has_chain
        || phase.ply.iter().any(|op| {
            let mut op = *op;
            let (written_to, mut read) = op.registers();
            let is_offer = |kind, reg: &Reg| match kind {
                RegisterKind::Set => sets.contains(reg),
                RegisterKind::Mask => masks.contains(reg),
                RegisterKind::Number => false,
            };
            let reads = read.any(|(kind, reg)| is_offer(kind, reg) && !written.contains(&(kind, *reg)));
            written.extend(written_to.map(|(kind, reg)| (kind, *reg)));
            reads
        })
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Puts what lasts at an opening into a lane, but for what is worked out from it.
    pub fn load(&mut self, program: &Program, opening: &StartState, lane: usize) {
        let second = opening.role == 1;
        program.each_lasting(second, &opening.words, |reg, lasting| match lasting {
            Lasting::Set(set) => self.put(reg, lane, &set),
            Lasting::Number(number) => self.numbers[usize::from(reg)][lane] = number,
        });
        self.load_under(program, opening, lane);
        self.take_seat(program, opening, lane);
    }

    /// Puts what lies under the top pieces at an opening into a lane.
    #[inline]
    pub fn load_under(&mut self, program: &Program, opening: &StartState, lane: usize) {
        if let Some(offset) = program.piles.under {
            let words = opening.words.get(offset as usize..).unwrap_or_default();
            self.under_of(lane).iter_mut().zip(words).for_each(|(word, opening)| *word = *opening);
        }
    }

    /// Where turns are shared: who has the first player's registers.
    fn take_seat(&mut self, program: &Program, opening: &StartState, lane: usize) {
        self.turned[lane] = if program.shared && opening.role == 1 { !0 } else { 0 };
    }

    /// Begins a game in a lane that holds its opening: the phase, and whose turn it is.
    #[inline]
    pub fn start(&mut self, program: &Program, opening: &StartState, lane: usize, phase: usize) {
        (self.over[lane], self.held[lane]) = (0, (0, 0));
        if program.pairs > 0 {
            self.forget_pairs(program, lane);
        }
        self.kept.lanes[lane] = false;
        // To look there in each game takes as long as all else here.
        if !self.asked.is_empty() {
            self.given[lane] = None;
        }
        self.phase[lane] = phase as u64;
        self.take_seat(program, opening, lane);
    }

    /// Takes over sets and masks of a lane from other registers.
    pub fn take_over(&mut self, from: &Self, lane: usize, sets: &[Reg], masks: &[Reg]) {
        for reg in sets {
            let set = from.set(*reg, lane);
            self.put(*reg, lane, &set);
        }
        for reg in masks {
            self.masks[usize::from(*reg)][lane] = from.masks[usize::from(*reg)][lane];
        }
    }
}

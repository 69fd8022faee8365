//! Registers set apart, in which games are made ready that begin each at a position of its own.

use super::lanes::Lanes;
use super::op::Reg;
use super::program::{Lasting, Phase, Program};
use super::start_state::StartState;

/// Where games are made ready.
#[derive(Debug)]
pub struct Refill<const W: usize, const L: usize> {
    /// Registers for what can be done at the openings.
    pub lanes: Lanes<W, L>,
    /// Where the lanes' games begin.
    pub openings: [StartState; L],
    /// The game's number and the phase that it begins in, where a lane's game has not begun.
    pub waiting: [Option<(u64, usize)>; L],
    /// Of each phase the registers that say what it offers.
    pub sets: Vec<Vec<Reg>>,
    /// The registers that say where passes are offered.
    pub masks: Vec<Reg>,
}

impl<const W: usize, const L: usize> Refill<W, L> {
    /// Registers for a program, in which no game waits.
    pub fn new(program: &Program) -> Self {
        let mut lanes = Lanes::new(program);
        lanes.run_plain(program, &program.constants);
        let passes = program.phases.iter().flat_map(|phase| phase.tiers.iter().flatten());
        Refill {
            lanes,
            openings: std::array::from_fn(|_| StartState::default()),
            waiting: [None; L],
            sets: program.phases.iter().map(|phase| Phase::registers(phase).collect()).collect(),
            masks: passes.filter_map(|choice| choice.within).collect(),
        }
    }
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
    pub fn start(&mut self, program: &Program, opening: &StartState, lane: usize, phase: usize) {
        (self.over[lane], self.held[lane]) = (0, (0, 0));
        self.forget_pairs(program, lane);
        self.kept.lanes[lane] = false;
        self.given[lane] = None;
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

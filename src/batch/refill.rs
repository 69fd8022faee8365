//! Games that begin each at a position of its own, as the rollouts of a search do.
//!
//! A lane that is free is given the next position at once. What can be done there is worked out in registers set apart, for all
//! lanes that begin in the same phase together, and comes into the lane when that phase is played.

use super::lanes::Lanes;
use super::op::{Reg, RegisterKind};
use super::program::{Phase, Program};
use super::runner::{Batch, BatchJob, Finished};
use super::start_state::StartState;
use rulebook_language::util::Bits;

/// What a source wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Supply {
    /// Another game.
    Game,
    /// None before one of those under way has ended.
    Later,
    /// None at all; those under way are given up.
    Nothing,
}

/// Who says where games begin, and is told how they end.
pub trait StartSource {
    /// Whether there is to be another game, and puts the position it begins at into `opening`. A game begins only where it is not
    /// over, and in a stage that has a phase ([`Program::phase`]); its number is that of the game before and 1. This is asked at
    /// the start and after games have ended.
    fn next(&mut self, opening: &mut StartState) -> Supply;
    /// A game has ended.
    fn ended(&mut self, finished: Finished);
}

/// Where games are made ready.
#[derive(Debug)]
pub struct Refill<const W: usize, const L: usize> {
    /// Registers for what can be done at the openings.
    pub lanes: Lanes<W, L>,
    openings: [StartState; L],
    /// The game's number and the phase that it begins in, where a lane's game has not begun.
    waiting: [Option<(u64, usize)>; L],
    /// Of each phase the registers that say what it offers.
    sets: Vec<Vec<Reg>>,
    masks: Vec<Reg>,
}

impl<const W: usize, const L: usize> Refill<W, L> {
    fn new(program: &Program) -> Self {
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
        for (reg, offset) in &program.state.sets {
            let words = opening.words.get(*offset as usize..).unwrap_or_default();
            let set = Bits::<W>::from_words(&words[..program.words.min(words.len())]);
            self.put(program.seen_from(second, RegisterKind::Set, *reg), lane, &set);
        }
        for (reg, offset) in &program.state.numbers {
            let number = opening.words.get(*offset as usize).copied().unwrap_or_default();
            self.numbers[usize::from(program.seen_from(second, RegisterKind::Number, *reg))][lane] = number as i64;
        }
    }

    /// Puts what lies under the top pieces at an opening into a lane.
    pub fn load_under(&mut self, program: &Program, opening: &StartState, lane: usize) {
        if let Some(offset) = program.piles.under {
            let words = opening.words.get(offset as usize..).unwrap_or_default();
            self.under_of(lane).iter_mut().zip(words).for_each(|(word, opening)| *word = *opening);
        }
    }

    /// Begins a game in a lane that holds its opening: the phase, and whose turn it is.
    pub fn start(&mut self, program: &Program, opening: &StartState, lane: usize, phase: usize) {
        self.over[lane] = 0;
        self.phase[lane] = phase as u64;
        self.turned[lane] = if program.shared && opening.role == 1 { !0 } else { 0 };
    }

    /// Takes over sets and masks of a lane from other registers.
    fn take_over(&mut self, from: &Self, lane: usize, sets: &[Reg], masks: &[Reg]) {
        for reg in sets {
            let set = from.set(*reg, lane);
            self.put(*reg, lane, &set);
        }
        for reg in masks {
            self.masks[usize::from(*reg)][lane] = from.masks[usize::from(*reg)][lane];
        }
    }
}

impl<const W: usize, const L: usize> Batch<W, L> {
    /// Plays games from where a source lets them begin.
    pub fn play_refilled(&mut self, order: &BatchJob, source: &mut dyn StartSource) {
        let program = std::sync::Arc::clone(&self.program);
        let mut refill = self.refill.take().unwrap_or_else(|| Box::new(Refill::new(&program)));
        (self.games.live, refill.waiting) = ([false; L], [None; L]);
        self.refill = Some(refill);
        self.games.follow(order);
        // Whatever was played in these lanes before.
        self.phase = 0;
        let mut numbers = order.games.clone();
        let mut asks = true;
        loop {
            if asks && !self.ask(&program, source, &mut numbers) {
                return;
            }
            let is_waiting = self.begin_waiting(&program, order.seed);
            if self.games.live == [false; L] {
                if !is_waiting {
                    return;
                }
            } else {
                if !program.in_step {
                    self.phase = self.fullest();
                }
                self.carry_out();
            }
            asks = !self.has_ended.is_empty();
            while let Some((_, finished)) = self.take_ended() {
                source.ended(finished);
            }
            if program.in_step {
                self.phase = (self.phase + 1) % program.phases.len().max(1);
            }
        }
    }

    /// Asks for positions for the lanes that are free; false where all games are to be given up.
    fn ask(&mut self, program: &Program, source: &mut dyn StartSource, numbers: &mut std::ops::Range<u64>) -> bool {
        let Some(refill) = &mut self.refill else { return false };
        for lane in 0..L {
            if self.games.live[lane] || refill.waiting[lane].is_some() || numbers.is_empty() {
                continue;
            }
            let opening = &mut refill.openings[lane];
            match source.next(opening) {
                Supply::Game => {
                    let phase = program.phase(opening.role, opening.stage);
                    refill.waiting[lane] = numbers.next().zip(phase);
                }
                Supply::Later => break,
                Supply::Nothing => return false,
            }
        }
        true
    }

    /// Begins the games that wait and whose phase has come; whether others wait on.
    fn begin_waiting(&mut self, program: &Program, seed: u64) -> bool {
        let Some(mut refill) = self.refill.take() else { return false };
        let played = self.phase;
        let mut is_waiting = false;
        for phase in 0..program.phases.len() {
            let begins = |lane: &usize| refill.waiting[*lane].is_some_and(|(_, its)| its == phase);
            let lanes: Vec<usize> = (0..L).filter(begins).collect();
            if lanes.is_empty() {
                continue;
            }
            if program.in_step && phase != played {
                is_waiting = true;
                continue;
            }
            for lane in &lanes {
                refill.lanes.load(program, &refill.openings[*lane], *lane);
            }
            // In the place of the lanes that play: code that had to ask which are meant would be slower for all games.
            std::mem::swap(&mut self.lanes, &mut refill.lanes);
            (self.phase, self.opens) = (phase, true);
            self.carry_out();
            self.opens = false;
            std::mem::swap(&mut self.lanes, &mut refill.lanes);
            for lane in lanes {
                let opening = &refill.openings[lane];
                self.lanes.load(program, opening, lane);
                self.lanes.load_under(program, opening, lane);
                self.lanes.remember(program, &opening.past, lane);
                self.lanes.take_over(&refill.lanes, lane, &refill.sets[phase], &refill.masks);
                for (place, joining) in program.joins.iter().enumerate() {
                    let standing = self.lanes.set(joining.cells, lane);
                    self.lanes.connectivity[place].begin_with(lane, &standing);
                }
                self.lanes.start(program, opening, lane, phase);
                if let Some((index, _)) = refill.waiting[lane].take() {
                    self.games.begin(lane, seed, index, opening);
                }
            }
        }
        (self.phase, self.refill) = (played, Some(refill));
        is_waiting
    }
}

//! Actions that are given and not drawn; the legal actions of a position, and what comes of one: in the first lane, for tests and tools.

use std::sync::Arc;

use super::drawn::Drawn;
use super::job::{Ended, Successor};
use super::op::Reg;
use super::program::{Choice, Phase, Program, SKIP};
use super::runner::Batch;
use rulebook_language::util::Bits;

impl<const W: usize, const L: usize> Batch<W, L> {
    /// Plays an action of a phase in the first lane.
    fn play_drawn(&mut self, phase: usize, drawn: &Drawn) {
        let program = Arc::clone(&self.program);
        self.lanes.clear_picks(&program.phases[phase]);
        self.put_drawn(&program, phase, 0, drawn);
        self.lanes.give_plan(&program, &program.phases[phase]);
        self.lanes.may_draw = false;
        self.lanes.idle = std::array::from_fn(|lane| lane > 0);
        self.lanes.say_what_is_left(&self.places[phase].list);
        let played = if program.shared { 0 } else { phase };
        (self.kernels.run)(&mut self.lanes, &program, &program.phases[played].ply);
    }

    /// Puts an action of a phase into the registers of what is picked in a lane, which are empty, as if it had been drawn.
    pub fn put_drawn(&mut self, program: &Program, place: usize, lane: usize, drawn: &Drawn) {
        let phase = &program.phases[place];
        let tiers = program.questions.as_ref().map(|questions| questions.tiers.as_slice()).unwrap_or_default();
        let is_of_tier =
            |tier: u16| tiers.get(usize::from(tier)).is_some_and(|tier| tier.choices.contains(&drawn.choice));
        let is_drawn =
            |choice: &&Choice| choice.tier.map_or_else(|| choice.has(drawn), is_of_tier) && choice.stage == phase.stage;
        for choice in phase.tiers.iter().flatten().filter(is_drawn) {
            if let Some(tier) = choice.tier {
                self.lanes.give(lane, tier, drawn);
            } else if let Some(chain) = choice.chain {
                self.lanes.play_drawn(program, &self.places[place], chain, lane, drawn);
            } else {
                for (reg, cell) in choice.picked.iter().zip(choice.cells_of(drawn)) {
                    self.lanes.put(*reg, lane, &Bits::single(usize::from(cell)));
                }
                let roll = choice.roll.and_then(|roll| program.rolls.get(usize::from(roll)));
                for (reg, face) in roll.iter().flat_map(|roll| &roll.shown).zip(&drawn.cells) {
                    self.lanes.numbers[usize::from(*reg)][lane] = i64::from(*face);
                }
            }
            self.lanes.masks[usize::from(choice.chosen)][lane] = !0;
        }
        self.take_off(phase, lane, drawn);
    }

    /// Offers an action of a phase no longer in a lane, if it may be rejected.
    fn take_off(&mut self, phase: &Phase, lane: usize, drawn: &Drawn) {
        let ring = self.program.ring;
        let is_drawn = |choice: &&Choice| choice.may_be_rejected && choice.stage == phase.stage && choice.has(drawn);
        for choice in phase.tiers.iter().flatten().filter(is_drawn) {
            let cells: Vec<usize> = choice.cells_of(drawn).map(usize::from).collect();
            for pairs in choice.bundles.iter().filter_map(|bundle| bundle.pairs) {
                self.lanes.pairs[usize::from(pairs.table) * L + lane].add(cells[0], cells[1]);
            }
            let leads = |by: i16| cells.get(1).is_none_or(|second| ring.further(cells[0], by) == *second);
            for bundle in choice.bundles.iter().filter(|bundle| bundle.far.is_none() && leads(bundle.by)) {
                let rest = self.lanes.set(bundle.set, lane) - Bits::single(cells[0]);
                self.lanes.put(bundle.set, lane, &rest);
            }
        }
    }

    /// The legal actions of a phase in the first lane. Where an action may be rejected, each is tried; then the game may be found to be
    /// over, or to be in another phase.
    pub fn legal_in(&mut self, mut phase: usize) -> Vec<Drawn> {
        let program = Arc::clone(&self.program);
        let mut legal = Vec::new();
        loop {
            let list = self.lanes.list(&program, &program.phases[phase], 0);
            let Some(rejected) = program.rejected else { return list };
            let is_empty = list.is_empty();
            for drawn in list {
                if self.lanes.over[0] != 0 {
                    return Vec::new();
                }
                let before = self.lanes.keep_lane(0);
                self.play_drawn(phase, &drawn);
                if drawn.choice == SKIP {
                    phase = self.lanes.phase[0] as usize;
                    continue;
                }
                if self.lanes.masks[usize::from(rejected)][0] == 0 {
                    let taken = self.lanes.taken(&program, &program.phases[phase], 0);
                    let may_be_taken_back = self.lanes.may_be_taken_back(&program.phases[phase])[0] != 0;
                    let can_be_completed =
                        !may_be_taken_back || !self.legal_in(self.lanes.phase[0] as usize).is_empty();
                    self.lanes.put_lane(0, before);
                    if can_be_completed {
                        legal.extend(taken);
                    } else {
                        self.take_off(&program.phases[phase], 0, &drawn);
                    }
                }
            }
            if is_empty || !legal.is_empty() || self.lanes.over[0] != 0 {
                return legal;
            }
        }
    }

    /// What comes of an action at the opening, in the first lane.
    pub fn successor(&mut self, drawn: &Drawn) -> Successor {
        let program = Arc::clone(&self.program);
        self.begin(0);
        self.play_drawn(self.first, drawn);
        let next = if program.in_step { (self.first + 1) % program.phases.len() } else { self.lanes.phase[0] as usize };
        let legal = self.legal_in(next);
        let second = self.lanes.turned[0] != 0;
        let under = self.lanes.under_of(0).to_vec();
        let number = |reg: Reg| self.lanes.numbers[usize::from(reg)][0];
        let words = program.words_of(second, |reg| self.lanes.set(reg, 0), number, &under);
        let is_stuck = program.takes_back && legal.is_empty();
        let end = self.how_ended(0).or(is_stuck.then_some(Ended::Stuck));
        let next = &program.phases[if program.in_step { next } else { self.lanes.phase[0] as usize }];
        Successor { words, end, next: (next.role ^ usize::from(second), next.stage), legal }
    }
}

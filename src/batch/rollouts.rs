//! Games that begin each at a position of its own, as the rollouts of a search do.
//!
//! A lane that is free is given the next position at once. What can be done there is worked out in registers set apart, for all
//! lanes that begin in the same phase together, and comes into the lane when that phase is played.

use super::job::{BatchJob, StartSource, Supply};
use super::program::Program;
use super::refill::Refill;
use super::runner::Batch;
use rulebook_language::util::Bits;

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
        let mut ended = Bits([!0]);
        loop {
            if asks && !self.ask(&program, source, &mut numbers) {
                return;
            }
            self.rest(ended);
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
            ended = self.has_ended;
            asks = !ended.is_empty();
            while let Some((_, finished)) = self.take_ended() {
                source.ended(finished);
            }
            if program.in_step {
                self.phase = (self.phase + 1) % program.phases.len().max(1);
            }
        }
    }

    /// Puts the opening into lanes that no game begins in: what stands there is gone through in each ply, and the end of a game may
    /// take long.
    fn rest(&mut self, mut ended: Bits<1>) {
        while let Some(lane) = ended.pop_first() {
            if self.refill.as_ref().is_some_and(|refill| refill.waiting[lane].is_none()) {
                self.begin(lane);
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
            let mut lanes = Bits::<1>::EMPTY;
            (0..L).filter(begins).for_each(|lane| lanes.insert(lane));
            if lanes.is_empty() {
                continue;
            }
            if program.in_step && phase != played {
                is_waiting = true;
                continue;
            }
            for lane in lanes.iter() {
                refill.lanes.load(program, &refill.openings[lane], lane);
            }
            refill.lanes.idle = std::array::from_fn(|lane| !lanes.contains(lane));
            // In the place of the lanes that play: code that had to ask which are meant would be slower for all games.
            std::mem::swap(&mut self.lanes, &mut refill.lanes);
            (self.phase, self.opens) = (phase, true);
            self.carry_out();
            self.opens = false;
            std::mem::swap(&mut self.lanes, &mut refill.lanes);
            for lane in lanes.iter() {
                let opening = &refill.openings[lane];
                self.place(program, opening, lane, phase);
                self.lanes.take_over(&refill.lanes, lane, &refill.sets[phase], &refill.masks);
                if let Some((index, _)) = refill.waiting[lane].take() {
                    self.games.begin(lane, seed, index, opening);
                }
                if let Some(first) = refill.openings[lane].first.take() {
                    self.games.begin_with(lane, phase, first);
                }
            }
        }
        (self.phase, self.refill) = (played, Some(refill));
        is_waiting
    }
}

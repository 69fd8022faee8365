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
        let mut refill = self.refill.take().unwrap_or_else(|| Box::new(Refill::new(&program, self.kernels.run)));
        self.games.live = [false; L];
        refill.waiting.fill(Bits::EMPTY);
        self.refill = Some(refill);
        self.games.follow(order);
        // Whatever was played in these lanes before.
        self.phase = 0;
        let mut numbers = order.games.clone();
        let mut free = Bits([!0 >> (u64::BITS as usize - L)]);
        let mut ended = free;
        loop {
            if !ended.is_empty() && !self.ask(&program, source, &mut numbers, &mut free) {
                return;
            }
            self.rest(ended & free);
            let is_waiting = self.begin_waiting(&program, order.seed, false);
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
            free = free | ended;
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
    fn rest(&mut self, lanes: Bits<1>) {
        lanes.iter().for_each(|lane| self.begin(lane));
    }

    /// Asks for positions for the lanes that are free; false where all games are to be given up.
    fn ask(
        &mut self,
        program: &Program,
        source: &mut dyn StartSource,
        numbers: &mut std::ops::Range<u64>,
        free: &mut Bits<1>,
    ) -> bool {
        let Some(refill) = &mut self.refill else { return false };
        while let Some(lane) = free.first().filter(|_| !numbers.is_empty()) {
            let opening = &mut refill.openings[lane];
            match source.next(opening) {
                Supply::Game => {
                    let waiting = program.phase(opening.role, opening.stage).and_then(|at| refill.waiting.get_mut(at));
                    if let (Some(waiting), Some(number)) = (waiting, numbers.next()) {
                        waiting.insert(lane);
                        refill.numbers[lane] = number;
                    }
                    free.remove(lane);
                }
                Supply::Later => break,
                Supply::Nothing => return false,
            }
        }
        true
    }

    /// Begins the games that wait and whose phase has come, but for what has begun of them; whether others wait on.
    pub fn begin_waiting(&mut self, program: &Program, seed: u64, has_begun: bool) -> bool {
        let Some(mut refill) = self.refill.take() else { return false };
        let played = self.phase;
        let mut is_waiting = false;
        for phase in 0..program.phases.len() {
            if refill.waiting[phase].is_empty() {
                continue;
            }
            if program.in_step && phase != played {
                is_waiting = true;
                continue;
            }
            let lanes = std::mem::take(&mut refill.waiting[phase]);
            // Where the first action is given, it need not be known what else there is.
            let is_given = |lane: &usize| refill.plays_given[phase] && refill.openings[*lane].first.is_some();
            let mut drawing = Bits::<1>::EMPTY;
            lanes.iter().filter(|lane| !is_given(lane)).for_each(|lane| drawing.insert(lane));
            if !drawing.is_empty() {
                self.work_out_offers(program, &mut refill, phase, drawing);
            }
            for lane in lanes.iter() {
                self.place(program, &refill.openings[lane], lane, phase);
                if drawing.contains(lane) {
                    self.lanes.take_over(&refill.lanes, lane, &refill.sets[phase], &refill.masks);
                }
                if !has_begun {
                    self.games.begin(lane, seed, refill.numbers[lane], &refill.openings[lane]);
                }
                if let Some(first) = refill.openings[lane].first.take() {
                    self.games.begin_with(lane, phase, first);
                }
            }
        }
        (self.phase, self.refill) = (played, Some(refill));
        is_waiting
    }

    /// Works out what can be done at the openings of some lanes, in the registers set apart.
    fn work_out_offers(&mut self, program: &Program, refill: &mut Refill<W, L>, phase: usize, lanes: Bits<1>) {
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
    }
}

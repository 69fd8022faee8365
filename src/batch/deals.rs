//! Games whose setup is laid by lot: each is dealt one of its own, from its own stream of random numbers, before it begins in its lane.

use std::sync::Arc;

use super::drawn::Drawn;
use super::job::Ended;
use super::program::Limit;
use super::refill::Refill;
use super::runner::Batch;
use rulebook_language::util::{Bits, Rng};

impl<const W: usize, const L: usize> Batch<W, L> {
    /// Begins games in some lanes, each with a setup of its own: their streams of random numbers have begun, and nothing was drawn from them.
    #[inline(never)]
    pub fn begin_dealt(&mut self, seed: u64, lanes: Bits<1>) {
        let Some(mut dealer) = self.dealer.take() else { return };
        let program = Arc::clone(&self.program);
        let mut refill = self.refill.take().unwrap_or_else(|| Box::new(Refill::new(&program, self.kernels.run)));
        refill.waiting.fill(Bits::EMPTY);
        for lane in lanes.iter() {
            let games = &mut self.games;
            let [high, low] = [0; 2].map(|_| u64::from(games.rng.next_of(lane)));
            let (keep, line) = (games.keep, &mut games.lines[lane]);
            let mut see = |drawn: Drawn| {
                if keep {
                    line.push(Some(drawn));
                }
            };
            let laid = dealer.lay(&mut Rng::new(high << 32 | low), games.max_plies, &mut see);
            let end = match laid {
                Ok(laid) => {
                    (games.plies[lane], games.choices[lane]) = (laid.plies, laid.choices);
                    laid.end
                }
                Err(fault) => Some(Ended::Broken(Limit::Asked(fault))),
            };
            let opening = &mut refill.openings[lane];
            dealer.put(opening);
            match (end, program.phase(opening.role, opening.stage).and_then(|at| refill.waiting.get_mut(at))) {
                (None, Some(waiting)) => waiting.insert(lane),
                (end, _) => {
                    self.games.live[lane] = false;
                    self.end(lane, end.unwrap_or(Ended::Stuck));
                }
            }
        }
        (self.dealer, self.refill) = (Some(dealer), Some(refill));
        self.begin_waiting(&program, seed, true);
    }
}

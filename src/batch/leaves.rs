//! How many actions can follow others, counted for many positions at once and without listing them.

use std::sync::Arc;

use super::drawn::Drawn;
use super::job::{BatchJob, Ended};
use super::program::Limit;
use super::runner::Batch;
use super::start_state::StartState;

impl<const W: usize, const L: usize> Batch<W, L> {
    /// The number of actions that can follow each of `actions`, summed up; each is played where the game of one of `parents` stands, which
    /// all have the same phase. What the change of seats adds is not counted.
    pub fn count_leaves(&mut self, parents: &[StartState], actions: &[(usize, Drawn)]) -> Result<u64, Limit> {
        actions.chunks(L).map(|chunk| self.count_some(parents, chunk)).sum()
    }

    /// The same for as many actions as there are lanes.
    fn count_some(&mut self, parents: &[StartState], actions: &[(usize, Drawn)]) -> Result<u64, Limit> {
        let program = Arc::clone(&self.program);
        let placed =
            || (0..L).zip(actions).filter_map(|(lane, (parent, action))| Some((lane, parents.get(*parent)?, action)));
        let Some(phase) = placed().next().and_then(|(_, parent, _)| program.phase(parent.role, parent.stage)) else {
            return Ok(0);
        };
        self.games.follow(&BatchJob {
            seed: 0,
            games: 0..0,
            max_plies: u32::MAX,
            keep_lines: false,
            choices: false,
            steps: None,
        });
        self.games.live = [false; L];
        for (lane, parent, action) in placed() {
            self.place(&program, parent, lane, phase);
            self.games.begin(lane, 0, 0, parent);
            self.games.begin_with(lane, phase, action.clone());
        }
        self.lanes.idle = self.games.live.map(|is_live| !is_live);
        (self.phase, self.opens) = (phase, true);
        self.carry_out();
        (self.phase, self.opens) = (if program.shared { 0 } else { phase }, false);
        self.carry_out();
        let mut over = [false; L];
        while let Some((lane, finished)) = self.take_ended() {
            over[lane] = true;
            if let Ended::Broken(limit) = finished.end {
                return Err(limit);
            }
        }
        let next = |lane: usize| match (program.shared, program.in_step) {
            (true, _) => 0,
            (_, true) => (phase + 1) % program.phases.len(),
            _ => self.lanes.phase[lane] as usize,
        };
        let mut leaves = 0;
        for (phase, places) in self.places.iter().enumerate() {
            let mut here =
                placed().map(|(lane, ..)| lane).filter(|lane| !over[*lane] && next(*lane) == phase).peekable();
            if here.peek().is_some() {
                self.lanes.count_offers(places, &mut self.offers);
                leaves += here.map(|lane| u64::from(self.offers.actions[lane])).sum::<u64>();
            }
        }
        Ok(leaves)
    }
}

//! The player that searches by simulations.

use super::batch::Rollouts;
use super::search::Searched;
use super::settings::MctsSettings;
use super::tree::Tree;
use crate::agents::{Agent, Spec};
use crate::parallel;
use rulebook_batch::Compiled;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};

/// Before an action is played, so many replies are tried to it, and to others where it loses ...
const REPLIES: u32 = 4096;
/// ... and so many more for each simulation.
const REPLIES_EACH: u32 = 16;

/// Searches by a number of simulations, which goes on from what was found at earlier plies of the game.
#[derive(Clone, Debug)]
pub struct Mcts {
    name: String,
    settings: MctsSettings,
    compiled: Compiled,
    trees: Vec<Tree>,
    /// Of each tree.
    rollouts: Vec<Rollouts>,
    /// What it draws from among equals.
    rng: Rng,
}

impl Mcts {
    /// A player that searches so, and draws from `rng`.
    pub fn new(settings: MctsSettings, rng: Rng) -> Self {
        Mcts::sharing(settings, Compiled::default(), rng)
    }

    /// The same, with the program that other players of the game have as well.
    pub fn sharing(settings: MctsSettings, compiled: Compiled, rng: Rng) -> Self {
        let name = Spec::Mcts(settings).to_string();
        let mut mcts = Mcts { name, settings, compiled, trees: Vec::new(), rollouts: Vec::new(), rng: Rng::new(0) };
        mcts.begin(rng);
        mcts
    }

    /// Searches a position in which the game is not over.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn search(&mut self, position: &mut Position) -> Result<Searched, Fault> {
        let (seat, seats) = (position.seat_to_act(), position.game().players.len());
        let settings = &self.settings;
        let count = self.trees.len() as u32;
        let quota =
            |index: usize| settings.simulations / count + u32::from((index as u32) < settings.simulations % count);
        match (self.trees.as_mut_slice(), self.rollouts.as_mut_slice()) {
            ([tree], [rollouts]) => tree.grow(position, settings.simulations, settings, rollouts)?,
            (trees, rollouts) => {
                let start = &*position;
                let jobs = trees.iter_mut().zip(rollouts).enumerate().map(|(index, its)| (index, its, start.clone()));
                let grown = parallel::map(jobs, |(index, (tree, rollouts), mut position)| {
                    tree.grow(&mut position, quota(index), settings, rollouts)
                });
                grown.into_iter().collect::<Result<(), Fault>>()?;
            }
        }
        let mut found = Searched::of(&self.trees, seat, seats, &mut self.rng);
        if settings.decisive && !found.proved {
            let spare = settings.simulations.saturating_mul(REPLIES_EACH).saturating_add(REPLIES);
            found.verify(position, seats, spare, &mut self.rng)?;
        }
        found.rate(&self.trees, seat, seats);
        Ok(found)
    }
}

impl Agent for Mcts {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, mut rng: Rng) {
        self.trees.iter_mut().for_each(|tree| tree.restart(rng.fork()));
        self.trees.resize_with(usize::from(self.settings.trees.max(1)), || Tree::new(rng.fork()));
        self.rollouts.resize_with(self.trees.len(), || Rollouts::new(self.compiled.clone()));
        self.rng = rng;
    }

    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault> {
        let legal = position.legal()?;
        match legal.len() {
            0 => return Ok(None),
            // Nothing to think about.
            1 => return Ok(Some(legal.get(0))),
            _ => {}
        }
        let found = self.search(position)?;
        Ok(found.candidates.get(found.best).map(|best| best.action.clone()))
    }

    fn observe(&mut self, action: &Action, position: &Position) {
        for tree in &mut self.trees {
            tree.follow(action, position);
        }
    }
}

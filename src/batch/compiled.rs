//! A game's program for the batch, compiled when it is first asked for and shared by all who play it.

use std::sync::{Arc, OnceLock};

use rulebook_play::engine::Position;
use rulebook_play::plan::Plan;

use super::lift::compile;
use super::not_batchable::NotBatchable;
use super::program::Program;

/// The program of one game, or why it has none, once that is known. Clones share what they know.
#[derive(Clone, Debug, Default)]
pub struct Compiled(Arc<OnceLock<(Arc<Plan>, Outcome)>>);

type Outcome = Result<Arc<Program>, NotBatchable>;

impl Compiled {
    /// The program of a position's game: the same one for all positions of the game that this was first asked about.
    ///
    /// # Errors
    /// What in the rules cannot be played in a batch.
    pub fn program(&self, position: &Position) -> Outcome {
        let fresh = || compile(position.game(), position.plan()).map(Arc::new);
        let (plan, program) = self.0.get_or_init(|| (Arc::clone(position.plan()), fresh()));
        if Arc::ptr_eq(plan, position.plan()) { program.clone() } else { fresh() }
    }
}

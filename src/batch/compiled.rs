//! A game's program for the batch, compiled when it is first asked for and shared by all who play it.

use std::sync::{Arc, OnceLock};

use rulebook_play::engine::Position;
use rulebook_play::plan::Plan;

use super::lift::compile;
use super::program::Program;

/// The program of one game, once it is known. Clones share what they know.
#[derive(Clone, Debug, Default)]
pub struct Compiled(Arc<OnceLock<(Arc<Plan>, Arc<Program>)>>);

impl Compiled {
    /// The program of a position's game: the same one for all positions of the game that this was first asked about.
    pub fn program(&self, position: &Position) -> Arc<Program> {
        let fresh = || Arc::new(compile(position.game(), position.plan()));
        let (plan, program) = self.0.get_or_init(|| (Arc::clone(position.plan()), fresh()));
        if Arc::ptr_eq(plan, position.plan()) { Arc::clone(program) } else { fresh() }
    }
}

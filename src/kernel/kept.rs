//! A game's kernels, compiled when they are first asked for and shared by all who play it.

use std::sync::{Arc, OnceLock};

use super::lift::{Unsuited, compile};
use super::program::Program;
use crate::model::Game;
use crate::plan::Plan;

/// The kernels of one game, or why it has none, once that is known. Clones share what they know.
#[derive(Clone, Debug, Default)]
pub struct Kernel(Arc<OnceLock<Result<Arc<Program>, Unsuited>>>);

impl Kernel {
    /// The program of the game, which is the same one whenever this is asked.
    ///
    /// # Errors
    /// What in the rules is not suited.
    pub fn program(&self, game: &Game, plan: &Plan) -> Result<&Arc<Program>, &Unsuited> {
        self.0.get_or_init(|| compile(game, plan).map(Arc::new)).as_ref()
    }
}

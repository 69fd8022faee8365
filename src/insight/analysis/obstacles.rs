//! What in a game's rules is not lifted into batches.

use std::sync::Arc;

use rulebook_batch::NotBatchable;
use rulebook_language::model::Game;
use rulebook_play::plan::Plan;

/// What in a game's rules is not lifted into batches: it is worked out game by game there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacles {
    /// What is not, each at its place if it has one.
    pub found: Vec<NotBatchable>,
    /// Whether anything is lifted. Where nothing is, nothing is known of the rest of the rules.
    pub is_lifted: bool,
}

/// What in the rules of a game is not lifted, whose plan is given.
pub fn obstacles(game: &Arc<Game>, plan: &Arc<Plan>) -> Obstacles {
    let program = rulebook_batch::compile(game, plan);
    Obstacles { found: program.left().to_vec(), is_lifted: program.is_lifted() }
}

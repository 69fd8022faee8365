//! What in a game's rules is not lifted into batches.

use rulebook_batch::NotBatchable;
use rulebook_language::model::Game;
use rulebook_play::plan::Plan;

/// What in a game's rules is not lifted into batches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacles {
    /// What is not, each at its place if it has one.
    pub found: Vec<NotBatchable>,
    /// Whether the game is played in batches: what was found is left to the plan there, game by game. Where it is not, nothing is known of
    /// the rest of the rules.
    pub is_batched: bool,
}

/// What in the rules of a game is not lifted, whose plan is given.
pub fn obstacles(game: &Game, plan: &Plan) -> Obstacles {
    match rulebook_batch::compile(game, plan) {
        Ok(program) => {
            let found = program.questions.map(|questions| questions.left).unwrap_or_default();
            Obstacles { found, is_batched: true }
        }
        Err(reason) => Obstacles { found: vec![reason], is_batched: false },
    }
}

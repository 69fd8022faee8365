//! Parts of the rules that are not lifted: they are asked of the plan, lane by lane, in the position that the lane has come to.

use std::sync::Arc;

use super::not_batchable::NotBatchable;
use rulebook_language::model::Game;
use rulebook_play::plan::Plan;

/// What is asked of the plan.
#[derive(Clone, Debug)]
pub struct Questions {
    /// The game.
    pub game: Arc<Game>,
    /// Its plan, with questions in this order.
    pub plan: Arc<Plan>,
    /// The questions.
    pub all: Vec<PlanQuestion>,
    /// The tiers whose actions the plan draws and makes.
    pub tiers: Vec<AskedTier>,
    /// What in the rules is left to the plan, and why it is not lifted.
    pub left: Vec<NotBatchable>,
    /// How many registers positions are told in, of sets and of numbers: as many as the first ones that last, which they stand for.
    pub told: [usize; 2],
    /// How many cells a question speaks of at most: they are told in registers of sets behind those.
    pub cells: usize,
}

impl Questions {
    /// No questions to a plan.
    pub fn none(game: Arc<Game>, plan: Arc<Plan>) -> Self {
        Questions { game, plan, all: Vec::new(), tiers: Vec::new(), left: Vec::new(), told: [0; 2], cells: 0 }
    }
}

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanQuestion {
    /// For whom it is asked; where turns are shared, from the first player's seat.
    pub role: usize,
    /// How many cells it speaks of.
    pub cells: usize,
}

/// A tier of a stage that is not lifted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedTier {
    /// The player.
    pub role: usize,
    /// The stage, as the plan numbers it.
    pub stage: u16,
    /// The tier's place in it.
    pub tier: usize,
    /// Whether an action of the turn was played before.
    pub mid_turn: bool,
    /// Its choices, by their places among the role's in the plan; to go on without an action among them.
    pub choices: Vec<u16>,
}

//! A design with weights.

use std::sync::Arc;

use rulebook_language::model::Game;
use rulebook_play::plan::Plan;

use super::design::Design;
use super::wiring::Wiring;

/// A weight of 1, and so what a sum of weights is divided by.
pub const ONE: f32 = (1 << 20) as f32;

/// What has been learned: what a player looks at, and what that is worth.
#[derive(Clone, Debug)]
pub struct Network {
    /// What it looks at.
    pub design: Design,
    /// The same, laid out for look-ups.
    pub wiring: Arc<Wiring>,
    /// The weights, in parts of `ONE`.
    pub weights: Arc<Vec<i32>>,
}

impl Network {
    /// A network that has learned nothing.
    ///
    /// # Errors
    /// What of the design is not of this game.
    pub fn new(design: Design, game: &Game, plan: &Plan) -> Result<Self, &'static str> {
        let wiring = Arc::new(Wiring::new(&design, game, plan)?);
        Ok(Network { weights: Arc::new(vec![0; wiring.weights]), design, wiring })
    }

    /// The same with these weights; nothing where they are not as many.
    #[must_use]
    pub fn with(mut self, weights: Arc<Vec<i32>>) -> Option<Self> {
        if weights.len() != self.wiring.weights {
            return None;
        }
        self.weights = weights;
        Some(self)
    }
}

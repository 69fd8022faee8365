//! The player that takes what it has learned to be worth most after its own action.

use super::player::LearnedEye;
use crate::agents::Agent;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

/// Looks one ply ahead.
#[derive(Clone, Debug)]
pub struct Learned {
    name: String,
    eye: LearnedEye,
    rng: Rng,
    list: ActionList,
}

impl Learned {
    /// A player with this eye that draws from `rng` among equals.
    pub fn new(name: String, eye: LearnedEye, rng: Rng) -> Self {
        Learned { name, eye, rng, list: ActionList::new() }
    }
}

impl Agent for Learned {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault> {
        position.legal_into(&mut self.list)?;
        match self.list.len() {
            0 => Ok(None),
            1 => Ok(Some(self.list.get(0))),
            _ => self.eye.choose(position, &self.list, &mut self.rng),
        }
    }
}

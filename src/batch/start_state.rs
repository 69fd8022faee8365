//! Where games begin: what a batch needs of a position, to go on from it.

use std::sync::Arc;

use rulebook_language::util::Id;
use rulebook_play::engine::{Fault, Position};

use super::drawn::Drawn;
use super::program::Limit;

/// Where a game begins.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct StartState {
    /// The position's memory, as the plan lays it out.
    pub words: Arc<[u64]>,
    /// The role to act.
    pub role: usize,
    /// The stage of its turn, as the plan numbers them from 0.
    pub stage: u16,
    /// The turns played.
    pub turns: u64,
    /// Whether an action of the turn was played.
    pub mid_turn: bool,
    /// Whether the seats are exchanged.
    pub swapped: bool,
    /// Where rules about repetition ask: the positions at the start and at the ends of the turns so far, of each the words that repetitions
    /// compare, and the role to act.
    pub past: Vec<Vec<u64>>,
    /// An action that is played there before others are drawn: a legal one, and no change of seats. Nothing where the first one is drawn.
    pub first: Option<Drawn>,
}

impl Clone for StartState {
    fn clone(&self) -> Self {
        let mut copy = StartState::default();
        copy.clone_from(self);
        copy
    }

    /// Begins where another does.
    fn clone_from(&mut self, from: &Self) {
        let mut past = std::mem::take(&mut self.past);
        past.clone_from(&from.past);
        *self = StartState { words: Arc::clone(&from.words), past, first: from.first.clone(), ..*from };
    }
}

impl StartState {
    /// Begins at `position`.
    pub fn of(position: &Position) -> Self {
        let mut opening = StartState::default();
        opening.set(position);
        opening
    }

    /// Begins at `position` in place of what it began at.
    pub fn set(&mut self, position: &Position) {
        let system = position.plan().layout.system;
        let word = |at: u32| position.memory().get(at as usize).copied().unwrap_or_default();
        self.words = Arc::from(position.memory());
        self.role = position.role_to_act().index();
        self.stage = (word(system.stage) as u16).saturating_sub(1);
        self.turns = word(system.turns);
        self.mid_turn = word(system.mid_turn) == 1;
        self.swapped = word(system.swapped) == 1;
        self.first = None;
        self.past.clear();
        if !position.plan().repetitions.is_empty() {
            self.past.extend(position.past().map(<[u64]>::to_vec));
        }
    }
}

impl From<Limit> for Fault {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Stack(height) => Fault::Stack(height),
            Limit::Picks(most) => Fault::Picks { most, rule: None },
            Limit::Actions(actions) => Fault::Actions(actions),
            Limit::Steps(millions) => Fault::Steps(millions),
            Limit::Asked(fault) => fault,
        }
    }
}

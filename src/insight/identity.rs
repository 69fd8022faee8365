//! What decides the future of a game: two positions that agree in it have the same games before them.

use crate::audit::{counts_passes, counts_plies};
use rulebook_language::model::Game;
use rulebook_play::engine::Position;

/// How positions of a game are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Whether the rules look at the number of plies or turns.
    clock: bool,
    /// Whether the rules look at the passes in a row.
    passes: bool,
    /// Whether seats may be changed at the second turn.
    pie: bool,
    /// Whether earlier positions matter: then no position tells all.
    history: bool,
}

impl Identity {
    /// How positions of this game are told apart.
    pub fn of(game: &Game) -> Self {
        Identity {
            clock: counts_plies(game),
            passes: counts_passes(game),
            pie: game.pie,
            history: !game.repetitions.is_empty(),
        }
    }

    /// Whether a position decides what can come of it.
    pub fn is_whole(self) -> bool {
        !self.history
    }

    /// Whether a position can come again at all: not where the rules count on.
    pub fn can_recur(self) -> bool {
        !self.history && !self.clock
    }

    /// What decides the future of a position; nothing in the middle of a turn whose start the rules ask for.
    pub fn key(self, position: &Position) -> Option<Vec<u64>> {
        let plan = position.plan();
        let system = plan.layout.system;
        let mut words = position.words().to_vec();
        if plan.copies_turn_start && words.get(system.mid_turn as usize) == Some(&1) {
            return None;
        }
        if let Some(passes) = words.get_mut(system.passes as usize).filter(|_| !self.passes) {
            *passes = 0;
        }
        let (plies, turns) = (u64::from(position.ply()), u64::from(position.turn()));
        match self.clock {
            true => words.extend([plies, turns]),
            // Nothing has ended before the first action, and seats are changed at the second turn alone.
            false => words.extend([plies.min(1), if self.pie { turns.min(2) } else { 0 }]),
        }
        Some(words)
    }
}

//! What the end of a game is worth to the roles, as a network has it.

use rulebook_play::engine::{Outcome, Position};

/// What a position is worth: from -1, lost, to 1, won. Of a game for two it is one number, to the first role, and the other way round
/// to the second; else one for each role.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Worth(pub Vec<f32>);

/// How many numbers a worth has.
pub fn outputs(players: usize) -> usize {
    if players == 2 { 1 } else { players.max(1) }
}

impl Worth {
    /// What a game that ended so is worth. One without a result counts as a draw.
    pub fn of(position: &Position, outcome: &Outcome) -> Self {
        let players = position.game().players.len();
        let winners = if outcome.stuck { 0 } else { outcome.winners.len() };
        let share = |won: bool| match (winners, won) {
            (0, _) => 1.0 / players.max(1) as f32,
            (winners, true) => 1.0 / winners as f32,
            (_, false) => 0.0,
        };
        let of_role = |role: usize| share(outcome.winners.iter().any(|winner| usize::from(winner.0) == role));
        match players {
            1 if winners == 0 => Worth(vec![-1.0]),
            2 => Worth(vec![of_role(0) - of_role(1)]),
            _ => Worth((0..players).map(|role| 2.0 * of_role(role) - 1.0).collect()),
        }
    }

    /// Nobody's.
    pub fn drawn(players: usize) -> Self {
        Worth(vec![if players == 2 { 0.0 } else { 2.0 / players.max(1) as f32 - 1.0 }; outputs(players)])
    }

    /// What it is to a role.
    pub fn to(&self, role: usize) -> f32 {
        match self.0.as_slice() {
            [one] if role == 1 => -one,
            [one] => *one,
            all => all.get(role).copied().unwrap_or_default(),
        }
    }
}

//! How a game ended.

use rulebook_language::model::PlayerId;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The roles that won; none in a draw.
    pub winners: Vec<PlayerId>,
    /// The end clause that decided, or the repetition rule.
    pub clause: String,
    /// Whether no clause applied: the mover has no legal move, and no end clause covers this. There is no result then.
    pub stuck: bool,
}

impl Outcome {
    /// Whether nobody won though the game is decided.
    pub fn is_draw(&self) -> bool {
        !self.stuck && self.winners.is_empty()
    }

    /// Whether this role won.
    pub fn won(&self, role: PlayerId) -> bool {
        self.winners.contains(&role)
    }
}

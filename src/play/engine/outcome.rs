//! How a game ended.

use rulebook_language::model::PlayerId;
use serde::{Deserialize, Serialize};

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

/// Who won, by seat, as `result` says it in JSON: a number where one seat won or none, else a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SeatResult {
    /// The seat that won, from 1; 0 for a draw.
    One(u8),
    /// The seats that won together, rising.
    Several(Vec<u8>),
}

impl SeatResult {
    /// The result of these winners.
    pub fn of(mut seats: Vec<u8>) -> Self {
        seats.sort_unstable();
        match seats.as_slice() {
            [] => SeatResult::One(0),
            [seat] => SeatResult::One(*seat),
            _ => SeatResult::Several(seats),
        }
    }

    /// The seat that won alone; nothing for a draw or several winners.
    pub fn alone(&self) -> Option<u8> {
        match self {
            SeatResult::One(seat) => Some(*seat).filter(|seat| *seat > 0),
            SeatResult::Several(_) => None,
        }
    }
}

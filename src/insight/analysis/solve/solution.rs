//! What is found out about a position.

use super::limits::Stopped;
use rulebook_play::engine::{Action, Fault};

/// How a position comes out with best play of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameValue {
    /// This seat, from 1, can force a win.
    Seat(u8),
    /// Neither can, and the game ends in a draw.
    Draw,
    /// Neither can force a win, and play never ends.
    Endless,
    /// Neither can force a win: some lines of best play are drawn and some never end.
    DrawOrEndless,
}

impl GameValue {
    /// What it means that the game is worth 1, 0 or -1 to this one of two seats.
    pub(super) fn of(worth: i8, seat: u8) -> GameValue {
        match worth {
            0 => GameValue::Draw,
            1 => GameValue::Seat(seat),
            _ => GameValue::Seat(3 - seat.min(2)),
        }
    }
}

/// The length of lines of play, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// So many.
    Plies(u32),
    /// There is no bound.
    Endless,
}

/// What only all reachable positions together tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole {
    /// How many there are, those counted once that a symmetry of the rules makes alike.
    pub positions: u64,
    /// The length of best play. The winner takes the shortest way, the loser the longest; of a draw, the longest line in which
    /// nobody gives it away.
    pub best: Length,
    /// The longest possible line of play.
    pub longest: Length,
    /// Whether some line of play is drawn.
    pub draws: bool,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// How it comes out.
    pub value: GameValue,
    /// Positions looked into to find that out, those counted once that a symmetry of the rules makes alike.
    pub states: u64,
    /// The actions that keep the value; of a lost position none. Nothing where a limit came first.
    pub moves: Option<Vec<Action>>,
    /// What all reachable positions tell, or what ended the search for them; nothing where it was not asked for.
    pub whole: Option<Result<Whole, Stopped>>,
}

/// Why there is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsolvable {
    /// A limit came first: after so many positions.
    Stopped(Stopped, u64),
    /// The game is not one of two players.
    Players(usize),
    /// Something in the game is left to chance, so that it has an [expected value](super::expected_value) and no other.
    Luck,
    /// The seats may change, and something is left to chance.
    Swaps,
    /// After these moves the player to act has no action, and no rule says what that means.
    Stuck(Vec<String>),
    /// After these moves the rules cannot be evaluated.
    Fault(Fault, Vec<String>),
}

//! What a game written by hand can do.

use super::Rng;

/// How a random game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// The number of actions.
    pub plies: u32,
    /// The seat that won, from 1; 0 for a draw.
    pub winner: u8,
}

/// A game written by hand: random games, which are timed, and its actions one by one, for the comparison with the engine.
pub trait Native {
    /// Plays one uniform random game from the start.
    fn playout(&mut self, rng: &mut Rng) -> Played;

    /// Goes back to the start.
    fn restart(&mut self);

    /// The legal actions as the engine writes them; none once the game is over.
    fn legal(&mut self) -> Vec<String>;

    /// Plays one of them.
    fn play(&mut self, action: &str);

    /// The seat that won, from 1, or 0 for a draw; nothing while the game goes on.
    fn winner(&mut self) -> Option<u8>;
}

/// The name of a cell: a letter for the column and the number of the row, both given from 0.
pub fn cell_name(column: u32, row: u32) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

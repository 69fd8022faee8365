//! What `games --json` writes.

use serde::Serialize;

use crate::library::Entry;

/// The shipped games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Games {
    /// One after another, by family and name.
    pub games: Vec<Game>,
}

/// A shipped game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Game {
    /// The name by which it is called.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a line or two.
    pub about: String,
    /// Its shelf.
    pub family: String,
    /// The players, in the order of play.
    pub players: Vec<String>,
    /// The shape of its board.
    pub board: String,
    /// How many cells that has with the options at their defaults.
    pub cells: usize,
    /// Its options with their values and defaults, as a file declares them.
    pub options: Vec<String>,
    /// The titles of its variants.
    pub variants: Vec<String>,
}

impl From<Vec<Entry>> for Games {
    fn from(entries: Vec<Entry>) -> Self {
        let game = |entry: Entry| Game {
            name: entry.name.to_owned(),
            title: entry.title,
            about: entry.about,
            family: entry.family,
            players: entry.players,
            board: entry.board,
            cells: entry.cells,
            options: entry.options,
            variants: entry.variants,
        };
        Games { games: entries.into_iter().map(game).collect() }
    }
}

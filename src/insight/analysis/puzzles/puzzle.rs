//! What a puzzle is.

use rulebook_play::engine::Action;

/// A position in which one action wins by force and no other does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The number of its game.
    pub game: u64,
    /// How many actions were played before.
    pub ply: u32,
    /// The position as one line. Nothing is known of earlier ones: repetitions count from here.
    pub position: String,
    /// What is proved.
    pub proved: Proved,
    /// The winning action with what leads on to the end, as written: the winner takes a shortest way, the loser a longest.
    pub line: Vec<String>,
    /// How many tries of the shallow player missed the action.
    pub missed: u32,
    /// What it is about.
    pub theme: Theme,
    /// Every other action with what is answered to it.
    pub others: Vec<Other>,
}

/// What is proved of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// The action that wins; the first of those that lead to the same position.
    pub action: Action,
    /// The others of those.
    pub same: Vec<Action>,
    /// In how many plies it wins at the latest, and no sooner against the best answers.
    pub plies: u8,
    /// No other action wins by force within so many plies; nothing where none does, however long play goes on.
    pub within: Option<u8>,
}

/// A second winning action is looked for so many plies beyond the win: a further action of each side.
pub const MARGIN: u8 = 2;

/// What a puzzle is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Theme {
    /// The end clause by which the game is won, by its name.
    pub clause: String,
    /// The name of the move of the winning action; of a pass or a swap that word.
    pub rule: String,
    /// What the action does to pieces, in words such as `captures`.
    pub deeds: Vec<&'static str>,
    /// In how many plies it wins.
    pub plies: u8,
}

/// An action that does not win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// As written.
    pub action: String,
    /// An answer after which there is no win within the bound of the proof, as written. Nothing where the game is over, the same seat
    /// is to act again, or none was found with the actions that may be played in thought.
    pub reply: Option<String>,
    /// After how many plies, this action counted, the other player has won, where that is seen to be forced by the answer.
    pub loses_in: Option<u8>,
}

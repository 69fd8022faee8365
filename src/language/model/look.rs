//! How a game is drawn, and the words for it. Nothing that is played depends on it.

use super::ids::{KindId, PlayerId};
use crate::util::Table;

/// The colours of players; who has none of them by name gets the first that is free.
pub const COLOURS: [&str; 13] =
    ["black", "white", "red", "blue", "green", "yellow", "orange", "purple", "brown", "grey", "pink", "cyan", "ivory"];
/// The shapes of pieces: flat ones, figures, and the chessmen.
pub const SHAPES: [&str; 27] = [
    "disc", "ring", "square", "triangle", "diamond", "hexagon", "star", "cross", "crown", "arrow", "shield", "heart",
    "drop", "moon", "flag", "tower", "tree", "goose", "fox", "rabbit", "bull", "king", "queen", "rook", "bishop",
    "knight", "pawn",
];
/// The ways to draw a board.
pub const BOARDS: [&str; 3] = ["plain", "checkered", "points"];

/// Other words for these, as players and pieces are called and as sheets may say it.
const ALSO: [(&str, &str); 30] = [
    ("gray", "grey"),
    ("silver", "grey"),
    ("gold", "yellow"),
    ("violet", "purple"),
    ("teal", "cyan"),
    ("turquoise", "cyan"),
    ("cream", "ivory"),
    ("beige", "ivory"),
    ("dark", "black"),
    ("light", "white"),
    ("circle", "disc"),
    ("round", "disc"),
    ("stone", "disc"),
    ("rhombus", "diamond"),
    ("hex", "hexagon"),
    ("nought", "ring"),
    ("castle", "tower"),
    ("horse", "knight"),
    ("crescent", "moon"),
    ("squares", "plain"),
    ("cells", "plain"),
    ("chequered", "checkered"),
    ("checked", "checkered"),
    ("checkerboard", "checkered"),
    ("chessboard", "checkered"),
    ("lines", "points"),
    ("crossings", "points"),
    ("intersections", "points"),
    ("crosses", "points"),
    ("grid", "points"),
];

/// What a piece is drawn as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Figure {
    /// One of [`SHAPES`].
    Shape(&'static str),
    /// One of them for each player, by what the players are called: Cross and Nought.
    Owners(Vec<&'static str>),
    /// A letter on a disc; without one, that which stands for the kind in positions.
    Letter(Option<char>),
}

/// How a game is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// One of [`BOARDS`].
    pub board: &'static str,
    /// The colour of each player, one of [`COLOURS`].
    pub players: Table<PlayerId, &'static str>,
    /// What the pieces of each kind are drawn as.
    pub kinds: Table<KindId, Figure>,
}

/// The word of a list that a name is, or is another word for.
pub fn called(name: &str, list: &[&'static str]) -> Option<&'static str> {
    let also = ALSO.iter().find(|(other, _)| name.eq_ignore_ascii_case(other)).map(|(_, word)| *word);
    list.iter().copied().find(|word| name.eq_ignore_ascii_case(word) || also == Some(*word))
}

/// What another word for one of a list means.
pub fn meant(word: &str, list: &[&'static str]) -> Option<&'static str> {
    called(word, list).filter(|found| *found != word)
}

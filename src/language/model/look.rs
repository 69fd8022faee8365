//! How a game is drawn, and the words for it. Nothing that is played depends on it.

use super::ids::{CounterId, KindId, MarkId, PlayerId};
use crate::topology::CellId;
use crate::util::Table;

/// The colours of players; who has none of them by name gets the first that is free.
pub const COLOURS: [&str; 13] =
    ["black", "white", "red", "blue", "green", "yellow", "orange", "purple", "brown", "grey", "pink", "cyan", "ivory"];
/// The shapes of pieces: flat ones, figures, and the chessmen.
pub const SHAPES: [&str; 29] = [
    "disc", "ring", "square", "triangle", "diamond", "hexagon", "star", "cross", "crown", "arrow", "shield", "heart",
    "drop", "moon", "token", "wedge", "flag", "tower", "tree", "goose", "fox", "rabbit", "bull", "king", "queen",
    "rook", "bishop", "knight", "pawn",
];
/// The shapes that letters may stand on.
pub const LETTERED: [&str; 10] =
    ["disc", "square", "triangle", "diamond", "hexagon", "shield", "heart", "drop", "token", "wedge"];
/// The ways to draw a board.
pub const BOARDS: [&str; 3] = ["plain", "checkered", "points"];
/// The ways to draw the cells of a region.
pub const FIELDS: [&str; 6] = ["shaded", "water", "framed", "crossed", "dotted", "starred"];
/// How many characters a piece has room for.
pub const MAX_LETTERS: usize = 2;

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
    /// Letters on a shape; without any, that which stands for the kind in positions.
    Letter {
        /// At most [`MAX_LETTERS`] characters.
        letters: Option<String>,
        /// One of [`SHAPES`].
        on: &'static str,
    },
}

impl Figure {
    /// The letter that stands for the kind in positions, on a disc.
    pub const OWN_LETTER: Figure = Figure::Letter { letters: None, on: "disc" };
}

/// Cells that are drawn in a way of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The region, as the sheet calls it.
    pub name: String,
    /// Whose it is, where each player has one.
    pub player: Option<PlayerId>,
    /// Its cells, in increasing order.
    pub cells: Vec<CellId>,
    /// One of [`FIELDS`].
    pub style: &'static str,
}

/// How a game is drawn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Look {
    /// One of [`BOARDS`].
    pub board: &'static str,
    /// The colour of each player, one of [`COLOURS`].
    pub players: Table<PlayerId, &'static str>,
    /// What the pieces of each kind are drawn as.
    pub kinds: Table<KindId, Figure>,
    /// The colour of each kind that nobody owns, one of [`COLOURS`]; nothing where it has the usual one.
    pub tints: Table<KindId, Option<&'static str>>,
    /// What pieces of a kind are drawn as while they carry a mark.
    pub marked: Vec<(MarkId, KindId, Figure)>,
    /// Regions that are seen on the board, the lowest first.
    pub fields: Vec<Field>,
    /// Marks that are not shown.
    pub hidden_marks: Vec<MarkId>,
    /// Counters that are not shown.
    pub hidden_counters: Vec<CounterId>,
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

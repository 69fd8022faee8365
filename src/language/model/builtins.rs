//! The words that the language gives: what each needs, what it gives, what it means.

use super::expr::{Builtin, Type};

/// A word that stands alone.
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// What it is.
    pub builtin: Builtin,
    /// What it gives.
    pub ty: Type,
    /// What it means.
    pub meaning: &'static str,
}

const fn word(name: &'static str, builtin: Builtin, ty: Type, meaning: &'static str) -> Word {
    Word { name, builtin, ty, meaning }
}

/// The words that stand alone.
pub const WORDS: [Word; 18] = [
    word("empty", Builtin::Empty, Type::Cells, "the cells with nothing on them"),
    word("occupied", Builtin::Occupied, Type::Cells, "the cells with a piece on them"),
    word("mine", Builtin::Mine, Type::Cells, "the cells with the mover's pieces"),
    word(
        "enemy",
        Builtin::Enemies,
        Type::Cells,
        "the cells with other players' pieces; where a player is wanted, the other player",
    ),
    word("neutral", Builtin::Neutral, Type::Cells, "the cells with pieces that nobody owns"),
    word("placed", Builtin::Placed, Type::Cells, "the cells on which a piece was put this turn"),
    word("removed", Builtin::Removed, Type::Cells, "the cells from which a piece was removed this turn"),
    word("flipped", Builtin::Flipped, Type::Cells, "the cells whose piece was turned over this turn"),
    word("moved", Builtin::Moved, Type::Cells, "the cells to which a piece moved this turn"),
    word("promoted", Builtin::Promoted, Type::Cells, "the cells whose piece was promoted this turn"),
    word("me", Builtin::Me, Type::Player, "the mover"),
    word("mover", Builtin::Me, Type::Player, "the player to act"),
    word("everyone", Builtin::Everyone, Type::Players, "all players"),
    word("turn_number", Builtin::TurnNumber, Type::Number, "the number of this turn, from 1"),
    word("ply_number", Builtin::PlyNumber, Type::Number, "the number of this action, from 1"),
    word(
        "all_directions",
        Builtin::UnionOfDirections,
        Type::Directions,
        "every direction of the board's own relations",
    ),
    word("orthogonals", Builtin::UnionOfDirections, Type::Directions, "the directions of `orthogonal`"),
    word("diagonals", Builtin::UnionOfDirections, Type::Directions, "the directions of `diagonal`"),
];

/// The words that take arguments, with how they are called and what they give.
pub const FUNCTIONS: [(&str, &str, &str); 28] = [
    ("count", "count(set)", "how many cells, groups, numbers or directions there are"),
    ("column", "column(c)", "the number of the cell's column, from 1"),
    ("row", "row(c)", "the number of the cell's row as printed, from 1"),
    ("edges", "edges(c)", "how many sides of the board the cell lies on"),
    ("height", "height(c)", "how many pieces stand on the cell, one on another"),
    ("in_stack", "in_stack(c, player)", "how many of the player's pieces stand on the cell, top or below"),
    ("the", "the(set)", "the cell of a set that has exactly one; nowhere otherwise"),
    ("owner", "owner(c)", "who owns the piece on the cell; nobody of an empty or neutral one"),
    ("kind", "kind(c)", "the kind of the piece on the cell"),
    ("sizes", "sizes(groups)", "the sizes, largest first"),
    ("lengths", "lengths(loops)", "the same as `sizes`"),
    ("sum", "sum(number for x in set)", "the sum of the numbers, or of a list"),
    ("max", "max(a, b)", "the greatest of numbers, of a list, or of `number for x in set`; 0 of none"),
    ("min", "min(a, b)", "the least of numbers, of a list, or of `number for x in set`; 0 of none"),
    ("union", "union(set for x in groups)", "all cells of the sets"),
    ("list", "list(number for x in set)", "the numbers, largest first"),
    ("abs", "abs(n)", "the number without its sign"),
    ("distance", "distance(a, b)", "the fewest steps between adjacent cells from one to the other"),
    ("opposite", "opposite(d)", "the opposite direction, or directions"),
    (
        "ray",
        "ray(c, directions, through)",
        "the cells in a straight line from c, without c, as long as they are in `through` (the board where it is left out)",
    ),
    (
        "flanked",
        "flanked(c, directions, through, end)",
        "the cells of `through` in a straight line from c that end at a cell of `end`",
    ),
    ("sight", "sight(c, directions)", "the first piece that is seen from c in each direction, over empty cells"),
    ("between", "between(a, b)", "the cells between two on one straight line"),
    ("joins", "joins(groups, set, set)", "whether one of the groups touches all the sets"),
    ("rows", "rows(n)", "the cells of row n"),
    ("columns", "columns(n)", "the cells of column n"),
    ("owned", "owned(player)", "the cells with the player's pieces"),
    ("subset", "subset(a, b)", "whether every cell of the first set is in the second"),
];

/// If `name` is one of the language's own words: the word and what it means. The names of functions count only for what may
/// take arguments itself: `rows` can be an option beside the function `rows(2)`.
pub fn reserved(name: &str, takes_arguments: bool) -> Option<(&'static str, &'static str)> {
    let words = WORDS.iter().map(|w| (w.name, w.meaning));
    let functions = FUNCTIONS.iter().filter(|_| takes_arguments).map(|(name, _, meaning)| (*name, *meaning));
    words.chain(functions).find(|(word, _)| *word == name)
}

//! What is known of a value: bounds, and sets that it is between.

use super::cells::{CellSet, Holding};
use super::range::Range;
use super::set::Set;
use rulebook_language::model::Type;
use rulebook_language::topology::DirectionId;

/// What is known of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A truth value, if it is known.
    Truth(Option<bool>),
    /// A number.
    Number(Range),
    /// One of these cells, or perhaps nowhere.
    Cell {
        /// The cells.
        among: Set,
        /// Whether it may be nowhere.
        nowhere: bool,
        /// What it holds.
        holding: Holding,
    },
    /// A set of cells.
    Cells(CellSet),
    /// One of the players of a mask; bit 31 is nobody.
    Player(u32),
    /// Everyone.
    Everyone,
    /// A kind of a mask; with all bits, any or none.
    Kind(u64),
    /// A set of kinds that has the first, and no others than the second.
    Kinds(u64, u64),
    /// A direction, if it is known.
    Direction(Option<DirectionId>),
    /// A set of directions, if it is known.
    Directions(Option<Vec<DirectionId>>),
    /// Groups, all of whose cells are among these.
    Groups {
        /// The cells.
        may: Set,
        /// What they hold.
        holding: Holding,
    },
    /// Something else.
    Other,
}

impl Value {
    /// Any value of a type, on a board with these cells.
    pub fn any(ty: Type, board: &Set, words: usize) -> Value {
        match ty {
            Type::Truth => Value::Truth(None),
            Type::Number => Value::Number(Range::ANY),
            Type::Cell => Value::cell(board.clone(), true),
            Type::Cells => Value::cells(Set::empty(words), board.clone()),
            Type::Player => Value::Player(u32::MAX),
            Type::Kind => Value::Kind(u64::MAX),
            Type::Kinds => Value::Kinds(0, u64::MAX),
            Type::Direction => Value::Direction(None),
            Type::Directions => Value::Directions(None),
            Type::Groups => Value::Groups { may: board.clone(), holding: Holding::ANY },
            Type::Players | Type::Numbers | Type::Range | Type::Piece | Type::Word | Type::Unknown => Value::Other,
        }
    }

    /// One of these cells, or perhaps nowhere.
    pub fn cell(among: Set, nowhere: bool) -> Value {
        Value::Cell { among, nowhere, holding: Holding::ANY }
    }

    /// A set that has the first cells, and no others than the second.
    pub fn cells(must: Set, may: Set) -> Value {
        Value::Cells(CellSet::between(must, may))
    }

    /// What holds whichever of the two it is; nothing is known where they are of different sorts.
    #[must_use]
    pub fn either(self, other: Value) -> Value {
        match (self, other) {
            (Value::Truth(a), Value::Truth(b)) => Value::Truth(a.filter(|_| a == b)),
            (Value::Number(a), Value::Number(b)) => Value::Number(a.hull(b)),
            (Value::Cells(a), Value::Cells(b)) => Value::Cells(a.either(&b)),
            (Value::Cell { among, nowhere, holding }, Value::Cell { among: others, nowhere: none, holding: other }) => {
                Value::Cell { among: among.or(&others), nowhere: nowhere || none, holding: holding.either(other) }
            }
            (Value::Player(a), Value::Player(b)) => Value::Player(a | b),
            (Value::Everyone, Value::Everyone) => Value::Everyone,
            (Value::Kind(a), Value::Kind(b)) => Value::Kind(a | b),
            (Value::Kinds(must, may), Value::Kinds(also, might)) => Value::Kinds(must & also, may | might),
            (Value::Groups { may, holding }, Value::Groups { may: others, holding: other }) => {
                Value::Groups { may: may.or(&others), holding: holding.either(other) }
            }
            (Value::Direction(a), Value::Direction(b)) => Value::Direction(a.filter(|_| a == b)),
            (Value::Directions(a), Value::Directions(b)) => Value::Directions(a.filter(|a| Some(a) == b.as_ref())),
            _ => Value::Other,
        }
    }
}

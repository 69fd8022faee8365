//! Typed expressions over ids.

use std::fmt;

use super::builtins::Builtin;
use super::constant::Constant;
use super::ids::{CounterId, DefinitionId, KindId, LocalId, MarkId, MoveId, PatternId, PlayerId};
use super::joint::Joint;
use crate::source::Span;
use crate::topology::{CellId, DirectionId, RelationId};
use crate::util::Rational;

/// What an expression gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An exact number.
    Number,
    /// True or false.
    Truth,
    /// A cell, or nowhere (a step off the board).
    Cell,
    /// A set of cells.
    Cells,
    /// A player, or nobody (the owner of an empty cell).
    Player,
    /// A set of players.
    Players,
    /// A kind of piece, or none (that of an empty cell).
    Kind,
    /// A set of kinds of pieces.
    Kinds,
    /// A direction.
    Direction,
    /// A set of directions.
    Directions,
    /// Groups, loops or lines: sets of cells.
    Groups,
    /// A list of numbers.
    Numbers,
    /// The whole numbers from one to another.
    Range,
    /// A kind of piece with its owner.
    Piece,
    /// A word of an option.
    Word,
    /// Not known because of an error that is already reported.
    Unknown,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Number => "a number",
            Type::Truth => "a truth value",
            Type::Cell => "a cell",
            Type::Cells => "a set of cells",
            Type::Player => "a player",
            Type::Players => "a set of players",
            Type::Kind => "a kind of piece",
            Type::Kinds => "a set of kinds",
            Type::Direction => "a direction",
            Type::Directions => "a set of directions",
            Type::Groups => "groups",
            Type::Numbers => "a list of numbers",
            Type::Range => "a range of numbers",
            Type::Piece => "a piece",
            Type::Word => "a word of an option",
            Type::Unknown => "unknown",
        })
    }
}

impl Type {
    /// Whether what is picked from something of this type is a cell, or stands for one: a group by its first cell.
    pub fn picks_cells(self) -> bool {
        !matches!(
            self,
            Type::Number
                | Type::Range
                | Type::Direction
                | Type::Directions
                | Type::Player
                | Type::Players
                | Type::Kind
                | Type::Kinds
        )
    }

    /// What a definition gives that begins with this word.
    pub fn of_definition(word: &str) -> Type {
        match word {
            "value" => Type::Number,
            "region" => Type::Cells,
            "condition" => Type::Truth,
            "direction" => Type::Direction,
            "kind" => Type::Kind,
            "kinds" => Type::Kinds,
            "player" => Type::Player,
            "cell" => Type::Cell,
            _ => Type::Directions,
        }
    }

    /// What a parameter is of which this is said, if anything is called so.
    pub fn of_parameter(word: &str) -> Option<Type> {
        Some(match word {
            "cell" => Type::Cell,
            "cells" | "group" => Type::Cells,
            "player" => Type::Player,
            "number" => Type::Number,
            "direction" => Type::Direction,
            "directions" => Type::Directions,
            "kind" => Type::Kind,
            "kinds" => Type::Kinds,
            _ => return None,
        })
    }
}

/// An expression with its type and place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// What it gives.
    pub ty: Type,
    /// Where.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number.
    Number(Rational),
    /// A truth value.
    Truth(bool),
    /// A cell of the board.
    Cell(CellId),
    /// A player.
    Player(PlayerId),
    /// A kind.
    Kind(KindId),
    /// A set of kinds.
    Kinds(Vec<KindId>),
    /// A direction.
    Direction(DirectionId),
    /// A set of directions.
    Directions(Vec<DirectionId>),
    /// A set of cells that no move changes.
    Region(Vec<CellId>),
    /// The word of an option that was chosen.
    Word(String),
    /// A bound name.
    Local(LocalId),
    /// A definition with its arguments.
    Call(DefinitionId, Vec<Expr>),
    /// What the language gives.
    Builtin(Builtin, Vec<Expr>),
    /// The pieces of a kind (of any owner), or of an owner (nobody: neutral).
    Pieces {
        /// Of this kind.
        kind: Box<Expr>,
        /// Of this owner; any where none is given.
        owner: Option<Box<Expr>>,
    },
    /// A piece to put: a kind with its owner; without an owner, a neutral one.
    Piece {
        /// The kind.
        kind: Box<Expr>,
        /// The owner.
        owner: Option<Box<Expr>>,
    },
    /// The neighbours by a relation of a cell or of the cells of a set.
    Neighbours(RelationId, Box<Expr>),
    /// The groups, loops or lines of a pattern.
    Pattern {
        /// Which.
        pattern: PatternId,
        /// Of this player alone.
        of: Option<Box<Expr>>,
        /// Through this cell alone.
        through: Option<Box<Expr>>,
    },
    /// A counter, of a cell, player or kind where there is one for each: an expression for each index.
    Counter(CounterId, Vec<Expr>),
    /// The cells that carry a mark.
    Marked(MarkId),
    /// Not.
    Not(Box<Expr>),
    /// A condition and what it chooses between.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Whether some, or every, member of a set meets a condition.
    Quantified {
        /// Whether every one must.
        every: bool,
        /// What ranges over the set.
        local: LocalId,
        /// The set.
        over: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// The cells, or kinds, of a set that meet a condition.
    Filter {
        /// What ranges over the set.
        local: LocalId,
        /// The set.
        over: Box<Expr>,
        /// The condition.
        condition: Box<Expr>,
    },
    /// A number made from the members of a set.
    Fold {
        /// How.
        how: Fold,
        /// What ranges over the set.
        local: LocalId,
        /// The set.
        over: Box<Expr>,
        /// Which of its members count.
        condition: Option<Box<Expr>>,
        /// The number of each.
        body: Box<Expr>,
    },
    /// The least set that has some cells and what they bring along.
    Spread {
        /// What is reached so far, of type `Cells`, where `to` speaks of it.
        own: Option<LocalId>,
        /// A member of it, where `to` speaks of each.
        member: Option<LocalId>,
        /// What it begins with, of type `Cells`.
        from: Box<Expr>,
        /// What is added, of type `Cells`.
        to: Box<Expr>,
    },
    /// The least number of steps from a cell of a set to one of another, -1 where no way leads.
    Distance {
        /// From where, of type `Cells`.
        from: Box<Expr>,
        /// To where, of type `Cells`.
        to: Box<Expr>,
        /// How cells are joined.
        joint: Joint,
    },
    /// The sets in which a set hangs together.
    Parts {
        /// The set.
        of: Box<Expr>,
        /// How its cells are joined.
        joint: Joint,
    },
    /// Before the move's effects.
    Before(Box<Expr>),
    /// At the start of the turn.
    TurnStart(Box<Expr>),
    /// The pick of the turn's previous action: that pick of that move; nowhere if there is none.
    LastPick(MoveId, u8),
    /// Who made that move last; nobody if it was not made.
    LastTo(MoveId),
    /// An expression with an error.
    Error,
}

impl Expr {
    /// The kind that it names: nothing where it says in another way which.
    pub fn named_kind(&self) -> Option<KindId> {
        match self.kind {
            ExprKind::Kind(kind) => Some(kind),
            _ => None,
        }
    }
}

/// How numbers are made into one, or into a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fold {
    /// Their sum.
    Sum,
    /// The greatest; 0 of none.
    Max,
    /// The least; 0 of none.
    Min,
    /// How many.
    Count,
    /// The list of them, largest first.
    List,
    /// All cells of the sets.
    Union,
}

/// A named expression.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<LocalId>,
    /// What it stands for.
    pub body: Expr,
    /// What that comes to, of a definition without parameters that the board alone decides, once the game is checked.
    pub known: Option<Constant>,
}

//! Moves, as written.

use super::ast::{Carried, Expr, Name};
use crate::source::Span;

/// A move: what is picked, what it does, what must hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Move {
    /// Its name.
    pub name: Name,
    /// Its statements, in order.
    pub body: Block,
}

/// An effect: statements with a name.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectDef {
    /// Its name.
    pub name: Name,
    /// Its parameters with their types; a cell where none is given.
    pub params: Vec<(Name, Option<Name>)>,
    /// Its statements, in order.
    pub body: Block,
}

/// Statements in order.
pub type Block = Vec<Statement>;

/// One statement of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// All of it.
    pub span: Span,
}

/// The words that a statement begins with.
pub const STATEMENTS: [&str; 26] = [
    "base", "sow", "pick", "let", "where", "require", "put", "remove", "exchange", "move", "turn", "promote", "tuck",
    "set", "add", "take", "mark", "unmark", "link", "unlink", "for", "if", "repeat", "written", "do", "at",
];

/// The kinds of statements.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// `base`: the statements of the move that this one replaces.
    Base,
    /// `pick a in set`, `pick 1..=3 s in set`.
    Pick {
        /// How many members as one set, at least and at most; one alone where nothing is said.
        count: Option<Box<(Expr, Expr)>>,
        /// What is picked.
        name: Name,
        /// From what.
        from: Expr,
    },
    /// `pick a-b in relation`: two cells that are joined, in either order.
    PickPair {
        /// The first and the second of them.
        names: Box<[Name; 2]>,
        /// The relation, or links.
        of: Expr,
    },
    /// `sow seed from c along round`.
    Sow(Box<Sow>),
    /// `let x = expression`.
    Let {
        /// The name.
        name: Name,
        /// What it stands for.
        value: Expr,
    },
    /// `where condition`, of the position at that point.
    Where(Expr),
    /// `require condition`, of the position after the effects before it.
    Require(Expr),
    /// `put piece on cells`, `put stack of n piece on cells`.
    Put {
        /// How many of it; one where none is given.
        count: Option<Expr>,
        /// What.
        piece: Expr,
        /// What it carries, as far as that is said.
        carrying: Vec<Carried>,
        /// Where.
        on: Expr,
    },
    /// `remove cells`.
    Remove(Expr),
    /// `exchange a, b`.
    Exchange(Expr, Expr),
    /// `move a to b`, `move stack a to b`.
    Shift {
        /// Whether the whole stack goes.
        stack: bool,
        /// From where.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// `turn over cells`: to the other player.
    TurnOver(Expr),
    /// `promote c to king`.
    Promote {
        /// Where.
        cells: Expr,
        /// To what.
        kind: Expr,
    },
    /// `tuck top(over) under landing`.
    Tuck {
        /// What.
        piece: Expr,
        /// Under which stack.
        under: Expr,
    },
    /// `set counter to value`.
    Set {
        /// Which counter.
        place: CounterRef,
        /// To what.
        value: Expr,
    },
    /// `add n to counter`; `take n from counter` where `negative`.
    Add {
        /// Which counter.
        place: CounterRef,
        /// How much.
        value: Expr,
        /// Whether it is taken away.
        negative: bool,
    },
    /// `mark cells as name`; `unmark` where not `on`.
    Mark {
        /// Which cells.
        cells: Expr,
        /// Which mark.
        name: Name,
        /// Whether it is set or taken away.
        on: bool,
    },
    /// `link a to b as bridge of me`; `unlink a from b as bridge` where not `on`.
    Link(Box<LinkChange>),
    /// `repeat up to n times while condition { ... }`.
    Repeat {
        /// How often at most.
        most: Expr,
        /// As long as this holds.
        condition: Expr,
        /// What is done each time.
        body: Block,
    },
    /// `for x in set where condition { ... }`.
    For {
        /// What ranges over the set.
        name: Name,
        /// The set.
        over: Expr,
        /// Which of its members count.
        condition: Option<Expr>,
        /// What is done for each.
        body: Block,
    },
    /// `if condition { ... } else { ... }`.
    If {
        /// The condition.
        condition: Expr,
        /// What is done if it holds.
        then: Block,
        /// What is done if not.
        otherwise: Block,
    },
    /// `written "{a}-{b}"`.
    Written(Name),
    /// `do shift(a, b)`.
    Do {
        /// The effect.
        name: Name,
        /// What it is given.
        args: Vec<Expr>,
    },
    /// `at its end { ... }`: what is done once the action is complete.
    AtEnd(Block),
}

/// A counter, of the game or of cells, players or kinds.
#[derive(Clone, PartialEq, Debug)]
pub struct CounterRef {
    /// The counter's name.
    pub name: Name,
    /// Whose it is: nothing for the game's, else one expression for each index.
    pub of: Vec<Expr>,
}

/// `sow seed from c leaving 1 along round skipping store, again while condition`.
#[derive(Clone, PartialEq, Debug)]
pub struct Sow {
    /// The counter of cells that is sown.
    pub counter: Name,
    /// How many that are at hand, where it is not what the cell holds: the first falls on the cell itself.
    pub hand: Option<Expr>,
    /// From which cell.
    pub from: Expr,
    /// How many stay there; none where nothing is said.
    pub leaving: Option<Expr>,
    /// In which direction.
    pub along: Expr,
    /// The cells that get nothing.
    pub skipping: Option<Expr>,
    /// It is sown again from the last cell as long as this holds.
    pub again: Option<Expr>,
}

/// A link that is made or taken away.
#[derive(Clone, PartialEq, Debug)]
pub struct LinkChange {
    /// Between which cells.
    pub ends: [Expr; 2],
    /// What it is called.
    pub name: Name,
    /// Whose: the mover's where nothing is said.
    pub of: Option<Expr>,
    /// Whether it is made.
    pub on: bool,
}

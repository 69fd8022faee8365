//! Expressions, as written.

use super::ast::Name;
use crate::source::Span;

/// An expression with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `12`, `7.5`: the digits before and after the point.
    Number(String),
    /// `true`, `false`.
    Truth(bool),
    /// A word that stands for something.
    Name(String),
    /// `base`: the definition that this one replaces.
    Base,
    /// `board`: all cells.
    Board,
    /// `worth(c)`, or `sum(worth(c) for c in mine)`.
    Call {
        /// The word before the parenthesis.
        name: Name,
        /// What stands in it.
        args: Vec<Expr>,
        /// The `for` after the first of them.
        generator: Option<Box<Generator>>,
    },
    /// `my stone`, `Black stones`, `neutral arrow`.
    Owned {
        /// The owner's word.
        owner: Name,
        /// The kind's word, singular or plural.
        kind: Name,
    },
    /// One operand.
    Unary(Unary, Box<Expr>),
    /// Two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `if a then b else c`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `some x in set where condition`.
    Quantified {
        /// Which.
        quantifier: Quantifier,
        /// What ranges over the set.
        name: Name,
        /// The set.
        over: Box<Expr>,
        /// What is asked of each; nothing where only existence is.
        condition: Option<Box<Expr>>,
    },
    /// `{ c in set : condition }`, the board where no set is given.
    Comprehension {
        /// What ranges over the set.
        name: Name,
        /// The set.
        over: Option<Box<Expr>>,
        /// What is asked of each.
        condition: Box<Expr>,
    },
    /// `{ a1, b2 }`.
    SetOf(Vec<Expr>),
    /// `S spreading from x to T`.
    Spreading {
        /// What it begins with.
        from: Box<Expr>,
        /// Each member; nothing where what is added is said of the whole.
        name: Option<Name>,
        /// What is in the set with it.
        to: Box<Expr>,
    },
    /// `bridge of me crossing a-b`.
    Crossing {
        /// The links.
        link: Name,
        /// Of whom; of anybody where nothing is said.
        owner: Option<Name>,
        /// The ends of the line.
        ends: Box<[Expr; 2]>,
    },
    /// `no move`: the player to act has none (a forced pass is none).
    NoMove,
    /// `nobody can move`, `nobody can capture`: of all moves, or of one.
    NobodyCan(Option<Name>),
    /// `enemy can move`, `enemy can capture`: of all moves, or of one.
    Can(Box<Expr>, Option<Name>),
    /// `both pass`, `all pass`: every player in a row has passed.
    AllPass,
    /// `last mover`: who acted last.
    LastMover,
    /// `last sown`: the cell that the last seed fell on.
    LastSown,
    /// `last to place`: who made that move last.
    LastTo(Name),
    /// `last d`: the pick of this turn's previous action.
    LastPick(Name),
}

impl Expr {
    /// What it is made of, in order.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Call { args, generator, .. } => {
                let range = generator.iter().flat_map(|range| std::iter::once(&range.over).chain(&range.condition));
                args.iter().chain(range).collect()
            }
            ExprKind::Unary(_, operand) => vec![operand],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
            ExprKind::Quantified { over, condition, .. } => {
                std::iter::once(&**over).chain(condition.as_deref()).collect()
            }
            ExprKind::Comprehension { over, condition, .. } => {
                over.as_deref().into_iter().chain([&**condition]).collect()
            }
            ExprKind::SetOf(items) => items.iter().collect(),
            ExprKind::Spreading { from, to, .. } => vec![from, to],
            ExprKind::Crossing { ends, .. } => ends.iter().collect(),
            ExprKind::Can(player, _) => vec![player],
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Name(_)
            | ExprKind::Base
            | ExprKind::Board
            | ExprKind::Owned { .. }
            | ExprKind::NoMove
            | ExprKind::NobodyCan(_)
            | ExprKind::AllPass
            | ExprKind::LastMover
            | ExprKind::LastSown
            | ExprKind::LastTo(_)
            | ExprKind::LastPick(_) => Vec::new(),
        }
    }
}

/// `for x in set where condition`.
#[derive(Clone, PartialEq, Debug)]
pub struct Generator {
    /// What ranges over the set.
    pub name: Name,
    /// The set.
    pub over: Expr,
    /// Which of its members count.
    pub condition: Option<Expr>,
}

/// Operators before one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `not`
    Not,
    /// `-`
    Minus,
    /// `some`: has a member.
    Some,
    /// `none`, `no`: has no member.
    None,
    /// `before`: before the move's effects.
    Before,
    /// `turn start`: at the start of the turn.
    TurnStart,
    /// `new`: what is there now and was not before.
    New,
}

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is its own name")]
pub enum Binary {
    Or,
    And,
    Is,
    IsNot,
    In,
    NotIn,
    /// `1..=3`: the whole numbers from one to the other.
    UpTo,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    Union,
    Plus,
    Minus,
    Intersection,
    Times,
    Over,
    Div,
    Mod,
    Of,
    At,
    Through,
}

/// `some`, `no`, `every`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// At least one.
    Some,
    /// Not one.
    No,
    /// All.
    Every,
}

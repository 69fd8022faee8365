//! What statements of a move do, as primitives: the checker writes each statement in them, and all else reads them alone.

use super::builtins::Builtin;
use super::expr::{Expr, ExprKind};
use super::ids::{CounterId, LocalId, MarkId};
use crate::source::Span;

/// What a statement of a move does, from the move's first effect on.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The words that the statement begins with, as in `turn over`.
    pub words: &'static str,
    /// The statement; of one with a block, what stands before the block.
    pub span: Span,
    /// What it comes to, in order.
    pub does: Vec<Primitive>,
}

/// One change of a position, or what leads to changes.
#[derive(Clone, Debug)]
pub enum Primitive {
    /// Each cell of a set gets something else to hold.
    Assign {
        /// Which cells, of type `Cells`.
        cells: Expr,
        /// What they hold then.
        content: Content,
    },
    /// What stands on a cell goes to another.
    Transfer {
        /// From where, of type `Cell`.
        from: Expr,
        /// To where, of type `Cell`.
        to: Expr,
        /// What of it, and what becomes of what stands there.
        mode: TransferMode,
    },
    /// Pieces of a stack leave the board.
    Unstack {
        /// From where, of type `Cell`.
        from: Expr,
        /// How many; one where none is given.
        count: Option<Expr>,
        /// Whether those at the bottom, not at the top.
        bottom: bool,
    },
    /// Set a counter.
    Set {
        /// Which.
        counter: CounterId,
        /// Whose: a cell, player or kind for each index.
        of: Vec<Expr>,
        /// To what.
        value: Expr,
    },
    /// Take a counter of a cell, and add it one by one to the cells that follow in a direction.
    Sow(Box<Sow>),
    /// Mark the cells of a set, or take the mark off.
    Mark {
        /// Which mark.
        mark: MarkId,
        /// Where.
        cells: Expr,
        /// Whether it is put there.
        on: bool,
    },
    /// For each cell, direction, player or group of a set.
    For {
        /// What ranges over the set.
        local: LocalId,
        /// The set, as it is before the first of them.
        over: Expr,
        /// Which of its members count.
        condition: Option<Expr>,
        /// What is done.
        body: Vec<Effect>,
    },
    /// As often as a condition holds.
    Repeat {
        /// How often at most.
        most: u32,
        /// The condition.
        condition: Expr,
        /// What is done each time.
        body: Vec<Effect>,
    },
    /// If a condition holds.
    If {
        /// The condition.
        condition: Expr,
        /// What is done then.
        then: Vec<Effect>,
        /// What is done otherwise.
        otherwise: Vec<Effect>,
    },
    /// `let local = value`.
    Let(LocalId, Expr),
    /// The move is legal only if this holds here.
    Require(Expr),
}

/// What a cell is given to hold. Where the rules ask, it is recorded as said.
#[derive(Clone, Debug)]
pub enum Content {
    /// A piece, or so many of it: on top of what stands there where cells hold stacks, else in its place. Placed.
    Piece {
        /// How many of it; one where none is given.
        count: Option<Expr>,
        /// What, of type `Piece`.
        piece: Expr,
    },
    /// Nothing. What stood there is removed.
    Nothing,
    /// The same pieces, as those of the other player. Flipped.
    OtherOwner,
    /// The same pieces, of this kind, as far as they can be: not where it is none. Promoted.
    Kind(Expr),
}

/// How what stands on a cell goes to another. Where the rules ask, what has come to a cell is recorded as moved.
#[derive(Clone, Debug)]
pub enum TransferMode {
    /// All of it, in the place of what stands there, which is removed.
    Replace,
    /// All of it, and what stands there comes back.
    Exchange,
    /// The whole stack, on top of what stands there.
    Stack,
    /// So many of the top pieces, one where no number is given, in their order, on top of what stands there.
    Top(Option<Expr>),
    /// So many of the top pieces, one where no number is given, under what stands there.
    Tuck(Option<Expr>),
}

/// How seeds are sown.
#[derive(Clone, Debug)]
pub struct Sow {
    /// The counter of cells.
    pub counter: CounterId,
    /// How many are sown that are at hand, the first onto the cell itself; where none is given, what the cell holds.
    pub hand: Option<Expr>,
    /// From which cell.
    pub from: Expr,
    /// How many stay there; none where none is given.
    pub leaving: Option<Expr>,
    /// In which direction.
    pub along: Expr,
    /// The cells that are passed over.
    pub skipping: Option<Expr>,
    /// It is sown again, from the cell that the last one fell on, as long as this holds.
    pub again: Option<Expr>,
}

/// What some statements do one after the other, blocks unopened.
pub fn primitives(effects: &[Effect]) -> impl DoubleEndedIterator<Item = &Primitive> {
    effects.iter().flat_map(|effect| &effect.does)
}

/// The same with what is done in blocks, each block after its head.
pub fn all_primitives<'e>(effects: impl IntoIterator<Item = &'e Effect>) -> Vec<&'e Primitive> {
    fn gather<'e>(effect: &'e Effect, all: &mut Vec<&'e Primitive>) {
        for primitive in &effect.does {
            all.push(primitive);
            primitive.blocks().into_iter().flatten().for_each(|effect| gather(effect, all));
        }
    }
    let mut all = Vec::new();
    effects.into_iter().for_each(|effect| gather(effect, &mut all));
    all
}

impl Effect {
    /// Calls `see` with every expression of the effect; those of requirements only if asked for.
    pub fn visit<'e>(&'e self, with_requirements: bool, see: &mut dyn FnMut(&'e Expr)) {
        for primitive in &self.does {
            if with_requirements || !matches!(primitive, Primitive::Require(_)) {
                primitive.parts().into_iter().for_each(&mut *see);
            }
            primitive.blocks().into_iter().flatten().for_each(|effect| effect.visit(with_requirements, see));
        }
    }

    /// Whether it requires something, itself or within.
    pub fn requires(&self) -> bool {
        all_primitives([self]).into_iter().any(|primitive| matches!(primitive, Primitive::Require(_)))
    }
}

impl Primitive {
    /// Its own expressions, in order; those of its blocks are not among them.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Primitive::Assign { cells, content } => match content {
                Content::Piece { count, piece } => count.iter().chain([piece, cells]).collect(),
                Content::Kind(kind) => vec![cells, kind],
                Content::Nothing | Content::OtherOwner => vec![cells],
            },
            Primitive::Transfer { from, to, mode } => match mode {
                TransferMode::Replace | TransferMode::Exchange | TransferMode::Stack => vec![from, to],
                TransferMode::Top(count) | TransferMode::Tuck(count) => [from, to].into_iter().chain(count).collect(),
            },
            Primitive::Unstack { from, count, .. } => std::iter::once(from).chain(count).collect(),
            Primitive::Set { of, value, .. } => of.iter().chain([value]).collect(),
            Primitive::Sow(sow) => {
                let Sow { hand, from, leaving, along, skipping, again, .. } = &**sow;
                [from, along].into_iter().chain(hand).chain(leaving).chain(skipping).chain(again).collect()
            }
            Primitive::For { over, condition, .. } => std::iter::once(over).chain(condition).collect(),
            Primitive::Mark { cells: one, .. }
            | Primitive::If { condition: one, .. }
            | Primitive::Repeat { condition: one, .. }
            | Primitive::Let(_, one)
            | Primitive::Require(one) => vec![one],
        }
    }

    /// The statements of its blocks.
    pub fn blocks(&self) -> [&[Effect]; 2] {
        match self {
            Primitive::For { body, .. } | Primitive::Repeat { body, .. } => [body, &[]],
            Primitive::If { then, otherwise, .. } => [then, otherwise],
            Primitive::Assign { .. }
            | Primitive::Transfer { .. }
            | Primitive::Unstack { .. }
            | Primitive::Set { .. }
            | Primitive::Sow(_)
            | Primitive::Mark { .. }
            | Primitive::Let(..)
            | Primitive::Require(_) => [&[], &[]],
        }
    }

    /// The single cells that it is on, where it is on single cells.
    pub fn cells(&self) -> Vec<&Expr> {
        match self {
            Primitive::Assign { cells, .. } | Primitive::Mark { cells, .. } => match &cells.kind {
                ExprKind::Builtin(Builtin::OneCell, one) => one.iter().collect(),
                _ => Vec::new(),
            },
            Primitive::Transfer { from, to, .. } => vec![from, to],
            Primitive::Unstack { from, .. } => vec![from],
            Primitive::Sow(sow) => vec![&sow.from],
            Primitive::Set { .. }
            | Primitive::For { .. }
            | Primitive::Repeat { .. }
            | Primitive::If { .. }
            | Primitive::Let(..)
            | Primitive::Require(_) => Vec::new(),
        }
    }

    /// Whether it can change what stands where, itself and not in its blocks.
    pub fn is_of_pieces(&self) -> bool {
        match self {
            Primitive::Assign { .. } | Primitive::Transfer { .. } | Primitive::Unstack { .. } => true,
            Primitive::Set { .. }
            | Primitive::Sow(_)
            | Primitive::Mark { .. }
            | Primitive::For { .. }
            | Primitive::Repeat { .. }
            | Primitive::If { .. }
            | Primitive::Let(..)
            | Primitive::Require(_) => false,
        }
    }

    /// Whether it can change the position, itself and not in its blocks.
    pub fn is_change(&self) -> bool {
        match self {
            Primitive::Assign { .. }
            | Primitive::Transfer { .. }
            | Primitive::Unstack { .. }
            | Primitive::Set { .. }
            | Primitive::Sow(_)
            | Primitive::Mark { .. } => true,
            Primitive::For { .. }
            | Primitive::Repeat { .. }
            | Primitive::If { .. }
            | Primitive::Let(..)
            | Primitive::Require(_) => false,
        }
    }
}

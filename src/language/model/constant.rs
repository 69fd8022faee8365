//! What an expression comes to before there is a position: numbers, options, and what the board alone decides.

use rustc_hash::FxHashMap;

use super::builtins::Builtin;
use super::expr::{Definition, Expr, ExprKind, Fold, Type};
use super::fold;
use super::ids::{DefinitionId, KindId, LocalId, PlayerId};
use crate::topology::{Board, CellId, DirectionId};
use crate::util::{Rational, Table};

/// A value that no position changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constant {
    /// A number.
    Number(Rational),
    /// True or false.
    Truth(bool),
    /// A cell, or nowhere.
    Cell(Option<CellId>),
    /// A set of cells, in increasing order.
    Cells(Vec<CellId>),
    /// A player.
    Player(PlayerId),
    /// A direction.
    Direction(DirectionId),
    /// A set of directions.
    Directions(Vec<DirectionId>),
    /// A kind.
    Kind(KindId),
    /// A set of kinds, in increasing order.
    Kinds(Vec<KindId>),
}

impl Constant {
    /// A set of kinds.
    pub fn kinds(kinds: impl IntoIterator<Item = KindId>) -> Constant {
        let mut kinds: Vec<KindId> = kinds.into_iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        Constant::Kinds(kinds)
    }
}

/// How many steps one evaluation may take; more is not constant, and so left to the plan and its limits.
const MAX_STEPS: usize = 1 << 20;
/// How many the evaluation of a definition may take that is worked out before it is asked for.
const MAX_KNOWN: usize = 1 << 16;

/// What `expr` comes to, if nothing in it depends on a position. Divisions by zero and overflow give nothing.
pub fn constant(expr: &Expr, board: Option<&Board>, definitions: &Table<DefinitionId, Definition>) -> Option<Constant> {
    Evaluation::new(board, definitions).value(expr)
}

/// Works out what the definitions without parameters come to that the board alone decides.
pub fn know_definitions(definitions: &mut Table<DefinitionId, Definition>, board: &Board) {
    for id in definitions.ids().filter(|id| definitions[*id].params.is_empty()).collect::<Vec<_>>() {
        let known = Evaluation::new(Some(board), definitions).within(MAX_KNOWN).value(&definitions[id].body);
        definitions[id].known = known;
    }
}

/// One evaluation.
pub struct Evaluation<'g> {
    /// The board, where there is one.
    pub board: Option<&'g Board>,
    definitions: &'g Table<DefinitionId, Definition>,
    bound: FxHashMap<LocalId, Constant>,
    /// How many steps it may still take.
    left: usize,
}

impl<'g> Evaluation<'g> {
    /// Nothing is bound yet.
    pub fn new(board: Option<&'g Board>, definitions: &'g Table<DefinitionId, Definition>) -> Self {
        Evaluation { board, definitions, bound: FxHashMap::default(), left: MAX_STEPS }
    }

    /// So many steps from here on.
    #[must_use]
    pub fn within(self, steps: usize) -> Self {
        Evaluation { left: steps, ..self }
    }

    /// Lets a name stand for a value.
    pub fn bind(&mut self, name: LocalId, value: Constant) {
        self.bound.insert(name, value);
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Option<Constant> {
        self.left = self.left.checked_sub(1)?;
        match &expr.kind {
            ExprKind::Number(number) => Some(Constant::Number(*number)),
            ExprKind::Truth(truth) => Some(Constant::Truth(*truth)),
            ExprKind::Cell(cell) => Some(Constant::Cell(Some(*cell))),
            ExprKind::Player(player) => Some(Constant::Player(*player)),
            ExprKind::Direction(direction) => Some(Constant::Direction(*direction)),
            ExprKind::Directions(directions) => Some(Constant::Directions(directions.clone())),
            ExprKind::Kind(kind) => Some(Constant::Kind(*kind)),
            ExprKind::Kinds(kinds) => Some(Constant::kinds(kinds.iter().copied())),
            ExprKind::Region(cells) => Some(Constant::Cells(cells.clone())),
            ExprKind::Local(local) => self.bound.get(local).cloned(),
            ExprKind::Call(id, args) => {
                let definition = self.definitions.get(*id)?;
                if let (Some(known), Some(_)) = (&definition.known, self.board) {
                    return Some(known.clone());
                }
                // All arguments first: an argument may call the same definition.
                let values = args.iter().map(|arg| self.value(arg)).collect::<Option<Vec<_>>>()?;
                self.bound.extend(definition.params.iter().copied().zip(values));
                self.value(&definition.body)
            }
            ExprKind::Not(operand) => Some(Constant::Truth(!self.truth(operand)?)),
            ExprKind::If(condition, then, otherwise) => {
                if self.truth(condition)? {
                    self.value(then)
                } else {
                    self.value(otherwise)
                }
            }
            ExprKind::Neighbours(relation, of) => {
                let board = self.board?;
                let mut found = Vec::new();
                for cell in self.cells(of)? {
                    found.extend_from_slice(board.neighbours(*relation, cell));
                }
                Some(fold::set(found))
            }
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                // Decided by the first operand where it can be: the other need not be constant.
                (Builtin::And, [a, b]) => match self.truth(a) {
                    Some(true) => self.value(b),
                    Some(false) => Some(Constant::Truth(false)),
                    None => (self.truth(b) == Some(false)).then_some(Constant::Truth(false)),
                },
                (Builtin::Or, [a, b]) => match self.truth(a) {
                    Some(false) => self.value(b),
                    Some(true) => Some(Constant::Truth(true)),
                    None => (self.truth(b) == Some(true)).then_some(Constant::Truth(true)),
                },
                _ => {
                    let args = args.iter().map(|arg| self.value(arg)).collect::<Option<Vec<_>>>()?;
                    builtin.fold(&args, self.board)
                }
            },
            ExprKind::Quantified { every, local, over, condition } => {
                let mut result = *every;
                for value in self.members(over)? {
                    self.bound.insert(*local, value);
                    if self.truth(condition)? != *every {
                        result = !*every;
                    }
                }
                Some(Constant::Truth(result))
            }
            ExprKind::Filter { local, over, condition } => {
                let members = match self.value(over)? {
                    Constant::Cell(cell) => cell.into_iter().map(|cell| Constant::Cell(Some(cell))).collect(),
                    set => members(set)?,
                };
                let mut kept = Vec::new();
                for member in members {
                    self.bound.insert(*local, member.clone());
                    if self.truth(condition)? {
                        kept.push(member);
                    }
                }
                let cell = |member| if let Constant::Cell(cell) = member { cell } else { None };
                let kind = |member| if let Constant::Kind(kind) = member { Some(kind) } else { None };
                Some(match expr.ty {
                    Type::Kinds => Constant::kinds(kept.into_iter().filter_map(kind)),
                    _ => Constant::Cells(kept.into_iter().filter_map(cell).collect()),
                })
            }
            ExprKind::Fold { how, local, over, condition, body } => {
                let (mut numbers, mut cells) = (Vec::new(), Vec::new());
                for value in self.members(over)? {
                    self.bound.insert(*local, value);
                    let counts = match condition {
                        Some(condition) => self.truth(condition)?,
                        None => true,
                    };
                    match self.value(body)? {
                        Constant::Number(number) if counts => numbers.push(number),
                        Constant::Cells(some) if counts && *how == Fold::Union => cells.extend(some),
                        Constant::Cell(some) if counts && *how == Fold::Union => cells.extend(some),
                        _ if counts => numbers.push(Rational::ONE),
                        _ => {}
                    }
                }
                if *how == Fold::Union {
                    return Some(fold::set(cells));
                }
                let sum = |numbers: &[Rational]| numbers.iter().try_fold(Rational::ZERO, |all, n| all.plus(*n));
                Some(Constant::Number(match how {
                    Fold::Sum => sum(&numbers)?,
                    Fold::Count => Rational::whole(numbers.len() as i64),
                    Fold::Max => numbers.iter().max().copied().unwrap_or(Rational::ZERO),
                    Fold::Min => numbers.iter().min().copied().unwrap_or(Rational::ZERO),
                    Fold::List | Fold::Union => return None,
                }))
            }
            _ => None,
        }
    }

    fn truth(&mut self, expr: &Expr) -> Option<bool> {
        match self.value(expr)? {
            Constant::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    fn cells(&mut self, expr: &Expr) -> Option<Vec<CellId>> {
        match self.value(expr)? {
            Constant::Cells(cells) => Some(cells),
            Constant::Cell(cell) => Some(cell.into_iter().collect()),
            _ => None,
        }
    }

    fn members(&mut self, expr: &Expr) -> Option<Vec<Constant>> {
        members(self.value(expr)?)
    }
}

/// The members of a set.
fn members(set: Constant) -> Option<Vec<Constant>> {
    match set {
        Constant::Cells(cells) => Some(cells.into_iter().map(|cell| Constant::Cell(Some(cell))).collect()),
        Constant::Directions(directions) => Some(directions.into_iter().map(Constant::Direction).collect()),
        Constant::Kinds(kinds) => Some(kinds.into_iter().map(Constant::Kind).collect()),
        _ => None,
    }
}

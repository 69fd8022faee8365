//! Expressions that no position changes, once what their names stand for is given: compared by trying every value.

use super::expr::{Bound, Matcher, Side};
use super::specialise::{substitute, substitute_nobody};
use crate::audit::Automorphism;
use rulebook_language::model::{Builtin, Expr, ExprKind, LocalId, PlayerId, Type, Value, constant};
use rulebook_language::topology::{Board, CellId, DirectionId};

/// How many values of names are tried.
const MAX_TRIES: usize = 8_192;

/// What a name can stand for.
#[derive(Clone, Debug)]
enum Candidate {
    Value(Value),
    Nobody,
}

impl Matcher<'_> {
    /// Whether the expressions have values that no position changes and that map onto each other; nothing where they have none.
    pub fn same_constants(&mut self, a: &Expr, b: &Expr) -> Option<bool> {
        let (free_a, free_b) = (linked(a, &self.left), linked(b, &self.right));
        let mut links: Vec<u32> = free_a.iter().map(|(_, link)| *link).collect();
        let mut others: Vec<u32> = free_b.iter().map(|(_, link)| *link).collect();
        links.sort_unstable();
        others.sort_unstable();
        if links != others {
            return None;
        }
        let domains = links.iter().map(|link| self.domain(*link)).collect::<Option<Vec<_>>>()?;
        let tries = domains.iter().try_fold(1usize, |all, domain| all.checked_mul(domain.len()))?;
        if tries > MAX_TRIES || domains.len() > 2 {
            return None;
        }
        for index in 0..tries {
            self.spend(8)?;
            let mut rest = index;
            let chosen: Vec<(u32, &Candidate)> = links
                .iter()
                .zip(&domains)
                .map(|(link, domain)| {
                    let at = rest % domain.len();
                    rest /= domain.len();
                    (*link, &domain[at])
                })
                .collect();
            let left = self.value(a, &free_a, &chosen, Side::Left)?;
            let right = self.value(b, &free_b, &chosen, Side::Right)?;
            if image(&left, self.map) != sorted(right) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The value of an expression that is known whatever its linked names stand for.
    pub fn settled(&self, expr: &Expr, side: Side) -> Option<Value> {
        self.value(expr, &[], &[], side)
    }

    /// The value of an expression where its names stand for what was chosen.
    fn value(&self, expr: &Expr, free: &[(LocalId, u32)], chosen: &[(u32, &Candidate)], side: Side) -> Option<Value> {
        let mut expr = expr.clone();
        let bound = self.bound(side);
        for (local, link) in free {
            let (_, candidate) = chosen.iter().find(|(other, _)| other == link)?;
            match candidate {
                Candidate::Nobody => substitute_nobody(&mut expr, *local),
                Candidate::Value(value) => {
                    let value = if side == Side::Left { value.clone() } else { image(value, self.map) };
                    let kind = as_expr(&value, &self.game.board)?;
                    substitute(&mut expr, &|name| (name == *local).then(|| kind.clone()));
                }
            }
        }
        let known = |name| match bound.get(&name) {
            Some(Bound::Known(value)) => as_expr(value, &self.game.board),
            _ => None,
        };
        substitute(&mut expr, &known);
        constant(&expr, Some(&self.game.board), self.definitions(side))
    }

    /// What a linked name can stand for.
    fn domain(&self, link: u32) -> Option<Vec<Candidate>> {
        let (ty, total) = self.links.get(link as usize)?;
        let board = &self.game.board;
        let value = |value| Candidate::Value(value);
        let mut domain: Vec<Candidate> = match ty {
            Type::Cell => board.cells().map(|cell| value(Value::Cell(Some(cell)))).collect(),
            Type::Player => self.game.players.ids().map(|player| value(Value::Player(player))).collect(),
            Type::Direction => board.directions().map(|direction| value(Value::Direction(direction))).collect(),
            Type::Truth => [false, true].map(|truth| value(Value::Truth(truth))).to_vec(),
            _ => return None,
        };
        match ty {
            Type::Cell if !total => domain.push(value(Value::Cell(None))),
            Type::Player if !total => domain.push(Candidate::Nobody),
            // There is no way to write the direction of a pick that was not made.
            Type::Direction if !total => return None,
            _ => {}
        }
        Some(domain)
    }
}

/// The names that are free in an expression and linked, with their links.
fn linked(expr: &Expr, bound: &rustc_hash::FxHashMap<LocalId, Bound>) -> Vec<(LocalId, u32)> {
    let mut free: Vec<LocalId> = expr.free_locals().into_iter().collect();
    free.sort_unstable();
    let link = |local: LocalId| match bound.get(&local) {
        Some(Bound::Linked(link)) => Some((local, *link)),
        _ => None,
    };
    free.into_iter().filter_map(link).collect()
}

/// What a value becomes.
pub fn image(value: &Value, map: &Automorphism) -> Value {
    match value {
        Value::Cell(cell) => Value::Cell(cell.map(|cell| map.cell(cell))),
        Value::Cells(cells) => {
            let mut cells: Vec<CellId> = cells.iter().map(|cell| map.cell(*cell)).collect();
            cells.sort_unstable();
            Value::Cells(cells)
        }
        Value::Player(player) => Value::Player(map.player(*player)),
        Value::Direction(direction) => Value::Direction(map.direction(*direction)),
        Value::Directions(directions) => {
            let mut directions: Vec<DirectionId> = directions.iter().map(|d| map.direction(*d)).collect();
            directions.sort_unstable();
            Value::Directions(directions)
        }
        Value::Number(_) | Value::Truth(_) => value.clone(),
    }
}

/// A value with its sets in order, so that equal ones are written alike.
pub fn sorted(mut value: Value) -> Value {
    match &mut value {
        Value::Cells(cells) => {
            cells.sort_unstable();
            cells.dedup();
        }
        Value::Directions(directions) => {
            directions.sort_unstable();
            directions.dedup();
        }
        _ => {}
    }
    value
}

/// An expression of that value.
fn as_expr(value: &Value, board: &Board) -> Option<ExprKind> {
    Some(match value {
        Value::Number(number) => ExprKind::Number(*number),
        Value::Truth(truth) => ExprKind::Truth(*truth),
        Value::Cell(Some(cell)) => ExprKind::Cell(*cell),
        Value::Cell(None) => {
            // A step off the board.
            let steps = board.cells().flat_map(|cell| board.directions().map(move |direction| (cell, direction)));
            let (cell, direction) =
                steps.into_iter().find(|(cell, direction)| board.step(*cell, *direction).is_none())?;
            let part = |kind, ty| Expr { kind, ty, span: rulebook_language::source::Span::default() };
            let parts =
                vec![part(ExprKind::Cell(cell), Type::Cell), part(ExprKind::Direction(direction), Type::Direction)];
            ExprKind::Builtin(Builtin::Step, parts)
        }
        Value::Cells(cells) => ExprKind::Region(cells.clone()),
        Value::Player(player) => ExprKind::Player(*player),
        Value::Direction(direction) => ExprKind::Direction(*direction),
        Value::Directions(directions) => ExprKind::Directions(directions.clone()),
    })
}

/// Whether a number of cells is the same of a cell and of where it goes.
pub fn invariant(board: &Board, map: &Automorphism, number: impl Fn(&Board, CellId) -> u32) -> bool {
    board.cells().all(|cell| number(board, cell) == number(board, map.cell(cell)))
}

/// The player of an expression that is one.
pub fn player_of(value: Option<Value>) -> Option<PlayerId> {
    match value {
        Some(Value::Player(player)) => Some(player),
        _ => None,
    }
}

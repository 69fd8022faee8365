//! The language's own functions on values that no position changes.

use super::constant::Value;
use super::expr::Builtin;
use crate::topology::{Board, CellId, DirectionId};
use crate::util::Rational;

/// A set of cells, in increasing order and without repetition.
pub fn set(mut cells: Vec<CellId>) -> Value {
    cells.sort_unstable();
    cells.dedup();
    Value::Cells(cells)
}

/// A builtin of constant arguments; nothing where it depends on a position, divides by zero or overflows.
pub fn builtin(builtin: Builtin, args: &[Value], board: Option<&Board>) -> Option<Value> {
    use Value::{Cell, Cells, Direction, Directions, Number, Truth};
    let number = |n: Option<Rational>| n.map(Number);
    let at = |cell: &Option<CellId>, f: fn(&Board, CellId) -> i64| {
        let value = cell.map_or(Some(0), |cell| board.map(|board| f(board, cell)));
        value.map(|n| Number(Rational::whole(n)))
    };
    match (builtin, args) {
        (Builtin::Add, [Number(a), Number(b)]) => number(a.plus(*b)),
        (Builtin::Subtract, [Number(a), Number(b)]) => number(a.minus(*b)),
        (Builtin::Multiply, [Number(a), Number(b)]) => number(a.times(*b)),
        (Builtin::Divide, [Number(a), Number(b)]) => number(a.over(*b)),
        (Builtin::Div, [Number(a), Number(b)]) => number(a.div_floor(*b)),
        (Builtin::Mod, [Number(a), Number(b)]) => number(a.modulo(*b)),
        (Builtin::Negate, [Number(a)]) => number(a.negated()),
        (Builtin::Absolute, [Number(a)]) => number(if *a < Rational::ZERO { a.negated() } else { Some(*a) }),
        (Builtin::Minimum | Builtin::Maximum, numbers) => {
            let numbers = numbers
                .iter()
                .map(|value| if let Number(n) = value { Some(*n) } else { None })
                .collect::<Option<Vec<_>>>()?;
            number(if builtin == Builtin::Minimum { numbers.into_iter().min() } else { numbers.into_iter().max() })
        }
        (Builtin::Column, [Cell(cell)]) => at(cell, |board, cell| i64::from(board.column(cell))),
        (Builtin::Row, [Cell(cell)]) => at(cell, |board, cell| i64::from(board.row(cell))),
        (Builtin::Edges, [Cell(cell)]) => at(cell, |board, cell| i64::from(board.edges(cell))),
        (Builtin::Count, [Cells(cells)]) => number(Some(Rational::whole(cells.len() as i64))),
        (Builtin::DirectionsCount, [Directions(some)]) => number(Some(Rational::whole(some.len() as i64))),
        (Builtin::Less, [Number(a), Number(b)]) => Some(Truth(a < b)),
        (Builtin::LessOrEqual, [Number(a), Number(b)]) => Some(Truth(a <= b)),
        (Builtin::Equal, [a, b]) => Some(Truth(a == b)),
        (Builtin::NotEqual, [a, b]) => Some(Truth(a != b)),
        (Builtin::And, [Truth(a), Truth(b)]) => Some(Truth(*a && *b)),
        (Builtin::Or, [Truth(a), Truth(b)]) => Some(Truth(*a || *b)),
        (Builtin::Contains, [Cell(cell), Cells(cells)]) => Some(Truth(cell.is_some_and(|cell| cells.contains(&cell)))),
        (Builtin::ContainsDirection, [Direction(one), Directions(some)]) => Some(Truth(some.contains(one))),
        (Builtin::NotEmpty, [Cells(cells)]) => Some(Truth(!cells.is_empty())),
        (Builtin::IsEmpty, [Cells(cells)]) => Some(Truth(cells.is_empty())),
        (Builtin::SubsetOf, [Cells(a), Cells(b)]) => Some(Truth(a.iter().all(|cell| b.contains(cell)))),
        (Builtin::Step, [Cell(cell), Direction(direction)]) => {
            let board = board?;
            Some(Cell(cell.and_then(|cell| board.step(cell, *direction))))
        }
        (Builtin::StepAll, [Cells(cells), Directions(directions)]) => {
            let board = board?;
            Some(set(cells.iter().flat_map(|cell| directions.iter().filter_map(|d| board.step(*cell, *d))).collect()))
        }
        (Builtin::Union, [Cells(a), Cells(b)]) => Some(set([a.as_slice(), b].concat())),
        (Builtin::Difference, [Cells(a), Cells(b)]) => {
            Some(Cells(a.iter().filter(|c| !b.contains(c)).copied().collect()))
        }
        (Builtin::Intersection, [Cells(a), Cells(b)]) => {
            Some(Cells(a.iter().filter(|c| b.contains(c)).copied().collect()))
        }
        (Builtin::SetOf, sets) => {
            let mut all = Vec::new();
            for value in sets {
                let Cells(cells) = value else { return None };
                all.extend_from_slice(cells);
            }
            Some(set(all))
        }
        (Builtin::OneCell, [Cell(cell)]) => Some(Cells(cell.iter().copied().collect())),
        (Builtin::OneDirection, [Direction(one)]) => Some(Directions(vec![*one])),
        (Builtin::Opposite, [Direction(one)]) => Some(Direction(board?.opposite(*one))),
        (Builtin::Opposite, [Directions(some)]) => {
            let board = board?;
            Some(Directions(some.iter().map(|one| board.opposite(*one)).collect()))
        }
        (Builtin::UnionOfDirections, [Directions(a), Directions(b)]) => {
            let new: Vec<DirectionId> = b.iter().filter(|d| !a.contains(d)).copied().collect();
            Some(Directions([a.as_slice(), &new].concat()))
        }
        (Builtin::WithoutDirections, [Directions(a), Directions(b)]) => {
            Some(Directions(a.iter().filter(|d| !b.contains(d)).copied().collect()))
        }
        _ => None,
    }
}

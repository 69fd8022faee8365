//! The language's own functions on values that no position changes: each gives nothing where the arguments are none of its own,
//! or where it divides by zero or overflows.

use super::constant::Constant;
use crate::topology::{Board, CellId, DirectionId};
use crate::util::Rational;
use Constant::{Cell, Cells, Direction, Directions, Kind, Kinds, Number, Truth};

/// A set of cells, in increasing order and without repetition.
pub fn set(mut cells: Vec<CellId>) -> Constant {
    cells.sort_unstable();
    cells.dedup();
    Cells(cells)
}

fn one(args: &[Constant], of: impl Fn(Rational) -> Option<Rational>) -> Option<Constant> {
    match args {
        [Number(a)] => of(*a).map(Number),
        _ => None,
    }
}

fn two(args: &[Constant], of: impl Fn(Rational, Rational) -> Option<Rational>) -> Option<Constant> {
    match args {
        [Number(a), Number(b)] => of(*a, *b).map(Number),
        _ => None,
    }
}

fn all(args: &[Constant]) -> Option<Vec<Rational>> {
    args.iter().map(|value| if let Number(n) = value { Some(*n) } else { None }).collect()
}

pub fn add(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    two(args, Rational::plus)
}

pub fn subtract(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    two(args, Rational::minus)
}

pub fn multiply(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    two(args, Rational::times)
}

pub fn divide(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    two(args, Rational::over)
}

pub fn div(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    two(args, Rational::div_floor)
}

pub fn modulo(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    two(args, Rational::modulo)
}

pub fn negate(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    one(args, Rational::negated)
}

pub fn absolute(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    one(args, |a| if a < Rational::ZERO { a.negated() } else { Some(a) })
}

pub fn minimum(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    all(args)?.into_iter().min().map(Number)
}

pub fn maximum(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    all(args)?.into_iter().max().map(Number)
}

pub fn count(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    let members = match args {
        [Cells(cells)] => cells.len(),
        [Directions(some)] => some.len(),
        [Kinds(some)] => some.len(),
        _ => return None,
    };
    Some(Number(Rational::whole(members as i64)))
}

pub fn less(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Number(a), Number(b)] => Some(Truth(a < b)),
        _ => None,
    }
}

pub fn less_or_equal(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Number(a), Number(b)] => Some(Truth(a <= b)),
        _ => None,
    }
}

pub fn equal(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [a, b] => Some(Truth(a == b)),
        _ => None,
    }
}

pub fn not_equal(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [a, b] => Some(Truth(a != b)),
        _ => None,
    }
}

pub fn and(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Truth(a), Truth(b)] => Some(Truth(*a && *b)),
        _ => None,
    }
}

pub fn or(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Truth(a), Truth(b)] => Some(Truth(*a || *b)),
        _ => None,
    }
}

pub fn contains(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Cell(cell), Cells(cells)] => Some(Truth(cell.is_some_and(|cell| cells.contains(&cell)))),
        [Direction(one), Directions(some)] => Some(Truth(some.contains(one))),
        [Kind(one), Kinds(some)] => Some(Truth(some.contains(one))),
        _ => None,
    }
}

pub fn not_empty(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Cells(cells)] => Some(Truth(!cells.is_empty())),
        _ => None,
    }
}

pub fn is_empty(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Cells(cells)] => Some(Truth(cells.is_empty())),
        _ => None,
    }
}

pub fn subset(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Cells(a), Cells(b)] => Some(Truth(a.iter().all(|cell| b.contains(cell)))),
        _ => None,
    }
}

pub fn step(args: &[Constant], board: Option<&Board>) -> Option<Constant> {
    match args {
        [Cell(cell), Direction(direction)] => {
            let board = board?;
            Some(Cell(cell.and_then(|cell| board.step(cell, *direction))))
        }
        [Cells(cells), Directions(some)] => {
            let board = board?;
            Some(set(cells.iter().flat_map(|cell| some.iter().filter_map(|d| board.step(*cell, *d))).collect()))
        }
        _ => None,
    }
}

pub fn between(args: &[Constant], board: Option<&Board>) -> Option<Constant> {
    match args {
        [Cell(Some(a)), Cell(Some(b))] => Some(set(board?.between(*a, *b))),
        _ => None,
    }
}

/// How many sides of the board a set touches.
pub fn sides_touched(args: &[Constant], board: Option<&Board>) -> Option<Constant> {
    match args {
        [Cells(cells)] => {
            let board = board?;
            let sides = board.sides().iter().filter_map(|side| board.find_region(&side.name));
            let touched = sides.filter(|side| side.iter().any(|cell| cells.contains(cell)));
            Some(Number(Rational::whole(touched.count() as i64)))
        }
        _ => None,
    }
}

pub fn toward(args: &[Constant], board: Option<&Board>) -> Option<Constant> {
    match args {
        [Cell(Some(a)), Cell(Some(b))] => board?.toward(*a, *b).map(Direction),
        _ => None,
    }
}

/// The same as a set, which is empty where no line leads from one to the other.
pub fn lines_to(args: &[Constant], board: Option<&Board>) -> Option<Constant> {
    match args {
        [Cell(Some(a)), Cell(Some(b))] => Some(Directions(board?.toward(*a, *b).into_iter().collect())),
        _ => None,
    }
}

pub fn union(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Directions(a), Directions(b)] => {
            let new: Vec<DirectionId> = b.iter().filter(|d| !a.contains(d)).copied().collect();
            Some(Directions([a.as_slice(), &new].concat()))
        }
        [Kinds(a), Kinds(b)] => Some(Constant::kinds(a.iter().chain(b).copied())),
        sets => {
            let mut all = Vec::new();
            for value in sets {
                let Cells(cells) = value else { return None };
                all.extend_from_slice(cells);
            }
            Some(set(all))
        }
    }
}

pub fn difference(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Cells(a), Cells(b)] => Some(Cells(a.iter().filter(|c| !b.contains(c)).copied().collect())),
        [Directions(a), Directions(b)] => Some(Directions(a.iter().filter(|d| !b.contains(d)).copied().collect())),
        [Kinds(a), Kinds(b)] => Some(Kinds(a.iter().filter(|k| !b.contains(k)).copied().collect())),
        _ => None,
    }
}

pub fn intersection(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Cells(a), Cells(b)] => Some(Cells(a.iter().filter(|c| b.contains(c)).copied().collect())),
        [Kinds(a), Kinds(b)] => Some(Kinds(a.iter().filter(|k| b.contains(k)).copied().collect())),
        _ => None,
    }
}

/// A set of one.
pub fn only(args: &[Constant], _: Option<&Board>) -> Option<Constant> {
    match args {
        [Cell(cell)] => Some(Cells(cell.iter().copied().collect())),
        [Direction(one)] => Some(Directions(vec![*one])),
        [Kind(one)] => Some(Kinds(vec![*one])),
        _ => None,
    }
}

pub fn opposite(args: &[Constant], board: Option<&Board>) -> Option<Constant> {
    let board = board?;
    match args {
        [Direction(one)] => Some(Direction(board.opposite(*one))),
        [Directions(some)] => Some(Directions(some.iter().map(|one| board.opposite(*one)).collect())),
        _ => None,
    }
}

//! Expressions that no position changes, once what their names stand for is given: compared by trying every value.

use std::borrow::Cow;

use super::expr::{Bound, Matcher, Side};
use super::specialise::substitute_nobody;
use crate::audit::Automorphism;
use rulebook_language::model::{Constant, Evaluation, Expr, LocalId, PlayerId, Type};
use rulebook_language::topology::{Board, CellId, DirectionId};

/// How many values of names are tried.
const MAX_TRIES: usize = 8_192;

/// What a name can stand for.
#[derive(Clone, Debug)]
enum Candidate {
    Value(Constant),
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
    pub fn settled(&self, expr: &Expr, side: Side) -> Option<Constant> {
        self.value(expr, &[], &[], side)
    }

    /// The value of an expression where its names stand for what was chosen.
    fn value(
        &self,
        expr: &Expr,
        free: &[(LocalId, u32)],
        chosen: &[(u32, &Candidate)],
        side: Side,
    ) -> Option<Constant> {
        let mut expr = Cow::Borrowed(expr);
        let mut evaluation = Evaluation::new(Some(&self.game.board), self.definitions(side));
        for (local, link) in free {
            let (_, candidate) = chosen.iter().find(|(other, _)| other == link)?;
            match candidate {
                Candidate::Nobody => substitute_nobody(expr.to_mut(), *local),
                Candidate::Value(value) if side == Side::Left => evaluation.bind(*local, value.clone()),
                Candidate::Value(value) => evaluation.bind(*local, image(value, self.map)),
            }
        }
        for (local, bound) in self.bound(side) {
            if let Bound::Known(value) = bound {
                evaluation.bind(*local, value.clone());
            }
        }
        evaluation.value(&expr)
    }

    /// What a linked name can stand for.
    fn domain(&self, link: u32) -> Option<Vec<Candidate>> {
        let (ty, total) = self.links.get(link as usize)?;
        let board = &self.game.board;
        let value = |value| Candidate::Value(value);
        let mut domain: Vec<Candidate> = match ty {
            Type::Cell => board.cells().map(|cell| value(Constant::Cell(Some(cell)))).collect(),
            Type::Player => self.game.players.ids().map(|player| value(Constant::Player(player))).collect(),
            Type::Direction => board.directions().map(|direction| value(Constant::Direction(direction))).collect(),
            Type::Truth => [false, true].map(|truth| value(Constant::Truth(truth))).to_vec(),
            _ => return None,
        };
        match ty {
            Type::Cell if !total => domain.push(value(Constant::Cell(None))),
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
pub fn image(value: &Constant, map: &Automorphism) -> Constant {
    match value {
        Constant::Cell(cell) => Constant::Cell(cell.map(|cell| map.cell(cell))),
        Constant::Cells(cells) => {
            let mut cells: Vec<CellId> = cells.iter().map(|cell| map.cell(*cell)).collect();
            cells.sort_unstable();
            Constant::Cells(cells)
        }
        Constant::Player(player) => Constant::Player(map.player(*player)),
        Constant::Direction(direction) => Constant::Direction(map.direction(*direction)),
        Constant::Directions(directions) => {
            let mut directions: Vec<DirectionId> = directions.iter().map(|d| map.direction(*d)).collect();
            directions.sort_unstable();
            Constant::Directions(directions)
        }
        Constant::Number(_) | Constant::Truth(_) | Constant::Kind(_) | Constant::Kinds(_) => value.clone(),
    }
}

/// A value with its sets in order, so that equal ones are written alike.
pub fn sorted(mut value: Constant) -> Constant {
    match &mut value {
        Constant::Cells(cells) => {
            cells.sort_unstable();
            cells.dedup();
        }
        Constant::Directions(directions) => {
            directions.sort_unstable();
            directions.dedup();
        }
        _ => {}
    }
    value
}

/// Whether a number of cells is the same of a cell and of where it goes.
pub fn invariant(board: &Board, map: &Automorphism, number: impl Fn(&Board, CellId) -> u32) -> bool {
    board.cells().all(|cell| number(board, cell) == number(board, map.cell(cell)))
}

/// The player of an expression that is one.
pub fn player_of(value: Option<Constant>) -> Option<PlayerId> {
    match value {
        Some(Constant::Player(player)) => Some(player),
        _ => None,
    }
}

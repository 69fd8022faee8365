//! Chains of jumps: the links by how far they lead, and what each asks after another.

use super::lifter::{Before, Lifted, Lifter, NotBatchable, not_batchable};
use super::memory::EARLIER;
use super::moves::{Offered, Picks};
use super::value::{Cell, LiftedValue, Path, Truth};
use crate::chain::{Chain, Change, Link, MAX_CHANGES, MAX_KINDS, MAX_PLANES};
use rulebook_language::model::{
    Chains, Content, Effect, Expr, ExprKind, Move, MoveId, Primitive, TransferMode, Type, primitives,
};

impl<'g> Lifter<'g> {
    /// A chain of a move, with its first links.
    pub fn chain(&mut self, rule: MoveId, from: u8, which: Chains) -> Lifted<(Chain, Vec<Picks>)> {
        let moved = &self.game.moves[rule];
        if which == Chains::Any {
            return Err(not_batchable("a chain that may stop"));
        }
        if !moved.end().is_empty() {
            return Err(not_batchable("a chain at whose end something is done"));
        }
        if self.layout.carried > 0 || self.carries_numbers() {
            return Err(not_batchable("a chain of pieces that carry marks or numbers"));
        }
        self.knows_stacks()?;
        if from != 1 || moved.pick_types().ne([Type::Cells, Type::Cells]) {
            return Err(not_batchable("a chain that does not go on from its second pick"));
        }
        if self.events.iter().any(Option::is_some) || usize::from(self.layout.piece_planes()) > MAX_PLANES {
            return Err(not_batchable("a chain, where the rules ask what happened in the turn"));
        }
        self.linking = true;
        let first = self.links(rule, moved, None);
        self.linking = false;
        let first = first?;
        if first.iter().any(|picks| picks.unsure.is_some()) {
            return Err(not_batchable("a chain whose links count groups"));
        }
        if first.len() > MAX_KINDS {
            return Err(not_batchable("a chain of very many kinds of links"));
        }
        let mut follow = Vec::new();
        for before in &first {
            let by = before.by;
            let back = Path { by: self.game.board.ring().distance(-by), from: self.moved(&before.from, by) };
            let found = self.links(rule, moved, Some([back, self.here()]))?;
            for link in &first {
                follow.push(match found.iter().find(|picks| picks.by == link.by) {
                    Some(picks) if picks.unsure.is_none() => Some(self.asked(picks.set)?),
                    Some(_) => return Err(not_batchable("a chain whose links count groups")),
                    None => None,
                });
            }
            if found.iter().any(|picks| first.iter().all(|link| link.by != picks.by)) {
                return Err(not_batchable("a chain whose first links are others than those that follow"));
            }
        }
        let links = first.iter().map(|picks| Link { by: picks.by as i16, changes: picks.changes.clone() }).collect();
        Ok((Chain { links, follow, longest: which == Chains::Longest }, first))
    }

    fn links(&mut self, rule: MoveId, moved: &'g Move, picks: Option<[Path; 2]>) -> Lifted<Vec<Picks>> {
        self.last = Some(Before { rule, picks });
        let found = self.picks(Offered { rule: moved, with: &[], begins: true, completes: None });
        self.last = None;
        found
    }

    /// The first links of a chain.
    pub fn first_links(&mut self, rule: MoveId) -> Lifted<Vec<Picks>> {
        self.links(rule, &self.game.moves[rule], None)
    }

    /// What a pick was in the link before.
    pub fn last_link_pick(&self, rule: MoveId, pick: u8) -> Lifted<Cell> {
        match &self.last {
            Some(Before { rule: known, picks: None }) if *known == rule => Ok(Cell::Nowhere),
            Some(Before { rule: known, picks: Some(picks) }) if *known == rule => {
                let path = picks.get(usize::from(pick)).ok_or(not_batchable("a pick too many"))?;
                Ok(Cell::At(self.frame, path.clone()))
            }
            _ => Err(EARLIER),
        }
    }

    /// What the effects of a link do, as slots from where it begins: one of the cells of `from`.
    pub fn link_changes(&mut self, effects: &'g [Effect], from: &[u64]) -> Lifted<Vec<Change>> {
        let mut changes = Vec::new();
        for primitive in primitives(effects) {
            let mut at = |cell| self.slot(cell, from);
            changes.push(match primitive {
                Primitive::Transfer { from, to, mode } => match mode {
                    TransferMode::Stack => Change::MoveStack(at(from)?, at(to)?),
                    TransferMode::Replace => Change::Shift(at(from)?, at(to)?),
                    TransferMode::Tuck(count) if one(count.as_ref()) => Change::Tuck(at(from)?, at(to)?),
                    TransferMode::Top(count) if one(count.as_ref()) => Change::MoveTop(at(from)?, at(to)?),
                    TransferMode::Exchange | TransferMode::Tuck(_) | TransferMode::Top(_) => return Err(OTHER),
                },
                Primitive::Unstack { from, count, bottom: false } if one(count.as_ref()) => {
                    Change::RemoveTop(at(from)?)
                }
                Primitive::Assign { cells, content: Content::Nothing } => Change::Remove(at(cells)?),
                Primitive::Let(local, value) => {
                    let value = self.lift(value)?;
                    self.bound.insert(*local, value);
                    continue;
                }
                Primitive::Assign {
                    content: Content::Piece { .. } | Content::OtherOwner | Content::Kind(_), ..
                }
                | Primitive::Unstack { .. }
                | Primitive::Set { .. }
                | Primitive::Sow(_)
                | Primitive::Mark { .. }
                | Primitive::For { .. }
                | Primitive::Repeat { .. }
                | Primitive::If { .. }
                | Primitive::Require(_) => return Err(OTHER),
            });
        }
        if changes.len() > MAX_CHANGES { Err(not_batchable("a chain whose links do very much")) } else { Ok(changes) }
    }

    /// The one cell of an expression, as slots from where the link begins, if it is there wherever the link can begin.
    fn slot(&mut self, expr: &'g Expr, from: &[u64]) -> Lifted<i16> {
        let (path, truth) = match self.lift(expr)? {
            LiftedValue::Cell(Cell::At(frame, path)) if frame == self.frame => (path, Truth::Known(true)),
            LiftedValue::Cells(set) if set.is_sparse() => match set.points.as_slice() {
                [point] => point.clone(),
                _ => return Err(ELSEWHERE),
            },
            _ => return Err(ELSEWHERE),
        };
        let lies_within = |outer: &[u64]| from.iter().zip(outer).all(|(from, outer)| from & !outer == 0);
        let always = match truth {
            Truth::Known(known) => known,
            Truth::Field(set) => {
                let ask = self.asked(set)?;
                ask.tests.is_empty() && lies_within(&ask.cells)
            }
            Truth::Mask(_) => false,
        };
        if always && lies_within(&path.from) { Ok(path.by as i16) } else { Err(ELSEWHERE) }
    }
}

fn one(count: Option<&Expr>) -> bool {
    match count.map(|count| &count.kind) {
        None => true,
        Some(ExprKind::Number(number)) => (number.numerator(), number.denominator()) == (1, 1),
        Some(_) => false,
    }
}

const OTHER: NotBatchable = not_batchable("a chain whose links do other things than to move and to take");
const ELSEWHERE: NotBatchable = not_batchable("a chain whose links do something to a cell that changes");

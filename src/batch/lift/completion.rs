//! Actions that need another after them: whether the next stage offers something, asked of the position as it would be.

use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::value::{Cell, LiftedValue, Path, Truth};
use rulebook_language::model::{Builtin, Constant, Effect, Expr, ExprKind, Move, Odds, Picking, TurnStep, constant};
use rulebook_language::util::{Id, Ring};

impl<'g> Lifter<'g> {
    /// Whether a stage offers something after what was done in thought, where something holds.
    pub fn completed(&mut self, role: usize, stage: u16, here: Truth) -> Lifted<Truth> {
        let here = match here {
            Truth::Field(here) => self.possible(here),
            _ => self.game.board.mask().to_vec(),
        };
        let stage = &self.outlines[role].stages[usize::from(stage)];
        if stage.when.is_some() {
            return Err(OTHER);
        }
        let (tiers, mut any) = (stage.tiers.concat(), Truth::Known(false));
        for index in tiers {
            let TurnStep::Move(rule, with) = self.turn_step(role, index) else { return Ok(Truth::Known(true)) };
            let rule = &self.game.moves[*rule];
            if matches!(rule.lot, Some(Odds::Dice(_))) {
                return Ok(Truth::Known(true));
            }
            let must_complete = self.outlines[role].choices[usize::from(index)].must_complete;
            if with.is_empty() && !must_complete && self.can_always(role, index, rule)? {
                return Ok(Truth::Known(true));
            }
            let Some((Picking::Pick { local, from }, rest)) = rule.picking.split_first() else { return Err(OTHER) };
            if must_complete || !with.is_empty() || rule.effects.iter().any(Effect::requires) {
                return Err(OTHER);
            }
            // A row has a cell if it has a first one.
            self.only_nearest = rest.is_empty() && self.is_ray(from);
            let source = self.cells(from);
            self.only_nearest = false;
            let source = source?;
            if !source.is_sparse() {
                return Err(OTHER);
            }
            for (path, truth) in source.points {
                self.bound.insert(*local, LiftedValue::Cell(Cell::At(self.frame, path)));
                let mut legal = truth;
                for step in rest {
                    let Picking::Where(condition) = step else { return Err(OTHER) };
                    let holds = self.truth(condition)?;
                    legal = self.both(legal, holds);
                }
                if self.always(legal, &here) {
                    return Ok(Truth::Known(true));
                }
                any = self.either(any, legal);
            }
        }
        Ok(any)
    }

    /// Whether a move can be made in any position: there is something to pick that never changes, and nothing is asked of it.
    fn can_always(&mut self, role: usize, index: u16, rule: &'g Move) -> Lifted<bool> {
        let steady = |from: &Expr| constant(from, Some(&self.game.board), &self.game.definitions);
        let asks_nothing = !rule.effects.iter().any(Effect::requires)
            && rule.picking.iter().all(|step| match step {
                Picking::Pick { from, .. } => match steady(from) {
                    Some(Constant::Cells(cells)) => !cells.is_empty(),
                    Some(Constant::Directions(ways)) => !ways.is_empty(),
                    Some(Constant::Kinds(kinds)) => !kinds.is_empty(),
                    Some(_) => true,
                    None => false,
                },
                Picking::Let { .. } => true,
                Picking::Where(_) | Picking::Several { .. } => false,
            });
        if !asks_nothing {
            return Ok(false);
        }
        // What it changes must be on the board.
        let kept = (self.bound.clone(), self.fixed.clone());
        let mut can = false;
        for fixed in self.fixed_picks(rule)? {
            let found = self.found(role, index, &fixed);
            can = found.is_ok_and(|found| {
                found.iter().any(|picks| self.always_some(picks.set) && picks.unsure.is_none() && picks.far.is_none())
            });
            if can {
                break;
            }
        }
        (self.bound, self.fixed) = kept;
        Ok(can)
    }

    fn is_ray(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Ray, _) => true,
            ExprKind::Call(id, _) => self.is_ray(&self.game.definitions[*id].body),
            _ => false,
        }
    }

    /// Says of the cell at the end of a path, and of those on the way there, that they are empty where the picks ask that.
    pub fn believe_empty(&mut self, path: &Path, legal: Truth) -> Lifted<()> {
        let Truth::Field(legal) = legal else { return Ok(()) };
        let empty = self.empty()?;
        let mut asked = vec![path.clone()];
        for direction in self.game.board.directions().collect::<Vec<_>>() {
            // Only rows that can come there.
            let [step] = self.steps[direction.index()].as_slice() else { continue };
            let in_a_row = self.game.board.ring() == Ring::ROW;
            if step.by == 0 || (in_a_row && (path.by % step.by != 0 || path.by / step.by < 1)) {
                continue;
            }
            let mut passed = Vec::new();
            let mut at = self.here();
            while let Ok(next) = self.further(&at, direction)
                && next.from.iter().any(|word| *word != 0)
            {
                if next.by == path.by {
                    if next.from == path.from {
                        asked.append(&mut passed);
                    }
                    break;
                }
                passed.push(next.clone());
                at = next;
            }
        }
        for path in asked {
            if let Truth::Field(is_empty) = self.member_at(&empty, &path)
                && self.within(legal, is_empty)
            {
                for plane in 0..usize::from(self.layout.piece_planes()) {
                    if self.planes[plane].says(&path).is_none() {
                        self.planes[plane].facts.push((path.clone(), false));
                    }
                }
            }
        }
        Ok(())
    }
}

const OTHER: NotBatchable = not_batchable("an action that needs another of another form after it");

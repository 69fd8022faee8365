//! What a move changes, made in thought for all picks at once, as far as its requirements ask.

use super::deferred_tests::DeferredTests;
use super::effects::{FLIPPED, MOVED, PLACED, REMOVED, VACATED};
use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::value::{Cells, LiftedPlayer, Truth};
use rulebook_language::model::{Content, Effect, Expr, ExprKind, Primitive, TransferMode, all_primitives};
use rulebook_language::util::Id;

impl<'g> Lifter<'g> {
    /// Makes changes in thought, for all picks at once, as far as that goes: what is required after it is asked of drawn actions.
    pub fn imagine_all(
        &mut self,
        effects: &'g [Effect],
        legal: &mut Truth,
        deferred: &mut DeferredTests,
    ) -> Lifted<()> {
        for (place, effect) in effects.iter().enumerate() {
            for primitive in &effect.does {
                if matches!(primitive, Primitive::Require(condition) if self.is_late(condition)) {
                    continue;
                }
                let Err(reason) = self.imagine(primitive, legal, deferred) else { continue };
                if !self.may_wait() {
                    return Err(reason);
                }
                if let Primitive::Require(condition) = primitive {
                    self.wait(condition);
                    continue;
                }
                for primitive in all_primitives(&effects[place..]) {
                    if let Primitive::Require(condition) = primitive {
                        self.wait(condition);
                    }
                }
                return Ok(());
            }
        }
        Ok(())
    }

    /// Makes a change in thought, for all picks at once.
    pub fn imagine(&mut self, primitive: &'g Primitive, legal: &mut Truth, deferred: &mut DeferredTests) -> Lifted<()> {
        match primitive {
            Primitive::Require(condition) if self.defer_test(condition, legal, deferred)? => {}
            Primitive::Require(condition) => {
                let holds = self.truth(condition)?;
                *legal = self.both(*legal, holds);
            }
            Primitive::Let(local, value) => {
                let value = self.lift(value)?;
                self.bound.insert(*local, value);
            }
            Primitive::Assign { cells, content } => self.imagine_assigned(cells, content)?,
            Primitive::Transfer { from, to, mode: TransferMode::Replace } => self.imagine_moved(from, to, false)?,
            Primitive::Transfer { from, to, mode: TransferMode::Exchange } => self.imagine_moved(from, to, true)?,
            Primitive::Transfer {
                mode: TransferMode::Stack | TransferMode::Top(_) | TransferMode::Tuck(_), ..
            }
            | Primitive::Unstack { .. }
            | Primitive::Set { .. }
            | Primitive::Sow(_)
            | Primitive::Mark { .. }
            | Primitive::For { .. }
            | Primitive::Repeat { .. }
            | Primitive::If { .. } => return Err(IMAGINED),
        }
        Ok(())
    }

    fn imagine_assigned(&mut self, cells: &'g Expr, content: &'g Content) -> Lifted<()> {
        if self.carries_numbers() {
            return Err(IMAGINED);
        }
        match content {
            Content::Piece { count: None, piece } => {
                let ExprKind::Piece { owner: Some(owner), .. } = &piece.kind else { return Err(IMAGINED) };
                let LiftedPlayer::Known(owner) = self.player(owner)? else { return Err(IMAGINED) };
                let on = self.points(cells)?;
                if self.layout.kinds > 0 {
                    return Err(IMAGINED);
                }
                self.happens(PLACED, &on);
                // Another player's piece is gone from where one is put.
                self.change(&on, |plane| plane == owner.index());
            }
            Content::Nothing => {
                let cells = self.points(cells)?;
                let occupied = self.occupied();
                let gone = self.meet(&cells, &occupied);
                self.happens(REMOVED, &gone);
                self.change(&cells, |_| false);
            }
            Content::OtherOwner => {
                let cells = self.points(cells)?;
                let occupied = self.occupied();
                let turned = self.meet(&cells, &occupied);
                self.happens(FLIPPED, &turned);
                for (path, meant) in cells.points {
                    let [first, second] = [0, 1].map(|plane| self.planes[plane].clone());
                    let (first, second) = (self.member_at(&first, &path), self.member_at(&second, &path));
                    for (plane, was, becomes) in [(0, first, second), (1, second, first)] {
                        let now = self.chosen(meant, becomes, was);
                        self.planes[plane].say(&path, now);
                    }
                }
            }
            Content::Piece { count: Some(_), .. } | Content::Kind(_) => return Err(IMAGINED),
        }
        Ok(())
    }

    fn imagine_moved(&mut self, from: &'g Expr, to: &'g Expr, is_exchange: bool) -> Lifted<()> {
        if self.carries_numbers() {
            return Err(IMAGINED);
        }
        let (a, b) = (self.points(from)?, self.points(to)?);
        let ([(a, p)], [(b, q)]) = (a.points.as_slice(), b.points.as_slice()) else { return Err(IMAGINED) };
        let (Truth::Known(true) | Truth::Field(_), Truth::Known(true) | Truth::Field(_)) = (p, q) else {
            return Err(IMAGINED);
        };
        let (from, to) = (Cells::at(vec![(a.clone(), *p)]), Cells::at(vec![(b.clone(), *q)]));
        if is_exchange {
            self.happens(MOVED, &from);
        } else {
            let occupied = self.occupied();
            let gone = self.meet(&to, &occupied);
            self.happens(REMOVED, &gone);
            let left = self.meet(&from, &occupied);
            self.happens(VACATED, &left);
        }
        self.happens(MOVED, &to);
        for plane in 0..usize::from(self.layout.piece_planes()) {
            let cells = self.planes[plane].clone();
            let (at_a, at_b) = (self.member_at(&cells, a), self.member_at(&cells, b));
            let left = if is_exchange { at_b } else { Truth::Known(false) };
            self.planes[plane].say(a, left);
            self.planes[plane].say(b, at_a);
        }
        Ok(())
    }

    /// Says that something happens to cells, in thought.
    fn happens(&mut self, event: usize, cells: &Cells) {
        let Some(plane) = self.events[event] else { return };
        for (path, truth) in &cells.points {
            let old = self.planes[plane].clone();
            let was = self.member_at(&old, path);
            let now = self.either(was, *truth);
            self.planes[plane].say(path, now);
        }
    }

    fn points(&mut self, expr: &'g Expr) -> Lifted<Cells> {
        let cells = self.cells(expr)?;
        if cells.is_sparse() { Ok(cells) } else { Err(IMAGINED) }
    }

    /// Says of cells what the planes hold there, where they are meant.
    fn change(&mut self, cells: &Cells, holds: impl Fn(usize) -> bool) {
        for (path, meant) in cells.points.clone() {
            for plane in 0..usize::from(self.layout.piece_planes()) {
                let old = self.planes[plane].clone();
                let was = self.member_at(&old, &path);
                let truth = self.chosen(meant, Truth::Known(holds(plane)), was);
                self.planes[plane].say(&path, truth);
            }
        }
    }
}

const IMAGINED: NotBatchable = not_batchable("a requirement after effects of another form");

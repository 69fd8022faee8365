//! Stacks: what stands on top is in the planes, what lies under it is kept a number a cell.

use super::effects::Making;
use super::lifter::{Grown, Lifted, Lifter, View, not_batchable};
use super::value::{Cell, Cells, LiftedPlayer, Number, Truth};
use crate::chain::{MAX_PLANES, Piles};
use crate::op::{Op, Reg, RegisterKind, StackChange};
use crate::program::State;
use rulebook_language::model::{Expr, ExprKind};
use rulebook_language::util::Id;

impl<'g> Lifter<'g> {
    /// How pieces are kept.
    pub fn piles(&self) -> Piles {
        let layout = &self.layout;
        let bits = layout.stacks.map_or(1, |stacks| stacks.bits);
        Piles {
            owners: layout.owners as u8,
            kind_planes: layout.kinds as u8,
            kinds: self.game.kinds.len() as u8,
            bits,
            inverse: (1u32 << 16).div_ceil(bits),
            max_height: layout.stacks.map_or(1, |stacks| stacks.max_height),
            under: layout.stacks.map(|stacks| stacks.offset),
            under_words: layout.stacks.map_or(1, |stacks| stacks.words as usize),
        }
    }

    /// Whether cells hold stacks.
    pub fn has_stacks(&self) -> bool {
        self.layout.stacks.is_some()
    }

    /// Refuses stacks that the plan alone can change: very high ones, of many kinds of pieces, or of pieces that carry marks.
    pub fn knows_stacks(&self) -> Lifted<()> {
        let planes = usize::from(self.layout.piece_planes());
        match self.layout.stacks {
            Some(_) if self.layout.carried > 0 || self.carries_numbers() => {
                Err(not_batchable("stacks of pieces that carry marks or numbers"))
            }
            Some(stacks) if stacks.words > 1 || planes > MAX_PLANES => {
                Err(not_batchable("very high stacks, or of many kinds of pieces"))
            }
            _ => Ok(()),
        }
    }

    /// Puts so many pieces on empty cells.
    pub fn put_pile(&mut self, count: &'g Expr, piece: &'g Expr, on: Reg, making: &Making) -> Lifted<()> {
        self.knows_stacks()?;
        if !self.are_empty(on, making)? {
            return self.push(piece, on, Some(count));
        }
        let digit = self.digit(piece)?;
        let count = self.how_many(Some(count))?;
        let zero = self.constant_number(0);
        let some = self.value_of(Op::Less { d: 0, a: zero, b: count });
        let on = self.value_of(Op::Where { d: 0, a: on, mask: some });
        self.ops.push(Op::Pile { a: on, count, digit });
        self.put(piece, on, making)?;
        for (bit, plane) in self.heights.clone().enumerate() {
            let is_one = Truth::Mask(self.value_of(Op::Bit { d: 0, a: count, bit: bit as u8 }));
            self.set_bit(plane, on, is_one)?;
        }
        Ok(())
    }

    /// Puts pieces on top of what stands on some cells: one, or so many.
    pub fn push(&mut self, piece: &'g Expr, on: Reg, count: Option<&'g Expr>) -> Lifted<()> {
        let digit = self.digit(piece)?;
        self.restack(StackChange::Push(digit), on, on, count)
    }

    /// How a piece is written in a stack.
    fn digit(&mut self, piece: &'g Expr) -> Lifted<u8> {
        let ExprKind::Piece { kind, owner } = &piece.kind else {
            return Err(not_batchable("a stack of pieces of another form"));
        };
        let owner = self.owner_of_piece(owner.as_deref())?;
        let kind = self.kind(kind)?;
        Ok((1 + owner * self.game.kinds.len() + kind.index()) as u8)
    }

    fn how_many(&mut self, count: Option<&'g Expr>) -> Lifted<Reg> {
        let Some(count) = count else { return Ok(self.constant_number(1)) };
        let count = self.number(count)?;
        self.unscaled(&count, "a stack of a fraction")
    }

    /// Changes stacks lane by lane.
    pub fn restack(&mut self, change: StackChange, a: Reg, b: Reg, count: Option<&'g Expr>) -> Lifted<()> {
        self.knows_stacks()?;
        let count = self.how_many(count)?;
        let planes = usize::from(self.layout.piece_planes());
        for plane in 0..planes {
            let a = self.now(plane)?;
            self.ops.push(Op::WritePlane { a, plane: plane as u8 });
        }
        self.ops.push(Op::Restack { a, b, count, change });
        for plane in 0..planes {
            let d = self.reg(RegisterKind::Set);
            self.ops.push(Op::ReadPlane { d, plane: plane as u8 });
            self.planes[plane] = Cells::of(d);
            self.grown[plane] = Grown::Somehow;
        }
        let cells = self.union(a, b);
        for (bit, plane) in self.heights.clone().enumerate() {
            let (d, a) = (self.reg(RegisterKind::Set), self.now(plane)?);
            self.ops.push(Op::ReadHeight { d, a, cells, bit: bit as u8 });
            self.planes[plane] = Cells::of(d);
        }
        Ok(())
    }

    /// Whether cells are known to be empty.
    pub fn are_empty(&mut self, cells: Reg, making: &Making) -> Lifted<bool> {
        for plane in 0..usize::from(self.layout.owners) {
            if self.surely(cells, plane, making)? != Some(false) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Registers for the heights of stacks, where they are kept.
    pub fn height_planes(&mut self, state: &mut State) {
        let first = state.sets.len() + state.cells.len();
        let highest = self.layout.stacks.filter(|_| self.has_heights).map_or(0, |stacks| stacks.max_height);
        let bits = u16::BITS - highest.leading_zeros();
        self.heights = first..first + bits as usize;
        state.heights = (0..bits).map(|_| self.lasting_reg(RegisterKind::Set)).collect();
    }

    /// Some cells come to hold so many pieces, one or none.
    pub fn set_height(&mut self, cells: Reg, height: usize) -> Lifted<()> {
        for (bit, plane) in self.heights.clone().enumerate() {
            self.set_bit(plane, cells, Truth::Known(height >> bit & 1 == 1))?;
        }
        Ok(())
    }

    /// Whether pieces have been moved in thought, for all picks at once: what lies under the top ones has not.
    fn is_in_thought(&self) -> bool {
        self.planes.iter().any(|plane| !plane.points.is_empty())
    }

    /// How many pieces of a player stand on a cell.
    pub fn in_stack(&mut self, cell: &'g Expr, player: &'g Expr) -> Lifted<Number> {
        if self.view != View::Now || !self.has_stacks() || self.linking || self.is_in_thought() {
            return Err(not_batchable("whose pieces stood on a stack"));
        }
        self.knows_stacks()?;
        let cell = match self.cell(cell)? {
            Cell::At(..) | Cell::Among(..) => {
                return Err(not_batchable("whose pieces stand on stacks that are not drawn"));
            }
            cell => cell,
        };
        let LiftedPlayer::Known(player) = self.player(player)? else {
            return Err(not_batchable("pieces of whoever owns a cell"));
        };
        let cell = self.only(&cell)?;
        let (a, plane) = (self.dense(&cell)?, self.now(player.index())?);
        let d = self.reg(RegisterKind::Number);
        self.ops.push(Op::InStack { d, a, plane, owner: player.index() as u8 });
        Ok(Number::Whole(d, 1))
    }

    /// How many pieces stand on a cell.
    pub fn height(&mut self, cell: &'g Expr) -> Lifted<Number> {
        self.knows_stacks()?;
        self.asks_heights = true;
        if self.heights.is_empty() || self.linking || self.is_in_thought() {
            return Err(not_batchable("how high stacks are"));
        }
        if self.view == View::TurnStart {
            return Err(not_batchable("how high stacks were at the start of the turn"));
        }
        let planes = self.heights.clone().map(|plane| self.plane(plane)).collect();
        self.number_on(planes, cell)
    }
}

//! Stacks: what stands on top is in the planes, what lies under it is kept a number a cell.

use super::effects::Making;
use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::LiftedPlayer;
use crate::chain::Piles;
use crate::op::{Op, Reg};
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
        }
    }

    /// Whether cells hold stacks.
    pub fn has_stacks(&self) -> bool {
        self.layout.stacks.is_some()
    }

    /// Puts so many pieces on empty cells.
    pub fn put_pile(&mut self, count: &'g Expr, piece: &'g Expr, on: Reg, making: &Making) -> Lifted<()> {
        self.on_empty(on, making)?;
        let ExprKind::Piece { kind, owner } = &piece.kind else {
            return Err(not_batchable("a stack of pieces of another form"));
        };
        let owner = match owner.as_deref() {
            None => self.game.players.len(),
            Some(owner) => match self.player(owner)? {
                LiftedPlayer::Known(player) => player.index(),
                LiftedPlayer::Each(_) => return Err(not_batchable("a piece of whoever owns a cell")),
            },
        };
        let count = self.number(count)?;
        let count = self.unscaled(&count, "a stack of a fraction")?;
        let zero = self.constant_number(0);
        let some = self.value_of(Op::Less { d: 0, a: zero, b: count });
        let on = self.value_of(Op::Where { d: 0, a: on, mask: some });
        let kind = self.kind(kind)?;
        let digit = 1 + owner * self.game.kinds.len() + kind.index();
        self.ops.push(Op::Pile { a: on, count, digit: digit as u8 });
        self.put(piece, on, making)
    }

    /// Refuses effects on cells that are not known to be empty: what stands there would have to be kept.
    pub fn on_empty(&mut self, cells: Reg, making: &Making) -> Lifted<()> {
        for plane in 0..usize::from(self.layout.owners) {
            if self.surely(cells, plane, making)? != Some(false) {
                return Err(not_batchable("pieces put on top of others"));
            }
        }
        Ok(())
    }
}

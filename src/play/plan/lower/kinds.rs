//! Kinds that are told only while a game is played: in registers, as masks, and as planes by their number.

use super::Lowered;
use super::builder::Builder;
use super::operand::Operand;
use crate::plan::op::{Op, Reg};
use rulebook_language::model::{Expr, KindId};
use rulebook_language::util::Id;

impl Builder<'_> {
    /// An expression as a mask of kinds.
    pub fn kinds(&mut self, expr: &Expr) -> Lowered<Reg> {
        match self.lower(expr)? {
            Operand::Kinds(mask) => Ok(mask),
            Operand::Kind(a) => Ok(self.mask_of(a)),
            _ => Err(self.internal(expr)),
        }
    }

    /// The mask of what a register holds alone; of nothing, none.
    pub fn mask_of(&mut self, a: Reg) -> Reg {
        let d = self.code.number_reg();
        self.code.op(Op::BitMask { d, a });
        d
    }

    /// Kinds as a mask.
    pub fn kinds_mask(&mut self, kinds: impl IntoIterator<Item = KindId>) -> Reg {
        let mask = kinds.into_iter().fold(0u64, |mask, kind| mask | 1 << kind.index());
        self.code.constant_number(mask as i64)
    }

    /// An expression as a kind, -1 for none.
    pub fn kind(&mut self, expr: &Expr) -> Lowered<Reg> {
        match self.lower(expr)? {
            Operand::Kind(kind) => Ok(kind),
            _ => Err(self.internal(expr)),
        }
    }

    /// The cells with pieces of a kind; none where it is no kind.
    pub fn pieces_of(&mut self, kind: &Expr) -> Lowered<Reg> {
        let index = self.kind(kind)?;
        let d = self.code.set_reg();
        if self.layout.kinds == 0 {
            // There is one kind, and no plane for it.
            let all = self.occupied();
            self.code.op(Op::Clear { d });
            let otherwise = self.unless_kind(index, false);
            self.code.op(Op::Copy { d, a: all });
            self.code.land(&[otherwise]);
            return Ok(d);
        }
        let offset = self.at(self.layout.kinds_start());
        self.code.op(Op::PlaneAt { d, offset, index, count: self.layout.kinds });
        Ok(d)
    }

    /// A jump where a register holds no kind that players own, or, of neutral ones, none that nobody owns.
    pub fn unless_kind(&mut self, kind: Reg, neutral: bool) -> u32 {
        let able: Vec<KindId> = self.game.kinds_of(neutral).collect();
        let able = self.kinds_mask(able);
        let (one, among) = (self.mask_of(kind), self.code.number_reg());
        self.code.op(Op::AndMask { d: among, a: one, b: able });
        self.code.jump(Op::JumpUnless { a: among, to: 0 })
    }

    /// Makes the pieces on cells be of the kind in a register, which is one.
    pub fn become_kind_in(&mut self, kind: Reg, on: Reg) {
        if self.layout.kinds == 0 {
            return;
        }
        let planes: Vec<(KindId, u32)> =
            self.game.kinds.ids().filter_map(|kind| Some((kind, self.layout.kind(kind)?))).collect();
        for (_, offset) in &planes {
            self.merge(*offset, on, false);
        }
        let mut done = Vec::new();
        for (own, offset) in planes {
            let this = self.code.constant_number(own.index() as i64);
            let same = self.code.number_reg();
            self.code.op(Op::Equal { d: same, a: kind, b: this });
            let other = self.code.jump(Op::JumpUnless { a: same, to: 0 });
            self.merge(offset, on, true);
            done.push(self.code.jump(Op::Jump { to: 0 }));
            self.code.land(&[other]);
        }
        self.code.land(&done);
    }
}

//! Players, and the planes of their pieces.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Who};
use crate::plan::op::{Op, Reg};
use rulebook_language::model::{Expr, PlayerId};
use rulebook_language::util::Id;

impl Builder<'_> {
    /// An expression as a player.
    pub fn player(&mut self, expr: &Expr) -> Lowered<Who> {
        match self.lower(expr)? {
            Operand::Player(who) => Ok(who),
            _ => Err(self.internal(expr)),
        }
    }

    /// The player in a register.
    pub fn who_reg(&mut self, who: Who) -> Reg {
        match who {
            Who::Known(player) => self.code.constant_number(player.index() as i64),
            Who::Reg(reg) => reg,
        }
    }

    /// The player so many places on in the order of play, round; nobody of nobody.
    pub fn players_on(&mut self, who: Reg, places: usize) -> Reg {
        let [d, there, sum, on] = [(); 4].map(|()| self.code.number_reg());
        self.code.op(Op::Move { d, a: who });
        let zero = self.code.constant_number(0);
        self.code.op(Op::LessOrEqual { d: there, a: zero, b: who });
        let nobody = self.code.jump(Op::JumpUnless { a: there, to: 0 });
        let (steps, all) = (self.code.constant_number(places as i64), self.game.players.len() as i64);
        let all = self.code.constant_number(all);
        self.code.op(Op::Add { d: sum, a: who, b: steps });
        self.code.op(Op::Mod { d: on, a: sum, b: all });
        self.code.op(Op::Move { d, a: on });
        self.code.land(&[nobody]);
        d
    }

    /// The other player of two.
    pub fn opponent(&self) -> PlayerId {
        PlayerId(1 - self.scope.me().0.min(1))
    }

    /// A plane of the contents.
    pub fn plane(&mut self, offset: u32) -> Reg {
        let offset = self.at(offset);
        let d = self.code.set_reg();
        self.code.op(Op::Plane { d, offset });
        d
    }

    /// The cells with a player's pieces.
    pub fn owned_by(&mut self, who: Who) -> Reg {
        match who {
            Who::Known(player) => {
                let offset = self.layout.owner(player);
                self.plane(offset)
            }
            Who::Reg(index) => {
                let offset = self.at(0);
                let d = self.code.set_reg();
                self.code.op(Op::PlaneAt { d, offset, index, count: self.game.players.len() as u16 });
                d
            }
        }
    }

    /// The union of planes; the empty set of none.
    pub fn union_of_planes(&mut self, offsets: impl IntoIterator<Item = u32>) -> Reg {
        let mut all = None;
        for offset in offsets {
            let plane = self.plane(offset);
            all = Some(match all {
                None => plane,
                Some(a) => {
                    let d = self.code.set_reg();
                    self.code.op(Op::Or { d, a, b: plane });
                    d
                }
            });
        }
        all.unwrap_or_else(|| self.set_of([]))
    }

    /// The cells with any piece.
    pub fn occupied(&mut self) -> Reg {
        let words = self.layout.words;
        let owners = u32::from(self.layout.owners);
        self.union_of_planes((0..owners).map(|owner| owner * words))
    }

    /// The cells with other players' pieces.
    pub fn enemies(&mut self) -> Reg {
        let others: Vec<u32> =
            self.game.players.ids().filter(|player| *player != self.scope.me()).map(|p| self.layout.owner(p)).collect();
        self.union_of_planes(others)
    }

    /// The cells with neutral pieces.
    pub fn neutral(&mut self) -> Reg {
        let plane = self.layout.neutral(self.game.players.len());
        self.union_of_planes(plane)
    }

    /// The cells with pieces of a kind, of one owner where one is given.
    pub fn pieces(&mut self, kind: &Expr, owner: Option<&Expr>) -> Lowered<Operand> {
        let named = kind.named_kind();
        let owned = match owner {
            Some(owner) => {
                let who = self.player(owner)?;
                Some(self.owned_by(who))
            }
            None if named.is_some_and(|kind| self.game.kinds[kind].neutral) => Some(self.neutral()),
            None => None,
        };
        let of_kind = match named {
            Some(kind) => self.layout.kind(kind).map(|offset| self.plane(offset)),
            None => Some(self.pieces_of(kind)?),
        };
        Ok(Operand::Set(match (owned, of_kind) {
            (Some(a), Some(b)) => {
                let d = self.code.set_reg();
                self.code.op(Op::And { d, a, b });
                d
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => self.occupied(),
        }))
    }
}

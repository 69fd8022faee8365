//! Picks: what they are taken from, one after another, and whether one is among them.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Num, Operand, Shapes, Who};
use crate::plan::op::{Op, Reg};
use rulebook_language::model::{Expr, MAX_PICKED_NUMBER, Type};
use rulebook_language::util::Id;

/// What a pick is taken from.
pub enum Source {
    /// A set of cells, in a register that the loop uses up.
    Cells(Reg),
    /// Groups, each by its first cell; the set of those cells is used up.
    Groups(Shapes, Reg),
    /// A mask of directions, players or kinds, in a register that the loop uses up.
    Mask(Reg),
    /// Whole numbers.
    Range(Num, Num),
}

impl Builder<'_> {
    /// What a pick is taken from, within the sets that `with` binds it to.
    pub fn source(&mut self, from: &Expr, with: &[(u8, Expr)], pick: u16) -> Lowered<Source> {
        let mut source = self.choices(from)?;
        for (_, bound) in with.iter().filter(|(index, _)| u16::from(*index) == pick) {
            source = match (source, self.choices(bound)?) {
                (Source::Cells(a), Source::Cells(b)) => {
                    let d = self.code.set_reg();
                    self.code.op(Op::And { d, a, b });
                    Source::Cells(d)
                }
                (Source::Mask(a), Source::Mask(b)) => {
                    let d = self.code.number_reg();
                    self.code.op(Op::AndMask { d, a, b });
                    Source::Mask(d)
                }
                (Source::Range(low, high), Source::Range(least, most)) => {
                    let (a, b) = (self.code.number_reg(), self.code.number_reg());
                    self.code.op(Op::Greatest { d: a, a: low.reg, b: least.reg });
                    self.code.op(Op::Least { d: b, a: high.reg, b: most.reg });
                    Source::Range(Num { reg: a, ..low }, Num { reg: b, ..high })
                }
                _ => return Err(self.unsupported(bound, "a group bound by `with`")),
            };
        }
        Ok(match source {
            Source::Cells(a) => {
                let d = self.code.set_reg();
                self.code.op(Op::Copy { d, a });
                Source::Cells(d)
            }
            Source::Mask(a) => {
                let d = self.code.number_reg();
                self.code.op(Op::Move { d, a });
                Source::Mask(d)
            }
            Source::Range(low, high) => {
                // Fewer than none cannot be picked: 65,535 stands for nowhere.
                let (zero, d) = (self.code.constant_number(0), self.code.number_reg());
                self.code.op(Op::Greatest { d, a: low.reg, b: zero });
                Source::Range(Num { reg: d, low: low.low.max(0), ..low }, high)
            }
            groups @ Source::Groups(..) => groups,
        })
    }

    fn choices(&mut self, from: &Expr) -> Lowered<Source> {
        match from.ty {
            Type::Cells => Ok(Source::Cells(self.set(from)?)),
            Type::Groups => {
                let shapes = self.shapes_of(from)?;
                let heads = self.heads(&shapes, from)?;
                Ok(Source::Groups(shapes, heads))
            }
            Type::Range => match self.lower(from)? {
                Operand::Range(low, high) if high.high <= i128::from(MAX_PICKED_NUMBER) => Ok(Source::Range(low, high)),
                Operand::Range(..) => Err(self.unsupported(from, "a pick of a number past 65,534")),
                _ => Err(self.internal(from)),
            },
            Type::Directions | Type::Direction => Ok(Source::Mask(self.directions(from)?)),
            Type::Kinds => Ok(Source::Mask(self.kinds(from)?)),
            Type::Players => match self.lower(from)? {
                Operand::Players(players) => {
                    let mask = players.iter().fold(0i64, |mask, player| mask | 1 << player.index());
                    Ok(Source::Mask(self.code.constant_number(mask)))
                }
                _ => Err(self.internal(from)),
            },
            Type::Player => match self.player(from)? {
                Who::Known(player) => Ok(Source::Mask(self.code.constant_number(1 << player.index()))),
                Who::Reg(a) => Ok(Source::Mask(self.mask_of(a))),
            },
            _ => Err(self.unsupported(from, "a pick from this")),
        }
    }

    /// The first cells of groups: what tells them apart.
    fn heads(&mut self, shapes: &Shapes, at: &Expr) -> Lowered<Reg> {
        let heads = self.code.set_reg();
        self.code.op(Op::Clear { d: heads });
        self.each_shape(shapes, at, &mut |builder, group| {
            let (from, cell) = (builder.code.set_reg(), builder.code.number_reg());
            builder.code.op(Op::Copy { d: from, a: group });
            let none = builder.code.jump(Op::NextCell { d: cell, from, exit: 0 });
            builder.code.op(Op::Insert { d: heads, cell });
            builder.code.land(&[none]);
            Ok(())
        })?;
        Ok(heads)
    }

    /// The group at a cell.
    pub fn group_at(&mut self, shapes: &Shapes, cell: Reg) -> Lowered<Reg> {
        let all = self.code.set_reg();
        self.code.op(Op::Clear { d: all });
        let mut parts = Vec::new();
        match shapes.given {
            None => {
                for source in &shapes.sources {
                    let d = self.code.set_reg();
                    self.code.op(Op::GroupAt { d, set: *source, relation: shapes.relation.0, cell });
                    parts.push(d);
                }
            }
            Some(given) => {
                let from = self.code.set_reg();
                self.code.op(Op::Single { d: from, cell });
                parts = self.joined_parts(from, &shapes.sources, given)?;
            }
        }
        parts.into_iter().for_each(|b| self.code.op(Op::Or { d: all, a: all, b }));
        Ok(all)
    }

    /// Loops over the sets of `low` to `high` cells of a set, which the loops use up, in rising order: the cells in the registers from
    /// `first` on, nowhere where a set has no more. Where the innermost loop goes on, and the jumps where there is no further set, to
    /// be landed.
    pub fn next_set(&mut self, first: Reg, cells: Reg, (low, high): (u8, u8)) -> (Option<u32>, Vec<u32>) {
        let (mut innermost, mut exits, mut from) = (None, Vec::new(), cells);
        for at in 0..high {
            let pick = first + Reg::from(at);
            let (mut none, mut ended) = (Vec::new(), None);
            let is_optional = at >= low;
            let begun = self.code.number_reg();
            if is_optional {
                let no = self.code.constant_number(0);
                self.code.op(Op::Move { d: begun, a: no });
            }
            // The loop is entered at its top alone, before which what stays the same in it may be put.
            let top = self.code.here();
            if is_optional {
                // None at all, then each that follows.
                let goes_on = self.code.jump(Op::JumpIf { a: begun, to: 0 });
                let (yes, nowhere) = (self.code.constant_number(1), self.code.constant_number(-1));
                self.code.op(Op::Move { d: begun, a: yes });
                self.code.op(Op::Move { d: pick, a: nowhere });
                ended = Some(self.code.jump(Op::Jump { to: 0 }));
                self.code.land(&[goes_on]);
            }
            if at > low {
                none.push(self.off_board(pick - 1));
            }
            none.push(self.code.jump(Op::NextCell { d: pick, from, exit: 0 }));
            match innermost {
                Some(outer) => self.code.land_at(&none, outer),
                None => exits.append(&mut none),
            }
            self.code.land(&ended.into_iter().collect::<Vec<_>>());
            innermost = Some(top);
            if at + 1 < high {
                let rest = self.code.set_reg();
                self.code.op(Op::Copy { d: rest, a: from });
                from = rest;
            }
        }
        (innermost, exits)
    }

    /// A jump where a register holds nowhere.
    fn off_board(&mut self, cell: Reg) -> u32 {
        let (zero, somewhere) = (self.code.constant_number(0), self.code.number_reg());
        self.code.op(Op::LessOrEqual { d: somewhere, a: zero, b: cell });
        self.code.jump(Op::JumpUnless { a: somewhere, to: 0 })
    }

    /// The set of the cells in registers; nowhere is none.
    pub fn set_of_picks(&mut self, first: Reg, count: u8) -> Operand {
        let d = self.code.set_reg();
        self.code.op(Op::Clear { d });
        for cell in first..first + Reg::from(count) {
            self.code.op(Op::Insert { d, cell });
        }
        Operand::Set(d)
    }

    /// Jumps where what the registers from `first` on hold are not `low` to `high` cells of a set, in the order in which sets are gone
    /// through, then nowhere.
    pub fn inside_set(&mut self, first: Reg, cells: Reg, (low, high): (u8, u8), fails: &mut Vec<u32>) {
        let Operand::Set(all) = self.set_of_picks(first, high) else { return };
        let (rest, next) = (self.code.set_reg(), self.code.number_reg());
        self.code.op(Op::Copy { d: rest, a: all });
        let mut done = Vec::new();
        for at in 0..high {
            let pick = first + Reg::from(at);
            let none = self.code.jump(Op::NextCell { d: next, from: rest, exit: 0 });
            let (same, inside) = (self.code.number_reg(), self.code.number_reg());
            self.code.op(Op::Equal { d: same, a: next, b: pick });
            fails.push(self.code.jump(Op::JumpUnless { a: same, to: 0 }));
            self.code.op(Op::Contains { d: inside, a: cells, cell: pick });
            fails.push(self.code.jump(Op::JumpUnless { a: inside, to: 0 }));
            let go_on = self.code.jump(Op::Jump { to: 0 });
            self.code.land(&[none]);
            if at < low {
                fails.push(self.code.jump(Op::Jump { to: 0 }));
            } else {
                for other in at..high {
                    let (zero, somewhere) = (self.code.constant_number(0), self.code.number_reg());
                    self.code.op(Op::LessOrEqual { d: somewhere, a: zero, b: first + Reg::from(other) });
                    fails.push(self.code.jump(Op::JumpIf { a: somewhere, to: 0 }));
                }
                done.push(self.code.jump(Op::Jump { to: 0 }));
            }
            self.code.land(&[go_on]);
        }
        self.code.land(&done);
    }

    /// Takes the next one into the pick's register: where that begins, and the jump where there is none, to be landed.
    pub fn next(&mut self, pick: Reg, source: &Source) -> (u32, u32) {
        if let Source::Range(low, high) = source {
            let one = self.code.constant_number(1);
            self.code.op(Op::Subtract { d: pick, a: low.reg, b: one });
            let top = self.code.here();
            self.code.op(Op::Increment { d: pick });
            return (top, self.past(pick, high.reg));
        }
        let top = self.code.here();
        let next = match source {
            Source::Mask(from) => Op::NextDirection { d: pick, from: *from, exit: 0 },
            Source::Cells(from) | Source::Groups(_, from) => Op::NextCell { d: pick, from: *from, exit: 0 },
            Source::Range(..) => Op::Jump { to: 0 },
        };
        (top, self.code.jump(next))
    }

    /// What the pick's register holds.
    pub fn picked(&mut self, pick: Reg, source: &Source, from: &Expr) -> Lowered<Operand> {
        Ok(match source {
            Source::Range(low, high) => {
                Operand::Number(Num { reg: pick, scale: 1, low: low.low, high: high.high.max(0) })
            }
            Source::Groups(shapes, _) => Operand::Set(self.group_at(shapes, pick)?),
            Source::Cells(_) | Source::Mask(_) => self.as_type(pick, member(from.ty)),
        })
    }

    /// Jumps where what the pick's register holds is not among what it is taken from.
    pub fn inside(&mut self, pick: Reg, source: &Source, fails: &mut Vec<u32>) {
        let inside = self.code.number_reg();
        match source {
            Source::Cells(a) | Source::Groups(_, a) => self.code.op(Op::Contains { d: inside, a: *a, cell: pick }),
            Source::Mask(b) => {
                let mask = self.mask_of(pick);
                self.code.op(Op::AndMask { d: inside, a: mask, b: *b });
            }
            Source::Range(low, high) => {
                fails.push(self.past(low.reg, pick));
                fails.push(self.past(pick, high.reg));
                return;
            }
        }
        fails.push(self.code.jump(Op::JumpUnless { a: inside, to: 0 }));
    }
}

/// The type of a member of what is picked from.
pub fn member(over: Type) -> Type {
    match over {
        Type::Directions | Type::Direction => Type::Direction,
        Type::Players | Type::Player => Type::Player,
        Type::Kinds | Type::Kind => Type::Kind,
        Type::Range => Type::Number,
        _ => Type::Cell,
    }
}

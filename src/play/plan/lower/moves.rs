//! Moves: code that finds the legal actions, tests one, and plays one.

use super::Lowered;
use super::builder::Builder;
use super::operand::Operand;
use super::picks::{Source, member};
use crate::plan::op::{Op, Reg};
use crate::plan::probe::NodeKind;
use crate::plan::program::Code;
use rulebook_language::model::{Builtin, Effect, Expr, ExprKind, LocalId, Move, Picking, Primitive, Type, primitives};

impl Builder<'_> {
    /// The value of a `let`.
    pub fn named(&mut self, local: LocalId, value: &Expr) -> Lowered<Operand> {
        let node = self.enter(NodeKind::Let(local), value.span);
        let operand = self.lower(value)?;
        self.came_to(node, &operand);
        Ok(operand)
    }

    /// The register of a name that is written beside the picks, and the place after theirs that it is given in.
    pub fn shown(&mut self, rule: &Move, local: LocalId, operand: &Operand) -> Option<(Reg, Reg)> {
        let place = rule.shown.iter().position(|(shown, _)| *shown == local)?;
        let a = match operand {
            Operand::Cell(a) | Operand::Direction(a) | Operand::Kind(a) => *a,
            Operand::Player(who) => self.who_reg(*who),
            _ => return None,
        };
        Some((a, (rule.picks().count() + place) as Reg))
    }

    /// Leaves what is written beside the picks in the registers after theirs.
    pub fn show(&mut self, rule: &Move, local: LocalId, operand: &Operand) {
        if let Some((a, d)) = self.shown(rule, local, operand) {
            self.code.op(Op::Move { d, a });
        }
    }

    /// A jump where what is written beside the picks is not what follows from them.
    fn shown_otherwise(&mut self, rule: &Move, local: LocalId, operand: &Operand) -> Option<u32> {
        let (a, b) = self.shown(rule, local, operand)?;
        let d = self.code.number_reg();
        self.code.op(Op::Equal { d, a, b });
        Some(self.code.jump(Op::JumpUnless { a: d, to: 0 }))
    }

    /// Jumps where an effect would be on nowhere, a step off the board: there is no such action.
    pub fn nowhere(&mut self, rule: &Move) -> Lowered<Vec<u32>> {
        let mut jumps = Vec::new();
        let mut known: Vec<Reg> = Vec::new();
        for cell in uncertain(rule) {
            let node = self.enter(NodeKind::Nowhere, cell.span);
            let b = self.cell(cell)?;
            if known.contains(&b) {
                self.decided(node, Vec::new(), false);
                continue;
            }
            known.push(b);
            let a = self.code.constant_number(0);
            let somewhere = self.code.number_reg();
            self.code.op(Op::LessOrEqual { d: somewhere, a, b });
            let off = vec![self.code.jump(Op::JumpUnless { a: somewhere, to: 0 })];
            jumps.extend(self.decided(node, off, false));
        }
        Ok(jumps)
    }

    /// Makes jumps lead to the innermost loop, or to the end.
    pub fn leave(&mut self, jumps: &[u32], innermost: Option<u32>, to_end: &mut Vec<u32>) {
        match innermost {
            None => to_end.extend_from_slice(jumps),
            Some(top) => self.code.land_at(jumps, top),
        }
    }

    /// Code that tells whether given picks are a legal action: the same conditions without the loops.
    pub fn test(&mut self, rule: &Move, with: &[(u8, Expr)]) -> Lowered<Code> {
        self.begin(rule.pick_types().count());
        let mut fails = Vec::new();
        let mut pick = 0u16;
        for step in &rule.picking {
            match step {
                Picking::Pick { local, from } => {
                    self.go_to_line(from.span);
                    let node = self.enter(NodeKind::Pick(pick as u8, *local), from.span);
                    let source = self.source(from, with, pick)?;
                    let mut outside = Vec::new();
                    self.inside(pick, &source, &mut outside);
                    fails.extend(self.decided(node, outside, false));
                    let operand = self.picked(pick, &source, from)?;
                    self.scope.bind(*local, operand);
                    pick += 1;
                }
                Picking::Several { local, from, low, high } => {
                    self.go_to_line(from.span);
                    let node = self.enter(NodeKind::Pick(pick as u8, *local), from.span);
                    let mut outside = Vec::new();
                    if let Source::Cells(cells) = self.source(from, with, pick)? {
                        self.inside_set(pick, cells, (*low, *high), &mut outside);
                    }
                    fails.extend(self.decided(node, outside, false));
                    let operand = self.set_of_picks(pick, *high);
                    self.scope.bind(*local, operand);
                    pick += u16::from(*high);
                }
                Picking::Let { local, value } => {
                    let operand = self.named(*local, value)?;
                    let node = self.enter(NodeKind::Shown(*local), value.span);
                    let otherwise = self.shown_otherwise(rule, *local, &operand).into_iter().collect();
                    fails.extend(self.decided(node, otherwise, false));
                    self.scope.bind(*local, operand);
                }
                Picking::Where(condition) => {
                    let node = self.enter(NodeKind::Where, condition.span);
                    let otherwise = self.branch(condition, false)?;
                    fails.extend(self.decided(node, otherwise, false));
                }
            }
        }
        let one = self.code.number_reg();
        fails.extend(self.nowhere(rule)?);
        let decisive = decisive(&rule.effects);
        if !decisive.is_empty() {
            self.hoist(decisive, true)?;
            self.code.op(Op::Begin);
            let mut refused = Vec::new();
            self.effects(decisive, true, &mut refused)?;
            self.code.op(Op::Rollback);
            let over = self.code.jump(Op::Jump { to: 0 });
            self.code.land(&refused);
            self.code.op(Op::Rollback);
            fails.push(self.code.jump(Op::Jump { to: 0 }));
            self.code.land(&[over]);
        }
        let yes = self.code.constant_number(1);
        self.code.op(Op::Move { d: one, a: yes });
        self.code.op(Op::Done { a: one });
        self.code.land(&fails);
        let no = self.code.constant_number(0);
        self.code.op(Op::Done { a: no });
        self.end(rule.span)
    }

    /// Code that makes the changes of an action with given picks.
    pub fn apply(&mut self, rule: &Move) -> Lowered<Code> {
        self.begin(rule.pick_types().count());
        let mut pick = 0u16;
        for step in &rule.picking {
            match step {
                Picking::Pick { local, from } => {
                    let operand = match from.ty {
                        Type::Groups => {
                            let shapes = self.shapes_of(from)?;
                            Operand::Set(self.group_at(&shapes, pick)?)
                        }
                        ty => self.as_type(pick, member(ty)),
                    };
                    self.scope.bind(*local, operand);
                    pick += 1;
                }
                Picking::Several { local, high, .. } => {
                    let operand = self.set_of_picks(pick, *high);
                    self.scope.bind(*local, operand);
                    pick += u16::from(*high);
                }
                Picking::Let { local, value } => {
                    let operand = self.named(*local, value)?;
                    self.scope.bind(*local, operand);
                }
                Picking::Where(_) => {}
            }
        }
        self.hoist(&rule.effects, false)?;
        self.effects(&rule.effects, false, &mut Vec::new())?;
        let zero = self.code.constant_number(0);
        self.code.op(Op::Done { a: zero });
        self.end(rule.span)
    }
}

/// The effects up to the last requirement: what comes after decides nothing.
pub fn decisive(effects: &[Effect]) -> &[Effect] {
    let end = effects.iter().rposition(Effect::requires).map_or(0, |last| last + 1);
    &effects[..end]
}

/// The cells that a move's effects are on and that may be nowhere, as far as they are known before the effects.
pub fn uncertain(rule: &Move) -> Vec<&Expr> {
    let picks: Vec<LocalId> = rule.picks().collect();
    let lets = |local: &LocalId| {
        rule.picking.iter().any(|step| matches!(step, Picking::Let { local: known, .. } if known == local))
    };
    let is_uncertain = |cell: &&Expr| match &cell.kind {
        ExprKind::Local(local) => lets(local),
        ExprKind::Builtin(Builtin::Step, _) | ExprKind::LastPick(..) => {
            cell.free_locals().iter().all(|local| picks.contains(local) || lets(local))
        }
        _ => false,
    };
    primitives(&rule.effects).flat_map(Primitive::cells).filter(is_uncertain).collect()
}

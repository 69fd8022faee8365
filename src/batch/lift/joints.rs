//! Groups and distances along what the position joins.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::{Number, Truth};
use crate::op::{Op, Reg, RegisterKind};
use crate::program::RayStep;
use rulebook_language::model::{Constant, Expr, ExprKind, JoiningId, Joint, constant};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Id;

/// The most steps of what joins: a board by rule may have many in a direction.
const MAX_STEPS: usize = 256;

impl<'g> Lifter<'g> {
    /// From which cells a step in each direction joins.
    fn joined_from(&mut self, given: JoiningId) -> Lifted<Vec<(DirectionId, Reg)>> {
        let game = self.game;
        let ways = game.joinings.get(given).map_or(&[][..], |joining| &joining.ways);
        let mut joints = Vec::new();
        for (way, from) in ways {
            let cells = self.cells(from)?;
            joints.push((*way, self.dense(&cells)?));
        }
        Ok(joints)
    }

    /// Keeps where steps lead on from, for the floods that come next, and gives the place of that and the steps.
    fn keep_joints(&mut self, given: &[(DirectionId, Reg)]) -> Lifted<(u16, u16)> {
        let joints = self.joints.len() as u16;
        let mut list = Vec::new();
        for (way, a) in given {
            for step in self.steps[way.index()].clone() {
                let (there, place) = (self.const_set(step.from), list.len());
                self.ops.push(Op::KeepJoint { a: *a, there, joints, place: place as u16 });
                list.push(RayStep { by: step.by as i16, keep: self.const_set(step.to), most: place as u16 });
            }
        }
        if list.len() > MAX_STEPS {
            return Err(not_batchable("joints in very many directions"));
        }
        self.joints.push(list.len());
        Ok((joints, self.way_list(list)))
    }

    /// The part of a set that hangs together with its cells of another, along joints that are kept.
    fn flooded_along(&mut self, [a, set]: [Reg; 2], (joints, ways): (u16, u16)) -> Reg {
        self.floods.push(joints);
        let (d, found) = (self.reg(RegisterKind::Set), (self.floods.len() - 1) as u16);
        self.ops.push(Op::FloodAlong { d, a, set, ways, found });
        d
    }

    /// Whether one of the groups of some sets, joined by the position, has a cell of each of some others.
    pub fn joined_along(&mut self, given: JoiningId, sources: Vec<Reg>, sides: &[Reg]) -> Lifted<Truth> {
        let joints = self.joined_from(given)?;
        let [first, rest @ ..] = sides else { return Err(not_batchable("connections of no sides")) };
        let joints = self.keep_joints(&joints)?;
        let mut any = Truth::Known(false);
        for set in sources {
            let mut touching = self.intersection(set, *first);
            for side in rest {
                let found = self.flooded_along([touching, set], joints);
                touching = self.intersection(found, *side);
            }
            let touched = Truth::Mask(self.value_of(Op::Some { d: 0, a: touching }));
            any = self.either(any, touched);
        }
        Ok(any)
    }

    /// The least number of steps from a set to another.
    pub fn steps_between(&mut self, from: &'g Expr, to: &'g Expr, joint: Joint) -> Lifted<Number> {
        let ([a, b], (joints, ways)) = self.ends_and_joints([from, to], joint)?;
        let d = self.reg(RegisterKind::Number);
        self.ops.push(Op::StepsAlong { d, a, b, ways, joints });
        Ok(Number::Whole(d, 1))
    }

    /// Whether a comparison asks for a way between two sets alone, however long it is, and if so whether there is one.
    pub fn some_way(&mut self, least: &Expr, steps: &'g Expr) -> Lifted<Option<Truth>> {
        let ExprKind::Distance { from, to, joint } = &steps.kind else { return Ok(None) };
        match constant(least, Some(&self.game.board), &self.game.definitions) {
            Some(Constant::Number(number)) if number.to_whole() == Some(0) => {}
            _ => return Ok(None),
        }
        let ([a, b], joints) = self.ends_and_joints([from, to], *joint)?;
        let all = self.board();
        let found = self.flooded_along([a, all], joints);
        let arrived = self.intersection(found, b);
        Ok(Some(Truth::Mask(self.value_of(Op::Some { d: 0, a: arrived }))))
    }

    /// The sets at the ends of a way, and the joints that it goes along.
    fn ends_and_joints(&mut self, ends: [&'g Expr; 2], joint: Joint) -> Lifted<([Reg; 2], (u16, u16))> {
        let (a, b) = (self.cells(ends[0])?, self.cells(ends[1])?);
        let (a, b) = (self.dense(&a)?, self.dense(&b)?);
        let joints = match joint.given {
            Some(given) => self.joined_from(given)?,
            None => {
                let all = self.board();
                let ways = self.game.board.relation_directions(joint.relation);
                ways.iter().map(|way| (*way, all)).collect()
            }
        };
        Ok(([a, b], self.keep_joints(&joints)?))
    }
}

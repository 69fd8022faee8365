//! Groups and distances along what the position joins.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::{Number, Truth};
use crate::op::{Op, Reg, RegisterKind};
use crate::program::RayStep;
use rulebook_language::model::{
    Constant, Content, Expr, ExprKind, JoiningId, Joint, Primitive, all_primitives, constant,
};
use rulebook_language::topology::DirectionId;

/// The most directions of what joins.
const MAX_JOINTS: usize = 64;

impl<'g> Lifter<'g> {
    /// From which cells a step in each direction joins.
    fn joined_from(&mut self, given: JoiningId) -> Lifted<Vec<(DirectionId, Reg)>> {
        let game = self.game;
        let ways = game.joinings.get(given).map_or(&[][..], |joining| &joining.ways);
        if ways.len() > MAX_JOINTS {
            return Err(not_batchable("joints in very many directions"));
        }
        let mut joints = Vec::new();
        for (way, from) in ways {
            let cells = self.cells(from)?;
            joints.push((*way, self.dense(&cells)?));
        }
        Ok(joints)
    }

    /// Keeps where steps lead on from, for the floods that come next, and gives their steps.
    fn keep_joints(&mut self, joints: &[(DirectionId, Reg)]) -> u16 {
        self.joints = self.joints.max(joints.len());
        let mut list = Vec::new();
        for (place, (way, a)) in joints.iter().enumerate() {
            self.ops.push(Op::KeepJoint { a: *a, place: place as u8 });
            list.extend(self.all_ways_of(*way, 1).into_iter().map(|step| RayStep { most: place as u16, ..step }));
        }
        self.way_list(list)
    }

    /// Whether one of the groups of some sets, joined by the position, has a cell of each of some others.
    pub fn joined_along(&mut self, given: JoiningId, sources: Vec<Reg>, sides: &[Reg]) -> Lifted<Truth> {
        let joints = self.joined_from(given)?;
        let [first, rest @ ..] = sides else { return Err(not_batchable("connections of no sides")) };
        let ways = self.keep_joints(&joints);
        let mut any = Truth::Known(false);
        for set in sources {
            let mut touching = self.intersection(set, *first);
            for side in rest {
                let d = self.reg(RegisterKind::Set);
                let found = self.flood_place();
                self.ops.push(Op::FloodAlong { d, a: touching, set, ways, found });
                touching = self.intersection(d, *side);
            }
            let touched = Truth::Mask(self.value_of(Op::Some { d: 0, a: touching }));
            any = self.either(any, touched);
        }
        Ok(any)
    }

    /// Where a flood keeps what it finds: it is of no use where moves take away what is flooded.
    fn flood_place(&mut self) -> u16 {
        let takes = |primitive: &Primitive| match primitive {
            Primitive::Assign { content, .. } => !matches!(content, Content::Piece { .. }),
            Primitive::Mark { on, .. } => !on,
            Primitive::Transfer { .. } | Primitive::Unstack { .. } => true,
            _ => false,
        };
        if self.game.rules().any(|rule| all_primitives(&rule.effects).into_iter().any(takes)) {
            return u16::MAX;
        }
        self.floods += 1;
        self.floods - 1
    }

    /// The least number of steps from a set to another.
    pub fn steps_between(&mut self, from: &'g Expr, to: &'g Expr, joint: Joint) -> Lifted<Number> {
        let ([a, b], ways) = self.ends_and_ways([from, to], joint)?;
        let d = self.reg(RegisterKind::Number);
        self.ops.push(Op::StepsAlong { d, a, b, ways });
        Ok(Number::Whole(d, 1))
    }

    /// Whether a comparison asks for a way between two sets alone, however long it is, and if so whether there is one.
    pub fn some_way(&mut self, least: &Expr, steps: &'g Expr) -> Lifted<Option<Truth>> {
        let ExprKind::Distance { from, to, joint } = &steps.kind else { return Ok(None) };
        match constant(least, Some(&self.game.board), &self.game.definitions) {
            Some(Constant::Number(number)) if number.to_whole() == Some(0) => {}
            _ => return Ok(None),
        }
        let ([a, b], ways) = self.ends_and_ways([from, to], *joint)?;
        let all = self.board();
        let (d, found) = (self.reg(RegisterKind::Set), self.flood_place());
        self.ops.push(Op::FloodAlong { d, a, set: all, ways, found });
        let arrived = self.intersection(d, b);
        Ok(Some(Truth::Mask(self.value_of(Op::Some { d: 0, a: arrived }))))
    }

    /// The sets at the ends of a way, and its steps.
    fn ends_and_ways(&mut self, ends: [&'g Expr; 2], joint: Joint) -> Lifted<([Reg; 2], u16)> {
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
        Ok(([a, b], self.keep_joints(&joints)))
    }
}

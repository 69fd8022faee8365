//! Groups: conditions on each of them, and the group of a cell. What asks whether a group meets some cells is a flood from those cells,
//! of all groups at once.

use super::lifter::{Grown, Lifted, Lifter, NotBatchable, Sought, not_batchable};
use super::value::{Cell, Cells, GroupAt, LiftedValue, Number, Truth};
use crate::op::{Op, Reg};
use crate::program::RayStep;
use rulebook_language::model::row::Reads;
use rulebook_language::model::{Builtin, Expr, ExprKind, LocalId, Pattern, PatternId, PatternKind, PlayerId, constant};
use rulebook_language::util::{Bits, Id};
use rulebook_play::groups::{Cycles, component};

impl<'g> Lifter<'g> {
    /// The list of steps by which the cells of a pattern are joined: there and back.
    pub fn joining_ways(&mut self, pattern: &Pattern) -> u16 {
        let ring = self.game.board.ring();
        let mut list: Vec<RayStep> = Vec::new();
        for direction in self.game.board.relation_directions(pattern.relation).to_vec() {
            for step in self.steps[direction.index()].clone() {
                for (by, keep) in [(step.by, step.to), (ring.distance(-step.by), step.from)] {
                    let way = RayStep { by: by as i16, keep: self.const_set(keep), most: 1 };
                    if !list.contains(&way) {
                        list.push(way);
                    }
                }
            }
        }
        self.way_list(list)
    }

    /// The group that a cell lies in.
    pub fn group_at(&mut self, pattern: PatternId, of: Option<&'g Expr>, cell: &'g Expr) -> Lifted<LiftedValue<'g>> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        if shape.sort != PatternKind::Group {
            return Err(not_batchable("lines or loops through a cell"));
        }
        let ways = self.joining_ways(shape);
        let at = self.lift(cell)?;
        let members = self.sources(shape, of)?;
        if let LiftedValue::Cell(Cell::At(frame, path)) = at {
            let groups = self.group_place(shape);
            return Ok(LiftedValue::Group(GroupAt { frame, path, members, ways, groups }));
        }
        let from = self.cells_of(at)?;
        let a = self.dense(&from)?;
        let mut all = Cells::none();
        for set in members {
            let group = self.value_of(Op::Flood { d: 0, a, set, ways });
            all = self.join(&all, &Cells::of(group));
        }
        Ok(LiftedValue::Cells(all))
    }

    /// The group of a cell that an expression speaks of, if it does.
    pub fn group_in(&mut self, expr: &'g Expr) -> Option<GroupAt> {
        match &expr.kind {
            ExprKind::Local(local) => match self.bound.get(local) {
                Some(LiftedValue::Group(group)) => Some(group.clone()),
                _ => None,
            },
            ExprKind::Pattern { through: Some(_), .. } => match self.lift(expr) {
                Ok(LiftedValue::Group(group)) => Some(group),
                _ => None,
            },
            ExprKind::Call(id, args) => {
                let definition = &self.game.definitions[*id];
                for (param, arg) in definition.params.iter().zip(args) {
                    let value = self.lift(arg).ok()?;
                    self.bound.insert(*param, value);
                }
                self.group_in(&definition.body)
            }
            _ => expr.parts().into_iter().find_map(|part| self.group_in(part)),
        }
    }

    /// Of which cells it holds that a set which speaks of their group has a member within another.
    pub fn group_meets(&mut self, set: &'g Expr, group: &GroupAt, within: Reg) -> Lifted<Truth> {
        if group.frame != self.frame {
            return Err(OUTSIDE);
        }
        let wanted = self.meeting(set, within, group)?;
        let mut all = self.constant(vec![0; self.game.board.words()]);
        for members in group.members.clone() {
            let a = self.intersection(wanted, members);
            let met = self.value_of(Op::Flood { d: 0, a, set: members, ways: group.ways });
            all = self.union(all, met);
        }
        Ok(Truth::Field(self.back(&group.path, all)))
    }

    /// A comparison of the number of cells of a cell's group with a number; nothing where that is not what is asked.
    pub fn compared_size(&mut self, how: Builtin, a: &'g Expr, b: &'g Expr) -> Lifted<Option<Truth>> {
        let (group, number, is_left) = match (self.counted_group(a), self.counted_group(b)) {
            (Some(group), None) => (group, b, true),
            (None, Some(group)) => (group, a, false),
            _ => return Ok(None),
        };
        let number = self.number(number)?;
        let number = self.unscaled(&number, "the size of a group, and a fraction")?;
        let one = self.constant_number(1);
        let next = self.value_of(Op::Add { d: 0, a: number, b: one });
        let below = |lifter: &mut Self, than: Reg| lifter.smaller(&group, than);
        Ok(Some(match (how, is_left) {
            (Builtin::Less, true) => below(self, number)?,
            (Builtin::LessOrEqual, true) => below(self, next)?,
            (Builtin::Less, false) => {
                let below = below(self, next)?;
                self.not(below)
            }
            (Builtin::LessOrEqual, false) => {
                let below = below(self, number)?;
                self.not(below)
            }
            (equal, _) => {
                let (most, fewer) = (below(self, next)?, below(self, number)?);
                let same = self.without(most, fewer);
                if equal == Builtin::Equal { same } else { self.not(same) }
            }
        }))
    }

    /// The group of a cell whose cells an expression counts.
    fn counted_group(&mut self, expr: &'g Expr) -> Option<GroupAt> {
        let ExprKind::Builtin(Builtin::Count, of) = &expr.kind else { return None };
        let [of] = of.as_slice() else { return None };
        match self.lift(of) {
            Ok(LiftedValue::Group(group)) if group.frame == self.frame => Some(group),
            _ => None,
        }
    }

    /// Of which cells it holds that their group has fewer cells than a number.
    fn smaller(&mut self, group: &GroupAt, than: Reg) -> Lifted<Truth> {
        let zero = self.constant_number(0);
        let some = Truth::Mask(self.value_of(Op::Less { d: 0, a: zero, b: than }));
        let (mut small, mut none) = (self.constant(vec![0; self.game.board.words()]), Truth::Known(true));
        for set in group.members.clone() {
            let seeds = match self.asked_of {
                Some((frame, cells)) if frame == group.frame && group.path.by == 0 => cells,
                _ => set,
            };
            let groups = group.groups;
            let part = self.value_of(Op::SmallParts { d: 0, a: seeds, set, than, groups });
            small = self.union(small, part);
            none = self.without(none, Truth::Field(set));
        }
        // Where there is no group, it has no cells.
        let none = self.both(none, some);
        let small = self.either(Truth::Field(small), none);
        let small = self.field(small);
        Ok(Truth::Field(self.back(&group.path, small)))
    }

    /// The cells of which a group must have one for a set that speaks of it to have a member within another.
    fn meeting(&mut self, set: &'g Expr, within: Reg, group: &GroupAt) -> Lifted<Reg> {
        match &set.kind {
            ExprKind::Local(_) | ExprKind::Pattern { .. } if self.group_in(set).as_ref() == Some(group) => Ok(within),
            ExprKind::Call(id, args) => {
                for (param, arg) in self.game.definitions[*id].params.iter().zip(args) {
                    let value = self.lift(arg)?;
                    self.bound.insert(*param, value);
                }
                self.meeting(&self.game.definitions[*id].body, within, group)
            }
            ExprKind::Neighbours(relation, of) => {
                let mut near = self.constant(vec![0; self.game.board.words()]);
                for direction in self.game.board.relation_directions(*relation).to_vec() {
                    let from = self.stepped_back(within, direction);
                    near = self.union(near, from);
                }
                self.meeting(of, near, group)
            }
            ExprKind::Builtin(Builtin::OneCell | Builtin::UnionOfGroups, of) => self.meeting(&of[0], within, group),
            ExprKind::Builtin(Builtin::Union, sides) if sides.iter().all(|side| self.group_in(side).is_some()) => {
                let mut all = self.constant(vec![0; self.game.board.words()]);
                for side in sides {
                    let part = self.meeting(side, within, group)?;
                    all = self.union(all, part);
                }
                Ok(all)
            }
            ExprKind::Builtin(how @ (Builtin::Intersection | Builtin::Difference), sides) => {
                let [a, b] = sides.as_slice() else { return Err(OTHER) };
                let (speaks, other) = match (self.group_in(a).is_some(), self.group_in(b).is_some()) {
                    (true, false) => (a, b),
                    (false, true) if *how == Builtin::Intersection => (b, a),
                    _ => return Err(OTHER),
                };
                let other = self.cells(other)?;
                let other = self.dense(&other)?;
                let within = match how {
                    Builtin::Difference => self.difference(within, other),
                    _ => self.intersection(within, other),
                };
                self.meeting(speaks, within, group)
            }
            _ => Err(OTHER),
        }
    }

    /// Whether some group meets a condition, or every one.
    pub fn quantified_groups(
        &mut self,
        every: bool,
        local: LocalId,
        (pattern, of): (PatternId, Option<&'g Expr>),
        condition: &'g Expr,
    ) -> Lifted<Truth> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        if shape.sort != PatternKind::Group {
            return Err(not_batchable("a condition on lines or loops"));
        }
        let members = self.sources(shape, of)?;
        let (ways, groups) = (self.joining_ways(shape), self.group_place(shape));
        let mut all = Truth::Known(every);
        for source in members {
            let holds = self.quantified_in(every, local, (source, ways, groups), condition)?;
            all = if every { self.both(all, holds) } else { self.either(all, holds) };
        }
        Ok(all)
    }

    /// Of which cells a condition holds in which a name stands for their group in a set.
    fn holds_of_groups(
        &mut self,
        local: LocalId,
        (source, ways, groups): (Reg, u16, u16),
        condition: &'g Expr,
    ) -> Lifted<Truth> {
        self.in_frame(local, condition, |lifter| {
            let group = GroupAt { frame: lifter.frame, path: lifter.here(), members: vec![source], ways, groups };
            lifter.bound.insert(local, LiftedValue::Group(group));
            lifter.truth(condition)
        })
    }

    /// The cells of the groups that meet a condition.
    pub fn groups_where(
        &mut self,
        local: LocalId,
        (pattern, of): (PatternId, Option<&'g Expr>),
        condition: Option<&'g Expr>,
    ) -> Lifted<Cells> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        if shape.sort != PatternKind::Group {
            return Err(not_batchable("a condition on lines or loops"));
        }
        let (ways, groups) = (self.joining_ways(shape), self.group_place(shape));
        let mut all = Cells::none();
        for source in self.sources(shape, of)? {
            let holds = match condition {
                Some(condition) => self.holds_of_groups(local, (source, ways, groups), condition)?,
                None => Truth::Known(true),
            };
            let kept = self.both(Truth::Field(source), holds);
            let kept = Cells::of(self.field(kept));
            all = self.join(&all, &kept);
        }
        Ok(all)
    }

    /// The same of the groups of one set. What speaks of a group alone is worked out for all of them; one part of the condition may
    /// speak of a pick as well, if it asks for no more than some cell of the group.
    fn quantified_in(
        &mut self,
        every: bool,
        local: LocalId,
        (source, ways, groups): (Reg, u16, u16),
        condition: &'g Expr,
    ) -> Lifted<Truth> {
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        if every {
            parts = vec![condition];
        }
        let (mut kept, mut rest, mut failed) = (Truth::Field(source), None, None);
        for part in parts {
            match self.holds_of_groups(local, (source, ways, groups), part) {
                Ok(holds) if every => kept = self.without(kept, holds),
                Ok(holds) => kept = self.both(kept, holds),
                Err(_) if !every && rest.is_none() && self.asks_for_some(part, local) => rest = Some(part),
                Err(reason) => failed = Some(reason),
            }
        }
        if let Some(reason) = failed {
            return Err(reason);
        }
        let cells = Cells::of(self.field(kept));
        let Some(part) = rest else {
            let some = self.some(&cells)?;
            return Ok(if every { self.not(some) } else { some });
        };
        self.bound.insert(local, LiftedValue::Cells(cells));
        self.truth(part)
    }

    /// Whether a condition holds of some of several groups just if it holds of all their cells together.
    fn asks_for_some(&self, condition: &Expr, local: LocalId) -> bool {
        match &condition.kind {
            ExprKind::Builtin(Builtin::NotEmpty, args) => is_additive(&args[0], local),
            ExprKind::Builtin(Builtin::Contains, args) => !speaks_of(&args[0], local) && is_additive(&args[1], local),
            _ => false,
        }
    }

    /// The size of the largest group of a player; 0 where there is none.
    pub fn largest_group(&mut self, pattern: PatternId, of: Option<&'g Expr>) -> Lifted<Number> {
        let (a, groups, labels) = self.labelled(pattern, of)?;
        Ok(Number::Whole(self.value_of(Op::Largest { d: 0, a, groups, labels }), 1))
    }

    /// How many groups there are.
    pub fn number_of_groups(&mut self, pattern: PatternId, of: Option<&'g Expr>) -> Lifted<Number> {
        let (a, groups, labels) = self.labelled(pattern, of)?;
        Ok(Number::Whole(self.value_of(Op::GroupCount { d: 0, a, groups, labels }), 1))
    }

    /// The set that groups lie in, with the places of their neighbours and of the labels that are kept of them.
    fn labelled(&mut self, pattern: PatternId, of: Option<&'g Expr>) -> Lifted<(Reg, u16, u16)> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        let owners = self.owners(shape, of)?;
        let [source] = self.sources(shape, of)?[..] else {
            return Err(not_batchable("the sizes of the groups of several players"));
        };
        if shape.sort != PatternKind::Group {
            return Err(not_batchable("sizes of lines or loops"));
        }
        let kept = (pattern.0, owners.first().copied(), self.view);
        let place = match self.sizes.iter().position(|known| *known == kept) {
            Some(place) => place,
            None => {
                self.sizes.push(kept);
                self.sizes.len() - 1
            }
        };
        Ok((source, self.group_place(shape), place as u16))
    }

    /// The groups of a set that never changes.
    pub fn steady_groups(&mut self, pattern: PatternId, of: Option<&'g Expr>) -> Lifted<Vec<LiftedValue<'g>>> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        let changes = not_batchable("a number made of those of groups that change");
        let [source] = self.sources(shape, of)?[..] else { return Err(changes) };
        let Some(Op::Const { set, .. }) = self.made_by(source) else { return Err(changes) };
        if shape.sort != PatternKind::Group || self.game.board.words() > MOST_WORDS {
            return Err(changes);
        }
        let mut rest = Bits::<MOST_WORDS>::from_words(&self.sets[usize::from(set)]);
        let place = self.group_place(shape);
        let near: Vec<Bits<MOST_WORDS>> =
            self.groups[usize::from(place)].1.iter().map(|words| Bits::from_words(words)).collect();
        let mut groups = Vec::new();
        while let Some(seed) = rest.first() {
            let group = component(&near, &rest, seed);
            rest = rest - group;
            let words = group.0[..self.game.board.words()].to_vec();
            groups.push(LiftedValue::Cells(Cells::of(self.constant(words))));
        }
        Ok(groups)
    }

    /// Whether a ply has brought about a group that meets a condition which speaks of nothing but its cells: if so, it is that of
    /// the one cell that was put. Nothing where that cannot be said.
    pub fn new_group(
        &mut self,
        local: LocalId,
        (pattern, of): (PatternId, Option<&'g Expr>),
        condition: &'g Expr,
    ) -> Lifted<Option<Truth>> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        let is_known = shape.sort == PatternKind::Group && self.is_plain(shape) && game.setup.is_empty();
        if !is_known || !self.speaks_of_cells_alone(condition, local) {
            return Ok(None);
        }
        let owners = self.owners(shape, of)?;
        let can_tell = owners.iter().all(|owner| match self.grown[owner.index()] {
            Grown::No | Grown::By(_) => self.monotone[owner.index()],
            Grown::Somehow => false,
        });
        if owners.is_empty() || !can_tell {
            return Ok(None);
        }
        let ways = self.joining_ways(shape);
        let mut any = Truth::Known(false);
        for owner in owners {
            let sought = Sought { pattern, sides: Vec::new(), at: Some(condition.span) };
            self.looked.push((self.acting, sought, owner));
            let Grown::By(cell) = self.grown[owner.index()] else { continue };
            let members = self.sources(shape, of)?;
            for set in members {
                let group = self.value_of(Op::Flood { d: 0, a: cell, set, ways });
                self.bound.insert(local, LiftedValue::Cells(Cells::of(group)));
                let holds = self.truth(condition)?;
                // Other owners' sets do not have the cell.
                let some = Truth::Mask(self.value_of(Op::Some { d: 0, a: group }));
                let holds = self.both(some, holds);
                any = self.either(any, holds);
            }
        }
        Ok(Some(any))
    }

    /// Whether a ply has closed a loop. One that was not there before runs through the one cell that was put.
    pub fn new_loop(&mut self, pattern: PatternId, owners: &[PlayerId]) -> Lifted<Truth> {
        let game = self.game;
        let shape = &game.patterns[pattern];
        let is_known = !owners.is_empty() && self.is_plain(shape) && game.setup.is_empty();
        if !is_known || game.board.words() > MOST_WORDS {
            return Err(LOOPS);
        }
        let encloses = Cycles::<MOST_WORDS>::new(&game.board, shape.relation).always_around();
        let mut any = Truth::Known(false);
        for owner in owners {
            self.looked.push((self.acting, Sought { pattern, sides: Vec::new(), at: None }, *owner));
            let closed = match self.grown[owner.index()] {
                Grown::No => Truth::Known(false),
                Grown::By(a) if encloses => {
                    let owned = self.plane(owner.index());
                    let (set, groups) = (self.dense(&owned)?, self.group_place(shape));
                    Truth::Mask(self.value_of(Op::OnLoop { d: 0, a, set, groups }))
                }
                _ => return Err(LOOPS),
            };
            any = self.either(any, closed);
        }
        Ok(any)
    }

    /// Whether an expression speaks of nothing but the cells of a local name and what never changes.
    fn speaks_of_cells_alone(&self, expr: &'g Expr, local: LocalId) -> bool {
        let mut inner = vec![local];
        self.is_steady_but(expr, &mut inner)
    }

    fn is_steady_but(&self, expr: &'g Expr, known: &mut Vec<LocalId>) -> bool {
        if constant(expr, Some(&self.game.board), &self.game.definitions).is_some() {
            return true;
        }
        match &expr.kind {
            ExprKind::Local(local) => known.contains(local),
            ExprKind::Call(id, args) => {
                let definition = &self.game.definitions[*id];
                known.extend(definition.params.iter().copied());
                args.iter().all(|arg| self.is_steady_but(arg, known)) && self.is_steady_but(&definition.body, known)
            }
            ExprKind::Quantified { local, over, condition, .. } | ExprKind::Filter { local, over, condition } => {
                known.push(*local);
                self.is_steady_but(over, known) && self.is_steady_but(condition, known)
            }
            ExprKind::Fold { local, over, condition, body, .. } => {
                known.push(*local);
                self.is_steady_but(over, known)
                    && condition.as_deref().is_none_or(|condition| self.is_steady_but(condition, known))
                    && self.is_steady_but(body, known)
            }
            ExprKind::Pattern { pattern, of: None, through: None } => {
                let members = &self.game.patterns[*pattern].members;
                !self.game.patterns[*pattern].by_owner && self.is_steady_but(members, known)
            }
            ExprKind::Not(_) | ExprKind::If(..) | ExprKind::Neighbours(..) => {
                expr.parts().into_iter().all(|part| self.is_steady_but(part, known))
            }
            ExprKind::Builtin(builtin, args) => {
                builtin.row().reads == Reads::NOTHING && args.iter().all(|arg| self.is_steady_but(arg, known))
            }
            _ => false,
        }
    }
}

/// The parts of a condition that must all hold.
fn conjuncts<'e>(condition: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::Builtin(Builtin::And, args) => args.iter().for_each(|arg| conjuncts(arg, parts)),
        _ => parts.push(condition),
    }
}

/// Whether an expression speaks of a local name.
fn speaks_of(expr: &Expr, local: LocalId) -> bool {
    let mut found = false;
    expr.visit(&mut |part| found |= matches!(part.kind, ExprKind::Local(known) if known == local));
    found
}

/// Whether a set of several groups together is that of each of them put together.
fn is_additive(set: &Expr, local: LocalId) -> bool {
    let speaks = |expr: &Expr| speaks_of(expr, local);
    match &set.kind {
        ExprKind::Local(known) => *known == local,
        ExprKind::Neighbours(_, of) => is_additive(of, local),
        ExprKind::Builtin(Builtin::Intersection, sides) => match sides.as_slice() {
            [a, b] if !speaks(b) => is_additive(a, local),
            [a, b] if !speaks(a) => is_additive(b, local),
            _ => false,
        },
        ExprKind::Builtin(Builtin::Difference, sides) => match sides.as_slice() {
            [a, b] if !speaks(b) => is_additive(a, local),
            _ => false,
        },
        _ => false,
    }
}

/// The largest boards, in words.
const MOST_WORDS: usize = 10;

const OTHER: NotBatchable = not_batchable("a condition on a group of another form");
const OUTSIDE: NotBatchable = not_batchable("a condition on a group speaks of one outside it");
const LOOPS: NotBatchable = not_batchable("it looks for loops");

//! What a role can do, as sets of picks.

use super::deferred_tests::DeferredTests;
use super::implied_pick::follows;
use super::lifter::{Lifted, Lifter, NotBatchable, View, not_batchable};
use super::value::{Cell, Cells, LiftedPlayer, LiftedValue, Path, Truth};
use crate::chain::Change;
use crate::op::Reg;
use rulebook_language::model::{
    Builtin, Effect, Expr, ExprKind, LocalId, Move, Picking, Primitive, Type, all_primitives, primitives,
};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// A way to pick: the cells of the first pick, and by how many slots the second lies further.
pub struct Picks {
    /// A register of sets.
    pub set: Reg,
    /// Slots.
    pub by: i32,
    /// How likely each is that nature can draw, bit by bit, where they are not all alike.
    pub weights: Option<Vec<Reg>>,
    /// What is left to be tested of those that are not sure.
    pub unsure: Option<Uncertain>,
    /// The cells from which the second pick is a cell at all, as words.
    pub from: Vec<u64>,
    /// What is done, where these are links of a chain.
    pub changes: Vec<Change>,
    /// The cells of the second pick, where it may be any of some, whatever the first is.
    pub far: Option<Reg>,
    /// The cells that are written beside the picks: by so many slots further than the first, if that is known.
    pub shown: Vec<Option<i16>>,
    /// Whether not all of them are legal, and which are is known only of those that are drawn.
    pub may_be_rejected: bool,
    /// Whether that is so because another action must follow.
    pub needs_another: bool,
}

/// A move as a stage offers it.
#[derive(Clone, Copy)]
pub struct Offered<'g> {
    /// The move.
    pub rule: &'g Move,
    /// Picks that are bound to sets, by their places.
    pub with: &'g [(u8, Expr)],
    /// Whether a turn begins with it.
    pub begins: bool,
    /// The player and the stage that must offer something after it.
    pub completes: Option<(usize, u16)>,
}

/// Picks of which not all are legal.
pub struct Uncertain {
    /// Those that are, as a register of sets.
    pub sure: Reg,
    /// The place of the tests for the others.
    pub tests: u16,
    /// The sets that the tests ask about.
    pub sources: [Reg; 2],
}

impl<'g> Lifter<'g> {
    /// The legal picks of a move.
    pub fn picks(&mut self, offered: Offered<'g>) -> Lifted<Vec<Picks>> {
        let kept = (self.planes.clone(), std::mem::take(&mut self.before), self.view, self.frame);
        self.bound.clear();
        self.view = View::Now;
        let outlasts = std::mem::replace(&mut self.outlasts_swap, true);
        let result = self.move_picks(offered);
        self.outlasts_swap = outlasts;
        (self.planes, self.before, self.view, self.frame) = kept;
        result.map_err(|reason| reason.within(offered.rule.span))
    }

    fn move_picks(&mut self, offered: Offered<'g>) -> Lifted<Vec<Picks>> {
        let Offered { rule, with, begins, .. } = offered;
        if begins {
            // Nothing has happened in the turn.
            for plane in self.turn_planes() {
                self.planes[plane] = Cells::none();
            }
        }
        let mut steps = rule.picking.as_slice();
        let mut possible = Truth::Known(true);
        let mut place = 0;
        while let Some((first, rest)) = steps.split_first() {
            match first {
                Picking::Pick { from, .. } if from.ty == Type::Cells => break,
                Picking::Pick { local, from } => {
                    let can = self.bind_fixed(offered, *local, from, place)?;
                    possible = self.both(possible, can);
                    place += 1;
                }
                Picking::Several { .. } => return Err(not_batchable("a pick of a set")),
                Picking::Where(condition) => {
                    let holds = self.asked_of_all(condition)?;
                    possible = self.both(possible, holds);
                }
                Picking::Let { local, value } => self.name(*local, value)?,
            }
            steps = rest;
        }
        let Some((Picking::Pick { local, from }, rest)) = steps.split_first() else {
            let stand_in = self.words_of([self.stand_in()]);
            let domain = Truth::Field(self.constant(stand_in));
            let domain = self.both(domain, possible);
            self.frames += 1;
            self.frame = self.frames;
            let (here, mut found) = (self.here(), Vec::new());
            self.go_on(offered, &[], domain, &here, [1, place], &mut found)?;
            return Ok(found);
        };
        let mut domain = self.cells(from)?;
        for (_, bound) in with.iter().filter(|(pick, _)| usize::from(*pick) == place) {
            let bound = self.cells(bound)?;
            domain = self.meet(&domain, &bound);
        }
        let domain = self.dense(&domain)?;
        self.frames += 1;
        self.frame = self.frames;
        let here = self.here();
        self.bound.insert(*local, LiftedValue::Cell(Cell::At(self.frame, here.clone())));
        self.believe(from, &here);
        self.believe_of(domain, &here);
        let mut found = Vec::new();
        let domain = self.both(Truth::Field(domain), possible);
        self.go_on(offered, rest, domain, &here, [1, place + 1], &mut found)?;
        Ok(found)
    }

    /// The cell that is picked in place of none.
    pub fn stand_in(&self) -> CellId {
        self.game.board.cells().next().unwrap_or(CellId(0))
    }

    /// Binds a pick that is no cell to the one that is meant; whether it can be picked.
    fn bind_fixed(&mut self, offered: Offered<'g>, local: LocalId, from: &'g Expr, place: usize) -> Lifted<Truth> {
        if !self.rolled.is_empty() {
            let shown = self.fixed_value(place, from)?;
            self.bound.insert(local, shown);
            return Ok(Truth::Known(true));
        }
        let mut can = self.can_fix(place, from)?;
        for (_, bound) in offered.with.iter().filter(|(pick, _)| usize::from(*pick) == place) {
            let bound = self.can_fix(place, bound)?;
            can = self.both(can, bound);
        }
        let value = self.fixed_value(place, from)?;
        self.bound.insert(local, value);
        Ok(can)
    }

    /// Says of the cell at the end of a path what its source says of it.
    fn believe(&mut self, from: &'g Expr, path: &Path) {
        for plane in 0..usize::from(self.layout.owners) {
            if let Some(inside) = self.known_in(from, plane) {
                self.planes[plane].facts.push((path.clone(), inside));
            }
        }
    }

    /// Says of the cell at the end of a path, which is one of a set, whose piece stands there and of what kind, where the set says it.
    pub fn believe_of(&mut self, set: Reg, path: &Path) {
        let (owners, kinds) = (usize::from(self.layout.owners), usize::from(self.layout.kinds));
        for class in [0..owners, owners..owners + kinds] {
            let is_in = |lifter: &Self, plane: usize| match lifter.planes[plane].dense.as_slice() {
                [(Truth::Known(true), reg)] => lifter.within(set, *reg),
                _ => false,
            };
            let Some(known) = class.clone().find(|plane| is_in(self, *plane)) else { continue };
            for plane in class {
                if self.planes[plane].says(path).is_none() {
                    self.planes[plane].facts.push((path.clone(), plane == known));
                }
            }
        }
    }

    /// Whether the members of a set are in an owner's plane, where the words say it.
    pub fn known_in(&mut self, expr: &'g Expr, plane: usize) -> Option<bool> {
        match &expr.kind {
            ExprKind::Builtin(builtin, args) => match (builtin, args.as_slice()) {
                (Builtin::Empty, _) => Some(false),
                (Builtin::Mine, _) => Some(plane == self.me.index()),
                (Builtin::Enemies, _) => match plane == self.me.index() {
                    true => Some(false),
                    false if plane >= self.game.players.len() => Some(false),
                    false => (self.game.players.len() == 2).then_some(true),
                },
                (Builtin::Intersection, [a, b]) => match (self.known_in(a, plane), self.known_in(b, plane)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    _ => None,
                },
                (Builtin::Difference, [a, b]) => match self.known_in(a, plane) {
                    Some(known) => Some(known),
                    // What is taken away is the whole plane.
                    None => (self.is_plane(b, plane)).then_some(false),
                },
                (Builtin::Union, [a, b]) => match (self.known_in(a, plane), self.known_in(b, plane)) {
                    (Some(a), Some(b)) if a == b => Some(a),
                    _ => None,
                },
                _ => None,
            },
            _ if self.is_plane(expr, plane) => Some(true),
            _ => None,
        }
    }

    fn is_plane(&mut self, expr: &'g Expr, plane: usize) -> bool {
        match &expr.kind {
            ExprKind::Builtin(Builtin::Mine, _) => plane == self.me.index(),
            ExprKind::Builtin(Builtin::Enemies, _) => {
                self.game.players.len() == 2 && plane < 2 && plane != self.me.index()
            }
            ExprKind::Builtin(Builtin::Occupied, _) => true,
            ExprKind::Pieces { owner: Some(owner), .. } if self.layout.kinds == 0 => {
                matches!(self.player(owner), Ok(LiftedPlayer::Known(player)) if player.index() == plane)
            }
            _ => false,
        }
    }

    fn go_on(
        &mut self,
        offered: Offered<'g>,
        steps: &'g [Picking],
        mut legal: Truth,
        last: &Path,
        [cells, mut picks]: [usize; 2],
        found: &mut Vec<Picks>,
    ) -> Lifted<()> {
        let Offered { rule, with, completes, .. } = offered;
        for (place, step) in steps.iter().enumerate() {
            match step {
                Picking::Where(condition) => {
                    let holds = self.asked_of_all(condition)?;
                    legal = self.both(legal, holds);
                }
                Picking::Let { local, value } if cells == 1 && follows(rule) == Some(*local) => {
                    // The one cell of a set is picked from it.
                    let ExprKind::Builtin(_, of) = &value.kind else { return Err(FOLLOWS) };
                    let source = self.cells(&of[0])?;
                    if !source.is_sparse() {
                        return Err(FOLLOWS);
                    }
                    for (place_of, (path, truth)) in source.points.iter().enumerate() {
                        let mut alone = *truth;
                        for (other, (_, truth)) in source.points.iter().enumerate() {
                            if other != place_of {
                                alone = self.without(alone, *truth);
                            }
                        }
                        let leads = self.leads(path);
                        let member = self.both(alone, leads);
                        let legal = self.both(legal, member);
                        if legal == Truth::Known(false) {
                            continue;
                        }
                        let planes = self.planes.clone();
                        self.bound.insert(*local, LiftedValue::Cell(Cell::At(self.frame, path.clone())));
                        self.go_on(offered, &steps[place + 1..], legal, path, [cells + 1, picks], found)?;
                        self.planes = planes;
                    }
                    return Ok(());
                }
                Picking::Let { local, value } => self.name(*local, value)?,
                Picking::Several { .. } => return Err(not_batchable("a pick of a set")),
                Picking::Pick { local, from } if from.ty != Type::Cells => {
                    let can = self.bind_fixed(offered, *local, from, picks)?;
                    legal = self.both(legal, can);
                    picks += 1;
                }
                Picking::Pick { local, from } => {
                    if cells >= 2 {
                        return Err(not_batchable("a move of more than two picks"));
                    }
                    let mut source = self.second_source(from)?;
                    for (_, bound) in with.iter().filter(|(pick, _)| usize::from(*pick) == picks) {
                        let bound = self.cells(bound)?;
                        source = self.meet(&source, &bound);
                    }
                    if !source.is_sparse() {
                        return self.far(offered, &steps[place + 1..], legal, (from, &source), found);
                    }
                    for (path, truth) in source.points.clone() {
                        if truth == Truth::Known(false) {
                            continue;
                        }
                        let planes = self.planes.clone();
                        self.bound.insert(*local, LiftedValue::Cell(Cell::At(self.frame, path.clone())));
                        self.believe(from, &path);
                        let leads = self.leads(&path);
                        let member = self.both(truth, leads);
                        let legal = self.both(legal, member);
                        self.believe_empty(&path, legal)?;
                        self.go_on(offered, &steps[place + 1..], legal, &path, [cells + 1, picks + 1], found)?;
                        self.planes = planes;
                    }
                    return Ok(());
                }
            }
        }
        if !self.rolled.is_empty() && primitives(&rule.effects).flat_map(Primitive::cells).next().is_some() {
            return Err(not_batchable("an effect of dice on a cell that may be none"));
        }
        // An effect on nowhere is no action.
        for cell in primitives(&rule.effects).flat_map(Primitive::cells) {
            match self.lift(cell) {
                Ok(LiftedValue::Cell(Cell::At(frame, path))) if frame == self.frame => {
                    let leads = self.leads(&path);
                    legal = self.both(legal, leads);
                }
                Ok(LiftedValue::Cell(Cell::Known(_))) => {}
                _ if self.may_wait() => self.wait(cell),
                _ => {}
            }
        }
        let end = rule.effects.iter().rposition(Effect::requires).map_or(0, |last| last + 1);
        let mut deferred = DeferredTests::none();
        if end > 0 {
            self.before = self.planes.clone();
            self.imagines = true;
            let imagined = self.imagine_all(&rule.effects[..end], &mut legal, &mut deferred);
            self.imagines = false;
            self.before.clear();
            imagined?;
        }
        let mut needs_another = false;
        if let Some(next) = completes {
            match self.imagine_completed(rule, end, next, legal) {
                Ok(completed) => legal = self.both(legal, completed),
                Err(_) if self.may_wait() => needs_another = true,
                Err(reason) => return Err(reason),
            }
        }
        if legal != Truth::Known(false) {
            let unsure = self.unsure(deferred, legal);
            let changes = if self.linking { self.link_changes(&rule.effects, &last.from)? } else { Vec::new() };
            let shown = if follows(rule).is_some() { Vec::new() } else { self.shown_cells(rule, legal)? };
            if self.last.is_some() && !(shown.is_empty() && self.fixed.is_empty()) {
                return Err(not_batchable("a chain of moves that pick something else than cells"));
            }
            let weights = self.weights(rule, legal)?;
            if weights.is_some() && unsure.is_some() {
                return Err(not_batchable("odds of what is tested when it is drawn"));
            }
            found.push(Picks {
                set: self.field(legal),
                by: last.by,
                weights,
                unsure,
                from: last.from.clone(),
                changes,
                far: None,
                shown,
                may_be_rejected: needs_another || self.may_be_rejected(rule),
                needs_another,
            });
        }
        Ok(())
    }

    /// Whether another action can follow one whose last effects are made in thought.
    fn imagine_completed(
        &mut self,
        rule: &'g Move,
        from: usize,
        (role, stage): (usize, u16),
        mut legal: Truth,
    ) -> Lifted<Truth> {
        if self.may_be_rejected(rule) {
            return Err(not_batchable("an action that may be rejected, and needs another after it"));
        }
        let mut deferred = DeferredTests::none();
        for primitive in primitives(&rule.effects[from..]) {
            self.imagine(primitive, &mut legal, &mut deferred)?;
        }
        self.completed(role, stage, legal)
    }

    /// Gives a value its name; where it cannot be worked out for all picks at once, what is asked of it is asked of drawn actions.
    fn name(&mut self, local: LocalId, value: &'g Expr) -> Lifted<()> {
        match self.lift(value) {
            Ok(lifted) => _ = self.bound.insert(local, lifted),
            Err(_) if self.may_wait() => {
                self.bound.remove(&local);
                self.wait(value);
            }
            Err(reason) => return Err(reason),
        }
        Ok(())
    }

    /// What a second pick comes from: where that is not known for all first picks, what it lies in, and the rest is asked of drawn actions.
    fn second_source(&mut self, from: &'g Expr) -> Lifted<Cells> {
        let bound = self.bound.clone();
        let reason = match self.cells(from) {
            Err(reason) if self.may_wait() => reason,
            source => return source,
        };
        let (mut part, mut outer) = (from, bound.clone());
        while let ExprKind::Call(id, args) = &part.kind {
            self.bound.clone_from(&outer);
            let values = args.iter().map(|arg| self.lift(arg)).collect::<Lifted<Vec<_>>>()?;
            let definition = &self.game.definitions[*id];
            outer.extend(definition.params.iter().copied().zip(values));
            part = &definition.body;
        }
        let ExprKind::Filter { over, .. } = &part.kind else { return Err(reason) };
        self.bound.clone_from(&outer);
        let over = self.cells(over);
        self.bound = bound;
        self.wait(from);
        over
    }

    /// A second pick that may be anywhere: all pairs with it are offered, and what is asked of both is asked of the drawn one.
    fn far(
        &mut self,
        offered: Offered<'g>,
        rest: &'g [Picking],
        legal: Truth,
        (from, source): (&'g Expr, &Cells),
        found: &mut Vec<Picks>,
    ) -> Lifted<()> {
        let rule = offered.rule;
        let is_free = rest.is_empty() && offered.completes.is_none() && !rule.effects.iter().any(Effect::requires);
        let is_free = is_free && !self.may_be_rejected(rule) && rule.shown.is_empty();
        if self.linking || self.last.is_some() || !(is_free || self.may_wait()) {
            return Err(FAR);
        }
        let far = match self.dense(source) {
            Ok(far) => far,
            Err(reason) if !self.may_wait() || !offered.with.is_empty() => return Err(reason),
            Err(_) => {
                self.wait(from);
                self.any_of(source)?
            }
        };
        if !is_free {
            self.wait_for_all(rule, rest)?;
        }
        let shown = vec![None; rule.shown.len()];
        found.push(Picks {
            set: self.field(legal),
            by: 0,
            weights: None,
            unsure: None,
            from: Vec::new(),
            changes: Vec::new(),
            far: Some(far),
            shown,
            may_be_rejected: offered.completes.is_some() || self.may_be_rejected(rule),
            needs_another: offered.completes.is_some(),
        });
        Ok(())
    }

    /// The cells that can be in a set at all, whatever is picked.
    fn any_of(&mut self, set: &Cells) -> Lifted<Reg> {
        if set.points.iter().any(|(_, truth)| *truth != Truth::Known(false)) {
            return Err(FAR);
        }
        let parts: Vec<Reg> = set.dense.iter().map(|(_, reg)| *reg).collect();
        let all = parts.into_iter().reduce(|all, part| self.union(all, part));
        all.ok_or(FAR)
    }

    /// Asks all that is asked after a pick of drawn actions.
    fn wait_for_all(&mut self, rule: &'g Move, rest: &'g [Picking]) -> Lifted<()> {
        for step in rest {
            match step {
                Picking::Where(condition) => self.wait(condition),
                Picking::Let { value, .. } => self.wait(value),
                Picking::Pick { .. } | Picking::Several { .. } => return Err(FAR),
            }
        }
        for primitive in all_primitives(&rule.effects) {
            if let Primitive::Require(condition) = primitive {
                self.wait(condition);
            }
        }
        for cell in primitives(&rule.effects).flat_map(Primitive::cells) {
            self.wait(cell);
        }
        Ok(())
    }

    fn unsure(&mut self, deferred: DeferredTests, legal: Truth) -> Option<Uncertain> {
        let first = *deferred.sources.first().filter(|_| !deferred.tests.tests.is_empty())?;
        let sure = self.both(legal, deferred.sure);
        let sure = self.field(sure);
        let tests = match self.tests.iter().position(|known| *known == deferred.tests) {
            Some(place) => place,
            None => {
                self.tests.push(deferred.tests);
                self.tests.len() - 1
            }
        };
        Some(Uncertain {
            sure,
            tests: tests as u16,
            sources: [first, deferred.sources.get(1).copied().unwrap_or(first)],
        })
    }
}

const FAR: NotBatchable = not_batchable("a second pick that may be far from the first");
const FOLLOWS: NotBatchable = not_batchable("the one cell of a set that is far from the pick");

//! Two picks of which the second is a step, or a jump, from the first: all first picks of a direction are found at once, from where
//! they lead to.

use rustc_hash::FxHashMap;

use super::Lowered;
use super::builder::Builder;
use super::candidates::Parts;
use super::lift::Lifting;
use super::picks::Source;
use crate::plan::op::{Op, Reg};
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, LocalId, Type};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;

/// The most parts that first picks are divided into.
const MAX_SHARES: usize = 4;

/// The most pairs of steps that are looked at, from all cells together.
const MAX_PAIRS: usize = 1 << 12;

/// First picks, and the directions that they go in: bits.
#[derive(Clone)]
struct Share {
    from: Reg,
    /// The choices that divided them from others, by their places in the tree, and how they were answered.
    decided: Vec<(*const Expr, bool)>,
    steps: Vec<u64>,
}

impl Builder<'_> {
    /// Code that emits the candidates of two near picks, a direction at a time: the conditions that are left to be asked of each.
    /// Nothing, and no code, where the picks have another form.
    pub fn adjacent_picks<'m>(&mut self, parts: &Parts<'m>) -> Lowered<Option<Vec<&'m Expr>>> {
        let cells = |(_, from): &(LocalId, &Expr)| from.ty == Type::Cells;
        let far = self.is_probing()
            || parts.picks.len() != 2
            || parts.picks_sets()
            || !parts.picks.iter().all(cells)
            || self.game.board.directions().count() > 64;
        if far || parts.with.iter().any(|(pick, _)| *pick != 0) {
            return Ok(None);
        }
        let (start, bound) = (self.code.here(), self.scope.bound().clone());
        let found = self.by_direction(parts)?;
        if found.is_none() {
            self.code.take_back(start);
            self.scope.rebind(bound);
        }
        Ok(found)
    }

    fn by_direction<'m>(&mut self, parts: &Parts<'m>) -> Lowered<Option<Vec<&'m Expr>>> {
        let ((a, first), (b, second)) = (parts.picks[0], parts.picks[1]);
        let lets: FxHashMap<LocalId, &Expr> =
            parts.lets.iter().copied().filter(|(_, value)| parts.level(value) > 0).collect();
        let (mut of_a, mut of_b) = (Lifting::new(a, lets.clone()), Lifting::new(b, lets));
        self.need(parts, first)?;
        for (_, within) in parts.with {
            self.need(parts, within)?;
        }
        let Source::Cells(mut from) = self.source(first, parts.with, 0)? else { return Ok(None) };
        // What the second pick is taken from: sets that are there for all first picks, and one way from the first.
        let (mut free, mut ways) = (Vec::new(), Vec::new());
        intersected(&of_a, second, &mut free, &mut ways);
        let [way] = ways.as_slice() else { return Ok(None) };
        let mut to: Option<Reg> = None;
        for set in free {
            self.need(parts, set)?;
            let b = self.set(set)?;
            to = Some(match to {
                Some(a) => {
                    let d = self.code.set_reg();
                    self.code.op(Op::And { d, a, b });
                    d
                }
                None => b,
            });
        }
        let mut to = match to {
            Some(to) => to,
            None => self.set_of(self.game.board.cells()),
        };
        let (mut rest, mut over) = (Vec::new(), None);
        for condition in parts.conditions.iter().copied().filter(|condition| parts.level(condition) > 0) {
            for name in condition.free_locals() {
                if parts.lets.iter().any(|(local, value)| *local == name && parts.level(value) == 0) {
                    self.need_named(parts, name)?;
                }
            }
            if parts.level(condition) == 1 {
                let Some(narrower) = self.lift(&mut of_a, condition, from)? else { return Ok(None) };
                from = narrower;
            } else if !of_a.depends(condition) {
                match self.lift(&mut of_b, condition, to)? {
                    Some(narrower) => to = narrower,
                    None => rest.push(condition),
                }
            } else if let Some(set) = self.over_what(&of_a, &of_b, condition)
                && over.is_none()
            {
                self.need(parts, set)?;
                over = Some(self.set(set)?);
            } else if self.can_lift(&mut of_b, condition)? {
                return Ok(None);
            } else {
                rest.push(condition);
            }
        }
        let mut shares = vec![Share { from, decided: Vec::new(), steps: Vec::new() }];
        if !self.walk(&mut of_a, way, &mut shares)? {
            return Ok(None);
        }
        for share in &shares {
            let directions = match (share.steps.as_slice(), over) {
                ([step], None) if self.apart(*step, 1) => *step,
                ([one, two], Some(_)) if self.straight(*one, *two) => one & two,
                _ => return Ok(None),
            };
            let directions = self.direction_list((0..64).filter(|direction| directions >> direction & 1 == 1));
            let from = share.from;
            self.code.op(match over {
                Some(over) => Op::EmitJumps { from, over, to, directions },
                None => Op::EmitSteps { from, to, directions },
            });
        }
        Ok(Some(rest))
    }

    /// Adds the steps of a way from the first pick to each share, which may divide them further; false where it is of another form.
    fn walk(&mut self, of_a: &mut Lifting<'_>, way: &Expr, shares: &mut Vec<Share>) -> Lowered<bool> {
        let game = self.game;
        match &of_a.resolved(way).kind {
            ExprKind::Neighbours(relation, of) if of_a.is_cell(of) => {
                let directions = game.board.relation_directions(*relation);
                let mask = directions.iter().fold(0, |mask, direction| mask | 1u64 << direction.index());
                shares.iter_mut().for_each(|share| share.steps.push(mask));
                Ok(true)
            }
            ExprKind::Call(id, args) if args.iter().all(|arg| of_a.is_cell(arg)) => {
                let definition = &game.definitions[*id];
                let named = of_a.name(&definition.params);
                let found = self.walk(of_a, &definition.body, shares);
                of_a.forget(&named);
                found
            }
            ExprKind::Builtin(Builtin::StepAll, args) if args.len() == 2 => {
                let (from, directions) = (args[0].clone(), args[1].clone());
                if !is_the_cell(of_a, &from) && !self.walk(of_a, &from, shares)? {
                    return Ok(false);
                }
                let mut all = Vec::new();
                for share in std::mem::take(shares) {
                    if !self.ways(of_a, &directions, share, &mut all)? {
                        return Ok(false);
                    }
                }
                *shares = all;
                Ok(shares.len() <= MAX_SHARES && shares.iter().all(|share| share.steps.len() <= 2))
            }
            _ => Ok(false),
        }
    }

    /// Adds a step in some directions to a share, which is divided where they depend on the cell.
    fn ways(
        &mut self,
        of_a: &mut Lifting<'_>,
        directions: &Expr,
        mut share: Share,
        out: &mut Vec<Share>,
    ) -> Lowered<bool> {
        if out.len() > MAX_SHARES {
            return Ok(false);
        }
        if let Some(Constant::Directions(some)) = self.known(directions) {
            share.steps.push(some.iter().fold(0, |mask, direction| mask | 1u64 << direction.index()));
            out.push(share);
            return Ok(true);
        }
        match &directions.kind {
            ExprKind::Call(id, args) if args.iter().all(|arg| of_a.is_cell(arg)) => {
                let game = self.game;
                let definition = &game.definitions[*id];
                let named = of_a.name(&definition.params);
                let found = self.ways(of_a, &definition.body, share, out);
                of_a.forget(&named);
                found
            }
            ExprKind::If(condition, then, otherwise) if !of_a.depends(condition) => match self.settled(condition)? {
                Some(holds) => self.ways(of_a, if holds { then } else { otherwise }, share, out),
                None => Ok(false),
            },
            ExprKind::If(condition, then, otherwise) => {
                let place = std::ptr::from_ref::<Expr>(condition);
                let branch = |holds| if holds { then } else { otherwise };
                if let Some((_, holds)) = share.decided.iter().find(|(decided, _)| *decided == place).copied() {
                    return self.ways(of_a, branch(holds), share, out);
                }
                let Some(with) = self.lift(of_a, condition, share.from)? else { return Ok(false) };
                let without = self.code.set_reg();
                self.code.op(Op::Sub { d: without, a: share.from, b: with });
                for (from, holds) in [(with, true), (without, false)] {
                    let mut part = Share { from, ..share.clone() };
                    part.decided.push((place, holds));
                    if !self.ways(of_a, branch(holds), part, out)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// What a condition comes to for the player whose code is written, if that is known.
    fn settled(&mut self, condition: &Expr) -> Lowered<Option<bool>> {
        let start = self.code.here();
        let reg = self.truth(condition)?;
        let settled = self.code.last_constant(reg).map(|number| number != 0);
        self.code.take_back(start);
        Ok(settled)
    }

    /// The set of which something is to be between the two picks, where the condition says so.
    fn over_what<'e>(&self, of_a: &Lifting<'_>, of_b: &Lifting<'_>, condition: &'e Expr) -> Option<&'e Expr> {
        let between = |expr: &Expr| match &of_b.resolved(expr).kind {
            ExprKind::Builtin(Builtin::Between, ends) => of_a.is_cell(&ends[0]) && of_b.is_cell(&ends[1]),
            _ => false,
        };
        let set = match &condition.kind {
            ExprKind::Builtin(Builtin::NotEmpty, args) => match &args[0].kind {
                ExprKind::Builtin(Builtin::Intersection, sets) if sets.len() == 2 && between(&sets[0]) => &sets[1],
                ExprKind::Builtin(Builtin::Intersection, sets) if sets.len() == 2 && between(&sets[1]) => &sets[0],
                _ => return None,
            },
            ExprKind::Builtin(Builtin::Contains, args) => match &of_b.resolved(&args[0]).kind {
                ExprKind::Builtin(Builtin::The, the) if between(&the[0]) => &args[1],
                _ => return None,
            },
            _ => return None,
        };
        (!of_a.depends(set) && !of_b.depends(set)).then_some(set)
    }

    /// Whether so many steps in each of the directions lead from every cell to another one, and the opposite steps back.
    fn apart(&self, directions: u64, times: usize) -> bool {
        let board = &self.game.board;
        let ways: Vec<DirectionId> = directions_of(directions).collect();
        let lead = |cell: CellId, way: DirectionId| {
            (0..times).try_fold(cell, |at, _| board.step(at, way)).filter(|end| *end != cell)
        };
        ways.iter().all(|way| self.leads_back(*way))
            && board.cells().all(|cell| {
                let mut ends: Vec<CellId> = ways.iter().filter_map(|way| lead(cell, *way)).collect();
                let reached =
                    ways.iter().filter(|way| (0..times).try_fold(cell, |at, _| board.step(at, **way)).is_some());
                let count = reached.count();
                ends.sort_unstable();
                ends.dedup();
                ends.len() == count
            })
    }

    /// Whether the opposite step always leads back, and from nowhere else.
    pub fn leads_back(&self, way: DirectionId) -> bool {
        let board = &self.game.board;
        let back = board.opposite(way);
        board.cells().all(|cell| {
            board.step(cell, way).is_none_or(|next| board.step(next, back) == Some(cell))
                && board.step(cell, back).is_none_or(|next| board.step(next, way) == Some(cell))
        })
    }

    /// Whether of two steps only those straight on have something between their ends, which is the one cell in the middle.
    fn straight(&self, one: u64, two: u64) -> bool {
        let board = &self.game.board;
        let holds = |cell: CellId, first: DirectionId, second: DirectionId| {
            let Some(middle) = board.step(cell, first) else { return true };
            let Some(end) = board.step(middle, second) else { return true };
            let between = board.between(cell, end);
            if first == second { between == [middle] } else { between.is_empty() }
        };
        let pairs: Vec<(DirectionId, DirectionId)> =
            directions_of(one).flat_map(|first| directions_of(two).map(move |second| (first, second))).collect();
        board.cells().count() * pairs.len() <= MAX_PAIRS
            && self.apart(one & two, 2)
            && board.cells().all(|cell| pairs.iter().all(|(first, second)| holds(cell, *first, *second)))
    }
}

fn directions_of(mask: u64) -> impl Iterator<Item = DirectionId> + Clone {
    (0..64).filter(move |direction| mask >> direction & 1 == 1).map(DirectionId::from_index)
}

/// The sets that a set is the intersection of: those that have nothing to do with the cell, and the others.
fn intersected<'e>(of_a: &Lifting<'e>, set: &'e Expr, free: &mut Vec<&'e Expr>, ways: &mut Vec<&'e Expr>) {
    let set = of_a.resolved(set);
    match &set.kind {
        _ if !of_a.depends(set) => free.push(set),
        ExprKind::Builtin(Builtin::Intersection, sets) => {
            sets.iter().for_each(|set| intersected(of_a, set, free, ways));
        }
        _ => ways.push(set),
    }
}

/// Whether a set is that of the cell alone.
fn is_the_cell(of_a: &Lifting<'_>, set: &Expr) -> bool {
    of_a.is_cell(set)
        || matches!(&set.kind, ExprKind::Builtin(Builtin::OneCell, cells) if cells.len() == 1 && of_a.is_cell(&cells[0]))
}

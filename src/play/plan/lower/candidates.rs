//! Code that finds the legal actions of a move: all of them, or candidates of which each is still to be confirmed.

use rustc_hash::FxHashMap;

use super::Lowered;
use super::builder::Builder;
use super::lift::Lifting;
use super::moves::{decisive, uncertain};
use super::operand::{Num, Operand};
use super::picks::{Source, member};
use super::weigh::weight;
use crate::plan::op::Op;
use crate::plan::program::Code;
use rulebook_language::model::{Builtin, Expr, ExprKind, Game, LocalId, Move, Picking, Type};

/// Conditions of more operations than this are left to be asked of a candidate alone.
const LIGHT: u64 = 24;
/// What a choice between conditions depends on is asked once for each of them where it takes no more operations than this.
const LIGHT_TEST: u64 = 8;

/// The code that finds the actions of a move.
pub struct MoveCode {
    /// Emits every legal action.
    pub generate: Code,
    /// Emits candidates, among them every legal action.
    pub propose: Code,
    /// Emits the action of a candidate's picks, if it is legal; where there is none, every candidate is.
    pub confirm: Option<Code>,
}

/// A move's picks, what they are named with, and its conditions.
pub struct Parts<'m> {
    rule: &'m Move,
    /// The sets that picks are bound to.
    pub with: &'m [(u8, Expr)],
    /// What is picked, and from what.
    pub picks: Vec<(LocalId, &'m Expr)>,
    /// Of each pick, its first place in an action, and of a set how many members it has at least and at most.
    places: Vec<(u16, Option<(u8, u8)>)>,
    /// Names.
    pub lets: Vec<(LocalId, &'m Expr)>,
    /// Conditions.
    pub conditions: Vec<&'m Expr>,
}

impl<'m> Parts<'m> {
    fn new(rule: &'m Move, with: &'m [(u8, Expr)]) -> Self {
        let (picks, places) = (Vec::new(), Vec::new());
        let mut parts = Parts { rule, with, picks, places, lets: Vec::new(), conditions: Vec::new() };
        let mut next = 0;
        for step in &rule.picking {
            match step {
                Picking::Pick { local, from } => {
                    parts.picks.push((*local, from));
                    parts.places.push((next, None));
                    next += 1;
                }
                Picking::Several { local, from, low, high } => {
                    parts.picks.push((*local, from));
                    parts.places.push((next, Some((*low, *high))));
                    next += u16::from(*high);
                }
                Picking::Let { local, value } => parts.lets.push((*local, value)),
                Picking::Where(condition) => conjuncts(condition, &mut parts.conditions),
            }
        }
        parts
    }

    /// Whether a pick is a set.
    pub fn picks_sets(&self) -> bool {
        self.places.iter().any(|(_, count)| count.is_some())
    }

    /// How many of the picks, in order, must be known for the expression.
    pub fn level(&self, expr: &Expr) -> usize {
        let known = |local: &LocalId| match self.picks.iter().position(|(pick, _)| pick == local) {
            Some(place) => place + 1,
            None => self.lets.iter().find(|(name, _)| name == local).map_or(0, |(_, value)| self.level(value)),
        };
        expr.free_locals().iter().map(known).max().unwrap_or(0)
    }

    /// Whether something is to be seen to once all is picked, beside conditions: effects on what may be nowhere, names that are
    /// written, requirements.
    fn has_more(&self) -> bool {
        // What is in a set is somewhere.
        let somewhere = |cell: &&Expr| {
            self.conditions.iter().any(|condition| match (&condition.kind, &cell.kind) {
                (ExprKind::Builtin(Builtin::Contains, args), ExprKind::Local(local)) => {
                    matches!(&args[0].kind, ExprKind::Local(inside) if inside == local)
                }
                _ => false,
            })
        };
        !self.rule.shown.is_empty()
            || !decisive(&self.rule.effects).is_empty()
            || !uncertain(self.rule).iter().all(somewhere)
    }
}

impl Builder<'_> {
    /// The code that finds the actions of a move whose picks `with` binds to sets.
    pub fn find(&mut self, rule: &Move, with: &[(u8, Expr)]) -> Lowered<MoveCode> {
        let rule = &with_choices_apart(self.game, rule);
        let parts = Parts::new(rule, with);
        let mut rest = Vec::new();
        let generate = self.search(&parts, None)?;
        let propose = self.search(&parts, Some(&mut rest))?;
        let confirm = if rest.is_empty() && !parts.has_more() { None } else { Some(self.confirm(&parts, &rest)?) };
        Ok(MoveCode { generate, propose, confirm })
    }

    /// Code that emits every legal action of a move whose picks `with` binds to sets.
    pub fn generate(&mut self, rule: &Move, with: &[(u8, Expr)]) -> Lowered<Code> {
        self.search(&Parts::new(&with_choices_apart(self.game, rule), with), None)
    }

    /// Code that emits actions. Each pick is a loop, and the last one's members are emitted together where they can be; a condition
    /// is asked as soon as the picks it needs are known, and one that fails goes on with the innermost loop.
    ///
    /// Where there is a list for what is left, costly conditions and all that the effects decide are left, and named in it.
    fn search<'m>(&mut self, parts: &Parts<'m>, mut left: Option<&mut Vec<&'m Expr>>) -> Lowered<Code> {
        let rule = parts.rule;
        self.begin(rule.pick_types().count());
        let mut innermost: Option<u32> = None;
        let mut to_end = Vec::new();
        let last = parts.picks.len();
        let lazy = left.is_some();
        let mut at_last: Vec<&'m Expr> = Vec::new();
        // Conditions that what is picked from meets already.
        let mut seen_to: Vec<&'m Expr> = Vec::new();
        let mut level = 0;
        loop {
            let asked = |condition: &&&Expr| !seen_to.iter().any(|done| std::ptr::eq(*done, **condition));
            for condition in parts.conditions.iter().filter(|condition| parts.level(condition) == level).filter(asked) {
                if level == last && last > 0 {
                    at_last.push(condition);
                } else if level > 0
                    && weight(self.game, condition) > LIGHT
                    && let Some(left) = &mut left
                {
                    left.push(condition);
                } else {
                    self.need(parts, condition)?;
                    let fails = self.branch(condition, false)?;
                    self.leave(&fails, innermost, &mut to_end);
                }
            }
            if level == last {
                break;
            }
            if level == 0
                && let Some(left) = &mut left
                && let Some(rest) = self.adjacent_picks(parts)?
            {
                left.extend(rest);
                return self.searched(parts, innermost, &to_end);
            }
            let (local, from) = parts.picks[level];
            self.go_to_line(from.span);
            let (pick, count) = parts.places[level];
            self.need(parts, from)?;
            for (_, bound) in parts.with.iter().filter(|(index, _)| u16::from(*index) == pick) {
                self.need(parts, bound)?;
            }
            let mut source = self.source(from, parts.with, pick)?;
            level += 1;
            if level < last
                && let Source::Range(low, high) = source
            {
                let (high, met) = self.at_most(parts, local, level, high)?;
                source = Source::Range(low, high);
                seen_to.extend(met);
            }
            if let (Some(count), Source::Cells(cells)) = (count, &source) {
                let (next, exits) = self.next_set(pick, *cells, count);
                match innermost {
                    Some(outer) => self.code.land_at(&exits, outer),
                    None => to_end.extend(exits),
                }
                innermost = next.or(innermost);
                let operand = self.set_of_picks(pick, count.1);
                self.scope.bind(local, operand);
                if level == last {
                    at_last = parts.conditions.iter().copied().filter(|it| parts.level(it) == last).collect();
                    break;
                }
                continue;
            }
            if level == last {
                let mut rest: Vec<&'m Expr> =
                    parts.conditions.iter().copied().filter(|condition| parts.level(condition) == last).collect();
                if let Source::Cells(set) = &mut source {
                    rest = self.narrow(parts, local, set, &rest)?;
                }
                let picks = pick as u8;
                let emitted = match source {
                    Source::Cells(a) | Source::Groups(_, a) => Some(Op::EmitCells { a, picks }),
                    Source::Mask(a) => Some(Op::EmitMask { a, picks }),
                    Source::Range(..) => None,
                };
                if let Some(op) = emitted
                    && (lazy || rest.is_empty() && !parts.has_more())
                {
                    if let Some(left) = left {
                        left.extend(rest);
                    }
                    self.code.op(op);
                    return self.searched(parts, innermost, &to_end);
                }
                at_last = rest;
            }
            let (top, exit) = self.next(pick, &source);
            match innermost {
                Some(outer) => self.code.land_at(&[exit], outer),
                None => to_end.push(exit),
            }
            innermost = Some(top);
            let operand = self.picked(pick, &source, from)?;
            self.scope.bind(local, operand);
            if level == last {
                break;
            }
        }
        match left {
            Some(left) => {
                left.extend(at_last);
                self.code.op(Op::Emit);
            }
            None => {
                let mut fails = Vec::new();
                self.decide(parts, &mut at_last, &mut fails)?;
                self.leave(&fails, innermost, &mut to_end);
            }
        }
        self.searched(parts, innermost, &to_end)
    }

    /// The greatest number worth to be picked where conditions say that it is no greater than something known before, some of them where
    /// something else does not hold: with those conditions, which are met then.
    fn at_most<'m>(
        &mut self,
        parts: &Parts<'m>,
        local: LocalId,
        level: usize,
        high: Num,
    ) -> Lowered<(Num, Vec<&'m Expr>)> {
        let (mut high, mut met) = (high, Vec::new());
        for condition in &parts.conditions {
            let condition: &'m Expr = condition;
            let (bound, unless) = match &condition.kind {
                ExprKind::Builtin(Builtin::Or, args) if args.len() == 2 => match bounded(local, &args[1]) {
                    Some(bound) => (Some(bound), Some(&args[0])),
                    None => (bounded(local, &args[0]), Some(&args[1])),
                },
                _ => (bounded(local, condition), None),
            };
            let Some((bound, strict)) = bound else { continue };
            let known_before = |expr: &Expr| parts.level(expr) < level;
            if high.scale != 1
                || !known_before(bound)
                || !unless.is_none_or(known_before)
                || weight(self.game, condition) > LIGHT
            {
                continue;
            }
            self.need(parts, bound)?;
            if let Some(unless) = unless {
                self.need(parts, unless)?;
            }
            let d = self.code.number_reg();
            self.code.op(Op::Move { d, a: high.reg });
            let free = match unless {
                Some(unless) => self.branch(unless, true)?,
                None => Vec::new(),
            };
            let most = self.number(bound)?;
            if most.scale != 1 {
                self.code.land(&free);
                high.reg = d;
                continue;
            }
            let mut limit = most.reg;
            if strict {
                let one = self.code.constant_number(1);
                limit = self.code.number_reg();
                self.code.op(Op::Subtract { d: limit, a: most.reg, b: one });
            }
            self.code.op(Op::Least { d, a: d, b: limit });
            self.code.land(&free);
            high.reg = d;
            met.push(condition);
        }
        Ok((high, met))
    }

    /// Ends the code of a search.
    fn searched(&mut self, parts: &Parts<'_>, innermost: Option<u32>, to_end: &[u32]) -> Lowered<Code> {
        if let Some(top) = innermost {
            self.code.op(Op::Jump { to: top });
        }
        self.code.land(to_end);
        let zero = self.code.constant_number(0);
        self.code.op(Op::Done { a: zero });
        self.end(parts.rule.span)
    }

    /// Takes out of the set that the last pick is taken from what conditions rule out, as far as that can be done for all its
    /// members at once: the other conditions.
    fn narrow<'m>(
        &mut self,
        parts: &Parts<'m>,
        local: LocalId,
        set: &mut u16,
        conditions: &[&'m Expr],
    ) -> Lowered<Vec<&'m Expr>> {
        let last = parts.picks.len();
        let lets: FxHashMap<LocalId, &Expr> =
            parts.lets.iter().copied().filter(|(_, value)| parts.level(value) == last).collect();
        let mut lifting = Lifting::new(local, lets);
        let mut rest = Vec::new();
        for condition in conditions {
            for name in condition.free_locals() {
                self.need_before(parts, name)?;
            }
            match self.at_line(condition.span, |builder| builder.lift(&mut lifting, condition, *set))? {
                Some(narrower) => *set = narrower,
                None => rest.push(*condition),
            }
        }
        Ok(rest)
    }

    /// Code that emits the action of the picks given, if conditions that are left, and all that the effects decide, allow it.
    fn confirm(&mut self, parts: &Parts<'_>, conditions: &[&Expr]) -> Lowered<Code> {
        self.begin(parts.rule.pick_types().count());
        for ((local, from), (pick, count)) in parts.picks.iter().zip(parts.places.iter().copied()) {
            let operand = match (from.ty, count) {
                (_, Some((_, high))) => self.set_of_picks(pick, high),
                (Type::Groups, None) => {
                    self.need(parts, from)?;
                    let shapes = self.shapes_of(from)?;
                    Operand::Set(self.group_at(&shapes, pick)?)
                }
                (ty, None) => self.as_type(pick, member(ty)),
            };
            self.scope.bind(*local, operand);
        }
        let mut fails = Vec::new();
        self.decide(parts, &mut conditions.to_vec(), &mut fails)?;
        self.code.land(&fails);
        let zero = self.code.constant_number(0);
        self.code.op(Op::Done { a: zero });
        self.end(parts.rule.span)
    }

    /// Asks the conditions, the lightest first, and what the effects decide, and emits the action.
    fn decide(&mut self, parts: &Parts<'_>, conditions: &mut [&Expr], fails: &mut Vec<u32>) -> Lowered<()> {
        conditions.sort_by_key(|condition| weight(self.game, condition));
        for condition in conditions.iter() {
            self.need(parts, condition)?;
            fails.extend(self.branch(condition, false)?);
        }
        for (local, _) in &parts.lets {
            self.need_named(parts, *local)?;
            if let Some(operand) = self.scope.operand(*local).cloned() {
                self.show(parts.rule, *local, &operand);
            }
        }
        fails.extend(self.nowhere(parts.rule)?);
        let decisive = decisive(&parts.rule.effects);
        if decisive.is_empty() {
            self.code.op(Op::Emit);
            return Ok(());
        }
        self.hoist(decisive, true)?;
        self.code.op(Op::Begin);
        let mut refused = Vec::new();
        self.effects(decisive, true, &mut refused)?;
        self.code.op(Op::Emit);
        self.code.land(&refused);
        self.code.op(Op::Rollback);
        Ok(())
    }

    /// Works out the names that an expression uses, unless that is done.
    pub fn need(&mut self, parts: &Parts<'_>, expr: &Expr) -> Lowered<()> {
        let mut names: Vec<LocalId> = expr.free_locals().into_iter().collect();
        names.sort_unstable();
        names.into_iter().try_for_each(|name| self.need_named(parts, name))
    }

    /// The same for one name.
    pub fn need_named(&mut self, parts: &Parts<'_>, name: LocalId) -> Lowered<()> {
        if self.scope.operand(name).is_some() {
            return Ok(());
        }
        let Some((_, value)) = parts.lets.iter().find(|(local, _)| *local == name) else { return Ok(()) };
        self.need(parts, value)?;
        let operand = self.lower(value)?;
        self.scope.bind(name, operand);
        Ok(())
    }

    /// The same for a name that does not depend on the last pick.
    fn need_before(&mut self, parts: &Parts<'_>, name: LocalId) -> Lowered<()> {
        let Some((_, value)) = parts.lets.iter().find(|(local, _)| *local == name) else { return Ok(()) };
        if parts.level(value) < parts.picks.len() {
            return self.need_named(parts, name);
        }
        let mut names: Vec<LocalId> = value.free_locals().into_iter().collect();
        names.sort_unstable();
        names.into_iter().try_for_each(|name| self.need_before(parts, name))
    }
}

/// What a name is at most, and whether it is less, if a condition says no more than that.
fn bounded(local: LocalId, condition: &Expr) -> Option<(&Expr, bool)> {
    let ExprKind::Builtin(builtin @ (Builtin::Less | Builtin::LessOrEqual), args) = &condition.kind else {
        return None;
    };
    let [a, b] = args.as_slice() else { return None };
    let is_name = matches!(a.kind, ExprKind::Local(name) if name == local);
    is_name.then_some((b, *builtin == Builtin::Less))
}

/// The same move, but for conditions `if c then a and b else d`: `not c or a`, `not c or b` and `c or d` apart, each of which is asked as
/// soon as its own picks are known.
fn with_choices_apart(game: &Game, rule: &Move) -> Move {
    let mut rule = rule.clone();
    let mut picking = Vec::with_capacity(rule.picking.len());
    for step in rule.picking {
        match step {
            Picking::Where(condition) => {
                let mut parts = Vec::new();
                conjuncts(&condition, &mut parts);
                for part in parts {
                    let mut apart = Vec::new();
                    choices_apart(game, part, &mut apart);
                    picking.extend(apart.into_iter().map(Picking::Where));
                }
            }
            other => picking.push(other),
        }
    }
    rule.picking = picking;
    rule
}

fn choices_apart(game: &Game, condition: &Expr, out: &mut Vec<Expr>) {
    let ExprKind::If(test, then, otherwise) = &condition.kind else { return out.push(condition.clone()) };
    // What is asked once for each part shall cost little.
    if weight(game, test) > LIGHT_TEST {
        return out.push(condition.clone());
    }
    let with = |kind| Expr { kind, ..condition.clone() };
    let fails = with(ExprKind::Not(test.clone()));
    for (unless, parts) in [(&fails, then), (&**test, otherwise)] {
        let mut all = Vec::new();
        conjuncts(parts, &mut all);
        let or = |part: &Expr| with(ExprKind::Builtin(Builtin::Or, vec![unless.clone(), part.clone()]));
        out.extend(all.into_iter().map(or));
    }
}

/// The conditions that a condition is made of with `and`.
pub fn conjuncts<'m>(condition: &'m Expr, out: &mut Vec<&'m Expr>) {
    match &condition.kind {
        ExprKind::Builtin(Builtin::And, args) => args.iter().for_each(|arg| conjuncts(arg, out)),
        _ => out.push(condition),
    }
}

//! Conditions of one cell as sets: those members of a set for which a condition holds, worked out for all of them at once
//! where the condition has a form for which there is an operation on whole sets.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Lowered;
use super::builder::Builder;
use super::operand::Operand;
use crate::plan::op::{Op, Reg};
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, LocalId, Type};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Id;

/// What stands for the cell.
#[derive(Default)]
pub struct Lifting<'e> {
    /// The names of the cell itself.
    names: FxHashSet<LocalId>,
    /// Names bound by `let`, with what they stand for.
    lets: FxHashMap<LocalId, &'e Expr>,
    /// Whether the condition is one of members of a set, and not of a pick: which candidates there are, and so which action a random
    /// number draws, does not depend on the forms for such conditions alone.
    of_members: bool,
    /// Directions that are gone through one by one, by their names.
    ways: FxHashMap<LocalId, DirectionId>,
    /// How many parts of the condition may still be looked at: definitions may double at every step.
    left: u32,
}

/// The most parts of one condition.
const MAX_PARTS: u32 = 256;
/// The most directions that are gone through one by one.
const MAX_WAYS: usize = 16;
/// The most steps from a cell.
const MAX_STEPS: usize = 8;

impl<'e> Lifting<'e> {
    /// Conditions of this pick, after these `let`s.
    pub fn new(pick: LocalId, lets: FxHashMap<LocalId, &'e Expr>) -> Self {
        let names = FxHashSet::from_iter([pick]);
        Lifting { names, lets, of_members: false, ways: FxHashMap::default(), left: MAX_PARTS }
    }

    /// Conditions of the members of a set, by this name.
    pub fn of_members(member: LocalId) -> Self {
        Lifting { of_members: true, ..Lifting::new(member, FxHashMap::default()) }
    }

    /// Whether the expression has to do with the cell.
    pub fn depends(&self, expr: &Expr) -> bool {
        let free = expr.free_locals();
        free.iter()
            .any(|local| self.names.contains(local) || self.lets.get(local).is_some_and(|value| self.depends(value)))
    }

    /// What a name stands for.
    pub fn resolved<'a>(&self, expr: &'a Expr) -> &'a Expr
    where
        'e: 'a,
    {
        match &expr.kind {
            ExprKind::Local(local) => self.lets.get(local).map_or(expr, |value| self.resolved(value)),
            _ => expr,
        }
    }

    /// Whether the expression is the cell.
    pub fn is_cell(&self, expr: &Expr) -> bool {
        matches!(&self.resolved(expr).kind, ExprKind::Local(local) if self.names.contains(local))
    }
}

impl Lifting<'_> {
    /// Lets parameters be names of the cell: those that were none.
    pub fn name(&mut self, params: &[LocalId]) -> Vec<LocalId> {
        params.iter().copied().filter(|param| self.names.insert(*param)).collect()
    }

    /// Takes names back.
    pub fn forget(&mut self, named: &[LocalId]) {
        self.names.retain(|name| !named.contains(name));
    }
}

/// Among which cells the condition is asked for.
#[derive(Clone, Copy)]
struct FilterInput {
    /// The set; nothing while it is only seen whether there is a form.
    among: Option<Reg>,
}

impl Builder<'_> {
    /// The members of `among` for which the condition holds; nothing where there is no form for it.
    pub fn lift(&mut self, lifting: &mut Lifting<'_>, condition: &Expr, among: Reg) -> Lowered<Option<Reg>> {
        if !self.can_lift(lifting, condition)? {
            return Ok(None);
        }
        lifting.left = MAX_PARTS;
        self.lifted(lifting, condition, FilterInput { among: Some(among) })
    }

    /// Whether there is a form for the condition.
    pub fn can_lift(&mut self, lifting: &mut Lifting<'_>, condition: &Expr) -> Lowered<bool> {
        lifting.left = MAX_PARTS;
        Ok(self.lifted(lifting, condition, FilterInput { among: None })?.is_some())
    }

    /// A set made by an operation from the set asked about; any register at all while forms are looked for.
    fn made(
        &mut self,
        asked: FilterInput,
        op: impl FnOnce(&mut Self, Reg, Reg) -> Lowered<Op>,
    ) -> Lowered<Option<Reg>> {
        let Some(among) = asked.among else { return Ok(Some(0)) };
        let d = self.code.set_reg();
        let op = op(self, d, among)?;
        self.code.op(op);
        Ok(Some(d))
    }

    fn lifted(&mut self, lifting: &mut Lifting<'_>, condition: &Expr, asked: FilterInput) -> Lowered<Option<Reg>> {
        if lifting.left == 0 {
            return Ok(None);
        }
        lifting.left -= 1;
        if !lifting.depends(condition) {
            return self.either_all_or_none(condition, asked);
        }
        match &condition.kind {
            ExprKind::Not(inner) => {
                let Some(b) = self.lifted(lifting, inner, asked)? else { return Ok(None) };
                self.made(asked, |_, d, a| Ok(Op::Sub { d, a, b }))
            }
            ExprKind::Builtin(Builtin::And, args) if args.len() == 2 => {
                let Some(first) = self.lifted(lifting, &args[0], asked)? else { return Ok(None) };
                self.lifted(lifting, &args[1], FilterInput { among: asked.among.map(|_| first) })
            }
            ExprKind::Builtin(Builtin::Or, args) if args.len() == 2 => {
                let Some(a) = self.lifted(lifting, &args[0], asked)? else { return Ok(None) };
                let Some(b) = self.lifted(lifting, &args[1], asked)? else { return Ok(None) };
                self.made(asked, |_, d, _| Ok(Op::Or { d, a, b }))
            }
            ExprKind::Call(id, args) => {
                let game = self.game;
                let definition = &game.definitions[*id];
                let Some(named) = self.lend(lifting, &definition.params, args, asked)? else { return Ok(None) };
                let found = self.lifted(lifting, &definition.body, asked);
                lifting.names.retain(|name| !named.contains(name));
                found
            }
            ExprKind::Builtin(Builtin::Contains, args) => self.contained(lifting, &args[0], &args[1], asked),
            ExprKind::Builtin(Builtin::Equal | Builtin::NotEqual, args) => {
                let (a, b) = (&args[0], &args[1]);
                let other = match (lifting.is_cell(a), lifting.is_cell(b)) {
                    (true, false) => b,
                    (false, true) => a,
                    _ => return Ok(None),
                };
                if lifting.depends(other) || other.ty != Type::Cell {
                    return Ok(None);
                }
                let equal = matches!(condition.kind, ExprKind::Builtin(Builtin::Equal, _));
                self.made(asked, |builder, d, a| {
                    let cell = builder.cell(other)?;
                    let b = builder.code.set_reg();
                    builder.code.op(Op::Single { d: b, cell });
                    Ok(if equal { Op::And { d, a, b } } else { Op::Sub { d, a, b } })
                })
            }
            ExprKind::Quantified { every, local, over, condition }
                if lifting.of_members && over.ty == Type::Directions =>
            {
                self.in_directions(lifting, (*every, *local), over, condition, asked)
            }
            ExprKind::Builtin(Builtin::NotEmpty, args) => self.met(lifting, &args[0], asked),
            ExprKind::Builtin(Builtin::IsEmpty, args) => {
                let Some(b) = self.met(lifting, &args[0], asked)? else { return Ok(None) };
                self.made(asked, |_, d, a| Ok(Op::Sub { d, a, b }))
            }
            _ => Ok(None),
        }
    }

    /// Gives a definition's parameters what they stand for: names of the cell, or what does not depend on it. The new names.
    fn lend(
        &mut self,
        lifting: &mut Lifting<'_>,
        params: &[LocalId],
        args: &[Expr],
        asked: FilterInput,
    ) -> Lowered<Option<Vec<LocalId>>> {
        if args.iter().any(|arg| lifting.depends(arg) && !lifting.is_cell(arg)) {
            return Ok(None);
        }
        let mut named = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            if lifting.is_cell(arg) {
                named.push(*param);
            } else if asked.among.is_some() {
                let operand = self.lower(arg)?;
                self.scope.bind(*param, operand);
            }
        }
        lifting.names.extend(&named);
        Ok(Some(named))
    }

    /// All of the set or nothing, where the condition has nothing to do with its members.
    fn either_all_or_none(&mut self, condition: &Expr, asked: FilterInput) -> Lowered<Option<Reg>> {
        let Some(a) = asked.among else { return Ok(Some(0)) };
        let d = self.code.set_reg();
        self.code.op(Op::Clear { d });
        let misses = self.branch(condition, false)?;
        self.code.op(Op::Copy { d, a });
        self.code.land(&misses);
        Ok(Some(d))
    }

    /// `some d in directions where ...`, or `every`, of directions that are known: one after another.
    fn in_directions(
        &mut self,
        lifting: &mut Lifting<'_>,
        (every, local): (bool, LocalId),
        over: &Expr,
        condition: &Expr,
        asked: FilterInput,
    ) -> Lowered<Option<Reg>> {
        let Some(Constant::Directions(ways)) = self.known(over) else { return Ok(None) };
        if ways.is_empty() || ways.len() > MAX_WAYS || !self.goes_back() {
            return Ok(None);
        }
        let mut found: Option<Reg> = None;
        for way in ways {
            lifting.ways.insert(local, way);
            if asked.among.is_some() {
                let direction = self.code.constant_number(way.index() as i64);
                self.scope.bind(local, Operand::Direction(direction));
            }
            let among = if every { asked.among.map(|among| found.unwrap_or(among)) } else { asked.among };
            let Some(a) = self.lifted(lifting, condition, FilterInput { among })? else { return Ok(None) };
            found = match found.filter(|_| !every) {
                None => Some(a),
                Some(b) => self.made(asked, |_, d, _| Ok(Op::Or { d, a, b }))?,
            };
        }
        Ok(found)
    }

    /// How a cell is come to from the one that is asked about, step by step, each in any of some directions; nothing where it is not.
    fn steps_from_cell(&mut self, lifting: &Lifting<'_>, expr: &Expr) -> Option<Vec<Vec<DirectionId>>> {
        if !lifting.of_members {
            return None;
        }
        if lifting.is_cell(expr) {
            return Some(Vec::new());
        }
        let (from, ways, count) = match &lifting.resolved(expr).kind {
            ExprKind::Builtin(Builtin::OneCell, args) => return self.steps_from_cell(lifting, &args[0]),
            ExprKind::Builtin(Builtin::Step | Builtin::StepAll, args) => (&args[0], &args[1], 1),
            ExprKind::Builtin(Builtin::Walk, args) => match self.known(&args[2])? {
                Constant::Number(number) => (&args[0], &args[1], number.to_whole()?),
                _ => return None,
            },
            _ => return None,
        };
        let ways = match &ways.kind {
            ExprKind::Local(local) => vec![*lifting.ways.get(local)?],
            _ => match self.known(ways)? {
                Constant::Direction(way) => vec![way],
                Constant::Directions(ways) => ways,
                _ => return None,
            },
        };
        let mut steps = self.steps_from_cell(lifting, from)?;
        let count = usize::try_from(count).ok().filter(|count| count + steps.len() <= MAX_STEPS)?;
        steps.extend(std::iter::repeat_n(ways, count));
        Some(steps)
    }

    /// The cells from which steps lead to a cell of a set.
    fn stepped_back(&mut self, set: Reg, steps: &[Vec<DirectionId>]) -> Reg {
        let mut set = set;
        for ways in steps.iter().rev() {
            let board = &self.game.board;
            let back: Vec<usize> = ways.iter().map(|way| board.opposite(*way).index()).collect();
            let directions = self.direction_list(back.into_iter());
            let d = self.code.set_reg();
            self.code.op(Op::StepAll { d, directions, a: set });
            set = d;
        }
        set
    }

    /// `cell in set`.
    fn contained(
        &mut self,
        lifting: &Lifting<'_>,
        cell: &Expr,
        set: &Expr,
        asked: FilterInput,
    ) -> Lowered<Option<Reg>> {
        if lifting.depends(set) {
            return Ok(None);
        }
        if lifting.is_cell(cell) {
            return self.made(asked, |builder, d, a| Ok(Op::And { d, a, b: builder.set(set)? }));
        }
        if let Some(steps) = self.steps_from_cell(lifting, cell).filter(|_| self.goes_back()) {
            return self.made(asked, |builder, d, a| {
                let set = builder.set(set)?;
                Ok(Op::And { d, a, b: builder.stepped_back(set, &steps) })
            });
        }
        // The one cell between another and this one.
        let ExprKind::Builtin(Builtin::The, the) = &lifting.resolved(cell).kind else { return Ok(None) };
        let ExprKind::Builtin(Builtin::Between, ends) = &lifting.resolved(&the[0]).kind else { return Ok(None) };
        self.spanning(lifting, ends, set, true, asked)
    }

    fn spanning(
        &mut self,
        lifting: &Lifting<'_>,
        ends: &[Expr],
        over: &Expr,
        only: bool,
        asked: FilterInput,
    ) -> Lowered<Option<Reg>> {
        let [from, to] = ends else { return Ok(None) };
        if lifting.depends(from) || !lifting.is_cell(to) {
            return Ok(None);
        }
        self.made(asked, |builder, d, to| {
            let (cell, over) = (builder.cell(from)?, builder.set(over)?);
            Ok(Op::Spanning { d, to, cell, over, only })
        })
    }

    /// `some set`, of a set that has to do with the cell.
    fn met(&mut self, lifting: &mut Lifting<'_>, set: &Expr, asked: FilterInput) -> Lowered<Option<Reg>> {
        match &set.kind {
            ExprKind::Call(id, args) => {
                let game = self.game;
                let definition = &game.definitions[*id];
                let Some(named) = self.lend(lifting, &definition.params, args, asked)? else { return Ok(None) };
                let found = self.met(lifting, &definition.body, asked);
                lifting.names.retain(|name| !named.contains(name));
                found
            }
            ExprKind::Builtin(Builtin::Intersection, args) if args.len() == 2 => {
                let (free, around) = match (lifting.depends(&args[0]), lifting.depends(&args[1])) {
                    (false, true) => (&args[0], &args[1]),
                    (true, false) => (&args[1], &args[0]),
                    _ => return Ok(None),
                };
                match &lifting.resolved(around).kind {
                    ExprKind::Neighbours(relation, of)
                        if lifting.is_cell(of) && self.game.board.is_symmetric(*relation) =>
                    {
                        self.made(asked, |builder, d, a| {
                            let near = builder.set(free)?;
                            let b = builder.code.set_reg();
                            builder.code.op(Op::NearAll { d: b, relation: relation.0, a: near });
                            Ok(Op::And { d, a, b })
                        })
                    }
                    ExprKind::Builtin(Builtin::Between, ends) => self.spanning(lifting, ends, free, false, asked),
                    ExprKind::Builtin(Builtin::StepAll, _) => {
                        let steps = self.steps_from_cell(lifting, around).filter(|_| self.goes_back());
                        let Some(steps) = steps else { return Ok(None) };
                        self.made(asked, |builder, d, a| {
                            let set = builder.set(free)?;
                            Ok(Op::And { d, a, b: builder.stepped_back(set, &steps) })
                        })
                    }
                    _ => Ok(None),
                }
            }
            ExprKind::Builtin(Builtin::Flanked, args) => {
                let [cell, directions, through, end] = args.as_slice() else { return Ok(None) };
                let rest = [directions, through, end];
                if !lifting.is_cell(cell) || rest.iter().any(|part| lifting.depends(part)) || !self.goes_back() {
                    return Ok(None);
                }
                self.made(asked, |builder, d, from| {
                    let directions = builder.directions(directions)?;
                    let (through, end) = (builder.set(through)?, builder.set(end)?);
                    Ok(Op::FlankedAll { d, from, directions, through, end })
                })
            }
            _ => Ok(None),
        }
    }

    /// Whether a step in the opposite direction always leads back, and to no other cell.
    fn goes_back(&self) -> bool {
        let board = &self.game.board;
        board.directions().all(|direction| {
            let back = board.opposite(direction);
            board.direction_offset(direction).is_some()
                && board.cells().all(|cell| {
                    board.step(cell, direction).is_none_or(|next| board.step(next, back) == Some(cell))
                        && board.step(cell, back).is_none_or(|next| board.step(next, direction) == Some(cell))
                })
        })
    }
}

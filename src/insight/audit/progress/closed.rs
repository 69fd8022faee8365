//! Expressions that are functions of the position alone, once the mover is known, and when two of them are the same one.

use std::cell::Cell;

use crate::audit::uses::any;
use rulebook_language::model::row::Reads;
use rulebook_language::model::{
    Builtin, End, Expr, ExprKind, Game, Move, Picking, PlayerId, Primitive, Repetition, TurnOrder, TurnStep,
    primitives, same,
};

/// A number that a move requires to go one way.
#[derive(Clone, PartialEq, Debug)]
pub struct Required {
    /// Which.
    pub number: StateNumber,
    /// Whether it grows; otherwise it shrinks.
    pub grows: bool,
    /// Whether it must not stay as it is.
    pub strict: bool,
    /// Whether it is a number of cells or groups, and so at most the board's.
    pub counts: bool,
}

/// A number that the position alone decides, for a mover if it depends on one. Two are equal if they say the same.
#[derive(Clone, Debug)]
pub struct StateNumber {
    me: Option<PlayerId>,
    expr: Expr,
}

impl PartialEq for StateNumber {
    fn eq(&self, other: &Self) -> bool {
        self.me == other.me && same(&self.expr, &other.expr)
    }
}

impl StateNumber {
    /// The number of an expression, unless more than the position decides it. Names of definitions mean nothing.
    fn new(game: &Game, me: PlayerId, expr: &Expr) -> Option<Self> {
        let expr = &written_out(game, expr, &mut { MAX_WRITTEN_OUT }).unwrap_or_else(|| expr.clone());
        let is_of_turn = |part: &Expr| match &part.kind {
            ExprKind::Counter(id, ..) => game.counters[*id].is_of_turn(),
            _ => false,
        };
        let is_of_moment = |part: &Expr| part.reads().any(Reads::MOMENT) || is_of_turn(part);
        if !expr.free_locals().is_empty() || any(game, expr, &is_of_moment) {
            return None;
        }
        let of_mover = any(game, expr, &|part| part.reads().any(Reads::MOVER));
        Some(StateNumber { me: of_mover.then_some(me), expr: expr.clone() })
    }
}

/// The parts of an expression that is written out at most.
const MAX_WRITTEN_OUT: u32 = 4_096;

/// An expression with what its definitions without parameters stand for; nothing if that is too long.
fn written_out(game: &Game, expr: &Expr, left: &mut u32) -> Option<Expr> {
    *left = left.checked_sub(1)?;
    if let ExprKind::Call(called, args) = &expr.kind
        && args.is_empty()
    {
        return written_out(game, &game.definitions.get(*called)?.body, left);
    }
    let mut expr = expr.clone();
    for part in expr.parts_mut() {
        *part = written_out(game, part, left)?;
    }
    Some(expr)
}

/// A side of a comparison in a requirement.
enum Side<'g> {
    /// A number after the effects.
    Now(&'g Expr),
    /// A number before them.
    Then(&'g Expr),
}

/// What a side of a comparison at the end of a move stands for; nothing where a name stands for something between.
fn side<'g>(game: &'g Game, rule: &'g Move, settled: &[&'g Primitive], expr: &'g Expr) -> Option<Side<'g>> {
    match &expr.kind {
        ExprKind::Before(then) => Some(Side::Then(then)),
        ExprKind::Call(called, args) if args.is_empty() => {
            side(game, rule, settled, &game.definitions.get(*called)?.body)
        }
        ExprKind::Local(local) => {
            let picked = rule.picking.iter().find_map(|step| match step {
                Picking::Let { local: name, value } if name == local => Some(value),
                _ => None,
            });
            if let Some(value) = picked {
                return Some(Side::Then(value));
            }
            let named = |primitive: &'g Primitive| match primitive {
                Primitive::Let(name, value) if name == local => Some(value),
                _ => None,
            };
            let last = settled.iter().find_map(|primitive| named(primitive));
            let earlier =
                || primitives(&rule.effects).find_map(named).filter(|value| matches!(value.kind, ExprKind::Before(_)));
            side(game, rule, settled, last.or_else(earlier)?)
        }
        _ => Some(Side::Now(expr)),
    }
}

/// What a move of a player requires of numbers before and after it, where nothing changes after the requirement.
pub fn required(game: &Game, me: PlayerId, rule: &Move) -> Vec<Required> {
    let mut found = Vec::new();
    let is_settled = |primitive: &&Primitive| matches!(primitive, Primitive::Require(_) | Primitive::Let(..));
    let settled: Vec<&Primitive> = primitives(&rule.effects).rev().take_while(is_settled).collect();
    for primitive in &settled {
        let Primitive::Require(condition) = primitive else { continue };
        let mut parts = vec![condition];
        while let Some(part) = parts.pop() {
            match &part.kind {
                ExprKind::Builtin(Builtin::And, both) => parts.extend(both),
                ExprKind::Call(called, args) if args.is_empty() => {
                    parts.extend(game.definitions.get(*called).map(|definition| &definition.body));
                }
                ExprKind::Builtin(order @ (Builtin::Less | Builtin::LessOrEqual), sides) => {
                    let [low, high] = sides.as_slice() else { continue };
                    let read = |expr| side(game, rule, &settled, expr);
                    let (now, then, grows) = match (read(low), read(high)) {
                        (Some(Side::Now(now)), Some(Side::Then(then))) => (now, then, false),
                        (Some(Side::Then(then)), Some(Side::Now(now))) => (now, then, true),
                        _ => continue,
                    };
                    let number = StateNumber::new(game, me, now);
                    let Some(number) =
                        number.filter(|number| Some(number) == StateNumber::new(game, me, then).as_ref())
                    else {
                        continue;
                    };
                    if now.ty == rulebook_language::model::Type::Number {
                        let counts =
                            matches!(&number.expr.kind, ExprKind::Builtin(Builtin::Count | Builtin::GroupCount, _));
                        found.push(Required { number, grows, strict: *order == Builtin::Less, counts });
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// Whether anything in the game's moves and turns looks at what changes while nobody but passes.
pub fn looks_at_the_clock(game: &Game) -> bool {
    in_moves(game, &|expr| expr.reads().any(Reads::CLOCK.and(Reads::LAST_MOVER)))
}

/// What the rules ask of the number of plies and turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockUse {
    /// Nothing.
    Nothing,
    /// Only how it compares with numbers: from this one on, every number is the same to them.
    Until(u64),
    /// More than that.
    Everything,
}

/// What the rules ask of the number of plies and turns.
pub fn clock_use(game: &Game) -> ClockUse {
    let (asked, compared, greatest) = (Cell::new(0u64), Cell::new(0u64), Cell::new(0i64));
    let look = |expr: &Expr| {
        asked.set(asked.get() + u64::from(expr.reads().any(Reads::CLOCK)));
        if let ExprKind::Builtin(Builtin::Less | Builtin::LessOrEqual | Builtin::Equal | Builtin::NotEqual, sides) =
            &expr.kind
            && let [a, b] = sides.as_slice()
            && let (clock, ExprKind::Number(n)) | (ExprKind::Number(n), clock) = (&a.kind, &b.kind)
            && let ExprKind::Builtin(Builtin::PlyNumber | Builtin::TurnNumber, _) = clock
        {
            compared.set(compared.get() + 1);
            greatest.set(greatest.get().max(n.numerator().div_euclid(n.denominator().max(1))));
        }
        false
    };
    // All of it is looked at, since nothing is what is looked for.
    let _ = in_moves(game, &look) || in_ends(game, &look);
    match asked.get() {
        0 => ClockUse::Nothing,
        // The numbers of rules begin with 1, and those of positions with 0.
        all if all == compared.get() => ClockUse::Until(greatest.get().unsigned_abs().saturating_add(2)),
        _ => ClockUse::Everything,
    }
}

/// Whether anything in the rules looks at the passes in a row.
pub fn counts_passes(game: &Game) -> bool {
    in_ends(game, &|expr| expr.reads().any(Reads::PASSES))
}

fn in_ends(game: &Game, is: &dyn Fn(&Expr) -> bool) -> bool {
    let ends = game.ends.iter().flat_map(End::exprs);
    let repetitions = game.repetitions.iter().flat_map(Repetition::exprs);
    game.invariants.iter().chain(ends).chain(repetitions).any(|expr| any(game, expr, is))
}

fn in_moves(game: &Game, is: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = game.definitions.iter().any(|definition| any(game, &definition.body, is));
    found |= game.patterns.iter().any(|pattern| any(game, &pattern.members, is));
    for rule in game.rules() {
        for step in &rule.picking {
            let (Picking::Pick { from: expr, .. }
            | Picking::Several { from: expr, .. }
            | Picking::Let { value: expr, .. }
            | Picking::Where(expr)) = step;
            found |= any(game, expr, is);
        }
        for effect in &rule.effects {
            effect.visit(true, &mut |expr| found |= any(game, expr, is));
        }
    }
    found |= game.skip.iter().any(|skip| any(game, skip, is));
    for turn in &game.turns {
        found |= turn.when.iter().any(|when| any(game, when, is));
        found |= in_order(&turn.order, &|expr| any(game, expr, is));
    }
    found
}

fn in_order(order: &TurnOrder, is: &dyn Fn(&Expr) -> bool) -> bool {
    let step = |step: &TurnStep| match step {
        TurnStep::Move(_, with) => with.iter().any(|(_, set)| is(set)),
        TurnStep::Order(inner) => in_order(inner, is),
        TurnStep::Pass | TurnStep::Chain { .. } => false,
    };
    order.choices.iter().flatten().any(|sequence| {
        step(&sequence.first) || sequence.then.iter().any(|follow| step(&follow.step) || follow.when.iter().any(is))
    })
}

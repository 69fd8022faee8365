//! Expressions that are functions of the position alone, once the mover is known, and when two of them are the same one.

use crate::audit::uses::any;
use rulebook_language::model::row::Reads;
use rulebook_language::model::{
    Builtin, Expr, ExprKind, Game, Move, Picking, PlayerId, Primitive, TurnOrder, TurnStep, primitives, same,
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
    /// The number of an expression, unless more than the position decides it.
    fn new(game: &Game, me: PlayerId, expr: &Expr) -> Option<Self> {
        if !expr.free_locals().is_empty() || any(game, expr, &|part| part.reads().any(Reads::MOMENT)) {
            return None;
        }
        let of_mover = any(game, expr, &|part| part.reads().any(Reads::MOVER));
        Some(StateNumber { me: of_mover.then_some(me), expr: expr.clone() })
    }
}

/// What a move of a player requires of numbers before and after it, where nothing changes after the requirement.
pub fn required(game: &Game, me: PlayerId, rule: &Move) -> Vec<Required> {
    let mut found = Vec::new();
    let is_settled = |primitive: &&Primitive| matches!(primitive, Primitive::Require(_) | Primitive::Let(..));
    for primitive in primitives(&rule.effects).rev().take_while(is_settled) {
        let Primitive::Require(condition) = primitive else { continue };
        let mut parts = vec![condition];
        while let Some(part) = parts.pop() {
            match &part.kind {
                ExprKind::Builtin(Builtin::And, both) => parts.extend(both),
                ExprKind::Builtin(order @ (Builtin::Less | Builtin::LessOrEqual), sides) => {
                    let [low, high] = sides.as_slice() else { continue };
                    let (now, then, grows) = match (&low.kind, &high.kind) {
                        (_, ExprKind::Before(then)) => (low, then, false),
                        (ExprKind::Before(then), _) => (high, then, true),
                        _ => continue,
                    };
                    let number = StateNumber::new(game, me, now);
                    let Some(number) =
                        number.filter(|number| Some(number) == StateNumber::new(game, me, then).as_ref())
                    else {
                        continue;
                    };
                    if now.ty == rulebook_language::model::Type::Number {
                        let counts = matches!(&now.kind, ExprKind::Builtin(Builtin::Count | Builtin::GroupCount, _));
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

/// Whether anything in the rules looks at the number of plies or turns.
pub fn counts_plies(game: &Game) -> bool {
    let clock = |expr: &Expr| expr.reads().any(Reads::CLOCK);
    in_moves(game, &clock) || in_ends(game, &clock)
}

/// Whether anything in the rules looks at the passes in a row.
pub fn counts_passes(game: &Game) -> bool {
    in_ends(game, &|expr| expr.reads().any(Reads::PASSES))
}

fn in_ends(game: &Game, is: &dyn Fn(&Expr) -> bool) -> bool {
    use rulebook_language::model::Judgement;
    game.invariants.iter().any(|claimed| any(game, claimed, is))
        || game.ends.iter().any(|end| {
            let results = end.results.iter().flat_map(|result| {
                let of = match &result.kind {
                    Judgement::Highest(of) | Judgement::Lowest(of) | Judgement::Wins(of) | Judgement::Loses(of) => {
                        Some(of)
                    }
                    Judgement::Draw => None,
                };
                of.into_iter().chain(&result.when)
            });
            std::iter::once(&end.when).chain(results).any(|expr| any(game, expr, is))
        })
}

fn in_moves(game: &Game, is: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = game.definitions.iter().any(|definition| any(game, &definition.body, is));
    found |= game.patterns.iter().any(|pattern| any(game, &pattern.members, is));
    for rule in &game.moves {
        for step in &rule.picking {
            let (Picking::Pick { from: expr, .. } | Picking::Let { value: expr, .. } | Picking::Where(expr)) = step;
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

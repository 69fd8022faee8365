//! Expressions that are functions of the position alone, once the mover is known, and when two of them are the same one.

use std::fmt::Write as _;

use crate::audit::uses::body;
use rulebook_language::model::row::Reads;
use rulebook_language::model::{
    Builtin, Expr, ExprKind, Game, LocalId, Move, Picking, PlayerId, Primitive, TurnOrder, TurnStep, primitives,
};

/// A text that two expressions share only if they say the same, places left aside.
pub fn key(expr: &Expr) -> String {
    let mut text = String::new();
    write_key(expr, &mut text);
    text
}

fn write_key(expr: &Expr, text: &mut String) {
    let _ = match &expr.kind {
        ExprKind::Call(id, _) => write!(text, "call{}", id.0),
        ExprKind::Builtin(builtin, _) => write!(text, "{builtin:?}"),
        ExprKind::Pieces { kind, owner } => write!(text, "pieces{}{}", kind.0, owner.is_some()),
        ExprKind::Piece { kind, owner } => write!(text, "piece{}{}", kind.0, owner.is_some()),
        ExprKind::Neighbours(relation, _) => write!(text, "near{}", relation.0),
        ExprKind::Pattern { pattern, of, through } => {
            write!(text, "pattern{}{}{}", pattern.0, of.is_some(), through.is_some())
        }
        ExprKind::Counter(counter, of) => write!(text, "counter{}{}", counter.0, of.is_some()),
        ExprKind::Quantified { every, local, .. } => write!(text, "some{every}{}", local.0),
        ExprKind::Filter { local, .. } => write!(text, "those{}", local.0),
        ExprKind::Fold { how, local, condition, .. } => write!(text, "{how:?}{}{}", local.0, condition.is_some()),
        ExprKind::Not(_) => write!(text, "not"),
        ExprKind::If(..) => write!(text, "if"),
        ExprKind::Before(_) => write!(text, "before"),
        ExprKind::TurnStart(_) => write!(text, "start"),
        // What has no parts has no place inside either.
        leaf => write!(text, "{leaf:?}"),
    };
    text.push('(');
    for part in expr.parts() {
        write_key(part, text);
        text.push(',');
    }
    text.push(')');
}

/// Whether anything in an expression, with what it calls, is of some kind. Definitions cannot call themselves.
pub fn any(game: &Game, expr: &Expr, is: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    let mut called = Vec::new();
    expr.visit(&mut |inner| {
        found |= is(inner);
        called.extend(body(game, inner));
    });
    found || called.into_iter().any(|body| any(game, body, is))
}

/// A number that a move requires to go one way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Required {
    /// Which, for the mover if it depends on one.
    pub key: String,
    /// Whether it grows; otherwise it shrinks.
    pub grows: bool,
    /// Whether it must not stay as it is.
    pub strict: bool,
    /// Whether it is a number of cells or groups, and so at most the board's.
    pub counts: bool,
}

/// The key of a number that the position alone decides, for a mover.
fn state_key(game: &Game, me: PlayerId, expr: &Expr) -> Option<String> {
    let free: Vec<LocalId> = expr.free_locals().into_iter().collect();
    if !free.is_empty() || any(game, expr, &|part| part.reads().any(Reads::MOMENT)) {
        return None;
    }
    let of_mover = any(game, expr, &|part| part.reads().any(Reads::MOVER));
    let whose = if of_mover { format!("{}:", me.0) } else { String::new() };
    Some(whose + &key(expr))
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
                    let (Some(key), Some(other)) = (state_key(game, me, now), state_key(game, me, then)) else {
                        continue;
                    };
                    if key == other && now.ty == rulebook_language::model::Type::Number {
                        let counts = matches!(&now.kind, ExprKind::Builtin(Builtin::Count | Builtin::GroupCount, _));
                        found.push(Required { key, grows, strict: *order == Builtin::Less, counts });
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
        _ => false,
    };
    order.choices.iter().flatten().any(|sequence| {
        step(&sequence.first) || sequence.then.iter().any(|follow| step(&follow.step) || follow.when.iter().any(is))
    })
}

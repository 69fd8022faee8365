//! Links of a chain whose own effects let it go on.
//!
//! Said only of an effect that is made where no further link is possible, and that changes what this was asked of: the chain then
//! goes on after what was meant to come at its end.

use super::list::Found;
use crate::audit::uses::body;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{
    Builtin, Content, Effect, Expr, ExprKind, Game, Move, MoveId, Picking, Primitive, TurnOrder, TurnStep,
};

/// Looks at the moves of which there are chains.
pub fn check(game: &Game, found: &mut Found) {
    let mut chained = Vec::new();
    game.turns.iter().for_each(|turn| gather(&turn.order, &mut chained));
    for rule in chained.iter().filter_map(|id| game.moves.get(*id)) {
        effects(game, rule, rule.link(), found);
    }
}

fn gather(order: &TurnOrder, chained: &mut Vec<MoveId>) {
    for sequence in order.choices.iter().flatten() {
        for step in std::iter::once(&sequence.first).chain(sequence.then.iter().map(|follow| &follow.step)) {
            match step {
                TurnStep::Chain { rule, .. } if !chained.contains(rule) => chained.push(*rule),
                TurnStep::Order(inner) => gather(inner, chained),
                TurnStep::Chain { .. } | TurnStep::Move(..) | TurnStep::Pass => {}
            }
        }
    }
}

fn effects(game: &Game, rule: &Move, all: &[Effect], found: &mut Found) {
    for primitive in all.iter().flat_map(|effect| &effect.does) {
        if let Primitive::If { condition, then, otherwise } = primitive {
            for (branch, truth) in [(then, true), (otherwise, false)] {
                let mut denied = Vec::new();
                deny(condition, truth, &mut denied);
                let asked = |part: &&&Expr| uses(game, part, &mut is_geometry) && uses(game, part, &mut asks_kind);
                if let Some(asked) = denied.iter().find(asked)
                    && let Some(effect) = branch.iter().find(|effect| effect.does.iter().any(changes_kind))
                    && picks(rule).any(|from| uses(game, from, &mut asks_kind))
                {
                    found.add(
                        Diagnostic::new(Code::LintChain, effect.span, "an effect of this link lets the chain go on")
                            .label("made where no further link is possible, and makes one possible")
                            .related(asked.span, "asks what this effect changes")
                            .help(format!(
                                "do it once the chain is complete: in a block `at its end {{ ... }}`, the last statement of `{}`; or \
                                 drop the condition if the chain is to go on",
                                rule.name
                            )),
                    );
                }
            }
        }
        primitive.blocks().into_iter().for_each(|block| effects(game, rule, block, found));
    }
}

/// What a move picks from, and what it asks of its picks.
fn picks(rule: &Move) -> impl Iterator<Item = &Expr> {
    rule.picking.iter().map(|step| match step {
        Picking::Pick { from: expr, .. } | Picking::Let { value: expr, .. } | Picking::Where(expr) => expr,
    })
}

/// The conditions that do not hold where this one holds, or does not; those that only ask where a cell lies are left out.
fn deny<'e>(condition: &'e Expr, truth: bool, denied: &mut Vec<&'e Expr>) {
    match &condition.kind {
        ExprKind::Not(of) => deny(of, !truth, denied),
        ExprKind::Builtin(Builtin::And, parts) if truth => parts.iter().for_each(|part| deny(part, true, denied)),
        ExprKind::Builtin(Builtin::Or, parts) if !truth => parts.iter().for_each(|part| deny(part, false, denied)),
        ExprKind::Builtin(Builtin::IsEmpty, _) if truth => denied.push(condition),
        ExprKind::Builtin(Builtin::NotEmpty, _) | ExprKind::Quantified { every: false, .. } | ExprKind::Call(..)
            if !truth =>
        {
            denied.push(condition);
        }
        _ => {}
    }
}

/// Whether this is so of something in an expression, definitions that it uses included.
fn uses(game: &Game, expr: &Expr, is_so: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let (mut found, mut seen, mut open) = (false, Vec::new(), vec![expr]);
    while let Some(expr) = open.pop().filter(|_| !found) {
        expr.visit(&mut |part| {
            found |= is_so(part);
            if let Some(body) = body(game, part).filter(|body| !seen.contains(&body.span)) {
                seen.push(body.span);
                open.push(body);
            }
        });
    }
    found
}

fn asks_kind(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Pieces { .. } | ExprKind::Builtin(Builtin::KindOf, _))
}

/// Whether it leads from a cell to others.
fn is_geometry(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Neighbours(..)
            | ExprKind::Builtin(
                Builtin::Step | Builtin::StepAll | Builtin::Walk | Builtin::Ray | Builtin::Sight | Builtin::Between,
                _
            )
    )
}

fn changes_kind(primitive: &Primitive) -> bool {
    matches!(primitive, Primitive::Assign { content: Content::Kind(_), .. })
        || primitive.blocks().into_iter().flatten().any(|effect| effect.does.iter().any(changes_kind))
}

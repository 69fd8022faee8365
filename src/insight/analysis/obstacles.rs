//! What in a game's rules keeps it from batched play: not the first thing alone. What stands in the way is left out of the rules, and
//! those that are left are asked about again.

use rulebook_batch::NotBatchable;
use rulebook_language::model::{
    DefinitionId, Effect, Expr, ExprKind, Game, MoveId, Picking, Primitive, TurnOrder, TurnStep, all_primitives,
};
use rulebook_language::source::Span;
use rulebook_play::plan::{Plan, compile};

/// What keeps a game from batched play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacles {
    /// What stands in the way, each at its place if it has one; nothing of a game that is played in batches.
    pub found: Vec<NotBatchable>,
    /// Whether the rest of the rules is lifted into batches. Where it is not, nothing is known of it: what was found last can not be
    /// left out of the rules.
    pub rest_is_lifted: bool,
}

/// The most that is looked for.
const MAX_OBSTACLES: usize = 64;

/// What keeps a game from batched play, whose plan is given.
pub fn obstacles(game: &Game, plan: &Plan) -> Obstacles {
    let mut found: Vec<NotBatchable> = Vec::new();
    let mut asked = rulebook_batch::compile(game, plan).map(drop);
    let mut rest = game.clone();
    while let Err(obstacle) = asked {
        let repeated = found.contains(&obstacle);
        if !repeated {
            found.push(obstacle);
        }
        let dropped =
            !repeated && found.len() < MAX_OBSTACLES && obstacle.at.is_some_and(|at| leave_out(&mut rest, at));
        let Some(plan) = dropped.then(|| compile(&rest).ok()).flatten() else {
            return Obstacles { found, rest_is_lifted: false };
        };
        asked = rulebook_batch::compile(&rest, &plan).map(drop);
    }
    Obstacles { found, rest_is_lifted: true }
}

/// Leaves out of a game the rule that stands at a place, or asks what stands there. Whether there is one that can be left out.
fn leave_out(game: &mut Game, at: Span) -> bool {
    if game.alike == Some(at) {
        game.alike = None;
        return true;
    }
    if let Some(place) = game.sites.repetitions.iter().position(|span| holds(*span, at)) {
        game.sites.repetitions.remove(place);
        game.repetitions.remove(place);
        return true;
    }
    if game.skip.as_ref().is_some_and(|skip| asks(game, skip, at)) {
        game.skip = None;
        return true;
    }
    if game.pass.as_ref().is_some_and(|pass| holds(pass.span, at)) {
        game.pass = None;
        return true;
    }
    if let Some(place) =
        game.ends.iter().position(|end| holds(end.span, at) || end.exprs().any(|expr| asks(game, expr, at)))
    {
        game.ends.remove(place);
        return true;
    }
    leave_out_of_moves(game, at) || leave_out_move(game, at)
}

/// The same of a condition or an effect of a move.
fn leave_out_of_moves(game: &mut Game, at: Span) -> bool {
    let ids: Vec<MoveId> = game.moves.ids().collect();
    for id in ids {
        let rule = &game.moves[id];
        let is_asked = |step: &Picking| matches!(step, Picking::Where(condition) if asks(game, condition, at));
        if let Some(place) = rule.picking.iter().position(is_asked) {
            game.moves[id].picking.remove(place);
            return true;
        }
        if let Some(place) = rule.effects.iter().position(|effect| concerns(game, effect, at)) {
            let rule = &mut game.moves[id];
            rule.effects.remove(place);
            rule.of_link -= usize::from(place < rule.of_link);
            return true;
        }
    }
    false
}

/// Whether an effect stands at the place, or asks what stands there, and can be left out: it gives nothing a name.
fn concerns(game: &Game, effect: &Effect, at: Span) -> bool {
    !effect.does.iter().any(|primitive| matches!(primitive, Primitive::Let(..)))
        && (holds(effect.span, at)
            || all_primitives([effect]).iter().flat_map(|primitive| primitive.parts()).any(|expr| asks(game, expr, at)))
}

/// Takes the move that stands at a place, or picks what stands there, out of all turns that offer others beside it.
fn leave_out_move(game: &mut Game, at: Span) -> bool {
    let picks = |step: &Picking| match step {
        Picking::Pick { from: expr, .. } | Picking::Several { from: expr, .. } | Picking::Let { value: expr, .. } => {
            asks(game, expr, at)
        }
        Picking::Where(_) => false,
    };
    let Some(id) = game.moves.ids().find(|id| {
        let rule = &game.moves[*id];
        holds(rule.span, at) || rule.picking.iter().any(picks)
    }) else {
        return false;
    };
    let mut turns = game.turns.clone();
    let mut found = false;
    for turn in &mut turns {
        found |= without(&mut turn.order, id);
        if turn.order.choices.is_empty() {
            return false;
        }
    }
    game.turns = turns;
    found
}

/// Takes the sequences that begin with a move, or come to it, out of an order: whether there was one.
fn without(order: &mut TurnOrder, id: MoveId) -> bool {
    let is_it = |step: &TurnStep| match step {
        TurnStep::Move(rule, _) | TurnStep::Chain { rule, .. } => *rule == id,
        TurnStep::Order(_) | TurnStep::Pass => false,
    };
    let mut found = false;
    for choice in &mut order.choices {
        choice.retain_mut(|sequence| {
            let steps =
                std::iter::once(&mut sequence.first).chain(sequence.then.iter_mut().map(|follow| &mut follow.step));
            let mut keep = true;
            for step in steps {
                if is_it(step) {
                    keep = false;
                } else if let TurnStep::Order(inner) = step {
                    found |= without(inner, id);
                    keep &= !inner.choices.is_empty();
                }
            }
            found |= !keep;
            keep
        });
    }
    order.choices.retain(|choice| !choice.is_empty());
    found
}

/// Whether a place lies within another.
fn holds(outer: Span, at: Span) -> bool {
    outer.file == at.file && outer.start <= at.start && at.end <= outer.end
}

/// Whether an expression, or a definition or pattern that it uses, is what stands at a place.
fn asks(game: &Game, expr: &Expr, at: Span) -> bool {
    fn within(game: &Game, expr: &Expr, at: Span, seen: &mut Vec<DefinitionId>) -> bool {
        let mut found = false;
        expr.visit(&mut |part| {
            found |= holds(part.span, at);
            match &part.kind {
                ExprKind::Call(id, _) if !found && !seen.contains(id) => {
                    seen.push(*id);
                    found |= within(game, &game.definitions[*id].body, at, seen);
                }
                ExprKind::Pattern { pattern, .. } if !found => {
                    found |= within(game, &game.patterns[*pattern].members, at, seen);
                }
                _ => {}
            }
        });
        found
    }
    within(game, expr, at, &mut Vec::new())
}

#[cfg(test)]
mod tests {
    use super::holds;
    use rulebook_language::source::{FileId, Span};

    #[test]
    fn places_lie_within_others() {
        let span = |start, end| Span::new(FileId(0), start, end);
        assert!(holds(span(2, 9), span(2, 4)) && !holds(span(2, 4), span(2, 9)));
        assert!(!holds(Span::new(FileId(1), 0, 9), span(2, 4)));
    }
}

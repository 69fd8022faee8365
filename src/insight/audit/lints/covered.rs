//! Whether an end clause covers every position in which the player to act has no action, as far as the rules alone show it.

use super::facts::Facts;
use super::walk::events;
use rulebook_language::model::{
    Builtin, Expr, ExprKind, Game, Move, Picking, PlayerId, Primitive, TurnSequence, TurnStep, Type, all_primitives,
};

/// Whether every player can always act, or an end clause holds where a player cannot. Where the answer is no, that is not known.
pub fn is_covered(game: &Game) -> bool {
    let depth = 8;
    game.ends.iter().any(|end| holds_without_move(game, &end.when, depth))
        || game.players.ids().all(|player| can_pass(game, player))
        || game.players.ids().all(|player| can_place(game, player))
}

/// Whether a condition holds whenever there is no move.
fn holds_without_move(game: &Game, condition: &Expr, depth: u8) -> bool {
    match &condition.kind {
        ExprKind::Truth(truth) => *truth,
        ExprKind::Builtin(Builtin::NoMove, _) => true,
        ExprKind::Builtin(Builtin::Or, parts) => parts.iter().any(|part| holds_without_move(game, part, depth)),
        ExprKind::Builtin(Builtin::And, parts) => parts.iter().all(|part| holds_without_move(game, part, depth)),
        ExprKind::Call(id, _) if depth > 0 => {
            game.definitions.get(*id).is_some_and(|called| holds_without_move(game, &called.body, depth - 1))
        }
        _ => false,
    }
}

/// The choices of each turn that a player may come to, if one of them always comes.
fn turns(game: &Game, player: PlayerId) -> Option<Vec<Vec<&TurnSequence>>> {
    let mut found = Vec::new();
    for turn in game.turns.iter().filter(|turn| turn.of.is_none_or(|of| of == player)) {
        found.push(turn.order.choices.iter().flatten().collect());
        if turn.when.is_none() {
            return Some(found);
        }
    }
    None
}

/// Whether every turn of a player ends with a pass where nothing else is possible.
fn can_pass(game: &Game, player: PlayerId) -> bool {
    let passes = |sequence: &&TurnSequence| sequence.then.is_empty() && matches!(sequence.first, TurnStep::Pass);
    turns(game, player).is_some_and(|turns| turns.iter().all(|choices| choices.iter().any(passes)))
}

/// Whether every turn of a player offers to put a piece wherever one likes, where no end clause holds.
fn can_place(game: &Game, player: PlayerId) -> bool {
    let places = |sequence: &&TurnSequence| match &sequence.first {
        TurnStep::Move(id, with) if with.is_empty() && sequence.then.is_empty() => {
            game.moves.get(*id).is_some_and(|rule| is_free(game, rule))
        }
        _ => false,
    };
    game.repetitions.iter().all(|rule| !rule.is_illegal())
        && turns(game, player).is_some_and(|turns| turns.iter().all(|choices| choices.iter().any(places)))
}

/// Whether a move is possible wherever no end clause holds: its only pick then has something to be picked from, and nothing else
/// is asked.
fn is_free(game: &Game, rule: &Move) -> bool {
    let [Picking::Pick { from, .. }] = rule.picking.as_slice() else { return false };
    let asks = |primitive: &Primitive| matches!(primitive, Primitive::Require(_) | Primitive::Transfer { .. });
    if from.ty != Type::Cells || all_primitives(&rule.effects).into_iter().any(asks) {
        return false;
    }
    let mut facts = Facts::new(game, events(game));
    game.ends.iter().filter(|end| !end.after_action).for_each(|end| facts.suppose(&end.when, false));
    let asked = |builtin| {
        let kind = ExprKind::Builtin(builtin, vec![from.clone()]);
        Expr { kind, ty: Type::Truth, span: from.span }
    };
    // A clause says it by either word, and what is known is known of that.
    facts.truth(&asked(Builtin::NotEmpty)) == Some(true) || facts.truth(&asked(Builtin::IsEmpty)) == Some(false)
}

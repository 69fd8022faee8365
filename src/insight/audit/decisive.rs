//! Whether a game can be drawn, and whether anybody can have to pass, by the clauses alone.

use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, Game, Judgement, LocalId, Outcome, Type, constant};
use rulebook_language::source::Span;

/// The first clause by which a game may be drawn: its place and why; nothing if every clause names a winner. That holds once
/// anything was played: a game that is over at the start is another matter.
pub fn draw_clause(game: &Game) -> Option<(Option<Span>, String)> {
    for end in &game.ends {
        if let Some(why) = undecided(game, &end.results) {
            return Some((Some(end.span), why));
        }
    }
    let rules = game.repetitions.iter().filter(|rule| !rule.is_illegal());
    let drawn = rules.filter_map(|rule| undecided(game, rule.results())).next();
    drawn.map(|_| (None, "a repeated position draws".to_owned()))
}

/// Why the results of a clause may leave it open who has won.
fn undecided(game: &Game, results: &[Outcome]) -> Option<String> {
    for result in results {
        let holds = match &result.when {
            None => Some(true),
            Some(when) => match constant(when, Some(&game.board), &game.definitions) {
                Some(Constant::Truth(truth)) => Some(truth),
                _ => None,
            },
        };
        if holds == Some(false) {
            continue;
        }
        match &result.kind {
            Judgement::Draw => return Some("a clause says `draw`".to_owned()),
            Judgement::Wins(who) if holds == Some(true) && somebody(who) => return None,
            // All others win, together where there are several.
            Judgement::Loses(who) if holds == Some(true) && somebody(who) && game.players.len() > 1 => return None,
            _ => {}
        }
    }
    Some("none of a clause's results needs to decide".to_owned())
}

/// Whether an expression always means a player, once anything was played.
fn somebody(who: &Expr) -> bool {
    match &who.kind {
        ExprKind::Player(_) => true,
        ExprKind::Builtin(builtin, _) => builtin.is_somebody(),
        ExprKind::If(_, then, otherwise) => somebody(then) && somebody(otherwise),
        // A set of players in braces.
        ExprKind::Filter { local, condition, .. } if who.ty == Type::Players => is_one(condition, *local),
        _ => false,
    }
}

/// Whether a condition holds of at least one player: of one that it names, or of all.
fn is_one(condition: &Expr, local: LocalId) -> bool {
    match &condition.kind {
        ExprKind::Truth(truth) => *truth,
        ExprKind::Builtin(Builtin::Or, parts) => parts.iter().any(|part| is_one(part, local)),
        ExprKind::Builtin(Builtin::Equal, sides) => match sides.as_slice() {
            [one, other] | [other, one] if matches!(one.kind, ExprKind::Local(known) if known == local) => {
                somebody(other)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Why nobody can ever have to pass, if the turns show it.
pub fn never_must_pass(game: &Game) -> Option<String> {
    let passes = game.turns.iter().any(|turn| turn.order.has_pass());
    (!passes).then(|| "no turn has a pass".to_owned())
}

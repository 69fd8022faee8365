//! Steps that are taken until something holds, and use nothing up.

use super::list::Found;
use crate::audit::progress::{Links, in_a_row};
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Game, MoveId, PlayerId, Repeat, TurnFollow, TurnOrder, TurnStep};
use rulebook_language::source::Span;

/// Looks at the steps that are taken until something holds.
pub fn check(game: &Game, found: &mut Found) {
    for (turn, span) in game.turns.iter().zip(&game.places.turns) {
        order(game, &turn.order, turn.of, *span, found);
    }
}

fn order(game: &Game, asked: &TurnOrder, of: Option<PlayerId>, span: Span, found: &mut Found) {
    for sequence in asked.choices.iter().flatten() {
        for step in sequence.steps() {
            if let TurnStep::Order(inner) = step {
                order(game, inner, of, span, found);
            }
        }
        let until = sequence.then.iter().filter(|follow| follow.repeat == Repeat::Until);
        until.for_each(|follow| goes_on(game, follow, of, span, found));
    }
}

fn goes_on(game: &Game, follow: &TurnFollow, of: Option<PlayerId>, span: Span, found: &mut Found) {
    let mut rules = Vec::new();
    begins_with(&follow.step, &mut rules);
    let mut players = game.players.ids().filter(|player| of.is_none_or(|of| of == *player));
    let names: Vec<String> =
        rules.iter().filter_map(|(rule, _)| Some(format!("`{}`", game.moves.get(*rule)?.name))).collect();
    if !names.is_empty() && players.any(|player| in_a_row(game, player, &rules) == Links::Unbounded) {
        let at = follow.when.last().map_or(span, |until| until.span);
        let message = format!("{} may be done for ever before this holds", names.join(" or "));
        found.add(
            Diagnostic::new(Code::TurnEndlessUntil, at, message)
                .label("nothing is used up on the way, as far as can be shown")
                .help("let each of them lower a counter, take a piece away or mark a cell; or say how often: `up to 3 times`"),
        );
    }
}

/// The moves with which a step begins, of which some are chains.
fn begins_with(step: &TurnStep, rules: &mut Vec<(MoveId, bool)>) {
    match step {
        TurnStep::Pass => {}
        TurnStep::Move(rule, _) => rules.push((*rule, false)),
        TurnStep::Chain { rule, .. } => rules.push((*rule, true)),
        TurnStep::Order(order) => {
            order.choices.iter().flatten().for_each(|sequence| begins_with(&sequence.first, rules));
        }
    }
}

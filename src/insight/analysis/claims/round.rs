//! What a line of play goes round by: the moves and turns of its cycle.

use rulebook_language::model::Game;
use rulebook_language::source::Span;
use rulebook_play::engine::{Action, Position};
use rulebook_play::plan::ChoiceKind;

/// A way round in a game that goes on for ever.
pub struct Round {
    /// Where the moves or the turns that it goes by are declared.
    pub places: Vec<Span>,
    /// Whether nature would have to do the same each time where it can do something else.
    pub by_luck: bool,
}

/// The moves that a line goes round by, or the turns that pass in it, each once, as they come; only those of the game or variant
/// itself. Where nothing on the board comes again, all of the line counts.
pub fn round(start: &Position, line: &[String]) -> Round {
    let mut position = start.clone();
    let mut seen = vec![standing(&position)];
    let mut places: Vec<(bool, Option<Span>)> = Vec::new();
    let mut drawn: Vec<bool> = Vec::new();
    for text in line {
        let Ok(action) = position.find(text) else { break };
        places.push(place(&position, &action));
        drawn.push(position.is_chance() && position.legal().is_ok_and(|legal| legal.len() > 1));
        if position.play_unchecked(&action).is_err() {
            break;
        }
        seen.push(standing(&position));
    }
    let last = seen.last().cloned().unwrap_or_default();
    // The last way round.
    let from = seen.iter().rev().skip(1).position(|words| *words == last).map_or(0, |back| seen.len() - 2 - back);
    let places = places.get(from..).unwrap_or_default();
    let by_luck = drawn.get(from..).unwrap_or_default().contains(&true);
    // Whoever passes only waits for the moves, if there are any.
    let moves = places.iter().any(|(is_move, _)| *is_move);
    let mut found = Round { places: Vec::new(), by_luck };
    for span in places.iter().filter(|(is_move, _)| *is_move == moves).filter_map(|(_, span)| *span) {
        if is_own(start.game(), span) && !found.places.contains(&span) {
            found.places.push(span);
        }
    }
    found
}

/// What stands on the board, and who is to act.
fn standing(position: &Position) -> Vec<u64> {
    let mut words = position.memory()[..position.plan().layout.contents as usize].to_vec();
    words.push(u64::from(position.role_to_act().0));
    words
}

/// Whether an action is a move, and where that or the turn is declared.
fn place(position: &Position, action: &Action) -> (bool, Option<Span>) {
    let (game, role) = (position.game(), position.role_to_act());
    let choices = position.plan().roles.get(role).map(|role| role.choices.as_slice()).unwrap_or_default();
    match choices.get(usize::from(action.choice())).map(|choice| choice.sort) {
        Some(ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. }) => {
            (true, game.moves.get(rule).map(|rule| rule.span))
        }
        _ => {
            let mut turns = game.turns.iter().zip(&game.places.turns);
            (false, turns.rfind(|(turn, _)| turn.of.is_none_or(|of| of == role)).map(|(_, span)| *span))
        }
    }
}

fn is_own(game: &Game, at: Span) -> bool {
    let (_, whole) = game.places.unit;
    at.is_in(whole)
}

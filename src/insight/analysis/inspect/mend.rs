//! Fixes for what games show.

use super::met::GameFault;
use rulebook_language::diagnostic::{Edit, Fix};
use rulebook_language::model::Game;

/// A forced pass for a player without a move, where one turn is everybody's and has none yet.
pub fn fix(game: &Game, trouble: &GameFault) -> Option<Fix> {
    let ([turn], [span]) = (game.turns.as_slice(), game.places.turns.as_slice()) else { return None };
    let is_plain = turn.of.is_none() && turn.when.is_none();
    if !is_plain || !matches!(trouble, GameFault::Stuck { mid_turn: false }) {
        return None;
    }
    let edits = vec![Edit { span: span.after(), text: " else pass".to_owned() }];
    Some(Fix { title: "write `else pass` at the end of the turn".to_owned(), edits, safe: false })
}

//! The actions of a position, those together that lead to the same position.

use crate::analysis::solve::Keys;
use rulebook_play::engine::{Action, Fault, Position};

/// Actions that lead to the same position; none is empty.
pub type Choice = Vec<Action>;

/// The legal actions of a position in the order in which one reads the board, those together that lead to the same position.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn choices(position: &mut Position) -> Result<Vec<Choice>, Fault> {
    let mut keys = Keys::new(position, &[]);
    let mut found: Vec<(Vec<u8>, Choice)> = Vec::new();
    for action in position.listed()? {
        position.play_unchecked(&action)?;
        let mut key = keys.of(position).to_vec();
        // Who is to act is told by the role; a swap gives that to the other seat.
        key.push(position.seat_in_turn());
        position.undo();
        match found.iter_mut().find(|(known, _)| *known == key) {
            Some((_, choice)) => choice.push(action),
            None => found.push((key, vec![action])),
        }
    }
    Ok(found.into_iter().map(|(_, choice)| choice).collect())
}

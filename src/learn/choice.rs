//! Choosing by what comes of each action, one ply ahead.

use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

use super::eye::Eye;
use super::result::Worth;

/// What a position is worth to somebody: the worst first.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Prospect {
    /// Lost.
    Lost,
    /// Anything else: without bounds for two, from -1 to 1 for others; a draw between two is 0.
    Open(f32),
    /// Won alone.
    Won,
}

/// What a position is worth to a seat: its result where it is over, else what the network has learned. Where the other seat may change
/// seats, it takes the better one.
///
/// # Errors
/// If the rules cannot be evaluated.
pub fn prospect(eye: &mut Eye, weights: &[i32], position: &mut Position, seat: u8) -> Result<Prospect, Fault> {
    let role = usize::from(position.role_of_seat(seat).0);
    if let Some(outcome) = position.outcome()? {
        let worth = Worth::of(position, &outcome).to(role);
        return Ok(match () {
            () if worth >= 1.0 => Prospect::Won,
            () if worth <= -1.0 => Prospect::Lost,
            () => Prospect::Open(worth),
        });
    }
    let sight = eye.look(weights, position)?;
    let worth = if position.game().players.len() == 2 { sight.raw(role) } else { sight.worth(role) };
    Ok(Prospect::Open(match may_change_seats(position) {
        true if position.seat_in_turn() == seat => worth.abs(),
        true => -worth.abs(),
        false => worth,
    }))
}

/// Whether the seat to act may take the other one.
fn may_change_seats(position: &Position) -> bool {
    let system = position.plan().layout.system;
    let word = |at: u32| position.memory().get(at as usize).copied().unwrap_or(0);
    position.game().pie && position.turn() == 1 && word(system.swapped) == 0 && word(system.mid_turn) == 0
}

/// One of the actions of a list after which the position is worth most to the seat to act, by chance among equals, with what that is;
/// nothing where the list is empty. The eye has the position at hand before it.
///
/// # Errors
/// If the rules cannot be evaluated.
pub fn choose(
    eye: &mut Eye,
    weights: &[i32],
    position: &mut Position,
    actions: &ActionList,
    rng: &mut Rng,
) -> Result<Option<(Action, Prospect)>, Fault> {
    let seat = position.seat_in_turn();
    let mut best: Option<(Action, Prospect)> = None;
    let mut equals = 0;
    for action in actions.iter() {
        position.play_unchecked(&action)?;
        let seen = prospect(eye, weights, position, seat);
        position.undo();
        let seen = seen?;
        match &mut best {
            Some((_, most)) if seen < *most => {}
            Some((kept, most)) if seen == *most => {
                equals += 1;
                if rng.below(equals) == 0 {
                    *kept = action;
                }
            }
            _ => {
                equals = 1;
                best = Some((action, seen));
                if seen == Prospect::Won {
                    break;
                }
            }
        }
    }
    Ok(best)
}

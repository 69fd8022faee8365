//! How a win goes on, and what is answered to other actions.

use super::choices::choices;
use super::puzzle::{Other, Proved};
use crate::agents::{Forced, ForcedWins};
use rulebook_play::engine::{Action, Fault, Position};

/// The winning action with what leads on to the end, as written: the winner takes a shortest way, the loser a longest. Nothing where the
/// actions that may be played in thought are not enough. Beside it, the end clause that holds there, by its name.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn main_line(
    position: &mut Position,
    proved: &Proved,
    wins: &mut ForcedWins,
) -> Result<Option<(Vec<String>, String)>, Fault> {
    let (start, seat) = (position.ply(), position.seat_to_act());
    let found = follow(position, proved, wins, seat);
    while position.ply() > start && position.undo() {}
    found
}

fn follow(
    position: &mut Position,
    proved: &Proved,
    wins: &mut ForcedWins,
    seat: u8,
) -> Result<Option<(Vec<String>, String)>, Fault> {
    let mut line = vec![position.written(&proved.action)];
    position.play_unchecked(&proved.action)?;
    for left in (0..proved.plies).rev() {
        if let Some(outcome) = position.outcome()? {
            let is_won = left == 0 && position.winning_seat(&outcome) == Some(seat);
            return Ok(is_won.then_some((line, outcome.clause)));
        }
        let Some(action) = next(position, wins, seat, left)? else { break };
        line.push(position.written(&action));
        position.play_unchecked(&action)?;
    }
    Ok(None)
}

/// Of the seat that wins within so many plies, the first action that keeps this; of the other seat, the first that allows no sooner win.
fn next(position: &mut Position, wins: &mut ForcedWins, seat: u8, left: u8) -> Result<Option<Action>, Fault> {
    let is_winner = position.seat_to_act() == seat;
    let rest = left.checked_sub(if is_winner { 1 } else { 2 });
    for action in position.listed()? {
        // Who loses by an action of its own at the last ply does so by any.
        let Some(rest) = rest else { return Ok((!is_winner).then_some(action)) };
        let Some(said) = after(position, wins, &action, (seat, rest))? else { return Ok(None) };
        if (said == Forced::Within) == is_winner {
            return Ok(Some(action));
        }
    }
    Ok(None)
}

/// A win of the answering side is looked for so many plies from the action on.
const LOSS: u8 = 6;

/// Every action that does not win, with what is answered to it. `nodes` may be played in thought for each.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn others(
    position: &mut Position,
    proved: &Proved,
    wins: &mut ForcedWins,
    (most, nodes): (u8, u32),
) -> Result<Vec<Other>, Fault> {
    let seat = position.seat_to_act();
    let bound = proved.within.unwrap_or(most);
    let mut found = Vec::new();
    for choice in choices(position)? {
        let Some(action) = choice.first().filter(|action| **action != proved.action) else { continue };
        wins.allow(nodes);
        position.play_unchecked(action)?;
        let answered = answer(position, wins, seat, bound);
        position.undo();
        let (reply, loses_in) = answered?;
        let other = |action: &Action| Other { action: position.written(action), reply: reply.clone(), loses_in };
        found.extend(choice.iter().map(other));
    }
    Ok(found)
}

/// What is answered, and after how many plies from the action before on that wins.
fn answer(
    position: &mut Position,
    wins: &mut ForcedWins,
    seat: u8,
    bound: u8,
) -> Result<(Option<String>, Option<u8>), Fault> {
    let other = position.seat_to_act();
    if let Some(outcome) = position.outcome()? {
        let is_lost = position.winning_seat(&outcome).is_some_and(|winner| winner != seat && winner != 0);
        return Ok((None, is_lost.then_some(1)));
    }
    if other == seat {
        return Ok((None, None));
    }
    let replies = position.listed()?;
    // The quickest win of the other side, else an answer after which there is none.
    for plies in 2..=LOSS {
        for reply in &replies {
            match after(position, wins, reply, (other, plies - 2))? {
                None => return Ok((None, None)),
                Some(Forced::Within) => return Ok((Some(position.written(reply)), Some(plies))),
                Some(_) => {}
            }
        }
    }
    for reply in &replies {
        match after(position, wins, reply, (seat, bound.saturating_sub(2)))? {
            None => return Ok((None, None)),
            Some(Forced::Within) => {}
            Some(_) => return Ok((Some(position.written(reply)), None)),
        }
    }
    Ok((None, None))
}

fn after(
    position: &mut Position,
    wins: &mut ForcedWins,
    action: &Action,
    (seat, plies): (u8, u8),
) -> Result<Option<Forced>, Fault> {
    position.play_unchecked(action)?;
    let said = wins.within(position, seat, plies);
    position.undo();
    said
}

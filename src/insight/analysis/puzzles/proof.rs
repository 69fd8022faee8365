//! Whether one action of a position wins by force and no other does.

use std::ops::RangeInclusive;

use super::choices::{Choice, choices};
use super::puzzle::{MARGIN, Proved};
use crate::agents::{Forced, ForcedWins};
use crate::analysis::solve::{GameValue, Limits, solve};
use crate::audit::Automorphism;
use rulebook_play::engine::{Action, Fault, Position};

/// A further ply is given up beforehand where it will take about so many times the actions that are left.
const HOPELESS: u64 = 2;

/// About how many actions a further ply takes, by those of the plies so far: plies of the winner are dearer than those of the loser, so it is
/// as much dearer than the last but one as the last is than the one two before it.
fn next_cost(costs: &[u64]) -> u64 {
    match costs {
        [.., before, even, last] => last.saturating_mul(*even) / (*before).max(1),
        _ => 0,
    }
}

/// Whether one action of a position wins by force within some number of plies, and no other does. The number of plies grows as long as
/// the search may play further actions: a second action that wins, however late, is looked for as far as they last.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn prove(
    position: &mut Position,
    wins: &mut ForcedWins,
    plies: &RangeInclusive<u8>,
    nodes: u32,
) -> Result<Option<Proved>, Fault> {
    if position.outcome()?.is_some() {
        return Ok(None);
    }
    wins.begin(nodes);
    let seat = position.seat_to_act();
    let choices = choices(position)?;
    let mut open: Vec<&Choice> = choices.iter().collect();
    let mut won: Option<(&Choice, u8)> = None;
    let (mut within, mut costs) = (0, Vec::new());
    for bound in 1..=plies.end().saturating_add(MARGIN) {
        if won.is_none() && bound > *plies.end() {
            break;
        }
        let left = wins.left();
        let Some(found) = level(position, wins, (seat, bound), &open)? else { break };
        within = bound;
        costs.push(u64::from(left - wins.left()));
        let is = |wanted: Forced| move |(_, said): &(&Choice, Forced)| *said == wanted;
        let mut winners = found.iter().filter(|found| is(Forced::Within)(found)).map(|(choice, _)| *choice);
        match (won, winners.next(), winners.next()) {
            (None, Some(_), None) if bound < *plies.start() => return Ok(None),
            (None, Some(choice), None) => won = Some((choice, bound)),
            (_, None, _) => {}
            _ => return Ok(None),
        }
        open = found.iter().filter(|found| is(Forced::NotWithin)(found)).map(|(choice, _)| *choice).collect();
        if open.is_empty() || next_cost(&costs) > HOPELESS * u64::from(wins.left()) {
            break;
        }
    }
    let Some((choice, plies)) = won else { return Ok(None) };
    let within = (!open.is_empty()).then_some(within);
    Ok(choice.split_first().map(|(action, same)| Proved { action: action.clone(), same: same.to_vec(), plies, within }))
}

/// What a longer search adds to a proof: that no other action wins within [`MARGIN`] plies of the win, or at all, or nothing where another one
/// does. As far as the search lasts.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn confirm(
    position: &mut Position,
    proved: Proved,
    wins: &mut ForcedWins,
    nodes: u32,
) -> Result<Option<Proved>, Fault> {
    let last = proved.plies.saturating_add(MARGIN);
    let Some(mut within) = proved.within.filter(|within| *within < last) else { return Ok(Some(proved)) };
    wins.begin(nodes);
    let seat = position.seat_to_act();
    let choices = choices(position)?;
    let mut open: Vec<&Choice> = choices.iter().filter(|choice| !choice.contains(&proved.action)).collect();
    for bound in 1..=last {
        let Some(found) = level(position, wins, (seat, bound), &open)? else { break };
        if found.iter().any(|(_, said)| *said == Forced::Within) {
            return Ok(None);
        }
        within = within.max(bound);
        open = found.iter().filter(|(_, said)| *said == Forced::NotWithin).map(|(choice, _)| *choice).collect();
    }
    Ok(Some(Proved { within: (!open.is_empty()).then_some(within), ..proved }))
}

/// Which of some actions win within so many plies; nothing where that is not found out of all.
fn level<'c>(
    position: &mut Position,
    wins: &mut ForcedWins,
    (seat, bound): (u8, u8),
    open: &[&'c Choice],
) -> Result<Option<Vec<(&'c Choice, Forced)>>, Fault> {
    let mut found = Vec::new();
    for choice in open {
        let Some(action) = choice.first() else { continue };
        position.play_unchecked(action)?;
        let said = wins.within(position, seat, bound - 1);
        position.undo();
        let Some(said) = said? else { return Ok(None) };
        found.push((*choice, said));
        // A second one settles it.
        if found.iter().filter(|(_, said)| *said == Forced::Within).count() > 1 {
            break;
        }
    }
    Ok(Some(found))
}

/// What solving the position adds to a proof: that no other action wins, however late, or nothing where another one does. Where solving
/// takes more positions than it may, the proof is what it was.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn solved(
    position: &mut Position,
    proved: Proved,
    automorphisms: &[Automorphism],
    states: u32,
) -> Result<Option<Proved>, Fault> {
    if proved.within.is_none() {
        return Ok(Some(proved));
    }
    let limits = Limits { states: u64::from(states), threads: false, ..Limits::default() };
    let Ok(solution) = solve(position, automorphisms, limits, false, &mut |_| true) else { return Ok(Some(proved)) };
    // Both searches must agree on who wins.
    if solution.value != GameValue::Seat(position.seat_to_act()) {
        return Ok(None);
    }
    let Some(keeping) = solution.moves else { return Ok(Some(proved)) };
    let is_known = |action: &Action| proved.action == *action || proved.same.contains(action);
    Ok(keeping.iter().all(is_known).then_some(Proved { within: None, ..proved }))
}

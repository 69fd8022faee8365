//! A long line to a difference, made shorter: moves are left out as long as what is left can be played in both games and leads
//! to a difference of the same sort (delta debugging: Zeller and Hildebrandt, 2002).

use super::lockstep::{Difference, DifferenceKind, Lockstep, LockstepResult};
use super::priority::PriorityCheck;
use super::relation::{Witness, WitnessKind};
use rulebook_play::engine::{Fault, PlayError};

/// How many lines are tried.
const MAX_TRIED: u32 = 400;

/// The same witness with as few moves as are found to be enough.
///
/// # Errors
/// If the rules of one cannot be evaluated.
pub fn shorten(
    twins: &mut Lockstep,
    displaced: &mut PriorityCheck<'_>,
    witness: &Witness,
    steps: u64,
) -> Result<Witness, Fault> {
    let mut best = witness.clone();
    let began = twins.spent();
    let mut tried = 0;
    let mut size = best.moves.len() / 2;
    while size > 0 {
        let mut from = 0;
        let mut shorter = false;
        while from + size <= best.moves.len() {
            if tried >= MAX_TRIED || twins.spent() - began > steps {
                return Ok(best);
            }
            tried += 1;
            let moves: Vec<String> = best.moves[..from].iter().chain(&best.moves[from + size..]).cloned().collect();
            match attempt(twins, displaced, &moves, best.sort)? {
                Some(found) => {
                    best = found;
                    shorter = true;
                }
                None => from += 1,
            }
        }
        // What could not be left out before may be now.
        size = if shorter { size.min(best.moves.len()) } else { size / 2 };
    }
    Ok(best)
}

/// The witness that a line is, as far as it can be played; nothing where it shows no difference of the sort.
fn attempt(
    twins: &mut Lockstep,
    displaced: &mut PriorityCheck<'_>,
    moves: &[String],
    sort: WitnessKind,
) -> Result<Option<Witness>, Fault> {
    let mut played = 0;
    let found = loop {
        let (difference, common, found) = match twins.look()? {
            LockstepResult::Same(both) | LockstepResult::Counted(both) => {
                (Difference::default(), !both.is_empty(), None)
            }
            LockstepResult::Odds(both) => {
                let odds = WitnessKind::Results(DifferenceKind::Odds);
                (Difference::default(), !both.is_empty(), Some(odds))
            }
            LockstepResult::Actions(difference, both) => (difference, !both.is_empty(), None),
            LockstepResult::Results(kind, _) => (Difference::default(), false, Some(WitnessKind::Results(kind))),
        };
        let Difference { only_a, only_b } = &difference;
        let wanted = match sort {
            WitnessKind::More => !only_b.is_empty(),
            WitnessKind::Less => !only_a.is_empty(),
            WitnessKind::Results(_) => found.is_some_and(|found| found.is_like(sort)),
        };
        if wanted {
            let genuine = match sort {
                WitnessKind::Results(_) => true,
                _ => {
                    let (more, less) = displaced.genuine(&difference, common, &moves[..played])?;
                    if sort == WitnessKind::More { more } else { less }
                }
            };
            if genuine {
                let sort = found.unwrap_or(sort);
                break Some(Witness { sort, moves: moves[..played].to_vec(), difference, sampled: true });
            }
        }
        let Some(next) = moves.get(played) else { break None };
        match both(twins, next) {
            Ok(()) => played += 1,
            Err(PlayError::Fault(fault)) => return Err(fault),
            Err(_) => break None,
        }
    };
    for _ in 0..played {
        twins.undo();
    }
    Ok(found)
}

/// Plays the action that is written so in both games.
fn both(twins: &mut Lockstep, text: &str) -> Result<(), PlayError> {
    let a = twins.a.find(text)?;
    let b = twins.b.find(text)?;
    Ok(twins.play(&super::lockstep::PairedAction { a, b })?)
}

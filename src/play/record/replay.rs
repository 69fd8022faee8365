//! The strict replay of a record: every move legal, every given number equal. What a record leaves out is not asked.

use std::sync::Arc;

use thiserror::Error;

use super::Record;
use crate::engine::{Fault, PlayError, Position, SeatResult};
use rulebook_language::util::suggest;

/// The first thing in which a record and the rules differ.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}expected {expected}, found {found}", at(*.ply, .action))]
pub struct Mismatch {
    /// The move at which it shows, from 1; 0 where it is the record as a whole.
    pub ply: usize,
    /// That move as written; empty after the last one.
    pub action: String,
    /// What the record says.
    pub expected: String,
    /// What the rules say.
    pub found: String,
}

/// What a record that holds came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// The number of actions.
    pub plies: usize,
}

fn at(ply: usize, action: &str) -> String {
    match (ply, action) {
        (0, _) => String::new(),
        (_, "") => format!("after move {}: ", ply - 1),
        _ => format!("move {ply} `{action}`: "),
    }
}

/// Plays the record from `position`, a start of its game, and leaves it where the two part or at the end.
///
/// # Errors
/// The first difference.
pub fn replay(position: &mut Position, record: &Record) -> Result<Replayed, Mismatch> {
    let mut first = None;
    let plies = compare(position, record, &mut |mismatch| {
        first = Some(mismatch);
        false
    });
    first.map_or(Ok(Replayed { plies }), Err)
}

/// Plays the record from `position`, a start of its game, as far as it can be played, and shows every difference as long as
/// `see` says to go on. Gives the number of actions played.
pub fn compare(position: &mut Position, record: &Record, see: &mut dyn FnMut(Mismatch) -> bool) -> usize {
    for mismatch in lengths(record) {
        if !see(mismatch) {
            return 0;
        }
    }
    if let Some(text) = &record.start {
        match Position::read(position.game().clone(), position.plan().clone(), text) {
            Ok(start) => *position = start,
            Err(error) => {
                let expected = format!("a start, and not `{}`", text.chars().take(200).collect::<String>());
                see(Mismatch { ply: 0, action: String::new(), expected, found: error.to_string() });
                return 0;
            }
        }
    }
    for (index, text) in record.moves.iter().enumerate() {
        let differs =
            |expected: String, found: String| Mismatch { ply: index + 1, action: text.clone(), expected, found };
        let last = match step(position, record, index, text, &mut |expected, found| see(differs(expected, found))) {
            Ok(true) => continue,
            Ok(false) => None,
            Err(fault) => Some(differs("a move".to_owned(), fault.to_string())),
        };
        last.map(see);
        return index;
    }
    for mismatch in [ending(position, record).err(), last(position, record)].into_iter().flatten() {
        if !see(mismatch) {
            break;
        }
    }
    record.moves.len()
}

/// Holds one move against the rules and plays it; says whether to go on.
fn step(
    position: &mut Position,
    record: &Record,
    index: usize,
    text: &str,
    see: &mut dyn FnMut(String, String) -> bool,
) -> Result<bool, Fault> {
    if let Some(seat) = record.seats.as_ref().and_then(|seats| seats.get(index)) {
        let found = position.seat_to_act();
        if found != *seat && !see(format!("seat {seat} to act"), format!("seat {found}")) {
            return Ok(false);
        }
    }
    let legal = position.legal()?.len();
    if let Some(Some(count)) = record.counts.as_ref().and_then(|counts| counts.get(index))
        && *count != legal as u64
        && !see(format!("{count} legal actions"), legal.to_string())
    {
        return Ok(false);
    }
    match position.find(text) {
        Ok(action) => position.play_unchecked(&action)?,
        Err(PlayError::Fault(fault)) => return Err(fault),
        Err(error) => {
            see("a legal move".to_owned(), illegal(position, text, &error));
            return Ok(false);
        }
    }
    Ok(true)
}

/// Lists beside the moves have an entry for each move.
fn lengths(record: &Record) -> impl Iterator<Item = Mismatch> {
    let counts = record.counts.as_ref().map(|counts| ("counts", counts.len()));
    let seats = record.seats.as_ref().map(|seats| ("seats", seats.len()));
    let moves = record.moves.len();
    counts.into_iter().chain(seats).filter(move |(_, length)| *length != moves).map(move |(what, length)| {
        let expected = format!("an entry in `{what}` for each of {moves} moves");
        Mismatch { ply: 0, action: String::new(), expected, found: length.to_string() }
    })
}

fn illegal(position: &mut Position, text: &str, error: &PlayError) -> String {
    let written: Vec<String> = match position.legal().cloned() {
        Ok(actions) => actions.iter().take(4096).map(|action| position.written(&action)).collect(),
        Err(_) => Vec::new(),
    };
    match suggest(text, written.iter().map(String::as_str)) {
        Some(near) => format!("{error}; `{near}` is"),
        None => error.to_string(),
    }
}

fn ending(position: &mut Position, record: &Record) -> Result<(), Mismatch> {
    let differs = |expected: &str, found: String| Mismatch {
        ply: record.moves.len() + 1,
        action: String::new(),
        expected: expected.to_owned(),
        found,
    };
    if record.result.is_none() {
        // A record that names no result says nothing of how the game goes on.
        return Ok(());
    }
    let outcome = position.outcome().map_err(|fault| differs("an outcome", fault.to_string()))?;
    let Some(outcome) = outcome else {
        if record.cut {
            return Ok(());
        }
        let legal = position.legal().map_or(0, |actions| actions.len());
        return Err(differs("the end of the game", format!("{legal} legal actions")));
    };
    if outcome.stuck {
        return Err(differs("an outcome", "no end clause for a mover without a legal move".to_owned()));
    }
    let found = position.seat_result(&outcome);
    if found == record.result { Ok(()) } else { Err(differs(&name(record.result.as_ref()), name(found.as_ref()))) }
}

/// What differs in the position after the last move.
fn last(position: &Position, record: &Record) -> Option<Mismatch> {
    let expected = record.last.as_ref()?;
    let found = position.notation();
    let read = || Position::read(Arc::clone(position.game()), Arc::clone(position.plan()), expected);
    let is_same = *expected == found || read().is_ok_and(|read| read.words() == position.words());
    let differs = Mismatch {
        ply: record.moves.len() + 1,
        action: String::new(),
        expected: format!("the position `{expected}`"),
        found: format!("`{found}`"),
    };
    (!is_same).then_some(differs)
}

fn name(result: Option<&SeatResult>) -> String {
    match result {
        Some(SeatResult::One(0)) => "a draw".to_owned(),
        Some(SeatResult::One(seat)) => format!("a win for seat {seat}"),
        Some(SeatResult::Several(seats)) => {
            let seats: Vec<String> = seats.iter().map(u8::to_string).collect();
            format!("a win for seats {}", seats.join(" and "))
        }
        None => "no result".to_owned(),
    }
}

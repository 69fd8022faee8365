//! A line of play, followed as far as it is legal.

use super::refusal::Refusal;
use super::request::LineRef;
use rulebook_insight::analysis::LineOfPlay;
use rulebook_insight::library::Prepared;
use rulebook_play::engine::PlayError;

/// The most actions of a line.
const MAX_PLIES: usize = 10_000;

/// Where a line stops being legal.
pub struct Cut {
    /// The place of the action, from 0.
    pub ply: usize,
    /// As it was asked for.
    pub text: String,
    /// Why.
    pub reason: String,
}

/// The line as far as it is legal, and where it is cut.
///
/// # Errors
/// If it does not begin from a position of the game, or is longer than any line may be.
pub fn follow(prepared: &Prepared, line: &LineRef) -> Result<(LineOfPlay, Option<Cut>), Refusal> {
    if line.moves.len() > MAX_PLIES {
        return Err(Refusal::new(format!("a line has at most {MAX_PLIES} moves")));
    }
    let start = match &line.start {
        None => prepared.start(),
        Some(text) => prepared.read(text)?,
    };
    let mut played = LineOfPlay::new(start);
    for (ply, text) in line.moves.iter().enumerate() {
        if let Err(error) = played.play(text) {
            let reason = match &error {
                PlayError::Illegal(_) => "it is not legal here".to_owned(),
                other => other.to_string(),
            };
            return Ok((played, Some(Cut { ply, text: text.clone(), reason })));
        }
    }
    Ok((played, None))
}

/// The line, all of it legal.
///
/// # Errors
/// As [`follow`], or if some action is not legal.
pub fn whole(prepared: &Prepared, line: &LineRef) -> Result<LineOfPlay, Refusal> {
    match follow(prepared, line)? {
        (played, None) => Ok(played),
        (_, Some(cut)) => Err(Refusal::new(format!("move {}, `{}`: {}", cut.ply + 1, cut.text, cut.reason))),
    }
}

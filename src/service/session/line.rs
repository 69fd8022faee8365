//! A line of play, followed as far as it is legal.

use std::sync::{Mutex, PoisonError};

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
    go_on(begin(prepared, line)?, line)
}

/// The line before its first action.
fn begin(prepared: &Prepared, line: &LineRef) -> Result<LineOfPlay, Refusal> {
    let start = match &line.start {
        None => prepared.start(),
        Some(text) => prepared.read(text)?,
    };
    Ok(LineOfPlay::new(start))
}

/// Plays what is left of a line, of which the first actions are played.
fn go_on(mut played: LineOfPlay, line: &LineRef) -> Result<(LineOfPlay, Option<Cut>), Refusal> {
    if line.moves.len() > MAX_PLIES {
        return Err(Refusal::new(format!("a line has at most {MAX_PLIES} moves")));
    }
    for (ply, text) in line.moves.iter().enumerate().skip(played.played.len()) {
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

/// The line that was followed last: the next one is most often longer or shorter by an action, and a game of many actions is played
/// from its start only once.
#[derive(Default)]
pub struct LastLine(Mutex<Option<(Option<String>, LineOfPlay)>>);

impl LastLine {
    /// As [`follow`], from where the line leaves the one before.
    ///
    /// # Errors
    /// As [`follow`].
    pub fn follow(&self, prepared: &Prepared, line: &LineRef) -> Result<(LineOfPlay, Option<Cut>), Refusal> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.take().filter(|(start, _)| *start == line.start).and_then(|(_, known)| back_to(known, line));
        let found = go_on(known.map_or_else(|| begin(prepared, line), Ok)?, line)?;
        *last = Some((line.start.clone(), found.0.clone()));
        Ok(found)
    }
}

/// What two lines have in common; nothing if the known one cannot be taken back so far.
fn back_to(mut known: LineOfPlay, line: &LineRef) -> Option<LineOfPlay> {
    let common = known.played.iter().zip(&line.moves).take_while(|(ply, text)| ply.text == **text).count();
    while known.played.len() > common {
        if !known.position.undo() {
            return None;
        }
        known.played.pop();
    }
    Some(known)
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

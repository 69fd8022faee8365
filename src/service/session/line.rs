//! A line of play, followed as far as it is legal.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

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
/// and told of from its start only once.
#[derive(Default)]
pub struct LastLine(Mutex<Option<Known>>);

/// A line that was followed.
struct Known {
    start: Option<String>,
    line: LineOfPlay,
    told: Vec<Value>,
}

/// A line as far as it is legal.
pub struct Followed {
    /// What was played.
    pub line: LineOfPlay,
    /// Where it is cut.
    pub cut: Option<Cut>,
    /// What was told of its first actions when it was followed before.
    pub told: Vec<Value>,
}

impl LastLine {
    /// As [`follow`], from where the line leaves the one before.
    ///
    /// # Errors
    /// As [`follow`].
    pub fn follow(&self, prepared: &Prepared, line: &LineRef) -> Result<Followed, Refusal> {
        let known = self.known().take().filter(|known| known.start == line.start);
        let (begun, told) = match known.and_then(|known| back_to(known, line)) {
            Some(Known { line, told, .. }) => (line, told),
            None => (begin(prepared, line)?, Vec::new()),
        };
        let (line, cut) = go_on(begun, line)?;
        Ok(Followed { line, cut, told })
    }

    /// Remembers a line, with what was told of its actions.
    pub fn keep(&self, start: Option<String>, line: LineOfPlay, told: Vec<Value>) {
        *self.known() = Some(Known { start, line, told });
    }

    fn known(&self) -> MutexGuard<'_, Option<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What two lines have in common; nothing if the known one cannot be taken back so far.
fn back_to(mut known: Known, line: &LineRef) -> Option<Known> {
    let Known { line: LineOfPlay { position, played }, told, .. } = &mut known;
    let common = played.iter().zip(&line.moves).take_while(|(ply, text)| ply.text == **text).count();
    while played.len() > common {
        if !position.undo() {
            return None;
        }
        played.pop();
    }
    told.truncate(common);
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

//! Records as lines of play.

use serde::Deserialize;
use serde_json::{Value, json};

use super::refusal::{Answered, Refusal};
use super::request::GameRef;
use super::sheets::Sheets;
use rulebook_play::record::{Lines, replay};

/// The most records that are read.
const MAX_RECORDS: usize = 1000;

/// What is asked.
#[derive(Deserialize)]
pub struct Replay {
    game: GameRef,
    record: String,
}

/// The records of a text, one on a line, as lines of the game, each with what in it does not hold.
///
/// # Errors
/// If the game cannot be played, a line is no record, or there are too many.
pub fn lines(asked: &Replay, sheets: &mut Sheets) -> Answered {
    let sheet = sheets.game(&asked.game)?;
    let prepared = sheet.ready()?;
    let mut found: Vec<Value> = Vec::new();
    for item in Lines::new(asked.record.as_bytes()) {
        let (_, record) = item.map_err(|error| Refusal::new(error.to_string()))?;
        if found.len() == MAX_RECORDS {
            return Err(Refusal::new(format!("at most {MAX_RECORDS} records are replayed at once")));
        }
        let error = replay(&mut prepared.start(), &record).err().map(|mismatch| mismatch.to_string());
        found.push(json!({"line": {"moves": record.moves}, "error": error}));
    }
    Ok(json!({"lines": found}))
}

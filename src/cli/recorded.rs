//! A position of a recorded game, by where its record stands.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{Assignment, Titled};
use super::failure::Failure;
use super::input;
use super::position::PositionArgs;
use super::reference::Reference;
use rulebook_play::record::{Lines, Record};

/// The position of a recorded game that is asked for.
#[derive(Args, Clone, Default)]
pub struct Recorded {
    /// Start from a recorded game, with its variant and options: line LINE of FILE, after so many moves [default: all]
    #[arg(long, value_name = "FILE:LINE[:MOVES]", value_parser = place, conflicts_with_all = ["position", "after"])]
    record: Option<RecordPlace>,
}

/// Where a record stands, and how many of its moves are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RecordPlace {
    file: PathBuf,
    line: u64,
    moves: Option<usize>,
}

/// Reads `FILE:LINE` or `FILE:LINE:MOVES`.
fn place(text: &str) -> Result<RecordPlace, String> {
    let wrong = || "write FILE:LINE, or FILE:LINE:MOVES, such as `games.jsonl:1:12`".to_owned();
    let (rest, last) = text.rsplit_once(':').ok_or_else(wrong)?;
    let last: usize = last.parse().map_err(|_| wrong())?;
    let before = rest.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u64>().ok()?)));
    let (file, line, moves) = match before {
        Some((file, line)) => (file, line, Some(last)),
        None => (rest, last as u64, None),
    };
    if file.is_empty() || line == 0 {
        return Err(wrong());
    }
    Ok(RecordPlace { file: PathBuf::from(file), line, moves })
}

impl Recorded {
    /// The opening that is asked for: what the command line says, or the recorded game.
    ///
    /// # Errors
    /// If there is no such record, or it has fewer moves.
    pub fn of(&self, opening: &PositionArgs) -> Result<PositionArgs, Failure> {
        let Some(place) = &self.record else { return Ok(opening.clone()) };
        let record = place.read()?;
        let most = record.moves.len();
        let moves = place.moves.unwrap_or(most);
        let Some(played) = record.moves.get(..moves) else {
            let (file, line) = (place.file.display(), place.line);
            return Err(Failure::Usage(format!(
                "the game in line {line} of `{file}` has {most} moves, not {moves}\n  help: leave the number out for all of them"
            )));
        };
        // What the command line sets goes before, as for `replay`.
        let mut settings = opening.chosen()?;
        for (option, value) in &record.options {
            if settings.set.iter().all(|set| set.option != *option) {
                settings.set.push(Assignment::set(option, &value.to_string()));
            }
        }
        if settings.variant.is_none() {
            settings.variant = record.variant.as_deref().map(Titled::flag);
        }
        let after = Some(played.join(" ")).filter(|moves| !moves.is_empty());
        Ok(PositionArgs { file: Reference::of_file(opening.file.file.clone()), settings, position: None, after })
    }
}

impl RecordPlace {
    fn read(&self) -> Result<Record, Failure> {
        let lines = input::lines(&self.file).map_err(Failure::Usage)?;
        for item in Lines::new(lines) {
            match item {
                Ok((line, record)) if line == self.line => return Ok(record),
                Ok((line, _)) if line > self.line => break,
                Ok(_) => {}
                // Another line that is no record does not matter.
                Err(error) if error.line() >= self.line => {
                    return Err(Failure::Usage(format!("{}: {error}", self.file.display())));
                }
                Err(_) => {}
            }
        }
        let file = Path::new(&self.file).display();
        Err(Failure::Usage(format!("`{file}` has no record in line {}", self.line)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::place;

    #[test]
    fn places_are_read_from_the_right() {
        let read = |text: &str| place(text).map(|place| (place.file.display().to_string(), place.line, place.moves));
        assert_eq!(read("a.jsonl:3").unwrap(), ("a.jsonl".to_owned(), 3, None));
        assert_eq!(read("C:a.jsonl:3:12").unwrap(), ("C:a.jsonl".to_owned(), 3, Some(12)));
        assert_eq!(read("a:b:3").unwrap(), ("a:b".to_owned(), 3, None));
        for wrong in ["", "a.jsonl", "a.jsonl:", ":1", "a.jsonl:x", "a.jsonl:0"] {
            assert!(place(wrong).is_err(), "{wrong}");
        }
    }
}

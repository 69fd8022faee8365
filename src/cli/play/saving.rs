//! The game that is played, as a record.

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::Terminal;
use rulebook_insight::agents::{End, Played};
use rulebook_play::engine::Position;
use rulebook_play::record::Record;

/// How the game is saved.
pub struct Saving {
    /// The name of the game's file.
    pub name: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// Who plays each seat.
    pub agents: Vec<String>,
    /// The actions so far, as written, from the start of the game.
    pub moves: Vec<String>,
    /// Whether the moves begin at the start of the game.
    pub is_whole: bool,
    /// The file that the game is written to in the end.
    pub at_end: Option<PathBuf>,
    /// The files that were written so far: they may be written again.
    written: Vec<PathBuf>,
}

impl Saving {
    /// Saving games of a name.
    pub fn new(name: String, seed: u64, agents: Vec<String>) -> Self {
        Saving { name, seed, agents, moves: Vec::new(), is_whole: true, at_end: None, written: Vec::new() }
    }

    /// Writes the game to a file that is not there yet, or that was written before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&mut self, file: &Path, position: &mut Position) -> Result<(), Failure> {
        let record = self.record(position)?;
        let output =
            if self.written.iter().any(|known| known == file) { Output::regular(file)? } else { Output::absent(file)? };
        write(output, &record)?;
        self.written.push(file.to_owned());
        Ok(())
    }

    /// Writes the game to the file that was asked for on the command line, if one was.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&mut self, position: &mut Position, terminal: &mut Terminal) -> Result<(), Failure> {
        let Some(file) = self.at_end.take() else { return Ok(()) };
        let record = self.record(position)?;
        write(Output::create(&file, terminal)?, &record)
    }

    /// The game as a record.
    fn record(&self, position: &mut Position) -> Result<Record, Failure> {
        if !self.is_whole {
            let said = "a game from `--position` cannot be saved: a record begins at the start of the game";
            return Err(Failure::Usage(format!("{said}\n  help: begin with `--after` instead")));
        }
        let end = match position.outcome()? {
            Some(outcome) if !outcome.stuck => End::Over(outcome),
            _ => End::Cut,
        };
        let mut start = position.clone();
        while start.undo() {}
        let mut played = Played::default();
        for text in &self.moves {
            played.seats.push(start.seat_to_act());
            played.counts.push(start.legal()?.len() as u64);
            crate::position::play(&mut start, text)?;
            played.moves.push(text.clone());
        }
        let record = played.record(position, &self.name, &end, self.seed, self.agents.clone());
        Ok(Record { last: Some(position.notation()), ..record })
    }
}

fn write(mut output: Output, record: &Record) -> Result<(), Failure> {
    output.json_line(record)?;
    output.finish()
}

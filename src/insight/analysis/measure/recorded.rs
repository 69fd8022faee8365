//! Games that were recorded, watched as if they were played here.

use super::collect::Run;
use super::facts::GameFacts;
use super::observer::Observer;
use crate::agents::End;
use crate::library::Prepared;
use rulebook_play::engine::Position;
use rulebook_play::record::{Mismatch, Record, replay};

/// Watches the records of one game with one choice of its options.
pub struct Recorded {
    start: Position,
    observer: Observer,
    watched: u64,
}

impl Recorded {
    /// Watches records of this game. Of the run, what is watched counts: values of positions, effects.
    pub fn new(prepared: &Prepared, run: &Run) -> Self {
        let start = prepared.start();
        Recorded { observer: Observer::new(&start, run.values), start, watched: run.watched }
    }

    /// The facts of the record of this number. A record that does not lead to an end counts as a game that was cut off.
    ///
    /// # Errors
    /// The first thing in which the record and the rules differ.
    pub fn facts(&mut self, record: &Record, index: u64) -> Result<GameFacts, Mismatch> {
        replay(&mut self.start.clone(), record)?;
        let mut position = self.start.clone();
        let broken = |ply: usize, found: String| {
            let action = record.moves.get(ply).cloned().unwrap_or_default();
            Mismatch { ply: ply + 1, action, expected: "a move".to_owned(), found }
        };
        if let Some(start) = &record.start {
            position = Position::read(position.game().clone(), position.plan().clone(), start)
                .map_err(|error| broken(0, error.to_string()))?;
        }
        self.observer.begin(&position, record.seed.unwrap_or_default(), index, index < self.watched);
        for (ply, text) in record.moves.iter().enumerate() {
            let action = position.find(text).map_err(|error| broken(ply, error.to_string()))?;
            self.observer.see(&mut position, &action);
            if let Some(fault) = self.observer.fault() {
                return Err(broken(ply, fault.to_string()));
            }
            position.play_unchecked(&action).map_err(|fault| broken(ply, fault.to_string()))?;
        }
        let outcome = position.outcome().map_err(|fault| broken(record.moves.len(), fault.to_string()))?;
        let end = outcome.filter(|outcome| !outcome.stuck).map_or(End::Cut, End::Over);
        Ok(self.observer.finish(&position, &end))
    }
}

//! A line of play: a position with the actions that led to it.

use rulebook_play::engine::{Action, PlayError, Position};

/// A position with the actions that led to it.
#[derive(Clone)]
pub struct LineOfPlay {
    /// Where it has led.
    pub position: Position,
    /// The actions.
    pub played: Vec<Ply>,
}

/// An action of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The action.
    pub action: Action,
    /// As written.
    pub text: String,
    /// How many turns were over after it.
    pub turns: u32,
}

impl LineOfPlay {
    /// A line without actions.
    pub fn new(start: Position) -> Self {
        LineOfPlay { position: start, played: Vec::new() }
    }

    /// Plays the action that is written so.
    ///
    /// # Errors
    /// If no legal action is, or the rules cannot be evaluated.
    pub fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let action = self.position.find(text)?;
        self.position.play_unchecked(&action)?;
        self.played.push(Ply { action, text: text.to_owned(), turns: self.position.turn() });
        Ok(())
    }

    /// After which action so many turns were over; nothing for the start, or where the line began later.
    pub fn end_of_turn(&self, turns: usize) -> Option<(usize, &Ply)> {
        let over = |(_, played): &(usize, &Ply)| played.turns as usize == turns;
        self.played.iter().enumerate().find(over).map(|(index, played)| (index + 1, played))
    }
}

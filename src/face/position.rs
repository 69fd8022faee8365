//! A game in progress.

use std::fmt;

use super::error::Error;
use super::game::Game;
use rulebook_insight::agents::DuelError;
use rulebook_language::util::{Rng, suggest};
use rulebook_play::engine::{self, PlayError};

/// A legal action of a position. It is written and read by the position: see [`Position::written`] and [`Position::find`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action(pub(super) engine::Action);

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The seats that won, from 1; none in a draw.
    pub winners: Vec<u8>,
    /// The end clause that decided, or `repetition`.
    pub clause: String,
}

impl Outcome {
    /// Whether nobody won.
    pub fn is_draw(&self) -> bool {
        self.winners.is_empty()
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece<'a> {
    /// The player who owns it; nobody owns a neutral piece.
    pub owner: Option<&'a str>,
    /// What it is called in the rules.
    pub kind: &'a str,
}

/// A game in progress.
///
/// Players have seats, from 1: seat 1 moves first. After a swap, as the pie rule allows it, the seats have exchanged the names
/// (the colours) that the rules give to the players.
///
/// ```
/// let mut position = rulebook::load("tic-tac-toe")?.start();
/// for text in ["b2", "a1", "a2", "b1", "c2"] {
///     position.play_text(text)?;
/// }
/// assert_eq!(position.outcome()?.unwrap().winners, [1]);
/// assert_eq!(position.pieces("a1").unwrap()[0].owner, Some("Nought"));
/// # Ok::<(), rulebook::Error>(())
/// ```
#[derive(Clone)]
pub struct Position {
    game: Game,
    pub(super) inside: engine::Position,
}

impl Position {
    pub(super) fn new(game: Game, inside: engine::Position) -> Self {
        Position { game, inside }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is inside, for the crates beside this one.
    #[doc(hidden)]
    pub fn inside(&self) -> &engine::Position {
        &self.inside
    }

    /// A position of a game, of what is inside.
    #[doc(hidden)]
    pub fn of(game: Game, inside: engine::Position) -> Self {
        Position::new(game, inside)
    }

    /// The legal actions; none if, and only if, the game is over.
    ///
    /// # Errors
    /// If the rules cannot be evaluated within the limits.
    pub fn legal(&mut self) -> Result<Vec<Action>, Error> {
        Ok(self.inside.legal()?.iter().map(Action).collect())
    }

    /// A uniformly random legal action; nothing where the game is over. Often far faster than [`Position::legal`].
    ///
    /// # Errors
    /// If the rules cannot be evaluated within the limits.
    pub fn random(&mut self, rng: &mut Rng) -> Result<Option<Action>, Error> {
        Ok(self.inside.random_action(rng)?.map(Action))
    }

    /// A legal action as it is written.
    pub fn written(&self, action: &Action) -> String {
        self.inside.written(&action.0)
    }

    /// The legal action that is written so.
    ///
    /// ```
    /// let mut position = rulebook::load("clobber")?.start();
    /// let error = position.find("a1-a9").unwrap_err();
    /// assert_eq!(error.kind(), rulebook::ErrorKind::IllegalMove);
    /// # Ok::<(), rulebook::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&mut self, text: &str) -> Result<Action, Error> {
        let error = match self.inside.find(text) {
            Ok(action) => return Ok(Action(action)),
            Err(error) => error,
        };
        if matches!(error, PlayError::Over | PlayError::Fault(_)) {
            return Err(error.into());
        }
        let legal: Vec<String> = self.legal()?.iter().map(|action| self.written(action)).collect();
        let near = suggest(text, legal.iter().map(String::as_str));
        Err(Error::from(error).with_help(near.map(|near| format!("did you mean `{near}`?"))))
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal here; the position is as before then.
    pub fn play(&mut self, action: &Action) -> Result<(), Error> {
        Ok(self.inside.play(&action.0)?)
    }

    /// Plays the action that is written so.
    ///
    /// # Errors
    /// If there is no such legal action; the position is as before then.
    pub fn play_text(&mut self, text: &str) -> Result<(), Error> {
        let action = self.find(text)?;
        self.play(&action)
    }

    /// Takes the last action back; false at the start.
    pub fn undo(&mut self) -> bool {
        self.inside.undo()
    }

    /// How the game ended, if it is over.
    ///
    /// # Errors
    /// If a player has no legal move and no end clause covers this, or the rules cannot be evaluated within the limits.
    pub fn outcome(&mut self) -> Result<Option<Outcome>, Error> {
        let Some(outcome) = self.inside.outcome()? else { return Ok(None) };
        if outcome.stuck {
            return Err(DuelError::Stuck.into());
        }
        let winners = outcome.winners.iter().map(|role| self.inside.seat_of_role(*role)).collect();
        Ok(Some(Outcome { winners, clause: outcome.clause }))
    }

    /// The seat to act, from 1.
    pub fn seat(&self) -> u8 {
        self.inside.seat_to_act()
    }

    /// The name of the player to act.
    pub fn player(&self) -> &str {
        &self.inside.game().players[self.inside.role_to_act()]
    }

    /// How many actions were played.
    pub fn ply(&self) -> u32 {
        self.inside.ply()
    }

    /// The pieces on a cell, the top one first; nothing where the board has no such cell.
    pub fn pieces(&self, cell: &str) -> Option<Vec<Piece<'_>>> {
        let game = self.inside.game();
        let cell = game.board.find_cell(cell)?;
        let named = |(owner, kind): (Option<_>, _)| Piece {
            owner: owner.map(|player| game.players[player].as_str()),
            kind: &game.kinds[kind].name,
        };
        Some(self.inside.pieces(cell).into_iter().map(named).collect())
    }

    /// A hash of the position: equal positions have equal ones.
    pub fn hash(&self) -> u64 {
        self.inside.hash()
    }

    /// The position as one line of text, which [`Game::position`] reads back.
    pub fn notation(&self) -> String {
        self.inside.notation()
    }
}

/// A picture of the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inside.picture())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.game.title()).field(&self.notation()).finish()
    }
}

//! What `show --json` and `moves --json` write.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Action;
use rulebook_play::engine::{self, Fault, SeatResult};
use rulebook_play::record::OptionValue;

/// A position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Position {
    /// The title of the game.
    pub game: String,
    /// The values of its options.
    pub options: BTreeMap<String, OptionValue>,
    /// The board as text.
    pub board: String,
    /// The position as one line of text.
    pub position: String,
    /// How many actions were played.
    pub plies: u32,
    /// Who is to act; null if the game is over.
    pub to_act: Option<Turn>,
    /// The number of legal actions.
    pub legal: usize,
    /// How the game ended; null if it goes on.
    pub ended: Option<Ended>,
}

/// What `show --lines --json` writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RulesLengths {
    /// The games and variants of the file, or the one that is named.
    pub games: Vec<RuleLines>,
}

/// How long the rules of a game are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleLines {
    /// The title of the game or variant.
    pub game: String,
    /// Its lines that are neither blank nor comment, and not part of a test, a claim, `by`, `source` or `family`.
    pub lines: usize,
}

/// Who is to act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Turn {
    /// The seat, from 1.
    pub seat: u8,
    /// The role.
    pub role: String,
}

impl Turn {
    /// Who is to act in a position.
    pub fn of(position: &engine::Position) -> Self {
        Turn { seat: position.seat_to_act(), role: position.game().players[position.role_to_act()].clone() }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ended {
    /// The seat that won, or the list of seats that won together; 0 for a draw, null where there is no result.
    pub result: Option<SeatResult>,
    /// The roles that won.
    pub winners: Vec<String>,
    /// The end clause: its name, or its place where it has none.
    pub clause: String,
    /// As people are told of it: its name, or what it says where it has none.
    pub clause_text: String,
    /// Whether no rule says how the game ended.
    pub stuck: bool,
}

/// Legal actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Moves {
    /// As written, in the order in which one reads the board.
    pub moves: Vec<String>,
    /// The same as data, in the same order.
    pub actions: Vec<Action>,
    /// The names of the cells, whose numbers the actions give.
    pub cells: Vec<String>,
}

impl Moves {
    /// The legal actions of a position.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn new(position: &mut engine::Position) -> Result<Self, Fault> {
        let actions = Action::legal(position)?;
        let board = &position.game().board;
        Ok(Moves {
            moves: actions.iter().map(|action| action.text.clone()).collect(),
            actions,
            cells: board.cells().map(|cell| board.cell_name(cell).to_owned()).collect(),
        })
    }
}

impl Position {
    /// The position as data.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn new(position: &mut engine::Position) -> Result<Self, Fault> {
        let ended = position.outcome()?.map(|outcome| Ended {
            result: position.seat_result(&outcome),
            winners: outcome.winners.iter().map(|role| position.game().players[*role].clone()).collect(),
            stuck: outcome.stuck,
            clause_text: position.game().clause(&outcome.clause).to_owned(),
            clause: outcome.clause,
        });
        let legal = if ended.is_none() { position.legal()?.len() } else { 0 };
        let game = position.game();
        Ok(Position {
            game: game.about.title.clone(),
            options: game.options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
            board: position.picture(),
            position: position.notation(),
            plies: position.ply(),
            to_act: ended.is_none().then(|| Turn::of(position)),
            legal,
            ended,
        })
    }
}

//! The parts of a game that are checked so far.

use super::action::Move;
use super::expr::Definition;
use super::game::{Chosen, Counter, Features, Kind, Mark, Pattern};
use super::ids::{CounterId, DefinitionId, JoiningId, KindId, MarkId, MoveId, PlayerId};
use super::link::{Joining, Link};
use crate::topology::Board;
use crate::util::Table;

/// The parts of a game that are checked so far.
pub struct Parts {
    /// The options with their values.
    pub options: Vec<Chosen>,
    /// The value of the pie option.
    pub pie: bool,
    /// The players.
    pub players: Table<PlayerId, String>,
    /// The kinds.
    pub kinds: Table<KindId, Kind>,
    /// How high stacks may grow.
    pub max_height: u16,
    /// The board, once it is built.
    pub board: Option<Board>,
    /// The counters.
    pub counters: Table<CounterId, Counter>,
    /// The marks.
    pub marks: Table<MarkId, Mark>,
    /// What joins cells where the position decides.
    pub joinings: Table<JoiningId, Joining>,
    /// The links.
    pub links: Vec<Link>,
    /// The definitions.
    pub definitions: Table<DefinitionId, Definition>,
    /// The patterns, in the order of `rules.patterns`; nothing for those being checked or bad.
    pub patterns: Vec<Option<Pattern>>,
    /// The moves.
    pub moves: Table<MoveId, Move>,
    /// What the rules ask about the turn so far.
    pub features: Features,
}

impl Parts {
    /// None yet, of a game with so many patterns.
    pub fn new(patterns: usize) -> Self {
        Parts {
            options: Vec::new(),
            pie: false,
            players: Table::new(),
            kinds: Table::new(),
            max_height: 1,
            board: None,
            counters: Table::new(),
            marks: Table::new(),
            joinings: Table::new(),
            links: Vec::new(),
            definitions: Table::new(),
            patterns: vec![None; patterns],
            moves: Table::new(),
            features: Features::default(),
        }
    }
}

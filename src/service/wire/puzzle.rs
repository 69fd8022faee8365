//! What `puzzle --json` writes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Action, Turn};
use rulebook_insight::analysis::{self, PuzzleSettings, TRIES};
use rulebook_insight::library::Prepared;
use rulebook_play::record::OptionValue;

/// The version of this shape.
pub const PUZZLE_VERSION: u32 = 1;

/// Puzzles of a game, and how far was looked for them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Puzzles {
    /// The version of this shape.
    pub version: u32,
    /// The program that found them.
    pub program: &'static str,
    /// The title of the game.
    pub game: String,
    /// The values of its options.
    pub options: BTreeMap<String, OptionValue>,
    /// The seed of all that was drawn.
    pub seed: u64,
    /// Who played the games, in turn: agents by seat.
    pub agents: Vec<Vec<String>>,
    /// Who was to miss the winning action.
    pub missed_by: String,
    /// How often it was to find the action.
    pub tries: u32,
    /// How many games were played.
    pub games: u64,
    /// How many positions were looked at.
    pub positions: u64,
    /// In how many of them one action wins by force and no other does.
    pub proved: u64,
    /// How many of these were missed in half of the tries or more.
    pub missed: u64,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A position in which one action wins by force and no other does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Puzzle {
    /// The position as one line of text.
    pub position: String,
    /// The board as text.
    pub board: String,
    /// Who is to act, and wins.
    pub to_act: Turn,
    /// The winning action.
    pub action: Action,
    /// Other ways to write it: actions that lead to the same position.
    pub same: Vec<String>,
    /// In how many plies it wins at the latest.
    pub plies: u8,
    /// No other action wins by force within so many plies; null where none does, however long play goes on.
    pub within: Option<u8>,
    /// The winning action with what leads on to the end: the winner takes a shortest way, the loser a longest.
    pub line: Vec<String>,
    /// How many of the tries missed the action.
    pub missed: u32,
    /// What it is about.
    pub theme: Theme,
    /// Every other action.
    pub others: Vec<OtherAction>,
    /// The number of its game.
    pub game: u64,
    /// How many actions were played before.
    pub ply: u32,
}

/// What a puzzle is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Theme {
    /// The end clause by which the game is won: its name, or its place where it has none.
    pub clause: String,
    /// As people are told of it: its name, or what it says where it has none.
    pub clause_text: String,
    /// The name of the move of the winning action; of a pass or a swap that word.
    #[serde(rename = "move")]
    pub rule: String,
    /// What the action does to pieces.
    pub deeds: Vec<&'static str>,
}

/// An action that does not win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OtherAction {
    /// As written.
    pub action: String,
    /// An answer that holds; null where the game is over, the same seat is to act again, or none was found.
    pub reply: Option<String>,
    /// After how many plies, the action counted, the other player has won, where that is forced.
    pub loses_in: Option<u8>,
}

impl Puzzles {
    /// Puzzles that were found in a game.
    pub fn new(prepared: &Prepared, settings: &PuzzleSettings, found: &analysis::Puzzles) -> Self {
        let game = &prepared.game;
        Puzzles {
            version: PUZZLE_VERSION,
            program: concat!("rulebook ", env!("CARGO_PKG_VERSION")),
            game: game.about.title.clone(),
            options: game.options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
            seed: settings.seed,
            agents: found.tables.iter().map(|table| table.iter().map(ToString::to_string).collect()).collect(),
            missed_by: found.misser.to_string(),
            tries: TRIES,
            games: found.games,
            positions: found.positions,
            proved: found.proved,
            missed: found.missed,
            puzzles: found.puzzles.iter().filter_map(|puzzle| Puzzle::new(prepared, puzzle)).collect(),
        }
    }
}

impl Puzzle {
    /// A puzzle; nothing of one whose position is none of the game.
    fn new(prepared: &Prepared, puzzle: &analysis::Puzzle) -> Option<Self> {
        let mut position = prepared.read(&puzzle.position).ok()?;
        let game = &prepared.game;
        let written = position.written(&puzzle.proved.action);
        let action = Action::legal(&mut position).ok()?.into_iter().find(|action| action.text == written)?;
        let (theme, proved) = (&puzzle.theme, &puzzle.proved);
        let others = puzzle.others.iter().map(|other| OtherAction {
            action: other.action.clone(),
            reply: other.reply.clone(),
            loses_in: other.loses_in,
        });
        Some(Puzzle {
            position: puzzle.position.clone(),
            board: position.drawn(),
            to_act: Turn::of(&position),
            action,
            same: proved.same.iter().map(|action| position.written(action)).collect(),
            plies: proved.plies,
            within: proved.within,
            line: puzzle.line.clone(),
            missed: puzzle.missed,
            theme: Theme {
                clause: theme.clause.clone(),
                clause_text: game.clause(&theme.clause).to_owned(),
                rule: theme.rule.clone(),
                deeds: theme.deeds.clone(),
            },
            others: others.collect(),
            game: puzzle.game,
            ply: puzzle.ply,
        })
    }

    /// What is to be found.
    pub fn task(&self) -> String {
        format!("{} (seat {}) to move {}", self.to_act.role, self.to_act.seat, self.wins())
    }

    /// What is found.
    pub fn solution(&self) -> String {
        format!("{} {}, by {}; {}", self.action.text, self.wins(), self.theme.clause_text, self.alone())
    }

    /// In how many plies the action wins.
    pub fn wins(&self) -> String {
        format!("wins in {}", plies(self.plies))
    }

    /// What is proved of the other actions.
    pub fn alone(&self) -> String {
        match self.within {
            None => "no other action wins, however long play goes on".to_owned(),
            Some(within) => format!("no other action wins by force within {}", plies(within)),
        }
    }

    /// Why another action is wrong.
    pub fn refuted(&self, other: &OtherAction) -> String {
        let action = &other.action;
        let by_when = self.within.map_or_else(String::new, |within| format!(" within {}", plies(within)));
        match (&other.reply, other.loses_in) {
            (Some(reply), Some(2)) => format!("{action} does not win: the answer {reply} does, at once."),
            (Some(reply), Some(after)) => {
                format!("{action} does not win: the answer {reply} does, in {}.", plies(after.saturating_sub(1)))
            }
            (Some(reply), None) => format!("{action} does not win by force{by_when}: the answer {reply} holds."),
            (None, Some(_)) => format!("{action} loses at once."),
            (None, None) => format!("{action} does not win by force{by_when}."),
        }
    }
}

impl Theme {
    /// What the winning action does: its move, and what that does to pieces.
    pub fn told(&self) -> String {
        match self.deeds.is_empty() {
            true => self.rule.clone(),
            false => format!("{}: {}", self.rule, self.deeds.join(", ")),
        }
    }
}

impl Puzzles {
    /// How far was looked, as a sentence.
    pub fn looked(&self) -> String {
        let mut players: Vec<&str> = self.agents.iter().flatten().map(String::as_str).collect();
        players.sort_unstable();
        players.dedup();
        let games = if self.games == 1 { "1 game".to_owned() } else { format!("{} games", self.games) };
        format!(
            "{games} of {}, seed {}: {} positions, of which {} have one winning action within the plies asked for, and {} in {} of {} tries or more \
             missed it in {}.",
            players.join(" and "),
            self.seed,
            self.positions,
            self.proved,
            self.missed_by,
            self.tries / 2,
            self.tries,
            self.missed,
        )
    }
}

fn plies(number: u8) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

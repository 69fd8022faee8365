//! What games came to that is neither a number nor a curve: end clauses, the shortest decisive line, killer moves.

use serde::Serialize;

use super::bounded::Bounded;
use rulebook_insight::analysis::{self, LineOfPlay, Sheet};
use rulebook_insight::library::Prepared;
use rulebook_play::engine::Position;

/// An end clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndClause {
    /// The key of the share of games that it ended, among the metrics.
    pub key: String,
    /// Its name; null where it has none.
    pub name: Option<String>,
    /// What it says up to its results, shortened.
    pub text: String,
    /// Its line in the file, from 1; null of the repetition rules.
    pub line: Option<u32>,
}

/// A game that one player won, with its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecisiveLine {
    /// The number of the game in its run, from 0.
    pub index: u64,
    /// Its plies.
    pub plies: u32,
    /// Its moves.
    pub moves: Vec<String>,
    /// Who won, and by which clause.
    pub result: String,
    /// The last position, as `--position` reads it.
    pub position: String,
}

/// Killer moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Killers {
    /// Games that one player won.
    pub won: u64,
    /// The games among these that ended with an action of the winner.
    pub closed: u64,
    /// By moves, those first that end most games.
    pub moves: Vec<Killer>,
    /// By the cells that moves go to, those first that end most games.
    pub cells: Vec<Killer>,
}

/// A move, or all moves to a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Killer {
    /// The name of the move or of the cell.
    pub name: String,
    /// The games that it won at once.
    pub times: u64,
    /// Their share of the won games.
    pub closing: Bounded,
    /// The share of such actions that win at once.
    pub kills: Bounded,
    /// Of a cell: by how much the players who moved there scored more than an even share; the interval is one of 95 % for all cells
    /// together.
    pub contribution: Option<Bounded>,
}

/// Whose turn it is, or how the game ended.
pub fn state(position: &mut Position) -> String {
    let outcome = match position.outcome() {
        Err(fault) => return fault.to_string(),
        Ok(None) if position.is_chance() => return "nature to act".to_owned(),
        Ok(None) => return format!("{} to move", position.game().players[position.role_to_act()]),
        Ok(Some(outcome)) => outcome,
    };
    if outcome.stuck {
        return "nobody can move, and no end clause covers this".to_owned();
    }
    let clause = position.game().clause(&outcome.clause);
    let named = |role| format!("{} (seat {})", position.game().players[role], position.seat_of_role(role));
    let winners: Vec<String> = outcome.winners.iter().map(|role| named(*role)).collect();
    match winners.as_slice() {
        [] => format!("draw, by `{clause}`"),
        [one] => format!("{one} wins, by `{clause}`"),
        several => format!("{} win, by `{clause}`", several.join(" and ")),
    }
}

/// The end clauses of games whose names are in `sheet`.
pub fn end_clauses(sheet: &Sheet) -> Vec<EndClause> {
    let text = |list: &[String], place: usize| list.get(place).cloned().unwrap_or_default();
    let clause = |(place, key): (usize, &String)| {
        let (says, told) = (text(&sheet.clause_texts, place), text(&sheet.clauses_told, place));
        EndClause {
            key: format!("A1.clause.{key}"),
            name: (told != says || says == "repetition").then_some(told),
            text: says,
            line: sheet.clause_lines.get(place).copied().filter(|line| *line > 0),
        }
    };
    sheet.clauses.iter().enumerate().map(clause).collect()
}

impl DecisiveLine {
    /// The game of this number and with these moves; nothing if they are not those of a game that somebody won.
    pub fn new(prepared: &Prepared, index: u64, moves: &[String]) -> Option<Self> {
        let mut line = LineOfPlay::new(prepared.start());
        moves.iter().try_for_each(|text| line.play(text)).ok()?;
        let position = &mut line.position;
        position.outcome().ok()?.filter(|outcome| !outcome.winners.is_empty())?;
        Some(DecisiveLine {
            index,
            plies: moves.len() as u32,
            moves: moves.to_vec(),
            result: state(position),
            position: position.notation(),
        })
    }
}

impl From<&analysis::Killers> for Killers {
    fn from(killers: &analysis::Killers) -> Self {
        let killer = |killer: &analysis::Killer| Killer {
            name: killer.name.clone(),
            times: killer.times,
            closing: (&killer.closing).into(),
            kills: (&killer.kills).into(),
            contribution: killer.contribution.as_ref().map(Bounded::from),
        };
        Killers {
            won: killers.won,
            closed: killers.closed,
            moves: killers.moves.iter().map(killer).collect(),
            cells: killers.cells.iter().map(killer).collect(),
        }
    }
}

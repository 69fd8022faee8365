//! What the tables of a file of results hold, and how a game goes into them and comes out.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Statement, params_from_iter};
use rustc_hash::FxHashSet;

use super::digest::of_values;
use rulebook_insight::analysis::study::{Finished, Row};

/// The version of the tables.
pub const FORMAT: &str = "2";

/// The tables. `result` is the seat that won, from 1; `player` the place of the winner in the match, from 1; 0 says that nobody won
/// alone. The record is a line as `replay` reads it. The digest is that of what stands before it in the row (see `digest.rs`).
pub const TABLES: &str = "
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE cells (
  cell INTEGER PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, options TEXT NOT NULL, players TEXT NOT NULL,
  budget INTEGER, seed INTEGER NOT NULL, games INTEGER NOT NULL
);
CREATE TABLE games (
  cell INTEGER NOT NULL, number INTEGER NOT NULL, result INTEGER, player INTEGER, role TEXT, clause TEXT,
  plies INTEGER NOT NULL, turns INTEGER NOT NULL, cut INTEGER NOT NULL, trouble TEXT, record TEXT NOT NULL,
  digest TEXT NOT NULL, PRIMARY KEY (cell, number)
) WITHOUT ROWID;
";

/// Puts a game in.
pub const INSERT: &str = "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";

const COLUMNS: &str = "cell, number, result, player, role, clause, plies, turns, cut, trouble";

/// A game with its record as text.
pub struct Kept {
    /// What the report looks at.
    pub row: Row,
    /// The record, a line of JSON.
    pub record: String,
}

impl Kept {
    /// A game that was played.
    pub fn new(cell: usize, number: u64, finished: Finished) -> Result<Self, serde_json::Error> {
        let record = serde_json::to_string(&finished.record)?;
        let row = Row {
            cell,
            number,
            result: finished.record.result,
            player: finished.player,
            role: finished.role,
            clause: finished.clause,
            plies: finished.record.moves.len() as u32,
            turns: finished.turns,
            cut: finished.record.cut,
            trouble: finished.trouble,
        };
        Ok(Kept { row, record })
    }

    /// Puts it into the table that the statement is for.
    pub fn insert(&self, into: &mut Statement<'_>) -> rusqlite::Result<()> {
        let row = &self.row;
        let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::Text);
        let seat = |seat: Option<u8>| seat.map_or(Value::Null, |seat| Value::Integer(seat.into()));
        let values = [
            Value::Integer(row.cell as i64),
            Value::Integer(row.number as i64),
            seat(row.result),
            seat(row.player),
            text(&row.role),
            text(&row.clause),
            Value::Integer(row.plies.into()),
            Value::Integer(row.turns.into()),
            Value::Integer(row.cut.into()),
            text(&row.trouble),
            Value::Text(self.record.clone()),
        ];
        let digest = Value::Text(of_values(values.iter().map(ValueRef::from)));
        into.execute(params_from_iter(values.iter().chain([&digest])))?;
        Ok(())
    }
}

fn index(stored: i64) -> usize {
    usize::try_from(stored).unwrap_or(usize::MAX)
}

fn number(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(u64::MAX)
}

fn row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        cell: index(row.get(0)?),
        number: number(row.get(1)?),
        result: row.get(2)?,
        player: row.get(3)?,
        role: row.get(4)?,
        clause: row.get(5)?,
        plies: row.get(6)?,
        turns: row.get(7)?,
        cut: row.get(8)?,
        trouble: row.get(9)?,
    })
}

/// The games of a file in order, without their records.
pub fn rows(from: &Connection) -> rusqlite::Result<Vec<Row>> {
    let mut statement = from.prepare(&format!("SELECT {COLUMNS} FROM games ORDER BY cell, number"))?;
    let rows = statement.query_map([], row)?;
    rows.collect()
}

/// The games of a file, by cell and number.
pub fn known(from: &Connection) -> rusqlite::Result<FxHashSet<(usize, u64)>> {
    let mut statement = from.prepare("SELECT cell, number FROM games")?;
    let games = statement.query_map([], |row| Ok((index(row.get(0)?), number(row.get(1)?))))?;
    games.collect()
}

/// How many games of a file could not be played to an end, and why the first of them.
pub fn troubled(from: &Connection) -> rusqlite::Result<Option<(u64, String)>> {
    let select = "SELECT count(*) OVER (), trouble FROM games WHERE trouble IS NOT NULL ORDER BY cell, number LIMIT 1";
    let mut statement = from.prepare(select)?;
    let mut found = statement.query([])?;
    found.next()?.map(|row| Ok((number(row.get(0)?), row.get(1)?))).transpose()
}

/// Shows each game of a file in order, with its record.
pub fn each(from: &Connection, mut see: impl FnMut(Kept) -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let mut statement = from.prepare(&format!("SELECT {COLUMNS}, record FROM games ORDER BY cell, number"))?;
    let mut found = statement.query([])?;
    while let Some(next) = found.next()? {
        see(Kept { row: row(next)?, record: next.get(10)? })?;
    }
    Ok(())
}

/// One game of a file, if it is there.
pub fn one(from: &Connection, cell: usize, number: u64) -> rusqlite::Result<Option<Kept>> {
    let select = format!("SELECT {COLUMNS}, record FROM games WHERE cell = ?1 AND number = ?2");
    let mut statement = from.prepare_cached(&select)?;
    let mut found = statement.query([cell as i64, number as i64])?;
    match found.next()? {
        Some(next) => Ok(Some(Kept { row: row(next)?, record: next.get(10)? })),
        None => Ok(None),
    }
}

/// What a file says of itself; nothing where it says nothing of this.
pub fn about(from: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    let mut statement = from.prepare("SELECT value FROM about WHERE name = ?1")?;
    let mut found = statement.query([name])?;
    found.next()?.map(|row| row.get(0)).transpose()
}

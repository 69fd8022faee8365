//! What the tables of a file of results hold, and how a game goes into them and comes out.

use std::collections::BTreeMap;

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Statement, params, params_from_iter};
use rustc_hash::FxHashSet;

use crate::database::of_values;
use rulebook_insight::analysis::study::{Count, Field, Finished, Row, Tallied, Tallies, Tally, TallyValue};

/// The version of the tables.
pub const FORMAT: &str = "3";

/// The tables. `result` is the seat that won, from 1; `player` the place of the winner in the match, from 1; 0 says that nobody won
/// alone. The record is a line as `replay` reads it. The digest is that of what stands before it in the row (see `digest.rs`). Of a study
/// that keeps tallies, `games` is empty, and `tallies` says of each cell how many games came to what.
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
CREATE TABLE tallies (
  cell INTEGER NOT NULL, what TEXT NOT NULL, value NOT NULL, games INTEGER NOT NULL, first INTEGER NOT NULL,
  PRIMARY KEY (cell, what, value)
) WITHOUT ROWID;
";

/// Puts a game in.
pub const INSERT: &str = "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";

/// Puts games in that are counted, beside those that are.
pub const ADD: &str = "INSERT INTO tallies VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET games = games + excluded.games, \
                       first = min(first, excluded.first)";

const COLUMNS: &str = "cell, number, result, player, role, clause, plies, turns, cut, trouble";

/// What a file of results has of its games, one after another.
pub enum Entry {
    /// A game.
    Game(Kept),
    /// The tally of a cell.
    Tally(usize, Tally),
}

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
        Ok(Kept { row: finished.row(cell, number), record })
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

/// Puts the tally of a cell in, beside what is there.
pub fn add(cell: usize, tally: &Tally, into: &mut Statement<'_>) -> rusqlite::Result<()> {
    for (what, value, count) in tally.counts() {
        let value = match value {
            TallyValue::Number(number) => Value::Integer(*number as i64),
            TallyValue::Text(text) => Value::Text(text.clone()),
        };
        into.execute(params![cell as i64, what.name(), value, count.games as i64, count.first as i64])?;
    }
    Ok(())
}

/// The tally of a cell.
pub fn tally(from: &Connection, cell: usize) -> rusqlite::Result<Tally> {
    let mut statement = from.prepare_cached("SELECT what, value, games, first FROM tallies WHERE cell = ?1")?;
    let mut rows = statement.query([cell as i64])?;
    let mut tally = Tally::default();
    while let Some(row) = rows.next()? {
        let value = match row.get_ref(1)? {
            ValueRef::Text(text) => TallyValue::Text(String::from_utf8_lossy(text).into_owned()),
            value => TallyValue::Number(number(value.as_i64()?)),
        };
        if let Some(what) = Tallied::named(row.get_ref(0)?.as_str()?) {
            tally.add(what, value, Count { games: number(row.get(2)?), first: number(row.get(3)?) });
        }
    }
    Ok(tally)
}

/// Shows the tally of each cell that has one.
pub fn each_tally(
    from: &Connection,
    mut see: impl FnMut(usize, Tally) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut statement = from.prepare("SELECT DISTINCT cell FROM tallies ORDER BY cell")?;
    let mut cells = statement.query([])?;
    while let Some(row) = cells.next()? {
        let cell = index(row.get(0)?);
        see(cell, tally(from, cell)?)?;
    }
    Ok(())
}

/// What the games of a file came to, whether they are there or counted.
pub fn tallies<'f>(from: &Connection, field: &'f Field<'f>) -> rusqlite::Result<BTreeMap<usize, Tally>> {
    let mut found = Tallies::new(field);
    let mut statement = from.prepare(&format!("SELECT {COLUMNS} FROM games ORDER BY cell, number"))?;
    let mut games = statement.query([])?;
    while let Some(game) = games.next()? {
        found.add(row(game)?);
    }
    each_tally(from, |cell, tally| {
        found.merge(cell, &tally);
        Ok(())
    })?;
    Ok(found.finish())
}

/// The games of a file, by cell and number.
pub fn known(from: &Connection) -> rusqlite::Result<FxHashSet<(usize, u64)>> {
    let mut statement = from.prepare("SELECT cell, number FROM games")?;
    let games = statement.query_map([], |row| Ok((index(row.get(0)?), number(row.get(1)?))))?;
    games.collect()
}

/// How many games of a file could not be played to an end, and why the first of them.
pub fn troubled(from: &Connection) -> rusqlite::Result<Option<(u64, String)>> {
    let select = "SELECT sum(games) OVER (), why FROM (
          SELECT 1 AS games, trouble AS why, cell, number FROM games WHERE trouble IS NOT NULL
          UNION ALL SELECT games, value, cell, first FROM tallies WHERE what = 'trouble'
        ) ORDER BY cell, number LIMIT 1";
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

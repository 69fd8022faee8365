//! What is in a file of results, as digests: of each game, and of everything. A change of one byte of either is noticed.

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use crate::database::{of_table, of_values};

/// What in a file is not as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// So many games, the first of them by its cell and number.
    Games(u64, i64, i64),
    /// What stands beside the games, or which games there are.
    Rest,
}

/// The digest of a whole file: what it says of itself but for this very digest, its cells, the digests of its games, and its tallies.
pub fn of_file(from: &Connection) -> rusqlite::Result<String> {
    let tables = [
        "SELECT name, value FROM about WHERE name <> 'digest' ORDER BY name",
        "SELECT * FROM cells ORDER BY cell",
        "SELECT digest FROM games ORDER BY cell, number",
        "SELECT * FROM tallies ORDER BY cell, what, value",
    ];
    tables.into_iter().try_fold(String::new(), |known, table| of_table(from, table, known))
}

/// What is changed of the games of a file.
pub fn changed_games(from: &Connection) -> rusqlite::Result<Option<Change>> {
    // The digest is the last column.
    let mut statement = from.prepare("SELECT * FROM games ORDER BY cell, number")?;
    let columns = statement.column_count() - 1;
    let mut rows = statement.query([])?;
    let mut found = None;
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|column| row.get_ref(column)).collect::<Result<Vec<_>, _>>()?;
        if ValueRef::Text(of_values(values.into_iter()).as_bytes()) == row.get_ref(columns)? {
            continue;
        }
        let (cell, number) = (row.get(0)?, row.get(1)?);
        found = Some(match found {
            Some(Change::Games(games, cell, number)) => Change::Games(games + 1, cell, number),
            _ => Change::Games(1, cell, number),
        });
    }
    Ok(found)
}

/// What is changed of a file that says it is `whole`.
pub fn changed(from: &Connection, whole: Option<&str>) -> rusqlite::Result<Option<Change>> {
    match changed_games(from)? {
        None if whole != Some(of_file(from)?.as_str()) => Ok(Some(Change::Rest)),
        found => Ok(found),
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Change::Games(1, cell, number) => {
                write!(f, "game {number} of cell {cell} was changed after it was written")
            }
            Change::Games(games, cell, number) => {
                write!(
                    f,
                    "{games} games were changed after they were written, the first is game {number} of cell {cell}"
                )
            }
            Change::Rest => f.write_str("games were added or removed, or its head was changed, after it was written"),
        }
    }
}

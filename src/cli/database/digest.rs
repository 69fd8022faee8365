//! Digests of what a file holds: a change of one byte is noticed.

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use rulebook_insight::library::digest;

/// The digest of values: SHA-256 of each on a line of its own, as JSON.
pub fn of_values<'v>(values: impl Iterator<Item = ValueRef<'v>>) -> String {
    let shown = values.map(|value| match value {
        ValueRef::Null => serde_json::Value::Null,
        ValueRef::Integer(number) => number.into(),
        ValueRef::Real(number) => number.into(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
        ValueRef::Blob(bytes) => bytes.into(),
    });
    digest(&shown.map(|value| format!("{value}\n")).collect::<String>())
}

/// The digest of the rows that a query gives, in their order, after what is `known`.
pub fn of_table(from: &Connection, query: &str, mut known: String) -> rusqlite::Result<String> {
    let mut statement = from.prepare(query)?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|column| row.get_ref(column)).collect::<Result<Vec<_>, _>>()?;
        known = of_values([ValueRef::Text(known.as_bytes())].into_iter().chain(values));
    }
    Ok(known)
}

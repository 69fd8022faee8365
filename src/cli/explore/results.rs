//! A file of a search: every task that was done, with what came of it.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, params_from_iter};

use crate::database::{self, failed, of_table, of_values, sql_failed};
use crate::failure::Failure;
use rulebook_explore::{Phase, Search, Task, TaskKey, Told};
use rulebook_insight::analysis::study::{Parts, Shard};

/// The version of the tables.
const FORMAT: &str = "explore 1";
/// The tables. A digest is that of what stands before it in the row.
pub const TABLES: &str = "
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE done (
  candidate INTEGER NOT NULL, task TEXT NOT NULL, stage INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL,
  told TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (candidate, task, stage, first)
) WITHOUT ROWID;
";
const INSERT: &str = "INSERT OR REPLACE INTO done VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/// The tasks that were done, with what came of each.
#[derive(Clone, Debug, Default)]
pub struct Rows(pub BTreeMap<TaskKey, Told>);

impl Rows {
    /// The games in them.
    pub fn games(&self) -> u64 {
        let count = |key: &TaskKey| if let Task::Games { count, .. } = key.task { count } else { 0 };
        self.0.keys().map(count).sum()
    }
}

impl Extend<(TaskKey, Told)> for Rows {
    fn extend<T: IntoIterator<Item = (TaskKey, Told)>>(&mut self, more: T) {
        self.0.extend(more);
    }
}

impl IntoIterator for Rows {
    type Item = (TaskKey, Told);
    type IntoIter = std::collections::btree_map::IntoIter<TaskKey, Told>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<(TaskKey, Told)> for Rows {
    fn from_iter<T: IntoIterator<Item = (TaskKey, Told)>>(rows: T) -> Self {
        Rows(rows.into_iter().collect())
    }
}

/// What a file holds.
pub struct Results {
    /// Which parts of the search.
    pub parts: Parts,
    /// The tasks.
    pub rows: Rows,
}

/// A task as columns: what, the stage or the wish, the first game, how many.
fn columns(task: Task) -> (&'static str, u64, u64, u64) {
    match task {
        Task::Check => ("check", 0, 0, 0),
        Task::Games { phase: Phase::Race, stage, first, count } => ("race", stage as u64, first, count),
        Task::Games { phase: Phase::Fresh, stage, first, count } => ("fresh", stage as u64, first, count),
        Task::Slow { wish } => ("slow", wish as u64, 0, 0),
        Task::Relate => ("relate", 0, 0, 0),
    }
}

/// A task from its columns.
fn task(what: &str, stage: u64, first: u64, count: u64) -> Option<Task> {
    let games = |phase| Task::Games { phase, stage: stage as usize, first, count };
    Some(match what {
        "check" => Task::Check,
        "race" => games(Phase::Race),
        "fresh" => games(Phase::Fresh),
        "slow" => Task::Slow { wish: stage as usize },
        "relate" => Task::Relate,
        _ => return None,
    })
}

/// Puts a task in.
pub fn insert(file: &Connection, key: TaskKey, told: &Told) -> rusqlite::Result<()> {
    let (what, stage, first, count) = columns(key.task);
    let text = serde_json::to_string(told).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let number = |number: u64| Value::Integer(number as i64);
    let values = [
        number(key.candidate as u64),
        Value::Text(what.to_owned()),
        number(stage),
        number(first),
        number(count),
        Value::Text(text),
    ];
    let digest = Value::Text(of_values(values.iter().map(ValueRef::from)));
    file.prepare_cached(INSERT)?.execute(params_from_iter(values.iter().chain([&digest])))?;
    Ok(())
}

/// The tasks of a file, or the candidate of the first that was changed.
pub fn rows(file: &Connection) -> rusqlite::Result<Result<Rows, i64>> {
    let mut statement = file.prepare("SELECT * FROM done ORDER BY candidate, task, stage, first")?;
    let mut found = statement.query([])?;
    let mut rows = Rows::default();
    while let Some(row) = found.next()? {
        let values = (0..6).map(|column| row.get_ref(column)).collect::<Result<Vec<_>, _>>()?;
        let candidate: i64 = row.get(0)?;
        let number = |column: usize| -> rusqlite::Result<u64> { Ok(row.get::<_, i64>(column)?.unsigned_abs()) };
        let what: String = row.get(1)?;
        let told = serde_json::from_str::<Told>(&row.get::<_, String>(5)?).ok();
        let is_whole = ValueRef::Text(of_values(values.into_iter()).as_bytes()) == row.get_ref(6)?;
        match (task(&what, number(2)?, number(3)?, number(4)?), told, usize::try_from(candidate)) {
            (Some(task), Some(told), Ok(candidate)) if is_whole => {
                rows.0.insert(TaskKey { candidate, task }, told);
            }
            _ => return Ok(Err(candidate)),
        }
    }
    Ok(Ok(rows))
}

/// What a file says of itself.
pub fn about(file: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    let mut statement = file.prepare("SELECT value FROM about WHERE name = ?1")?;
    let mut found = statement.query([name])?;
    found.next()?.map(|row| row.get(0)).transpose()
}

/// The digest of a whole file: what it says of itself but for this very digest, and its tasks.
fn of_file(file: &Connection) -> rusqlite::Result<String> {
    let about = of_table(file, "SELECT name, value FROM about WHERE name <> 'digest' ORDER BY name", String::new())?;
    of_table(file, "SELECT * FROM done ORDER BY candidate, task, stage, first", about)
}

impl Results {
    /// Reads a file of results of this very search; nothing where there is no such file.
    pub fn read(name: &Path, search: &Search, description: &str) -> Result<Option<Results>, Failure> {
        let Some(file) = database::open(name)? else { return Ok(None) };
        let fail = |error: rusqlite::Error| failed(name, &error);
        let said = |word| {
            about(&file, word).map_err(|error| match error {
                rusqlite::Error::SqliteFailure(..) => failed(name, &"it is not a results file of a search"),
                error => failed(name, &error),
            })
        };
        if said("format")?.as_deref() != Some(FORMAT) {
            return Err(failed(name, &"it was not written by this version of `rulebook explore`"));
        }
        let theirs = said("search")?.unwrap_or_default();
        if theirs != description {
            let what = search.differences(&theirs).join("; ");
            return Err(failed(
                name,
                &format!(
                    "it holds the results of another search: {what}\n  help: name another file with `--out`, or remove this one"
                ),
            ));
        }
        let again = "take the file from a copy, or remove it and run the search again";
        let spoiled = |what: String| Failure::Broken(format!("`{}`: {what}\n  help: {again}", name.display()));
        let rows = rows(&file).map_err(fail)?;
        let rows = rows.map_err(|candidate| {
            spoiled(format!("what is said of candidate {candidate} was changed after it was written"))
        })?;
        if said("digest")?.as_deref() != Some(of_file(&file).map_err(fail)?.as_str()) {
            return Err(spoiled(
                "something was added or removed, or its head was changed, after it was written".to_owned(),
            ));
        }
        let parts = said("shard")?.and_then(|parts| parts.parse().ok()).unwrap_or_else(Parts::whole);
        Ok(Some(Results { parts, rows }))
    }

    /// Parts put together. Each must be there, unless it is said that only some are.
    pub fn merged(files: Vec<(&std::path::PathBuf, Option<Results>)>, is_partial: bool) -> Result<Results, Failure> {
        let mut merged: Option<Results> = None;
        for (name, found) in files {
            let Some(found) = found else {
                return Err(Failure::Usage(format!("there is no file `{}`", name.display())));
            };
            merged = Some(match merged {
                None => found,
                Some(known) if known.parts.of() != found.parts.of() && found.parts != Parts::whole() => {
                    let parts = &found.parts;
                    return Err(failed(
                        name,
                        &format!(
                            "it is part {parts} of the search, and the first file is one of {} parts",
                            known.parts.of()
                        ),
                    ));
                }
                Some(mut known) => {
                    known.parts = known.parts.union(&found.parts);
                    known.rows.extend(found.rows);
                    known
                }
            });
        }
        let merged = merged.unwrap_or(Results { parts: Parts::whole(), rows: Rows::default() });
        if !is_partial && merged.parts != Parts::whole() {
            let list =
                merged.parts.missing().take(8).map(|part: Shard| part.to_string()).collect::<Vec<_>>().join(", ");
            return Err(Failure::Usage(format!(
                "parts are missing: {list}\n  help: run them with `--shard`, and name all files after `--merge`; or add \
                 `--partial --out FILE` to merge the others later"
            )));
        }
        Ok(merged)
    }

    /// The failure of a file that holds another part.
    pub fn other_part(name: &Path, its: &Parts, wanted: &Parts) -> Failure {
        failed(name, &format!("it holds part {its} of the search, not {wanted}"))
    }

    /// Writes a file, whole and in one order.
    pub fn write(&self, name: &Path, description: &str, texts: &str) -> Result<(), Failure> {
        database::write(name, |all| {
            let write = || -> rusqlite::Result<()> {
                all.execute_batch(TABLES)?;
                let parts = self.parts.to_string();
                for (word, value) in [("format", FORMAT), ("shard", &parts), ("search", description), ("texts", texts)]
                {
                    all.execute("INSERT INTO about VALUES (?1, ?2)", [word, value])?;
                }
                self.rows.0.iter().try_for_each(|(key, told)| insert(all, *key, told))?;
                all.execute("INSERT INTO about VALUES ('digest', ?1)", [of_file(all)?])?;
                Ok(())
            };
            write().map_err(|error| sql_failed(name, &error))
        })
    }
}

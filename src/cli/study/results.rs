//! A file of results: written whole, in one order, with nothing in it that depends on how it came about.

use std::path::Path;

use rusqlite::{Connection, Transaction, params};

use super::digest::{self, Change};
use super::schema::{self, ADD, Entry, FORMAT, INSERT, TABLES};
use crate::database::{self, failed, sql_failed};
use crate::failure::Failure;
use rulebook_insight::analysis::study::{Field, Parts, differences};

/// What a file of results is to say of itself.
pub struct About<'a> {
    /// The field.
    pub field: &'a Field<'a>,
    /// The description of the study.
    pub description: &'a str,
    /// The texts of its games, which the description leaves out.
    pub texts: &'a str,
    /// Which parts of it.
    pub parts: Parts,
}

/// Puts an entry into a file of results.
pub type Put<'p> = dyn FnMut(Entry) -> rusqlite::Result<()> + 'p;

/// Writes a file of results and puts it in its place. `entries` gives them in order to what puts them in.
pub fn write(
    name: &Path,
    about: &About<'_>,
    entries: impl FnOnce(&mut Put<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    database::write(name, |all| fill(name, all, about, entries))
}

fn fill(
    name: &Path,
    all: &Transaction<'_>,
    about: &About<'_>,
    entries: impl FnOnce(&mut Put<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let fail = |error: rusqlite::Error| sql_failed(name, &error);
    all.execute_batch(TABLES).map_err(fail)?;
    {
        let mut insert = all.prepare("INSERT INTO about VALUES (?1, ?2)").map_err(fail)?;
        let parts = about.parts.to_string();
        let said = [("format", FORMAT), ("shard", &parts), ("study", about.description), ("texts", about.texts)];
        for (name, value) in said {
            insert.execute([name, value]).map_err(fail)?;
        }
        let mut insert = all.prepare("INSERT INTO cells VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)").map_err(fail)?;
        let study = about.field.study();
        for (place, cell) in study.cells.iter().enumerate() {
            let Some(game) = about.field.prepared().get(cell.setting) else { continue };
            let entry = study.settings.get(cell.setting).and_then(|setting| study.entries.get(setting.entry));
            let options: Vec<String> =
                game.game.options.iter().map(|chosen| format!("{}={}", chosen.name, chosen.value)).collect();
            let players: Vec<String> = cell.players.iter().map(ToString::to_string).collect();
            insert
                .execute(params![
                    place as i64,
                    entry.map_or("", |entry| entry.file.as_str()),
                    game.game.about.title,
                    options.join(" "),
                    players.join(" "),
                    cell.budget,
                    cell.seed as i64,
                    cell.games as i64
                ])
                .map_err(fail)?;
        }
        let mut insert = all.prepare(INSERT).map_err(fail)?;
        let mut add = all.prepare(ADD).map_err(fail)?;
        entries(&mut |entry| match entry {
            Entry::Game(game) => game.insert(&mut insert),
            Entry::Tally(cell, tally) => schema::add(cell, &tally, &mut add),
        })?;
        let whole = digest::of_file(all).map_err(fail)?;
        all.execute("INSERT INTO about VALUES ('digest', ?1)", [whole]).map_err(fail)?;
    }
    Ok(())
}

/// The failure of a file whose games are not as they were written.
fn spoiled(name: &Path, parts: &Parts, change: &Change) -> Failure {
    let (part, again) = match parts {
        parts if *parts == Parts::whole() => (String::new(), String::new()),
        parts => (format!(", part {parts} of the study"), format!(" with `--shard {parts}`")),
    };
    Failure::Broken(format!(
        "`{}`{part}: {change}\n  help: take the file from a copy, or remove it and run the study again{again}",
        name.display()
    ))
}

/// Opens a file of results of this very study, to be read; nothing where there is no such file.
pub fn open(name: &Path, description: &str) -> Result<Option<(Connection, Parts)>, Failure> {
    let Some(file) = database::open(name)? else { return Ok(None) };
    let fail = |error: rusqlite::Error| failed(name, &error);
    let said = |word| {
        schema::about(&file, word).map_err(|error| match error {
            rusqlite::Error::SqliteFailure(..) => failed(name, &"it is not a results file of a study"),
            error => failed(name, &error),
        })
    };
    if said("format")?.as_deref() != Some(FORMAT) {
        return Err(failed(name, &"it was not written by this version of `rulebook study`"));
    }
    let theirs = said("study")?.unwrap_or_default();
    if theirs != description {
        let what = differences(&theirs, description).join("; ");
        return Err(failed(
            name,
            &format!(
                "it holds the results of another study: {what}\n  \
                 help: name another file with `--out`, or remove this one"
            ),
        ));
    }
    let parts = said("shard")?.and_then(|parts| parts.parse().ok()).unwrap_or_else(Parts::whole);
    let changed = digest::changed(&file, said("digest")?.as_deref()).map_err(fail)?;
    match changed {
        Some(change) => Err(spoiled(name, &parts, &change)),
        None => Ok(Some((file, parts))),
    }
}

//! What is known of a study while it is played: a file beside that of the results, which survives whatever stops the process.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rustc_hash::FxHashSet;

use super::digest;
use super::results::{About, Put};
use super::schema::{self, ADD, Entry, INSERT, Kept, TABLES};
use crate::database::{self, failed, sql_failed};
use crate::failure::Failure;
use rulebook_insight::analysis::study::{Field, Tally, differences};

/// Which rounds of a study are in its tallies, by their places in the order of play.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// All before this one.
    pub below: u64,
    /// And these, which other threads were quicker with.
    pub ahead: BTreeSet<u64>,
}

impl Counted {
    /// Whether a round is in the tallies.
    pub fn has(&self, place: u64) -> bool {
        place < self.below || self.ahead.contains(&place)
    }

    /// A round is in the tallies from now on.
    pub fn add(&mut self, place: u64) {
        self.ahead.insert(place);
        while self.ahead.remove(&self.below) {
            self.below += 1;
        }
    }
}

/// Which rounds have been counted beyond the first ones.
const AHEAD: &str = "CREATE TABLE ahead (place INTEGER PRIMARY KEY);";

/// A study that is being played.
pub struct WorkFile {
    name: PathBuf,
    file: Connection,
}

impl WorkFile {
    /// Begins, or goes on.
    pub fn open(results: &Path, about: &About<'_>) -> Result<Self, Failure> {
        let name = database::work_name(results);
        let fail = |error: rusqlite::Error| sql_failed(&name, &error);
        let busy = "another process is running this study\n  help: wait for it, or run another part with `--shard`";
        // The tables and whose they are come at once: a process stopped in between would leave games of nobody.
        let file = database::begin(&name, &format!("{TABLES}{AHEAD}"), busy)?;
        let shard = about.parts.to_string();
        let known = |word| schema::about(&file, word).map_err(fail);
        match (known("study")?, known("shard")?) {
            (None, None) => {
                let say = "INSERT INTO about VALUES ('study', ?1), ('shard', ?2)";
                file.execute(say, [about.description, &shard]).map_err(fail)?;
            }
            (Some(study), Some(part)) if study == about.description && part == shard => {}
            (study, part) => {
                let mut what = differences(&study.unwrap_or_default(), about.description);
                what.extend(part.filter(|part| *part != shard).map(|part| format!("it is part {part}, not {shard}")));
                let what = what.join("; ");
                return Err(failed(
                    &name,
                    &format!(
                        "it holds the games of another study, or of another part of it: {what}\n  help: remove it, or name \
                         another file with `--out`"
                    ),
                ));
            }
        }
        file.execute_batch("COMMIT").map_err(fail)?;
        if let Some(change) = digest::changed_games(&file).map_err(fail)? {
            let help = "remove it, and run the study again";
            return Err(Failure::Broken(format!("`{}`: {change}\n  help: {help}", name.display())));
        }
        Ok(WorkFile { name, file })
    }

    /// The games that are there.
    pub fn known(&self) -> Result<FxHashSet<(usize, u64)>, Failure> {
        schema::known(&self.file).map_err(|error| sql_failed(&self.name, &error))
    }

    /// How many games could not be played to an end, and why the first of them.
    pub fn troubled(&self) -> Result<Option<(u64, String)>, Failure> {
        schema::troubled(&self.file).map_err(|error| sql_failed(&self.name, &error))
    }

    /// What the games that are there came to.
    pub fn tallies(&self, field: &Field<'_>) -> Result<BTreeMap<usize, Tally>, Failure> {
        schema::tallies(&self.file, field).map_err(|error| sql_failed(&self.name, &error))
    }

    /// Keeps a game.
    pub fn keep(&self, game: &Kept) -> Result<(), Failure> {
        let insert = self.file.prepare_cached(INSERT);
        insert.and_then(|mut insert| game.insert(&mut insert)).map_err(|error| sql_failed(&self.name, &error))
    }

    /// Shows each game in order.
    pub fn each(&self, see: &mut dyn FnMut(Kept) -> rusqlite::Result<()>) -> Result<(), Failure> {
        schema::each(&self.file, see).map_err(|error| sql_failed(&self.name, &error))
    }

    /// Which rounds have been counted.
    pub fn counted(&self) -> Result<Counted, Failure> {
        let read = || {
            let below = schema::about(&self.file, "counted")?.and_then(|below| below.parse().ok()).unwrap_or(0);
            let mut statement = self.file.prepare("SELECT place FROM ahead ORDER BY place")?;
            let ahead = statement.query_map([], |row| Ok(row.get::<_, i64>(0)?.unsigned_abs()))?;
            Ok(Counted { below, ahead: ahead.collect::<rusqlite::Result<_>>()? })
        };
        read().map_err(|error| sql_failed(&self.name, &error))
    }

    /// Adds tallies, and says which rounds are in them: all or nothing.
    pub fn count(&self, tallies: &BTreeMap<usize, Tally>, counted: &Counted) -> Result<(), Failure> {
        let write = || {
            let all = self.file.unchecked_transaction()?;
            {
                let mut add = all.prepare_cached(ADD)?;
                tallies.iter().try_for_each(|(cell, tally)| schema::add(*cell, tally, &mut add))?;
                let mut say = all.prepare_cached("INSERT OR REPLACE INTO about VALUES ('counted', ?1)")?;
                say.execute([counted.below.to_string()])?;
                all.execute("DELETE FROM ahead WHERE place < ?1", [counted.below as i64])?;
                let mut insert = all.prepare_cached("INSERT OR IGNORE INTO ahead VALUES (?1)")?;
                counted.ahead.iter().try_for_each(|place| insert.execute([*place as i64]).map(drop))?;
            }
            all.commit()
        };
        write().map_err(|error| sql_failed(&self.name, &error))
    }

    /// Gives the results in order to what puts them into their file.
    pub fn entries(&self, put: &mut Put<'_>) -> Result<(), Failure> {
        self.each(&mut |game| put(Entry::Game(game)))?;
        schema::each_tally(&self.file, |cell, tally| put(Entry::Tally(cell, tally)))
            .map_err(|error| sql_failed(&self.name, &error))
    }

    /// Removes it: the results are in their place.
    pub fn remove(self) {
        let WorkFile { name, file } = self;
        // What cannot be removed is in nobody's way: it is looked at only where there are no results.
        let _ = file.close();
        database::sweep(&name);
    }
}

//! What is known of a study while it is played: a file beside that of the results, which survives whatever stops the process.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};
use rustc_hash::FxHashSet;

use super::digest;
use super::results::{About, failed, sql_failed, with};
use super::schema::{self, INSERT, Kept, TABLES};
use crate::failure::Failure;
use rulebook_insight::analysis::study::{Row, differences};

/// A study that is being played.
pub struct WorkFile {
    name: PathBuf,
    file: Connection,
}

impl WorkFile {
    /// Where it is, for results of this name.
    pub fn name(results: &Path) -> PathBuf {
        with(results, ".work")
    }

    /// Begins, or goes on.
    pub fn open(results: &Path, about: &About<'_>) -> Result<Self, Failure> {
        let name = WorkFile::name(results);
        let fail = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => failed(
                &name,
                &"another process is running this study\n  help: wait for it, or run another part with `--shard`",
            ),
            _ => sql_failed(&name, &error),
        };
        let file = Connection::open(&name).map_err(fail)?;
        // Written ahead: what was said to be done is there after a kill. The lock goes when the process does.
        file.execute_batch(
            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE; COMMIT;
             PRAGMA wal_autocheckpoint = 64; PRAGMA journal_size_limit = 1048576;",
        )
        .map_err(fail)?;
        // The tables and whose they are come at once: a process stopped in between would leave games of nobody.
        file.execute_batch("BEGIN").map_err(fail)?;
        let begun: bool = file
            .query_row("SELECT count(*) > 0 FROM sqlite_master WHERE name = 'games'", [], |row| row.get(0))
            .map_err(fail)?;
        if !begun {
            file.execute_batch(TABLES).map_err(fail)?;
        }
        let shard = about.shard.to_string();
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

    /// The games that are there, in order, without their records.
    pub fn rows(&self) -> Result<Vec<Row>, Failure> {
        schema::rows(&self.file).map_err(|error| sql_failed(&self.name, &error))
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

    /// Removes it: the results are in their place.
    pub fn remove(self) {
        let WorkFile { name, file } = self;
        // What cannot be removed is in nobody's way: it is looked at only where there are no results.
        let _ = file.close();
        sweep(&name);
    }
}

/// Removes what is left of the work for results that are there.
pub fn sweep(name: &Path) {
    for ending in ["-wal", "-shm", ""] {
        let _ = fs::remove_file(with(name, ending));
    }
}

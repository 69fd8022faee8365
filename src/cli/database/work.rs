//! What is known of a run on the way: a file beside that of the results, which survives whatever stops the process.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

use super::failure::{failed, sql_failed};
use crate::failure::Failure;

/// A path with something behind its name.
fn with(name: &Path, ending: &str) -> PathBuf {
    let mut longer = OsString::from(name);
    longer.push(ending);
    PathBuf::from(longer)
}

/// Where the work for results of this name is.
pub fn work_name(results: &Path) -> PathBuf {
    with(results, ".work")
}

/// Opens the work of this name, which no other process has; `tables` are made where there is nothing yet. `busy` is said where another
/// process has it. What follows is one transaction, which the caller commits.
pub fn begin(name: &Path, tables: &str, busy: &str) -> Result<Connection, Failure> {
    let fail = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => failed(name, &busy),
        _ => sql_failed(name, &error),
    };
    let file = Connection::open(name).map_err(fail)?;
    // Written ahead: what was said to be done is there after a kill. The lock goes when the process does.
    file.execute_batch(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE; COMMIT;
         PRAGMA wal_autocheckpoint = 64; PRAGMA journal_size_limit = 1048576;",
    )
    .map_err(fail)?;
    file.execute_batch("BEGIN EXCLUSIVE").map_err(fail)?;
    let known = file.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0)).map_err(fail)?;
    if known == 0 {
        file.execute_batch(tables).map_err(fail)?;
    }
    Ok(file)
}

/// Removes the work of this name.
pub fn sweep(name: &Path) {
    for ending in ["-wal", "-shm", ""] {
        let _ = fs::remove_file(with(name, ending));
    }
}

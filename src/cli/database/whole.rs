//! A file of results: written whole, and read.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, Transaction};

use super::failure::{failed, sql_failed};
use crate::failure::Failure;
use crate::output::Output;
use crate::temp_file::left_over;

/// Writes a file and puts it in its place once it is whole. `fill` is given an empty database.
pub fn write(name: &Path, fill: impl FnOnce(&Transaction<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
    let output = Output::regular(name)?;
    // An empty file is an empty database.
    if let Some(beside) = output.path() {
        let fail = |error: rusqlite::Error| sql_failed(name, &error);
        let mut file = Connection::open(beside).map_err(fail)?;
        // The file appears under its name only when it is whole: it needs no journal.
        file.execute_batch("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
            .map_err(fail)?;
        let all = file.transaction().map_err(fail)?;
        fill(&all)?;
        all.commit().map_err(fail)?;
        file.close().map_err(|(_, error)| fail(error))?;
    }
    output.finish()
}

/// Removes what runs that were killed have left of results of this name while they wrote them.
pub fn sweep_partial(name: &Path) {
    left_over(name).into_iter().for_each(|path| {
        let _ = fs::remove_file(path);
    });
}

/// Opens a file to be read; nothing where there is no such file.
pub fn open(name: &Path) -> Result<Option<Connection>, Failure> {
    if !name.exists() {
        return Ok(None);
    }
    let file = Connection::open_with_flags(name, OpenFlags::SQLITE_OPEN_READ_ONLY);
    file.map(Some).map_err(|error| failed(name, &error))
}

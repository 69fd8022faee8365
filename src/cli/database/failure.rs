//! What is said of files that cannot be used.

use std::path::Path;

use rusqlite::ErrorCode;

use crate::failure::Failure;

/// A failure of the file that is named.
pub fn failed(name: &Path, error: &impl std::fmt::Display) -> Failure {
    Failure::Usage(format!("cannot use `{}`: {error}", name.display()))
}

/// What SQLite says of the file that is named: a full disk is another matter than a file that cannot be used.
pub fn sql_failed(name: &Path, error: &rusqlite::Error) -> Failure {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => {
            Failure::Unwritten(format!("cannot write `{}`: {error}", name.display()))
        }
        _ => failed(name, error),
    }
}

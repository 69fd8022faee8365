//! Files that are replaced as a whole: whoever reads one sees the old text or the new one.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// Replaces the text of a file that is there already. It keeps its permissions; where its name is a link, the link stays and
/// the file that it leads to is replaced.
pub fn replace(name: &Path, text: &str) -> Result<(), Failure> {
    let failed = |why: &dyn std::fmt::Display| Failure::Usage(format!("cannot write `{}`: {why}", name.display()));
    let metadata = fs::metadata(name).map_err(|error| failed(&error))?;
    if !metadata.is_file() {
        return Err(failed(
            &"it is no regular file\n  help: write `-` to read standard input and write standard output",
        ));
    }
    if metadata.permissions().readonly() {
        return Err(failed(&"it may only be read"));
    }
    let file = fs::canonicalize(name).map_err(|error| failed(&error))?;
    let beside = beside(&file);
    let placed = write(&beside, text, metadata.permissions()).and_then(|()| fs::rename(&beside, &file));
    placed.map_err(|error| {
        // A file that was there before is none of ours.
        if error.kind() != io::ErrorKind::AlreadyExists {
            let _ = fs::remove_file(&beside);
        }
        failed(&error)
    })
}

/// A name in the same folder that nobody uses.
fn beside(file: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}.partial", std::process::id()));
    file.with_file_name(name)
}

fn write(beside: &Path, text: &str, permissions: fs::Permissions) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}

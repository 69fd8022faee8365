//! Files that are replaced as a whole: whoever reads one sees the old text or the new one.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::failure::Failure;
use super::temp_file::begin;

/// Replaces the text of a file that is there already. It keeps its permissions; where its name is a link, the link stays and
/// the file that it leads to is replaced.
pub fn replace(name: &Path, text: &str) -> Result<(), Failure> {
    let failed = |why: &dyn std::fmt::Display| Failure::Usage(format!("cannot write `{}`: {why}", name.display()));
    let metadata = fs::metadata(name).map_err(|error| failed(&error))?;
    if !metadata.is_file() {
        return Err(failed(
            &"it is not a regular file\n  help: write `-` to read standard input and write standard output",
        ));
    }
    if metadata.permissions().readonly() {
        return Err(failed(&"it is read-only"));
    }
    let file = fs::canonicalize(name).map_err(|error| failed(&error))?;
    let (beside, open) = begin(&file).map_err(|error| failed(&error))?;
    let placed = write(open, text, metadata.permissions()).and_then(|()| fs::rename(&beside, &file));
    placed.map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed(&error)
    })
}

fn write(mut file: fs::File, text: &str, permissions: fs::Permissions) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}

//! A new file in the folder of another, to be renamed to it when it is whole.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// How many names are tried where others are left over from runs that were broken off.
const MAX_NAMES: u32 = 64;

/// Begins a file beside this one, under a name that nothing has: neither a file nor a link is written through.
///
/// # Errors
///
/// Where the folder cannot be written, or all the names are taken.
pub fn begin(file: &Path) -> io::Result<(PathBuf, File)> {
    let mut attempt = 0;
    loop {
        let beside = name(file, attempt);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < MAX_NAMES => attempt += 1,
            opened => return opened.map(|open| (beside, open)),
        }
    }
}

/// What runs that were broken off have left beside this file.
pub fn left_over(file: &Path) -> Vec<PathBuf> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let start = format!(".{}.", file.file_name().unwrap_or_default().to_string_lossy());
    let is_left = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let middle = name.strip_prefix(&start).and_then(|rest| rest.strip_suffix(".partial"));
        middle.is_some_and(|middle| middle.chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_left).collect()
}

/// The name number `attempt`: hidden, and told apart from those of other runs.
fn name(file: &Path, attempt: u32) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}.{attempt}.partial", std::process::id()));
    file.with_file_name(name)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may write files and fails by panicking")]
mod tests {
    use std::fs;

    use super::{begin, left_over, name};

    #[test]
    fn what_has_the_name_already_is_left_alone() {
        let folder = std::env::temp_dir().join(format!("rulebook-beside-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (file, other) = (folder.join("a.jsonl"), folder.join("other"));
        fs::write(&other, "kept").unwrap();
        std::os::unix::fs::symlink(&other, name(&file, 0)).unwrap();
        std::os::unix::fs::symlink(folder.join("nowhere"), name(&file, 1)).unwrap();
        fs::write(name(&file, 2), "left over").unwrap();
        let (beside, open) = begin(&file).unwrap();
        open.set_len(9).unwrap();
        assert_eq!(beside, name(&file, 3));
        assert_eq!(fs::read_to_string(&other).unwrap(), "kept");
        assert!(!folder.join("nowhere").exists());
        fs::write(folder.join(".a.jsonl.x.partial"), "somebody else's").unwrap();
        fs::write(name(&other, 0), "left over of another").unwrap();
        let mut left = left_over(&file);
        left.sort();
        assert_eq!(left, [0, 1, 2, 3].map(|attempt| name(&file, attempt)));
        fs::remove_dir_all(&folder).unwrap();
    }
}

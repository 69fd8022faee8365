//! A new file in the folder of another, to be put in its place when it is whole. Whatever ends the program, it does not stay.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::signals;

/// How many names are tried where others are left over from runs that were broken off.
const MAX_NAMES: u32 = 64;

/// A file that is removed again unless it is put somewhere.
pub struct TempFile {
    path: PathBuf,
    is_placed: bool,
}

impl TempFile {
    /// Begins a file beside this one, under a name that nothing has: neither a file nor a link is written through.
    ///
    /// # Errors
    /// Where the folder cannot be written, or all the names are taken.
    pub fn beside(file: &Path) -> io::Result<(Self, File)> {
        left_over(file).iter().filter(|path| is_dead(path)).for_each(|path| {
            let _ = fs::remove_file(path);
        });
        let mut attempt = 0;
        loop {
            match TempFile::new(name(file, attempt)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < MAX_NAMES => attempt += 1,
                begun => return begun,
            }
        }
    }

    /// Begins a file of this name, which nothing has.
    ///
    /// # Errors
    /// Where there is something of this name, or the folder cannot be written.
    pub fn new(path: PathBuf) -> io::Result<(Self, File)> {
        let file = signals::removed_at_end(&path, |path| {
            OpenOptions::new().read(true).write(true).create_new(true).open(path)
        })?;
        Ok((TempFile { path, is_placed: false }, file))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets it stay.
    pub fn keep(mut self) {
        self.is_placed = true;
    }

    /// Puts it in the place of another.
    ///
    /// # Errors
    /// Where the other cannot be replaced; then it is as before.
    pub fn replace(self, other: &Path) -> io::Result<()> {
        fs::rename(&self.path, other)?;
        self.keep();
        Ok(())
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        if !self.is_placed {
            let _ = fs::remove_file(&self.path);
        }
        signals::forget(&self.path);
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

/// Whether the process that began a file runs no more, as far as the system says.
fn is_dead(left: &Path) -> bool {
    let name = left.to_string_lossy();
    let process = name.rsplit('.').nth(2).and_then(|digits| digits.parse::<u32>().ok());
    let all = Path::new("/proc");
    all.join("self").exists() && process.is_some_and(|process| !all.join(process.to_string()).exists())
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

    use super::{TempFile, left_over, name};

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
        let (beside, open) = TempFile::beside(&file).unwrap();
        open.set_len(9).unwrap();
        assert_eq!(beside.path(), name(&file, 3));
        assert_eq!(fs::read_to_string(&other).unwrap(), "kept");
        assert!(!folder.join("nowhere").exists());
        fs::write(folder.join(".a.jsonl.x.partial"), "somebody else's").unwrap();
        fs::write(name(&other, 0), "left over of another").unwrap();
        let mut left = left_over(&file);
        left.sort();
        assert_eq!(left, [0, 1, 2, 3].map(|attempt| name(&file, attempt)));
        drop(beside);
        assert!(!name(&file, 3).exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_processes_left_that_are_no_more_is_removed() {
        let folder = std::env::temp_dir().join(format!("rulebook-dead-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a");
        // No process has a number beyond the most that Linux gives.
        fs::write(folder.join(".a.4999999.0.partial"), "").unwrap();
        drop(TempFile::beside(&file).unwrap());
        assert!(left_over(&file).is_empty());
        fs::remove_dir_all(&folder).unwrap();
    }
}

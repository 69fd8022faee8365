//! Doing something again whenever a file changes.
#![expect(clippy::disallowed_methods, reason = "the door to files and the clock")]

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::failure::Failure;
use crate::signals::exit_when_interrupted;
use crate::terminal::Terminal;

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(200);
/// The exit status of a process that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// What files looked like.
type Snapshot = Vec<(PathBuf, Option<(SystemTime, u64)>)>;

/// Does `once` now and whenever one of the files has changed that `files` names, until Ctrl-C, which ends the process.
///
/// # Errors
/// If nobody can be told. What `once` finds wrong is said, and looked at again.
pub fn watch(
    terminal: &mut Terminal,
    files: impl Fn() -> Vec<PathBuf>,
    mut once: impl FnMut(&mut Terminal) -> Result<(), Failure>,
) -> Result<(), Failure> {
    exit_when_interrupted(INTERRUPTED);
    loop {
        terminal.clear()?;
        let before = snapshot(files());
        match once(terminal) {
            Err(Failure::Closed) => return Ok(()),
            Err(failure) => {
                failure.report(terminal);
            }
            Ok(()) => {}
        }
        terminal.flush()?;
        terminal.say(&format!("Watching {} files; press Ctrl-C to stop", before.len()));
        while snapshot(files()) == before {
            std::thread::sleep(PAUSE);
        }
    }
}

fn snapshot(files: Vec<PathBuf>) -> Snapshot {
    files.into_iter().map(|file| (seen(&file), file)).map(|(seen, file)| (file, seen)).collect()
}

fn seen(file: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

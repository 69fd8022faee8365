//! The commands as a user runs them: arguments, both output streams, exit status.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may use files and fails by panicking"
)]

mod check;
mod claims;
mod compare;
mod debugging;
mod documents;
mod explain;
mod explain_speed;
mod explore;
mod files;
mod fix;
mod fmt;
mod formats;
#[cfg(unix)]
mod hostile;
mod library;
mod luck;
mod many_files;
mod measure;
mod measured;
#[cfg(unix)]
mod outputs;
mod packages;
mod play;
mod positions;
mod processes;
mod puzzle;
mod recorded;
mod references;
mod replay;
#[cfg(feature = "serve")]
mod serve;
mod solve;
#[cfg(feature = "study")]
mod study;
mod test;
mod train;
mod usage;

use std::path::PathBuf;
use std::time::Duration;

use snapbox::cmd::{Command, cargo_bin};

/// What runs longer hangs: a watchdog, far beyond what any test takes on a busy machine.
const WATCHDOG: Duration = Duration::from_secs(600);

/// The program with these arguments, in plain ASCII and away from the terminal's settings.
fn rulebook(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("rulebook"));
    for name in ["LC_CTYPE", "LANG", "COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command = command.env_remove(name);
    }
    // What one test has found must not be told by another.
    command.env("LC_ALL", "C").env("RULEBOOK_NO_CACHE", "1").timeout(WATCHDOG).args(args)
}

/// A line as it would be typed, without `rulebook`; texts with blanks stand in double quotes.
fn typed(line: &str) -> Command {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect::<Vec<_>>(),
        _ => vec![part],
    });
    rulebook(&words.collect::<Vec<_>>())
}

fn stdout(command: Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

fn json(command: Command) -> serde_json::Value {
    serde_json::from_str(&stdout(command)).unwrap()
}

/// A page without the program and the data of its boards: what is shown where no script runs.
fn without_boards(page: &str) -> String {
    let mut parts = page.split("<script type=");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| {
        assert!(part.starts_with("\"application/json\">{") || part.starts_with("\"module\">"), "{}", &part[..40]);
        shown + part.split_once("</script>").unwrap().1
    })
}

/// A path for a file of a test, whose name no other test uses.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn write(name: &str, text: &[u8]) -> String {
    let path = scratch(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn oracle(name: &str) -> String {
    format!("{}/tests/oracle/records/{name}", env!("CARGO_MANIFEST_DIR"))
}

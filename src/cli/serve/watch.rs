//! Telling a page when files change, as events of the server, until it goes away.
#![expect(clippy::disallowed_methods, reason = "the door to files and the clock")]

use std::io::{self, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use super::files::{Files, Snapshot};
use super::http::is_gone;
use super::respond::begin;

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(200);
/// After how many looks without a change something is sent, for whoever stands between.
const QUIET: u32 = 50;

/// Tells of every change: `event: change` with the names of files that were written, made or removed.
///
/// # Errors
/// If nobody listens any more.
pub fn watch(stream: &mut TcpStream, files: &Files) -> io::Result<()> {
    begin(stream, "text/event-stream")?;
    let mut before = files.snapshot();
    stream.write_all(b"retry: 1000\n\n")?;
    let mut quiet = 0;
    while !is_gone(stream) {
        std::thread::sleep(PAUSE);
        let after = files.snapshot();
        if after == before {
            quiet += 1;
            if quiet % QUIET == 0 {
                stream.write_all(b":\n\n")?;
            }
            continue;
        }
        let event = json!({"files": changed(&before, &after)});
        stream.write_all(format!("event: change\ndata: {event}\n\n").as_bytes())?;
        before = after;
    }
    Ok(())
}

/// The files that are in one snapshot as they are not in the other.
fn changed(before: &Snapshot, after: &Snapshot) -> Vec<String> {
    let one = before.iter().filter(|file| !after.contains(file));
    let mut names: Vec<String> =
        one.chain(after.iter().filter(|file| !before.contains(file))).map(|f| f.0.clone()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

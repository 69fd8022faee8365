//! Pages to play on: `rulebook serve`, started for a file when somebody wants to play.
#![expect(clippy::disallowed_methods, reason = "the door to other programs")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// How many pages are served at a time.
const MAX_PAGES: usize = 8;
/// The longest link.
const MAX_LINK: u64 = 1 << 10;

/// The pages that are served, by their files. They end with the server.
#[derive(Default)]
pub struct Pages(Mutex<BTreeMap<PathBuf, (Child, String)>>);

impl Pages {
    /// The page of a file.
    ///
    /// # Errors
    /// Why there is none.
    pub fn link(&self, path: &Path) -> Result<String, String> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (child, _)| matches!(child.try_wait(), Ok(None)));
        if let Some((_, link)) = known.get(path) {
            return Ok(link.clone());
        }
        if known.len() >= MAX_PAGES {
            return Err(format!("{MAX_PAGES} pages are open: close the editor to close them"));
        }
        let (child, link) = serve(path)?;
        known.insert(path.to_owned(), (child, link.clone()));
        Ok(link)
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        for (child, _) in self.0.get_mut().unwrap_or_else(PoisonError::into_inner).values_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts the page of a file, and reads its link.
fn serve(path: &Path) -> Result<(Child, String), String> {
    let failed = |error: std::io::Error| format!("cannot start `rulebook serve`: {error}");
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(program);
    command.arg("serve").arg(path).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(failed)?;
    let mut link = String::new();
    let read = child.stdout.take().map(|output| BufReader::new(output.take(MAX_LINK)).read_line(&mut link));
    if matches!(read, Some(Ok(_))) && link.starts_with("http://") {
        return Ok((child, link.trim().to_owned()));
    }
    let _ = child.kill();
    let _ = child.wait();
    Err("this program cannot serve a page: build it with the feature `serve`, or see `rulebook serve --help`"
        .to_owned())
}

//! `rulebook site`.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::{FINDINGS, Failure};
use super::output::{Output, folder_for};
use super::page_files::{BUILD_ENGINE, BUILD_PAGE, ENGINE_NAME, INDEX, all, find};
use super::terminal::Terminal;
use rulebook_insight::library::SHIPPED;

/// Write the studio as a folder that any web server can serve
///
/// Writes the page, its engine and the shipped games. Files that are there already are replaced; nothing is deleted.
#[derive(Args)]
pub struct Site {
    /// Folder to write, created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Site {
    /// Writes the folder.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        if find(INDEX).is_none() {
            return Err(Failure::Usage(format!(
                "this program was built without its page\n  help: run `{BUILD_PAGE}` and build it again"
            )));
        }
        folder_for(&self.folder)?;
        let mut count = 0;
        for (name, bytes) in all() {
            write(&self.folder, name, bytes)?;
            count += 1;
        }
        // The shipped games as files of their own, for links and other tools.
        for game in SHIPPED {
            let file = format!("games/{}.game", game.path);
            if let Some(folder) = Path::new(&file).parent() {
                folder_for(&self.folder.join(folder))?;
            }
            write(&self.folder, &file, game.text.as_bytes())?;
            count += 1;
        }
        writeln!(terminal.out(), "{count} files in {}", self.folder.display())?;
        if find(ENGINE_NAME).is_none() && !self.folder.join(ENGINE_NAME).is_file() {
            terminal.error(&format!(
                "the page has no engine yet: this program was built without `{ENGINE_NAME}`\n  help: run `{BUILD_ENGINE}` and this \
                 command again, or copy `{ENGINE_NAME}` into the folder"
            ));
            return Err(Failure::Told(FINDINGS));
        }
        Ok(())
    }
}

/// Writes a file, whole or not at all.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::regular(&folder.join(name))?;
    output.bytes(bytes)?;
    output.finish()
}

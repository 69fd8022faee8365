//! Lines of play that show findings, written as records for `replay`.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::output::{Output, folder_for};
use super::terminal::Terminal;
use rulebook_insight::analysis::Witness;

/// Where they are written.
pub enum Witnesses {
    /// Each into a file of this folder, which is named after the game and the finding; with how many of each game there are.
    Folder(PathBuf, BTreeMap<String, usize>),
    /// All into one file, a line each.
    File(Output),
}

impl Witnesses {
    /// A folder; or a file, where the name ends in `.jsonl`, is `-` or is that of something else than a folder.
    pub fn create(name: &Path, terminal: &mut Terminal) -> Result<Self, Failure> {
        let is_file =
            name == Path::new("-") || name.extension().is_some_and(|ending| ending == "jsonl") || name.exists();
        match is_file && !name.is_dir() {
            true => Ok(Witnesses::File(Output::create(name, terminal)?)),
            false => Ok(Witnesses::Folder(name.to_owned(), BTreeMap::new())),
        }
    }

    /// Writes those of the file that records call `stem`.
    pub fn add(&mut self, stem: &str, witnesses: &[Witness], terminal: &mut Terminal) -> Result<(), Failure> {
        for witness in witnesses {
            let record = witness.record(stem);
            let (folder, numbers) = match self {
                Witnesses::File(file) => {
                    file.json_line(&record)?;
                    continue;
                }
                Witnesses::Folder(folder, numbers) => (folder, numbers),
            };
            folder_for(folder)?;
            let number = numbers.entry(stem.to_owned()).or_default();
            *number += 1;
            let name = folder.join(format!("{stem}-{number}-{}.jsonl", witness.code.name().replace('/', "-")));
            let mut file = Output::create(&name, terminal)?;
            file.json_line(&record)?;
            file.finish()?;
            let moves = witness.moves.len();
            terminal.say(&format!("  {}: {moves} moves to {}", name.display(), witness.code));
        }
        Ok(())
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            Witnesses::Folder(..) => Ok(()),
            Witnesses::File(file) => file.finish(),
        }
    }
}

//! What checks of files came to, kept until the file, the settings or the program change.
#![expect(clippy::disallowed_methods, reason = "the door to files and to the program's own file")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::temp_file::TempFile;
use rulebook_insight::analysis::{Inspected, Smoke};
use rulebook_insight::library::digest;
use rulebook_language::source::SourceMap;

/// The name of the folder.
pub const FOLDER: &str = ".rulebook_cache";
/// An entry that is longer is none.
const MAX_BYTES: u64 = 64 << 20;
/// How programs that make copies know a cache: <https://bford.info/cachedir/>.
const TAG: &str =
    "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of rulebook; it can be deleted.\n";
const IGNORE: &str = "# Made by rulebook.\n*\n";

/// A folder with an entry a file and settings: a line with its key, one with the digest of the rest, and the result as JSON. What
/// is not so is taken for nothing, and written anew. No failure to read or write it is one of the check.
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache in this folder, which is made when something is put into it.
    pub fn new(folder: PathBuf) -> Self {
        Cache { folder }
    }

    /// What is known of the file `name`, if the key is still the same.
    pub fn get(&self, name: &Path, key: &str) -> Option<Inspected> {
        let file = fs::File::open(self.place(name, key)?).ok()?;
        let mut text = String::new();
        file.take(MAX_BYTES).read_to_string(&mut text).ok()?;
        let mut parts = text.splitn(3, '\n');
        let (known, sum, body) = (parts.next()?, parts.next()?, parts.next()?);
        (known == key && sum == digest(body)).then(|| serde_json::from_str(body).ok())?
    }

    /// Keeps what was found of a file.
    pub fn put(&self, name: &Path, key: &str, inspected: &Inspected) {
        // A cache that cannot be written is slow, and no more than that.
        let _ = self.try_put(name, key, inspected);
    }

    fn try_put(&self, name: &Path, key: &str, inspected: &Inspected) -> Option<()> {
        let place = self.place(name, key)?;
        fs::create_dir_all(place.parent()?).ok()?;
        for (name, text) in [("CACHEDIR.TAG", TAG), (".gitignore", IGNORE)] {
            let file = self.folder.join(name);
            if !file.exists() {
                write(&file, text)?;
            }
        }
        let body = serde_json::to_string(inspected).ok()?;
        write(&place, &format!("{key}\n{}\n{body}", digest(&body)))
    }

    /// Where the entry of a file is: one for each file and what is set for it, so that the folder does not grow with each change.
    fn place(&self, name: &Path, key: &str) -> Option<PathBuf> {
        let whole = fs::canonicalize(name).ok()?;
        let (_, set) = key.split_once(' ')?;
        let entry = digest(&format!("{}\n{set}", whole.display()));
        Some(self.folder.join(env!("CARGO_PKG_VERSION")).join(format!("{}.json", entry.get(..32)?)))
    }
}

/// What the result of a check depends on: the program, all texts with what is set for them, and how much is done. Its second word
/// is of the last two alone.
pub fn key(sources: &SourceMap, own: usize, smoke: Smoke) -> Option<String> {
    let program = std::env::current_exe().ok()?;
    let metadata = fs::metadata(&program).ok()?;
    let built = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
    let mut text = format!("{}\n{}\n{built}\n", program.display(), metadata.len());
    let mut set = format!("{smoke:?}\n");
    for (at, (_, file)) in sources.iter().enumerate() {
        text.push_str(&format!("{}\n{}\n{}", file.name, file.text.len(), file.text));
        if at >= own {
            set.push_str(&file.text);
        }
    }
    Some(format!("{} {}", digest(&(text + &set)), digest(&set)))
}

/// Writes a file that appears when it is whole.
fn write(file: &Path, text: &str) -> Option<()> {
    let (beside, mut open) = TempFile::beside(file).ok()?;
    open.write_all(text.as_bytes()).and_then(|()| beside.replace(file)).ok()
}

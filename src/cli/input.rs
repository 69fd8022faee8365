//! Files, read with a limit: nothing that is named can make the program wait forever or fill the memory.
#![expect(clippy::disallowed_methods, reason = "the door to files and standard input")]

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::failure::Failure;
use rulebook_insight::library::{Files, Loaded, Unread, find, load_with, near};
use rulebook_language::syntax::MAX_FILE_BYTES;

/// The name of standard input in findings.
const STDIN: &str = "<stdin>";
/// How many entries of a folder are looked at to suggest a file.
const MAX_LISTED: usize = 4096;

/// A text as it was named.
pub struct Named {
    /// What findings call it.
    pub name: String,
    /// The text.
    pub text: String,
    /// Whether it comes with the program.
    pub shipped: bool,
}

/// Reads the file, standard input or shipped game that is named, with what it builds on.
pub fn read(name: &Path) -> Result<Loaded, Failure> {
    named(name).map(|named| loaded(name, &named.name, &named.text))
}

/// Reads a text that stands in this file, or is to stand there, with what it builds on.
pub fn loaded(file: &Path, name: &str, text: &str) -> Loaded {
    load_with(name, text, &Beside::new(file))
}

/// The files that a sheet names with `in`, or that are read for it, as far as they are on disk; without the sheet itself.
pub fn others(file: &Path) -> Vec<PathBuf> {
    let Ok(loaded) = read(file) else { return Vec::new() };
    let beside = Beside::new(file);
    loaded.named().map(|path| beside.folder.join(path)).collect()
}

/// The rule sheets in the folder of a file and below it; of standard input, in the current folder.
pub struct Beside {
    folder: PathBuf,
}

impl Beside {
    fn new(file: &Path) -> Self {
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        Beside::below(folder.unwrap_or(Path::new(".")))
    }

    /// Those of a folder and below it.
    pub fn below(folder: &Path) -> Self {
        Beside { folder: folder.to_owned() }
    }
}

impl Files for Beside {
    fn read(&self, path: &str) -> Result<String, Unread> {
        let file = self.folder.join(path);
        // What is no file of its own name may be a link, which leads to the folder or below it, or nowhere.
        let real = fs::canonicalize(&file).map_err(|_| Unread::Missing)?;
        if !fs::canonicalize(&self.folder).is_ok_and(|folder| real.starts_with(folder)) {
            return Err(Unread::Outside);
        }
        plain(&real).map_err(|failure| match failure {
            Failure::Usage(message) => {
                let first = message.lines().next().unwrap_or("").to_owned();
                Unread::Unreadable(first.replace(&real.display().to_string(), path))
            }
            _ => Unread::Unreadable("the disk fails".to_owned()),
        })
    }

    fn paths(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten().take(MAX_LISTED);
        let mut names: Vec<String> = entries
            .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "game"))
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| !name.starts_with('.'))
            .collect();
        names.sort();
        names
    }
}

/// Reads the file, standard input or shipped game that is named.
pub fn named(name: &Path) -> Result<Named, Failure> {
    let shown = name.display().to_string();
    if name == Path::new("-") {
        return Ok(Named { name: STDIN.to_owned(), text: text(STDIN, io::stdin())?, shipped: false });
    }
    let shipped = name.to_str().and_then(find);
    let metadata = match (fs::metadata(name), shipped) {
        (Ok(metadata), _) if metadata.is_file() => metadata,
        (_, Some(game)) => {
            return Ok(Named { name: game.name().to_owned(), text: game.text.to_owned(), shipped: true });
        }
        (Ok(metadata), None) => metadata,
        (Err(error), None) => return Err(absent(name, &shown, &error)),
    };
    openable(name, &shown, &metadata)?;
    let file = File::open(name).map_err(|error| Failure::Usage(format!("cannot read `{shown}`: {error}")))?;
    let text = text(&shown, file)?;
    Ok(Named { name: shown, text, shipped: false })
}

/// Whether there is something of this name to read.
pub fn is_there(name: &Path) -> bool {
    fs::symlink_metadata(name).is_ok()
}

/// Reads a text that is no rule sheet.
pub fn plain(name: &Path) -> Result<String, Failure> {
    let shown = name.display().to_string();
    if name == Path::new("-") {
        return text(STDIN, io::stdin());
    }
    let metadata = fs::metadata(name).map_err(|error| Failure::Usage(format!("cannot read `{shown}`: {error}")))?;
    openable(name, &shown, &metadata)?;
    let file = File::open(name).map_err(|error| Failure::Usage(format!("cannot read `{shown}`: {error}")))?;
    text(&shown, file)
}

/// Reads a file that is no text, of at most so many bytes.
pub fn bytes(name: &Path, most: u64) -> Result<Vec<u8>, String> {
    let shown = name.display().to_string();
    let metadata = fs::metadata(name).map_err(|error| error.to_string())?;
    if let Err(Failure::Usage(message)) = openable(name, &shown, &metadata) {
        return Err(message);
    }
    let mut bytes = Vec::new();
    let file = File::open(name).map_err(|error| error.to_string())?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// The name by which records call the game of a file: the stem of its name.
pub fn stem(name: &Path) -> String {
    match name.file_stem() {
        Some(stem) if name != Path::new("-") => stem.to_string_lossy().into_owned(),
        _ => "stdin".to_owned(),
    }
}

/// Opens a file, or standard input, to be read line by line.
pub fn lines(name: &Path) -> Result<Box<dyn BufRead>, String> {
    if name == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let shown = name.display().to_string();
    let failed = |error: io::Error| format!("cannot read `{shown}`: {error}");
    let metadata = fs::metadata(name).map_err(failed)?;
    match openable(name, &shown, &metadata) {
        Err(Failure::Usage(message)) => Err(message),
        _ => Ok(Box::new(BufReader::new(File::open(name).map_err(failed)?))),
    }
}

fn absent(name: &Path, shown: &str, error: &io::Error) -> Failure {
    if error.kind() != io::ErrorKind::NotFound {
        return Failure::Usage(format!("cannot read `{shown}`: {error}"));
    }
    let near =
        name.file_stem().and_then(|stem| stem.to_str()).and_then(|stem| find(stem).map(|g| g.name()).or(near(stem)));
    let help = near.map(|near| format!("\n  help: did you mean the shipped game `{near}`?")).unwrap_or_default();
    Failure::Usage(format!("there is no file `{shown}`, and no shipped game with this name{help}"))
}

/// Refuses what is no file, and a named pipe, whose opening waits for somebody who writes. The pipes that a shell hands over
/// (`/dev/fd/63`) are open already.
fn openable(name: &Path, shown: &str, metadata: &fs::Metadata) -> Result<(), Failure> {
    if metadata.is_dir() {
        return Err(Failure::Usage(format!("`{shown}` is a directory\n  help: name a file in it")));
    }
    let handed_over = ["/dev/fd", "/dev/stdin", "/proc/self/fd"].iter().any(|start| name.starts_with(start));
    if is_pipe(metadata) && !handed_over {
        return Err(Failure::Usage(format!(
            "`{shown}` is a named pipe\n  help: write `-` and redirect standard input"
        )));
    }
    Ok(())
}

#[cfg(unix)]
fn is_pipe(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

/// The text of a rule sheet, not more of it than can be one.
fn text(shown: &str, from: impl Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let limit = MAX_FILE_BYTES as u64;
    let read = from.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::Usage(format!("cannot read `{shown}`: {error}")))?;
    if bytes.len() > MAX_FILE_BYTES {
        let message = format!("`{shown}` is longer than {MAX_FILE_BYTES} bytes");
        return Err(Failure::Usage(format!(
            "{message}\n  help: a rule sheet takes a few kilobytes: is this the right file?"
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        let message = format!("`{shown}` is not valid UTF-8: invalid byte at offset {at} (line {line})");
        Failure::Usage(format!("{message}\n  help: save the file as UTF-8"))
    })
}

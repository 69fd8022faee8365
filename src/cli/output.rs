//! Files that are written, as on Unix: a regular file appears under its name only when it is whole, and keeps its mode; links
//! stay; devices, pipes and standard output are written directly.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::failure::Failure;
use super::json;
use super::temp_file::TempFile;
use super::terminal::Terminal;

/// A file that is being written.
pub struct Output {
    to: BufWriter<Sink>,
    name: PathBuf,
    place: Place,
}

enum Sink {
    Out(io::Stdout),
    File(File),
}

/// What happens to the file when it is whole.
enum Place {
    /// It was written where it belongs.
    Direct,
    /// It was not there before, and stays.
    New(TempFile),
    /// It takes the place of the file of this name.
    Replace(TempFile, PathBuf),
    /// Its text is copied into the file of this name, which has other names besides or stands in a folder that cannot be written.
    Copy(TempFile, PathBuf),
}

/// The most links that lead from one to the next.
const MAX_LINKS: usize = 40;

impl Output {
    /// Begins what an option names: a file, `-` for standard output, a device or a pipe. Where it is standard output, `terminal`
    /// says everything else on standard error.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(name: &Path, terminal: &mut Terminal) -> Result<Self, Failure> {
        let refused = |error: io::Error| refused(name, &error);
        let path = resolved(name).map_err(refused)?;
        if is_out(&path) {
            terminal.give_up_out()?;
            let name = PathBuf::from("standard output");
            return Ok(Output { to: BufWriter::new(Sink::Out(io::stdout())), name, place: Place::Direct });
        }
        if is_null(&path) {
            let file = OpenOptions::new().write(true).open(&path).map_err(refused)?;
            return Ok(Output::new(name, file, Place::Direct));
        }
        match fs::metadata(&path) {
            Ok(known) if !known.is_dir() && (!known.is_file() || is_handed_over(&path)) => {
                // What was handed over open may hold something already.
                let file = OpenOptions::new().write(true).append(known.is_file()).open(&path).map_err(refused)?;
                Ok(Output::new(name, file, Place::Direct))
            }
            _ => Output::regular(name),
        }
    }

    /// Begins a file that has to be a regular one: it is read again by its name.
    ///
    /// # Errors
    /// If it cannot be written, or there is something else of this name.
    pub fn regular(name: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| refused(name, &error);
        let path = resolved(name).map_err(failed)?;
        if is_out(&path) {
            return Err(refused(name, &"it is not a regular file"));
        }
        let known = match fs::metadata(&path) {
            Ok(known) => known,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let (temp, file) = TempFile::beside(&path).map_err(failed)?;
                return Ok(Output::new(name, file, Place::Replace(temp, path)));
            }
            Err(error) => return Err(failed(error)),
        };
        if known.is_dir() {
            return Err(refused(name, &"it is a directory"));
        }
        if !known.is_file() || is_handed_over(&path) {
            return Err(refused(name, &"it is not a regular file"));
        }
        // The superuser may write what is read-only, but hardly means to.
        if known.permissions().readonly() {
            return Err(refused(name, &"it is read-only"));
        }
        OpenOptions::new().write(true).open(&path).map_err(failed)?;
        let beside = match TempFile::beside(&path) {
            Ok(_) if has_other_names(&known) => None,
            Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => None,
            begun => Some(begun.map_err(failed)?),
        };
        let (temp, file, is_copied) = match beside {
            Some((temp, file)) => (temp, file, false),
            None => {
                let elsewhere = std::env::temp_dir().join(path.file_name().unwrap_or_default());
                let (temp, file) = TempFile::beside(&elsewhere).map_err(failed)?;
                (temp, file, true)
            }
        };
        keep_owner(&file, &known);
        file.set_permissions(known.permissions()).map_err(failed)?;
        let place = if is_copied { Place::Copy(temp, path) } else { Place::Replace(temp, path) };
        Ok(Output::new(name, file, place))
    }

    /// Begins a file that is not there yet.
    ///
    /// # Errors
    /// If it is there, or cannot be written.
    pub fn absent(name: &Path) -> Result<Self, Failure> {
        let (temp, file) = TempFile::new(name.to_owned()).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::Usage(format!("`{}` already exists", name.display())),
            _ => refused(name, &error),
        })?;
        Ok(Output::new(name, file, Place::New(temp)))
    }

    fn new(name: &Path, file: File, place: Place) -> Self {
        Output { to: BufWriter::new(Sink::File(file)), name: name.to_owned(), place }
    }

    /// Where the text is until it is whole; nothing where it is written directly.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Direct => None,
            Place::New(temp) | Place::Replace(temp, _) | Place::Copy(temp, _) => Some(temp.path()),
        }
    }

    /// Adds a value as JSON on a line of its own.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn json_line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        json::line(&mut self.to, value).map_err(|error| failed(&self.name, error))
    }

    /// Adds a text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Adds what need not be a text.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.to.write_all(bytes).map_err(|error| failed(&self.name, error))
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be written to its end; what was in its place is there as before.
    pub fn finish(self) -> Result<(), Failure> {
        let Output { to, name, place } = self;
        put(to, place).map_err(|error| failed(&name, error))
    }
}

fn put(to: BufWriter<Sink>, place: Place) -> io::Result<()> {
    let mut sink = to.into_inner().map_err(io::IntoInnerError::into_error)?;
    sink.flush()?;
    let Sink::File(mut file) = sink else { return Ok(()) };
    if !matches!(place, Place::Direct) {
        file.sync_all()?;
    }
    match place {
        Place::Direct => {}
        Place::New(temp) => temp.keep(),
        Place::Replace(temp, target) => temp.replace(&target)?,
        Place::Copy(_temp, target) => {
            file.rewind()?;
            let mut target = OpenOptions::new().write(true).truncate(true).open(target)?;
            io::copy(&mut file, &mut target)?;
            target.sync_all()?;
        }
    }
    Ok(())
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Out(out) => out.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Out(out) => out.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

/// What a name leads to, whether it is there or not. What the process was handed over open is what it is.
fn resolved(name: &Path) -> io::Result<PathBuf> {
    let mut path = name.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) if !is_handed_over(&path) => path = path.parent().unwrap_or(Path::new("")).join(next),
            _ => return Ok(path),
        }
    }
    Err(fs::metadata(name).err().unwrap_or_else(|| io::Error::other("too many links")))
}

/// Whether it is a file that whoever started the process has opened for it.
fn is_handed_over(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let of_a_process = text.strip_prefix("/proc/").and_then(|rest| rest.split_once('/'));
    ["/dev/fd/", "/dev/stdin", "/dev/stdout", "/dev/stderr"].iter().any(|start| text.starts_with(start))
        || of_a_process.is_some_and(|(_, rest)| rest.starts_with("fd/"))
}

fn is_out(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Whether it is the device of Windows that keeps nothing; of others the system tells that they are no files.
fn is_null(path: &Path) -> bool {
    cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("nul")
}

#[cfg(unix)]
fn has_other_names(known: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(known) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Gives a new file the owner and the group of the one that it is to replace, as far as the process may.
#[cfg(unix)]
fn keep_owner(file: &File, known: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let Ok(own) = file.metadata() else { return };
    if (own.uid(), own.gid()) != (known.uid(), known.gid())
        && fchown(file, Some(known.uid()), Some(known.gid())).is_err()
    {
        let _ = fchown(file, None, Some(known.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Makes the folder that files are to be written into, if it is not there.
///
/// # Errors
/// If it cannot be made.
pub fn folder_for(name: &Path) -> Result<(), Failure> {
    fs::create_dir_all(name).map_err(|error| refused(name, &error))
}

/// What cannot be written at all.
fn refused(name: &Path, why: &impl std::fmt::Display) -> Failure {
    Failure::Usage(format!("cannot write `{}`: {why}", name.display()))
}

/// What cannot be written to its end.
fn failed(name: &Path, error: io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::Unwritten(format!("cannot write `{}`: {error}", name.display())),
    }
}

//! The rule sheets below the folder that was opened: listed, read, saved. No path leads out of it, nothing but a rule sheet is
//! read, and nothing is written but what is saved.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use rustc_hash::FxHasher;
use std::hash::Hasher;

use super::http::Refused;
use crate::failure::Failure;
use crate::input;
use crate::line_ends;
use crate::output::Output;

/// The ending of rule sheets.
const ENDING: &str = "game";
/// The most files that are listed.
const MAX_FILES: usize = 2000;
/// The most folders that are looked into.
const MAX_FOLDERS: usize = 2000;
/// How deep folders are looked into.
const MAX_DEPTH: usize = 16;

/// What was opened.
#[derive(Clone)]
pub struct Files {
    /// The folder, without links.
    root: PathBuf,
    /// The one file that was opened, if it was no folder.
    only: Option<String>,
}

/// What files look like from outside: when they were written, and how long they are.
pub type Snapshot = Vec<(String, Option<SystemTime>, u64)>;

/// A rule sheet as it is on disk.
pub struct Sheet {
    /// Its text.
    pub text: String,
    /// What tells this text from another.
    pub version: String,
}

impl Files {
    /// The folder, or the one file, of this name.
    ///
    /// # Errors
    /// If there is none, or it is no rule sheet.
    pub fn open(name: &Path) -> Result<Files, Failure> {
        let shown = name.display();
        // As people write it, not `\\?\C:\...`: names with `/` are joined to it.
        let found =
            dunce::canonicalize(name).map_err(|error| Failure::Usage(format!("cannot open `{shown}`: {error}")))?;
        if found.is_dir() {
            return Ok(Files { root: found, only: None });
        }
        let parts = found.parent().zip(found.file_name().and_then(|name| name.to_str()));
        let is_sheet = found.is_file() && found.extension().is_some_and(|ending| ending == ENDING);
        match parts.filter(|_| is_sheet) {
            Some((folder, name)) => Ok(Files { root: folder.to_owned(), only: Some(name.to_owned()) }),
            None => Err(Failure::Usage(format!("`{shown}` is neither a folder nor a `.{ENDING}` file"))),
        }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The one file that was opened.
    pub fn only(&self) -> Option<&str> {
        self.only.as_deref()
    }

    /// The rule sheets with what they look like, in order. Links are not followed.
    pub fn snapshot(&self) -> Snapshot {
        let seen = |path: &Path| fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file);
        if let Some(name) = &self.only {
            let found = seen(&self.root.join(name));
            return vec![(name.clone(), found.as_ref().and_then(|m| m.modified().ok()), found.map_or(0, |m| m.len()))];
        }
        let (mut files, mut folders) = (Snapshot::new(), vec![(self.root.clone(), 0)]);
        let mut looked = 0;
        while let Some((folder, depth)) = folders.pop() {
            looked += 1;
            if looked > MAX_FOLDERS || files.len() >= MAX_FILES {
                break;
            }
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
                if entry.file_name().to_string_lossy().starts_with('.') {
                    continue;
                }
                if kind.is_dir()
                    && depth < MAX_DEPTH
                    && entry.file_name() != "node_modules"
                    && entry.file_name() != "target"
                {
                    folders.push((path, depth + 1));
                } else if kind.is_file()
                    && path.extension().is_some_and(|ending| ending == ENDING)
                    && let (Some(name), Some(found)) = (self.name(&path), seen(&path))
                {
                    files.push((name, found.modified().ok(), found.len()));
                }
            }
        }
        files.sort_unstable();
        files.truncate(MAX_FILES);
        files
    }

    /// A path below the folder as the page writes it.
    fn name(&self, path: &Path) -> Option<String> {
        let parts = path.strip_prefix(&self.root).ok()?.iter().map(|part| part.to_str());
        Some(parts.collect::<Option<Vec<&str>>>()?.join("/"))
    }

    /// The path that a name stands for: below the folder, of a rule sheet, through no hidden folder and no link that leads out.
    fn path(&self, name: &str) -> Result<PathBuf, Refused> {
        let refused = || Refused::new(403, format!("`{name}` is no rule sheet of the folder that was opened"));
        let relative = Path::new(name);
        let is_plain = |part: Component<'_>| match part {
            Component::Normal(part) => part.to_str().is_some_and(|part| !part.starts_with('.')),
            _ => false,
        };
        let is_written_well = !name.contains(['\\', '\0', ':']) && name.split('/').all(|part| !part.is_empty());
        let is_sheet = relative.extension().is_some_and(|ending| ending == ENDING);
        let is_opened = self.only.as_ref().is_none_or(|only| only == name);
        if !(is_written_well && is_sheet && is_opened && relative.components().all(is_plain)) {
            return Err(refused());
        }
        let path = self.root.join(relative);
        let folder = path.parent().ok_or_else(refused)?;
        let missing = |_| Refused::new(404, format!("there is no folder for `{name}`"));
        let root = self.root.canonicalize().map_err(missing)?;
        if !folder.canonicalize().map_err(missing)?.starts_with(&root) {
            return Err(refused());
        }
        // A link may lead to a file of the folder, and nowhere else; one that leads nowhere would be made what it leads to.
        if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
            let target = path.canonicalize().map_err(|_| refused())?;
            if !(target.starts_with(&root) && target.is_file()) {
                return Err(refused());
            }
        }
        Ok(path)
    }

    /// Reads a rule sheet.
    ///
    /// # Errors
    /// Status 403 of what is none of the folder, 404 of what is not there.
    pub fn read(&self, name: &str) -> Result<Sheet, Refused> {
        let path = self.path(name)?;
        if !path.is_file() {
            return Err(Refused::new(404, format!("there is no `{name}`")));
        }
        let text = input::plain(&path).map_err(said)?;
        Ok(Sheet { version: version(&text), text })
    }

    /// Saves a rule sheet, whole or not at all, with CRLF over a text with CRLF. With a version it is saved only over that text; `""` is
    /// that of a file that is not there.
    ///
    /// # Errors
    /// Status 403 of what is none of the folder, 409 where another text is there, 400 where it cannot be written.
    pub fn save(&self, name: &str, text: &str, over: Option<&str>) -> Result<String, Refused> {
        let path = self.path(name)?;
        let there = if path.is_file() { Some(self.read(name)?) } else { None };
        if over.is_some_and(|over| over != there.as_ref().map_or("", |there| &there.version)) {
            return Err(Refused::new(409, format!("`{name}` has changed on disk since it was read")));
        }
        let text = &line_ends::as_in(there.as_ref().map_or("", |there| &there.text), text.to_owned());
        let mut output = Output::regular(&path).map_err(said)?;
        output.text(text).and_then(|()| output.finish()).map_err(said)?;
        Ok(version(text))
    }
}

/// What a failure of reading or writing says, as a refusal.
pub fn said(failure: Failure) -> Refused {
    match failure {
        Failure::Usage(message) | Failure::Unwritten(message) | Failure::Broken(message) => Refused::new(400, message),
        _ => Refused::new(400, "the file cannot be read or written"),
    }
}

/// What tells a text from another.
fn version(text: &str) -> String {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    format!("{:016x}-{}", hasher.finish(), text.len())
}

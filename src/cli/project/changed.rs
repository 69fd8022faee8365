//! The files that differ from a revision, as Git tells, and those that build on them.
#![expect(clippy::disallowed_methods, reason = "the door to Git and to files")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::input;
use crate::reference::Reference;
use rulebook_language::source::{SourceFile, SourceMap};
use rulebook_language::syntax;

/// Those of `files` that differ from the revision or are not tracked, those that build on games of such files, and those that no
/// repository has. Shipped games do not change.
///
/// # Errors
/// If Git does not know the revision, or there is no Git.
pub fn changed_since(revision: &str, files: Vec<Reference>) -> Result<Vec<Reference>, Failure> {
    let top = PathBuf::from(git(Path::new("."), &["rev-parse", "--show-toplevel"])?.trim_end_matches(['\n', '\r']));
    // As Git takes it, not `\\?\C:\...`, to which no path with `/` could be joined.
    let top = dunce::canonicalize(&top).unwrap_or(top);
    let mut changed = BTreeSet::new();
    for listed in [
        git(&top, &["diff", "--name-only", "-z", "--no-renames", "--end-of-options", revision, "--"])?,
        git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?,
    ] {
        changed.extend(listed.split('\0').filter(|path| !path.is_empty()).map(|path| top.join(path)));
    }
    let sheets: Vec<Sheet> = files.iter().map(|file| Sheet::read(&file.file)).collect();
    let differs = |path: &PathBuf| !path.starts_with(&top) || changed.contains(path);
    let mut is_changed: Vec<bool> =
        sheets.iter().map(|sheet| sheet.path.iter().chain(&sheet.others).any(differs)).collect();
    // Until nothing is added: what builds on a changed game is changed as well.
    loop {
        let titles: BTreeSet<&String> =
            sheets.iter().zip(&is_changed).filter(|(_, is)| **is).flat_map(|(sheet, _)| &sheet.titles).collect();
        let builds = |sheet: &Sheet| sheet.bases.iter().any(|base| titles.contains(base));
        let more: Vec<usize> = (0..sheets.len()).filter(|at| !is_changed[*at] && builds(&sheets[*at])).collect();
        if more.is_empty() {
            break;
        }
        more.into_iter().for_each(|at| is_changed[at] = true);
    }
    let is_stdin = |file: &Reference| file.file == Path::new("-");
    Ok(files.into_iter().zip(is_changed).filter(|(file, is)| *is || is_stdin(file)).map(|(file, _)| file).collect())
}

/// What a file has and needs.
#[derive(Default)]
struct Sheet {
    /// Where it is; nothing of a shipped game.
    path: Option<PathBuf>,
    /// The files that it names with `in`, and those that these name.
    others: Vec<PathBuf>,
    /// The games and variants in it.
    titles: Vec<String>,
    /// The games that its variants build on.
    bases: Vec<String>,
}

impl Sheet {
    fn read(file: &Path) -> Sheet {
        let Ok(path) = dunce::canonicalize(file) else { return Sheet::default() };
        let Ok(text) = input::plain(&path) else { return Sheet { path: Some(path), ..Sheet::default() } };
        let mut sources = SourceMap::default();
        let id = sources.add(SourceFile::new("", text));
        let (file, _) = syntax::parse(&sources, id);
        let titles: Vec<String> = file.units.iter().map(|unit| unit.name.text.clone()).collect();
        let bases = file.units.into_iter().filter_map(|unit| unit.base).filter(|base| base.path.is_none());
        let bases = bases.map(|base| base.name.text).filter(|base| !titles.contains(base)).collect();
        let others = input::others(&path).into_iter().map(|other| dunce::canonicalize(&other).unwrap_or(other));
        Sheet { others: others.collect(), path: Some(path), titles, bases }
    }
}

/// What Git says.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = output.map_err(|error| Failure::Usage(format!("cannot run `git`: {error}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or("it gives no reason").to_owned();
        return Err(Failure::Usage(format!("Git cannot tell what has changed: {said}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

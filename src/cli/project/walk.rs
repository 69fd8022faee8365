//! The files that references name: each file itself, and the `.game` files of each folder.
#![expect(clippy::disallowed_methods, reason = "the door to folders")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::settings_files::{Projects, shorter};
use crate::failure::Failure;
use crate::reference::Reference;
use rulebook_insight::library::find;

/// What files are called that are looked for.
const EXTENSION: &str = "game";

/// The files that are named.
#[derive(Default)]
pub struct Walked {
    /// Each, those of a folder in the order of their paths.
    pub files: Vec<Reference>,
    /// Folders that cannot be read or have no such file, and what to say of them.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// The files that are named; those of the settings file where none is.
///
/// # Errors
/// Where nothing is named, and where a settings file cannot be read.
pub fn walk(named: &[Reference], projects: &mut Projects) -> Result<Walked, Failure> {
    let mut walked = Walked::default();
    let settings = projects.here()?;
    let paths = &settings.settings.paths;
    let of_settings: Vec<Reference> =
        paths.iter().map(|path| Reference::of_file(shorter(&settings.folder.join(path)))).collect();
    let named = if named.is_empty() { &of_settings } else { named };
    if named.is_empty() {
        let said = "no files to go through\n  help: name files or folders, or set `paths` in rulebook.toml";
        return Err(Failure::Usage(said.to_owned()));
    }
    let mut known = BTreeSet::new();
    for reference in named {
        let path = reference.file.as_path();
        let is_shipped = path.to_str().and_then(find).is_some();
        if is_shipped || !path.is_dir() {
            known.insert(path.to_owned());
            walked.files.push(reference.clone());
            continue;
        }
        if reference.sets_options() || reference.variant().is_some() {
            let (text, folder) = (&reference.text, path.display());
            let said = format!("`{text}` selects one game of a folder\n  help: write `{folder}`, or name a file in it");
            return Err(Failure::Usage(said));
        }
        let (mut files, unreadable) = (Vec::new(), walked.unreadable.len());
        folder(path, &mut files, &mut walked.unreadable);
        if files.is_empty() && walked.unreadable.len() == unreadable {
            let said = format!("`{}` has no `.{EXTENSION}` files", path.display());
            let said = format!("{said}\n  help: name a folder of rule sheets, or a file");
            walked.unreadable.push((path.to_owned(), said));
        }
        for file in files {
            if !projects.of(&file)?.excludes(&file) && known.insert(file.clone()) {
                walked.files.push(Reference::of_file(file));
            }
        }
    }
    Ok(walked)
}

/// The `.game` files below a folder, in the order of their paths. Hidden ones are left out; a folder that links lead to more than
/// once is gone through once.
fn folder(root: &Path, files: &mut Vec<PathBuf>, unreadable: &mut Vec<(PathBuf, String)>) {
    let (mut open, mut known) = (vec![root.to_owned()], BTreeSet::new());
    while let Some(folder) = open.pop() {
        if !std::fs::canonicalize(&folder).is_ok_and(|real| known.insert(real)) {
            continue;
        }
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                unreadable.push((folder.clone(), format!("cannot read `{}`: {error}", folder.display())));
                continue;
            }
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
                files.push(path);
            }
        }
    }
    files.sort();
    unreadable.sort();
}

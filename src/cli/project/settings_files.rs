//! Settings files: the one that is named, or the nearest above each file.
#![expect(clippy::disallowed_methods, reason = "the door to files and the working directory")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::SettingsArguments;
use super::pattern::is_meant;
use super::settings::{FILE_NAME, Level, Settings};
use crate::failure::Failure;
use crate::input;
use rulebook_language::diagnostic::{Report, Severity};
use rulebook_language::source::{SourceFile, SourceMap, Span};

/// A folder with its settings.
#[derive(Debug, Default)]
pub struct Project {
    /// The folder that paths are relative to.
    pub folder: PathBuf,
    /// What the settings file says.
    pub settings: Settings,
    /// The file and its text; nothing where there is none.
    file: Option<(PathBuf, String)>,
}

/// The settings of all files of a run, each file read once.
pub struct Projects {
    /// The settings of all files, where only one is asked for.
    named: Option<Arc<Project>>,
    /// Where relative paths start.
    working_directory: PathBuf,
    by_folder: BTreeMap<PathBuf, Arc<Project>>,
}

impl Projects {
    /// As the arguments say.
    ///
    /// # Errors
    /// If the settings file that is named cannot be read.
    pub fn new(arguments: &SettingsArguments) -> Result<Self, Failure> {
        let working_directory = std::env::current_dir()
            .map_err(|error| Failure::Usage(format!("cannot tell the working directory: {error}")))?;
        let named = match &arguments.config {
            Some(file) => {
                let file = working_directory.join(file);
                let folder = file.parent().map_or_else(|| working_directory.clone(), Path::to_owned);
                Some(Arc::new(read(&file, folder)?))
            }
            None if arguments.isolated => {
                Some(Arc::new(Project { folder: working_directory.clone(), ..Project::default() }))
            }
            None => None,
        };
        Ok(Projects { named, working_directory, by_folder: BTreeMap::new() })
    }

    /// The settings of the working directory.
    ///
    /// # Errors
    /// If a settings file cannot be read.
    pub fn here(&mut self) -> Result<Arc<Project>, Failure> {
        self.of_folder(&self.working_directory.clone())
    }

    /// The settings of a file or folder: of the nearest settings file above it; of the working directory where there is no such
    /// file, as for shipped games.
    ///
    /// # Errors
    /// If a settings file cannot be read.
    pub fn of(&mut self, path: &Path) -> Result<Arc<Project>, Failure> {
        // As people write it, not `\\?\C:\...`: it is shown, and paths with `/` are joined to it.
        match dunce::canonicalize(path) {
            Ok(path) if path.is_dir() => self.of_folder(&path),
            Ok(path) => self.of_folder(path.parent().unwrap_or(&path)),
            Err(_) => self.here(),
        }
    }

    fn of_folder(&mut self, folder: &Path) -> Result<Arc<Project>, Failure> {
        if let Some(named) = &self.named {
            return Ok(Arc::clone(named));
        }
        if let Some(known) = self.by_folder.get(folder) {
            return Ok(Arc::clone(known));
        }
        let found = folder.ancestors().find(|above| above.join(FILE_NAME).is_file());
        let project = match found {
            Some(above) if above == folder => Arc::new(read(&above.join(FILE_NAME), above.to_owned())?),
            Some(above) => self.of_folder(above)?,
            None => Arc::new(Project { folder: self.working_directory.clone(), ..Project::default() }),
        };
        self.by_folder.insert(folder.to_owned(), Arc::clone(&project));
        Ok(project)
    }

    /// The settings files that were read.
    pub fn files(&self) -> Vec<PathBuf> {
        let projects = self.named.iter().chain(self.by_folder.values());
        let mut files: Vec<PathBuf> =
            projects.filter_map(|project| project.file.as_ref().map(|(file, _)| file.clone())).collect();
        files.dedup();
        files
    }
}

/// Reads a settings file.
fn read(file: &Path, folder: PathBuf) -> Result<Project, Failure> {
    let text = input::plain(file)?;
    let file = shorter(file);
    let settings =
        Settings::read(&text).map_err(|misread| Failure::Usage(misread.shown(&file.display().to_string(), &text)))?;
    Ok(Project { folder, settings, file: Some((file, text)) })
}

/// A path relative to the working directory, where it is below it.
pub fn shorter(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match path.strip_prefix(&here) {
        Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Ok(below) => below.to_owned(),
        Err(_) => path.to_owned(),
    }
}

impl Project {
    /// Whether a file that was found in a folder is passed over.
    pub fn excludes(&self, file: &Path) -> bool {
        let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let folder = std::fs::canonicalize(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let Ok(below) = file.strip_prefix(&folder) else { return false };
        let below = below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        self.settings.exclude.iter().any(|pattern| is_meant(pattern, &below))
    }

    /// The report with the severities of the settings. What they allow is allowed with the place where they say so.
    pub fn grade(&self, report: Report, sources: &mut SourceMap) -> Report {
        let levels = &self.settings.check.levels;
        let Some((file, text)) = self.file.as_ref().filter(|_| !levels.is_empty()) else { return report };
        let file = sources.add(SourceFile::new(file.display().to_string(), text.as_str()));
        let severity = |code| match levels.get(&code)?.0 {
            Level::Severity(severity) => Some(severity),
            Level::Allow => None,
        };
        report.regrade(severity).sift(|finding| match levels.get(&finding.code) {
            Some((Level::Allow, span)) if finding.severity < Severity::Error => {
                Some((format!("allowed in {FILE_NAME}"), Span::new(file, span.start, span.end)))
            }
            _ => None,
        })
    }
}

//! Files and their settings, as `check` reads them.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::pages::Pages;
use crate::failure::Failure;
use crate::input::Beside;
use crate::project::{Baseline, Project, Projects, SettingsArguments, walk};
use crate::reference::Reference;
use rulebook_insight::analysis::Smoke;
use rulebook_insight::library::{Files as Others, Unread};
use rulebook_language::diagnostic::Report;
use rulebook_language::source::SourceMap;
use rulebook_lsp::Files;

/// The files of this machine.
pub struct WorkspaceFiles {
    arguments: SettingsArguments,
    /// The settings files that were read.
    projects: Mutex<Option<Projects>>,
    pages: Pages,
}

impl std::fmt::Debug for WorkspaceFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WorkspaceFiles")
    }
}

impl WorkspaceFiles {
    /// With settings as the arguments say.
    pub fn new(arguments: &SettingsArguments) -> Self {
        WorkspaceFiles { arguments: arguments.clone(), projects: Mutex::default(), pages: Pages::default() }
    }

    fn projects(&self) -> MutexGuard<'_, Option<Projects>> {
        self.projects.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn project(&self, path: &Path) -> Result<Arc<Project>, String> {
        let mut known = self.projects();
        if known.is_none() {
            *known = Some(Projects::new(&self.arguments).map_err(said)?);
        }
        let Some(projects) = known.as_mut() else { return Err(String::new()) };
        // A file that is not saved yet has the settings of its folder.
        let place = if path.exists() { path } else { path.parent().unwrap_or(path) };
        projects.of(place).map_err(said)
    }
}

/// What is wrong, in words.
fn said(failure: Failure) -> String {
    match failure {
        Failure::Usage(message) | Failure::Broken(message) | Failure::Unwritten(message) => message,
        Failure::Findings { .. } | Failure::Told(_) | Failure::Closed => "the settings cannot be read".to_owned(),
    }
}

impl Files for WorkspaceFiles {
    fn text(&self, path: &Path) -> Option<String> {
        // A name without a folder would be looked for among the shipped games as well.
        let path = Some(path).filter(|path| path.is_absolute())?;
        crate::input::plain(path).ok()
    }

    fn beside(&self, folder: &Path, path: &str) -> Result<String, Unread> {
        Beside::below(folder).read(path)
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        Beside::below(folder).paths()
    }

    fn sheets(&self, folder: &Path) -> Vec<PathBuf> {
        let Ok(mut projects) = Projects::new(&self.arguments) else { return Vec::new() };
        let walked = walk(&[Reference::of_file(folder.to_owned())], &mut projects);
        walked.map(|walked| walked.files.into_iter().map(|reference| reference.file).collect()).unwrap_or_default()
    }

    fn effort(&self, path: &Path) -> Smoke {
        let depth = self.project(path).ok().and_then(|project| project.settings.check.depth);
        depth.unwrap_or_default().into()
    }

    fn settle(&self, path: &Path, report: Report, sources: &mut SourceMap) -> Result<Report, String> {
        let project = self.project(path)?;
        let report = project.grade(report, sources);
        let Some(baseline) = &project.settings.check.baseline else { return Ok(report) };
        let mut baseline = Baseline::read(&project.folder.join(baseline)).map_err(said)?;
        Ok(baseline.sift(report, sources).0)
    }

    fn refresh(&self) {
        *self.projects() = None;
    }

    fn page(&self, path: &Path) -> Result<String, String> {
        self.pages.link(path)
    }
}

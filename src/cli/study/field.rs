//! From the text of a study to games that are ready.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::path::{Path, PathBuf};

use crate::analysis::study::{Field, Study};
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::opening::findings;
use crate::library::{Loaded, Prepared, Settings};

/// A study with its games.
pub struct Ready {
    /// The study.
    pub study: Study,
    /// The games, one for each setting.
    pub prepared: Vec<Prepared>,
    /// Their files.
    pub loaded: Vec<Loaded>,
}

/// The name of the text that holds what a study sets.
const STUDY: &str = "<study>";

impl Ready {
    /// Reads a study and its games.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display().to_string();
        let text = input::plain(path)?;
        let study = Study::read(&text).map_err(|wrong| Failure::Broken(wrong.shown(&shown, &text)))?;
        let mut loaded = Vec::new();
        for entry in &study.entries {
            let mut file = input::read(&beside(path, &entry.file)).map_err(|failure| in_study(failure, &shown))?;
            study.values().for_each(|value| file.ask(value));
            loaded.push(file);
        }
        let mut prepared = Vec::new();
        for setting in &study.settings {
            let (Some(entry), Some(file)) = (study.entries.get(setting.entry), loaded.get(setting.entry)) else {
                continue;
            };
            let mut settings = Settings::default();
            if let Some(variant) = &entry.variant {
                settings.set_variant(" variant = ", variant);
            }
            for (option, value) in &setting.options {
                settings.set(" ", option, value);
            }
            // Each setting has a text of its own, of which the files of the study know nothing.
            let mut file = file.clone();
            let written = settings.write_down(STUDY, &mut file.sources);
            match file.prepare(written.variant.as_ref(), &written.choices) {
                (Some(game), _) => prepared.push(game),
                (None, report) => return Err(findings(report, file.sources)),
            }
        }
        Ok(Ready { study, prepared, loaded })
    }

    /// The field that its games are played on.
    pub fn field(&self) -> Result<Field<'_>, Failure> {
        Field::new(&self.study, &self.prepared).map_err(Failure::Broken)
    }
}

/// The file of a game: beside the study, or a shipped one.
fn beside(study: &Path, file: &str) -> PathBuf {
    let near = study.parent().map_or_else(|| PathBuf::from(file), |folder| folder.join(file));
    if near.is_file() { near } else { PathBuf::from(file) }
}

fn in_study(failure: Failure, study: &str) -> Failure {
    match failure {
        Failure::Usage(message) => Failure::Broken(format!("{study}: {message}")),
        other => other,
    }
}

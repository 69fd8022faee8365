//! From the text of a study to games that are ready.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::input;
use crate::players::with_files;
use crate::position::findings;
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::study::{Cell, Field, Misread, Setting, Study};
use rulebook_insight::library::{ASKED, Loaded, Prepared, Settings, Written};
use rulebook_language::diagnostic::Severity;
use rulebook_language::source::{SourceMap, Span};

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
        let mut study = Study::read(&text).map_err(|wrong| Failure::Broken(wrong.shown(&shown, &text)))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        // Each player is read once, however many cells it plays in.
        let mut known: Vec<(String, Spec)> = Vec::new();
        for player in study.cells.iter_mut().flat_map(|cell| &mut cell.players) {
            let name = player.to_string();
            if known.iter().all(|(other, _)| *other != name) {
                known.push((name.clone(), with_files(player.clone(), folder).map_err(Failure::Broken)?));
            }
            if let Some((_, read)) = known.iter().find(|(other, _)| *other == name) {
                *player = read.clone();
            }
        }
        let mut loaded = Vec::new();
        let at = |span: Option<&Range<usize>>, message: String| {
            let misread = Misread::new(span.cloned().unwrap_or_default(), "");
            let misread = match message.split_once("\n  help: ") {
                Some((message, help)) => Misread { message: message.to_owned(), ..misread }.help(help),
                None => Misread { message, ..misread },
            };
            Failure::Broken(misread.shown(&shown, &text))
        };
        for (entry, span) in study.entries.iter().zip(&study.places.files) {
            let mut file = input::read(&beside(path, &entry.file)).map_err(|failure| match failure {
                Failure::Usage(message) => at(Some(span), message),
                other => other,
            })?;
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
                (None, report) => {
                    let first = report.iter().find(|finding| finding.severity == Severity::Error);
                    let place = first.and_then(|first| {
                        place(&study, setting, &written, first.primary.span, &file.sources).map(|span| (first, span))
                    });
                    return Err(match place {
                        Some((finding, span)) => {
                            let (label, help) = (finding.primary.text.clone(), finding.help.clone());
                            let misread = Misread { label, help, ..Misread::new(span, finding.message.clone()) };
                            Failure::Broken(misread.shown(&shown, &text))
                        }
                        // What is wrong stands in the file of the game.
                        None => findings(report, file.sources),
                    });
                }
            }
        }
        let wrong = Field::new(&study, &prepared).err();
        match wrong {
            Some(wrong) => Err(Failure::Broken(wrong.shown(&shown, &text))),
            None => Ok(Ready { study, prepared, loaded }),
        }
    }

    /// The field that its games are played on.
    pub fn field(&self) -> Result<Field<'_>, Failure> {
        Field::new(&self.study, &self.prepared).map_err(|wrong| Failure::Broken(wrong.message))
    }
}

/// Where the text of a study says what a finding speaks of, if it does.
fn place(
    study: &Study,
    setting: &Setting,
    written: &Written,
    finding: Span,
    sources: &SourceMap,
) -> Option<Range<usize>> {
    let places = &study.places;
    let file = sources.file(finding.file);
    if file.name == ASKED {
        let asked = |(cell, place): (&Cell, usize)| {
            let value = cell.players.get(place)?.value()?;
            (value == &*file.text).then(|| places.players.get(cell.pattern)?.get(place).cloned())?
        };
        let players = study.cells.iter().flat_map(|cell| (0..cell.players.len()).map(move |place| (cell, place)));
        return players.into_iter().find_map(asked);
    }
    let says = |span: Span| span.file == finding.file && span.start <= finding.start && finding.end <= span.end;
    if written.variant.as_ref().is_some_and(|variant| says(variant.span)) {
        return places.variants.get(setting.entry)?.clone();
    }
    let choice = written.choices.iter().find(|choice| says(choice.option.span) || says(choice.value.span))?;
    places.options.get(setting.entry)?.get(&choice.option.text).cloned()
}

/// The file of a game: beside the study, or a shipped one.
fn beside(study: &Path, file: &str) -> PathBuf {
    let near = study.parent().map_or_else(|| PathBuf::from(file), |folder| folder.join(file));
    if near.is_file() { near } else { PathBuf::from(file) }
}

//! Checked sheets, remembered by their text.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::finding::findings;
use super::line::LastLine;
use super::refusal::Refusal;
use super::request::GameRef;
use rulebook_insight::agents::Spec;
use rulebook_insight::library::{Loaded, Prepared, Settings, Texts, Written, load_with};
use rulebook_language::diagnostic::Report;
use rulebook_language::source::SourceMap;
use rulebook_language::syntax::MAX_FILE_BYTES;

/// How many sheets are remembered.
const MAX_SHEETS: usize = 6;
/// How many games, by their options, are remembered of each.
const MAX_GAMES: usize = 6;
/// The name of the text that the values of options stand in.
const OPTIONS: &str = "<options>";
/// How many options are read: more than any sheet can have.
const MAX_OPTIONS: usize = 1000;
/// How many other files a request may have.
const MAX_FILES: usize = 64;

/// Sheets that were read, the last asked for first.
#[derive(Default)]
pub struct Sheets {
    known: Vec<Sheet>,
}

/// A sheet that was read.
struct Sheet {
    loaded: Arc<Loaded>,
    files: BTreeMap<String, String>,
    games: Vec<Arc<SheetGame>>,
}

/// A game of a sheet, with its options set.
pub struct SheetGame {
    asked: GameRef,
    /// The sheet, with what it builds on and the values of the options.
    pub loaded: Loaded,
    /// What was set.
    pub set: Written,
    /// What was found in checking.
    pub report: Report,
    /// The line of play that was asked for last, as far as it is legal.
    pub last_line: LastLine,
    prepared: Option<Prepared>,
    explaining: OnceLock<Prepared>,
}

impl Sheets {
    /// The sheet, and the game in it that is meant.
    ///
    /// # Errors
    /// If it is longer than a sheet can be.
    pub fn game(&mut self, asked: &GameRef) -> Result<Arc<SheetGame>, Refusal> {
        if asked.text.len() > MAX_FILE_BYTES {
            return Err(Refusal::new(format!("the rule sheet is longer than {MAX_FILE_BYTES} bytes")));
        }
        if asked.options.len() > MAX_OPTIONS {
            return Err(Refusal::new(format!("more than {MAX_OPTIONS} options are set")));
        }
        if asked.files.len() > MAX_FILES || asked.files.values().any(|text| text.len() > MAX_FILE_BYTES) {
            let most = format!("{MAX_FILES} files of {MAX_FILE_BYTES} bytes");
            return Err(Refusal::new(format!("the other files are more than {most}")));
        }
        let is_it = |sheet: &Sheet| {
            let first = sheet.loaded.sources.iter().next();
            first.is_some_and(|(_, file)| *file.text == *asked.text && file.name == asked.name)
                && sheet.files == asked.files
        };
        let mut sheet = match self.known.iter().position(is_it) {
            Some(place) => self.known.remove(place),
            None => {
                let files = Texts::beside(&asked.name, &asked.files);
                let loaded = Arc::new(load_with(&asked.name, &asked.text, &files));
                Sheet { loaded, files: asked.files.clone(), games: Vec::new() }
            }
        };
        let game = match sheet.games.iter().position(|game| game.asked == *asked) {
            Some(place) => sheet.games.remove(place),
            None => Arc::new(SheetGame::new(&sheet.loaded, asked)),
        };
        sheet.games.insert(0, Arc::clone(&game));
        sheet.games.truncate(MAX_GAMES);
        self.known.insert(0, sheet);
        self.known.truncate(MAX_SHEETS);
        Ok(game)
    }
}

impl SheetGame {
    fn new(loaded: &Loaded, asked: &GameRef) -> Self {
        let mut settings = Settings::default();
        if let Some(variant) = &asked.variant {
            settings.set_variant("variant ", variant);
        }
        for (option, value) in &asked.options {
            settings.set(" ", option, value);
        }
        let mut loaded = loaded.clone();
        let set = settings.write_down(OPTIONS, &mut loaded.sources);
        let (prepared, report) = loaded.prepare(set.variant.as_ref(), &set.choices);
        let last_line = LastLine::default();
        SheetGame { asked: asked.clone(), loaded, set, report, last_line, prepared, explaining: OnceLock::new() }
    }

    /// The texts.
    pub fn sources(&self) -> &SourceMap {
        &self.loaded.sources
    }

    /// The game, if nothing is wrong with it.
    pub fn if_ready(&self) -> Option<&Prepared> {
        self.prepared.as_ref()
    }

    /// The game.
    ///
    /// # Errors
    /// The findings, if something is wrong with it.
    pub fn ready(&self) -> Result<&Prepared, Refusal> {
        self.prepared.as_ref().ok_or_else(|| Refusal::findings(findings(&self.report, self.sources())))
    }

    /// The game with a plan that can say why; where that is too large, the plain one.
    ///
    /// # Errors
    /// The findings, if something is wrong with it.
    pub fn explaining(&self) -> Result<&Prepared, Refusal> {
        let prepared = self.ready()?;
        Ok(self.explaining.get_or_init(|| prepared.explaining_or_plain()))
    }

    /// The same for games of these agents, with the expressions that they look at. Where there are none it is made once.
    ///
    /// # Errors
    /// If something is wrong with the sheet, or with one of the expressions.
    pub fn explaining_to(&self, agents: &[Spec]) -> Result<Prepared, Refusal> {
        match look(agents) {
            true => Ok(self.valuing(agents)?.1.explaining_or_plain()),
            false => self.explaining().cloned(),
        }
    }

    /// The game for these agents, with the expressions that they look at.
    ///
    /// # Errors
    /// If something is wrong with the sheet, or with one of the expressions.
    pub fn played_by(&self, agents: &[Spec]) -> Result<Prepared, Refusal> {
        match look(agents) {
            true => Ok(self.valuing(agents)?.1),
            false => self.ready().cloned(),
        }
    }

    /// The sheet and its game, with the expressions that these agents look at.
    ///
    /// # Errors
    /// If something is wrong with the sheet, or with one of the expressions.
    pub fn valuing(&self, agents: &[Spec]) -> Result<(Loaded, Prepared), Refusal> {
        let mut loaded = self.loaded.clone();
        let mut prepared = self.ready()?.clone();
        for value in agents.iter().filter_map(Spec::value) {
            loaded.ask(value);
            let (asked, report) = loaded.prepare(self.set.variant.as_ref(), &self.set.choices);
            prepared = asked.ok_or_else(|| {
                let said = report.iter().next().map_or("it cannot be read", |said| said.message.as_str());
                Refusal::new(format!("`{value}`: {said}"))
            })?;
        }
        Ok((loaded, prepared))
    }
}

/// Whether one of these agents looks at an expression.
fn look(agents: &[Spec]) -> bool {
    agents.iter().any(|agent| agent.value().is_some())
}

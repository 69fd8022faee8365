//! The sheet as it is.

use super::declared::{Declared, declared};
use rulebook_insight::analysis::Sheet;
use rulebook_insight::library::{COMMAND_LINE, Loaded, Prepared, Settings};
use rulebook_language::diagnostic::Report;
use rulebook_language::source::SourceMap;

/// The sheet whose rules are varied: one game or variant of a text, at one choice of its options.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The text, with what it builds on.
    pub loaded: Loaded,
    /// The title of the game or variant.
    pub title: String,
    /// The options that are set.
    pub set: Vec<(String, String)>,
    /// The game.
    pub prepared: Prepared,
    /// The names behind the facts of its games.
    pub sheet: Sheet,
    /// The declarations that hold for it.
    pub declared: Vec<Declared>,
}

impl Ground {
    /// The game or variant of this title, the first one where none is given, with options set.
    ///
    /// # Errors
    /// What is wrong with it, with the texts that the findings speak of.
    pub fn new(
        loaded: Loaded,
        title: Option<&str>,
        set: &[(String, String)],
    ) -> Result<Self, Box<(Report, SourceMap)>> {
        let mut settings = Settings::default();
        title.iter().for_each(|title| settings.set_variant(" --variant ", title));
        set.iter().for_each(|(option, value)| settings.set(" --set ", option, value));
        let mut asked = loaded.clone();
        let written = settings.write_down(COMMAND_LINE, &mut asked.sources);
        let (prepared, report) = asked.prepare(written.variant.as_ref(), &written.choices);
        let Some(prepared) = prepared else { return Err(Box::new((report, asked.sources))) };
        let title = prepared.game.about.title.clone();
        let sheet = Sheet::new(&prepared.start(), &loaded.sources);
        let unit = loaded.files.iter().flat_map(|file| &file.units).find(|unit| unit.name.text == title);
        let declared = unit.map(|unit| declared(&loaded, unit, &prepared.game)).unwrap_or_default();
        Ok(Ground { title, set: set.to_vec(), sheet, declared, prepared, loaded })
    }

    /// The text of the sheet itself.
    pub fn text(&self) -> &str {
        self.loaded.sources.iter().next().map_or("", |(_, file)| &*file.text)
    }

    /// The sheet with a further variant at its end.
    pub fn with(&self, block: &str) -> Loaded {
        self.loaded.with_text(format!("{}\n\n{block}", self.text().trim_end()))
    }
}

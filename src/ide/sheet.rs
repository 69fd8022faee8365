//! A text as it was read: its trees, those of the shipped games that it builds on, and the index of its names.

use rulebook_insight::library::{Loaded, load};
use rulebook_language::model::{self, Game};
use rulebook_language::source::{FileId, Span};
use rulebook_language::syntax::MAX_FILE_BYTES;
use rulebook_language::syntax::ast::{File, Unit};

use crate::index::Index;
use crate::mend::mend;
use crate::walk::index;

/// The name that a text has while it is asked about.
const NAME: &str = "sheet.game";

/// A text as it was read. What editors ask of it are its methods; it may be asked often.
#[derive(Debug)]
pub struct Sheet {
    text: String,
    /// The text first, then what it builds on.
    pub loaded: Loaded,
    /// Its names.
    pub index: Index,
    /// The places of all declarations, in order.
    pub declarations: Vec<Span>,
    /// Whether brackets or quotes had to be mended before it could be read.
    pub is_mended: bool,
}

impl Sheet {
    /// Reads a text that builds on shipped games at most.
    pub fn read(text: &str) -> Sheet {
        Sheet::read_by(text, &|text| load(NAME, text))
    }

    /// Reads a text with what it builds on, which `load` finds. One whose brackets do not fit is read as if they did.
    pub fn read_by(text: &str, load: &dyn Fn(&str) -> Loaded) -> Sheet {
        let readable = if text.len() > MAX_FILE_BYTES { "" } else { text };
        let mut loaded = load(readable);
        let mut is_mended = false;
        if loaded.files.first().is_none_or(|file| file.units.is_empty())
            && let Some(mended) = mend(readable)
        {
            loaded = load(&mended);
            is_mended = true;
        }
        Sheet::of(text, loaded, is_mended)
    }

    fn of(text: &str, loaded: Loaded, is_mended: bool) -> Sheet {
        let index = index(&loaded.sources, &loaded.files);
        let all = loaded.files.iter().flat_map(|file| &file.units).flat_map(|unit| &unit.declarations);
        let mut declarations: Vec<Span> = all.map(|declaration| declaration.span).collect();
        declarations.sort_unstable();
        Sheet { text: text.to_owned(), loaded, index, declarations, is_mended }
    }

    /// The same with some places of its files replaced.
    pub fn edited(&self, edits: &[(Span, String)]) -> Sheet {
        let loaded = self.loaded.edited(edits);
        let text = loaded.sources.file(FileId(0)).text.to_string();
        Sheet::of(&text, loaded, false)
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The games and variants, in the order of the index.
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.loaded.files.iter().flat_map(|file| &file.units)
    }

    /// From the game that is varied at last to the unit at a place of the index.
    pub fn chain(&self, unit: usize) -> Vec<&Unit> {
        let units: Vec<&Unit> = self.units().collect();
        let mut chain = Vec::new();
        let mut at = Some(unit);
        while let Some(place) = at.filter(|_| chain.len() <= units.len()) {
            chain.extend(units.get(place).copied());
            at = self.index.units.get(place).and_then(|names| names.base);
        }
        chain.reverse();
        chain
    }

    /// The game of the unit at a place of the index, with its options at their defaults, if nothing is wrong with it.
    pub fn game(&self, unit: usize) -> Option<Game> {
        if self.is_mended || self.loaded.report.errors() > 0 {
            return None;
        }
        let title = &self.units().nth(unit)?.name;
        let files: Vec<&File> = self.loaded.files.iter().collect();
        model::check(&files, Some(title), &[]).0
    }

    /// What can be told of the unit at a place of the index, with its options at their defaults, whatever is wrong with it.
    pub fn draft(&self, unit: usize) -> Option<Game> {
        let files: Vec<&File> = self.loaded.files.iter().collect();
        model::draft(&files, &self.units().nth(unit)?.name)
    }

    /// The tree of the text itself.
    pub fn own(&self) -> Option<&File> {
        self.loaded.files.iter().find(|file| file.id == FileId(0))
    }
}

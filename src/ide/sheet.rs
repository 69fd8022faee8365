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

/// A text as it was read.
pub struct Sheet {
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
    /// Reads a text. One whose brackets do not fit is read as if they did.
    pub fn read(text: &str) -> Sheet {
        let text = if text.len() > MAX_FILE_BYTES { "" } else { text };
        let mut loaded = load(NAME, text);
        let mut is_mended = false;
        if loaded.files.first().is_none_or(|file| file.units.is_empty())
            && let Some(mended) = mend(text)
        {
            loaded = load(NAME, &mended);
            is_mended = true;
        }
        let index = index(&loaded.sources, &loaded.files);
        let all = loaded.files.iter().flat_map(|file| &file.units).flat_map(|unit| &unit.declarations);
        let mut declarations: Vec<Span> = all.map(|declaration| declaration.span).collect();
        declarations.sort_unstable();
        Sheet { loaded, index, declarations, is_mended }
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

    /// The tree of the text itself.
    pub fn own(&self) -> Option<&File> {
        self.loaded.files.iter().find(|file| file.id == FileId(0))
    }
}

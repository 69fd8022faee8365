//! Changes of a sheet in the making.

use super::change::{Effort, Tweak};
use crate::sheet::{Declared, Ground, Slot};
use rulebook_language::source::{SourceMap, Span, one_line};

/// Changes in the making.
pub struct Maker<'g> {
    /// The sheet.
    pub ground: &'g Ground,
    /// The declaration at hand, as `--keep` names it.
    pub place: String,
    /// What was found.
    pub found: Vec<Tweak>,
}

/// The longest piece of a text in the words for a change.
const SHOWN: usize = 48;

impl Maker<'_> {
    /// The texts.
    pub fn sources(&self) -> &SourceMap {
        &self.ground.loaded.sources
    }

    /// What a span covers.
    pub fn slice(&self, span: Span) -> &str {
        self.sources().slice(span)
    }

    /// What a span covers, on one line and shortened.
    pub fn shown(&self, span: Span) -> String {
        shortened(self.slice(span))
    }

    /// Adds a change of one place.
    pub fn replace(&mut self, span: Span, by: &str, effort: Effort) {
        if self.slice(span) == by {
            return;
        }
        let (old, new) = (self.shown(span), shortened(by));
        let words = match (old.is_empty(), new.is_empty()) {
            (true, _) => format!("with `{new}`"),
            (_, true) => format!("without `{old}`"),
            _ => format!("`{new}` instead of `{old}`"),
        };
        self.change(vec![(span, by.to_owned())], words, effort);
    }

    /// Adds a change of one or several places, told in these words.
    pub fn change(&mut self, edits: Vec<(Span, String)>, words: String, effort: Effort) {
        let Some((at, _)) = edits.first().cloned() else { return };
        let place = self.place.clone();
        self.found.push(Tweak { edits, added: Vec::new(), words, place, at, effort });
    }

    /// Adds lines.
    pub fn add(&mut self, place: &str, added: Vec<String>, words: String, effort: Effort) {
        let title = self.ground.loaded.titles().find(|title| title.text == self.ground.title);
        let at = title.map_or_else(Span::default, |title| title.span);
        self.found.push(Tweak { edits: Vec::new(), added, words, place: place.to_owned(), at, effort });
    }

    /// The first place of a word or sign between two bytes of a file.
    pub fn sign(&self, within: Span, start: u32, end: u32, sign: &str) -> Option<Span> {
        let (start, end) = self.sources().file(within.file).find_sign(start, end, sign)?;
        Some(Span::new(within.file, start as usize, end as usize))
    }

    /// The declarations of a slot.
    pub fn of_slot(&self, slot: &Slot) -> impl Iterator<Item = &Declared> {
        self.ground.declared.iter().filter(move |declared| declared.slot == *slot)
    }
}

/// A piece of a text on one line, with dots for what is too long.
pub fn shortened(text: &str) -> String {
    let text = one_line(text);
    match text.chars().count() <= SHOWN {
        true => text,
        false => text.chars().take(SHOWN - 3).chain("...".chars()).collect(),
    }
}

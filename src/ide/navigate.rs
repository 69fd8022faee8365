//! From a name to where it is declared, and to every place that speaks of it.

use std::ops::Range;

use rulebook_language::source::{FileId, Span};

use crate::lexer::boundary;
use crate::sheet::Sheet;
use crate::symbol::Occurrence;

/// The bytes of a span.
fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// A name that the text declares, or a shipped game that it builds on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameUse {
    /// Where it stands.
    pub range: Range<usize>,
    /// Where it is declared, if the text declares it.
    pub declared: Option<Range<usize>>,
}

/// Every name of a text that something declares, in order.
pub fn names(text: &str) -> Vec<NameUse> {
    let sheet = Sheet::read(text);
    let own = |found: &Occurrence| declared(&sheet, found).filter(|span| span.file == FileId(0));
    let name = |found: &Occurrence| NameUse { range: range(found.span), declared: own(found).map(range) };
    sheet.index.own().iter().map(name).collect()
}

/// Where what is named at byte `offset` is declared: of several declarations the one that holds there. Nothing where that is in
/// a shipped game.
pub fn definition(text: &str, offset: usize) -> Option<Range<usize>> {
    Sheet::read(text).definition(offset).filter(|span| span.file == FileId(0)).map(range)
}

/// Every place of the text that speaks of what is named at byte `offset`, its declarations among them, in order.
pub fn references(text: &str, offset: usize) -> Vec<Range<usize>> {
    let places = Sheet::read(text).references(offset).into_iter();
    places.filter(|span| span.file == FileId(0)).map(range).collect()
}

impl Sheet {
    /// Where what is named at byte `offset` is declared: of several declarations the one that holds there, in whatever file.
    pub fn definition(&self, offset: usize) -> Option<Span> {
        declared(self, self.index.at(boundary(self.text(), offset))?)
    }

    /// Every place of all files that speaks of what is named at byte `offset`, its declarations among them, in order.
    pub fn references(&self, offset: usize) -> Vec<Span> {
        let Some(found) = self.index.at(boundary(self.text(), offset)) else { return Vec::new() };
        self.index.of(found.symbol).map(|found| found.span).collect()
    }

    /// The first declaration of what is named at byte `offset`, by which other sheets know it.
    pub fn origin(&self, offset: usize) -> Option<Span> {
        let found = self.index.at(boundary(self.text(), offset))?;
        self.index.symbol(found.symbol)?.declared.first().copied()
    }

    /// Every place of all files that speaks of what is declared at a place.
    pub fn references_to(&self, origin: Span) -> Vec<Span> {
        let Some(symbol) = self.index.declared_at(origin) else { return Vec::new() };
        self.index.of(symbol).map(|found| found.span).collect()
    }
}

fn declared(sheet: &Sheet, found: &Occurrence) -> Option<Span> {
    let declared = &sheet.index.symbol(found.symbol)?.declared;
    // What the game or variant at hand declares counts before what is declared in what it varies.
    let here = sheet.index.unit_at(found.span.start as usize).and_then(|unit| sheet.index.units.get(unit));
    let own = |span: &&Span| span.file == FileId(0);
    let inside = |span: &&Span| here.is_some_and(|unit| unit.span.start <= span.start && span.end <= unit.span.end);
    let near = declared.iter().filter(own).rfind(inside).or_else(|| declared.iter().rfind(own));
    near.or_else(|| declared.last()).copied()
}

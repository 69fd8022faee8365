//! From a name to where it is declared, and to every place that speaks of it.

use std::ops::Range;

use rulebook_language::source::{FileId, Span};

use crate::lexer::boundary;
use crate::sheet::Sheet;
use crate::symbol::Occurrence;

/// The bytes of a span of the text itself.
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
    let name = |found: &Occurrence| NameUse { range: range(found.span), declared: declared(&sheet, found) };
    sheet.index.occurrences.iter().map(name).collect()
}

/// Where what is named at byte `offset` is declared: of several declarations the one that holds there. Nothing where that is in
/// a shipped game.
pub fn definition(text: &str, offset: usize) -> Option<Range<usize>> {
    let sheet = Sheet::read(text);
    declared(&sheet, sheet.index.at(boundary(text, offset))?)
}

fn declared(sheet: &Sheet, found: &Occurrence) -> Option<Range<usize>> {
    let declared = &sheet.index.symbol(found.symbol)?.declared;
    // What the game or variant at hand declares counts before what is declared in what it varies.
    let here = sheet.index.unit_at(found.span.start as usize).and_then(|unit| sheet.index.units.get(unit));
    let own = |span: &&Span| span.file == FileId(0);
    let inside = |span: &&Span| here.is_some_and(|unit| unit.span.start <= span.start && span.end <= unit.span.end);
    declared.iter().filter(own).rfind(inside).or_else(|| declared.iter().rfind(own)).map(|span| range(*span))
}

/// Every place of the text that speaks of what is named at byte `offset`, its declarations among them, in order.
pub fn references(text: &str, offset: usize) -> Vec<Range<usize>> {
    let sheet = Sheet::read(text);
    let Some(found) = sheet.index.at(boundary(text, offset)) else { return Vec::new() };
    sheet.index.of(found.symbol).map(|found| range(found.span)).collect()
}

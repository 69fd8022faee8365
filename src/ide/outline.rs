//! What a text holds, and what of it can be folded away.

use std::ops::Range;

use rulebook_language::source::Span;
use rulebook_language::syntax::HOLE;
use rulebook_language::syntax::ast::{Declaration, DeclarationKind, Name};

use crate::lexer::{Sort, pieces};
use crate::sheet::Sheet;

/// A game, variant or declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentSymbol {
    /// Its name; of what has none, its first words.
    pub name: String,
    /// The word that it begins with.
    pub kind: String,
    /// All of it.
    pub range: Range<usize>,
    /// Its name alone.
    pub selection: Range<usize>,
    /// What stands in it.
    pub children: Vec<DocumentSymbol>,
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// The games and variants of a text, with their declarations.
pub fn symbols(text: &str) -> Vec<DocumentSymbol> {
    Sheet::read(text).symbols()
}

impl Sheet {
    /// As [`symbols`].
    pub fn symbols(&self) -> Vec<DocumentSymbol> {
        outline(self)
    }
}

fn outline(sheet: &Sheet) -> Vec<DocumentSymbol> {
    let text = sheet.text();
    let units = sheet.own().map(|file| file.units.as_slice()).unwrap_or_default();
    let within = |span: Span| range(span).start.min(text.len())..range(span).end.min(text.len());
    let declaration = |declaration: &Declaration| {
        let written = text.get(within(declaration.span)).unwrap_or("");
        let first = written.split_whitespace().next().unwrap_or("").to_owned();
        let name = name(&declaration.kind).filter(|name| name.text != HOLE);
        DocumentSymbol {
            name: name.map_or_else(|| written.lines().next().unwrap_or("").trim().to_owned(), |name| name.text.clone()),
            kind: first,
            range: within(declaration.span),
            selection: within(name.map_or(declaration.span, |name| name.span)),
            children: Vec::new(),
        }
    };
    units
        .iter()
        .map(|unit| DocumentSymbol {
            name: unit.name.text.clone(),
            kind: if unit.base.is_some() { "variant" } else { "game" }.to_owned(),
            range: within(unit.span),
            selection: within(unit.name.span),
            children: unit.declarations.iter().map(declaration).collect(),
        })
        .collect()
}

fn name(kind: &DeclarationKind) -> Option<&Name> {
    match kind {
        DeclarationKind::Option(option) => Some(&option.name),
        DeclarationKind::OptionOff(name) | DeclarationKind::Mark { name, .. } => Some(name),
        DeclarationKind::TakenOff(off) => off.name.as_ref(),
        DeclarationKind::Relation(relation) => Some(&relation.name),
        DeclarationKind::Link(link) => Some(&link.name),
        DeclarationKind::Counter { name, .. } => Some(name),
        DeclarationKind::Track(track) => Some(&track.name),
        DeclarationKind::Definition(definition) => Some(&definition.name),
        DeclarationKind::Pattern(pattern) => Some(&pattern.name),
        DeclarationKind::Move(rule) => Some(&rule.name),
        DeclarationKind::Luck(luck) => Some(&luck.rule.name),
        DeclarationKind::Effect(effect) => Some(&effect.name),
        DeclarationKind::End(end) => end.name.as_ref(),
        DeclarationKind::Test(test) => Some(&test.title),
        DeclarationKind::Board(board) => Some(&board.shape),
        _ => None,
    }
}

/// What can be folded: braces that end on another line, from one to the other, and comments of several lines.
pub fn folding(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut open = Vec::new();
    let mut comment: Option<Range<usize>> = None;
    let all = pieces(text);
    for piece in &all {
        if piece.sort == Sort::Comment {
            let goes_on = |comment: &Range<usize>| {
                text.get(comment.end..piece.start).is_some_and(|between| between.matches('\n').count() == 1)
            };
            comment = match comment.take() {
                Some(comment) if goes_on(&comment) => Some(comment.start..piece.end()),
                before => {
                    out.extend(before);
                    Some(piece.start..piece.end())
                }
            };
        } else if piece.is("{") {
            open.push(piece.start);
        } else if piece.is("}") {
            out.extend(open.pop().map(|start| start..piece.end()));
        }
    }
    out.extend(comment);
    out.retain(|range| text.get(range.clone()).is_some_and(|part| part.contains('\n')));
    out.sort_by_key(|range| (range.start, range.end));
    out
}

//! Names within the texts of tests: positions name players, counters, marks and moves, actions name moves that pick nothing and kinds
//! of pieces that have no letter of their own.

use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{DeclarationKind, Expectation, Name, StatementKind, TestLineKind, Unit};

use crate::lexer::is_letter;
use crate::sheet::Sheet;
use crate::symbol::{SymbolId, SymbolKind};

/// Where the texts of tests say the name of a symbol: the name alone.
pub fn mentions(sheet: &Sheet, symbol: SymbolId) -> Vec<Span> {
    let Some(own) = sheet.index.symbol(symbol) else { return Vec::new() };
    let in_positions =
        matches!(own.kind, SymbolKind::Player | SymbolKind::Counter | SymbolKind::Mark | SymbolKind::Move);
    let in_actions = match own.kind {
        SymbolKind::Player => true,
        SymbolKind::Move => is_written_by_name(sheet, symbol),
        SymbolKind::Piece => !has_letter(sheet, symbol),
        _ => false,
    };
    let mut out = Vec::new();
    for (place, unit) in sheet.units().enumerate() {
        let names = sheet.index.units.get(place).and_then(|names| names.names.get(&own.name));
        if names.is_none_or(|(known, _)| *known != symbol) {
            continue;
        }
        for (text, is_position) in texts(unit) {
            if if is_position { in_positions } else { in_actions } {
                words(text, &own.name, own.kind == SymbolKind::Move && is_position, &mut out);
            }
        }
    }
    out
}

/// The texts of a unit's tests, and whether each is a position.
fn texts(unit: &Unit) -> impl Iterator<Item = (&Name, bool)> {
    let tests = unit.declarations.iter().filter_map(|declaration| match &declaration.kind {
        DeclarationKind::Test(test) => Some(test),
        _ => None,
    });
    tests.flat_map(|test| &test.lines).flat_map(|line| match &line.kind {
        TestLineKind::Notation(text) => vec![(text, true)],
        TestLineKind::Play(texts)
        | TestLineKind::Expect(
            Expectation::Legal(texts) | Expectation::Illegal(texts) | Expectation::Only(texts),
            _,
        ) => {
            texts.iter().map(|text| (text, false)).collect()
        }
        _ => Vec::new(),
    })
}

/// Where a text has a word; a move also where a position says who made it last, and with which picks.
fn words(text: &Name, name: &str, is_move: bool, out: &mut Vec<Span>) {
    let first = text.span.start as usize + 1;
    let mut at = 0;
    while let Some(rest) = text.text.get(at..) {
        let Some(begin) = rest.find(is_letter) else { return };
        let word = rest.get(begin..).unwrap_or("");
        let length = word.find(|c: char| !is_letter(c)).unwrap_or(word.len());
        let word = word.get(..length).unwrap_or("");
        let lead =
            ["last_to_", "last_picks_"].into_iter().find(|lead| is_move && word.strip_prefix(lead) == Some(name));
        let skip = lead.map_or(0, str::len);
        if word == name || lead.is_some() {
            out.push(Span::new(text.span.file, first + at + begin + skip, first + at + begin + length));
        }
        at += begin + length;
    }
}

/// Whether a kind of piece chooses its letter, by which actions write it.
fn has_letter(sheet: &Sheet, symbol: SymbolId) -> bool {
    let Some(own) = sheet.index.symbol(symbol) else { return false };
    let declarations = sheet.units().flat_map(|unit| &unit.declarations);
    let kinds = declarations.flat_map(|declaration| match &declaration.kind {
        DeclarationKind::Pieces { names, .. } => names.as_slice(),
        _ => &[],
    });
    kinds.into_iter().any(|kind| kind.letter.is_some() && own.declared.contains(&kind.name.span))
}

/// Whether an action of a move is written as its name: one that picks nothing and does not say how it is written.
fn is_written_by_name(sheet: &Sheet, symbol: SymbolId) -> bool {
    let Some(own) = sheet.index.symbol(symbol) else { return false };
    let moves = sheet.units().flat_map(|unit| &unit.declarations).filter_map(|declaration| match &declaration.kind {
        DeclarationKind::Move(rule) if own.declared.contains(&rule.name.span) => Some(rule),
        _ => None,
    });
    let says = |kind: &StatementKind| matches!(kind, StatementKind::Pick { .. } | StatementKind::Written(_));
    moves.flat_map(|rule| &rule.body).all(|statement| !says(&statement.kind))
}

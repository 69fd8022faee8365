//! Where things are: definition, references, symbols, folding, selection.

use std::ops::Range as Bytes;

use gen_lsp_types::{
    DocumentHighlight, DocumentSymbol, FoldingRange, FoldingRangeKind, Location, Position, SelectionRange, SymbolKind,
};

use super::document::Document;
use super::lines::Encoding;
use rulebook_ide as ide;

/// Where what stands at a place is declared.
pub fn definition(document: &Document, at: Position, encoding: Encoding) -> Option<Location> {
    let offset = document.lines.offset(&document.text, at, encoding);
    ide::definition(&document.text, offset).map(|place| location(document, &place, encoding))
}

/// Every place that speaks of what stands at a place; without its declarations where they are not wanted.
pub fn references(document: &Document, at: Position, declarations: bool, encoding: Encoding) -> Vec<Location> {
    let offset = document.lines.offset(&document.text, at, encoding);
    let declared = ide::definition(&document.text, offset).filter(|_| !declarations);
    let places = ide::references(&document.text, offset);
    let wanted = places.iter().filter(|place| declared.as_ref() != Some(*place));
    wanted.map(|place| location(document, place, encoding)).collect()
}

/// The places of the name at a place, to be lit.
pub fn highlights(document: &Document, at: Position, encoding: Encoding) -> Vec<DocumentHighlight> {
    let offset = document.lines.offset(&document.text, at, encoding);
    let places = ide::references(&document.text, offset).into_iter();
    places.map(|place| DocumentHighlight { range: range(document, &place, encoding), kind: None }).collect()
}

/// What the document declares.
pub fn symbols(document: &Document, encoding: Encoding) -> Vec<DocumentSymbol> {
    ide::symbols(&document.text).into_iter().map(|symbol| shown(document, symbol, encoding)).collect()
}

fn shown(document: &Document, symbol: ide::DocumentSymbol, encoding: Encoding) -> DocumentSymbol {
    let kind = match symbol.kind.as_str() {
        "game" | "variant" => SymbolKind::Module,
        "move" => SymbolKind::Method,
        "option" | "counter" | "mark" | "stacks" => SymbolKind::Property,
        "piece" | "pieces" | "neutral" | "group" | "loop" | "line" => SymbolKind::Class,
        "players" => SymbolKind::Enum,
        "end" | "repetition" | "limit" => SymbolKind::Event,
        "test" => SymbolKind::Event,
        "value" | "region" | "condition" | "direction" | "directions" | "relation" | "track" => SymbolKind::Function,
        _ => SymbolKind::Object,
    };
    let children: Vec<DocumentSymbol> =
        symbol.children.into_iter().map(|child| shown(document, child, encoding)).collect();
    DocumentSymbol {
        name: if symbol.name.is_empty() { symbol.kind.clone() } else { symbol.name },
        detail: Some(symbol.kind),
        kind,
        range: range(document, &symbol.range, encoding),
        selection_range: range(document, &symbol.selection, encoding),
        children: (!children.is_empty()).then_some(children),
        ..DocumentSymbol::default()
    }
}

/// What can be folded.
pub fn folding(document: &Document, encoding: Encoding) -> Vec<FoldingRange> {
    let places = ide::folding(&document.text).into_iter();
    let folds = places.map(|place| {
        let at = range(document, &place, encoding);
        let is_comment = document.text.get(place).is_some_and(|text| text.starts_with("//"));
        FoldingRange {
            start_line: at.start.line,
            end_line: at.end.line,
            kind: is_comment.then_some(FoldingRangeKind::Comment),
            ..FoldingRange::default()
        }
    });
    folds.filter(|fold| fold.start_line < fold.end_line).collect()
}

/// What to select around a place: the word, the line, what is folded around it, the whole text.
pub fn selection(document: &Document, at: Position, encoding: Encoding) -> SelectionRange {
    let offset = document.lines.offset(&document.text, at, encoding);
    let mut around: Vec<Bytes<usize>> = ide::folding(&document.text);
    around.push(0..document.text.len());
    around.extend(ide::tokens(&document.text).into_iter().map(|token| token.start..token.end));
    fn nested(symbols: &[ide::DocumentSymbol], out: &mut Vec<Bytes<usize>>) {
        for symbol in symbols {
            out.push(symbol.range.clone());
            nested(&symbol.children, out);
        }
    }
    nested(&ide::symbols(&document.text), &mut around);
    around.retain(|place| place.start <= offset && offset <= place.end);
    around.sort_by_key(|place| (std::cmp::Reverse(place.len()), place.start));
    around.dedup();
    let mut out: Option<SelectionRange> = None;
    let mut last: Option<Bytes<usize>> = None;
    for place in around {
        if last.as_ref().is_none_or(|last| last.start <= place.start && place.end <= last.end) {
            out = Some(SelectionRange { range: range(document, &place, encoding), parent: out.take().map(Box::new) });
            last = Some(place);
        }
    }
    out.unwrap_or(SelectionRange { range: gen_lsp_types::Range { start: at, end: at }, parent: None })
}

fn location(document: &Document, place: &Bytes<usize>, encoding: Encoding) -> Location {
    Location { uri: document.uri.clone(), range: range(document, place, encoding) }
}

fn range(document: &Document, place: &Bytes<usize>, encoding: Encoding) -> gen_lsp_types::Range {
    document.lines.range(&document.text, place.start, place.end, encoding)
}

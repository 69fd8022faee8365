//! Where things are: definition, references, symbols, folding, selection.

use std::ops::Range as Bytes;
use std::sync::Arc;

use gen_lsp_types::{
    BaseSymbolInformation, DocumentHighlight, DocumentSymbol, FoldingRange, FoldingRangeKind, Location, Position,
    Range, SelectionRange, SymbolKind, WorkspaceSymbol,
};

use super::document::Document;
use super::state::State;
use rulebook_ide as ide;
use rulebook_language::source::{FileId, Span};

/// How many names a search for names gives.
const MAX_SYMBOLS: usize = 500;

/// Where what stands at a place is declared.
pub fn definition(state: &State, document: &Arc<Document>, at: Position) -> Option<Location> {
    let sheet = state.sheet(document);
    let place = sheet.definition(offset(state, document, at))?;
    state.location(document, &sheet.loaded.sources, place)
}

/// Every place that speaks of what stands at a place, in all files; without its declarations where they are not wanted.
pub fn references(state: &State, document: &Arc<Document>, at: Position, declarations: bool) -> Vec<Location> {
    let sheet = state.sheet(document);
    let sources = &sheet.loaded.sources;
    let offset = offset(state, document, at);
    let declared = sheet.definition(offset).filter(|_| !declarations);
    let places = sheet.references(offset).into_iter().filter(|place| declared.as_ref() != Some(place));
    let mut found: Vec<Location> = places.filter_map(|place| state.location(document, sources, place)).collect();
    for (other, sheet, origin) in elsewhere(state, document, offset) {
        let own = sheet.references_to(origin).into_iter().filter(|place| place.file == FileId(0));
        found.extend(own.filter_map(|place| state.location(&other, &sheet.loaded.sources, place)));
    }
    let mut unique: Vec<Location> = Vec::new();
    found.retain(|location| {
        let is_new = !unique.contains(location);
        unique.extend(is_new.then(|| location.clone()));
        is_new
    });
    found
}

/// Other sheets that build on the one that declares what stands at a place, each with its declaration as they see it.
pub fn elsewhere(
    state: &State,
    document: &Arc<Document>,
    offset: usize,
) -> Vec<(Arc<Document>, Arc<ide::Sheet>, Span)> {
    let sheet = state.sheet(document);
    let home = sheet
        .origin(offset)
        .and_then(|origin| Some((state.file_of(document, &sheet.loaded.sources, origin.file)?, origin)));
    let Some((home, origin)) = home else { return Vec::new() };
    let sees = |other: Arc<Document>| {
        let sheet = state.sheet(&other);
        let name = home.name();
        let (file, _) = sheet.loaded.sources.iter().find(|(_, source)| source.name == name)?;
        let origin = Span::new(file, origin.start as usize, origin.end as usize);
        Some((other, sheet, origin))
    };
    state.dependents(&home).into_iter().filter(|other| other.uri != document.uri).filter_map(sees).collect()
}

/// The places of the name at a place, to be lit.
pub fn highlights(state: &State, document: &Arc<Document>, at: Position) -> Vec<DocumentHighlight> {
    let places = state.sheet(document).references(offset(state, document, at)).into_iter();
    let own = places.filter(|place| place.file == FileId(0));
    own.map(|place| DocumentHighlight {
        range: range(state, document, &(place.start as usize..place.end as usize)),
        kind: None,
    })
    .collect()
}

/// What the document declares.
pub fn symbols(state: &State, document: &Arc<Document>) -> Vec<DocumentSymbol> {
    state.sheet(document).symbols().into_iter().map(|symbol| shown(state, document, symbol)).collect()
}

fn kind(word: &str) -> SymbolKind {
    match word {
        "game" | "variant" => SymbolKind::Module,
        "move" | "effect" => SymbolKind::Method,
        "option" | "counter" | "mark" | "stacks" => SymbolKind::Property,
        "piece" | "pieces" | "neutral" | "group" | "loop" | "line" => SymbolKind::Class,
        "players" => SymbolKind::Enum,
        "end" | "repetition" | "limit" | "test" => SymbolKind::Event,
        "value" | "region" | "condition" | "direction" | "directions" | "kind" | "kinds" | "player" | "relation"
        | "track" => SymbolKind::Function,
        _ => SymbolKind::Object,
    }
}

fn shown(state: &State, document: &Document, symbol: ide::DocumentSymbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> =
        symbol.children.into_iter().map(|child| shown(state, document, child)).collect();
    let name = if symbol.name.trim().is_empty() { symbol.kind.clone() } else { symbol.name };
    let (whole, name_range) = (range(state, document, &symbol.range), range(state, document, &symbol.selection));
    // The protocol wants the name within the whole.
    let is_inside = whole.start <= name_range.start && name_range.end <= whole.end;
    let selection = if is_inside { name_range } else { Range { start: whole.start, end: whole.start } };
    let children = (!children.is_empty()).then_some(children);
    let kind = kind(&symbol.kind);
    DocumentSymbol::new(name, Some(symbol.kind), kind, None, None, whole, selection, children)
}

/// The names in all files of the workspace that have these letters in them, in this order, for as long as `go_on` says so.
pub fn workspace_symbols(state: &State, query: &str, go_on: &dyn Fn() -> bool) -> Vec<WorkspaceSymbol> {
    let query = query.to_lowercase();
    let fits = |name: &str| {
        let mut letters = query.chars().peekable();
        for letter in name.to_lowercase().chars() {
            letters.next_if_eq(&letter);
        }
        letters.peek().is_none()
    };
    let mut found = Vec::new();
    for document in state.workspace() {
        if !go_on() || found.len() >= MAX_SYMBOLS {
            break;
        }
        for unit in state.sheet(&document).symbols() {
            let title = unit.name.clone();
            let add = |symbol: &ide::DocumentSymbol, container: Option<String>| WorkspaceSymbol {
                location: Location { uri: document.uri.clone(), range: range(state, &document, &symbol.selection) }
                    .into(),
                data: None,
                base_symbol_information: BaseSymbolInformation {
                    name: symbol.name.clone(),
                    kind: kind(&symbol.kind),
                    tags: None,
                    container_name: container,
                },
            };
            found.extend(fits(&unit.name).then(|| add(&unit, None)));
            // What has no name of its own, such as a source, is no place to go to.
            let named = unit.children.iter().filter(|child| kind(&child.kind) != SymbolKind::Object);
            let children = named.filter(|child| fits(&child.name));
            found.extend(children.map(|child| add(child, Some(title.clone()))));
        }
    }
    found.truncate(MAX_SYMBOLS);
    found
}

/// What can be folded.
pub fn folding(state: &State, document: &Document) -> Vec<FoldingRange> {
    let places = ide::folding(&document.text).into_iter();
    let folds = places.map(|place| {
        let at = range(state, document, &place);
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

/// What to select around places: the word, what is folded around it, the declaration, the game, the whole text.
pub fn selections(state: &State, document: &Arc<Document>, places: &[Position]) -> Vec<SelectionRange> {
    let mut all: Vec<Bytes<usize>> = ide::folding(&document.text);
    all.push(0..document.text.len());
    all.extend(ide::tokens(&document.text).into_iter().map(|token| token.start..token.end));
    let mut symbols = state.sheet(document).symbols();
    while let Some(symbol) = symbols.pop() {
        all.push(symbol.range);
        symbols.extend(symbol.children);
    }
    all.sort_by_key(|place| (std::cmp::Reverse(place.len()), place.start));
    all.dedup();
    let around = |at: &Position| {
        let offset = offset(state, document, *at);
        let mut out: Option<SelectionRange> = None;
        let mut last = 0..document.text.len();
        for place in all.iter().filter(|place| place.start <= offset && offset <= place.end) {
            // Of what overlaps without being nested, the larger counts.
            if last.start <= place.start && place.end <= last.end {
                let parent = out.take().map(Box::new);
                out = Some(SelectionRange { range: range(state, document, place), parent });
                last = place.clone();
            }
        }
        out.unwrap_or(SelectionRange { range: Range { start: *at, end: *at }, parent: None })
    };
    places.iter().map(around).collect()
}

fn offset(state: &State, document: &Document, at: Position) -> usize {
    document.lines.offset(&document.text, at, state.encoding)
}

fn range(state: &State, document: &Document, place: &Bytes<usize>) -> Range {
    document.lines.range(&document.text, place.start, place.end, state.encoding)
}

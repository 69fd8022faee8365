//! Hover: what a word means, in Markdown.

use rulebook_language::diagnostic::Code;
use rulebook_language::model::{Constant, Game, Type, constant};

use crate::index::Index;
use crate::lexer::{Piece, Sort, boundary, is_letter, is_like, pieces};
use crate::sheet::Sheet;
use crate::symbol::{Occurrence, Symbol, SymbolKind};
use crate::words;

/// How many cells of a set are named.
const MAX_CELLS: usize = 16;

/// What is said of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The first byte of the word.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// What is said, in Markdown.
    pub text: String,
}

/// What the word at byte `offset` means: how it is declared, its `///` comment, its type, its value at the default options; of a
/// word of the language, its page.
pub fn hover(text: &str, offset: usize) -> Option<Hover> {
    Sheet::read(text).hover(offset)
}

impl Sheet {
    /// As [`hover`].
    pub fn hover(&self, offset: usize) -> Option<Hover> {
        said(self, offset)
    }
}

fn said(sheet: &Sheet, offset: usize) -> Option<Hover> {
    let text = sheet.text();
    let offset = boundary(text, offset);
    if let Some(found) = sheet.index.at(offset) {
        let symbol = sheet.index.symbol(found.symbol)?;
        let said = declared(sheet, found, symbol);
        return Some(Hover { start: found.span.start as usize, end: found.span.end as usize, text: said });
    }
    if let Some(found) = code(text, offset) {
        return Some(found);
    }
    let holds = |start: usize, end: usize| start <= offset && offset <= end;
    let all = pieces(text);
    let place = all.iter().rposition(|piece| holds(piece.start, piece.end()))?;
    let piece = all.get(place).filter(|piece| !matches!(piece.sort, Sort::Comment | Sort::Text))?;
    // A phrase such as `last mover` before its words.
    let near = |other: Option<usize>| other.and_then(|other| all.get(other)).filter(|other| other.sort == Sort::Word);
    let (before, after) = (near(place.checked_sub(1)), near(Some(place + 1)));
    let phrase = |first: Option<&str>, second: Option<&str>| words::own_page(&format!("{} {}", first?, second?));
    let here = Some(piece.text);
    let drawn = if is_like(&all, place) { words::page("look") } else { None };
    let page = drawn
        .or_else(|| phrase(here, after.map(|piece| piece.text)))
        .or_else(|| phrase(before.map(|piece| piece.text), here))
        .or_else(|| words::page(piece.text))
        .or_else(|| if is_end_of_relation(&all, place) { words::page("relation") } else { None })
        .or_else(|| on_board(sheet, offset, piece.text))
        // The letter of a piece.
        .or_else(|| before.filter(|before| before.is("as")).and_then(|before| words::page(before.text)))?;
    Some(Hover { start: piece.start, end: piece.end(), text: page })
}

/// Whether a piece is one of the two cells of a relation's condition.
fn is_end_of_relation(all: &[Piece<'_>], place: usize) -> bool {
    let before = all.iter().take(place).rev().find(|piece| piece.is("relation") || piece.is("{") || piece.is("}"));
    all.get(place).is_some_and(|piece| piece.is("a") || piece.is("b"))
        && before.is_some_and(|piece| piece.is("relation"))
}

/// Of the code of a finding, as `allow` names it.
fn code(text: &str, offset: usize) -> Option<Hover> {
    let is_other = |c: char| !(is_letter(c) || matches!(c, '/' | '-'));
    let start = text.get(..offset)?.rfind(is_other).map_or(0, |before| before + 1);
    let end = text.get(offset..)?.find(is_other).map_or(text.len(), |length| offset + length);
    let code = Code::find(text.get(start..end)?)?;
    Some(Hover { start, end, text: format!("### `{code}`\n\n{}", code.summary()) })
}

/// Of a name that the text declares.
fn declared(sheet: &Sheet, found: &Occurrence, symbol: &Symbol) -> String {
    let head =
        if symbol.head.is_empty() { format!("{} {}", symbol.kind.noun(), symbol.name) } else { symbol.head.clone() };
    let mut out = format!("```game\n{head}\n```\n");
    if !symbol.doc.is_empty() {
        out.push_str(&format!("\n{}\n", symbol.doc));
    }
    let game = sheet.index.unit_at(found.span.start as usize).and_then(|unit| sheet.draft(unit));
    let bound = game.as_ref().and_then(|game| symbol.declared.iter().find_map(|span| game.places.types.get(span)));
    let ty = bound.copied().filter(|ty| *ty != Type::Unknown).unwrap_or(symbol.ty);
    let mut facts = vec![match ty {
        Type::Unknown => symbol.kind.noun().to_owned(),
        ty => format!("{}: {ty}", symbol.kind.noun()),
    }];
    if let Some(from) = of_base(&sheet.index, sheet, symbol) {
        facts.push(from);
    }
    facts.extend(game.as_ref().and_then(|game| value(game, symbol)));
    out.push_str(&format!("\n{}\n", facts.join("; ")));
    out
}

/// The shipped game that declares it, if it is not declared in the text.
fn of_base(index: &Index, sheet: &Sheet, symbol: &Symbol) -> Option<String> {
    let first = symbol.declared.first()?;
    let name = &sheet.loaded.sources.iter().find(|(id, _)| *id == first.file)?.1.name;
    let title = sheet.units().nth(symbol.unit)?.name.text.clone();
    let is_foreign = first.file != rulebook_language::source::FileId(0) && symbol.unit < index.units.len();
    is_foreign.then(|| format!("of `{title}` ({name})"))
}

/// Its value at the default options, where no position changes it.
fn value(game: &Game, symbol: &Symbol) -> Option<String> {
    match symbol.kind {
        SymbolKind::Option => {
            let option = game.options.iter().find(|option| option.name == symbol.name)?;
            Some(format!("default {}", option.value))
        }
        SymbolKind::Counter => {
            let counter = game.counters.iter().find(|counter| counter.name == symbol.name)?;
            Some(format!("from {} to {}, {} at the start", counter.low, counter.high, counter.start))
        }
        SymbolKind::Definition if symbol.parameters.is_empty() => {
            let mut named = game.definitions.iter().filter(|definition| definition.name == symbol.name);
            let body = &named.next_back()?.body;
            let value = constant(body, Some(&game.board), &game.definitions)?;
            Some(format!("at the default options: {}", written(game, &value)))
        }
        _ => None,
    }
}

fn written(game: &Game, value: &Constant) -> String {
    let board = &game.board;
    match value {
        Constant::Number(number) => number.to_string(),
        Constant::Truth(truth) => truth.to_string(),
        Constant::Cell(cell) => cell.map_or("nowhere", |cell| board.cell_name(cell)).to_owned(),
        Constant::Cells(cells) => {
            let names: Vec<&str> = cells.iter().take(MAX_CELLS).map(|cell| board.cell_name(*cell)).collect();
            let more = if cells.len() > MAX_CELLS { " ..." } else { "" };
            format!("{} cells: {}{more}", cells.len(), names.join(" "))
        }
        Constant::Player(player) => game.players[*player].clone(),
        Constant::Direction(direction) => board.direction(*direction).name.clone(),
        Constant::Directions(all) => {
            all.iter().map(|id| board.direction(*id).name.as_str()).collect::<Vec<_>>().join(" ")
        }
        Constant::Kind(kind) => game.kinds[*kind].name.clone(),
        Constant::Kinds(all) => all.iter().map(|id| game.kinds[*id].name.as_str()).collect::<Vec<_>>().join(" "),
    }
}

/// Of a name that the board gives: a cell, a side, a direction.
fn on_board(sheet: &Sheet, offset: usize, word: &str) -> Option<String> {
    let unit = sheet.index.unit_at(offset)?;
    let board = sheet.draft(unit).map(|game| game.board);
    if board.as_ref().is_some_and(|board| board.find_cell(word).is_some()) {
        return Some(format!("`{word}`: a cell"));
    }
    if board.as_ref().is_some_and(|board| board.find_direction(word).is_some()) {
        return Some(format!("`{word}`: a direction of the board"));
    }
    // A cell that the board has with other options.
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    if digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Some(format!("`{word}`: a cell, where the options give the board one of this name"));
    }
    let board = board?;
    let cells = board.find_region(word)?;
    let names: Vec<&str> = cells.iter().take(MAX_CELLS).map(|cell| board.cell_name(*cell)).collect();
    let more = if cells.len() > MAX_CELLS { " ..." } else { "" };
    Some(format!("`{word}`: a region of the board, {} cells: {}{more}", cells.len(), names.join(" ")))
}

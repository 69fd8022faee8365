//! Renaming: every place that speaks of a name, in all variants, in `base`, in how moves are written and in the texts of tests.

use std::collections::BTreeSet;

use rulebook_insight::analysis::run_tests;
use rulebook_language::diagnostic::Severity;
use rulebook_language::model::{Game, KindId, Signs, builtins};
use rulebook_language::source::{FileId, Span};
use rulebook_language::syntax::ast::{DeclarationKind, Name, SetupItem, TestLineKind};
use rulebook_language::syntax::is_name;

use crate::lexer::{boundary, is_letter};
use crate::notation::mentions;
use crate::sheet::Sheet;
use crate::symbol::{Form, Symbol, SymbolId, SymbolKind};

/// How many games and variants of a text are checked again.
const MAX_CHECKED: usize = 64;

/// A stretch of the text, and what is written there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
    /// What is written.
    pub text: String,
}

/// The edits that give what is named at byte `offset` the name `new`, in order.
///
/// # Errors
/// Why it cannot be called so, in one sentence. The text with the edits is read and checked again: it means what it meant.
pub fn rename(text: &str, offset: usize, new: &str) -> Result<Vec<Edit>, String> {
    let edits = Sheet::read(text).rename(offset, new, &|file| file == FileId(0))?;
    let edit = |(span, text): (Span, String)| Edit { start: span.start as usize, end: span.end as usize, text };
    Ok(edits.into_iter().map(edit).collect())
}

impl Sheet {
    /// The places of all files where what is named at byte `offset` is written otherwise once it is called `new`, in order, and
    /// what is written there. Nothing changes in files that `may_change` does not hold for.
    ///
    /// # Errors
    /// Why it cannot be called so, in one sentence.
    pub fn rename(
        &self,
        offset: usize,
        new: &str,
        may_change: &dyn Fn(FileId) -> bool,
    ) -> Result<Vec<(Span, String)>, String> {
        let at = boundary(self.text(), offset);
        let found = *self.index.at(at).ok_or("there is no name here that the text declares")?;
        renamed(self, found.symbol, found.form, new, may_change)
    }

    /// The same for what is declared at a place, named as it is at byte `offset` of `named`; nothing where this sheet does not
    /// know it.
    ///
    /// # Errors
    /// Why it cannot be called so, in one sentence.
    pub fn rename_declared(
        &self,
        origin: Span,
        (named, offset): (&Sheet, usize),
        new: &str,
        may_change: &dyn Fn(FileId) -> bool,
    ) -> Result<Vec<(Span, String)>, String> {
        let Some(symbol) = self.index.declared_at(origin) else { return Ok(Vec::new()) };
        let form = named.index.at(boundary(named.text(), offset)).map_or(Form::Plain, |found| found.form);
        renamed(self, symbol, form, new, may_change)
    }
}

fn renamed(
    sheet: &Sheet,
    id: SymbolId,
    form: Form,
    new: &str,
    may_change: &dyn Fn(FileId) -> bool,
) -> Result<Vec<(Span, String)>, String> {
    let symbol = sheet.index.symbol(id).ok_or("there is no name here")?;
    if sheet.is_mended || sheet.loaded.report.errors() > 0 {
        return Err("a part of the text cannot be read, and may use the name: mend that first".to_owned());
    }
    if symbol.declared.iter().any(|span| !may_change(span.file)) {
        return Err(format!("`{}` is declared in a shipped game, which stays as it is", symbol.name));
    }
    if symbol.kind == SymbolKind::Unit && sheet.units().any(|unit| unit.name.text == new) {
        return Err(format!("there is a game `{new}` already"));
    }
    let (singular, plural) = names(symbol, form, new)?;
    let old = |form: Form| match (form, &symbol.plural) {
        (Form::Plural, Some((plural, _))) => plural.as_str(),
        _ => symbol.name.as_str(),
    };
    let mut edits: Vec<(Span, String)> = Vec::new();
    for place in sheet.index.of(id) {
        let written = if place.form == Form::Plural { &plural } else { &singular };
        // A plural that is the singular's word too is written as that.
        if old(place.form) != written {
            edits.push((place.span, written.clone()));
        }
    }
    if symbol.kind == SymbolKind::Piece {
        return renamed_piece(sheet, id, edits, &singular, may_change);
    }
    if singular != symbol.name {
        edits.extend(mentions(sheet, id).into_iter().map(|span| (span, singular.clone())));
    }
    edits.sort_by_key(|(span, _)| (span.file, span.start));
    verify(sheet, &sheet.edited(&edits), symbol, new)?;
    Ok(edits)
}

/// The edits of a kind of piece: where letters of pieces would be others, `as` keeps them, so that positions mean what they meant.
fn renamed_piece(
    sheet: &Sheet,
    id: SymbolId,
    mut edits: Vec<(Span, String)>,
    new: &str,
    may_change: &dyn Fn(FileId) -> bool,
) -> Result<Vec<(Span, String)>, String> {
    let in_order = |edits: &mut Vec<(Span, String)>| edits.sort_by_key(|(span, _)| (span.file, span.start, span.end));
    let symbol = sheet.index.symbol(id).ok_or("there is no name here")?;
    let letters = kept(sheet, id, new, may_change)?;
    // In actions a kind is written by the letter that is chosen for it, else by its name.
    let chosen = letters.iter().find(|kept| symbol.declared.contains(&kept.name)).map(|kept| kept.letter.to_string());
    edits.extend(letters.iter().map(|kept| (kept.end, format!(" as {}", kept.letter))));
    let mentioned = mentions(sheet, id);
    let mut with = edits.clone();
    with.extend(mentioned.iter().map(|span| (*span, chosen.clone().unwrap_or_else(|| new.to_owned()))));
    in_order(&mut with);
    in_order(&mut edits);
    let tested = |sheet: &Sheet| {
        let runs = run_tests(&sheet.loaded, &|_, _| true);
        runs.tests.into_iter().map(|test| test.passed).collect::<Vec<_>>()
    };
    let is_bare = mentioned.is_empty() && chosen.is_none();
    let before = if is_bare { Vec::new() } else { tested(sheet) };
    // What tests play says whether a word in them is the piece: `king` may be written for another reason.
    for edits in if mentioned.is_empty() { vec![edits] } else { vec![with, edits] } {
        let after = sheet.edited(&edits);
        verify(sheet, &after, symbol, new)?;
        if is_bare || tested(&after) == before {
            return Ok(edits);
        }
    }
    Err(format!("with the name `{new}` tests would play other actions: how a move is written speaks of the name"))
}

/// A letter that a declaration has to choose, so that it stays.
struct Kept {
    /// The name of the kind, where it is declared.
    name: Span,
    /// Where `as` may stand.
    end: Span,
    letter: char,
}

/// The letters that would be others if a kind were called `new`.
fn kept(sheet: &Sheet, id: SymbolId, new: &str, may_change: &dyn Fn(FileId) -> bool) -> Result<Vec<Kept>, String> {
    let mut found: Vec<Kept> = Vec::new();
    let Some(symbol) = sheet.index.symbol(id) else { return Ok(found) };
    for place in 0..sheet.units().count().min(MAX_CHECKED) {
        let Some(game) = sheet.game(place) else { continue };
        let is_known = sheet.index.units.get(place).and_then(|unit| unit.names.get(&symbol.name));
        let here = game.kinds.ids().find(|kind| game.kinds[*kind].name == symbol.name);
        let Some(own) = here.filter(|_| is_known.is_some_and(|(known, _)| *known == id)) else { continue };
        let signs = game.signs();
        let mut kinds = game.kinds.clone();
        kinds[own].name = new.to_owned();
        // The kind itself first: mostly no other letter moves then.
        for kind in std::iter::once(own).chain(game.kinds.ids()) {
            let others = Signs::new(&game.players, &kinds);
            let (was, is) = (letters(&game, &signs, kind), letters(&game, &others, kind));
            let Some((was, is)) = was.iter().zip(&is).find(|(was, is)| was != is) else { continue };
            let name = &game.kinds[kind].name;
            let moves =
                format!("with the name `{new}` the letter of `{name}` in positions would be `{is}` and not `{was}`");
            let chain = sheet.chain(place);
            let declared = chain.iter().rev().flat_map(|unit| &unit.declarations).find_map(|declaration| {
                let DeclarationKind::Pieces { names, .. } = &declaration.kind else { return None };
                names.iter().find(|own| own.name.text == *name)
            });
            let Some(declared) = declared.filter(|own| may_change(own.name.span.file)) else {
                return Err(format!("{moves}, and that is declared in a shipped game"));
            };
            let Some(letter) = signs.common(kind).filter(|_| declared.letter.is_none()) else {
                return Err(format!("{moves}, and `as` cannot keep it: give pieces letters with `as` first"));
            };
            kinds[kind].letter = Some(letter);
            let last = declared.plural.as_ref().unwrap_or(&declared.name).span;
            let end = Span::new(last.file, last.end as usize, last.end as usize);
            if found.iter().all(|known| known.end != end) {
                found.push(Kept { name: declared.name.span, end, letter });
            }
        }
    }
    Ok(found)
}

/// The new name in the singular and in the plural.
fn names(symbol: &Symbol, form: Form, new: &str) -> Result<(String, String), String> {
    let is_good = match symbol.kind {
        SymbolKind::OptionWord => !new.is_empty() && new.chars().all(is_letter),
        SymbolKind::Unit => !new.trim().is_empty() && !new.contains(['"', '\n']),
        SymbolKind::Cell => return Err("cells cannot be renamed: records and positions name them".to_owned()),
        _ => is_name(new),
    };
    if !is_good {
        return Err(format!("`{new}` cannot be a name: write letters, digits and `_`, and no word of the language"));
    }
    let is_free = matches!(symbol.kind, SymbolKind::OptionWord | SymbolKind::Unit);
    if let Some((word, meaning)) = builtins::reserved(new, true).filter(|_| !is_free) {
        return Err(format!("`{word}` is a word of the language: {meaning}"));
    }
    Ok(match (&symbol.plural, form) {
        (None, _) => (new.to_owned(), new.to_owned()),
        (Some((plural, true)), Form::Plain) => (new.to_owned(), plural.clone()),
        (Some((_, true)), Form::Plural) => (symbol.name.clone(), new.to_owned()),
        (Some((_, false)), Form::Plain) => (new.to_owned(), format!("{new}s")),
        (Some((_, false)), Form::Plural) => match new.strip_suffix('s').filter(|singular| is_name(singular)) {
            Some(singular) => (singular.to_owned(), new.to_owned()),
            None => return Err(format!("rename the piece in the singular: its plural is `{}s`", symbol.name)),
        },
    })
}

/// Holds the renamed text against the text: every name stands for the same, every game that could be checked still can, and
/// positions that are written in it, as pictures or in a line, have the same pieces; after a piece was renamed any position.
fn verify(before: &Sheet, after: &Sheet, symbol: &Symbol, new: &str) -> Result<(), String> {
    let meanings =
        |sheet: &Sheet| sheet.index.occurrences.iter().map(|found| (found.symbol, found.form)).collect::<Vec<_>>();
    let taken = || format!("`{new}` means something else here already");
    if meanings(before) != meanings(after) {
        return Err(taken());
    }
    for (place, unit) in before.units().enumerate().take(MAX_CHECKED) {
        let Some(game) = before.game(place) else { continue };
        let signs = game.signs();
        let texts =
            before.chain(place).into_iter().flat_map(|unit| &unit.declarations).flat_map(|said| drawn(&said.kind));
        let drawn: BTreeSet<char> = texts.flat_map(|text| text.text.chars()).collect();
        let reads = |others: &Signs| match drawn.iter().find(|letter| signs.piece(**letter) != others.piece(**letter)) {
            None => Ok(()),
            Some(letter) => Err(format!(
                "with the name `{new}` the letter `{letter}` means another piece in positions: give pieces letters with `as` first"
            )),
        };
        if symbol.kind == SymbolKind::Player {
            // Pieces may have their letters from their owners.
            let mut players = game.players.clone();
            game.players
                .ids()
                .filter(|id| game.players[*id] == symbol.name)
                .for_each(|id| new.clone_into(&mut players[id]));
            reads(&Signs::new(&players, &game.kinds))?;
        }
        let Some(renamed) = after.game(place) else {
            let said = after.loaded.check(Some(&unit.name), &[]).1;
            let why = said.iter().find(|said| said.severity == Severity::Error).map(|said| said.message.as_str());
            return Err(format!(
                "with the name `{new}` the sheet would be wrong: {}",
                why.unwrap_or("it cannot be read")
            ));
        };
        let others = renamed.signs();
        reads(&others)?;
        let is_other = |kind: &KindId| letters(&game, &signs, *kind) != letters(&renamed, &others, *kind);
        if symbol.kind == SymbolKind::Piece && game.kinds.ids().any(|kind| is_other(&kind)) {
            return Err(format!(
                "with the name `{new}` pieces have other letters in positions: give them letters with `as` first"
            ));
        }
    }
    Ok(())
}

/// The texts of a declaration that say with letters which pieces stand where.
fn drawn(kind: &DeclarationKind) -> Vec<&Name> {
    match kind {
        DeclarationKind::Setup(items) => items
            .iter()
            .flat_map(|item| if let SetupItem::Picture(rows) = item { rows.as_slice() } else { &[] })
            .collect(),
        DeclarationKind::Test(test) => test
            .lines
            .iter()
            .flat_map(|line| match &line.kind {
                TestLineKind::Picture(rows) => rows.as_slice(),
                TestLineKind::Notation(text) => std::slice::from_ref(text),
                _ => &[],
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The letters of the pieces of a kind, by who owns them.
fn letters(game: &Game, signs: &Signs, kind: KindId) -> Vec<char> {
    let owners = game.players.ids().map(Some).chain([None]);
    let fits = |owner: &Option<_>| owner.is_none() == game.kinds[kind].neutral;
    owners.filter(fits).map(|owner| signs.letter((owner, kind))).collect()
}

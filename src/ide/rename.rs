//! Renaming: every place that speaks of a name, in all variants, in `base`, in how moves are written and in the texts of tests.

use rulebook_language::model::{Game, builtins};
use rulebook_language::source::{FileId, Span};
use rulebook_language::syntax::ast::{DeclarationKind, TestLineKind};
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
    if singular != symbol.name {
        edits.extend(mentions(sheet, id).into_iter().map(|span| (span, singular.clone())));
    }
    edits.sort_by_key(|(span, _)| (span.file, span.start));
    verify(sheet, &sheet.edited(&edits), new)?;
    Ok(edits)
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

/// Holds the renamed text against the text: every name stands for the same, every game that could be checked still can, and the
/// pieces in positions of tests are drawn with the same letters.
fn verify(before: &Sheet, after: &Sheet, new: &str) -> Result<(), String> {
    let meanings =
        |sheet: &Sheet| sheet.index.occurrences.iter().map(|found| (found.symbol, found.form)).collect::<Vec<_>>();
    let taken = || format!("`{new}` means something else here already");
    if meanings(before) != meanings(after) {
        return Err(taken());
    }
    for (place, unit) in before.units().enumerate().take(MAX_CHECKED) {
        let Some(game) = before.game(place) else { continue };
        let renamed = after.game(place).ok_or_else(taken)?;
        let draws = |kind: &DeclarationKind| match kind {
            DeclarationKind::Test(test) => {
                test.lines.iter().any(|line| matches!(line.kind, TestLineKind::Picture(_) | TestLineKind::Notation(_)))
            }
            _ => false,
        };
        if letters(&game) != letters(&renamed) && unit.declarations.iter().any(|declaration| draws(&declaration.kind)) {
            return Err(format!(
                "with the name `{new}` pieces have other letters in the positions of tests: give them letters with `as` first"
            ));
        }
    }
    Ok(())
}

/// The letters of all pieces.
fn letters(game: &Game) -> Vec<char> {
    let signs = game.signs();
    let owners = || game.players.ids().map(Some).chain([None]);
    let owned = |kind| owners().map(move |owner| (owner, kind));
    let fits = |(owner, kind): &(Option<_>, _)| owner.is_none() == game.kinds[*kind].neutral;
    game.kinds.ids().flat_map(owned).filter(fits).map(|piece| signs.letter(piece)).collect()
}

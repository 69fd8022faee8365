//! Where what a game uses is declared: in the game or variant itself, or in what it varies.

use crate::library::{Loaded, Prepared};
use rulebook_language::model::lineage;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{DeclarationKind, Unit};

/// The game or variant of a title.
pub fn unit<'a>(loaded: &'a Loaded, title: &str) -> Option<&'a Unit> {
    loaded.files.iter().flat_map(|file| &file.units).find(|unit| unit.name.text == title)
}

/// Where an option is declared: in the game or variant itself, or in what it varies.
pub fn declared(loaded: &Loaded, prepared: &Prepared, option: &str) -> Option<Span> {
    find(loaded, prepared, &|kind, span| match kind {
        DeclarationKind::Option(declared) if declared.name.text == option => Some(declared.name.span),
        DeclarationKind::Pie(_) if option == rulebook_language::model::PIE => Some(span),
        _ => None,
    })
}

/// Where a kind of piece is declared.
pub fn kind(loaded: &Loaded, prepared: &Prepared, name: &str) -> Option<Span> {
    find(loaded, prepared, &|kind, _| match kind {
        DeclarationKind::Pieces { names, .. } => {
            names.iter().map(|piece| &piece.name).find(|piece| piece.text == name).map(|piece| piece.span)
        }
        _ => None,
    })
}

/// The first declaration that is meant, of the game or variant itself or of what it varies.
fn find(
    loaded: &Loaded,
    prepared: &Prepared,
    is_meant: &dyn Fn(&DeclarationKind, Span) -> Option<Span>,
) -> Option<Span> {
    let unit = unit(loaded, &prepared.game.about.title)?;
    let all = lineage(loaded.files.iter(), unit).into_iter().flat_map(|unit| &unit.declarations);
    all.into_iter().find_map(|declaration| is_meant(&declaration.kind, declaration.span))
}

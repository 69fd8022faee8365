//! What a variant takes away.

use crate::source::Span;
use crate::syntax::ast::PieceName;

/// How what is done after each move is declared.
pub const AFTER_MOVE: &str = "after each move";

/// A name that a variant takes away.
#[derive(Clone, Copy)]
pub struct Off<'a> {
    /// What its declaration begins with.
    pub sort: &'a str,
    /// The name.
    pub name: &'a str,
    /// Of pieces, the plural.
    pub piece: Option<&'a PieceName>,
    /// The place of the variant in the chain.
    pub layer: usize,
    /// Where that is said.
    pub span: Span,
}

impl Off<'_> {
    /// Whether it takes away what is called so.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.piece.is_some_and(|piece| plural(piece) == name)
    }
}

/// What several pieces of a kind are called.
pub fn plural(piece: &PieceName) -> String {
    piece.plural.as_ref().map_or_else(|| format!("{}s", piece.name.text), |plural| plural.text.clone())
}

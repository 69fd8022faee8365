//! Why something is not lifted into batches.

use rulebook_language::source::Span;

/// Why a game, or a part of its rules, is not lifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotBatchable {
    /// What stands in the way.
    pub why: &'static str,
    /// Where in the rules that is, if it is at one place.
    pub at: Option<Span>,
}

/// What stands in the way, at no place yet.
pub const fn not_batchable(why: &'static str) -> NotBatchable {
    NotBatchable { why, at: None }
}

impl NotBatchable {
    /// The same at a place, unless a narrower one is known.
    #[must_use]
    pub fn within(self, at: Span) -> Self {
        NotBatchable { at: self.at.or(Some(at)), ..self }
    }
}

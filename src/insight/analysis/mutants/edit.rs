//! One change of a text, and how changes are gathered.

use rulebook_language::source::{SourceFile, Span};

/// One change of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The game or variant in which it is.
    pub unit: String,
    /// The declaration in which it is, such as `move place`.
    pub place: String,
    /// What is replaced.
    pub span: Span,
    /// What stands there instead; empty where it is left out.
    pub by: String,
}

/// Changes of one file, as they are found.
pub struct Edits<'f> {
    /// The file.
    pub file: &'f SourceFile,
    /// Names of the players of the unit at hand.
    pub players: Vec<String>,
    /// Names of the relations that it declares.
    pub relations: Vec<String>,
    /// The game or variant at hand.
    pub unit: String,
    /// The declaration at hand.
    pub place: String,
    /// What was found.
    pub found: Vec<Edit>,
}

impl Edits<'_> {
    /// A change of what a span covers.
    pub fn replace(&mut self, span: Span, by: impl Into<String>) {
        let by = by.into();
        if self.file.slice(span) != by && span.start < span.end {
            self.found.push(Edit { unit: self.unit.clone(), place: self.place.clone(), span, by });
        }
    }

    /// A span that is left out.
    pub fn drop(&mut self, span: Span) {
        self.replace(span, "");
    }

    /// The first place of a word or sign between two bytes of the file.
    pub fn sign(&self, start: u32, end: u32, sign: &str) -> Option<Span> {
        let (start, end) = self.file.find_sign(start, end, sign)?;
        Some(Span { start, end, file: Span::default().file })
    }

    /// A span of the same file.
    pub fn between(&self, from: Span, start: u32, end: u32) -> Span {
        Span { file: from.file, start, end }
    }
}

impl Edit {
    /// The text with the change.
    pub fn applied(&self, text: &str) -> String {
        let (before, after) = (text.get(..self.span.start as usize), text.get(self.span.end as usize..));
        format!("{}{}{}", before.unwrap_or_default(), self.by, after.unwrap_or_default())
    }
}

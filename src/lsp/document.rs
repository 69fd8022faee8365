//! An open document.

use gen_lsp_types::{Diagnostic, TextDocumentContentChangeEvent, Uri};

use super::lines::{Encoding, Lines};

/// An open document.
#[derive(Clone, Debug)]
pub struct Document {
    /// What the client calls it.
    pub uri: Uri,
    /// The client's number of its text.
    pub version: i32,
    /// The text.
    pub text: String,
    /// Where its lines begin.
    pub lines: Lines,
    /// What the whole check of this very text found, once it has been made.
    pub checked: Option<Vec<Diagnostic>>,
}

impl Document {
    /// A document as it was opened.
    pub fn new(uri: Uri, version: i32, text: String) -> Self {
        Document { uri, version, lines: Lines::new(&text), text, checked: None }
    }

    /// Changes the text, one edit after another.
    pub fn change(&mut self, version: i32, edits: Vec<TextDocumentContentChangeEvent>, encoding: Encoding) {
        for edit in edits {
            match edit {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(edit) => {
                    let from = self.lines.offset(&self.text, edit.range.start, encoding);
                    let to = self.lines.offset(&self.text, edit.range.end, encoding);
                    self.text.replace_range(from..to.max(from), &edit.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(edit) => self.text = edit.text,
            }
            self.lines = Lines::new(&self.text);
        }
        self.version = version;
        self.checked = None;
    }
}

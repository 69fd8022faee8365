//! An open document.

use std::path::PathBuf;

use gen_lsp_types::{Diagnostic, Range, Uri};
use serde::Deserialize;

use super::files::{path_of, shipped_of};
use super::lines::{Encoding, Lines};
use rulebook_insight::library::Shipped;
use rulebook_language::syntax::MAX_FILE_BYTES;

/// The longest text that is kept. A rule sheet is shorter; what is longer becomes one again by being cut.
const MAX_TEXT: usize = 4 * MAX_FILE_BYTES;

/// An edit, as clients send them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Change {
    /// What goes; without it, all.
    range: Option<Range>,
    /// What comes.
    text: String,
}

/// An open document.
#[derive(Clone, Debug)]
pub struct Document {
    /// What the client calls it.
    pub uri: Uri,
    /// The file that it is, if it is one.
    pub path: Option<PathBuf>,
    /// The client's number of its text.
    pub version: Option<i32>,
    /// The server's own number of its text: no two texts of a session have the same.
    pub stamp: u64,
    /// The text.
    pub text: String,
    /// Where its lines begin.
    pub lines: Lines,
    /// What was told last of this very text.
    pub findings: Option<Vec<Diagnostic>>,
    /// The number of that: no two findings of a session have the same.
    pub told: u64,
    /// Whether the text was too long to be kept, so that nothing is known until the client sends all of it anew.
    pub is_lost: bool,
}

impl Document {
    /// A document as it was opened.
    pub fn new(uri: Uri, version: Option<i32>, stamp: u64, text: String) -> Self {
        let (path, lines) = (path_of(&uri), Lines::new(&text));
        let mut document = Document { uri, path, version, stamp, lines, text, findings: None, told: 0, is_lost: false };
        document.bound();
        document
    }

    /// Changes the text, one edit after another.
    pub fn change(&mut self, version: Option<i32>, stamp: u64, edits: Vec<Change>, encoding: Encoding) {
        // Of a text that is sent whole, what came before does not matter.
        let first = edits.iter().rposition(|edit| edit.range.is_none()).unwrap_or(0);
        for edit in edits.into_iter().skip(first) {
            match edit.range {
                Some(_) if self.is_lost => continue,
                Some(range) => {
                    let from = self.lines.offset(&self.text, range.start, encoding);
                    let to = self.lines.offset(&self.text, range.end, encoding);
                    self.text.replace_range(from..to.max(from), &edit.text);
                }
                None => (self.text, self.is_lost) = (edit.text, false),
            }
            self.lines = Lines::new(&self.text);
            self.bound();
        }
        (self.version, self.stamp, self.findings) = (version, stamp, None);
    }

    fn bound(&mut self) {
        if self.text.len() > MAX_TEXT {
            (self.text, self.is_lost) = (String::new(), true);
            self.lines = Lines::new("");
        }
    }

    /// The shipped game that it shows, which nobody can change.
    pub fn shipped(&self) -> Option<&'static Shipped> {
        shipped_of(&self.uri)
    }

    /// What the text is called where it is read: the file, the name of the shipped game, else the address.
    pub fn name(&self) -> String {
        match (&self.path, self.shipped()) {
            (Some(path), _) => path.display().to_string(),
            (None, Some(game)) => game.name().to_owned(),
            (None, None) => self.uri.as_ref().to_owned(),
        }
    }
}

//! What the server knows: the open documents, and what was agreed with the client.

use std::collections::BTreeMap;

use gen_lsp_types::Uri;

use super::document::Document;
use super::lines::Encoding;

/// What the server knows.
#[derive(Debug, Default)]
pub struct State {
    documents: BTreeMap<String, Document>,
    /// What columns count.
    pub encoding: Encoding,
    /// Whether inlay hints are wanted.
    pub hints: bool,
    /// Whether the whole check runs after a pause.
    pub checks: bool,
}

impl State {
    /// An open document.
    pub fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.get(uri.as_ref())
    }

    /// An open document, to be changed.
    pub fn document_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.documents.get_mut(uri.as_ref())
    }

    /// Opens a document, in place of one of the same name.
    pub fn open(&mut self, document: Document) {
        self.documents.insert(document.uri.as_ref().to_owned(), document);
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &Uri) {
        self.documents.remove(uri.as_ref());
    }

    /// The open documents.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.documents.values()
    }
}

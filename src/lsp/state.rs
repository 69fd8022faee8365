//! What the server knows: the open documents, the files beside them, and what was agreed with the client.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gen_lsp_types::{Location, Uri};

use super::document::Document;
use super::files::{Files, NoFiles, path_of, shipped_of, uri_of, uri_of_shipped};
use super::lines::Encoding;
use super::settings::Settings;
use rulebook_ide::Sheet;
use rulebook_insight::library::{self, Files as Others, Loaded, Shipped, Unread, load, load_with};
use rulebook_language::source::{FileId, SourceMap, Span};
use rulebook_language::syntax::MAX_FILE_BYTES;

/// How many documents can be open.
const MAX_DOCUMENTS: usize = 1_000;
/// How long the texts are together whose trees are kept, but for that of the last.
const MAX_KEPT: usize = 256 << 10;
/// How many files of a workspace are looked at for names.
const MAX_SHEETS: usize = 2_000;

/// What the server knows. A clone costs little, and is what it knew then.
#[derive(Clone, Debug)]
pub struct State {
    documents: BTreeMap<String, Arc<Document>>,
    /// The folders that the client works in.
    pub folders: Vec<PathBuf>,
    /// Files beside the documents.
    pub files: Arc<dyn Files>,
    /// What columns count.
    pub encoding: Encoding,
    /// Whether the client asks for the texts of shipped games.
    pub shows_shipped: bool,
    /// Whether the client takes the places of parameters, and not their names.
    pub label_offsets: bool,
    /// What the user wants.
    pub settings: Settings,
    /// The last stamp of a text.
    stamp: u64,
    /// Texts as they were read, by their stamps, the last one first.
    sheets: Arc<Mutex<Known>>,
}

type Known = Vec<(u64, Arc<Sheet>)>;

impl Default for State {
    fn default() -> Self {
        State::with(Arc::new(NoFiles))
    }
}

impl State {
    /// Nothing but files.
    pub fn with(files: Arc<dyn Files>) -> Self {
        State {
            documents: BTreeMap::new(),
            folders: Vec::new(),
            files,
            encoding: Encoding::default(),
            shows_shipped: false,
            label_offsets: false,
            settings: Settings::default(),
            stamp: 0,
            sheets: Arc::default(),
        }
    }

    /// An open document.
    pub fn document(&self, uri: &Uri) -> Option<&Arc<Document>> {
        self.documents.get(uri.as_ref())
    }

    /// An open document, to be changed.
    pub fn document_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.documents.get_mut(uri.as_ref()).map(Arc::make_mut)
    }

    /// A stamp that no text has.
    pub fn next_stamp(&mut self) -> u64 {
        self.stamp += 1;
        self.stamp
    }

    /// Opens a document, in place of one of the same name; says whether there is room for it.
    pub fn open(&mut self, uri: Uri, version: Option<i32>, text: String) -> bool {
        let has_room = self.documents.len() < MAX_DOCUMENTS || self.documents.contains_key(uri.as_ref());
        if has_room {
            let document = Document::new(uri, version, self.next_stamp(), text);
            self.documents.insert(document.uri.as_ref().to_owned(), Arc::new(document));
        }
        has_room
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &Uri) {
        if let Some(closed) = self.documents.remove(uri.as_ref()) {
            self.kept().retain(|(stamp, _)| *stamp != closed.stamp);
        }
    }

    /// The open documents.
    pub fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        self.documents.values()
    }

    /// What a file says: the document, if it is open, else what is on disk.
    pub fn at(&self, path: &Path) -> Option<Arc<Document>> {
        let open = self.documents().find(|document| document.path.as_deref() == Some(path));
        let read = || Some(Arc::new(Document::new(uri_of(path), None, 0, self.files.text(path)?)));
        open.cloned().or_else(read)
    }

    /// What stands at an address: an open document, else a shipped game or a file of the workspace.
    pub fn find(&self, uri: &Uri) -> Option<Arc<Document>> {
        let shipped = || Some(Arc::new(shown(shipped_of(uri)?)));
        self.document(uri).cloned().or_else(shipped).or_else(|| self.at(&path_of(uri)?))
    }

    /// All sheets: the open documents, and the files of the workspace.
    pub fn workspace(&self) -> impl Iterator<Item = Arc<Document>> {
        let is_open = |path: &PathBuf| self.documents().any(|document| document.path.as_ref() == Some(path));
        let mut paths: Vec<PathBuf> = self.folders.iter().flat_map(|folder| self.files.sheets(folder)).collect();
        paths.sort();
        paths.dedup();
        paths.retain(|path| !is_open(path));
        self.documents().cloned().chain(paths.into_iter().filter_map(|path| self.at(&path))).take(MAX_SHEETS)
    }

    /// Reads the text of a document with what it builds on.
    pub fn load(&self, document: &Document, text: &str) -> Loaded {
        match document.path.as_deref().and_then(Path::parent) {
            Some(folder) => load_with(&document.name(), text, &Beside { state: self, folder }),
            None => load(&document.name(), text),
        }
    }

    /// Texts that build on one that has changed are others too: which these are, with the one itself.
    pub fn renew(&mut self, changed: &Uri) -> Vec<Uri> {
        let builds = |other: &&Arc<Document>| path_of(changed).is_some_and(|path| self.builds_on(other, &path));
        let others = self.documents().filter(|other| other.uri != *changed).filter(builds);
        let others: Vec<Uri> = others.map(|other| other.uri.clone()).collect();
        others.iter().for_each(|uri| self.restamp(uri));
        std::iter::once(changed.clone()).chain(others).collect()
    }

    /// Whether a sheet builds on a file, which it or another names that it builds on.
    fn builds_on(&self, document: &Document, path: &Path) -> bool {
        let Some(folder) = document.path.as_deref().and_then(Path::parent) else { return false };
        // Of most sheets the text tells that they name no file.
        document.text.contains(".game\"") && self.sheet(document).loaded.named().any(|named| folder.join(named) == path)
    }

    /// What a document builds on may be another than it was.
    pub fn restamp(&mut self, uri: &Uri) {
        let stamp = self.next_stamp();
        if let Some(document) = self.document_mut(uri) {
            (document.stamp, document.findings) = (stamp, None);
        }
    }

    /// A document as it was read.
    pub fn sheet(&self, document: &Document) -> Arc<Sheet> {
        let read = || Arc::new(Sheet::read_by(&document.text, &|text| self.load(document, text)));
        if document.stamp == 0 {
            return read();
        }
        let mut kept = self.kept();
        let known = kept.iter().position(|(stamp, _)| *stamp == document.stamp);
        let sheet = match known {
            Some(place) => kept.remove(place).1,
            None => read(),
        };
        kept.insert(0, (document.stamp, Arc::clone(&sheet)));
        let mut length = 0;
        let mut fits = |(_, sheet): &(u64, Arc<Sheet>)| {
            length += sheet.text().len();
            length <= MAX_KEPT
        };
        let count = kept.iter().map_while(|entry| fits(entry).then_some(())).count();
        kept.truncate(count.max(1));
        sheet
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<(u64, Arc<Sheet>)>> {
        self.sheets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A document as it was read, but with brackets as they are written.
    pub fn as_written<'s>(&self, document: &Document, sheet: &'s Sheet) -> Cow<'s, Loaded> {
        match sheet.is_mended || document.text.len() > MAX_FILE_BYTES {
            true => Cow::Owned(self.load(document, &document.text)),
            false => Cow::Borrowed(&sheet.loaded),
        }
    }

    /// The document that a file is which `document` is or builds on; of a shipped game only where the client can show it.
    pub fn file_of(&self, document: &Arc<Document>, sources: &SourceMap, file: FileId) -> Option<Arc<Document>> {
        if file == FileId(0) {
            return Some(Arc::clone(document));
        }
        let (_, source) = sources.iter().find(|(id, _)| *id == file)?;
        // Shipped games have names, and all else has paths.
        match Path::new(&source.name) {
            path if path.is_absolute() => self.at(path),
            _ => library::find(&source.name).filter(|_| self.shows_shipped).map(|game| Arc::new(shown(game))),
        }
    }

    /// Whether a file that `document` is or builds on can be changed.
    pub fn may_change(&self, document: &Arc<Document>, sources: &SourceMap, file: FileId) -> bool {
        self.file_of(document, sources, file).is_some_and(|document| document.shipped().is_none())
    }

    /// Where a place of a document is, or of what it builds on; of a shipped game only where the client can show it.
    pub fn location(&self, document: &Arc<Document>, sources: &SourceMap, span: Span) -> Option<Location> {
        let document = self.file_of(document, sources, span.file)?;
        let range = document.lines.range(&document.text, span.start as usize, span.end as usize, self.encoding);
        Some(Location { uri: document.uri.clone(), range })
    }

    /// The other sheets that build on a document.
    pub fn dependents(&self, document: &Document) -> Vec<Arc<Document>> {
        let Some(path) = document.path.as_deref() else { return Vec::new() };
        let others = self.workspace().filter(|other| other.uri != document.uri);
        others.filter(|other| self.builds_on(other, path)).collect()
    }
}

/// The text of a shipped game, as a document.
fn shown(game: &Shipped) -> Document {
    Document::new(uri_of_shipped(game), None, 0, game.text.to_owned())
}

/// The files beside a document: those that are open before those on disk.
struct Beside<'s> {
    state: &'s State,
    folder: &'s Path,
}

impl Others for Beside<'_> {
    fn read(&self, path: &str) -> Result<String, Unread> {
        let whole = self.folder.join(path);
        let open = self.state.documents().find(|document| document.path.as_ref() == Some(&whole));
        match open {
            Some(document) => Ok(document.text.clone()),
            None => self.state.files.beside(self.folder, path),
        }
    }

    fn paths(&self) -> Vec<String> {
        let is_here = |path: &&PathBuf| path.parent() == Some(self.folder);
        let open = self.state.documents().filter_map(|document| document.path.as_ref()).filter(is_here);
        let open = open.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
        let mut names: Vec<String> = self.state.files.names(self.folder).into_iter().chain(open).collect();
        names.sort();
        names.dedup();
        names
    }
}

//! Completion, format and rename.

use std::collections::BTreeMap;
use std::sync::Arc;

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, MarkupContent, MarkupKind, Position, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use serde_json::json;

use super::document::Document;
use super::navigation::elsewhere;
use super::state::State;
use rulebook_ide::Sheet;
use rulebook_language::format::{Refusal, format};
use rulebook_language::source::{FileId, Span};

/// What was offered last: of which text, and of each word its documentation.
#[derive(Clone, Debug, Default)]
pub struct Offered {
    stamp: u64,
    docs: Vec<String>,
}

/// What may be written at a place. The documentation is kept until it is asked for.
pub fn complete(state: &State, document: &Document, at: Position) -> (CompletionList, Offered) {
    let offset = document.lines.offset(&document.text, at, state.encoding);
    let offers = state.sheet(document).complete(offset);
    let position = |offset| document.lines.position(&document.text, offset, state.encoding);
    let mut offered = Offered { stamp: document.stamp, docs: Vec::new() };
    let items = offers.into_iter().enumerate().map(|(place, offer)| {
        // What is replaced lies on one line and has the cursor in it, as the protocol wants it.
        let (start, end) = (position(offer.from), position(offer.to));
        let range = Range { start, end: if end.line == at.line { end.max(at) } else { at } };
        let has_doc = !offer.doc.is_empty();
        offered.docs.push(offer.doc);
        CompletionItem {
            kind: Some(kind(offer.kind)),
            detail: Some(offer.detail).filter(|detail| !detail.is_empty()),
            // In the order in which they are offered.
            sort_text: Some(format!("{place:05}")),
            filter_text: Some(offer.label.clone()),
            text_edit: Some(TextEdit { range, new_text: offer.insert }.into()),
            label: offer.label,
            data: has_doc.then(|| json!([document.stamp, place])),
            ..CompletionItem::default()
        }
    });
    let list = CompletionList { is_incomplete: false, items: items.collect(), ..CompletionList::default() };
    (list, offered)
}

/// A word that was offered, with its documentation where it is still known.
pub fn resolved(mut item: CompletionItem, offered: &Offered) -> CompletionItem {
    let asked = item.data.clone().and_then(|data| serde_json::from_value::<(u64, usize)>(data).ok());
    let doc = asked.filter(|(stamp, _)| *stamp == offered.stamp).and_then(|(_, place)| offered.docs.get(place));
    item.documentation = doc.map(|doc| markdown(doc.clone()).into());
    item
}

fn kind(word: &str) -> CompletionItemKind {
    match word {
        "keyword" => CompletionItemKind::Keyword,
        "function" => CompletionItemKind::Function,
        "option" | "counter" | "mark" => CompletionItemKind::Property,
        "piece" => CompletionItemKind::Class,
        "player" => CompletionItemKind::EnumMember,
        "move" => CompletionItemKind::Method,
        "value" | "region" | "condition" | "definition" => CompletionItemKind::Function,
        "cell" | "word" => CompletionItemKind::Constant,
        "game" => CompletionItemKind::Module,
        _ => CompletionItemKind::Variable,
    }
}

/// Markdown, as editors show it.
pub fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

/// The edit that lays the document out; none where it stands so already.
///
/// # Errors
/// Why it is not laid out.
pub fn formatted(state: &State, document: &Document) -> Result<Vec<TextEdit>, String> {
    let text = format(&document.name(), &document.text).map_err(|refusal| match refusal {
        Refusal::Findings(..) => "the sheet has errors: it is formatted once they are mended".to_owned(),
        Refusal::Long(bytes) => format!("the sheet would be too long ({bytes} bytes)"),
        Refusal::Changed(what) => format!("the sheet cannot be formatted without changing its meaning: {what}"),
    })?;
    if text == document.text {
        return Ok(Vec::new());
    }
    // What is the same at both ends stays, so that the cursor does.
    let (old, new) = (document.text.as_str(), text.as_str());
    let mut start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
        start -= 1;
    }
    let most = old.len().min(new.len()) - start;
    let mut end = old.bytes().rev().zip(new.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(old.len() - end) || !new.is_char_boundary(new.len() - end) {
        end -= 1;
    }
    // The two bytes of a line's end stay together: clients count no place between them.
    let mut to = old.len() - end;
    if old.get(..to).is_some_and(|lead| lead.ends_with('\r'))
        && old.get(to..).is_some_and(|rest| rest.starts_with('\n'))
    {
        (to, end) = (to + 1, end.saturating_sub(1));
    }
    if old.get(..start).is_some_and(|lead| lead.ends_with('\r')) {
        start -= 1;
    }
    let range = document.lines.range(old, start, to, state.encoding);
    let new_text = new.get(start..new.len() - end).unwrap_or_default().to_owned();
    Ok(vec![TextEdit { range, new_text }])
}

/// The name at a place that can be changed.
pub fn renamable(state: &State, document: &Arc<Document>, at: Position) -> Option<Range> {
    let offset = document.lines.offset(&document.text, at, state.encoding);
    let holds =
        |place: &Span| place.file == FileId(0) && place.start as usize <= offset && offset <= place.end as usize;
    let here = state.sheet(document).references(offset).into_iter().find(holds)?;
    Some(document.lines.range(&document.text, here.start as usize, here.end as usize, state.encoding))
}

/// The edits that give what stands at a place another name, in all files that speak of it.
///
/// # Errors
/// Why it cannot be called so.
pub fn rename(state: &State, document: &Arc<Document>, at: Position, new: &str) -> Result<WorkspaceEdit, String> {
    let offset = document.lines.offset(&document.text, at, state.encoding);
    let sheet = state.sheet(document);
    let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    let mut add = |document: &Arc<Document>, sheet: &Sheet, edits: Vec<(Span, String)>| {
        for (span, new_text) in edits {
            let Some(place) = state.location(document, &sheet.loaded.sources, span) else { continue };
            let edits = changes.entry(place.uri.as_ref().to_owned()).or_default();
            let edit = TextEdit { range: place.range, new_text };
            if !edits.contains(&edit) {
                edits.push(edit);
            }
        }
    };
    let edits = sheet.rename(offset, new, &|file| state.file_of(document, &sheet.loaded.sources, file).is_some())?;
    add(document, &sheet, edits);
    for (other, theirs, origin) in elsewhere(state, document, offset) {
        let may_change = |file| state.file_of(&other, &theirs.loaded.sources, file).is_some();
        let edits = theirs.rename_declared(origin, (&sheet, offset), new, &may_change);
        add(&other, &theirs, edits.map_err(|why| format!("in {}: {why}", other.name()))?);
    }
    let changes = changes.into_iter().map(|(uri, edits)| (Uri::from(uri), edits)).collect();
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

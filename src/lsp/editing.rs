//! Completion, format and rename.

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, MarkupContent, MarkupKind, Position, Range, TextEdit,
    WorkspaceEdit,
};

use super::document::Document;
use super::lines::Encoding;
use rulebook_ide as ide;
use rulebook_language::format::format;

/// What may be written at a place, with its documentation.
pub fn complete(document: &Document, at: Position, encoding: Encoding) -> CompletionList {
    let offset = document.lines.offset(&document.text, at, encoding);
    let offers = ide::complete(&document.text, offset);
    let items = offers.into_iter().enumerate().map(|(place, offer)| {
        let range = Range { start: document.lines.position(&document.text, offer.from, encoding), end: at };
        CompletionItem {
            kind: Some(kind(offer.kind)),
            detail: Some(offer.detail).filter(|detail| !detail.is_empty()),
            documentation: (!offer.doc.is_empty()).then(|| markdown(offer.doc).into()),
            // In the order in which they are offered.
            sort_text: Some(format!("{place:05}")),
            filter_text: Some(offer.label.clone()),
            text_edit: Some(TextEdit { range, new_text: offer.insert }.into()),
            label: offer.label,
            ..CompletionItem::default()
        }
    });
    CompletionList { is_incomplete: false, items: items.collect(), ..CompletionList::default() }
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
pub fn formatted(document: &Document, encoding: Encoding) -> Result<Vec<TextEdit>, String> {
    let text = format("sheet.game", &document.text)
        .map_err(|_| "the sheet has errors: it is formatted once they are mended".to_owned())?;
    if text == document.text {
        return Ok(Vec::new());
    }
    // What is the same at both ends stays, so that the cursor does.
    let (old, new) = (document.text.as_str(), text.as_str());
    let mut start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(start) {
        start -= 1;
    }
    let most = old.len().min(new.len()) - start;
    let mut end = old.bytes().rev().zip(new.bytes().rev()).take(most).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(old.len() - end) {
        end -= 1;
    }
    let range = document.lines.range(old, start, old.len() - end, encoding);
    let new_text = new.get(start..new.len() - end).unwrap_or_default().to_owned();
    Ok(vec![TextEdit { range, new_text }])
}

/// The name at a place that can be changed.
pub fn renamable(document: &Document, at: Position, encoding: Encoding) -> Option<Range> {
    let offset = document.lines.offset(&document.text, at, encoding);
    let places = ide::references(&document.text, offset);
    let here = places.into_iter().find(|place| place.start <= offset && offset <= place.end)?;
    Some(document.lines.range(&document.text, here.start, here.end, encoding))
}

/// The edits that give what stands at a place another name.
///
/// # Errors
/// Why it cannot be called so.
pub fn rename(document: &Document, at: Position, new: &str, encoding: Encoding) -> Result<WorkspaceEdit, String> {
    let offset = document.lines.offset(&document.text, at, encoding);
    let edits = ide::rename(&document.text, offset, new)?;
    let edits = edits.into_iter().map(|edit| TextEdit {
        range: document.lines.range(&document.text, edit.start, edit.end, encoding),
        new_text: edit.text,
    });
    Ok(WorkspaceEdit {
        changes: Some([(document.uri.clone(), edits.collect())].into_iter().collect()),
        ..WorkspaceEdit::default()
    })
}

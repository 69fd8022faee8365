//! Completion, format and rename.

use std::collections::BTreeMap;
use std::ops::Range as Bytes;
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
use similar::{Algorithm, DiffTag, capture_diff_slices};

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

/// The edits that lay the document out, line by line; none where it stands so already. Lines end as those of the document do.
/// Within a range only those that touch its lines, with what goes along: words that another line gets come from somewhere.
///
/// # Errors
/// Why it is not laid out.
pub fn formatted(state: &State, document: &Document, within: Option<Range>) -> Result<Vec<TextEdit>, String> {
    let text = format(&document.name(), &document.text).map_err(|refusal| match refusal {
        Refusal::Findings(..) => "the sheet has errors: it is formatted once they are mended".to_owned(),
        Refusal::Long(bytes) => format!("the sheet would be too long ({bytes} bytes)"),
        Refusal::Changed(what) => format!("the sheet cannot be formatted without changing its meaning: {what}"),
    })?;
    let old: Vec<&str> = document.text.split_inclusive('\n').collect();
    let new: Vec<&str> = text.split_inclusive('\n').collect();
    let end = if old.first().is_some_and(|line| line.ends_with("\r\n")) { "\r\n" } else { "\n" };
    let starts: Vec<usize> = std::iter::once(0)
        .chain(old.iter().scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        }))
        .collect();
    let start = |line: usize| starts.get(line).copied().unwrap_or(document.text.len());
    let edit = |(from, to): &Changed| TextEdit {
        range: document.lines.range(&document.text, start(from.start), start(from.end), state.encoding),
        new_text: new.get(to.clone()).unwrap_or_default().concat().replace('\n', end),
    };
    let changes = changed(&old, &new);
    let Some(within) = within else { return Ok(changes.iter().map(edit).collect()) };
    // A range that ends where a line begins has nothing of that line.
    let (first, end) = (Position { line: within.start.line, character: 0 }, within.end);
    let last = end.line - u32::from(end.character == 0 && end.line > first.line);
    let mut edits = Vec::new();
    for together in apart(&changes, &old, &new) {
        let group: Vec<TextEdit> = together.iter().map(edit).collect();
        let place = group.first().zip(group.last()).map(|(first, last)| (first.range.start, last.range.end));
        if place.is_some_and(|(from, to)| from.line <= last && (to > first || from == to && to == first)) {
            edits.extend(group);
        }
    }
    Ok(edits)
}

/// Lines that go, and those that come in their place.
type Changed = (Bytes<usize>, Bytes<usize>);

/// Where lines differ, whatever ends them.
fn changed<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Changed> {
    let said = |lines: &[&'t str]| {
        lines.iter().map(|line| (line.trim_end_matches(['\r', '\n']), line.ends_with('\n'))).collect::<Vec<_>>()
    };
    let changes = capture_diff_slices(Algorithm::Myers, &said(old), &said(new)).into_iter();
    let changes = changes.filter(|change| change.tag() != DiffTag::Equal);
    let lines = changes.flat_map(|change| {
        let (from, to) = (change.old_range(), change.new_range());
        let pairs = || from.clone().zip(to.clone());
        let same = |(a, b): (usize, usize)| words(old, a..a + 1).eq(words(new, b..b + 1));
        // Where the lines have the same words as before, each is an edit of its own.
        match from.len() == to.len() && pairs().all(same) {
            true => pairs().map(|(a, b)| (a..a + 1, b..b + 1)).collect(),
            false => vec![(from, to)],
        }
    });
    lines.collect()
}

/// What lines say, without their layout.
fn words<'t>(lines: &'t [&'t str], at: Bytes<usize>) -> impl Iterator<Item = char> + 't {
    lines.get(at).unwrap_or_default().iter().flat_map(|line| line.chars()).filter(|c| !c.is_whitespace())
}

/// Changes in groups, each of which leaves the words as they are and in their order.
fn apart<'c>(changes: &'c [Changed], old: &[&str], new: &[&str]) -> Vec<&'c [Changed]> {
    let mut groups = Vec::new();
    let (mut first, mut from) = (0, (0, 0));
    for (place, (before, after)) in changes.iter().enumerate() {
        if place == first {
            from = (before.start, after.start);
        }
        if words(old, from.0..before.end).eq(words(new, from.1..after.end)) {
            groups.extend(changes.get(first..=place));
            first = place + 1;
        }
    }
    groups.extend(changes.get(first..).filter(|rest| !rest.is_empty()));
    groups
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
    let edits = sheet.rename(offset, new, &|file| state.may_change(document, &sheet.loaded.sources, file))?;
    add(document, &sheet, edits);
    for (other, theirs, origin) in elsewhere(state, document, offset) {
        let may_change = |file| state.may_change(&other, &theirs.loaded.sources, file);
        let edits = theirs.rename_declared(origin, (&sheet, offset), new, &may_change);
        add(&other, &theirs, edits.map_err(|why| format!("in {}: {why}", other.name()))?);
    }
    let changes = changes.into_iter().map(|(uri, edits)| (Uri::from(uri), edits)).collect();
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

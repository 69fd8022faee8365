//! What is shown beside the text: hover, colours, hints.

use gen_lsp_types::{Hover, InlayHint, InlayHintKind, Position, Range, SemanticToken, SemanticTokens, SemanticTokensLegend};

use super::document::Document;
use super::editing::markdown;
use super::lines::Encoding;
use rulebook_ide::{self as ide, TokenKind};
use rulebook_insight::library::load;
use rulebook_language::model::{self, Domain};
use rulebook_language::syntax::ast::{DeclarationKind, File};

/// What the word at a place means.
pub fn hover(document: &Document, at: Position, encoding: Encoding) -> Option<Hover> {
    let offset = document.lines.offset(&document.text, at, encoding);
    let said = ide::hover(&document.text, offset)?;
    Some(Hover {
        contents: markdown(said.text).into(),
        range: Some(document.lines.range(&document.text, said.start, said.end, encoding)),
    })
}

/// The sorts of tokens, in the order of their numbers.
const SORTS: [&str; 10] =
    ["keyword", "variable", "number", "string", "comment", "operator", "function", "class", "enumMember", "property"];

/// What the numbers of tokens mean.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: SORTS.iter().map(|sort| (*sort).to_owned()).collect(),
        token_modifiers: vec!["documentation".to_owned(), "defaultLibrary".to_owned()],
    }
}

fn sort(kind: TokenKind) -> (u32, u32) {
    match kind {
        TokenKind::Keyword => (0, 0),
        TokenKind::Name => (1, 0),
        TokenKind::Number => (2, 0),
        TokenKind::String => (3, 0),
        TokenKind::Comment => (4, 0),
        TokenKind::Doc => (4, 1),
        TokenKind::Operator => (5, 0),
        TokenKind::Builtin => (6, 2),
        TokenKind::Definition | TokenKind::Move => (6, 0),
        TokenKind::Piece => (7, 0),
        TokenKind::Player => (8, 0),
        TokenKind::Option => (9, 0),
    }
}

/// The colours of the lines of a range, or of all.
pub fn semantic_tokens(document: &Document, within: Option<Range>, encoding: Encoding) -> SemanticTokens {
    let mut data = Vec::new();
    let mut last = Position::default();
    for token in ide::tokens(&document.text) {
        let at = document.lines.range(&document.text, token.start, token.end, encoding);
        // A token lies on one line, as the protocol wants it.
        if at.start.line != at.end.line || within.is_some_and(|within| at.end < within.start || within.end < at.start) {
            continue;
        }
        let (token_type, token_modifiers_bitset) = sort(token.kind);
        let delta_line = at.start.line - last.line;
        data.push(SemanticToken {
            delta_line,
            delta_start: if delta_line == 0 { at.start.character - last.character } else { at.start.character },
            length: at.end.character - at.start.character,
            token_type,
            token_modifiers_bitset,
        });
        last = at.start;
    }
    SemanticTokens { data, ..SemanticTokens::default() }
}

/// After each option its size of choice, after each definition of cells their number at the default options.
pub fn hints(document: &Document, within: Range, encoding: Encoding) -> Vec<InlayHint> {
    let loaded = load("sheet.game", &document.text);
    if loaded.report.errors() > 0 {
        return Vec::new();
    }
    let files: Vec<&File> = loaded.files.iter().collect();
    let mut hints = Vec::new();
    for unit in loaded.files.iter().take(1).flat_map(|file| &file.units) {
        let Some(game) = model::check(&files, Some(&unit.name), &[]).0 else { continue };
        for declaration in &unit.declarations {
            let said = match &declaration.kind {
                DeclarationKind::Board(_) => Some(format!("{} cells", game.board.cell_count())),
                DeclarationKind::Option(option) => {
                    let known = game.options.iter().find(|known| known.name == option.name.text);
                    known.and_then(|known| match &known.domain {
                        Domain::Words(words) => Some(format!("{} values", words.len())),
                        Domain::Range(..) => None,
                    })
                }
                _ => None,
            };
            let Some(said) = said else { continue };
            let end = document.text.get(..declaration.span.end as usize).map_or(0, |text| text.trim_end().len());
            let position = document.lines.position(&document.text, end, encoding);
            if within.start <= position && position <= within.end {
                hints.push(InlayHint {
                    position,
                    label: said.into(),
                    kind: Some(InlayHintKind::Type),
                    text_edits: None,
                    tooltip: None,
                    padding_left: Some(true),
                    padding_right: None,
                    data: None,
                });
            }
        }
    }
    hints
}

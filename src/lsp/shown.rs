//! What is shown beside the text: hover, colours, hints.

use std::ops::Range as Bytes;
use std::sync::Arc;

use gen_lsp_types::{
    ActiveParameter, Hover, InlayHint, InlayHintKind, ParameterInformation, Position, Range, SemanticToken,
    SemanticTokens, SemanticTokensLegend, SignatureHelp, SignatureInformation,
};

use super::document::Document;
use super::editing::markdown;
use super::state::State;
use rulebook_ide::{self as ide, TokenKind};
use rulebook_language::model::{self, Constant, Domain, Game, constant};
use rulebook_language::syntax::ast::{DeclarationKind, File, Unit};

/// What the word at a place means.
pub fn hover(state: &State, document: &Document, at: Position) -> Option<Hover> {
    let offset = document.lines.offset(&document.text, at, state.encoding);
    let said = state.sheet(document).hover(offset)?;
    Some(Hover {
        contents: markdown(said.text).into(),
        range: Some(document.lines.range(&document.text, said.start, said.end, state.encoding)),
    })
}

/// What the function at a place takes, while its arguments are written.
pub fn signature(state: &State, document: &Document, at: Position) -> Option<SignatureHelp> {
    let offset = document.lines.offset(&document.text, at, state.encoding);
    let found = state.sheet(document).signature(offset)?;
    // Labels are ASCII, so that bytes are units of UTF-16.
    let parameter = |place: &Bytes<usize>| ParameterInformation {
        label: match state.label_offsets {
            true => (place.start as u32, place.end as u32).into(),
            false => found.label.get(place.clone()).unwrap_or_default().into(),
        },
        documentation: None,
    };
    let active = Some(ActiveParameter::from(found.active as u32));
    let signature = SignatureInformation {
        parameters: Some(found.parameters.iter().map(parameter).collect()),
        documentation: Some(markdown(found.doc).into()),
        active_parameter: active,
        label: found.label,
    };
    Some(SignatureHelp { signatures: vec![signature], active_signature: Some(0), active_parameter: active })
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
pub fn semantic_tokens(state: &State, document: &Document, within: Option<Range>) -> SemanticTokens {
    let mut data = Vec::new();
    let mut last = Position::default();
    for token in ide::tokens(&document.text) {
        let at = document.lines.range(&document.text, token.start, token.end, state.encoding);
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

/// After declarations, what they come to at the default options: the cells of the board, the values that an option can have, the
/// value of a definition, the size of a region.
pub fn hints(state: &State, document: &Arc<Document>, within: Range) -> Vec<InlayHint> {
    let sheet = state.sheet(document);
    let loaded = state.as_written(document, &sheet);
    let files: Vec<&File> = loaded.files.iter().collect();
    let mut hints = Vec::new();
    for unit in loaded.files.iter().take(1).flat_map(|file| &file.units) {
        let Some(game) = model::draft(&files, &unit.name) else { continue };
        for (end, said) in worked_out(unit, &game) {
            let end = document.text.get(..end).map_or(0, |text| text.trim_end().len());
            let position = document.lines.position(&document.text, end, state.encoding);
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

/// What declarations come to, each with where it ends.
fn worked_out(unit: &Unit, game: &Game) -> Vec<(usize, String)> {
    let said = |kind: &DeclarationKind| match kind {
        DeclarationKind::Board(_) => Some(counted(game.board.cell_count(), "cell")),
        DeclarationKind::Option(option) => {
            let known = game.options.iter().find(|known| known.name == option.name.text)?;
            match &known.domain {
                Domain::Words(words) => Some(counted(words.len(), "value")),
                Domain::Range(..) => None,
            }
        }
        DeclarationKind::Definition(definition) if definition.params.is_empty() => {
            let known = game.definitions.iter().rfind(|known| known.name == definition.name.text)?;
            match constant(&known.body, Some(&game.board), &game.definitions)? {
                Constant::Number(number) => Some(format!("= {number}")),
                Constant::Truth(truth) => Some(format!("= {truth}")),
                Constant::Cells(cells) => Some(counted(cells.len(), "cell")),
                Constant::Cell(cell) => {
                    Some(format!("= {}", cell.map_or("nowhere", |cell| game.board.cell_name(cell))))
                }
                Constant::Directions(all) => Some(counted(all.len(), "direction")),
                Constant::Kinds(all) => Some(counted(all.len(), "kind")),
                Constant::Kind(kind) => Some(format!("= {}", game.kinds.get(kind)?.name)),
                Constant::Player(_) | Constant::Direction(_) => None,
            }
        }
        _ => None,
    };
    let declarations = unit.declarations.iter();
    declarations.filter_map(|said_so| Some((said_so.span.end as usize, said(&said_so.kind)?))).collect()
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

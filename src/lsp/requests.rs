//! Questions about documents that are answered at once.

use std::sync::Arc;

use gen_lsp_types::{
    CompletionItem, Position, Range, TextDocumentContentParams, TextDocumentContentResult, TextDocumentIdentifier,
};
use lsp_server::{ErrorCode, Request};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::document::Document;
use super::editing::Offered;
use super::files::shipped_of;
use super::state::State;
use super::{actions, editing, navigation, shown};
use crate::lenses::lenses;

/// Why a request is not answered with a result.
pub struct Refusal(pub ErrorCode, pub String);

/// A result, or why there is none.
pub type Answer = Result<Value, Refusal>;

/// What is asked of a document, as far as it is looked at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
    range: Option<Range>,
    #[serde(default)]
    positions: Vec<Position>,
    #[serde(default)]
    new_name: String,
    #[serde(default)]
    context: Context,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Context {
    include_declaration: Option<bool>,
    only: Option<Vec<String>>,
}

/// The most places that are asked for at once.
const MAX_PLACES: usize = 1_000;

/// The parameters of a request.
///
/// # Errors
/// If they are of another shape.
pub fn params<P: DeserializeOwned>(request: &Request) -> Result<P, Refusal> {
    P::deserialize(&request.params)
        .map_err(|error| Refusal(ErrorCode::InvalidParams, format!("the parameters cannot be read: {error}")))
}

/// A result as it is sent.
///
/// # Errors
/// None that is known of.
pub fn sent(result: &impl Serialize) -> Answer {
    serde_json::to_value(result).map_err(|error| Refusal(ErrorCode::InternalError, error.to_string()))
}

/// The answer to a question about a document, or about what was offered there.
///
/// # Errors
/// If there is no such question or document, or no answer.
pub fn answer(state: &State, request: &Request, offered: &mut Offered) -> Answer {
    match request.method.as_str() {
        "completionItem/resolve" => return sent(&editing::resolved(params::<CompletionItem>(request)?, offered)),
        "workspace/textDocumentContent" => {
            let uri = params::<TextDocumentContentParams>(request)?.uri;
            let missing = || Refusal(ErrorCode::InvalidParams, format!("there is no shipped game {}", uri.as_ref()));
            let text = shipped_of(&uri).ok_or_else(missing)?.text.to_owned();
            return sent(&TextDocumentContentResult { text });
        }
        method if method.starts_with("textDocument/") => {}
        other => return Err(Refusal(ErrorCode::MethodNotFound, format!("`{other}` is not supported"))),
    }
    let asked: Asked = params(request)?;
    let uri = &asked.text_document.uri;
    let missing = || Refusal(ErrorCode::InvalidParams, format!("{} is not open", uri.as_ref()));
    let document: &Arc<Document> = state.document(uri).ok_or_else(missing)?;
    let failed = |why| Refusal(ErrorCode::RequestFailed, why);
    let without = |what: &str| Refusal(ErrorCode::InvalidParams, format!("the parameters have no `{what}`"));
    let at = || asked.position.ok_or_else(|| without("position"));
    let within = || asked.range.ok_or_else(|| without("range"));
    match request.method.as_str() {
        "textDocument/completion" => {
            let (list, docs) = editing::complete(state, document, at()?);
            *offered = docs;
            sent(&list)
        }
        "textDocument/hover" => sent(&shown::hover(state, document, at()?)),
        "textDocument/signatureHelp" => sent(&shown::signature(state, document, at()?)),
        "textDocument/definition" => sent(&navigation::definition(state, document, at()?)),
        "textDocument/references" => {
            let declarations = asked.context.include_declaration.unwrap_or(true);
            sent(&navigation::references(state, document, at()?, declarations))
        }
        "textDocument/documentHighlight" => sent(&navigation::highlights(state, document, at()?)),
        "textDocument/documentSymbol" => sent(&navigation::symbols(state, document)),
        "textDocument/foldingRange" => sent(&navigation::folding(state, document)),
        "textDocument/selectionRange" => {
            let places = asked.positions.get(..MAX_PLACES).unwrap_or(&asked.positions);
            sent(&navigation::selections(state, document, places))
        }
        "textDocument/formatting" => sent(&editing::formatted(state, document, None).map_err(failed)?),
        "textDocument/rangeFormatting" => sent(&editing::formatted(state, document, Some(within()?)).map_err(failed)?),
        "textDocument/prepareRename" => sent(&editing::renamable(state, document, at()?)),
        "textDocument/rename" => sent(&editing::rename(state, document, at()?, &asked.new_name).map_err(failed)?),
        "textDocument/codeAction" => sent(&actions::actions(state, document, within()?, asked.context.only.as_deref())),
        "textDocument/codeLens" => sent(&if state.settings.lenses { lenses(state, document) } else { Vec::new() }),
        "textDocument/inlayHint" => {
            sent(&if state.settings.hints { shown::hints(state, document, within()?) } else { Vec::new() })
        }
        "textDocument/semanticTokens/full" => sent(&shown::semantic_tokens(state, document, None)),
        "textDocument/semanticTokens/range" => sent(&shown::semantic_tokens(state, document, Some(within()?))),
        other => Err(Refusal(ErrorCode::MethodNotFound, format!("`{other}` is not supported"))),
    }
}

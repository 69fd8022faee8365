//! What is agreed with a client when it begins.

use gen_lsp_types::{
    CodeActionOptions, CodeLensOptions, CompletionOptions, ExecuteCommandOptions, InitializeParams, InitializeResult,
    PositionEncodingKind, RenameOptions, SemanticTokensOptions, ServerCapabilities, ServerInfo, TextDocumentSyncKind,
};

use super::actions::kinds;
use super::lenses::COMMANDS;
use super::lines::Encoding;
use super::shown::legend;

/// What columns count, by what the client understands: bytes where it can.
pub fn encoding(params: &InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_ref());
    match offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::Utf8)) {
        true => Encoding::Utf8,
        false => Encoding::Utf16,
    }
}

/// What the server does.
pub fn capabilities(encoding: Encoding) -> InitializeResult {
    let capabilities = ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::Utf8,
            Encoding::Utf16 => PositionEncodingKind::Utf16,
        }),
        text_document_sync: Some(TextDocumentSyncKind::Incremental.into()),
        completion_provider: Some(CompletionOptions::default()),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        rename_provider: Some(RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() }.into()),
        code_action_provider: Some(
            CodeActionOptions { code_action_kinds: Some(kinds()), ..CodeActionOptions::default() }.into(),
        ),
        code_lens_provider: Some(CodeLensOptions::default()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.iter().map(|command| (*command).to_owned()).collect(),
            ..ExecuteCommandOptions::default()
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: legend(),
                range: Some(true.into()),
                full: Some(true.into()),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    };
    InitializeResult {
        capabilities,
        server_info: Some(ServerInfo {
            name: "rulebook".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

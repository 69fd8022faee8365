//! What is agreed with a client when it begins.

use std::path::PathBuf;

use gen_lsp_types::{
    CodeActionOptions, CodeLensOptions, CompletionOptions, DiagnosticOptions, ExecuteCommandOptions, InitializeResult,
    PositionEncodingKind, RenameOptions, SemanticTokensOptions, ServerCapabilities, ServerInfo, SignatureHelpOptions,
    TextDocumentContentOptions, TextDocumentSyncKind, WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};
use serde_json::Value;

use super::actions::kinds;
use super::files::{SCHEME, path_of};
use super::lenses::COMMANDS;
use super::lines::Encoding;
use super::shown::legend;

/// What a client can do, as far as it matters. What it says besides is not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Client {
    /// Settings are asked for.
    pub has_configuration: bool,
    /// It tells of changes of files that it is asked to watch.
    pub watches_files: bool,
    /// It can show a page.
    pub shows_pages: bool,
    /// It asks for findings, and does so again when it is told to: what takes long comes later.
    pub pulls: bool,
    /// It takes the places of parameters in the label of a signature.
    pub has_label_offsets: bool,
    /// It shows what takes long.
    pub shows_progress: bool,
    /// It asks for texts that are no files.
    pub shows_texts: bool,
}

impl Client {
    /// What the parameters of `initialize` say.
    pub fn read(params: &Value) -> Self {
        let can = |path: &str| params.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        Client {
            has_configuration: can("/capabilities/workspace/configuration"),
            watches_files: can("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration"),
            shows_pages: can("/capabilities/window/showDocument/support"),
            pulls: params.pointer("/capabilities/textDocument/diagnostic").is_some_and(Value::is_object)
                && can("/capabilities/workspace/diagnostics/refreshSupport"),
            has_label_offsets: can(
                "/capabilities/textDocument/signatureHelp/signatureInformation/parameterInformation/labelOffsetSupport",
            ),
            shows_progress: can("/capabilities/window/workDoneProgress"),
            shows_texts: params.pointer("/capabilities/workspace/textDocumentContent").is_some_and(Value::is_object),
        }
    }
}

/// What columns count, by what the client understands: bytes where it can.
pub fn encoding(params: &Value) -> Encoding {
    let offered = params.pointer("/capabilities/general/positionEncodings").and_then(Value::as_array);
    match offered.is_some_and(|offered| offered.iter().any(|one| one == "utf-8")) {
        true => Encoding::Utf8,
        false => Encoding::Utf16,
    }
}

/// The folders that the client works in.
pub fn folders(params: &Value) -> Vec<PathBuf> {
    let several = params.get("workspaceFolders").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut all: Vec<&str> = several.iter().filter_map(|folder| folder["uri"].as_str()).collect();
    if all.is_empty() {
        all.extend(params.get("rootUri").and_then(Value::as_str));
    }
    all.into_iter().filter_map(|uri| path_of(&uri.into())).collect()
}

/// What the server does for a client.
pub fn capabilities(encoding: Encoding, client: Client) -> InitializeResult {
    let capabilities = ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncKind::Incremental.into()),
        completion_provider: Some(CompletionOptions { resolve_provider: Some(true), ..CompletionOptions::default() }),
        hover_provider: Some(true.into()),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        rename_provider: Some(RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() }.into()),
        code_action_provider: Some(
            CodeActionOptions { code_action_kinds: Some(kinds()), ..CodeActionOptions::default() }.into(),
        ),
        diagnostic_provider: client.pulls.then(|| {
            let files = DiagnosticOptions { inter_file_dependencies: true, ..DiagnosticOptions::default() };
            files.into()
        }),
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
        workspace: Some(WorkspaceOptions {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(true.into()),
            }),
            text_document_content: Some(TextDocumentContentOptions { schemes: vec![SCHEME.to_owned()] }.into()),
            ..WorkspaceOptions::default()
        }),
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

//! Code actions: fixes of findings, one by one or all that are safe.

use std::sync::Arc;

use gen_lsp_types::{CodeAction, CodeActionKind, Diagnostic, Range, TextEdit, WorkspaceEdit};

use super::document::Document;
use super::findings::{Fix, SOURCE, of_text};
use super::state::State;

/// The kind of the action that makes all safe fixes of a file.
const FIX_ALL: &str = "source.fixAll.rulebook";

/// The kinds of actions that are offered.
pub fn kinds() -> Vec<CodeActionKind> {
    vec![CodeActionKind::QuickFix, FIX_ALL.to_owned().into()]
}

/// What can be done at a range: with what was told of the text. `only` are the kinds that are wanted, with those below them.
pub fn actions(state: &State, document: &Arc<Document>, at: Range, only: Option<&[String]>) -> Vec<CodeAction> {
    let wants = |kind: &str| {
        let fits = |one: &String| {
            one.is_empty() || kind == one || kind.strip_prefix(one).is_some_and(|rest| rest.starts_with('.'))
        };
        only.is_none_or(|only| only.iter().any(fits))
    };
    let all = document.findings.clone().unwrap_or_else(|| of_text(state, document).findings);
    let mut actions = Vec::new();
    if wants("quickfix") {
        let here = all.iter().filter(|found| touches(found.range, at));
        for found in here {
            for fix in fixes(found) {
                actions.push(CodeAction {
                    title: fix.title.clone(),
                    kind: Some(CodeActionKind::QuickFix),
                    diagnostics: Some(vec![found.clone()]),
                    is_preferred: fix.safe.then_some(true),
                    edit: Some(edit(document, &fix.edits)),
                    ..CodeAction::default()
                });
            }
        }
    }
    if wants(FIX_ALL) {
        let edits = safe_edits(&all);
        if !edits.is_empty() {
            actions.push(CodeAction {
                title: "Fix everything that is safe to fix".to_owned(),
                kind: Some(FIX_ALL.to_owned().into()),
                edit: Some(edit(document, &edits)),
                ..CodeAction::default()
            });
        }
    }
    actions
}

/// The safe fixes that do not get in each other's way, the earlier ones first.
fn safe_edits(findings: &[Diagnostic]) -> Vec<(Range, String)> {
    let mut made: Vec<(Range, String)> = Vec::new();
    for found in findings {
        let Some(fix) = fixes(found).into_iter().find(|fix| fix.safe) else { continue };
        let apart = |(range, _): &(Range, String)| !made.iter().any(|(other, _)| touches(*range, *other));
        if fix.edits.iter().all(apart) {
            made.extend(fix.edits);
        }
    }
    made
}

fn fixes(found: &Diagnostic) -> Vec<Fix> {
    if found.source.as_deref() != Some(SOURCE) {
        return Vec::new();
    }
    let data = found.data.clone().unwrap_or_default();
    serde_json::from_value(data).unwrap_or_default()
}

fn touches(a: Range, b: Range) -> bool {
    a.start <= b.end && b.start <= a.end
}

fn edit(document: &Document, edits: &[(Range, String)]) -> WorkspaceEdit {
    let edits = edits.iter().map(|(range, text)| TextEdit { range: *range, new_text: text.clone() });
    WorkspaceEdit {
        changes: Some([(document.uri.clone(), edits.collect())].into_iter().collect()),
        ..WorkspaceEdit::default()
    }
}

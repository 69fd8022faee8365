//! Findings as an editor shows them.

use serde_json::{Value, json};

use super::spans::{Spans, place};
use rulebook_language::diagnostic::{Diagnostic, Fix, Report, Severity};
use rulebook_language::source::{FileId, SourceMap};

/// All findings of a report.
pub fn findings(report: &Report, sources: &SourceMap) -> Value {
    let spans = Spans::new(sources);
    report.iter().map(|said| finding(said, sources, &spans)).collect()
}

/// One finding.
pub fn finding(said: &Diagnostic, sources: &SourceMap, spans: &Spans<'_>) -> Value {
    let severity = match said.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    };
    let related: Value = said
        .related
        .iter()
        .map(|label| {
            let mut shown = json!({"text": label.text});
            place(&mut shown, spans.of(label.span));
            shown
        })
        .collect();
    let mut shown = json!({
        "code": said.code.name(),
        "severity": severity,
        "message": said.message,
        "related": related,
        "fixes": said.fixes.iter().filter_map(|offered| fix(offered, sources, spans)).collect::<Value>(),
    });
    place(&mut shown, spans.of(said.primary.span));
    if !said.primary.text.is_empty() {
        shown["label"] = said.primary.text.as_str().into();
    }
    if let Some(help) = &said.help {
        shown["help"] = help.as_str().into();
    }
    shown
}

/// A fix of the sheet; nothing of one that changes another file.
fn fix(offered: &Fix, sources: &SourceMap, spans: &Spans<'_>) -> Option<Value> {
    let edits = offered.settled(sources);
    edits.iter().all(|edit| edit.span.file == FileId(0)).then(|| {
        let edits: Value = edits.iter().map(|edit| json!({"span": spans.of(edit.span), "text": edit.text})).collect();
        json!({"title": offered.title, "safe": offered.safe, "edits": edits})
    })
}

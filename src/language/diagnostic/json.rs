//! The findings as data.

use serde_json::{Value, json};

use super::{Allowed, Diagnostic, Fix, Report};
use crate::source::{SourceMap, Span};

/// The version of the shape that [`json()`] gives. Fields may be added within a version.
pub const JSON_VERSION: u32 = 1;

/// The report as one JSON object: `version`, `diagnostics`, `errors`, `warnings`, `suppressed`, `allowed`. What the file
/// allows has the fields of a finding, its `reason`, and where it is `allowed_at`.
///
/// Lines and columns are from 1; `column` counts characters, `utf16_column` UTF-16 units, `offset` bytes from 0; `end`
/// is the place after the last character. A fix changes its `edits` together: each writes its `text` where what is between
/// `start` and `end` stands; `applicability` is `safe` if it is surely what was meant, else `unsafe`.
pub fn json(report: &Report, sources: &SourceMap) -> Value {
    let diagnostics: Vec<Value> = report.iter().map(|diagnostic| entry(diagnostic, sources)).collect();
    json!({
        "version": JSON_VERSION,
        "diagnostics": diagnostics,
        "errors": report.errors(),
        "warnings": report.warnings(),
        "suppressed": report.suppressed(),
        "allowed": report.allowed().iter().map(|allowed| allowed_entry(allowed, sources)).collect::<Vec<_>>(),
    })
}

fn allowed_entry(allowed: &Allowed, sources: &SourceMap) -> Value {
    let mut entry = entry(&allowed.finding, sources);
    if let Value::Object(fields) = &mut entry {
        fields.insert("reason".to_owned(), json!(allowed.reason));
        let at = allowed.at;
        let place = json!({
            "file": sources.file(at.file).name,
            "start": place(at, at.start, sources),
            "end": place(at, at.end, sources),
        });
        fields.insert("allowed_at".to_owned(), place);
    }
    entry
}

fn entry(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let primary = diagnostic.primary.span;
    let related: Vec<Value> = diagnostic
        .related
        .iter()
        .map(|label| {
            json!({
                "file": sources.file(label.span.file).name,
                "start": place(label.span, label.span.start, sources),
                "end": place(label.span, label.span.end, sources),
                "text": label.text,
            })
        })
        .collect();
    json!({
        "code": diagnostic.code.name(),
        "severity": diagnostic.severity.word(),
        "message": diagnostic.message,
        "file": sources.file(primary.file).name,
        "start": place(primary, primary.start, sources),
        "end": place(primary, primary.end, sources),
        "label": Some(&diagnostic.primary.text).filter(|text| !text.is_empty()),
        "related": related,
        "help": diagnostic.help,
        "fixes": diagnostic.fixes.iter().map(|fix| fix_entry(fix, sources)).collect::<Vec<_>>(),
        "picture": diagnostic.picture,
    })
}

fn fix_entry(fix: &Fix, sources: &SourceMap) -> Value {
    let edits: Vec<Value> = fix
        .settled(sources)
        .iter()
        .map(|edit| {
            json!({
                "file": sources.file(edit.span.file).name,
                "start": place(edit.span, edit.span.start, sources),
                "end": place(edit.span, edit.span.end, sources),
                "text": edit.text,
            })
        })
        .collect();
    json!({"title": fix.title, "applicability": if fix.safe { "safe" } else { "unsafe" }, "edits": edits})
}

fn place(span: Span, offset: u32, sources: &SourceMap) -> Value {
    let place = sources.file(span.file).place(offset);
    json!({
        "line": place.line,
        "column": place.column,
        "utf16_column": place.utf16_column,
        "offset": place.offset,
    })
}

#[cfg(test)]
mod tests {
    use super::json;
    use crate::diagnostic::{Code, Diagnostic, Fix, Report};
    use crate::source::{SourceFile, SourceMap, Span};

    #[test]
    fn columns_count_characters_units_and_bytes() {
        let mut sources = SourceMap::default();
        let base = sources.add(SourceFile::new("base.game", "game \"b\"\n"));
        let file = sources.add(SourceFile::new("x.game", "one\n\t😀 sqare\n"));
        let mut report = Report::default();
        report.add(
            Diagnostic::new(Code::BoardUnknownShape, Span::new(file, 10, 15), "unknown board `sqare`")
                .label("not a board")
                .related(Span::new(base, 0, 4), "based on this")
                .help("write `square`")
                .fix(Fix::write(Span::new(file, 10, 15), "square")),
        );
        report.add(Diagnostic::new(Code::LintUnused, Span::new(file, 16, 16), "nothing here"));
        assert_eq!(
            json(&report, &sources),
            json!({
                "version": 1,
                "diagnostics": [
                    {
                        "code": "board/unknown-shape",
                        "severity": "error",
                        "message": "unknown board `sqare`",
                        "file": "x.game",
                        "start": {"line": 2, "column": 4, "utf16_column": 5, "offset": 10},
                        "end": {"line": 2, "column": 9, "utf16_column": 10, "offset": 15},
                        "label": "not a board",
                        "related": [{
                            "file": "base.game",
                            "start": {"line": 1, "column": 1, "utf16_column": 1, "offset": 0},
                            "end": {"line": 1, "column": 5, "utf16_column": 5, "offset": 4},
                            "text": "based on this",
                        }],
                        "help": "write `square`",
                        "fixes": [{
                            "title": "write `square`",
                            "applicability": "safe",
                            "edits": [{
                                "file": "x.game",
                                "start": {"line": 2, "column": 4, "utf16_column": 5, "offset": 10},
                                "end": {"line": 2, "column": 9, "utf16_column": 10, "offset": 15},
                                "text": "square",
                            }],
                        }],
                        "picture": null,
                    },
                    {
                        "code": "lint/unused",
                        "severity": "warning",
                        "message": "nothing here",
                        "file": "x.game",
                        "start": {"line": 3, "column": 1, "utf16_column": 1, "offset": 16},
                        "end": {"line": 3, "column": 1, "utf16_column": 1, "offset": 16},
                        "label": null,
                        "related": [],
                        "help": null,
                        "fixes": [],
                        "picture": null,
                    },
                ],
                "errors": 1,
                "warnings": 1,
                "suppressed": 0,
                "allowed": [],
            })
        );
    }
}

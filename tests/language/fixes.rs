//! What findings offer to write instead. For every file of `tests/diagnostics/`, every fix that is offered takes its finding away
//! and leaves a text that can be read at least as well.

use rulebook_language::diagnostic::{Diagnostic, Edit, Severity, apply};
use rulebook_language::source::FileId;

use crate::diagnostics::{all_found, found};

/// Where a byte is after an edit: what was replaced is at its replacement.
fn moved(edits: &[Edit], at: u32) -> u32 {
    let mut place = i64::from(at);
    for edit in edits.iter().filter(|edit| edit.span.start < at) {
        let gone = i64::from(edit.span.end.min(at)) - i64::from(edit.span.start);
        let come = if edit.span.end <= at { edit.text.len() as i64 } else { 0 };
        place += come - gone;
    }
    u32::try_from(place).unwrap()
}

fn errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|finding| finding.severity == Severity::Error).count()
}

fn unread(found: &[Diagnostic]) -> usize {
    found.iter().filter(|finding| finding.code.area() == "syntax").count()
}

#[test]
fn every_fix_takes_its_finding_away() {
    let mut wrong = Vec::new();
    let mut offered = 0;
    for (path, findings) in
        all_found().iter().filter(|(_, found)| found.iter().any(|finding| !finding.fixes.is_empty()))
    {
        let text = std::fs::read_to_string(path).unwrap();
        let (sources, _) = found(&text);
        for finding in findings {
            for fix in finding.fixes.iter().filter(|fix| fix.edits.iter().all(|edit| edit.span.file == FileId(0))) {
                offered += 1;
                let name = format!("{}: {}", path.file_name().unwrap().to_str().unwrap(), fix.title);
                let mut edits = fix.settled(&sources);
                edits.sort_by_key(|edit| edit.span.start);
                if edits.is_empty() || edits.windows(2).any(|pair| pair[0].span.end > pair[1].span.start) {
                    wrong.push(format!("{name}: the edits overlap"));
                    continue;
                }
                let (mended, used) = apply(FileId(0), &sources, [fix]);
                if used.is_empty() {
                    wrong.push(format!("{name}: it cannot be applied"));
                    continue;
                }
                let (_, after) = found(&mended);
                let (start, end) = (moved(&edits, finding.primary.span.start), moved(&edits, finding.primary.span.end));
                let stays = |other: &&Diagnostic| {
                    other.code == finding.code && other.primary.span.start <= end && other.primary.span.end >= start
                };
                if let Some(other) = after.iter().find(stays) {
                    wrong.push(format!("{name}: then still {}: {} ({:?})", other.code, other.message, other.help));
                }
                if unread(&after) > unread(findings) || (fix.safe && errors(&after) > errors(findings).max(1)) {
                    let said: Vec<&String> = after.iter().map(|finding| &finding.message).collect();
                    wrong.push(format!("{name}: then {said:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(offered > 100, "{offered} fixes");
}

/// The title says what is done, in the voice of the help.
#[test]
fn every_title_is_one_plain_line() {
    for fix in all_found().iter().flat_map(|(_, found)| found).flat_map(|finding| &finding.fixes) {
        let plain =
            !fix.title.ends_with('.') && !fix.title.contains('\n') && !fix.title.starts_with(char::is_uppercase);
        assert!(plain && fix.title.matches('`').count() % 2 == 0, "`{}`", fix.title);
    }
}

//! What the text of a game shows, nothing played: for editors, at every change.

use super::inspection::in_variant;
use crate::analysis::allowed::settled;
use crate::audit::lints::lint;
use crate::library::{Loaded, Prepared};
use rulebook_language::diagnostic::Report;
use rulebook_language::syntax::ast::Name;

/// What the text shows of every game and variant at its default options.
pub fn findings_at_defaults(loaded: &Loaded) -> Report {
    let mut report = loaded.report.clone();
    if report.errors() > 0 {
        return report;
    }
    for title in loaded.titles() {
        let (prepared, found) = loaded.prepare(Some(title), &[]);
        report.extend(text_findings(loaded, title, prepared.as_ref(), found));
    }
    report.sort();
    report
}

/// What was `found` in preparing a game, and what the text shows of it as it is prepared. What is a defect only where every choice
/// of the options has it is told where there is no other choice.
pub fn text_findings(loaded: &Loaded, title: &Name, prepared: Option<&Prepared>, mut found: Report) -> Report {
    if let Some(prepared) = prepared {
        let alone = prepared.game.options.is_empty();
        let told = lint(&prepared.game).into_iter().filter(|lint| !lint.suspect && (lint.at_once || alone));
        told.for_each(|lint| found.add(lint.said));
    }
    let mut report = settled(loaded, title, found.retold(|said| in_variant(loaded, title, said)), false);
    report.sort();
    report
}
